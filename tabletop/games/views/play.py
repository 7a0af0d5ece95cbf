"""What only one player's page shows: the dock, the cards, the plan of a draft, a line of sight. All are questions."""

from __future__ import annotations

from typing import Any, Final, get_args
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from rules.core.ids import SideId, UnitId
from rules.dice.faces import KINDS_OF_DICE
from rules.questions import drives
from rules.questions.board import carriers, closed_exits, houses, named_openings, tiles
from rules.questions.buildings import bunkers, sections, structures
from rules.questions.rulings import by_these_rules, carried_weapons, matters
from rules.state import GameState
from rules.table.building import OpeningState
from tabletop.games import selectors, services
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed
from tabletop.games.access.rights import Audience
from tabletop.games.board import drawing
from tabletop.games.board.line_of_sight import sighting
from tabletop.games.log import journal
from tabletop.games.pages import frames
from tabletop.games.pages.scene import Scene
from tabletop.games.panels import hand_dice, section_plan
from tabletop.games.panels import odds as prompt_odds
from tabletop.games.panels.turn_tracker import ending
from tabletop.games.panels.unit_rail import rail
from tabletop.games.plans import choices, drafts
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import NOTHING
from tabletop.games.push.rooms import rooms
from tabletop.games.rulesets import pages
from tabletop.games.views import parse
from tabletop.games.views.visits import Visit, at_table
from tabletop.games.words import standing_text

OPENING_STATES: Final = get_args(OpeningState)
"""What the host may rule a door or window to be."""


def side_of(audience: Audience) -> SideId | None:
    """The side that an audience plays, if it plays one."""
    return None if audience in ("public", "screen", "host") else SideId(audience)


def seen_by(visit: Visit, audience: Audience) -> GameState:
    """The table's present state as an audience may know it: the same value for everybody who asks in one moment."""
    return frames.scene_at(visit.table, audience, visit.table.seq).state


@require_GET
@at_table
def mine(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Rail, cards and dock for what this page has selected: `as`, `unit`, `target`, `kind`, `card`."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    state = seen_by(visit, audience)
    wanted = {name: request.GET.get(name, "")[:40] for name in ("unit", "target", "kind", "card")}
    shown = personal(state, audience, **wanted) | odds_at(visit, state, audience) | unplayed(visit, state, audience)
    return render(request, "games/_mine.html", shown)


def odds_at(visit: Visit, state: GameState, audience: Audience) -> dict[str, str]:
    """Where the page of odds knows this table's units as this audience may."""
    at_table = f"{reverse('charts')}?{urlencode({'table': visit.code, 'as': audience})}"
    return {"odds_at": pages.of(state).odds_page(at_table)}


def unplayed(visit: Visit, state: GameState, audience: Audience) -> dict[str, Any]:
    """The side that a player waits for where nobody sits: who plays alone may have it too."""
    side, acting = side_of(audience), Scene(audience, state).acting
    if not side or acting in ("", side) or not services.is_free(visit.table, visit.person, acting):
        return {}
    return {"unplayed": acting, "unplayed_name": drawing.side_name(state, SideId(acting)), "visit": visit}


def personal(
    state: GameState, audience: Audience, *, unit: str = "", target: str = "", kind: str = "", card: str = ""
) -> dict[str, Any]:
    """The context of rail, cards and dock. Raises Refused before the battle: there are none."""
    side = side_of(audience)
    if not state.sides:
        raise Refused("not-started", "The battle has not begun.", "wait for the host to start it")
    ruleset_pages = pages.of(state)
    shown = ruleset_pages.dock(state, side, unit)
    own = shown.unit if shown.mode == "deploy" and shown.unit else drawing.find(state, unit) or shown.unit
    aim = drawing.find(state, target)
    chosen = kind if any(act.kind == kind for act in shown.acts) else ""
    armoured = bunkers.bunkers(state)
    return {
        "rail": rail(state, side) if side else (),
        "unit_id": own.id if own else "",
        "kind": chosen,
        "dock": shown,
        "own": ruleset_pages.card(state, own) if own else None,
        "aim": ruleset_pages.card(state, aim) if aim else None,
        "houses": houses(state),
        "bunkers": armoured,
        "bunker_hits": bunkers.hit_rows() if armoured else (),
        "section_houses": section_plan.houses(state, shown.unit if shown.mode == "act" else None),
        "selected_first": aim is None or card == "selected",
        "over": ending(state),
        "state": state,
        "plan": NOTHING,
        "side": side,
        "dice_choice": hand_dice.choice(state, side),
    }


KEY_HELP = (
    ("[ ]", "previous, next own unit; with Shift an enemy"),
    ("1 to 6", "faces of dice thrown by hand; Backspace takes the last one out, Enter enters them"),
    ("Arrows", "move the ghost by 1″; with Shift by ¼″"),
    ("Alt + arrows", "turn it by 15°"),
    ("Space", "a bend in the way; Backspace takes the last one off"),
    ("Enter", "commit"),
    ("Esc", "drop what is planned"),
    ("V R L Y", "select, ruler, line of sight, layers"),
    ("P", "point at a place for everybody"),
    ("Page up, down", "the storey above, below; Home the ground floor, End the top"),
    ("+ - 0", "zoom in, out, whole table"),
    ("H", "what the house would do, where the table allows it"),
    ("Space", "let the house go on, where it waits for you"),
    ("U", "take back"),
    ("G", "go to the log"),
    ("?", "this help"),
)
"""Keys of the board and the dock with what they do in every game."""


def _about_sections(state: GameState) -> dict[str, Any]:
    """What the rulings on people in sections choose from. (BLD-SECT-01, BLD-SSHT-08)"""
    houses = sections.houses(state)
    return {
        "ruled_houses": houses,
        "section_letters": sorted({s.letter for house in houses for s in house.sections}),
        "housed_units": sections.housed_units(state),
        "housed_models": sections.housed_models(state),
        "occupant_rulings": sections.ABOUT_OCCUPANTS,
    }


def _about_structures(state: GameState) -> dict[str, Any]:
    """What the rulings on structures and on splash choose from. (BLD-GEN-02, BLD-CONF-07)"""
    return {
        "may_be_structures": structures.may_be_structures(state),
        "structure_kinds": structures.STRUCTURES,
        "set_out_houses": structures.set_out(state),
        "entered_ruled": structures.ENTERED_RULED,
        "inner_walls": structures.with_inner_walls(state),
        "inner_wall_kinds": structures.INNER_WALLS,
        "walls_to_rule_on": structures.walls_to_rule_on(state),
        "armour_to_rule_on": structures.armour_to_rule_on(state),
        "locks_ruled": structures.LOCKS_RULED,
        "wall_kinds": structures.WALLS_RULED,
        "rooms_inside": structures.rooms_inside(state),
        "room_rulings": structures.room_rulings(state),
        "strays_ruled": structures.strays_ruled(state),
        "burners": structures.burners(state),
        "indoors": structures.indoors(state),
        "splashes": structures.SPLASHES_RULED,
    }


def classes_of_ground(state: GameState) -> tuple[tuple[str, str], ...]:
    """What a piece of ground may be ruled to be to all vehicles. (TRI-TERR-02)"""
    found = drives.classes_at(state)
    return (("usual", "as its look says"), *found) if found else ()


def _animals(state: GameState) -> dict[str, list[tuple[UnitId, str]]]:
    """Who may run wild: animals and their riders first, then all others on foot. (ARAP-SCAT-10)"""
    found: dict[str, list[tuple[UnitId, str]]] = {"animals": [], "on_foot": []}
    for unit in state.units.values():
        kinds = {state.profile(model).kind for model in unit.models}
        if not unit.is_vehicle:
            found["animals" if kinds & {"beast", "crawler", "rider"} else "on_foot"].append((unit.id, unit.name))
    return found


def furniture(request: HttpRequest, visit: Visit, state: GameState) -> dict[str, Any]:
    """The context of the table's menu and its dialogs."""
    seats = rights.seats_of(visit.table, visit.person)
    may = matters()
    models = [(m.id, f"{m.id.upper()} {u.name}") for u in state.units.values() for m in u.models]
    sitters = selectors.sitters(visit.table, rooms.here(visit.table.pk))
    host = rights.is_host(visit.table, visit.person)
    taken = {sitter.side for sitter in sitters}
    return {
        "empty_sides": [s for s in selectors.facts(visit.table).sides if s[0] not in taken] if host else (),
        "join_url": request.build_absolute_uri(reverse("games:join", args=[visit.code])),
        "sitters": sitters,
        "takers": sum(not sitter.house for sitter in sitters),
        "my_seat_ids": {seat.pk for seat in seats},
        "seat_numbers": msgspec.json.encode({seat.side: seat.pk for seat in seats if seat.side}).decode(),
        "standing": [(seat.pk, said, standing_text(said)) for seat in seats for said in seat.declines],
        "removed": selectors.removed(visit.table),
        "rulings_form": pages.of(state).rulings,
        **pages.of(state).to_rule_on(state),
        "dice_kinds": KINDS_OF_DICE,
        "scatters": may.scatters,
        "every_unit": [(unit.id, unit.name) for unit in state.units.values()],
        **_animals(state),
        "every_machine": [(unit.id, unit.name) for unit in state.units.values() if unit.is_vehicle],
        "every_model": models,
        "openings": named_openings(state),
        "carriers": carriers(state),
        **_about_sections(state),
        **_about_structures(state),
        "opening_states": OPENING_STATES,
        "exits": [(piece.id, piece.name) for piece in closed_exits(state)],
        **_about_tiles(state),
        "every_piece": [(piece.id, piece.name) for piece in state.terrain],
        "going_rulings": may.going,
        "driving_rulings": may.driving,
        "drivers": may.drivers,
        "ground_classes": classes_of_ground(state),
        "rulings": by_these_rules(state, pages.of(state).ruled),
        "shot_rulings": may.shots,
        "wall_rulings": may.walls,
        "steep": [(piece.id, piece.name) for piece in state.terrain if piece.is_steep],
        "smokes": [(piece.id, piece.name) for piece in state.terrain if piece.look == "smoke"],
        "faces": may.faces,
        "gravity": state.scenario.jump_step_in,
        "footings": may.footing,
        "terms": may.terms,
        "dearer": may.dearer,
        "every_weapon": carried_weapons(state),
        "key_help": (*pages.of(state).keys, *KEY_HELP),
    }


def _about_tiles(state: GameState) -> dict[str, object]:
    """Ways on between tiles, the shapes that are left, and what may be ruled. (BLD-TILE-03)"""
    about = tiles(state)
    return {"tile_ways": about.ways, "tile_rulings": about.rulings, "tile_shapes": about.shapes}


@require_GET
@at_table
def seats(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who sits where, as it is now, for the dialog about seats."""
    rights.be_welcome(visit.table, visit.person)
    context = furniture(request, visit, GameState())
    context |= {"facts": selectors.facts(visit.table), "is_host": rights.is_host(visit.table, visit.person)}
    return render(request, "games/seats/_seats_now.html", context)


@require_POST
@at_table
def plan(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What a draft would come to: the plan, and what the board draws meanwhile."""
    asked = parse.fields(request)
    audience = rights.audience_of(visit.table, visit.person, parse.text(asked, "as", 8))
    side = side_of(audience)
    state = seen_by(visit, audience)
    plan = NOTHING
    if audience == "host" and state.sides:
        side = state.sides[0].id  # a host without a seat may still move units by ruling
    if side is not None and state.sides:
        plan = pages.of(state).plan(state, side, _draft(asked.get("draft")))
    held = state.turn.ap if state.turn.active else 0
    shown = {"plan": plan, "lit": choices.listed(plan.targets), "held": held, "planned": min(plan.ap, held)}
    return render(request, "games/plan/_planned.html", shown | odds_at(visit, state, audience))


@require_GET
@at_table
def sight(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who of the unit `from` has a clear line to the unit `to`."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    state = seen_by(visit, audience)
    one = drawing.find(state, request.GET.get("from", "")[:8])
    other = drawing.find(state, request.GET.get("to", "")[:8])
    if one is None or other is None or not one.on_table or not other.on_table:
        raise malformed("There are no two such units on the table.", "two units on the table", code="unknown-unit")
    return render(request, "games/plan/_sight.html", {"seen": sighting(state, one, other)})


@require_GET
@at_table
def odds(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The exact odds of each option that the open prompt gives to the side that asks."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    state = seen_by(visit, audience)
    mine = state.prompt is not None and state.prompt.side == audience
    whole = journal.state_at(visit.table, visit.table.seq) if mine else state
    if not mine or state.prompt != whole.prompt:
        return render(request, "games/plan/_odds.html", {"odds": (), "firers": ()})
    found, firers = prompt_odds.of_options(state, whole), prompt_odds.firers(state, whole)
    return render(request, "games/plan/_odds.html", {"odds": found.items(), "firers": firers.items()})


def _draft(raw: object) -> Draft:
    if not isinstance(raw, dict):
        raise malformed("There is no draft.", "an object named draft")
    try:
        return drafts.read(raw)
    except msgspec.ValidationError as error:
        raise malformed(
            f"The draft cannot be read: {error}.", "kind, unit, target, path, facing, models, ticked"
        ) from None


@require_GET
@at_table
def ground_now(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What may be ruled on as things are now, for the dialog of rulings."""
    rights.be_welcome(visit.table, visit.person)
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    state = seen_by(visit, audience)
    context = furniture(request, visit, state)
    context |= {"verb": "Rule so" if rights.is_host(visit.table, visit.person) else "Propose it"}
    return render(request, pages.of(state).ruled_now, context)
