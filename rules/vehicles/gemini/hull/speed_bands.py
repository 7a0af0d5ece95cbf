"""Which mounted weapons may fire at which speed. (VEH-VFIRE-01, VEH-VFIRE-02)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.forces.gemini import VehicleClass
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.rulebook.charts import grid
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.shared.hull import weapon_of

BANDS = (("stationary", 0.0), ("upto6", 6.0), ("upto12", 12.0))
"""Speed bands and the inches that each reaches to."""


def band(speed_in: float) -> str:
    """The band of a speed. Only a vehicle that has not moved at all is stationary. (VEH-JOIN-06)"""
    if speed_in <= 0:
        return "stationary"
    return next((name for name, most in BANDS[1:] if is_within(speed_in, most)), "over12")


def permission(kind: VehicleClass, speed_in: float) -> str:
    """What may fire: "all", "one main + all defensive", "all defensive" or "none". (VEH-VFIRE-02)"""
    return str(grid("VEH-VFIRE-02")[kind][band(speed_in)])


_WORDS = {
    "all": "all its weapons",
    "one main + all defensive": "one main weapon and all defensive ones",
    "all defensive": "its defensive weapons only",
    "none": "nothing",
}


def permitted(kind: VehicleClass, speed_in: float) -> str:
    """What may fire at that speed, in words."""
    return _WORDS[permission(kind, speed_in)]


def note(state: GameState, unit: Unit, speed_in: float) -> tuple[str, ...]:
    """The same for a plan; nothing is said of a vehicle without weapons."""
    profile = profile_of(state, unit)
    return (f"may fire: {permitted(profile.fires_as, speed_in)}",) if profile.all_mounts else ()


def is_main(state: GameState, weapon: Weapon) -> bool:
    """Stronger than a defensive weapon, or Ordnance or Primary of any strength. (VEH-VFIRE-01)"""
    heaviest = int(state.option("defensive_strength_max"))
    return weapon.type in ("ordnance", "primary") or weapon.strength > heaviest


def fits(state: GameState, unit: Unit, mounts: Sequence[int], speed_in: float) -> bool:
    """Whether those mounts may all fire in a turn of that speed."""
    allowed = permission(profile_of(state, unit).fires_as, speed_in)
    if allowed == "all" or not mounts:
        return True
    main = sum(is_main(state, weapon_of(state, unit, m)) for m in mounts)
    return {"one main + all defensive": main <= 1, "all defensive": main == 0, "none": False}[allowed]
