"""Getting in and out, boarding enemies, taking over as driver. (CRU-TRAN, CRU-BOARD)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import damage, driving, hand, marks, models, spotting, troops
from rules.crusade.damage import DriverGone
from rules.crusade.dice import odds, pools
from rules.crusade.events import DriverChanged, GotAboard, GotOut, ModelPlaced, MoveActionSpent, Stunned
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import is_beyond, is_within
from rules.progress import Action, Progress
from rules.state import GameState

GROUND_DICE: Final = 3
VEHICLE_DICE: Final = 2
"""Dice of a boarder from the ground, and from an open vehicle beside it. (CRU-BOARD-02)"""
LEAST_BOARDERS: Final = 2
"""So many board a vehicle that carries nobody. (CRU-BOARD-05)"""


def passage_in(state: GameState, unit: Unit, carrier: Unit) -> float:
    """Inches that getting in or out takes: half a move where it is open, else all of it. (CRU-TRAN-04, CRU-TRAN-05)"""
    whole = models.profile(state, unit).m
    return whole / 2 if _by_half(state, carrier.id) else whole


def _by_half(state: GameState, carrier: UnitId) -> bool:
    """Whether half a move leads in or out: an open transport, or open positions for crew. (CRU-TRAN-04, -07)"""
    hull = models.vehicle(state, carrier)
    return hull.open_transport or hull.crew_only


def spaces_left(state: GameState, carrier: Unit) -> int:
    """Spaces for troops: Heavy ones take two, Big ones three; boarders and crew take none. (CRU-TRAN-02)

    A vehicle inside takes the whole transport. (CRU-LIST-03)
    """
    riding = (
        u for u in models.aboard(state, carrier.id) if not models.is_boarder(state, u) and not models.is_crew(state, u)
    )
    hull = models.vehicle(state, carrier.id)
    room = hull.transport
    if hull.crew_only:
        room = hull.open_crew - sum(models.is_crew(state, u) for u in models.aboard(state, carrier.id))
    return room - sum(room if u.is_vehicle else models.profile(state, u).counts_as for u in riding)


def moved_twice(state: GameState, carrier: Unit) -> Refusal | None:
    """Troops get in and out while the vehicle has moved no more than once in the turn. (CRU-TRAN-01)"""
    moves = marks.of(state, carrier.id).moves
    if moves <= 1 or state.active_side != carrier.side:
        return None
    text = f"{carrier.name} has made {moves} move actions in this turn."
    return Refusal("vehicle-moved-twice", text, "CRU-TRAN-01", "move on foot, or wait")


def no_passage(state: GameState, unit: Unit, carrier: Unit, walked: float, *, extra: bool) -> Refusal | None:
    """Refuse what the troop's move is not enough for. (CRU-TRAN-04, CRU-TRAN-05, CRU-TROOP-03)"""
    if refusal := troops.cannot_walk(state, unit, extra=extra):
        return refusal
    needed, left = passage_in(state, unit, carrier), troops.left_in(state, unit, extra=extra)
    if is_beyond(needed + walked, left):
        whole = "half a move" if _by_half(state, carrier.id) else "a full move"
        text = f"That takes {whole}, {needed:g} inches; {left:g} are left to {unit.name}."
        rule = "CRU-TRAN-04" if whole.startswith("half") else "CRU-TRAN-05"
        return Refusal("no-move-left", text, rule, "an extra move, if the action is left")
    return None


class StepIn(Action, frozen=True, kw_only=True, tag="StepIn"):
    """A troop walks up to a vehicle of its own side and gets in. (CRU-TRAN-01 to -05)"""

    unit: UnitId
    vehicle: UnitId
    path: tuple[tuple[float, float], ...] = ()
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Next to it, with enough of its move, and with room inside."""
        refusal = troops.on_foot(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, carrier = state.units[self.unit], state.units.get(self.vehicle)
        if carrier is None or carrier.side != self.side or not carrier.is_vehicle or not carrier.on_table:
            return Refusal("no-vehicle", "That is no vehicle of your side.", "CRU-TRAN-01", "a vehicle of your side")
        if models.is_wreck(state, carrier.id):
            return Refusal("wreck", f"{carrier.name} is destroyed.", "CRU-DEST-01", "another vehicle")
        return moved_twice(state, carrier) or no_space(state, unit, carrier) or self._reach(state, unit, carrier)

    def _reach(self, state: GameState, unit: Unit, carrier: Unit) -> Refusal | None:
        if self.path:
            left = troops.left_in(state, unit, extra=self.extra)
            refusal = troops.cannot_walk(state, unit, extra=self.extra) or troops.bad_path(state, unit, self.path, left)
            if refusal:
                return refusal
        there = troops.at(unit, self.path[-1]) if self.path else unit
        if not models.is_adjacent(state, there, carrier):
            text = f"{unit.name} is not next to {carrier.name}."
            return Refusal("not-adjacent", text, "CRU-TRAN-01", "walk to within an inch of it")
        walked = troops.length_in(state, unit, self.path)
        return no_passage(state, unit, carrier, walked, extra=self.extra)

    def resolve(self, progress: Progress) -> None:
        """It walks, then rides along."""
        hand.take(progress, self.unit)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        troops.walk(progress, self.unit, self.path)
        state = progress.state
        spent = marks.of(state, self.unit).spent_in
        spent += passage_in(state, state.units[self.unit], state.units[self.vehicle])
        rules = ("CRU-TRAN-01", "CRU-TRAN-02", _passage_rule(state, self.vehicle), *_by_size(state, self))
        event = GotAboard(side=self.side, unit=self.unit, vehicle=self.vehicle, spent_in=round(spent, 4), rules=rules)
        progress.emit(event)


def _by_size(state: GameState, going: StepIn) -> tuple[str, ...]:
    """The rules that a Heavy or Big troop rides by. (CRU-TROOP-02, CRU-LIST-04)"""
    if models.profile(state, state.units[going.unit]).counts_as == 1:
        return ()
    starred = models.vehicle(state, going.vehicle).takes_big
    return ("CRU-TROOP-02", *(("CRU-LIST-04",) if starred else ()))


def _passage_rule(state: GameState, carrier: UnitId) -> str:
    if models.vehicle(state, carrier).crew_only:
        return "CRU-TRAN-07"
    return "CRU-TRAN-04" if _by_half(state, carrier) else "CRU-TRAN-05"


def no_space(state: GameState, unit: Unit, carrier: Unit) -> Refusal | None:
    """Refuse whom a vehicle does not take or has no room for. (CRU-TRAN-02, CRU-TRAN-05, CRU-LIST-04)"""
    hull, made = models.vehicle(state, carrier.id), models.profile(state, unit)
    if made.bulk in hull.bars:
        text = f"{unit.name} is Big: {carrier.name} is closed and does not take it."
        return Refusal("too-big", text, "CRU-TRAN-05", "an open vehicle, or one with a star in the lists")
    left = spaces_left(state, carrier)
    if made.counts_as > left:
        text = f"{unit.name} takes {made.counts_as} spaces; {carrier.name} has {max(0, left)} left."
        return Refusal("no-space", text, "CRU-TRAN-02", "another vehicle")
    return None


class StepOut(Action, frozen=True, kw_only=True, tag="StepOut"):
    """A troop gets out to a place next to the vehicle that it is aboard of. (CRU-TRAN-01, CRU-TRAN-04, CRU-TRAN-05)"""

    unit: UnitId
    at: tuple[float, float]
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """With enough of its move, to a free place within an inch of the hull."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} rides in nothing.", "CRU-TRAN-01", "walk")
        carrier = state.units[unit.aboard]
        if unit.is_vehicle:
            return Refusal("vehicle", f"{unit.name} is a vehicle.", "CRU-LIST-03", "drive it out")
        refusal = _carried(state, carrier) or moved_twice(state, carrier)
        refusal = refusal or no_passage(state, unit, carrier, 0.0, extra=self.extra)
        if refusal:
            return refusal
        gap = models.pose(state, carrier).distance_to_point(self.at) - models.profile(state, unit).base_radius_in
        if not is_within(gap, models.ADJACENT_IN) or not damage.is_free(state, unit, self.at):
            text = f"{unit.name} cannot get out there."
            return Refusal("no-place", text, "CRU-TRAN-01", "a free place within an inch of the hull")
        return None

    def resolve(self, progress: Progress) -> None:
        """It stands beside the vehicle; if it drove it, nobody does."""
        hand.take(progress, self.unit)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        state = progress.state
        unit = state.units[self.unit]
        assert unit.aboard
        carrier = state.units[unit.aboard]
        spent = marks.of(state, self.unit).spent_in + passage_in(state, unit, carrier)
        rules = ("CRU-TRAN-01", _passage_rule(state, carrier.id))
        progress.emit(GotOut(side=self.side, unit=self.unit, at=self.at, spent_in=round(spent, 4), rules=rules))
        progress.queue(spotting.Seen())


def _carried(state: GameState, carrier: Unit) -> Refusal | None:
    """Nobody gets out of a vehicle that is inside another. (CRU-LIST-03)"""
    if carrier.aboard is None:
        return None
    text = f"{carrier.name} is inside {state.units[carrier.aboard].name}."
    return Refusal("carried", text, "CRU-LIST-03", f"drive {carrier.name} out first")


class DriveIn(Action, frozen=True, kw_only=True, tag="DriveIn"):
    """A vehicle drives into one beside it that holds such a one: a move action, a full move for it. (CRU-LIST-03)"""

    unit: UnitId
    vehicle: UnitId
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A vehicle that this one holds, next to it, with a move action left and nobody inside."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, carrier = state.units[self.unit], state.units.get(self.vehicle)
        hull = models.chassis(state, unit)
        if hull is None or carrier is None or not holds(state, carrier, unit) or not unit.on_table:
            return Refusal("no-vehicle", "That takes no such vehicle.", "CRU-LIST-03", "a vehicle of your side")
        if not models.is_adjacent(state, unit, carrier):
            text = f"{unit.name} is not next to {carrier.name}."
            return Refusal("not-adjacent", text, "CRU-TRAN-01", "drive to within an inch of it")
        if spaces_left(state, carrier) < models.vehicle(state, carrier.id).transport:
            text = f"{unit.name} takes the whole of {carrier.name}, and somebody is inside."
            return Refusal("no-space", text, "CRU-LIST-03", "when it is empty")
        return moved_twice(state, carrier) or driving.cannot_move(state, unit, hull, extra=self.extra)

    def resolve(self, progress: Progress) -> None:
        """It rides along."""
        _spend_move(progress, self.side, self.unit, extra=self.extra)
        rules = ("CRU-LIST-03", "CRU-TRAN-01", "CRU-TRAN-05")
        progress.emit(GotAboard(side=self.side, unit=self.unit, vehicle=self.vehicle, spent_in=0.0, rules=rules))


def holds(state: GameState, carrier: Unit, unit: Unit) -> bool:
    """Whether a vehicle of the same side takes such a vehicle. (CRU-LIST-03)"""
    hull = models.chassis(state, carrier)
    own = carrier.side == unit.side and carrier.on_table and not models.is_wreck(state, carrier.id)
    return own and hull is not None and models.profile(state, unit).id in hull.holds


def _spend_move(progress: Progress, side: SideId, unit: UnitId, *, extra: bool) -> None:
    """A full move into or out of a closed vehicle is a move action of one that drives. (CRU-TRAN-05)"""
    hand.take(progress, unit)
    count = marks.of(progress.state, unit).moves + 1
    progress.emit(MoveActionSpent(side=side, unit=unit, extra=extra, count=count, rules=("CRU-TURN-03", "CRU-TRAN-05")))


class DriveOut(Action, frozen=True, kw_only=True, tag="DriveOut"):
    """A vehicle drives out of the one that holds it, to a place beside it: a move action. (CRU-LIST-03)"""

    unit: UnitId
    at: tuple[float, float]
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Aboard of a vehicle that has moved once at most, to a free place within an inch of its hull."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        hull = models.chassis(state, unit)
        if hull is None or unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} is inside nothing.", "CRU-LIST-03", "drive on")
        carrier = state.units[unit.aboard]
        refusal = moved_twice(state, carrier) or driving.cannot_move(state, unit, hull, extra=self.extra)
        gap = models.pose(state, carrier).distance_to_point(self.at) - models.profile(state, unit).base_radius_in
        if refusal or (is_within(gap, models.ADJACENT_IN) and damage.is_free(state, unit, self.at)):
            return refusal
        text = f"{unit.name} cannot drive out there."
        return Refusal("no-place", text, "CRU-TRAN-01", "a free place within an inch of the hull")

    def resolve(self, progress: Progress) -> None:
        """It stands there, facing away from the other."""
        _spend_move(progress, self.side, self.unit, extra=self.extra)
        state = progress.state
        carrier = state.units[self.unit].aboard
        assert carrier
        facing = round(bearing(models.pose(state, state.units[carrier]).centre, self.at), 4)
        placed = ModelPlaced(
            side=self.side,
            unit=self.unit,
            at=self.at,
            facing=facing,
            why=f"drives out of {state.units[carrier].name}",
            rules=("CRU-LIST-03", "CRU-TRAN-01", "CRU-TRAN-05"),
        )
        progress.emit(placed)
        progress.queue(spotting.Seen())


class BoardEnemy(Action, frozen=True, kw_only=True, tag="BoardEnemy"):
    """A troop tries to get aboard an enemy's open vehicle, by its move or by the one its action buys. (CRU-BOARD-01)

    `path` is walked before, by the normal move.
    """

    unit: UnitId
    vehicle: UnitId
    path: tuple[tuple[float, float], ...] = ()
    extra: bool = False
    """The attempt is the extra full move; without it, the normal one."""

    def check(self, state: GameState) -> Refusal | None:
        """An open vehicle of an enemy within an inch; a jumping troop lands in one within its move."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, target = state.units[self.unit], state.units.get(self.vehicle)
        if unit.is_vehicle or target is None or target.side == self.side or not target.on_table:
            return Refusal("no-vehicle", "That is no enemy's vehicle.", "CRU-BOARD-01", "an enemy's open vehicle")
        if not target.is_vehicle or models.is_wreck(state, target.id) or unit.aboard == target.id:
            return Refusal("no-vehicle", f"{target.name} cannot be boarded.", "CRU-BOARD-01", "an enemy's open vehicle")
        if not is_open(state, target):
            text = f"{target.name} is closed: nobody boards it."
            return Refusal("closed", text, "CRU-BOARD-01", "attack it from outside")
        return boarders_full(state, target) or self._move(state, unit) or self._reach(state, unit, target)

    def _move(self, state: GameState, unit: Unit) -> Refusal | None:
        """The attempt uses a full move. (CRU-BOARD-01)"""
        refusal = troops.cannot_walk(state, unit, extra=self.extra)
        if refusal:
            return refusal
        if not self.extra and marks.of(state, unit.id).spent_in > 0:
            text = f"{unit.name} has used some of its move; boarding takes a full one."
            return Refusal("needs-full-move", text, "CRU-BOARD-01", "the extra move that its action buys")
        if not self.path:
            return None
        if not self.extra:
            text = "Who walks first boards with the extra full move."
            return Refusal("needs-full-move", text, "CRU-BOARD-01", "spend the action on it")
        return troops.cannot_walk(state, unit, extra=False) or troops.bad_path(
            state, unit, self.path, troops.left_in(state, unit)
        )

    def _reach(self, state: GameState, unit: Unit, target: Unit) -> Refusal | None:
        there = troops.at(unit, self.path[-1]) if self.path else unit
        if models.is_adjacent(state, there, target) and not models.in_air(state, target):
            return None
        if models.traits_of_troop(state, unit).jumping and unit.aboard is None:
            gap = models.pose(state, target).distance_to_point(models.place(state, there))
            if is_within(gap, models.profile(state, unit).m):
                return None
        text = f"{unit.name} is not next to {target.name}."
        return Refusal("not-adjacent", text, "CRU-BOARD-01", "walk to within an inch of it")

    def preview(self, state: GameState) -> Preview:
        """The chance to stay outside, stunned."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        dice = climb_dice(state, unit, state.units[self.vehicle])
        if dice == 0 and models.traits_of_troop(state, unit).jumping:
            return Preview(notes=("it lands in it without a roll",), rules=("CRU-BOARD-04", "CRU-BOARD-01"))
        if dice == 0:
            return Preview(notes=("no roll: the vehicle cannot move",), rules=("CRU-BOARD-02", "CRU-BOARD-01"))
        missed = odds.chance("falls back, stunned", odds.doubles(dice))
        return Preview(chances=(missed,), rules=("CRU-BOARD-02", "CRU-BOARD-03"))

    def resolve(self, progress: Progress) -> None:
        """It walks, then climbs."""
        hand.take(progress, self.unit)
        troops.walk(progress, self.unit, self.path)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        unit = progress.state.units[self.unit]
        dice = climb_dice(progress.state, unit, progress.state.units[self.vehicle])
        why = f"{unit.name} climbs: {dice} dice"
        rules = ("CRU-BOARD-02", "CRU-BOARD-01")
        made = pools.doubles_test(progress, "crusade-board-jump", dice, unit=unit.id, why=why, rules=rules)
        left = unit.aboard
        if made:
            self._aboard(progress, unit)
        else:
            self._missed(progress, unit)
        if left is not None and marks.of(progress.state, left).driver == unit.id:
            progress.queue(DriverGone(unit=left, by=self.side))

    def _aboard(self, progress: Progress, unit: Unit) -> None:
        spent = models.profile(progress.state, unit).m
        jumps = models.traits_of_troop(progress.state, unit).jumping
        rules = ("CRU-BOARD-01", "CRU-BOARD-04" if jumps else "CRU-BOARD-02", "CRU-BOARD-05")
        event = GotAboard(side=self.side, unit=self.unit, vehicle=self.vehicle, spent_in=spent, rules=rules)
        progress.emit(event)

    def _missed(self, progress: Progress, unit: Unit) -> None:
        state = progress.state
        progress.emit(Stunned(side=self.side, unit=self.unit, rules=("CRU-BOARD-03", "CRU-TROOP-04")))
        if unit.aboard is None:
            return
        places = damage.touching(state, unit, models.pose(state, state.units[self.vehicle]))
        at = next(iter(places.values()), models.place(state, unit))
        event = ModelPlaced(side=self.side, unit=self.unit, at=at, why="falls back", rules=("CRU-BOARD-03",))
        progress.emit(event)


def is_open(state: GameState, target: Unit) -> bool:
    """Whether a vehicle can be boarded: it carries troops or crew in the open. (CRU-BOARD-01, CRU-TRAN-07)"""
    hull = models.vehicle(state, target.id)
    return hull.open_transport or hull.open_crew > 0


def boarders_full(state: GameState, target: Unit) -> Refusal | None:
    """At most as many boarders as its transport number, two where it has none. (CRU-BOARD-05)"""
    most = models.vehicle(state, target.id).transport or LEAST_BOARDERS
    count = sum(models.is_boarder(state, u) for u in models.aboard(state, target.id))
    if count < most:
        return None
    text = f"{count} boarders are on {target.name} already."
    return Refusal("boarders-full", text, "CRU-BOARD-05", "attack it from outside")


def climb_dice(state: GameState, unit: Unit, target: Unit) -> int:
    """3D6 from the ground, 2 from an open vehicle, none for a jump or at what cannot move. (CRU-BOARD-02, -04)"""
    if models.traits_of_troop(state, unit).jumping or not models.can_move(state, target.id):
        return 0
    return GROUND_DICE if unit.aboard is None else VEHICLE_DICE


class TakeOver(Action, frozen=True, kw_only=True, tag="TakeOver"):
    """A model aboard takes over as driver for half a move; a boarder may. (CRU-TRAN-06)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Aboard of an open vehicle that nobody drives, with half a move left."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None or models.has_driver(state, unit.aboard) or models.is_wreck(state, unit.aboard):
            text = f"There is nothing for {unit.name} to take over."
            return Refusal("no-wheel", text, "CRU-TRAN-06", "a vehicle without driver that it is aboard of")
        if refusal := troops.cannot_walk(state, unit, extra=False):
            return refusal
        half = models.profile(state, unit).m / 2
        if is_beyond(half, troops.left_in(state, unit)):
            return Refusal("no-move-left", f"That takes {half:g} inches of its move.", "CRU-TRAN-06", "next turn")
        return None

    def resolve(self, progress: Progress) -> None:
        """It drives from now on."""
        hand.take(progress, self.unit)
        state = progress.state
        unit = state.units[self.unit]
        assert unit.aboard
        spent = marks.of(state, self.unit).spent_in + models.profile(state, unit).m / 2
        event = DriverChanged(
            side=self.side, unit=unit.aboard, driver=unit.id, spent_in=round(spent, 4), rules=("CRU-TRAN-06",)
        )
        progress.emit(event)


ACTIONS: tuple[type[Action], ...] = (StepIn, StepOut, DriveIn, DriveOut, BoardEnemy, TakeOver)
