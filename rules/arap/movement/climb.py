"""Climbing up, down and over, coming down on ropes, and jumping down. (ARAP-CLIMB-04 to -11, ARAP-FALL-02 to -04)

A path as for a move, over faces that a move refuses. Where the allowance ends on a face the model hangs there until its
next action.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from rules.arap import building_interface, rolls
from rules.arap.events import PointsSpent
from rules.arap.movement import climb_common, on_the_way, walk
from rules.arap.movement.building_interface import EdgesOfBuildings
from rules.arap.movement.climb_common import Ascent
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import end_of_move, legality
from rules.arap.paths.climb import Footing
from rules.arap.paths.manners import CLIMB, JUMP_DOWN, RAPPEL, Manner
from rules.arap.paths.turns import Waypoint
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model, Unit, tag
from rules.geometry.lengths import TOLERANCE, is_beyond
from rules.progress import Action, Progress
from rules.state import GameState

HIGHEST_JUMP_IN: Final = 6.0
"""From higher up nobody jumps without a device. (ARAP-FALL-04)"""

EARTHLY_STEP_IN: Final = 2.0
"""Inches of a jump that one test covers in normal gravity. (ARAP-FALL-02)"""

SOFT_LANDING: Final = ("jump-pack", "gravity-chute")
"""Traits that spare the tests of a jump down. (ARAP-FALL-04)"""


class Scaling(Action, frozen=True, kw_only=True):
    """What the ways over faces and gaps share.

    `path` is the way of `model`, by default the leader or else the first living member; the others keep formation.
    """

    unit: UnitId
    path: tuple[Waypoint, ...]
    model: ModelId | None = None

    way: ClassVar[Manner]

    def check(self, state: GameState) -> Refusal | None:
        """Who may, along which path, with what gear, and whether there is anything to do this for."""
        refusal = may_act(state, self.side, self.unit, self.way.points)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = (
            climb_common.may_scale(state, unit)
            or legality.well_formed(state, unit, self.path, self.model, ())
            or self.unfit(state, unit)
        )
        if refusal:
            return refusal
        ascent = self.ascent(state)
        found = climb_common.tries(state, ascent, ascent.allowances())
        return (
            self.amiss(state, unit, found)
            or end_of_move.comes_nearer(state, unit, [(t.points[0], t.end) for t in ascent.march.tracks])
            or climb_common.barred(state, ascent, found)
            or climb_common.crowded(state, ascent)
            or self._no_use(state, ascent, found)
        )

    def ascent(self, state: GameState) -> Ascent:
        """The way laid out."""
        return climb_common.lay_out(state, self, state.units[self.unit], self.path, self.way, self.model)

    def for_ground(self, state: GameState) -> int:
        """What the host laid on ground along the way; who flies over it pays where it begins and ends. (ARAP-ACT-08)"""
        unit = state.units.get(self.unit)
        if unit is None or not unit.on_table or legality.well_formed(state, unit, self.path, self.model, ()):
            return 0
        laid = self.ascent(state).march
        if not self.way.passes_over:
            return laid.extra_ap
        ends = (at for track in laid.tracks for at in (track.points[0], track.points[-1]))
        return max((piece.extra_ap for at in ends for piece in ground.terrain_at(state, at)), default=0)

    def cited(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """The rules that have a say."""
        return self.way.rules

    def unfit(self, state: GameState, unit: Unit) -> Refusal | None:
        """Why the unit cannot do this at all."""
        return None

    def amiss(self, state: GameState, unit: Unit, found: Sequence[Footing]) -> Refusal | None:
        """What is wrong with this way for this manner of going."""
        return None

    @abstractmethod
    def nothing(self, unit: Unit) -> Refusal:
        """The refusal of a way that asks for nothing of the kind."""

    def _no_use(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Refusal | None:
        if not any(f.risk is not None for f in found):
            return self.nothing(ascent.unit)
        if not any(f.has_moved for f in climb_common.ends(state, ascent, ascent.allowances())):
            text = f"Nobody of {ascent.unit.name} finds room to go there."
            return Refusal("no-room", text, "ARAP-GEN-05", "a way that leads to free places")
        return None

    def preview(self, state: GameState) -> Preview:
        """The way, what is spent on it, the chance of each test, and where each model would end."""
        refusal = self.check(state)
        if refusal is not None and refusal.code != "too-few-points":
            return Preview(ap=self.way.points, refusal=refusal)
        unit = state.units[self.unit]
        if legality.well_formed(state, unit, self.path, self.model, ()):
            return Preview(ap=self.way.points, refusal=refusal)
        ascent = self.ascent(state)
        allowances = ascent.allowances()
        found = climb_common.tries(state, ascent, allowances)
        last = climb_common.ends(state, ascent, allowances)
        lead = next(f for f in last if f.model.id == ascent.march.anchor)
        ways = {f.model.id: f.path for f in last}
        met = on_the_way.met(state, unit, ways, passes_over=self.way.passes_over)
        return Preview(
            ap=self.way.points,
            refusal=refusal,
            legs=tuple(climb_common.legs(ascent)),
            spent_in=0.0 if self.way.blind else lead.spent_in,
            allowance_in=allowances[lead.model.id],
            chances=(*self.chances(state, found), *met.chances),
            notes=(*self.notes(state, ascent, last), *met.notes),
            rules=(*self.cited(state, unit), *met.rules),
            ghosts=() if self.way.blind else tuple((f.model.id, *f.at, f.facing) for f in last),
        )

    def chances(self, state: GameState, found: Sequence[Footing]) -> Iterator[Chance]:
        """The chances of the tests."""
        yield from climb_common.party_chances(state, found, "holds on")

    def notes(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Iterator[str]:
        """What the numbers do not say."""
        yield from climb_common.notes_of_passages(state, ascent, found)
        if ascent.pace.dice and self.way.reach_in is None:
            yield f"Allowance: the better of {ascent.pace.dice}D{ascent.pace.sides}″."
        for f in found:
            if f.on_face:
                yield f"{tag(f.model.id)} would hang {f.level_in:.3g}″ up."

    def resolve(self, progress: Progress) -> None:
        """Pay, roll the allowance where the face is variable, test, and go."""
        ascent = self.ascent(progress.state)
        unit = ascent.unit
        rules = ("ARAP-ACT-12",)
        points = PointsSpent(side=self.side, unit=unit.id, points=self.way.points, action=self.way.how, rules=rules)
        progress.emit(points)
        rolled = None if self.way.reach_in is not None else walk.rolled_allowances(progress, ascent.pace, unit)
        allowances = ascent.allowances(rolled)
        failed = self.test(progress, unit, climb_common.tries(progress.state, ascent, allowances))
        last = climb_common.ends(progress.state, ascent, allowances, failed)
        climb_common.carry_out(progress, ascent, last, self.cited(progress.state, unit), failed)

    def test(self, progress: Progress, unit: Unit, found: Sequence[Footing]) -> set[ModelId]:
        """Roll what has to be rolled; who fails."""
        return climb_common.test_parties(progress, unit, found, self.way.rules)


FALLS: Final = "If the test fails D6 of them fall from where they began."
"""What a failed test on the way down comes to. (ARAP-CLIMB-10)"""

CLIMBING_DOWN: Final = ("ARAP-CLIMB-10", "ARAP-CLIMB-05", "ARAP-CLIMB-04")
"""The rules of a climb that only leads down; the first is the one that it goes by."""


class Climb(Scaling, frozen=True, kw_only=True, tag="Climb"):
    """Climb up, down or over what is higher than the models, for 2 AP and an Initiative test. (ARAP-CLIMB-04, -10)

    A failed test leaves climbers where they are; on the way down D6 members fall.
    """

    way: ClassVar[Manner] = CLIMB

    def amiss(self, state: GameState, unit: Unit, found: Sequence[Footing]) -> Refusal | None:
        """Nobody climbs past a long overhang with bare hands. (BLD-MOVE-06)"""
        edges = building_interface.ask(EdgesOfBuildings)
        risks = ((f.model, f.risk.step.terrain) for f in found if f.risk is not None)
        return next((no for m, piece in risks if (no := edges.overhang(state, unit, m, piece)) is not None), None)

    def cited(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """A way that leads down goes by its own rule; a short overhang is passed as the wall is. (BLD-MOVE-06)"""
        ascent = self.ascent(state)
        risks = [f.risk for f in climb_common.tries(state, ascent, ascent.allowances()) if f.risk is not None]
        juts = any(risk.step.terrain.overhang_in for risk in risks)
        down = bool(risks) and all(risk.kind == "down" for risk in risks)
        rules = CLIMBING_DOWN if down else self.way.rules
        return (*rules, *(("BLD-MOVE-06",) if juts else ()))

    def notes(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Iterator[str]:
        """What failing comes to: upwards and downwards are not the same. (ARAP-CLIMB-04, ARAP-CLIMB-10)"""
        yield from super().notes(state, ascent, found)
        tried = climb_common.tries(state, ascent, ascent.allowances())
        ways_led = {f.risk.kind for f in tried if f.risk is not None}
        if "up" in ways_led:
            yield "If the test fails they rise no further in this action. (ARAP-CLIMB-04)"
        if "down" in ways_led:
            yield f"{FALLS} (ARAP-CLIMB-10)"
            yield from climb_common.stakes(state, tried)

    def nothing(self, unit: Unit) -> Refusal:
        """A plain move does it."""
        text = f"{unit.name} meets nothing higher than itself on this way."
        return Refusal("nothing-to-climb", text, "ARAP-CLIMB-04", "move: 1 AP")


class Rappel(Scaling, frozen=True, kw_only=True, tag="Rappel"):
    """Come down on ropes or creepers, or slide, for 1 AP and an Initiative test. (ARAP-CLIMB-11)"""

    way: ClassVar[Manner] = RAPPEL

    def amiss(self, state: GameState, unit: Unit, found: Sequence[Footing]) -> Refusal | None:
        """Ropes on the face, or with every member."""
        own = "ropes" in unit.tags or all(state.profile(m).has("ropes") for m in unit.alive)
        for one in found:
            if not own and one.risk is not None and not _has_ropes(state, one):
                text = f"Nothing hangs from {one.risk.step.terrain.name} to come down by, and {unit.name} has no ropes."
                return Refusal("no-ropes", text, "ARAP-CLIMB-11", "climb down: 2 AP; or jump down: 1 AP")
        return None

    def notes(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Iterator[str]:
        """What failing comes to. (ARAP-CLIMB-11)"""
        yield from super().notes(state, ascent, found)
        yield f"{FALLS} (ARAP-CLIMB-11)"
        yield from climb_common.stakes(state, climb_common.tries(state, ascent, ascent.allowances()))

    def nothing(self, unit: Unit) -> Refusal:
        """Only downwards."""
        text = f"{unit.name} comes to no drop higher than itself on this way."
        return Refusal("no-drop", text, "ARAP-CLIMB-11", "a way over an edge; up: climb")


def _has_ropes(state: GameState, found: Footing) -> bool:
    assert found.risk is not None
    return found.risk.step.terrain.ropes


class JumpDown(Scaling, frozen=True, kw_only=True, tag="JumpDown"):
    """Jump down on the way, for 1 AP: an Initiative test for each full 2 inches, and no allowance. (ARAP-FALL-02)

    Who fails falls. Jump packs and gravity chutes need no test. (ARAP-FALL-04)
    """

    way: ClassVar[Manner] = JUMP_DOWN

    def cited(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """Devices and low gravity have a rule of their own. (ARAP-FALL-04)"""
        aided = state.scenario.jump_step_in > EARTHLY_STEP_IN or any(lands_softly(state, m) for m in unit.alive)
        return (*self.way.rules, *(("ARAP-FALL-04",) if aided else ()))

    def amiss(self, state: GameState, unit: Unit, found: Sequence[Footing]) -> Refusal | None:
        """Nobody jumps more than 6 inches without a device. (ARAP-FALL-04)"""
        for one in found:
            drop = one.risk.fall_in if one.risk is not None else 0.0
            if is_beyond(drop, HIGHEST_JUMP_IN) and not lands_softly(state, one.model):
                text = f"{tag(one.model.id)} would jump {drop:.3g}″ down."
                return Refusal("too-deep", text, "ARAP-FALL-04", f"up to {HIGHEST_JUMP_IN:g}″, or climb down: 2 AP")
        return None

    def nothing(self, unit: Unit) -> Refusal:
        """A plain move does it."""
        text = f"{unit.name} comes to no drop of more than 1″ on this way."
        return Refusal("no-drop", text, "ARAP-FALL-02", "a way over an edge, or a move")

    def chances(self, state: GameState, found: Sequence[Footing]) -> Iterator[Chance]:
        """For each height and Initiative the chance of landing safely."""
        by_name: dict[str, Fraction] = {}
        each: list[Fraction] = []
        for one in found:
            if one.risk is None:
                continue
            count = tests(state, one)
            chance = chance_low(state.profile(one.model).i) ** count
            by_name[f"lands safely, {count} test{'' if count == 1 else 's'}"] = chance
            each.append(chance)
        if len(each) > 1:
            by_name["all land safely"] = math.prod(each, start=Fraction(1))
        yield from (Chance(label=label, exact=str(c), value=float(c)) for label, c in by_name.items())

    def notes(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Iterator[str]:
        """What failing comes to, for those who have to test. (ARAP-FALL-01, ARAP-FALL-03)"""
        yield from super().notes(state, ascent, found)
        tried = climb_common.tries(state, ascent, ascent.allowances())
        yield from climb_common.stakes(state, [f for f in tried if tests(state, f)])

    def test(self, progress: Progress, unit: Unit, found: Sequence[Footing]) -> set[ModelId]:
        """Each model takes its own tests."""
        state = progress.state
        jumpers = [f for f in found if f.risk is not None]
        entries = [f.model for f in jumpers for _ in range(tests(state, f))]
        if not entries:
            return set()
        rules = self.cited(state, unit)
        passed = rolls.test_each(progress, unit.id, entries, why=f"{unit.name}: jumping down", rules=rules)
        return {m.id for m in entries} - passed


def lands_softly(state: GameState, model: Model) -> bool:
    """Whether it needs no test to come down. (ARAP-FALL-04)"""
    return any(state.profile(model).has(t) for t in SOFT_LANDING)


def tests(state: GameState, found: Footing) -> int:
    """How many tests a jump down takes: one for each full 2 inches, or more in low gravity. (ARAP-FALL-02, -04)"""
    if found.risk is None or lands_softly(state, found.model):
        return 0
    return math.floor((found.risk.fall_in + TOLERANCE) / max(0.1, state.scenario.jump_step_in))


def allowance(state: GameState, unit: Unit) -> float:
    """Inches that the slowest member has for one action."""
    return min((paths_allowance.basic_move(state, unit, m) for m in unit.alive), default=0.0)


ACTIONS: tuple[type[Action], ...] = (Climb, Rappel, JumpDown)
