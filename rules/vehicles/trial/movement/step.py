"""The Movement step: the whole move of a vehicle for one action point. (TRI-MOVE-01 to -07, TRI-ROAD-01)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.paths import end_of_move, legality
from rules.arap.paths.turns import Waypoint
from rules.core.ids import UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared.events import Immobilised
from rules.vehicles.shared.hull import Pose, condition, hull_of, pose_of, posed
from rules.vehicles.trial.damage import wreck
from rules.vehicles.trial.events import GroundSlows, StepTaken
from rules.vehicles.trial.hull.bands import SLOW_IN, WORDS, band
from rules.vehicles.trial.hull.profile import is_skimmer, is_walker, marks_of, profile_of
from rules.vehicles.trial.hull.steps import did, may_take
from rules.vehicles.trial.shooting import allowance
from rules.vehicles.trial.tank_shock import shock as tank_shock
from rules.vehicles.trial.tank_shock import stand
from rules.vehicles.trial.terrain import clearance, tests
from rules.vehicles.trial.terrain.classes import field_of
from rules.vehicles.trial.terrain.tests import GroundTest
from rules.vehicles.trial.terrain.way import TrialWay, plan

ROAD_IN: Final = 6.0
"""What a road adds to the maximum. (TRI-ROAD-01)"""

MOST_WAYPOINTS: Final = 40


def cannot_move(state: GameState, unit: Unit) -> Refusal | None:
    """Why the vehicle may not so much as turn, if so."""
    if condition(unit).immobilised:
        text = f"{unit.name} is immobilised: it never moves or turns again."
        return Refusal("immobilised", text, "TRI-DMG-04", "firing, or finishing")
    if state.is_locked(unit.id):
        return Refusal("locked", f"{unit.name} is locked in melee.", "ARAP-ACT-10", "fighting on")
    return None


def most_in(state: GameState, unit: Unit, *, road: bool = False) -> float:
    """How far it may move in its step. (TRI-MOVE-01, TRI-MOVE-06, TRI-WALK-01, TRI-ROAD-01)"""
    return profile_of(state, unit).move_in + (ROAD_IN if road else 0.0)


class MovementStep(Action, frozen=True, kw_only=True, tag="MovementStep"):
    """Move through places of the hull's centre, the starting place left out; turns on the spot are free.

    It goes ahead, or back where the gait is "back" or that is the shorter turn to the facing asked for. `declared` is
    the distance named before the move, by default the path's; `road` claims the bonus of a move that stays on a road,
    `shock` declares a tank shock. (TRI-TERR-01, TRI-ROAD-01, TRI-SHOCK-01)
    """

    unit: UnitId
    path: tuple[Waypoint, ...]
    declared: float | None = None
    road: bool = False
    shock: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """The step, the crew, the distance, what is claimed, what is in the way."""
        refusal = may_take(state, self.side, self.unit, "movement")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = cannot_move(state, unit)
        if refusal:
            return refusal
        return legality.named(
            self._barred(state, unit),
            len(self.path),
            lambda n: replace(self, path=self.path[:n])._barred(state, unit),
        )

    def way(self, state: GameState) -> TrialWay:
        """The drive, leg by leg; a tank shock goes no further than it is let. (TRI-SHOCK-03)"""
        return self._shocked(state)[0]

    def _drawn(self, state: GameState) -> TrialWay:
        """The drive as it is asked for."""
        return plan(hull_of(state, state.units[self.unit]), self.path)

    def _said(self, state: GameState) -> float | None:
        """The distance named before the move; that of the path, if a tank shock may end before it."""
        return self._drawn(state).length_in if self.shock and self.declared is None else self.declared

    def _shocked(self, state: GameState) -> tuple[TrialWay, str]:
        """The drive, and what stops a tank shock on it."""
        drawn = self._drawn(state)
        if not self.shock:
            return drawn, ""
        return tank_shock.stopped(state, state.units[self.unit], drawn, fast=tests.is_fast(drawn, self.declared))

    def _barred(self, state: GameState, unit: Unit) -> Refusal | None:
        refusal = self._no_way(state)
        if refusal:
            return refusal
        refusal = self._too_far(state, unit, self._drawn(state))
        if refusal:
            return refusal
        way = self.way(state)
        fast = tests.is_fast(self._drawn(state), self.declared)
        shoves = tank_shock.shoved(state, unit, way) if self.shock else ()
        return (
            self._road(state, unit, way)
            or (tank_shock.not_straight(state, unit, way) if self.shock else None)
            or clearance.blocked(state, unit, way, fast=fast, shoves=shoves)
            or end_of_move.comes_nearer(state, unit, [(unit.models[0].at, self.path[-1].at)])
        )

    def _no_way(self, state: GameState) -> Refusal | None:
        if not self.path:
            return Refusal("no-path", "The path has no end.", "TRI-MOVE-01", "at least one place to go to")
        if len(self.path) > MOST_WAYPOINTS:
            text = f"A path has 1 to {MOST_WAYPOINTS} waypoints, this one {len(self.path)}."
            return Refusal("bad-path", text, "TRI-MOVE-01", f"1 to {MOST_WAYPOINTS} waypoints")
        width, height = state.scenario.width_in, state.scenario.height_in
        if any(not (0 <= w.at[0] <= width and 0 <= w.at[1] <= height) for w in self.path):
            return Refusal("off-table", "The path leaves the table.", "TRI-MOVE-01", f"0-{width:g}″ by 0-{height:g}″")
        return None

    def _too_far(self, state: GameState, unit: Unit, way: TrialWay) -> Refusal | None:
        most = most_in(state, unit, road=self.road)
        slowed = marks_of(unit).ground_in if did(state, unit) or marks_of(unit).turn == state.turn.number else 0.0
        if slowed and is_walker(state, unit) and tests.slows(state, unit, way):
            most = min(most, slowed)
        rule = "TRI-ROAD-01" if self.road else self._rule_of_move(state, unit)
        if is_beyond(way.length_in, most):
            text = f"{unit.name} may move {most:g}″; this path is {way.length_in:.2f}″."
            return Refusal("too-far", text, rule, f"up to {most:g}″ with any turns")
        if self.declared is not None and is_beyond(way.length_in, self.declared):
            text = f"{unit.name} was declared to move {self.declared:g}″; this path is {way.length_in:.2f}″."
            return Refusal("too-far", text, "TRI-TERR-01", f"up to {self.declared:g}″, or declaring more")
        return None

    @staticmethod
    def _rule_of_move(state: GameState, unit: Unit) -> str:
        if is_walker(state, unit):
            return "TRI-WALK-01"
        return "TRI-MOVE-06" if profile_of(state, unit).is_a("fast") else "TRI-MOVE-01"

    def _road(self, state: GameState, unit: Unit, way: TrialWay) -> Refusal | None:
        """What bars the bonus. (TRI-ROAD-01)"""
        if not self.road:
            return None
        why = ""
        if is_skimmer(state, unit) or is_walker(state, unit):
            why = "Skimmers and walkers have none"
        elif self.shock:
            why = "A tank shock has none"
        elif {"loaded", "unloaded"} & set(did(state, unit)):
            why = "Troops got in or out in this turn"
        elif tests.tests(state, unit, way, self._said(state)):
            why = "Its move needs a test for difficult ground"
        elif not self._stays_on_road(state, unit, way):
            why = "It leaves the road"
        if not why:
            return None
        most = most_in(state, unit)
        return Refusal("no-road-bonus", f"{why}: no bonus, {most:g}″ at most.", "TRI-ROAD-01", f"up to {most:g}″")

    @staticmethod
    def _stays_on_road(state: GameState, unit: Unit, way: TrialWay) -> bool:
        """Whether the middle of the hull never leaves the road."""
        roads = field_of(state, profile_of(state, unit), fast=True).roads
        pairs = zip(way.hulls, way.hulls[1:], strict=False)
        return bool(roads.areas_at(way.hulls[0].centre)) and all(
            span.area_ids for a, b in pairs for span in roads.spans(a.centre, b.centre) if span.length_in > 0
        )

    def preview(self, state: GameState) -> Preview:
        """The runs, where it would stand, what it may fire then, each test with its chance, whom it shocks."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not unit.is_vehicle or self._no_way(state):
            return Preview(ap=1, refusal=refusal)
        way = self.way(state)
        found = tests.tests(state, unit, way, self._said(state))
        flies = is_skimmer(state, unit) and tests.is_fast(self._drawn(state), self.declared)
        return Preview(
            ap=1,
            refusal=refusal,
            legs=way.legs(),
            spent_in=way.length_in,
            allowance_in=most_in(state, unit, road=self.road),
            chances=(*self._chances(state, unit, way, found),),
            notes=tuple(self._notes(state, unit, way, found)),
            ghosts=((str(unit.models[0].id), *pose_of(way.end)),),
            halts=tuple((_halt_words(test, crashes=flies), *pose_of(way.at(test.at_in))) for test in found),
            rules=tuple(dict.fromkeys(self._cited(state, unit, way, found))),
        )

    def _chances(self, state: GameState, unit: Unit, way: TrialWay, found: tuple[GroundTest, ...]) -> Iterator[Chance]:
        stands = Fraction(1)
        for test in found:
            bad = Fraction(test.bad_to, 6)
            label = f"{test.name}: stuck there"
            if is_skimmer(state, unit) and tests.is_fast(way, self.declared):
                label = f"{test.name}: crashes"
            yield Chance(label=label, exact=str(stands * bad), value=float(stands * bad))
            stands *= 1 - bad
        if self.shock:
            for other in tank_shock.met(state, unit, way):
                breaks = 1 - tank_shock.holds(state, other)
                yield Chance(label=f"{other.name} routs", exact=str(breaks), value=float(breaks))
        if is_walker(state, unit) and not marks_of(unit).ground_in and tests.slows(state, unit, way):
            need = way.length_in
            good = sum(max(a, b) >= need - 0.01 for a in range(1, 7) for b in range(1, 7))
            odds = Fraction(good, 36)
            yield Chance(label="gets there through difficult ground", exact=str(odds), value=float(odds))

    def _notes(self, state: GameState, unit: Unit, way: TrialWay, found: tuple[GroundTest, ...]) -> Iterator[str]:
        moved = band(way.length_in)
        yield WORDS[moved]
        yield f"may fire then: {'nothing' if self.road else allowance.words(state, unit, moved)}"
        for test in found:
            yield f"{test.name}, {test.kind}: a test after {test.at_in:.3g}″, bad on {test.faces}"
        if self.shock:
            yield from tank_shock.give_way(state, unit, way)
            yield from filter(None, (stand.sentence(state, other, unit) for other in tank_shock.met(state, unit, way)))
        if self.shock and (by := self._shocked(state)[1]):
            yield f"stopped after {way.length_in:.3g}″: {by}"
        elif self.shock and not tank_shock.shoved(state, unit, way):
            yield "tank shock: nobody is in its way"
        if self.road:
            yield "road: no firing, nobody in or out in this turn"

    def _cited(self, state: GameState, unit: Unit, way: TrialWay, found: tuple[GroundTest, ...]) -> Iterator[str]:
        yield from ("TRI-JOIN-02", self._rule_of_move(state, unit), "TRI-MOVE-07", "TRI-FIRE-12")
        if way.turns:
            yield "TRI-MOVE-02"
        if way.backs:
            yield "TRI-MOVE-03"
        if self.road:
            yield "TRI-ROAD-01"
        if self.shock:
            yield from ("TRI-SHOCK-01", "TRI-SHOCK-02", "TRI-SHOCK-03", "TRI-TYPE-03")
            if any(stand.sentence(state, other, unit) for other in tank_shock.met(state, unit, way)):
                yield "TRI-SHOCK-04"
        yield from self._of_type(state, unit, way)
        yield from tests.cited(state, unit, way)
        for test in found:
            yield from test.rules
        if is_walker(state, unit) and tests.slows(state, unit, way):
            yield "TRI-WALK-02"

    @staticmethod
    def _of_type(state: GameState, unit: Unit, way: TrialWay) -> Iterator[str]:
        """What its type has to do with it."""
        profile = profile_of(state, unit)
        if profile.is_a("fast") and not profile.walks:
            yield from ("TRI-TYPE-02", "TRI-CHAR-03")
        if profile.walks:
            yield from ("TRI-TYPE-06", "TRI-MOVE-05")
        if profile.walks and profile.locomotion == "antigrav":
            yield "TRI-TYPE-05"
        if is_skimmer(state, unit):
            yield from ("TRI-TYPE-04", "TRI-SKIM-01")

    def resolve(self, progress: Progress) -> None:
        """Pay; brave the ground; drive as far as that lets it, meeting whom it shocks."""
        state = progress.state
        unit = state.units[self.unit]
        way, stopped_by = self._shocked(state)
        rules = ("TRI-JOIN-02", "TRI-MOVE-07")
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=1, action="drive", rules=rules))
        what = ("movement", *(("road",) if self.road else ()))
        progress.emit(StepTaken(unit=unit.id, side=self.side, what=what, rules=rules))
        if self.shock:
            text = f"{unit.name} declares a tank shock"
            progress.emit(Note(side=self.side, unit=unit.id, text=text, rules=("TRI-SHOCK-01", "TRI-TYPE-03")))
        if stopped_by:
            text = f"{unit.name} is stopped after {way.length_in:.3g}″: {stopped_by}"
            progress.emit(Note(side=self.side, unit=unit.id, text=text.rstrip("."), rules=("TRI-SHOCK-03",)))
        fast = tests.is_fast(self._drawn(state), self.declared)
        way = self._slowed(progress, unit, way)
        shocked = [u.id for u in tank_shock.met(state, unit, way)] if self.shock else []
        shoves = sorted(tank_shock.shoved(state, unit, way)) if self.shock else []
        way, stuck = self._brave(progress, unit, way)
        poses = tuple(pose_of(h) for h in way.hulls)
        progress.queue(
            *(tank_shock.MeetTank(unit=u, tank=unit.id, path=poses) for u in shocked),
            *(tank_shock.ShoveAside(unit=u, tank=unit.id, path=poses) for u in shoves if state.units[u].is_vehicle),
            RollOn(
                unit=unit.id,
                path=poses,
                stuck=stuck is not None,
                crash=stuck is not None and is_skimmer(state, unit) and fast,
                rules=tuple(dict.fromkeys(self._cited(state, unit, way, ()))),
            ),
        )

    def _slowed(self, progress: Progress, unit: Unit, way: TrialWay) -> TrialWay:
        """A walker rolls once a turn for difficult ground; the higher die is its most. (TRI-WALK-02)"""
        if not is_walker(progress.state, unit) or not tests.slows(progress.state, unit, way):
            return way
        own = marks_of(unit)
        most = own.ground_in if own.turn == progress.state.turn.number else 0.0
        return way.upto(most or roll_for_ground(progress, unit))

    def _brave(self, progress: Progress, unit: Unit, way: TrialWay) -> tuple[TrialWay, GroundTest | None]:
        """Roll the tests in order: the way as far as it gets, and the test that it failed. (TRI-TERR-04, -05)"""
        for test in tests.tests(progress.state, unit, way, self._said(progress.state)):
            rolled = progress.roll(
                "dangerous-terrain",
                sense="low",
                goal=test.bad_to,
                unit=unit.id,
                why=f"{unit.name}, {test.name}: {test.kind}, bad on {test.faces}",
                rules=(*test.rules, "TRI-TERR-01"),
            )
            if rolled.dice[0] <= test.bad_to:
                return way.upto(test.at_in), test
        return way, None


def _halt_words(test: GroundTest, *, crashes: bool) -> str:
    """What the board says where a test is failed. (TRI-TERR-05, TRI-SKIM-03)"""
    return f"{test.bad_to} or less: {'crashes' if crashes else 'stays'} here"


def roll_for_ground(progress: Progress, unit: Unit) -> float:
    """The higher of two dice is the most that a walker moves and charges in this turn. (TRI-WALK-02)"""
    why = f"{unit.name} in difficult ground"
    rolled = progress.roll("variable-move", 2, sense="sum", unit=unit.id, why=why, rules=("TRI-WALK-02",))
    most = float(max(rolled.dice))
    progress.emit(GroundSlows(unit=unit.id, side=unit.side, most_in=most, rules=("TRI-WALK-02",)))
    return most


class RollOn(TaskStruct, frozen=True, kw_only=True, tag="RollOn"):
    """A vehicle drives the way that is open to it, and gets stuck or crashes where it failed its test."""

    unit: UnitId
    path: tuple[Pose, ...]
    stuck: bool = False
    crash: bool = False
    rules: tuple[str, ...] = ()

    def run(self, progress: Progress) -> None:
        """Unless somebody who stood before it has stopped it. (TRI-SHOCK-04)"""
        unit = progress.state.units[self.unit]
        if unit.is_gone or (len(self.path) > 1 and stand.is_stopped(unit)):
            return
        path = self.path if progress.state.is_older_than("14") else tank_shock.rest_of(unit, self.path)
        way = TrialWay(tuple(posed(progress.state, unit, p) for p in path))
        x, y, facing = path[-1]
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=(Placement(model=unit.models[0].id, at=(x, y), facing=facing),),
                how="drive",
                path=path,
                length_in=round(way.length_in, 4),
                spent_in=round(way.length_in, 4),
                rules=self.rules,
            )
        )
        if self.crash:
            text = f"{unit.name} crashes: it was declared to move over {SLOW_IN:g}″"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("TRI-SKIM-03", "TRI-SKIM-02")))
            wreck.destroy(progress, progress.state.units[unit.id], None, rules=("TRI-SKIM-03", "TRI-DMG-04"))
        elif self.stuck:
            skims = is_skimmer(progress.state, unit)
            rules = ("TRI-SKIM-03",) if skims else ("TRI-TERR-05",)
            progress.emit(Immobilised(side=unit.side, unit=unit.id, rules=(*rules, "TRI-DMG-04")))


ACTIONS: tuple[type[Action], ...] = (MovementStep,)
TASKS: tuple[type[TaskStruct], ...] = (RollOn,)
