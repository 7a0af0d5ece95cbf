"""A lift that is called with dice: how far it goes, and what a double brings. (BLD-LIFT-03 to -08)"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.buildings.carriers import broken_tubes, shafts
from rules.buildings.carriers.shafts import CarrierDoor
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.prompt import Option
from rules.forces.unit import LiftRide, Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState
from rules.table.carrier import CarrierState, LiftSpeed

FREED: Final = 2
"""On this or less a jammed lift lets its riders go. (BLD-LIFT-04)"""

MUST_BOARD: Final = (1, 2, 4)
"""The doubles after which the riders must take the lift, whatever it does with them. (BLD-LIFT-04, -05, -07)"""

DOUBLE: Final = {
    1: "BLD-LIFT-04",
    2: "BLD-LIFT-05",
    3: "BLD-LIFT-06",
    4: "BLD-LIFT-07",
    5: "BLD-LIFT-08",
    6: "BLD-LIFT-08",
}
"""What each double leads to."""


def levels(speed: LiftSpeed, dice: tuple[int, ...]) -> int:
    """How many levels the call buys. (BLD-LIFT-03)"""
    return {"normal": max(dice), "high": sum(dice), "low": min(dice)}[speed]


class LiftUsed(Event, frozen=True, kw_only=True, tag="LiftUsed"):
    """A unit rode in a lift or tube, or called it in vain. (BLD-LIFT-01, BLD-LIFT-08)"""

    door: TerrainId
    models: tuple[ModelId, ...] = ()
    words: str = ""

    def evolve(self, state: GameState) -> GameState:
        """It counts for the rest of the player turn."""
        assert self.unit is not None
        unit = state.units[self.unit]
        users = tuple((self.door, m) for m in self.models or (shafts.CALLED,))
        return state.with_unit(replace(unit, now=replace(unit.now, ladders=(*unit.now.ladders, *users))))

    def sentence(self, state: GameState) -> str:
        """What became of it."""
        return self.words


class LiftBoarded(Event, frozen=True, kw_only=True, tag="LiftBoarded"):
    """A unit is in the car of a lift and does not come out yet; or it is out again. (BLD-LIFT-04, -05, -07)"""

    ride: LiftRide | None
    words: str = ""

    def evolve(self, state: GameState) -> GameState:
        """It is off the table as long as it is in the car."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], lift=self.ride))

    def sentence(self, state: GameState) -> str:
        """Where it is."""
        return self.words


class CarrierChanged(Event, frozen=True, kw_only=True, tag="CarrierChanged"):
    """A lift or tube breaks down, or works again; what it holds is ruled. (BLD-LIFT-02, BLD-LIFT-06)"""

    doors: tuple[TerrainId, ...]
    name: str
    state: CarrierState
    capacity: int
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """All its doors."""
        pieces = (
            replace(p, carrier=replace(p.carrier, state=self.state, capacity=self.capacity))
            if p.id in self.doors and p.carrier is not None
            else p
            for p in state.terrain
        )
        return replace(state, terrain=tuple(pieces))

    def sentence(self, state: GameState) -> str:
        """How it is now."""
        words = {"working": "works", "broken": "is broken", "beyond-repair": "is beyond repair"}[self.state]
        why = f", {self.capacity} to a turn ({self.reason})" if self.reason else ""
        return f"{'Host: ' if self.reason else ''}{self.name} {words}{why}"


def changed(state: GameState, door: CarrierDoor, to: CarrierState, capacity: int | None = None) -> CarrierChanged:
    """The event by which a lift or tube is like that."""
    return CarrierChanged(
        doors=tuple(d.piece.id for d in shafts.of_shaft(state, door)),
        name=door.piece.name,
        state=to,
        capacity=door.carrier.capacity if capacity is None else capacity,
    )


def deliver(
    progress: Progress, unit_id: UnitId, door: CarrierDoor, rules: tuple[str, ...], models: Collection[ModelId] = ()
) -> bool:
    """The riders are set down within 2 inches of the doors; False where there is no room for them. (BLD-LIFT-01)"""
    state = progress.state
    unit = state.units[unit_id]
    placements = shafts.places(state, unit, door, models)
    if not placements:
        return False
    if unit.lift is not None:
        words = f"{unit.name} gets out at {door.name}"
        progress.emit(LiftBoarded(side=unit.side, unit=unit_id, ride=None, words=words, rules=rules))
    progress.emit(
        ModelsMoved(side=unit.side, unit=unit_id, placements=placements, how="place", length_in=0.0, rules=rules)
    )
    return True


# -- called with dice ----------------------------------------------------------------------------------------------


class LiftCalled(TaskStruct, frozen=True, kw_only=True, tag="LiftCalled"):
    """The call falls short of the level that was declared: another one, or no ride. (BLD-LIFT-03)"""

    unit: UnitId
    door: TerrainId
    most: int
    double: int = 0

    def run(self, progress: Progress) -> None:
        """Nothing without an answer."""

    def answer(self, progress: Progress, choice: str) -> None:
        """A door within reach, or staying."""
        state = progress.state
        door, to = shafts.find(state, self.door), shafts.find(state, TerrainId(choice))
        assert door is not None
        if to is None:
            unit = state.units[self.unit]
            words = f"{unit.name} lets {door.piece.name} go"
            progress.emit(LiftUsed(side=unit.side, unit=unit.id, door=self.door, words=words, rules=("BLD-LIFT-03",)))
            return
        go(progress, self.unit, door, to, self.double)


def ask_level(progress: Progress, unit: Unit, door: CarrierDoor, most: int, double: int) -> None:
    """Which of the levels within the call, or none unless the double has them aboard. (BLD-LIFT-03, BLD-LIFT-04)"""
    state = progress.state
    near = [
        d
        for d in shafts.others(state, door)
        if abs(d.carrier.level - door.carrier.level) <= most
        and shafts.no_way(door, d) is None
        and (state.is_older_than("15") or broken_tubes.damaged(state, door, d) is None)
    ]
    options = [Option(id=str(d.piece.id), label=f"To level {d.carrier.level}") for d in near]
    may_stay = not near or double not in MUST_BOARD or state.is_older_than("12")
    if may_stay:
        options.append(Option(id="stay", label="Do not ride"))
    question = f"{unit.name}: the call takes it {most} level{'' if most == 1 else 's'} at most."
    progress.ask(
        LiftCalled(unit=unit.id, door=door.piece.id, most=most, double=double),
        unit.side,
        "lift",
        f"{question} {'Ride?' if may_stay else 'To which?'}",
        options,
        unit=unit.id,
        rule="BLD-LIFT-03" if may_stay else DOUBLE[double],
        decline="stay" if may_stay else options[0].id,
    )


def go(progress: Progress, unit_id: UnitId, door: CarrierDoor, to: CarrierDoor, double: int) -> None:
    """The ride to a level, with what a double does to it. (BLD-LIFT-04 to -08)"""
    unit = progress.state.units[unit_id]
    if double in (3, 5, 6):
        _in_vain(progress, unit, door, double)
        return
    _count(progress, unit, door)
    if double in (1, 2):
        _jam(progress, unit, door, to, double)
    elif double == 4:
        _wrong_floor(progress, unit, door, to)
    else:
        deliver(progress, unit_id, to, (shafts.rule_of(door), "BLD-LEVEL-02"))


def _count(progress: Progress, unit: Unit, door: CarrierDoor) -> None:
    models = tuple(m.id for m in unit.alive)
    words = f"{unit.name} rides in {door.piece.name}"
    rules = ("BLD-LIFT-02",) if door.carrier.is_lift else ("BLD-TUBE-05",)
    progress.emit(LiftUsed(side=unit.side, unit=unit.id, door=door.piece.id, models=models, words=words, rules=rules))


def _in_vain(progress: Progress, unit: Unit, door: CarrierDoor, double: int) -> None:
    """Out of order, or elsewhere. (BLD-LIFT-06, BLD-LIFT-08)"""
    rules = (DOUBLE[double],)
    words = f"{door.piece.name} does not come: nobody rides in this turn"
    progress.emit(LiftUsed(side=unit.side, unit=unit.id, door=door.piece.id, words=words, rules=rules))
    if double == 3:
        progress.emit(replace(changed(progress.state, door, "broken"), side=unit.side, rules=rules))


def _jam(progress: Progress, unit: Unit, door: CarrierDoor, to: CarrierDoor, double: int) -> None:
    """Stuck between the floors; after a double 1 for good. (BLD-LIFT-04, BLD-LIFT-05)"""
    rules = (DOUBLE[double],)
    out = to
    if double == 1:
        out = _short_of(progress, unit, door, to)
        progress.emit(replace(changed(progress.state, door, "broken"), side=unit.side, rules=rules))
    words = f"{unit.name} is stuck in {door.piece.name}"
    words += f" at level {out.carrier.level}" if double == 1 else ""
    ride = LiftRide(door=out.piece.id, stuck=True, came_by=door.piece.id)
    progress.emit(LiftBoarded(side=unit.side, unit=unit.id, ride=ride, words=words, rules=rules))


def _short_of(progress: Progress, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> CarrierDoor:
    """A floor from the one where they got on up to the last short of where they wanted to go. (BLD-LIFT-04)"""
    start, end = door.carrier.level, to.carrier.level
    shaft = shafts.of_shaft(progress.state, door)
    passed = [d for d in shaft if min(start, end) <= d.carrier.level <= max(start, end) and d.carrier.level != end]
    why = f"{door.piece.name} jams: at which floor"
    return passed[progress.pick(len(passed), unit=unit.id, why=why, rules=("BLD-LIFT-04",))]


def _wrong_floor(progress: Progress, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> None:
    """The doors open on any other floor: get out there, or wait. (BLD-LIFT-07)"""
    floors = [d for d in shafts.of_shaft(progress.state, door) if d.piece.id != to.piece.id]
    why = f"{door.piece.name} opens on a wrong floor"
    wrong = floors[progress.pick(len(floors), unit=unit.id, why=why, rules=("BLD-LIFT-07",))]
    options = (
        Option(id="leave", label=f"Get out at level {wrong.carrier.level}"),
        Option(id="wait", label=f"Wait: on to level {to.carrier.level} at the start of the next turn"),
    )
    progress.ask(
        WrongFloor(unit=unit.id, door=wrong.piece.id, to=to.piece.id, came_by=door.piece.id),
        unit.side,
        "lift",
        f"{unit.name}: the doors open at level {wrong.carrier.level}.",
        options,
        unit=unit.id,
        rule="BLD-LIFT-07",
        decline="leave",
    )


class WrongFloor(TaskStruct, frozen=True, kw_only=True, tag="WrongFloor"):
    """The doors opened on a wrong floor: out, or on in the next turn. (BLD-LIFT-07)"""

    unit: UnitId
    door: TerrainId
    to: TerrainId
    came_by: TerrainId = TerrainId("")

    def run(self, progress: Progress) -> None:
        """Nothing without an answer."""

    def answer(self, progress: Progress, choice: str) -> None:
        """Out here, or they wait in the car."""
        wrong = shafts.find(progress.state, self.door)
        assert wrong is not None
        if choice == "leave" and deliver(progress, self.unit, wrong, ("BLD-LIFT-07",)):
            return
        unit = progress.state.units[self.unit]
        words = f"{unit.name} waits in {wrong.piece.name}"
        ride = LiftRide(door=self.to, came_by=self.came_by)
        progress.emit(LiftBoarded(side=unit.side, unit=unit.id, ride=ride, words=words, rules=("BLD-LIFT-07",)))


# -- in the riders' later turns ------------------------------------------------------------------------------------


def turn_begins(progress: Progress) -> None:
    """Riders of the side in turn: one die a car for those who are stuck; others are carried on. (BLD-LIFT-04, -05)"""
    state = progress.state
    for rides in _cars(state).values():
        stuck = [u for u in rides if u.lift is not None and u.lift.stuck]
        free = True
        if stuck:
            why = f"{', '.join(u.name for u in stuck)} in the lift"
            rules = ("BLD-LIFT-04", "BLD-LIFT-05")
            rolled = progress.roll("lift-free", sense="low", goal=FREED, unit=stuck[0].id, why=why, rules=rules)
            free = rolled.passed
        for unit in rides:
            door = shafts.find(progress.state, unit.lift.door) if unit.lift is not None else None
            if door is not None and (free or unit not in stuck):
                jammed = "BLD-LIFT-05" if door.carrier.state == "working" else "BLD-LIFT-04"
                deliver(progress, unit.id, door, (jammed if unit in stuck else "BLD-LIFT-07",))


def _cars(state: GameState) -> dict[str, list[Unit]]:
    """Who of the side in turn is in the car of which shaft."""
    cars: dict[str, list[Unit]] = {}
    riders: Iterable[Unit] = (u for u in state.units.values() if u.side == state.active_side and not u.is_gone)
    for unit in riders:
        door = shafts.find(state, unit.lift.door) if unit.lift is not None else None
        if door is not None:
            cars.setdefault(door.carrier.shaft, []).append(unit)
    return cars


EVENTS: tuple[type[Event], ...] = (LiftUsed, LiftBoarded, CarrierChanged)
TASKS: tuple[type[TaskStruct], ...] = (LiftCalled, WrongFloor)
