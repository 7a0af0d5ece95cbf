"""Jumping across gaps, and leaping up with jump packs. (ARAP-JUMP-02, ARAP-JUMP-03, ARAP-CLIMB-09)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from rules.arap import building_interface, rolls
from rules.arap.movement import climb_common
from rules.arap.movement.building_interface import EdgesOfBuildings
from rules.arap.movement.climb import Scaling
from rules.arap.movement.climb_common import Ascent
from rules.arap.paths.climb import Footing
from rules.arap.paths.manners import JUMP_ACROSS, LEAP_IN, LEAP_UP, Manner
from rules.core.ids import ModelId
from rules.core.preview import Chance, success
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Unit, tag
from rules.progress import Action, Progress
from rules.state import GameState


class JumpAcross(Scaling, frozen=True, kw_only=True, tag="JumpAcross"):
    """Run up and jump a gap, for 1 AP. Whoever commits learns then how wide it is. (ARAP-JUMP-02)

    Too wide, by the move less an inch or by what is left of it, it fails outright; else each model takes an Initiative
    test. Who fails falls to the bottom at the near edge.
    """

    way: ClassVar[Manner] = JUMP_ACROSS

    def cited(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """Exceptions have a rule of their own. (ARAP-JUMP-03)"""
        exempt = any(climb_common.leaps_by_nature(state, unit, m) for m in unit.alive)
        limited = exempt or any(t.startswith("jump-max:") for t in unit.tags)
        return (*self.way.rules, *(("ARAP-JUMP-03",) if limited else ()))

    def unfit(self, state: GameState, unit: Unit) -> Refusal | None:
        """Infantry jump, and whoever does so by nature."""
        for model in unit.alive:
            if state.profile(model).kind != "humanoid" and not climb_common.leaps_by_nature(state, unit, model):
                text = f"{tag(model.id)} is no infantry and does not jump gaps."
                return Refusal("no-jumper", text, "ARAP-JUMP-02", "go round; the host may exempt it")
        return None

    def nothing(self, unit: Unit) -> Refusal:
        """A plain move does it."""
        text = f"{unit.name} comes to no gap of more than 1″ on this way."
        return Refusal("no-gap", text, "ARAP-JUMP-02", "a way over a gap; 1″ is crossed in a move")

    def chances(self, state: GameState, found: Sequence[Footing]) -> Iterator[Chance]:
        """The chance of the test; whether the gap is too wide shows only when the jump is made."""
        each = [
            chance_low(state.profile(f.model).i)
            for f in found
            if f.risk is not None and not climb_common.leaps_by_nature(state, state.units[self.unit], f.model)
        ]
        for chance in dict.fromkeys(each):
            yield success("passes the test", chance)
        if len(each) > 1:
            every = math.prod(each, start=Fraction(1))
            yield Chance(label="all pass", exact=str(every), value=float(every))

    def notes(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Iterator[str]:
        """How far they can jump; the gap itself is measured only after they commit."""
        widest = min(climb_common.widest_jump(state, ascent.unit, m) for m in ascent.unit.alive)
        if widest < float("inf"):
            yield f"Jumps at most {widest:.3g}″; the gap is measured once they jump."

    def test(self, progress: Progress, unit: Unit, found: Sequence[Footing]) -> set[ModelId]:
        """Those who can make it test, each for itself; natural jumpers do not. (ARAP-JUMP-03)"""
        state = progress.state
        jumpers = [f for f in found if f.risk is not None]
        failed = {f.model.id for f in jumpers if f.risk is not None and f.risk.hopeless}
        trying = [f.model for f in jumpers if f.model.id not in failed]
        testing = [m for m in trying if not climb_common.leaps_by_nature(state, unit, m)]
        if not testing:
            return failed
        why = f"{unit.name}: jumping across"
        passed = rolls.test_each(progress, unit.id, testing, why=why, rules=self.cited(state, unit))
        return failed | ({m.id for m in testing} - passed)


class LeapUp(Scaling, frozen=True, kw_only=True, tag="LeapUp"):
    """Leap up to 6 inches high with jump packs, from within 6 inches of the foot, for 1 AP. (ARAP-CLIMB-09)

    On a flat top they just land; on a face each needs an Initiative test for a handhold, or falls from there.
    """

    way: ClassVar[Manner] = LEAP_UP

    def unfit(self, state: GameState, unit: Unit) -> Refusal | None:
        """Everybody has a jump pack, and no ceiling over him. (BLD-UNIT-06)"""
        if all(state.profile(m).has("jump-pack") for m in unit.alive):
            edges = building_interface.ask(EdgesOfBuildings)
            return next((no for m in unit.alive if (no := edges.ceiling(state, m)) is not None), None)
        text = f"{unit.name} has no jump packs."
        return Refusal("no-jump-packs", text, "ARAP-CLIMB-09", "climb: 2 AP")

    def nothing(self, unit: Unit) -> Refusal:
        """They move as they do."""
        text = f"{unit.name} comes to no face within {LEAP_IN:g}″ on this way."
        return Refusal("no-face", text, "ARAP-CLIMB-09", f"a face whose foot is within {LEAP_IN:g}″")

    def chances(self, state: GameState, found: Sequence[Footing]) -> Iterator[Chance]:
        """For each Initiative the chance of a handhold; none where they land on top."""
        for goal in dict.fromkeys(state.profile(f.model).i for f in found if _grabs(f)):
            chance = chance_low(goal)
            yield success("gains a handhold", chance)

    def notes(self, state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Iterator[str]:
        """What failing comes to. (ARAP-CLIMB-09, ARAP-FALL-01)"""
        yield from super().notes(state, ascent, found)
        yield from climb_common.stakes(state, [f for f in found if _grabs(f)])

    def test(self, progress: Progress, unit: Unit, found: Sequence[Footing]) -> set[ModelId]:
        """Each model that takes hold tests for itself."""
        testing = [f.model for f in found if _grabs(f)]
        if not testing:
            return set()
        why = f"{unit.name}: handholds"
        return {m.id for m in testing} - rolls.test_each(progress, unit.id, testing, why=why, rules=self.way.rules)


def _grabs(found: Footing) -> bool:
    return found.risk is not None and not found.risk.sure


ACTIONS: tuple[type[Action], ...] = (JumpAcross, LeapUp)
