"""A move action as it is driven, encounter by encounter. (CRU-MOVE-04, CRU-BLIP-01, CRU-OVER-03)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, TerrainId, UnitId
from rules.crusade import courses, marks, models
from rules.crusade.courses import DriveLeg, Stop
from rules.crusade.damage.falls import FallDown
from rules.crusade.driving.jumping import Jump
from rules.crusade.driving.over_running import OverRun
from rules.crusade.driving.ramming import RammingRoll
from rules.crusade.driving.way import driven
from rules.crusade.events.blips import BlipShown
from rules.crusade.events.moves import HasRammed, MoveBrokenOff, StraightFlown, VehicleDriven
from rules.crusade.marks import Blip
from rules.crusade.spotting import Seen
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress, TaskStruct
from rules.state import GameState

LEAST_IN: Final = 0.05
"""Less of a move action is worth nothing."""


class OnTheMove(TaskStruct, frozen=True, kw_only=True, tag="OnTheMove"):
    """A move action as it is driven: up to the next encounter, then the rest. (CRU-OVER-03)"""

    unit: UnitId
    legs: tuple[DriveLeg, ...]
    count: int
    """Move actions spent in this turn, this one among them: dice of over-runs and rams. (CRU-OVER-01, CRU-RAM-01)"""
    by: SideId
    """Who drives it: after a wipeout an enemy."""
    back: bool = False
    ram: str = ""
    jump: bool = False
    met: tuple[str, ...] = ()
    stood: tuple[float, float, float] | None = None
    """Where it met the last of these, in inches, and the way it looked."""
    spare_in: float = 0.0
    """Inches of the move action beyond what was planned of it."""

    def run(self, progress: Progress) -> None:
        """The next encounter on the first leg that is left."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone or models.is_wreck(state, self.unit) or not self.legs:
            return
        leg = self.legs[0]
        hull = models.pose(state, unit)
        if self._is_out_of_hand(state, unit):
            self._break_off(progress, unit)
            return
        if leg.turn_deg:
            self._turn(progress, unit, hull, leg)
            return
        stop = courses.first_stop(state, unit, hull, leg.inches, back=self.back, met=self.met, ram=self.ram)
        self._drive(progress, unit, hull, stop.inches)
        self._uncover(progress)
        rest = leg.inches - stop.inches
        later = replace(self, legs=(DriveLeg(inches=rest), *self.legs[1:]) if rest > 0 else self.legs[1:])
        self._meet(progress, stop, later)

    def _is_out_of_hand(self, state: GameState, unit: Unit) -> bool:
        """Whether its way is another than was planned: an enemy has driven it off, or its driver is gone.

        Up to version 14 it went on from wherever it stood then. (CRU-WIPE-02, CRU-TRAN-06)
        """
        if state.is_older_than("15"):
            return False
        driven_off = self.stood is not None and self.stood != _stands(unit)
        return driven_off or (self.by == unit.side and not models.has_driver(state, unit.id))

    def _break_off(self, progress: Progress, unit: Unit) -> None:
        """Its owner may drive what is left of it another way. (CRU-WIPE-02, CRU-OVER-03)

        Up to version 15 that was lost.
        """
        state = progress.state
        left = sum(leg.cost_in for leg in self.legs) + self.spare_in
        stopped = marks.of(state, unit.id).rammed or not models.has_driver(state, unit.id)
        if stopped or self.by != unit.side or left < LEAST_IN or state.is_older_than("16"):
            return
        rules = ("CRU-WIPE-02", "CRU-OVER-03")
        event = MoveBrokenOff(side=unit.side, unit=unit.id, left_in=round(left, 4), back=self.back, rules=rules)
        progress.emit(event)

    def _turn(self, progress: Progress, unit: Unit, hull: Hull, leg: DriveLeg) -> None:
        stop = courses.turned_into(progress.state, unit, hull, leg.turn_deg, self.met)
        if stop is not None and stop.kind != "troop":
            return  # something has come to stand there since: it stops
        if stop is not None:
            self._meet(progress, stop, self)
            return
        after = courses.turned(hull, leg.turn_deg)
        rules = ("CRU-MOVE-02", "CRU-MOVE-04")
        progress.emit(
            VehicleDriven(
                side=unit.side,
                unit=unit.id,
                at=courses.rounded(after.centre),
                facing=after.heading,
                turn_deg=leg.turn_deg,
                rules=rules,
            )
        )
        self._uncover(progress)
        straight = (replace(leg, turn_deg=0.0),) if leg.inches else ()
        progress.queue(replace(self, legs=(*straight, *self.legs[1:]), stood=None))

    def _drive(self, progress: Progress, unit: Unit, hull: Hull, inches: float) -> None:
        if inches <= 0:
            return
        flies = models.in_air(progress.state, unit)
        after = hull.driven(-inches if self.back else inches)
        rules = ("CRU-MOVE-04", *(("CRU-MOVE-08", "CRU-OVER-04") if flies else ()))
        driven(progress, unit, after, inches, back=self.back, how="flies" if flies else "", rules=rules)

    def _uncover(self, progress: Progress) -> None:
        """All blips that are near and seen where it stands. (CRU-BLIP-01)

        Up to version 13 none by a turn on the spot, and of several at the end of a way one.
        """
        state = progress.state
        if state.is_older_than("14"):
            return
        unit = state.units[self.unit]
        for blip in courses.blips_near(state, unit, models.pose(state, unit)):
            self._show(progress, blip)

    def _show(self, progress: Progress, blip: Blip) -> None:
        side = progress.state.units[self.unit].side
        progress.emit(BlipShown(side=side, unit=self.unit, blip=blip.id, content=blip.content, rules=("CRU-BLIP-01",)))

    def _meet(self, progress: Progress, stop: Stop, later: OnTheMove) -> None:
        """What happens there, and what is left of the move after it."""
        side = progress.state.units[self.unit].side
        stood = None if progress.state.is_older_than("15") else _stands(progress.state.units[self.unit])
        later = replace(later, met=(*self.met, stop.id), stood=stood)
        if stop.kind == "end":
            progress.queue(replace(later, met=self.met))
        elif stop.kind == "troop":
            over = OverRun(unit=self.unit, troop=UnitId(stop.id), count=self.count, by=self.by)
            progress.queue(over, later)
        elif stop.kind == "blip":
            blip = next(b for b in marks.marks(progress.state).blips if b.id == stop.id)
            if not blip.shown:
                self._show(progress, blip)
            progress.queue(later)
        elif stop.kind == "gap":
            if self.jump:
                progress.queue(Jump(unit=self.unit, gap=TerrainId(stop.id), back=self.back))
            else:
                progress.queue(later)
        elif stop.id == self.ram:
            progress.emit(HasRammed(side=side, unit=self.unit, rules=("CRU-RAM-02",)))
            dice = models.vehicle(progress.state, self.unit).dice + self.count
            progress.queue(RammingRoll(unit=self.unit, target=stop.id, dice=dice, by=self.by))


def _stands(unit: Unit) -> tuple[float, float, float]:
    (x, y), facing = unit.models[0].at, unit.models[0].facing
    return (x, y, facing)


class MoveEnds(TaskStruct, frozen=True, kw_only=True, tag="MoveEnds"):
    """A move action is over: a FLYER may have flown straight on, a hull may stand over nothing. (CRU-MOVE-07)"""

    unit: UnitId
    straight: bool = False
    inside: TerrainId = TerrainId("")
    """The gap at whose bottom it stood when it set out: it does not fall into that again."""

    def run(self, progress: Progress) -> None:
        """Whoever stands over a drop falls into it. (CRU-FALL-01)"""
        state = progress.state
        unit = state.units[self.unit]
        progress.queue(Seen())
        if unit.is_gone or models.is_wreck(state, self.unit):
            return
        if self.straight and models.in_air(state, unit) and not marks.of(state, self.unit).rammed:
            progress.emit(StraightFlown(side=unit.side, unit=unit.id, rules=("CRU-MOVE-07",)))
        drop = courses.drop_under(state, unit)
        if drop is not None and drop.id != self.inside and not marks.of(state, self.unit).fallen:
            progress.queue(FallDown(unit=unit.id, inches=drop.depth_in))


TASKS: tuple[type[TaskStruct], ...] = (
    OnTheMove,
    MoveEnds,
)
