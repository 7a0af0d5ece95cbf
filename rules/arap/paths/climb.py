"""Where one model ends that climbs, jumps or leaps along its way, and what it risks. Reads only.

(ARAP-CLIMB-04 to -06, -09 to -11, ARAP-FALL-02, ARAP-JUMP-02)
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.arap.damage.falls import is_far
from rules.arap.paths.manners import LEAP_IN, Manner
from rules.arap.paths.march import Track
from rules.arap.terrain.ground import LegCost
from rules.arap.terrain.levels import FACTORS, LevelStep
from rules.core.ids import TerrainId
from rules.forces.unit import Model, Point
from rules.geometry.lengths import TOLERANCE, distance, is_within, toward
from rules.table.terrain import Terrain

FOOT_IN: Final = 0.05
"""How far from the edge a model stands or hangs that comes to a face."""

AT_FOOT_IN: Final = 1.0
"""A face so near ahead of a hanging model is the one that it hangs on."""


class Risk(NamedTuple):
    """What the first test on the way is about: going up or down, which piece, from how high a fall would be."""

    kind: Literal["up", "down", "across"]
    step: LevelStep
    fall_in: float
    hopeless: bool = False
    """It fails without a roll: the gap is too wide. (ARAP-JUMP-02)"""
    sure: bool = False
    """It succeeds without a roll: a jump pack that lands on a flat top. (ARAP-CLIMB-09)"""


class Footing(NamedTuple):
    """Where a model ends: on which leg and how far along it, whether it hangs, and whether it fell on the way."""

    track: Track
    at: Point
    leg: int
    inches: float
    spent_in: float
    on_face: TerrainId = TerrainId("")
    level_in: float = 0.0
    risk: Risk | None = None
    landing: Point | None = None
    """Where it comes down if it fell."""
    stopped_by: LevelStep | None = None
    """A face that it cannot pass in this manner."""

    @property
    def model(self) -> Model:
        """Who."""
        return self.track.model

    @property
    def facing(self) -> float:
        """Which way it looks in the end."""
        turned = self.track.turning
        if self.leg >= len(self.track.legs):
            return turned.final
        return turned.facings[self.leg] if self.at != self.track.points[0] else self.model.facing

    @property
    def has_moved(self) -> bool:
        """Whether it is anywhere but where it was."""
        model = self.model
        return distance(self.at, model.at) > TOLERANCE or abs(self.level_in - model.level_in) > TOLERANCE

    @property
    def path(self) -> tuple[Point, ...]:
        """The way that it went."""
        passed = self.track.points[: self.leg + 1]
        return passed if passed[-1] == self.at else (*passed, self.at)


class Walker:
    """One model on its way: goes along its legs while its allowance lasts."""

    def __init__(
        self,
        track: Track,
        allowance: float,
        way: Manner,
        *,
        holds: bool = True,
        face: Terrain | None = None,
        widest_jump: float = 0.0,
    ) -> None:
        """`holds`: its tests are passed; `face` is what a hanging model hangs on."""
        self.track, self.way, self.holds, self.widest_jump = track, way, holds, widest_jump
        self.face = face
        self.stopped_by: LevelStep | None = None
        self.allowance = self.left = allowance
        self.leg, self.inches = 0, 0.0
        self.risk: Risk | None = None
        self.landing: Point | None = None
        self.level_in = track.model.level_in
        self.on_face = track.model.on_face

    def walk(self) -> Footing:
        """As far as it goes."""
        if self.on_face and not self._is_ahead() and not self._come_down():
            return self._stopped()
        for n in range(len(self.track.legs)):
            self.leg, self.inches = n, 0.0
            if not self._take(n):
                return self._stopped()
        self.leg, self.inches = len(self.track.legs), 0.0
        return self._stopped()

    # -- standing --------------------------------------------------------------------------------------------------

    @property
    def _here(self) -> Point:
        points = self.track.points
        if self.leg >= len(self.track.legs):
            return points[-1]
        return toward(points[self.leg], points[self.leg + 1], self.inches) if self.inches else points[self.leg]

    def _stopped(self) -> Footing:
        return Footing(
            self.track,
            self._here,
            self.leg,
            self.inches,
            self.allowance - self.left,
            self.on_face,
            self.level_in,
            self.risk,
            self.landing,
            self.stopped_by,
        )

    def _is_ahead(self) -> bool:
        """Whether a hanging model goes on over the face that it hangs on."""
        if not self.track.legs:
            return True
        first = next(iter(self.track.legs[0].steps), None)
        return first is not None and first.terrain.id == self.on_face and is_within(first.at_in, AT_FOOT_IN)

    def _hang(self, face: TerrainId, level: float) -> bool:
        self.on_face, self.level_in = (face, round(level, 4)) if level > TOLERANCE else (TerrainId(""), 0.0)
        self.left = 0.0
        return False

    def _let_go(self) -> None:
        self.on_face, self.level_in = TerrainId(""), 0.0

    # -- going -----------------------------------------------------------------------------------------------------

    def _take(self, n: int) -> bool:
        """One leg; whether it is done."""
        leg, track = self.track.legs[n], self.track
        price = track.turning.costs[n] + track.extras[n]
        if not is_within(price, self.left):
            return False
        self.left -= price
        skipped: LevelStep | None = None
        for place, step in enumerate(leg.steps):
            if step is skipped:
                continue
            if not self._along(leg, step.at_in - FOOT_IN):
                return False
            if step.kind == "narrow":
                if not is_within(step.cost_in, self.left):
                    return False
                self.left -= step.cost_in
            elif self.way.over_gaps and step.terrain.depth_in and step.rise_in < 0:
                skipped = next((s for s in leg.steps[place + 1 :] if s.terrain is step.terrain), None)
                if not self._across(leg, step, skipped):
                    return False
            elif not self._over(leg, step):
                return False
        return self._along(leg, leg.length_in)

    def _along(self, leg: LegCost, to_in: float) -> bool:
        """On the ground to a point of the leg; whether the allowance reaches it."""
        if to_in <= self.inches:
            return True
        cost = leg.cost_between(self.inches, to_in)
        if is_within(cost, self.left):
            self.inches, self.left = to_in, max(0.0, self.left - cost)
            return True
        self.inches = max(self.inches, leg.reached_from(self.inches, self.left))
        self.left = 0.0
        return False

    def _over(self, leg: LegCost, step: LevelStep) -> bool:
        """Up, down or over one step of the leg; whether the model goes on."""
        before = max(0.0, step.at_in - FOOT_IN)
        after = min(leg.length_in, step.at_in + FOOT_IN)
        if step.rise_in < 0:
            return self._down(step, before, after)
        if step.kind == "face" and not self._may_rise(step, before):
            return False
        return self._up(leg, step, before, after)

    def _may_rise(self, step: LevelStep, before: float) -> bool:
        """Note what is risked; a failed test leaves the model where it is. (ARAP-CLIMB-04)"""
        if self.way.up == "pack":
            return self._leap(step, before)
        if self.way.up == "no" or step.terrain.vertical == "impassable":
            self.stopped_by = step
        if self.left <= TOLERANCE or self.stopped_by is not None:
            self.inches = before
            return False
        self.risk = self.risk or Risk("up", step, self.level_in)
        if not self.holds:
            self.inches = before
            return False
        return True

    def _leap(self, step: LevelStep, before: float) -> bool:
        """A jump pack lands on a flat top in its reach, or takes hold of the face. (ARAP-CLIMB-09)"""
        if not step.over and is_within(step.height_in, LEAP_IN):
            self.risk = self.risk or Risk("up", step, 0.0, sure=True)
            self.left += step.cost_in
            return True
        reached = min(step.height_in, LEAP_IN)
        self.inches = before
        self.risk = Risk("up", step, reached)
        if self.holds:
            return self._hang(step.terrain.id, reached)
        self.landing = self._here
        return False

    def _up(self, leg: LegCost, step: LevelStep, before: float, after: float) -> bool:
        """Pay for the height; short of it the model hangs, or stays below a mere step."""
        begun = self.level_in if self.on_face else 0.0
        needed = step.cost_in * (1 - begun / step.height_in)
        if not is_within(needed, self.left):
            self.inches = before
            if step.kind == "step":
                return False
            hold = step.ladder.id if step.ladder is not None else step.terrain.id
            return self._hang(hold, begun + self.left * step.height_in / step.cost_in)
        self.left = max(0.0, self.left - needed)
        if not step.over:
            self._let_go()
            self.inches = after
            return True
        return self._astride(leg, step, before, begun > 0)

    def _astride(self, leg: LegCost, step: LevelStep, before: float, in_two: bool) -> bool:
        """From the top of a wall down its other side, which is free when the wall is crossed in one move.

        (ARAP-CLIMB-05)
        """
        beyond = min(leg.length_in, step.at_in + step.through_in + FOOT_IN)
        across = leg.cost_between(step.at_in, beyond)
        if not is_within(across, self.left):
            self.inches = before
            return self._hang(step.terrain.id, step.height_in)
        self.left = max(0.0, self.left - across)
        self.inches = beyond
        self._let_go()
        if in_two and step.kind == "face":
            if not is_within(step.cost_in, self.left):
                left_over = step.height_in - self.left * step.height_in / step.cost_in
                return self._hang(step.terrain.id, left_over)
            self.left = max(0.0, self.left - step.cost_in)
        return True

    def _down(self, step: LevelStep, before: float, after: float) -> bool:
        """Down from an edge. (ARAP-CLIMB-10, ARAP-CLIMB-11, ARAP-FALL-02)"""
        if self.way.down in ("drop", "flight"):
            self.inches = after
            if self.way.down == "flight":
                return True
            self.risk = self.risk or Risk("down", step, step.height_in)
            return self.holds or self._fall(step.height_in)
        if step.kind != "face":
            return self._step_down(step, before, after)
        if self.way.down == "no" or step.terrain.vertical == "impassable":
            self.stopped_by = step
        if self.left <= TOLERANCE or self.stopped_by is not None:
            self.inches = before
            return False
        self.risk = self.risk or Risk("down", step, step.height_in)
        self.inches = after
        if not self.holds:
            return self._fall(step.height_in)
        if is_within(step.cost_in, self.left):
            self.left = max(0.0, self.left - step.cost_in)
            return True
        return self._hang(step.terrain.id, step.height_in - self.left * step.height_in / step.cost_in)

    def _step_down(self, step: LevelStep, before: float, after: float) -> bool:
        if is_within(step.cost_in, self.left):
            self.left = max(0.0, self.left - step.cost_in)
            self.inches = after
            return True
        self.inches = before
        if step.ladder is None:
            return False
        self.inches = after
        return self._hang(step.ladder.id, step.height_in - self.left * step.height_in / step.cost_in)

    def _come_down(self) -> bool:
        """From where it hangs to the foot of the face; whether the model goes on from there."""
        piece = self.face or Terrain(id=self.on_face, name="the face", points=())
        factor = 0.0 if self.way.down in ("drop", "flight") else FACTORS.get(piece.vertical, 1.0)
        step = LevelStep(piece, 0.0, -self.level_in, self.level_in * factor, "face")
        self.risk = Risk("down", step, self.level_in)
        if not self.holds:
            return self._fall(self.level_in)
        if not is_within(step.cost_in, self.left):
            return self._hang(self.on_face, self.level_in - self.left / factor)
        self.left = max(0.0, self.left - step.cost_in)
        self._let_go()
        return True

    def _fall(self, height: float) -> bool:
        """Down it goes; after 3 inches or less it may move on. (ARAP-FALL-03)"""
        self._let_go()
        self.landing = self._here
        self.holds = True
        return not is_far(height)

    def _across(self, leg: LegCost, near: LevelStep, far: LevelStep | None) -> bool:
        """Over a gap, or down into it at the near edge. (ARAP-JUMP-02)"""
        end = far.at_in if far is not None else leg.length_in
        width = end - near.at_in
        hopeless = far is None or not is_within(width, min(self.widest_jump, self.left))
        self.risk = self.risk or Risk("across", near, near.height_in, hopeless)
        if self.holds and not hopeless:
            self.inches, self.left = min(leg.length_in, end + FOOT_IN), max(0.0, self.left - width)
            return True
        self.inches = near.at_in + min(FOOT_IN, width / 2)
        self._fall(near.height_in)
        return False
