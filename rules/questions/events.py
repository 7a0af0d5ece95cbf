"""What an event looked like: the way that was walked, the burst, the flame; and its line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules import rulesets
from rules.arap.events import ModelsMoved
from rules.arap.melee.results import find
from rules.arap.melee.rounds import InitiativeStepBegan, strikers_after, strikers_at
from rules.arap.shooting.vehicle_interface import WeaponsOfHulls
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.arap.units.vehicle_interface import HarmToVehicles
from rules.arap.vehicle_interface import ask
from rules.buildings.doors.caught import WHICH_SIDE, side_in_words
from rules.buildings.shooting.rulings import ScatterRuling
from rules.core.drawn import CardsHeld, DrawnCard
from rules.core.ids import UnitId
from rules.core.motion import Burst, Debris, Fired, Flame, Motion, Thrown, Walked
from rules.core.words import does, listed
from rules.events import Rolled
from rules.geometry.lengths import distance, is_within
from rules.geometry.rings import Ring, distance_to_ring
from rules.questions.ranges import end_of
from rules.questions.weapons import under_strips
from rules.rulebook.charts import ChartColumn
from rules.state import Event, GameState
from rules.vehicles.shared.events import ChartResult, VehicleThrown, VehicleWrecked


def comes_to(state: GameState, rolled: Rolled) -> str:
    """What a roll came to on something of the state, where its faces do not say so: a direction, or who of how many."""
    if rolled.label == "pick":
        return f"{', '.join(map(str, rolled.dice))} of {rolled.sides}"
    if roll_off := _ROLL_OFF.fullmatch(rolled.why):
        return _first_of(state, roll_off[1], rolled.dice)
    return rulesets.of(state).comes_to(state, rolled.label, rolled.dice)


_ROLL_OFF: Final = re.compile(r"Roll-off[^:]*: (.+)")
"""What a roll-off is for, by the words that logs keep: the sides that are in it."""


def _first_of(state: GameState, names: str, dice: Sequence[int]) -> str:
    """Which side is alone on top, or which have to roll again. (ARAP-DICE-15, CRU-TURN-01)"""
    rivals = [side.name for side in state.sides if side.name in names.split(", ")]
    if len(rivals) != len(dice):
        return ""
    best = [name for name, die in zip(rivals, dice, strict=True) if die == max(dice)]
    return does(best[0], "wins") if len(best) == 1 else f"{listed(best)} roll again"


def card_drawn(state: GameState, rolled: Rolled) -> DrawnCard | None:
    """The card that a roll drew; None for one that drew none."""
    return rulesets.of(state).card_drawn(state, rolled)


def cards_held(state: GameState, event: Event) -> CardsHeld | None:
    """The cards of a unit that has just got one; None for any other event. (CRU-DMG-01)"""
    return rulesets.of(state).cards_held(state, event)


class ChartRead(NamedTuple):
    """A roll on the damage chart: the column that was read, the die, the row that it came to."""

    column: str
    cells: ChartColumn
    die: int
    row: int


def chart_read(state: GameState, event: Event) -> ChartRead | None:
    """How a damage chart was read; None for any other event, and for a game without one. (VEH-CHART-01, TRI-DMG-03)"""
    chart = ask(state, HarmToVehicles).damage_chart(state) if isinstance(event, ChartResult) else None
    if chart is None or not isinstance(event, ChartResult):
        return None
    return ChartRead(event.column, chart[event.column], event.die, event.row)


class MeleeStep(NamedTuple):
    """A step of a round of close combat: who strikes in it, and in which steps the others will. (ARAP-MELEE-05)"""

    initiative: int
    strikers: tuple[UnitId, ...]
    after: tuple[tuple[int, tuple[UnitId, ...]], ...]


def melee_step(state: GameState, event: Event) -> MeleeStep | None:
    """The step that begins with an event; None for any other."""
    melee = find(state, event.melee) if isinstance(event, InitiativeStepBegan) else None
    if melee is None or not isinstance(event, InitiativeStepBegan):
        return None
    step = event.initiative
    return MeleeStep(step, strikers_at(state, melee, step), strikers_after(state, melee, step))


def motions(before: GameState, state: GameState, event: Event) -> tuple[Motion, ...]:
    """What may be played of an event, as it was; `state` is the one after it, `before` the one in which it began."""
    found = _motion(state, event)
    return (found,) if found is not None else rulesets.of(state).motions(before, event)


def _motion(state: GameState, event: Event) -> Motion | None:
    """Of those of the skirmish rules and of all vehicles in them."""
    if isinstance(event, ModelsMoved):
        return Walked(event.how, event.path)
    if isinstance(event, ShellBurst):
        return Burst(event.aim, event.at, event.diameter_in, event.touched)
    if isinstance(event, VehicleWrecked) and event.reach_in and event.leaves:
        return _debris(state, event.leaves.points, event.reach_in)
    if isinstance(event, VehicleThrown) and event.start:
        return Thrown(event.start, event.at)
    if isinstance(event, ShotsFired) and event.strip:
        strips = tuple(strip for strip in (event.strip, event.beyond) if strip)
        return Flame(strips, tuple(under_strips(state, strips, event.unit)))
    if isinstance(event, ShotsFired) and event.shots:
        return Fired(event.target, event.lines, _range_of(state, event))
    return None


def flown(state: GameState, event: Event, fired: Fired, burst: Burst) -> Fired:
    """A shot without lines as that of the shell that has just burst: it ends where the shell was laid. (TRI-ORD-04)"""
    unit = state.units.get(event.unit) if isinstance(event, ShotsFired) and event.unit is not None else None
    if unit is None or not isinstance(event, ShotsFired) or fired.lines or unit.aboard is not None:
        return fired
    armed = ask(state, WeaponsOfHulls).armed(state, unit) if unit.is_vehicle else ()
    mounts = [mount.at for mount in armed if mount.weapon.id == event.weapon]
    starts = mounts[:1] or [model.at for model in unit.models if model.id in event.shots]
    return fired._replace(lines=tuple((start, burst.aim) for start in starts))


def _range_of(state: GameState, event: ShotsFired) -> float:
    """As plans measure it: to the middle of a base, or to the outline of a hull. (ARAP-GEN-05)"""
    aims = {model.at: model for model in state.units[event.target].models}
    ends = ((start, end_of(state, start, aims[end]) if end in aims else end) for start, end in event.lines)
    return min((distance(start, end) for start, end in ends), default=0.0)


def _debris(state: GameState, ring: Ring, reach_in: float) -> Debris:
    foot = (m for u in state.units.values() if u.on_table and not u.is_vehicle for m in u.alive)
    near = tuple(m.id for m in foot if is_within(distance_to_ring(ring, m.at), reach_in))
    return Debris(ring, reach_in, near)


def other_ends(event: Event) -> tuple[tuple[ScatterRuling, str], ...]:
    """What may be ruled of a scatter that came to a wall or past an edge, in place of what became of it.

    (BLD-SCAT-01, BLD-SCAT-02, BLD-INTO-09)
    """
    if not isinstance(event, ShellBurst) or not event.scatter_in or event.unit is None:
        return ()
    if event.turned in ("below", "kept"):
        return (_AT_EDGE[event.turned],)
    if not event.turned and not (event.stopped and any(rule.startswith("BLD-") for rule in event.rules)):
        return ()
    done = _DONE.get(event.turned, "stop")
    return tuple((ruling, words) for ruling, words in _AT_WALL.items() if ruling != done)


_AT_WALL: Final[dict[ScatterRuling, str]] = {
    "reverse": "Turn the scatter round",
    "bounce": "Let it bounce off the wall",
    "reroll": "Throw for the scatter again",
    "stop": "Stop it at the wall",
}
_DONE: Final[dict[str, ScatterRuling]] = {"reversed": "reverse", "bounced": "bounce", "rerolled": "reroll"}
_AT_EDGE: Final[dict[str, tuple[ScatterRuling, str]]] = {
    "below": ("keep-level", "Keep it on its level"),
    "kept": ("next-level", "Let it fall a level"),
}


def note(event: Event) -> str:
    """What the log has under the line of an event, such as how the dice are sealed."""
    return event.note()


def sentence(event: Event, seen: GameState) -> str:
    """The log line of an event, in the words of who sees that state; nothing where it names what is not known."""
    if isinstance(event, ModelsMoved) and WHICH_SIDE in event.rules and event.unit in seen.units:
        unit = seen.units[event.unit]
        return side_in_words(seen, unit, unit.model(event.placements[0].model))
    try:
        return event.sentence(seen)
    except KeyError:
        return ""


def sentence_after(before: Event, event: Event, seen: GameState) -> str:
    """The log line of two events in a row that are one deed, in the same words; nothing where they are not."""
    try:
        return event.sentence_after(before, seen)
    except KeyError:
        return ""
