"""Access points and places: where people get in and out, how many and who may ride. (TRI-TRAN-01, -05 to -08)"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.mount import Door
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.hull.profile import marks_of, profile_of


def doors_of(state: GameState, vehicle: Unit) -> tuple[Door, ...]:
    """Its access points; none for an open top, which people leave over any edge. (TRI-TRAN-01)

    Without any of its own it has one at the middle of the rear.
    """
    profile = profile_of(state, vehicle)
    if profile.open_topped:
        return ()
    return profile.doors or (Door(forward_in=-profile.length_in / 2, right_in=0.0),)


def exits(state: GameState, vehicle: Unit, hull: Hull | None = None) -> tuple[Point, ...]:
    """Where those are on the table."""
    hull = hull or hull_of(state, vehicle)
    return tuple(hull.on_table(door.forward_in, door.right_in) for door in doors_of(state, vehicle))


def places_for(state: GameState, models: Iterable[Model]) -> int:
    """Places that those models take: bulky ones two and more. (TRI-TRAN-05)"""
    return sum(state.profile(m).counts_as for m in models)


def owner_of(vehicle: Unit) -> str:
    """The unit that a dedicated transport belongs to; "" for a free one. (TRI-TRAN-08)"""
    return marks_of(vehicle).dedicated_to


def may_ride(state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
    """Why that unit may not ride in that vehicle, if so. (TRI-TRAN-05 to -08)"""
    profile = profile_of(state, vehicle)
    if not profile.capacity:
        text = f"{vehicle.name} carries nobody."
        return Refusal("no-transport", text, "TRI-TRAN-05", "a vehicle with places")
    if any(state.passengers(vehicle.id)):
        text = f"{vehicle.name} carries a unit already."
        return Refusal("one-unit", text, "TRI-TRAN-07", "an empty vehicle")
    if owner_of(vehicle) not in ("", unit.id):
        owner = state.units.get(UnitId(owner_of(vehicle)))
        text = f"{vehicle.name} is the transport of {owner.name if owner else 'another unit'} alone."
        return Refusal("dedicated", text, "TRI-TRAN-08", "its own transport, or a free one")
    barred = next((m for m in unit.alive if _is_barred(state, m, profile.bars)), None)
    if barred is not None:
        text = f"{state.profile(barred).name} may not ride in {vehicle.name}."
        return Refusal("may-not-ride", text, "TRI-TRAN-06", "a vehicle that admits it, or going on foot")
    needed = places_for(state, unit.alive)
    if needed > profile.capacity:
        text = f"{unit.name} needs {needed} places; {vehicle.name} has {profile.capacity}."
        return Refusal("no-places", text, "TRI-TRAN-05", f"a unit of up to {profile.capacity} places")
    return None


def _is_barred(state: GameState, model: Model, bars: tuple[str, ...]) -> bool:
    """Terminators where the vehicle says so, those who fly with packs everywhere. (TRI-TRAN-06)"""
    profile = state.profile(model)
    return profile.has("jump-pack") or profile.bulk in bars or any(profile.has(bar) for bar in bars)
