"""Operations at doors and windows: opening, closing, locking, unlocking, bolting. (BLD-DOOR-01)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties
from rules.arap.movement import on_the_way
from rules.arap.paths import allowance, legality
from rules.arap.units.permission import may_act
from rules.buildings.doors import caught, near, openings
from rules.buildings.doors.near import Approach
from rules.buildings.doors.openings import InWall
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.preview import Leg, Preview
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import DoorWork, Model, Unit, tag
from rules.geometry.facings import bearing
from rules.geometry.lengths import between, distance
from rules.progress import Action, Progress
from rules.state import Event, GameState, Placement
from rules.table.building import Opening, OpeningState

RULE: Final = "BLD-DOOR-01"

Operation = Literal["open", "close", "lock", "unlock", "bolt"]

_STEPS: Final[dict[Operation, tuple[tuple[OpeningState, ...], OpeningState]]] = {
    "open": (("closed",), "open"),
    "close": (("open",), "closed"),
    "lock": (("closed",), "locked"),
    "bolt": (("closed",), "bolted"),
    "unlock": (("locked", "bolted"), "closed"),
}
"""From which states an operation leads to which."""


class WorkDoor(Action, frozen=True, kw_only=True, tag="WorkDoor"):
    """A member works on a door or window, in the order of `operations`; 1 AP, or nothing in an action begun so.

    Two operations, or one, cost 2 inches of its move in that action, three or four cost 4. It walks up to the door
    first if it must. The unit then goes on with the same movement action, the member with what it has left.
    (BLD-DOOR-01, BLD-DOOR-04)
    """

    unit: UnitId
    terrain: TerrainId
    opening: int
    operations: tuple[Operation, ...]
    model: ModelId | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may, an opening of this table, what can be done to it, and somebody who gets there."""
        known = state.units.get(self.unit)
        refusal = may_act(state, self.side, self.unit, 0 if known is not None and known.now.at_doors else 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "move")
        if refusal:
            return refusal
        found = openings.find(state, self.terrain, self.opening)
        if found is None:
            text = f"There is no opening {self.opening} in {quoted(self.terrain)}."
            return Refusal("no-opening", text, RULE, "a door or window of this table")
        if self.model is not None and self.model not in {m.id for m in unit.alive}:
            return Refusal("unknown-model", "One of its own living models works on it.", RULE, unit.name)
        refusal = self._no_use(found)
        return refusal or self._nobody(state, unit, found)

    def _no_use(self, found: InWall) -> Refusal | None:
        """What its state makes impossible."""
        opening = found.opening
        if not 1 <= len(self.operations) <= 6:
            return Refusal("no-operations", "One to six operations.", RULE, "open, close, lock, unlock or bolt")
        for operation in self.operations:
            before, after = _STEPS[operation]
            if opening.state not in before:
                text = f"{found.name} {openings.WORDS[opening.state]}: nobody can {operation} it."
                return Refusal("wrong-state", text, RULE, f"{operation} one that {' or '.join(before)}")
            opening = replace(opening, state=after)
        return None

    def _nobody(self, state: GameState, unit: Unit, found: InWall) -> Refusal | None:
        if self.worker(state, unit, found) is not None:
            return None
        if not any(self._has_key(found, found.opening, m, self.side) for m in self._named(unit)):
            text = f"{found.name} {openings.WORDS[found.opening.state]}, and {unit.name} has no key to it."
            return Refusal("no-key", text, "BLD-LOCK-01", "from inside; or hack the lock, force or break the door")
        price = DoorWork(model=unit.alive[0].id, operations=len(self.operations)).spent_in
        text = f"Nobody of {unit.name} gets to {found.name} with {price:g}″ of its move left to work on it."
        return Refusal("out-of-reach", text, RULE, f"within {near.AT_DOOR_IN:g}″ of it and {price:g}″ left")

    def _named(self, unit: Unit) -> list[Model]:
        return [m for m in unit.alive if self.model in (None, m.id)]

    def _has_key(self, found: InWall, opening: Opening, model: Model, side: str) -> bool:
        """Whether it can do all that from where it is: bolts are inside, locks want a key outside. (BLD-LOCK-03)"""
        inner = found.is_inner(model.at)
        bolts = "bolt" in self.operations or opening.state == "bolted"
        locks = "lock" in self.operations or opening.state == "locked"
        lock = opening.lock_on(inner=inner)
        fits = lock == "unlocked" or (lock == "works" and (inner or side in opening.keys))
        return (inner or not bolts) and (not locks or fits)

    def worker(self, state: GameState, unit: Unit, found: InWall) -> Approach | None:
        """The member who does it: of those who can the one with the least way."""
        ways = []
        for model in self._named(unit):
            if not self._has_key(found, found.opening, model, self.side):
                continue
            left = allowance.left_in_action(state, unit, model) - self._price(unit, model)
            way = near.approach(state, found, model, left) if left >= 0 else None
            if way is not None:
                ways.append(way)
        return min(ways, key=lambda w: round(w.walked_in, 4), default=None)

    def _price(self, unit: Unit, model: Model) -> float:
        """What these operations cost it beside those of the same action. (BLD-DOOR-01)"""
        done = sum(w.operations for w in unit.now.at_doors if w.model == model.id)
        before, after = (DoorWork(model=model.id, operations=n).spent_in for n in (done, done + len(self.operations)))
        return after - before

    def preview(self, state: GameState) -> Preview:
        """Who does it, what it walks and pays, and what it has left."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        found = openings.find(state, self.terrain, self.opening)
        way = self.worker(state, unit, found) if unit is not None and found is not None and unit.alive else None
        if refusal is not None or unit is None or found is None or way is None:
            return Preview(ap=1, refusal=refusal)
        price = self._price(unit, way.model)
        left = allowance.left_in_action(state, unit, way.model)
        count = len(self.operations)
        text = f"{count} operation{'s' if count > 1 else ''}, {price + way.walked_in:.3g}″ of {left:g}″"
        legs = (Leg(to=way.at, length_in=distance(way.model.at, way.at), cost_in=way.walked_in, reason="to the door"),)
        met = on_the_way.met(state, unit, {way.model.id: (way.model.at, way.at)} if way.walked_in else {})
        goes_on = "The unit then goes on with the same movement action."
        return Preview(
            ap=0 if unit.now.at_doors else 1,
            legs=legs if way.walked_in else (),
            chances=met.chances,
            spent_in=way.walked_in + price,
            allowance_in=left,
            notes=(f"{tag(way.model.id)}: {text}.", goes_on, *self._risk(state, found), *met.notes),
            rules=(RULE, "BLD-DOOR-04", *met.rules),
            ghosts=((way.model.id, *way.at, _facing(found, way)),),
        )

    def _risk(self, state: GameState, found: InWall) -> tuple[str, ...]:
        struck = len(list(caught.in_doorway(state, found))) if "close" in self.operations else 0
        hit = f"Initiative, or a hit of Strength {found.opening.strength}"
        return (f"{struck} in the doorway: {hit}.",) if struck else ()

    def resolve(self, progress: Progress) -> None:
        """Pay, walk up, work; a door that closes strikes whoever stands in it."""
        state = progress.state
        unit = state.units[self.unit]
        found = openings.find(state, self.terrain, self.opening)
        assert found is not None
        way = self.worker(state, unit, found)
        assert way is not None
        if not unit.now.at_doors:
            progress.emit(PointsSpent(side=self.side, unit=unit.id, points=1, action="door", rules=("ARAP-ACT-12",)))
        go_on = not way.walked_in or self._walk(progress, unit, found, way)
        if go_on and any(m.id == way.model.id for m in progress.state.units[unit.id].alive):
            self._work(progress, unit, found, way)

    def _work(self, progress: Progress, unit: Unit, found: InWall, way: Approach) -> None:
        worked = DoorWork(model=way.model.id, operations=len(self.operations), walked_in=round(way.walked_in, 4))
        progress.emit(DoorWorked(side=self.side, unit=unit.id, work=worked, rules=(RULE,)))
        for operation in self.operations:
            now = openings.find(progress.state, self.terrain, self.opening)
            assert now is not None
            change = openings.changed(now, _STEPS[operation][1], operation)
            progress.emit(replace(change, side=self.side, unit=unit.id, rules=(RULE,)))
            if operation == "close":
                caught.strike(progress, now)

    def _walk(self, progress: Progress, unit: Unit, found: InWall, way: Approach) -> bool:
        """Up to the door; whether they go on from there."""
        facing = _facing(found, way)
        length = round(distance(way.model.at, way.at), 4)
        placement = Placement(model=way.model.id, at=way.at, facing=facing)
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=(placement,),
                how="door",
                path=((*way.model.at, way.model.facing), (*way.at, facing)),
                length_in=length,
                spent_in=round(way.walked_in, 4),
                rules=("BLD-DOOR-04",),
            )
        )
        return casualties.brave(progress, unit.id, {way.model.id: (way.model.at, way.at)})


def _facing(found: InWall, way: Approach) -> float:
    middle = between(found.opening.a, found.opening.b, 0.5)
    return round(bearing(way.at, middle), 2) if distance(way.at, middle) > 0.01 else way.model.facing


class DoorWorked(Event, frozen=True, kw_only=True, tag="DoorWorked"):
    """A member spent part of its movement action at a door. (BLD-DOOR-01)"""

    work: DoorWork

    def evolve(self, state: GameState) -> GameState:
        """Its operations of this action add up."""
        assert self.unit is not None
        unit = state.units[self.unit]
        others = tuple(w for w in unit.now.at_doors if w.model != self.work.model)
        own = [w for w in unit.now.at_doors if w.model == self.work.model]
        total = DoorWork(
            model=self.work.model,
            operations=self.work.operations + sum(w.operations for w in own),
            walked_in=self.work.walked_in + sum(w.walked_in for w in own),
        )
        return state.with_unit(replace(unit, now=replace(unit.now, at_doors=(*others, total))))

    def sentence(self, state: GameState) -> str:
        """Who works, and what it costs."""
        assert self.unit is not None
        count = self.work.operations
        done = f"{state.units[self.unit].name}: {count} operation{'s' * (count > 1)} at a door"
        what = "and with the way there that takes" if self.work.walked_in else "which takes"
        return f"{done}, {what} {self.work.spent_in:.3g}″ of its move"


ACTIONS: tuple[type[Action], ...] = (WorkDoor,)
EVENTS: tuple[type[Event], ...] = (DoorWorked,)
