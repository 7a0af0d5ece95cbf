"""Plans of the Rules Crusade: the action that a draft makes, its cost, its exact odds, what the board draws. (CRU)"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from rules import Action, Offer, convert_action, encode, preview
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview, ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.questions import crusade
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import EMPTY, Overlay
from tabletop.games.plans import figures
from tabletop.games.plans.drafts import RULE_PLACE, Draft
from tabletop.games.plans.plan import NOTHING, Figure, Group, Plan, Target
from tabletop.games.plans.weapons import HOLD, Control
from tabletop.games.rulesets.crusade.dock import BUTTONS
from tabletop.games.words import leg_notes, receipt_rows
from tabletop.ui.board.overlay import arc, touched
from tabletop.ui.words import inches_text

END_TURN: Final = "end-turn"
SET_UP_ALL: Final = "deploy-all"
_MOST_FIGURES: Final = 6
_MOST_SHOTS: Final = 3
_BESIDE: Final = 2
"""Figures that have room beside the button; the rest stand among the notes."""
_REACH_IN: Final = 36.0
"""How far an arc of fire is drawn where nothing limits it."""
_RINGS_IN: Final = (12.0, 24.0)
"""Where another one is off. (CRU-DICE-05)"""


class Asked(NamedTuple):
    """What a draft asks: the action, or what is missing, with the plan's own parts."""

    action: Action | None
    told: Plan


def plan(state: GameState, side: SideId, draft: Draft) -> Plan:
    """The plan of a draft on a state as its side may know it."""
    if draft.kind == END_TURN:
        return _finished(state, _end_turn(state, side, draft))
    if draft.kind == SET_UP_ALL:
        return _finished(state, _deploy_all(side))
    unit = state.units.get(UnitId(draft.unit))
    maker = _MAKERS.get(draft.kind)
    if unit is None or maker is None:
        return NOTHING
    if unit.side != side and draft.kind != RULE_PLACE and crusade.wiped_out(state, side) != unit:
        return Plan(draft.kind, _word(draft), text="Pick a model of your own, on the board or from the list.")
    if draft.exact:
        told = Plan(draft.kind, _word(draft))
        return _finished(state, Asked(convert_action({**draft.exact, "side": side}), told))
    asked = maker(state, side, unit, draft)
    return _finished(state, asked._replace(told=_leaves(state, side, unit, asked.told)))


def _word(draft: Draft) -> str:
    return BUTTONS[draft.kind].word if draft.kind in BUTTONS else draft.kind.replace("-", " ").capitalize()


def _leaves(state: GameState, side: SideId, unit: Unit, told: Plan) -> Plan:
    """Whoever takes another model is done with the one in hand. (CRU-TURN-01)"""
    active = state.units.get(state.turn.active) if state.turn.active else None
    if active is None or active.id == unit.id or active.side != side or active not in crusade.ready(state, side):
        return told
    if told.kind in ("land", "finish", RULE_PLACE):
        return told
    return told._replace(notes=(*told.notes, f"{active.name} is done then (CRU-TURN-01)"))


def _finished(state: GameState, asked: Asked) -> Plan:
    """The plan with what its action previews, ready to be committed if nothing forbids it."""
    told = asked.told
    if asked.action is None:
        return told
    seen = preview(state, asked.action)
    found = tuple(figures.figure(chance) for chance in seen.chances[:_MOST_FIGURES])
    told_first, rest = found[:_BESIDE], tuple(f"{f.figure} {f.meaning}" for f in found[_BESIDE:])
    told = told._replace(
        refusal=told.refusal or seen.refusal,
        figures=told_first or _deciding(seen.shots),
        groups=told.groups or tuple(_group(line) for line in seen.shots),
        rows=receipt_rows(seen.modifiers),
        notes=(*rest, *leg_notes(seen.legs), *seen.notes, *told.notes),
        rule=told.rule or (seen.rules[0] if seen.rules else ""),
    )
    if told.refusal is not None:
        return told
    return told._replace(action=encode(asked.action).decode(), commit=told.commit or f"Commit {told.title.lower()}")


def _deciding(lines: tuple[ShotLine, ...]) -> tuple[Figure, ...]:
    """What stands beside the button: a hit and the end of the target, or of several shots what each may hit."""
    if len(lines) == 1:
        return tuple(figures.figure(chance) for chance in lines[0].chances if chance.label != "hits")
    told = (figures.figure(line.chances[0])._replace(meaning=line.name) for line in lines[:_MOST_SHOTS])
    return tuple(told)


def _group(line: ShotLine) -> Group:
    """What one weapon does to one model."""
    return Group(
        weapon=line.weapon,
        name=line.name,
        shots="two attacks" if line.shots > 1 else "",
        need=line.goal_text,
        figures=tuple(figures.figure(chance) for chance in line.chances),
        rows=receipt_rows(line.modifiers),
        notes=line.notes,
    )


# ------------------------------------------------------------------------------------------------- setting up, landing


def _deploy(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """In the own zone; the table finds a place where none is pointed at. (CRU-TURN-04)"""
    told = Plan("deploy", f"Set up {unit.name}", commit="Set up here")
    at, facing = (draft.path[-1] if draft.path else None), draft.facing
    if draft.ticked.get("auto") and at is None:
        found = crusade.set_up_at(state, unit)
        if found is None:
            return Asked(None, told._replace(text="There is no room for it in your zone."))
        at, facing = found[0], found[1] if facing is None else facing
    if at is None:
        return Asked(None, told._replace(text="Click or drag into your zone, or let the table place it."))
    facing = crusade.faces_table(state, unit) if facing is None else facing
    action = _made("SetUpModel", side, unit, at=at, facing=facing)
    return Asked(action, told._replace(overlay=overlays.placed(state, unit, [(unit.models[0].id, *at, facing)])))


def _deploy_all(side: SideId) -> Asked:
    """Everybody who still waits, where the table finds room. (CRU-TURN-04)"""
    text = "The table places every model that is left, well forward in its zone."
    return Asked(convert_action({"type": "SetUpAll", "side": side}), Plan(SET_UP_ALL, "Place all", text=text))


def _rule_place(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """Anybody's model put elsewhere by hand: a ruling, with its reason."""
    reason = draft.ticked.get("reason", "").strip()
    controls = (Control("reason", "Reason", reason, is_text=True),)
    told = Plan(RULE_PLACE, f"Move {unit.name}", of="by ruling", controls=controls, commit="Rule so")
    if not draft.path and draft.facing is None:
        return Asked(None, told._replace(text="Drag the model to where it should stand, or use the arrow keys."))
    model = unit.models[0]
    at = draft.path[-1] if draft.path else model.at
    facing = model.facing if draft.facing is None else draft.facing
    action = crusade.moved_by_hand(unit, at, facing, reason)
    return Asked(action, told._replace(overlay=overlays.placed(state, unit, [(model.id, *at, facing)])))


def _made(kind: str, side: SideId, unit: Unit, **fields: object) -> Action:
    return convert_action({"type": kind, "side": side, "unit": unit.id, **fields})


def _land(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """A target on the table, from which the pod drifts. (CRU-POD-02)"""
    told = Plan("land", f"Land {unit.name}", aims="spot", pointed=bool(draft.path), commit="Let it come down")
    if not draft.path:
        return Asked(None, told._replace(text="Press on the board where it should land: it drifts 2D6 inches."))
    at = draft.path[-1]
    rings = touched(at, 2.0) + touched(at, 12.0)
    ghost = overlays.placed(state, unit, [(unit.models[0].id, *at, 0.0)])
    return Asked(_made("LandPod", side, unit, at=at), told._replace(overlay=Overlay(preview=rings + ghost.preview)))


# -------------------------------------------------------------------------------------------------------------- moving


def _drive(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """One move action over the points that were drawn; what it runs into may be rammed or jumped. (CRU-MOVE-01)"""
    told = Plan("drive", "Drive", controls=(Control("back", "Back up", draft.ticked.get("back", "")),))
    if not draft.path and draft.facing is None:
        text = "Drag from the hull, click where it should go, or turn it with Alt and the arrows."
        return Asked(None, told._replace(text=text))
    way = crusade.course(state, unit, draft.path, draft.facing, back=bool(draft.ticked.get("back")))
    barring = crusade.ahead(state, unit, way)
    near = crusade.flyers_ahead(state, side, unit, way)
    ram, jump = _through(barring, near, draft)
    action = crusade.drive(state, side, unit, way, ram, jump=jump)
    seen = preview(state, action)
    title = f"{'Back up' if way.back else 'Drive'} {inches_text(seen.spent_in)}"
    told = told._replace(
        title=title,
        of=f"of {inches_text(seen.allowance_in)}",
        controls=(*told.controls, *_ways_through(barring, near, draft)),
        overlay=_driven(state, unit, seen),
        commit="Commit ram" if ram else "Commit jump" if jump else "Commit drive",
        notes=_price(action),
    )
    if way.cut:
        told = told._replace(text="Shortened to what one move action pays for.", warns=True)
    return Asked(action, told)


def _through(barring: crusade.Ahead | None, near: Iterable[crusade.Ahead], draft: Draft) -> tuple[str, bool]:
    """What is rammed, and whether a gap is jumped: as it was ticked."""
    flyer = next((each.id for each in near if draft.ticked.get("flyer") == each.id), "")
    if barring is None:
        return flyer, False
    if barring.gap:
        return flyer, bool(draft.ticked.get("jump"))
    return (barring.id if draft.ticked.get("ram") else flyer), False


def _ways_through(barring: crusade.Ahead | None, near: tuple[crusade.Ahead, ...], draft: Draft) -> tuple[Control, ...]:
    found: tuple[Control, ...] = ()
    if barring is not None and barring.gap:
        found += (Control("jump", f"Jump {barring.name}", draft.ticked.get("jump", "")),)
    elif barring is not None:
        found += (Control("ram", f"Ram {barring.name}", draft.ticked.get("ram", "")),)
    if near:
        choices = (("", "Nobody"), *((each.id, each.name) for each in near))
        found += (Control("flyer", "Ram in the air", draft.ticked.get("flyer", ""), choices, is_list=True),)
    return found


def _price(action: Action) -> tuple[str, ...]:
    return ("uses its action: no fire in this turn (CRU-TURN-03)",) if getattr(action, "extra", False) else ()


def _driven(state: GameState, unit: Unit, seen: Preview) -> Overlay:
    return overlays.walked(state, unit, [unit.models[0].at, *(leg.to for leg in seen.legs)], seen)


def _move(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """A troop on its way, by its move or by the one that its action buys. (CRU-TURN-02)"""
    bought = crusade.must_buy(state, unit)
    ticked = draft.ticked.get("extra", "1" if bought else "")
    controls = (Control("extra", "By its action", ticked),)
    told = Plan("move", "Move", controls=controls)
    if not draft.path:
        return Asked(None, told._replace(text="Drag from the model, click where it should go, or use the arrow keys."))
    action, cut = crusade.walk(state, unit, draft.path, extra=bool(ticked))
    seen = preview(state, action)
    told = told._replace(
        title=f"Move {inches_text(seen.spent_in)}",
        of=f"of {inches_text(seen.allowance_in)}",
        overlay=overlays.walked(state, unit, [unit.models[0].at, *action.path], seen),
        notes=("uses its action (CRU-TURN-02)",) if action.extra else (),
        commit="Commit move",
    )
    return Asked(action, told._replace(text="Shortened to what is left of its move.", warns=True) if cut else told)


def _get_out(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """Beside the hull, as near as that to where one pressed. (CRU-TRAN-01)"""
    told = Plan("get-out", "Get out", aims="", commit="Get out here")
    action = crusade.get_out(state, unit, draft.path[-1] if draft.path else None)
    if action is None:
        return Asked(None, told._replace(text="There is no free place beside it."))
    if not draft.path:
        told = told._replace(text="Click beside the hull where it should get out, or take the nearest place.")
    place = (unit.models[0].id, *action.at, unit.models[0].facing)
    return Asked(
        action, told._replace(overlay=overlays.placed(state, unit, [place]), notes=_price_of_step(action.extra))
    )


def _price_of_step(extra: bool) -> tuple[str, ...]:
    return ("by the move that its action buys (CRU-TURN-02)",) if extra else ()


# ------------------------------------------------------------------------------------------------ up to somebody else


def _melee(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    rows = _rows(state, crusade.enemies_to_fight(state, unit), draft)
    return _up_to(state, unit, draft, rows, lambda: crusade.fight(state, unit, UnitId(draft.target), draft.path))


def _board(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    rows = _rows(state, crusade.enemies_to_board(state, unit), draft)
    return _up_to(state, unit, draft, rows, lambda: crusade.board(state, unit, UnitId(draft.target), draft.path))


def _get_in(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    rows = _rows(state, crusade.carriers(state, unit), draft)
    return _up_to(state, unit, draft, rows, lambda: crusade.get_in(state, unit, UnitId(draft.target), draft.path))


def _up_to(state: GameState, unit: Unit, draft: Draft, rows: tuple[Target, ...], make: Callable[[], Action]) -> Asked:
    """A way up to a model, over the bends that were pressed, and what is done there."""
    told = Plan(draft.kind, _word(draft), targets=rows)
    if not any(row.chosen for row in rows):
        return Asked(None, told._replace(text="Choose a target, on the board or from the list."))
    target = state.units[UnitId(draft.target)]
    action = make()
    path = getattr(action, "path", ())
    way = overlays.barred([unit.models[0].at, *path]) if path else ""
    told = told._replace(
        of=f"at {target.name}" if draft.kind == "melee" else target.name,
        aims="way" if unit.aboard is None else "",
        pointed=bool(draft.path),
        overlay=overlays.aimed(state, unit, target)._replace(facings="") if not path else Overlay(preview=way),
        notes=_price_of_step(bool(getattr(action, "extra", False))),
        commit={"melee": "Attack", "board": "Try to board", "get-in": "Get in"}[draft.kind],
    )
    return Asked(action, told)


def _rows(state: GameState, found: Iterable[Offer], draft: Draft) -> tuple[Target, ...]:
    rows = [(state.units[o.target], o.refusal if o.action is None else None) for o in found if o.target is not None]
    return tuple(
        _target(unit, refusal, draft) for unit, refusal in sorted(rows, key=lambda row: (row[1] is not None, row[0].id))
    )


def _target(unit: Unit, refusal: Refusal | None, draft: Draft, away: str = "") -> Target:
    chosen = unit.id == draft.target
    return Target(str(unit.id), unit.id.upper(), unit.side, unit.name, away, chosen, refusal)


# -------------------------------------------------------------------------------------------------------------- firing


def _fire(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """Each weapon at the target in hand or at one of its own; blasts at the ground as well. (CRU-FIRE-01)"""
    spot = draft.path[-1] if draft.path else None
    chosen = {name.removeprefix("m:"): value for name, value in draft.ticked.items() if value and name != "first"}
    found = crusade.targets(state, unit)
    rows = tuple(_target(state.units[foe], why, draft) for foe, why in found.items())
    rows = tuple(sorted(rows, key=lambda row: row.refusal is not None))
    aimed = crusade.aimed(state, unit, draft.target, spot, chosen)
    blasts = any(row.gun.blast_in for row in aimed)
    told = Plan("fire", "Fire", targets=rows, aims="spot" if blasts else "", pointed=spot is not None)
    controls = (*_weapons(state, unit, aimed), *_first(unit, aimed, draft))
    told = told._replace(controls=controls, overlay=_arcs(state, unit))
    if not any(row.at for row in aimed):
        why = next((row.refusal for row in aimed if row.refusal is not None), None)
        text = "Choose a target, or press a spot on the ground." if blasts else "Choose a target."
        return Asked(None, told._replace(text=text, refusal=why if draft.target or spot else None))
    lines = crusade.lines(state, unit, aimed, spot)
    ring = "".join(touched(at, radius) for at, radius in _blasts(state, aimed, spot))
    held = tuple(f"{row.gun.name}: {row.refusal.message}" for row in aimed if row.refusal is not None and not row.at)
    told = told._replace(
        of=_whom(state, draft, spot),
        overlay=told.overlay._replace(preview=ring + overlays.fired(state, lines)),
        notes=("uses its action", *held),
        commit="Commit fire",
    )
    return Asked(crusade.shot(unit, aimed, spot, draft.ticked.get("first", "")), told)


def _blasts(state: GameState, aimed: tuple[crusade.GunAimed, ...], spot: Point | None) -> Iterable[tuple[Point, float]]:
    """The middle of each blast and how far it reaches. (CRU-WEAP-08)"""
    for row in aimed:
        at = state.units[UnitId(row.at)].models[0].at if row.at in state.units else spot
        if row.at and row.gun.blast_in and at is not None:
            yield at, row.gun.blast_in


def _first(unit: Unit, aimed: tuple[crusade.GunAimed, ...], draft: Draft) -> tuple[Control, ...]:
    """Which of several weapons fires before the others: what it hits may be out of play for the rest."""
    ready = tuple((row.gun.key, _gun_name(row)) for row in aimed if row.at)
    if len(ready) < 2:
        return ()
    chosen = draft.ticked.get("first", "")
    return (Control("first", "Fires first", chosen if chosen in dict(ready) else ready[0][0], ready, is_list=True),)


def _whom(state: GameState, draft: Draft, spot: Point | None) -> str:
    if spot is not None:
        return "at the ground"
    return f"at {state.units[UnitId(draft.target)].name}" if draft.target in state.units else ""


def _weapons(state: GameState, unit: Unit, aimed: tuple[crusade.GunAimed, ...]) -> tuple[Control, ...]:
    """A list for each weapon of a vehicle; for a troop, which of its weapons it fires."""
    if not unit.is_vehicle:
        ready = [(row.gun.key, row.gun.name) for row in aimed if row.refusal is None]
        fires = next((row.gun.key for row in aimed if row.at), "")
        return (Control("m:one", "Weapon", fires, tuple(ready)),) if len(ready) > 1 else ()
    several = len(aimed) > 1
    return tuple(
        Control(f"m:{row.gun.key}", _gun_name(row), row.at or HOLD, _aims(state, row), is_list=True)
        for row in aimed
        if several and row.choices
    )


def _gun_name(row: crusade.GunAimed) -> str:
    return f"{row.gun.name}, {row.gun.mount}" if row.gun.mount else row.gun.name


def _aims(state: GameState, row: crusade.GunAimed) -> tuple[tuple[str, str], ...]:
    names = {each: "The ground" if each == "spot" else state.units[UnitId(each)].name for each in row.choices}
    return ((HOLD, "Holds its fire"), *names.items())


def _arcs(state: GameState, unit: Unit) -> Overlay:
    drawn = (arc(at, way, half, _REACH_IN, _RINGS_IN) for at, way, half in crusade.arcs(state, unit)[:2])
    return Overlay(arcs="".join(drawn)) if unit.on_table else EMPTY


# ------------------------------------------------------------------------------------------------------ everything else


def _offered(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """What is on offer of that kind, as it stands."""
    found = [o for o in crusade.offers_of(state, side, unit) if o.kind == draft.kind]
    action = next((o.action for o in found if o.action is not None), None)
    told = Plan(draft.kind, _word(draft), notes=_NOTES.get(draft.kind, ()))
    if action is None:
        why = next((o.refusal for o in found if o.refusal is not None), None)
        return Asked(None, told._replace(refusal=why, text="" if why else "That cannot be done now."))
    if draft.kind == "finish" and found[0].label == "It falls":
        text = f"{unit.name} has not flown 6″ straight on: it falls 12″, 2 damage cards."
        told = told._replace(title="It falls", text=text, warns=True, rule="CRU-MOVE-07", commit="Let it fall")
    return Asked(action, told)


_NOTES: Final = {
    "finish": ("nothing more with it in this turn (CRU-TURN-01)",),
    "reload": ("all its empty weapons are ready again (CRU-WEAP-10)",),
    "hide": ("enemies do not know where it is until they see it (CRU-TROOP-06)",),
    "pick-up": ("everybody sees then what it is (CRU-BLIP-01)",),
    "take-over": ("half a move: the vehicle is yours from then on (CRU-TRAN-06)",),
    "take-off": ("one move action (CRU-FALL-01)",),
}


def _end_turn(state: GameState, side: SideId, draft: Draft) -> Asked:
    """Who has not acted yet, and what burns. (CRU-TURN-01, CRU-DMG-08)"""
    left = crusade.ready(state, side)
    told = Plan(END_TURN, "End the turn", rule="CRU-TURN-01", commit="End the turn")
    if left:
        names = ", ".join(f"{u.id.upper()} {u.name}" for u in left[:8]) + (" and more" if len(left) > 8 else "")
        told = told._replace(text=f"Not done yet: {names}.", warns=True)
    lit = crusade.burning(state, side)
    told = told._replace(notes=tuple(f"{unit.name} burns: it is rolled for now (CRU-DMG-08)" for unit in lit))
    fires: tuple[str, ...] = ()
    if len(lit) > 1:
        chosen = draft.ticked.get("fire", lit[0].id)
        choices = tuple((str(unit.id), unit.name) for unit in lit)
        told = told._replace(controls=(Control("fire", "Rolled for first", chosen, choices, is_list=True),))
        fires = (chosen,)
    return Asked(convert_action({"type": "EndTurn", "side": side, "fires": fires}), told)


_MAKERS: Final[dict[str, Callable[[GameState, SideId, Unit, Draft], Asked]]] = {
    RULE_PLACE: _rule_place,
    "deploy": _deploy,
    "land": _land,
    "drive": _drive,
    "move": _move,
    "get-out": _get_out,
    "get-in": _get_in,
    "melee": _melee,
    "board": _board,
    "fire": _fire,
    **dict.fromkeys(("take-off", "take-over", "hide", "pick-up", "reload", "unjam", "finish"), _offered),
}
