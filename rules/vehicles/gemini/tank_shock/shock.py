"""Tank shock: whose formation a vehicle drives through, and the test of their nerve. (VEH-SHOCK-01)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.arap import building_interface
from rules.arap.morale import leadership
from rules.arap.morale.melee_morale import MODELS_A_POINT
from rules.arap.positions.building_interface import Rooms
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.dice.odds.chances import chance_2d6_low
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull, Swept, swept
from rules.geometry.lengths import TOLERANCE, Circle, distance_to_segment, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of

WIDEST_IN: Final = 6.0
"""Nobody further from the path than this belongs to a formation that it parts."""

NEAR_IN: Final = 1.0
"""A hull that comes this near to two models drives through their formation."""


def shocks(state: GameState, vehicle: Unit) -> bool:
    """Whether a vehicle frightens troops at all: no civilian does, nor what floats over them or walks among them."""
    profile = profile_of(state, vehicle)
    return not (profile.civilian or profile.is_mechanoid or is_skimmer(state, vehicle))


def shocked(state: GameState, vehicle: Unit, hulls: Sequence[Hull]) -> list[Unit]:
    """Enemy units through whose formations the hull drives, in the order met; none twice."""
    if not shocks(state, vehicle):
        return []
    found = []
    for unit in _frightened(state, vehicle):
        met = _meeting(state, unit, hulls)
        if met is not None:
            found.append((met, unit))
    return [unit for _, unit in sorted(found, key=lambda f: f[0])]


def _frightened(state: GameState, vehicle: Unit) -> Iterator[Unit]:
    """Enemies on foot who may test: not in melee, in a building, aboard or routing already."""
    rooms = building_interface.ask(Rooms)
    for unit in state.enemies_of(vehicle.side):
        bound = unit.is_vehicle or unit.hidden or unit.routing or state.is_locked(unit.id)
        if not bound and not all(rooms.is_inside(state, m) for m in unit.alive):
            yield unit


def _meeting(state: GameState, unit: Unit, hulls: Sequence[Hull]) -> tuple[int, float] | None:
    """In which leg, and how near to its start, the hull drives through the formation; None if it does not.

    It does over any one model, and within an inch of, or between, two. Who stood nearer before does not count.
    """
    near: set[str] = set()
    start = hulls[0]
    fresh = [m for m in unit.alive if not start.overlaps(_base(state, m))]
    for leg, (a, b) in enumerate(itertools.pairwise(hulls)):
        sweep = swept((a, b))
        far_in = max(a.half_diagonal_in, b.half_diagonal_in) + WIDEST_IN + 1
        gaps = {m.id: sweep.distance_to(m.at) for m in fresh if distance_to_segment(m.at, a.centre, b.centre) < far_in}
        about = [m for m in fresh if gaps.get(m.id, far_in) < WIDEST_IN]
        near |= {
            m.id
            for m in about
            if is_within(gaps[m.id], NEAR_IN) and gaps[m.id] < start.distance_to_point(m.at) - TOLERANCE
        }
        if len(near) > 1 or any(sweep.covers(_base(state, m)) for m in about) or _parted(about, sweep, start):
            return (leg, min(a.distance_to_point(m.at) for m in fresh))
    return None


def _base(state: GameState, model: Model) -> Circle:
    return Circle(model.at, state.profile(model).base_radius_in)


def _parted(models: Sequence[Model], sweep: Swept, start: Hull) -> bool:
    """Whether the path leads between two models whom the hull did not part before."""
    stood = swept((start,))
    return any(
        sweep.parts(one.at, other.at) and not stood.parts(one.at, other.at)
        for one, other in itertools.combinations(models, 2)
    )


def modifiers(unit: Unit) -> tuple[Modifier, ...]:
    """What changes the score needed, besides suppression: heavy losses, numbers. (VEH-SHOCK-01, ARAP-MORAL-02)"""
    now, tens = len(unit.alive), len(unit.alive) // MODELS_A_POINT
    found = [Modifier(-1, f"{now} left of {len(unit.models)}", "VEH-SHOCK-01")] if 2 * now < len(unit.models) else []
    return (*found, Modifier(tens, f"{now} models", "ARAP-MORAL-02")) if tens else tuple(found)


def goal(state: GameState, unit: Unit) -> int:
    """The most that the unit may roll on 2D6."""
    return modified(leadership.ld(state, unit), (*leadership.modifiers_of(unit), *modifiers(unit)))


def holds(state: GameState, unit: Unit) -> Fraction:
    """The chance that its nerve holds."""
    return chance_2d6_low(goal(state, unit), snake_eyes=True)


def stands(progress: Progress, unit: Unit, vehicle: UnitId) -> bool:
    """Roll the test; a double 1 always passes. (VEH-SHOCK-01, ARAP-MORAL-03)"""
    state = progress.state
    named = (*leadership.modifiers_of(unit), *modifiers(unit))
    base = leadership.ld(state, unit)
    rolled = progress.roll_sum(
        "leadership",
        2,
        goal=modified(base, named),
        base=base,
        modifiers=named,
        unit=unit.id,
        target=vehicle,
        why=f"{unit.name}: tank shock by {state.units[vehicle].name}",
        rules=("VEH-SHOCK-01", "ARAP-MORAL-03"),
        snake_eyes=True,
    )
    return bool(rolled.passed)
