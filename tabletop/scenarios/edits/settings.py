"""What is set for a whole scenario: table, sides, battle, random events, switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from msgspec.structs import replace

import rules
from rules.core.ids import SideId
from rules.forces import modules
from rules.questions.buildings import tiles
from rules.table.scenario import Edge, RandomEvent, Scenario, ScenarioSide
from tabletop.scenarios.draft import bounds, limits, shapes
from tabletop.scenarios.draft import sent as draft_sent
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.sent import Sent
from tabletop.scenarios.draft.shapes import Points
from tabletop.scenarios.edits.fields import Field
from tabletop.ui import switchboard
from tabletop.ui.refused import Refused
from tabletop.ui.words import is_number

TABLES: Final = ((48, 48, "4′ × 4′"), (72, 48, "6′ × 4′"), (96, 48, "8′ × 4′"))
"""Usual sizes."""

RESERVES: Final = "reserves_in_play"
"""The switch without which nobody is held back or rolled for. (ARAP-TURN-04)"""
_EDGES: Final = ("", *get_args(Edge))
_STRIP_IN: Final = 12.0
_LONGEST_LIST: Final = 200

FIELDS: Final = {
    field.name: field
    for field in (
        Field("name", "Name", "words", most=limits.LONGEST_NAME),
        Field("briefing", "Briefing", "words", most=bounds.LONGEST_TEXT),
        Field("width_in", "Width", "number", limits.SMALLEST, limits.LARGEST, unit="length"),
        Field("height_in", "Depth", "number", limits.SMALLEST, limits.LARGEST, unit="length"),
        Field("ruleset", "Rules", "choice", values=tuple(rules.games()), said=tuple(rules.games().items())),
        Field("turn_limit", "Turns", "whole", 1, bounds.MOST_TURNS),
        Field("reserve_goal", "Reserves arrive on", "whole", 0, 6, about="Or more on a D6; 0 leaves it to the host"),
        Field("reserve_depth_in", "Within", "number", 1, 24, unit="length", about="Of their edge"),
        Field(
            "jump_step_in",
            "One test for each",
            "number",
            0.5,
            24,
            unit="length",
            about="Of a jump down: more in low gravity",
        ),
        Field(
            "first_side",
            "Goes first",
            "choice",
            values=("", *bounds.SIDES),
            said=(("", "By roll-off"),),
            about="CRU-TURN-01",
        ),
        Field("flight_in", "Flyers fly at", "number", 1, 48, unit="length", about="They fall from there (CRU-FALL-01)"),
        Field(
            "basic_weapons",
            "Basic weapons too",
            "words",
            most=_LONGEST_LIST,
            about="By name, with commas: they may snap fire (CRU-WEAP-12)",
        ),
        Field("points", "Points a side", "whole", 1, bounds.DEAREST, about="As agreed (CRU-TURN-04)"),
        Field("scoring", "Objectives count", "choice", values=("every-turn", "last-turn")),
        Field("victory", "Who wins", "choice", values=("objectives", "losses")),
        Field(
            "tie",
            "Level on objectives",
            "choice",
            values=("draw", "losses"),
            said=(("draw", "a draw"), ("losses", "fewer points lost wins")),
        ),
        Field("score_to_win", "Points that win at once", "whole", 0, 999, about="0 for none"),
    )
}
"""Those that are fields of the scenario itself."""

RACE: Final = {
    "laps": Field("laps", "Laps", "whole", 1, 20),
    "random_bikes": Field("random_bikes", "Civilian bikes are rolled for", "tick", about="VEH-BIKE-02"),
}
"""Those of a race."""

TILES: Final = {
    "under_roof": Field("under_roof", "Under a roof: corridors, rooms, tunnels", "tick", about="Confined: BLD-CONF-01"),
    **{shape: Field(shape, f"Like {shape}", "whole", 0, 60) for shape in tiles.tile_shapes()},
}
"""Those of a stack of tiles, and how many it has of each shape. (BLD-TILE-02)"""

_DESK: Final = {
    "shown": Field("shown", "Shown in", "choice", values=("in", "cm")),
    "snap_in": Field("snap_in", "Snap", "number", 0, 12),
}
_CHANCE: Final = {
    "name": Field("name", "Event", "words", most=limits.LONGEST_NAME),
    "text": Field("text", "What it does", "words", most=400),
    "goal": Field("goal", "On a D6 of", "whole", 1, 6),
    "from_turn": Field("from_turn", "From turn", "whole", 1, bounds.MOST_TURNS),
    "once": Field("once", "Only once", "tick"),
}


def change(draft: Draft, sent: Sent) -> tuple[Draft, str]:
    """The draft with one thing set, and what was done. Raises Refused."""
    name, _, rest = sent.get("field", "").partition(".")
    does = _DOES.get(name)
    if does is not None:
        return does(draft, rest, sent)
    if name in _DESK:
        return replace(draft, **{name: _DESK[name].read(sent, draft.cm)}), _DESK[name].label.lower()
    if name not in FIELDS:
        raise Refused("unknown-field", "A scenario has no such setting.", ", ".join(FIELDS))
    value = FIELDS[name].read(sent, draft.cm)
    if name == "name" and not value:
        raise Refused("no-name", "A scenario needs a name.", f"up to {limits.LONGEST_NAME} signs")
    if name == "basic_weapons":
        value = tuple(dict.fromkeys(word for each in value.split(",") if (word := each.strip())))
    if name in ("width_in", "height_in"):
        width, height = (value if each == name else getattr(draft.scenario, each) for each in ("width_in", "height_in"))
        return _sized(draft, width, height)
    changes: dict[str, Any] = {name: value}
    if name == "reserve_goal" and value:  # a number to arrive on says that there are reserves
        changes["options"] = switchboard.differing({**draft.scenario.options, RESERVES: True})
    text = ", ".join(value) if isinstance(value, tuple) else value
    return draft.with_scenario(**changes), f"{FIELDS[name].label.lower()}: {text or 'none'}"[:80]


def _size(draft: Draft, _: str, sent: Sent) -> tuple[Draft, str]:
    width, height = draft_sent.point({"at": sent.get("value", "")}, "at")
    return _sized(draft, width, height)


def _sized(draft: Draft, width: float, height: float) -> tuple[Draft, str]:
    """Another size; zones that lie along an edge stay at it, objectives as far across the table as they were."""
    old = draft.scenario
    zones = tuple(
        replace(zone, points=_along(_along(zone.points, 0, old.width_in, width), 1, old.height_in, height))
        for zone in old.zones
    )
    objectives = tuple(
        replace(o, at=shapes.rounded([(o.at[0] * width / old.width_in, o.at[1] * height / old.height_in)])[0])
        for o in old.objectives
    )
    sized = draft.with_scenario(width_in=width, height_in=height, zones=zones, objectives=objectives)
    return sized, f"a table of {width:g} by {height:g} inches"


def _along(points: Points, axis: int, old: float, new: float) -> Points:
    """An outline that lies at the far edge of an axis goes with it; one from edge to edge is stretched."""
    least, most = min(p[axis] for p in points), max(p[axis] for p in points)
    if abs(most - old) > 0.01:
        return points

    def moved(p: shapes.Point) -> shapes.Point:
        there = p[axis] + new - old if least > 0.01 or p[axis] == most else p[axis]
        return (there, p[1]) if axis == 0 else (p[0], there)

    return shapes.changed(points, moved)


def _side(draft: Draft, rest: str, sent: Sent) -> tuple[Draft, str]:
    """`side.a.name`, `side.a.edge`."""
    letter, _, name = rest.partition(".")
    side = next((side for side in draft.scenario.sides if side.id == letter), None)
    if side is None:
        raise Refused("unknown-side", "The scenario has no such side.", ", ".join(s.id for s in draft.scenario.sides))
    if name == "edge":
        changed = replace(side, edge=draft_sent.one_of(sent, "value", _EDGES, "edge") or None)
    else:
        changed = replace(side, name=draft_sent.line(sent, "value", 40) or side.name)
    sides = tuple(changed if each.id == letter else each for each in draft.scenario.sides)
    return draft.with_scenario(sides=sides), f"side {letter.upper()}"


def _sides(draft: Draft, _: str, sent: Sent) -> tuple[Draft, str]:
    """How many sides there are; what belongs to one that is gone goes with it."""
    count = draft_sent.whole(sent, "value", 2, len(bounds.SIDES))
    here = list(draft.scenario.sides[:count])
    free = [letter for letter in bounds.SIDES if letter not in {side.id for side in here}]
    edges = [edge for edge in ("west", "east", "north", "south") if edge not in {side.edge for side in here}]
    while len(here) < count:
        letter = free.pop(0)
        edge: Any = edges.pop(0)
        here.append(ScenarioSide(id=SideId(letter), name=f"Side {letter.upper()}", edge=edge))
    letters = {side.id for side in here}
    scenario = draft.scenario
    zones = tuple(zone for zone in scenario.zones if zone.side in letters)
    terrain = tuple(piece for piece in scenario.terrain if piece.secret is None or piece.secret in letters)
    return draft.with_scenario(sides=tuple(here), zones=zones, terrain=terrain), f"{count} sides"


def _option(draft: Draft, key: str, sent: Sent) -> tuple[Draft, str]:
    """One switch; as the rules have it, it is left out."""
    if key not in switchboard.CHOSEN:
        raise Refused("unknown-switch", "There is no such switch.", ", ".join(switchboard.CHOSEN))
    try:
        value = switchboard.read(key, sent.get("value", "").strip() or "off")
    except switchboard.NoSuchValue as wrong:
        raise Refused("bad-switch", str(wrong), wrong.allowed) from None
    options = switchboard.differing({**draft.scenario.options, key: value})
    if key == "distance_scale":
        draft = replace(draft, shown="in" if value == "inch" else "cm")
    return draft.with_scenario(options=options), f"{key.replace('_', ' ')}: {str(value).lower()}"


def _chance(draft: Draft, rest: str, sent: Sent) -> tuple[Draft, str]:
    """`chance.add`, `chance.2.remove`, `chance.2.goal`."""
    chances = list(draft.scenario.chances)
    place, _, name = rest.partition(".")
    if place == "add":
        chances.append(RandomEvent(name=f"Event {len(chances) + 1}"))
        return draft.with_scenario(chances=tuple(chances)), "added a random event"
    if not is_number(place) or not int(place) < len(chances):
        raise Refused("unknown-event", "There is no such random event.", "one of the list")
    at = int(place)
    if name == "remove":
        gone = chances.pop(at)
        return draft.with_scenario(chances=tuple(chances)), f"removed {gone.name}"
    if name not in _CHANCE:
        raise Refused("unknown-field", "A random event has no such setting.", ", ".join(_CHANCE))
    chances[at] = replace(chances[at], **{name: _CHANCE[name].read(sent)})
    return draft.with_scenario(chances=tuple(chances)), f"{chances[at].name}: {name.replace('_', ' ')}"


def _race(draft: Draft, rest: str, sent: Sent) -> tuple[Draft, str]:
    """`race.laps`, `race.random_bikes`, `race.racers.a`."""
    race = draft.scenario.race
    if race is None:
        raise Refused("no-race", "This is no race.", "lay a gate first")
    name, _, letter = rest.partition(".")
    if name == "racers":
        sides = [side.id for side in draft.scenario.sides]
        on = draft_sent.is_on(sent, "value")
        racing = tuple(side for side in sides if (on if side == letter else side in (race.racers or sides)))
        if letter not in sides or not racing:
            raise Refused("nobody-races", "Somebody has to race.", "one side at least")
        return draft.with_scenario(race=replace(race, racers=() if len(racing) == len(sides) else racing)), "who races"
    if name not in RACE:
        raise Refused("unknown-field", "A race has no such setting.", ", ".join(RACE))
    value = RACE[name].read(sent)
    return draft.with_scenario(race=replace(race, **{name: value})), f"{RACE[name].label.lower()}: {value}"


def _tiles(draft: Draft, rest: str, sent: Sent) -> tuple[Draft, str]:
    """`tiles.under_roof`, `tiles.shapes.L`, `tiles.hexagons.T`."""
    stack = draft.scenario.tiles
    if stack is None:
        raise Refused("no-tiles", "No tiles are laid in this scenario.", "a table that begins as cellars or paths")
    deck, _, shape = rest.partition(".")
    field = TILES.get(shape or deck)
    if field is None or deck not in ("under_roof", "shapes", "hexagons"):
        raise Refused("unknown-field", "A stack of tiles has no such setting.", ", ".join(TILES))
    value = field.read(sent)
    changes: dict[str, Any] = {deck: {**getattr(stack, deck), shape: value} if shape else value}
    return draft.with_scenario(tiles=replace(stack, **changes)), f"tiles, {field.label.lower()}: {value}"


def _way(draft: Draft, _: str, sent: Sent) -> tuple[Draft, str]:
    """The way to play: its game, its vehicle rules and the switches that make it what it is. (TRI-JOIN-01)"""
    ways = {way.id: way for way in modules.ways()}
    chosen = ways[draft_sent.one_of(sent, "value", tuple(ways), "way to play")]
    scenario, race = draft.scenario, draft.scenario.race is not None
    options = switchboard.differing(modules.switched_to(chosen, scenario.options, race=race))
    if modules.way_of(chosen.ruleset, options, race=race) != chosen:
        raise Refused("has-a-race", "A scenario with a race is played as one.", "take the gates of the race away first")
    return draft.with_scenario(ruleset=chosen.ruleset, options=options), f"rules: {chosen.title}"


_DOES: Final[dict[str, Callable[[Draft, str, Sent], tuple[Draft, str]]]] = {
    "size": _size,
    "side": _side,
    "sides": _sides,
    "option": _option,
    "way": _way,
    "chance": _chance,
    "race": _race,
    "tiles": _tiles,
}


def strip(scenario: Scenario, edge: str, depth_in: float = _STRIP_IN) -> Points:
    """The strip along an edge of the table."""
    w, h = scenario.width_in, scenario.height_in
    depth = min(depth_in, (w if edge in ("west", "east") else h) / 4)
    corners = {
        "west": ((0, 0), (depth, h)),
        "east": ((w - depth, 0), (w, h)),
        "north": ((0, 0), (w, depth)),
        "south": ((0, h - depth), (w, h)),
    }
    (x0, y0), (x1, y1) = corners[edge]
    return shapes.rounded(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
