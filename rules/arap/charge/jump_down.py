"""Jumping down into melee: a charge from above the enemy's head. (ARAP-FALL-05)"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from msgspec.structs import replace

from rules.arap import rolls
from rules.arap.damage import wounds_and_saves
from rules.arap.movement import climb as movement_climb
from rules.arap.movement import climb_common
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan
from rules.arap.paths.climb import FOOT_IN
from rules.arap.rolls import grouped
from rules.arap.terrain import ground
from rules.core.ids import ModelId
from rules.core.preview import Chance
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.lengths import TOLERANCE, is_beyond, toward
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain

RULES = ("ARAP-FALL-05", "ARAP-FALL-02")


def heights(state: GameState, unit: Unit, target: Unit) -> dict[ModelId, float]:
    """How far above the target each member stands that stands above it, on something with steep sides."""
    if not ground.table_of(state).has_faces:
        return {}
    low = min((ground.height_at(state, m.at) for m in target.alive), default=0.0)
    above = {m.id: ground.height_at(state, m.at) - low for m in unit.alive if _perch(state, m) is not None}
    return {m: height for m, height in above.items() if height > TOLERANCE}


def _perch(state: GameState, model: Model) -> Terrain | None:
    """The steep high ground under a model."""
    return next((t for t in ground.terrain_at(state, model.at) if t.is_steep and t.elevation_in), None)


def refusal(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Refuse a jump from nowhere, and one that nobody makes without a device. (ARAP-FALL-04, ARAP-FALL-05)"""
    found = heights(state, unit, target)
    if not found:
        text = f"Nobody of {unit.name} stands above {target.name}."
        return Refusal("not-above", text, "ARAP-FALL-05", "an ordinary charge, or from higher ground")
    for model, height in found.items():
        if is_beyond(height, movement_climb.HIGHEST_JUMP_IN) and not movement_climb.lands_softly(
            state, unit.model(model)
        ):
            text = f"{tag(model)} would jump {height:.3g}″ down."
            return Refusal("too-deep", text, "ARAP-FALL-04", f"up to {movement_climb.HIGHEST_JUMP_IN:g}″")
    return None


def hint(state: GameState, unit: Unit, target: Unit) -> tuple[str, ...]:
    """What a charge says of the jump that would bring them there. (ARAP-FALL-05)"""
    found = heights(state, unit, target)
    if not found or refusal(state, unit, target) is not None:
        return ()
    return (f"{target.name} is up to {max(found.values()):.3g}″ below: they may jump on it. (ARAP-FALL-05)",)


def levelled(state: GameState, unit: Unit) -> GameState:
    """The table as jumpers see it: the high ground under them is no hindrance on the way down."""
    perches = {t.id for m in unit.alive if (t := _perch(state, m)) is not None}
    return replace(state, terrain=tuple(t for t in state.terrain if t.id not in perches))


def tests(state: GameState, model: Model, height: float) -> int:
    """How many Initiative tests the jump takes. (ARAP-FALL-02, ARAP-FALL-04)"""
    if movement_climb.lands_softly(state, model):
        return 0
    return math.floor((height + TOLERANCE) / max(0.1, state.scenario.jump_step_in))


def chances(state: GameState, unit: Unit, target: Unit) -> tuple[Chance, ...]:
    """The chance of landing safely, by number of tests and Initiative."""
    by_name: dict[str, Fraction] = {}
    each: list[Fraction] = []
    for model, height in heights(state, unit, target).items():
        member = unit.model(model)
        count = tests(state, member, height)
        each.append(chance_low(state.profile(member).i) ** count)
        by_name[f"lands safely, {count} test{'' if count == 1 else 's'}"] = each[-1]
    if len(each) > 1:
        by_name["all land safely"] = math.prod(each, start=Fraction(1))
    return tuple(Chance(label=label, exact=str(c), value=float(c)) for label, c in by_name.items())


def stakes(state: GameState, unit: Unit, target: Unit) -> tuple[str, ...]:
    """What those risk who have to test. (ARAP-FALL-01, ARAP-FALL-05)"""
    found: dict[str, None] = {}
    for model, height in heights(state, unit, target).items():
        member = unit.model(model)
        perch = _perch(state, member)
        if tests(state, member, height):
            off = perch is not None and perch.is_structure
            found[
                climb_common.stake(state.profile(member), height, off, braced=wounds_and_saves.is_braced(state, unit))
            ] = None
    return tuple(found)


def jump(progress: Progress, unit: Unit, laid: ChargePlan) -> tuple[ChargePlan, tuple[ModelId, ...]]:
    """Everybody whose way leads over the edge jumps: who fails falls there. The charge that is left, and who landed."""
    state = progress.state
    drops = {c.model: found for c in laid.courses if (found := _drop(state, unit, c)) is not None}
    entries = [unit.model(m) for m, (height, _) in drops.items() for _ in range(tests(state, unit.model(m), height))]
    failed: set[ModelId] = set()
    if entries:
        why = f"{unit.name}: jumping down into melee"
        failed = {m.id for m in entries} - rolls.test_each(progress, unit.id, entries, why=why, rules=RULES)
    for height, models in grouped((round(drops[m][0], 4), m) for m in drops if m in failed).items():
        landings = {m: drops[m][1] for m in models}
        perch = _perch(state, unit.model(models[0]))
        off = perch is not None and perch.is_structure
        wounds_and_saves.fall(
            progress, unit.id, models, height, landings=landings, off_structure=off, rules=("ARAP-FALL-05",)
        )
    kept = tuple(c for c in laid.courses if c.model not in failed)
    return laid._replace(courses=kept), tuple(m for m in drops if m not in failed)


def _drop(state: GameState, unit: Unit, course: ChargeCourse) -> tuple[float, Point] | None:
    """How far down a charger's way leads at its first edge, and where it lands."""
    for a, b in itertools.pairwise(course.points):
        step = next((s for s in ground.cost_of_leg(state, unit.model(course.model), a, b).steps if s.rise_in < 0), None)
        if step is not None:
            return step.height_in, _rounded(toward(a, b, step.at_in + FOOT_IN))
    return None


def _rounded(point: Point) -> Point:
    return (round(point[0], 4), round(point[1], 4))
