"""Riding in lifts, drop shafts and tubes, and what the host rules of them. (BLD-LIFT-01 to -09, BLD-TUBE-01 to -06)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.morale import casualties, dangerous_ground, leadership
from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.terrain import ground
from rules.arap.units import states
from rules.arap.units.permission import may_act
from rules.buildings import storeys
from rules.buildings.carriers import broken_tubes, doubtful, shafts, troubles
from rules.buildings.carriers.shafts import CarrierDoor
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.dice.goals import modified
from rules.dice.odds import chance_2d6_low
from rules.forces.unit import Point, Unit, tag
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.carrier import CarrierState

MOST_PLACES: Final = 100

NEW_TO_TUBES: Final = "new-to-tubes"
"""The trait, or a unit's tag, of troops who are not used to stepping into an empty shaft. (BLD-TUBE-06)"""


class RideLift(Action, frozen=True, kw_only=True, tag="RideLift"):
    """The unit goes to a lift, shaft or tube and is carried to another of its doors: a movement action, or its end.

    All its members must come within 2 inches of the doors; they are set down within 2 inches of the others. Where lifts
    are called with dice the level is named first. (BLD-LIFT-01, BLD-LIFT-03, BLD-TUBE-05)
    """

    unit: UnitId
    door: TerrainId
    to: TerrainId

    def check(self, state: GameState) -> Refusal | None:
        """Who may, two doors of one shaft that works, near enough, room in it and beyond."""
        known = state.units.get(self.unit)
        refusal = may_act(state, self.side, self.unit, price(state, known) if known is not None else 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "move")
        if refusal is None and not state.is_older_than("15"):
            refusal = legality.keeps_all(unit, "all ride or nobody does")
        if refusal:
            return refusal
        door, to = self.ends(state)
        if door is None or to is None:
            text = "There are no such doors of one lift or tube."
            return Refusal("no-lift", text, "BLD-LIFT-01", "two doors of one shaft")
        return (
            shafts.no_way(door, to)
            or self._out_of_order(state, unit, door)
            or broken_tubes.damaged(state, door, to)
            or self._no_room(state, unit, door, to)
            or self._nearer(state, unit, to)
        )

    def _nearer(self, state: GameState, unit: Unit, to: CarrierDoor) -> Refusal | None:
        """Refuse a ride towards a unit that it broke off from. (ARAP-BREAK-03)"""
        if not states.shunned(unit):
            return None
        ways = [(unit.model(p.model).at, p.at) for p in shafts.places(state, unit, to)]
        return end_of_move.comes_nearer_inside(state, unit, ways)

    def ends(self, state: GameState) -> tuple[CarrierDoor | None, CarrierDoor | None]:
        """Where they get on and where they want to go."""
        door = shafts.find(state, self.door)
        ends = {d.piece.id: d for d in shafts.others(state, door)} if door is not None else {}
        return door, ends.get(self.to)

    def _out_of_order(self, state: GameState, unit: Unit, door: CarrierDoor) -> Refusal | None:
        name = door.piece.name
        if door.carrier.state != "working":
            text = f"{name} is {door.carrier.state.replace('-', ' ')}."
            return Refusal("not-working", text, "BLD-LIFT-06", "the stairs; the host may rule that it is repaired")
        if shafts.was_called(state, unit, door):
            text = f"{unit.name} has called {name} in this turn."
            return Refusal("busy", text, "BLD-LIFT-08", "its next turn; or another way")
        return None

    def _no_room(self, state: GameState, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> Refusal | None:
        for model in unit.alive:
            if shafts.walk_to(state, unit, model, door) is None:
                text = f"{tag(model.id)} does not come within {shafts.REACH_IN:g}″ of {door.name}."
                return Refusal("out-of-reach", text, shafts.rule_of(door), "everybody within 2″ of the doors")
        left = door.carrier.capacity - shafts.used(state, door)
        if door.carrier.is_lift and shafts.room_for(state, unit) > left:
            text = f"{unit.name} counts for {shafts.room_for(state, unit)}; {door.piece.name} takes {left} more."
            return Refusal("lift-full", text, "BLD-LIFT-02", f"{left} ordinary models in this turn")
        if not shafts.places(state, unit, to):
            text = f"There is no room within {shafts.REACH_IN:g}″ of {to.name}."
            return Refusal("no-room", text, shafts.rule_of(door), "another level")
        return None

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the ground before the doors. (ARAP-ACT-08)"""
        unit, (door, _) = state.units.get(self.unit), self.ends(state)
        if unit is None or not unit.on_table or door is None:
            return 0
        return max((ground.surcharge(state, m.at, shafts.before(state, m, door)) for m in unit.alive), default=0)

    def preview(self, state: GameState) -> Preview:
        """How many levels, what the dice may do, where they are set down."""
        refusal = self.check(state)
        door, to = self.ends(state)
        if refusal is not None or door is None or to is None:
            return Preview(ap=1, refusal=refusal)
        unit = state.units[self.unit]
        walked = max(shafts.walk_to(state, unit, m, door) or 0.0 for m in unit.alive)
        ghosts = tuple((str(p.model), *p.at, p.facing) for p in shafts.places(state, unit, to))
        begun = allowance.paid_already(unit) if not price(state, unit) else ("", ())
        return Preview(
            ap=price(state, unit),
            spent_in=walked,
            allowance_in=max(allowance.left_in_action(state, unit, m) for m in unit.alive),
            chances=(
                *_chances(state, unit, door, to),
                *dangerous_ground.harms(state, unit, self._walks(state, unit, door)),
            ),
            notes=(*_notes(state, unit, door, to), *((begun[0],) if begun[0] else ())),
            rules=(shafts.rule_of(door), "BLD-LEVEL-01", "BLD-LEVEL-02", *_limits(state, unit, door), *begun[1]),
            ghosts=ghosts,
        )

    @staticmethod
    def _walks(state: GameState, unit: Unit, door: CarrierDoor) -> dict[ModelId, tuple[Point, Point]]:
        """The way of each to the doors."""
        return {m.id: (m.at, shafts.before(state, m, door)) for m in unit.alive}

    def resolve(self, progress: Progress) -> None:
        """Pay; perhaps test, perhaps call; ride."""
        state = progress.state
        unit = state.units[self.unit]
        door, to = self.ends(state)
        assert door is not None
        assert to is not None
        rules = ("ARAP-ACT-12", shafts.rule_of(door))
        points = price(state, unit)
        progress.emit(PointsSpent(side=self.side, unit=unit.id, points=points, action="lift", rules=rules))
        if casualties.brave(progress, unit.id, self._walks(state, unit, door)):
            self._ride(progress, progress.state.units[unit.id], door, to)

    def _ride(self, progress: Progress, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> None:
        """Those who are left go in, if they dare and it works."""
        state = progress.state
        if _is_unfamiliar(state, unit, door) and not _dares(progress, unit, door):
            return
        if not doubtful.works(progress, unit, door):
            doubtful.into_dead(progress, unit, door, to)
            return
        if not _is_called(state, door):
            troubles.go(progress, unit.id, door, to, 0)
            return
        self._call(progress, unit, door, to)

    def _call(self, progress: Progress, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> None:
        """The dice say how far it goes; of tubes doubles mean nothing. (BLD-LIFT-03, BLD-TUBE-05)"""
        lift = door.carrier.is_lift
        label, rule = ("lift-call", "BLD-LIFT-03") if lift else ("tube-levels", "BLD-TUBE-05")
        why = f"{unit.name} calls {door.piece.name} for level {to.carrier.level}"
        rolled = progress.roll_sum(label, 2, unit=unit.id, why=why, rules=(rule,))
        a, b = rolled.dice
        double = a if lift and a == b else 0
        most = troubles.levels(door.carrier.speed if lift else "normal", rolled.dice)
        if abs(to.carrier.level - door.carrier.level) > most and double not in (3, 5, 6):
            troubles.ask_level(progress, unit, door, most, double)
        else:
            troubles.go(progress, unit.id, door, to, double)


def price(state: GameState, unit: Unit) -> int:
    """Action points: none within a movement action that was begun at a door. (BLD-LIFT-01, BLD-DOOR-01)"""
    return 0 if allowance.is_begun(unit, "move") and not state.is_older_than("13") else 1


def _is_called(state: GameState, door: CarrierDoor) -> bool:
    return bool(state.option("lift_call_dice" if door.carrier.is_lift else "tube_level_dice"))


def _is_unfamiliar(state: GameState, unit: Unit, door: CarrierDoor) -> bool:
    """Whether they are new to tubes: as the table has it of everybody, or they themselves are. (BLD-TUBE-06)"""
    new = NEW_TO_TUBES in unit.tags or any(state.profile(m).has(NEW_TO_TUBES) for m in unit.alive)
    return not door.carrier.is_lift and (new or bool(state.option("tube_unfamiliar_ld_test")))


def _dares(progress: Progress, unit: Unit, door: CarrierDoor) -> bool:
    """Troops new to tubes pass a test of Leadership first. (BLD-TUBE-06)"""
    base, named = max(progress.state.profile(m).ld for m in unit.alive), leadership.modifiers_of(unit)
    why = f"{unit.name} before {door.piece.name}"
    rules = ("BLD-TUBE-06", "ARAP-DICE-05")
    goal = modified(base, named)
    rolled = progress.roll_sum(
        "leadership", 2, goal=goal, base=base, modifiers=named, unit=unit.id, why=why, rules=rules
    )
    if not rolled.passed:
        words = f"{unit.name} does not step into {door.piece.name} in this turn"
        progress.emit(
            troubles.LiftUsed(side=unit.side, unit=unit.id, door=door.piece.id, words=words, rules=("BLD-TUBE-06",))
        )
    return rolled.passed


def _limits(state: GameState, unit: Unit, door: CarrierDoor) -> tuple[str, ...]:
    own = ("BLD-LIFT-02",) if door.carrier.is_lift else ("BLD-TUBE-05",)
    called = ("BLD-LIFT-03",) if door.carrier.is_lift and _is_called(state, door) else ()
    doubt = (doubtful.RULE,) if shafts.doubt_of(state, door) is not None else ()
    return (*own, *called, *doubt, *(("BLD-TUBE-06",) if _is_unfamiliar(state, unit, door) else ()))


def _notes(state: GameState, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> tuple[str, ...]:
    up = to.carrier.level - door.carrier.level
    height = abs(storeys.floor_in(to.carrier.level) - storeys.floor_in(door.carrier.level))
    on = abs(to.carrier.along_in - door.carrier.along_in)
    way = f"{abs(up)} level{'' if abs(up) == 1 else 's'} {'up' if up > 0 else 'down'}, {height:g}″" if up else ""
    ride = f"{way}{', ' if way and on else ''}{f'{on:g}″ along' if on else ''}."
    left = door.carrier.capacity - shafts.used(state, door)
    places = (f"{shafts.room_for(state, unit)} of {left} places.",) if door.carrier.is_lift else ()
    doubles = "A double: jammed, stuck, broken, wrong floor or busy."
    doubt = "Nobody knows whether it works." if shafts.doubt_of(state, door) is not None else ""
    return (
        ride,
        *places,
        *((doubt,) if doubt else ()),
        *((doubles,) if door.carrier.is_lift and _is_called(state, door) else ()),
    )


def _chances(state: GameState, unit: Unit, door: CarrierDoor, to: CarrierDoor) -> tuple[Chance, ...]:
    """That the call reaches that level without a double, and that they dare. (BLD-LIFT-03, BLD-TUBE-06)"""
    found = []
    if _is_unfamiliar(state, unit, door):
        ld = max(state.profile(m).ld for m in unit.alive)
        found.append(_chance("dares", chance_2d6_low(modified(ld, leadership.modifiers_of(unit)))))
    if _is_called(state, door):
        up, speed = abs(to.carrier.level - door.carrier.level), door.carrier.speed
        lift = door.carrier.is_lift
        pairs = [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b or not lift]
        good = sum(troubles.levels(speed if lift else "normal", pair) >= up for pair in pairs)
        found.append(_chance("gets there at once", Fraction(good, 36)))
    return tuple(found)


def _chance(label: str, share: Fraction) -> Chance:
    return Chance(label=label, exact=str(share), value=float(share))


class RuleCarrier(Action, frozen=True, kw_only=True, tag="RuleCarrier"):
    """The host rules whether a lift or tube works, and how many it takes in a turn: 0 for as many as before.

    (BLD-LIFT-02, BLD-LIFT-06)
    """

    door: TerrainId
    state: CarrierState
    capacity: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A lift or tube of this table, with a reason."""
        if shafts.find(state, self.door) is None:
            return Refusal("no-lift", "There is no such lift or tube.", "BLD-LIFT-06", "one of this table")
        if not 0 <= self.capacity <= MOST_PLACES:
            allowed = "1 to 100, or 0 as it is"
            return Refusal("bad-capacity", "It takes 1 to 100 models in a turn.", "BLD-LIFT-02", allowed)
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "BLD-LIFT-06", "why it is so")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is so."""
        door = shafts.find(progress.state, self.door)
        assert door is not None
        change = troubles.changed(progress.state, door, self.state, self.capacity or None)
        rules = ("ARAP-GEN-01", "BLD-LIFT-02", "BLD-LIFT-06")
        progress.emit(replace(change, side=self.side, reason=self.reason, rules=rules))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: each level to which a lift or tube near it leads."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or not unit.alive:
        return
    for door in shafts.doors(state):
        if any(shafts.walk_to(state, unit, m, door) is not None for m in unit.alive):
            for to in shafts.others(state, door):
                ride = RideLift(side=side, unit=unit.id, door=door.piece.id, to=to.piece.id)
                label = f"{door.piece.name} to level {to.carrier.level}"
                label += f", {to.carrier.along_in:g}″" if to.carrier.along_in else ""
                yield offered(state, ride, kind="ride-lift", unit=unit.id, ap=price(state, unit), label=label)


OFFERED: Final = ("ride-lift",)
ACTIONS: tuple[type[Action], ...] = (RideLift, RuleCarrier)
