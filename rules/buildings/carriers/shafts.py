"""The doors of lifts and tubes: which belong together, where one gets from each, who fits in. (BLD-LIFT-01, -02)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from rules.arap.paths import allowance
from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.terrain import ground
from rules.buildings import inside
from rules.core.ids import ModelId, TerrainId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance, is_within, toward
from rules.state import GameState, Placement
from rules.table.carrier import TUBE_IN, TUBE_LEVELS, Carrier
from rules.table.terrain import Terrain

REACH_IN: Final = 2.0
"""So near its doors one gets on, and so near the others one is set down. (BLD-LIFT-01)"""

CALLED: Final = ModelId("")
"""Stands among the users of a lift that was called in vain in this turn. (BLD-LIFT-08)"""

_RINGS_IN: Final = (0.6, 1.1, 1.6, 2.0)
_TURNS: Final = range(0, 360, 30)


class CarrierDoor(NamedTuple):
    """A door of a lift or tube: its piece, and what it is."""

    piece: Terrain
    carrier: Carrier

    @property
    def at(self) -> Point:
        """Its middle."""
        return between(self.piece.points[0], self.piece.points[len(self.piece.points) // 2], 0.5)

    @property
    def name(self) -> str:
        """What players call it."""
        return f"{self.piece.name or self.carrier.shaft}, level {self.carrier.level}"


def doors(state: GameState) -> Iterator[CarrierDoor]:
    """Every door of a lift or tube."""
    for piece in state.terrain:
        if piece.carrier is not None:
            yield CarrierDoor(piece, piece.carrier)


def find(state: GameState, terrain: TerrainId) -> CarrierDoor | None:
    """A door by its piece."""
    return next((d for d in doors(state) if d.piece.id == terrain), None)


def others(state: GameState, door: CarrierDoor) -> list[CarrierDoor]:
    """The other doors of its shaft, from the bottom up."""
    shaft = [d for d in doors(state) if d.carrier.shaft == door.carrier.shaft and d.piece.id != door.piece.id]
    return sorted(shaft, key=lambda d: (d.carrier.level, d.carrier.along_in))


def of_shaft(state: GameState, door: CarrierDoor) -> list[CarrierDoor]:
    """All the doors of its shaft, from the bottom up."""
    return sorted([door, *others(state, door)], key=lambda d: (d.carrier.level, d.carrier.along_in))


_RULES: Final = {
    "lift": "BLD-LIFT-01",
    "drop-shaft": "BLD-TUBE-01",
    "freefall-tube": "BLD-TUBE-02",
    "travel-tube": "BLD-TUBE-03",
}


def doubt_of(state: GameState, door: CarrierDoor) -> int | None:
    """On how many sixths a doubtful tube works; None where there is no doubt. (BLD-TUBE-07)"""
    return next((d.carrier.works_on for d in of_shaft(state, door) if d.carrier.works_on is not None), None)


def rule_of(door: CarrierDoor) -> str:
    """The rule by which one rides in it; others are played by the nearest of these. (BLD-LIFT-09)"""
    return _RULES.get(door.carrier.kind, "BLD-LIFT-09")


def no_way(a: CarrierDoor, b: CarrierDoor) -> Refusal | None:
    """Why nobody is carried from one door to the other."""
    up, on = b.carrier.level - a.carrier.level, b.carrier.along_in - a.carrier.along_in
    kind, rule = a.carrier.kind, rule_of(a)
    if kind in ("drop-shaft", "pole") and up >= 0:
        return Refusal("down-only", f"{a.piece.name} carries down only.", rule, "a lower level")
    if a.carrier.one_way and (up < 0 or on < 0):
        return Refusal("one-way", f"{a.piece.name} carries one way only.", rule, "a door further along it")
    if kind == "lift" and up == 0:
        return Refusal("same-level", "A lift carries to another level.", rule, "another level")
    if kind == "travel-tube":
        return _too_far(a, up, on)
    return None


def _too_far(a: CarrierDoor, up: int, on: float) -> Refusal | None:
    """One ride leads along the tube or up and down, never both. (BLD-TUBE-03)"""
    if up and on:
        text = f"One ride in {a.piece.name} leads along it or to another level, not both."
        return Refusal("both-ways", text, "BLD-TUBE-03", "one after the other")
    if abs(up) > TUBE_LEVELS or not is_within(abs(on), TUBE_IN):
        text = f"That is {abs(up)} levels off." if up else f"That is {abs(on):.3g}″ along the tube."
        return Refusal("too-far", text, "BLD-TUBE-03", f"{TUBE_IN:g}″, or {TUBE_LEVELS} levels")
    return None


def used(state: GameState, door: CarrierDoor) -> int:
    """Ordinary models that this shaft has carried in the player turn at hand. (BLD-LIFT-02)"""
    mine = {d.piece.id for d in of_shaft(state, door)}
    side = state.active_side
    riders = {m for u in state.units_of(side) for on, m in u.now.ladders if on in mine and m != CALLED} if side else ()
    return sum(state.profile(state.find_model(m)[1]).counts_as for m in riders)


def was_called(state: GameState, unit: Unit, door: CarrierDoor) -> bool:
    """Whether the unit has called that lift in vain in this turn. (BLD-LIFT-08)"""
    mine = {d.piece.id for d in of_shaft(state, door)}
    return any(on in mine and m == CALLED for on, m in unit.now.ladders)


def room_for(state: GameState, unit: Unit) -> int:
    """The ordinary models that a unit counts for. (BLD-LIFT-02, BLD-DOOR-07)"""
    return sum(state.profile(m).counts_as for m in unit.alive)


def walk_to(state: GameState, unit: Unit, model: Model, door: CarrierDoor) -> float | None:
    """Inches of its move that bring a model within 2 inches of the doors; None if it does not get there."""
    to = before(state, model, door)
    if to == model.at:
        return 0.0
    leg = ground.cost_of_leg(state, model, model.at, to)
    most = allowance.left_in_action(state, unit, model)
    if leg.barred is not None or not is_within(leg.cost_in, most) or inside.is_parted(state, to, door.at):
        return None
    return leg.cost_in


def before(state: GameState, model: Model, door: CarrierDoor) -> Point:
    """Where a model that walks straight to the doors is within 2 inches of them, on their side of the walls."""
    away = distance(model.at, door.at)
    if is_within(away, REACH_IN) and not inside.is_parted(state, model.at, door.at):
        return model.at
    return toward(model.at, door.at, max(0.0, away - REACH_IN)) if away > REACH_IN else door.at


def places(state: GameState, unit: Unit, door: CarrierDoor, models: Collection[ModelId] = ()) -> tuple[Placement, ...]:
    """Where they are set down, within 2 inches of the doors and clear of others; none without room. (BLD-LIFT-01)

    `models` are those who ride, all of them if none is named.
    """
    riders = [m for m in unit.alive if not models or m.id in models]
    taken: list[Spot] = single_models.occupied(state, {m.id for m in riders})
    found: list[Placement] = []
    for model in riders:
        at = _free(state, model, door, taken)
        if at is None:
            return ()
        taken.append((at, radius_of(state, model)))
        facing = round(bearing(door.at, at), 2) if distance(door.at, at) > 0.01 else model.facing
        found.append(Placement(model=model.id, at=at, facing=facing))
    return tuple(found)


def _free(state: GameState, model: Model, door: CarrierDoor, taken: Sequence[Spot]) -> Point | None:
    for ring in _RINGS_IN:
        for turn in _TURNS:
            x, y = along(door.at, turn, ring)
            at = (round(x, 4), round(y, 4))
            if single_models.is_free(state, model, at, taken) and not inside.is_parted(state, door.at, at):
                return at
    return None
