"""Vehicles for tests: a battle tank, a carrier, a skimmer, a walker, as few words as possible."""

from collections.abc import Mapping, Sequence

from rules.arap.paths.turns import Waypoint
from rules.core.ids import ProfileId, UnitId, WeaponId
from rules.dice.sources import ScriptedDice
from rules.forces.gemini import GeminiHull, GeminiMarks
from rules.forces.mount import Door, Mount
from rules.forces.profile import Profile
from rules.forces.unit import VehicleState
from rules.forces.weapon import Weapon
from rules.state import Event, GameState
from rules.vehicles.gemini.damage.penetration import Hit, be_hit
from tests.builders import a_unit, a_weapon, happens

GUN = a_weapon("gun", type="heavy", range_in=48, shots=1, strength=8, ap=2)
AUTOGUN = a_weapon("autogun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
STORM_GUN = a_weapon("storm-gun", type="assault", range_in=24, shots=2, strength=4, ap=5)
PEASHOOTER = a_weapon("peashooter", type="assault", range_in=24, shots=2, strength=3, ap=None)


def mounted(*weapons: Weapon, half: float = 180) -> tuple[Mount, ...]:
    """Mounts in the middle of the hull that reach `half` degrees to each side."""
    return tuple(Mount(weapon=WeaponId(w.id), arc_half_deg=half, name=w.name) for w in weapons)


def a_hull(name: str = "tank", *, size: int = 3, m: float = 0, ws: int = 0, **values: object) -> Profile:
    """A standard tracked hull 6 by 4 inches, armour 13, 12, 10, battle speed 12, BS 4, I 4."""
    given = {"front": 13, "side": 12, "rear": 10, "length_in": 6, "width_in": 4, "crew_bs": 4, "crew_initiative": 4}
    vehicle = GeminiHull(**{**given, **values})  # type: ignore[arg-type]
    return Profile(id=ProfileId(name), name=name, m=m, ws=ws, size=size, kind="vehicle", hull=vehicle, base_mm=100)


def a_vehicle(
    unit: str,
    at: tuple[float, float] = (30, 24),
    *,
    heading: float = 0,
    weapons: Sequence[Weapon] = (GUN, AUTOGUN),
    arc: float = 180,
    flags: dict[str, object] | None = None,
    m: float = 0,
    ws: int = 0,
    **values: object,
):
    """A vehicle with those weapons in mounts of 180 degrees to each side; `values` go into its hull's profile."""
    profile = a_hull(f"hull-{unit}", m=m, ws=ws, **{"mounts": mounted(*weapons, half=arc), **values})
    made, profiles, _ = a_unit(unit, [at], profile=profile, facing=heading, **(flags or {}))
    return made, profiles, tuple(weapons)


def a_condition(**values: object) -> VehicleState:
    """What has happened to a vehicle: values of every vehicle and of the Gemini rules' own marks."""
    own = {key: value for key, value in values.items() if key in GeminiMarks.__struct_fields__}
    rest = {key: value for key, value in values.items() if key not in own}
    return VehicleState(**rest).with_own(GeminiMarks(**own))  # type: ignore[arg-type]


def a_carrier(unit: str, at: tuple[float, float] = (30, 24), **values: object):
    """A carrier for ten, 5 by 3 inches, with a door at the rear and one on each side."""
    doors = (Door(forward_in=-2.5, right_in=0), Door(forward_in=0, right_in=1.5), Door(forward_in=0, right_in=-1.5))
    given = {"front": 11, "side": 11, "rear": 10, "length_in": 5, "width_in": 3, "capacity": 10, "doors": doors}
    return a_vehicle(unit, at, **{"weapons": (STORM_GUN,), **given, **values})


def hit(origin: tuple[float, float], weapon: Weapon = GUN) -> Hit:
    """One hit by that weapon from that point."""
    return Hit(origin=origin, weapon=weapon, strength=weapon.strength)


def under_fire(
    state: GameState, target: str, hits: Sequence[Hit], dice: Mapping[str, Sequence[int]], by: str | None = "b1"
) -> tuple[list[Event], GameState]:
    """Resolve hits on a vehicle with exactly these dice; stops at a prompt."""
    script = ScriptedDice(dice)
    found = happens(state, script, lambda p: be_hit(p, UnitId(target), hits, UnitId(by) if by else None))
    script.finish()
    return found


def way(*places: tuple[float, ...]) -> tuple[Waypoint, ...]:
    """A path of (x, y) or (x, y, heading)."""
    return tuple(Waypoint(at=(p[0], p[1]), facing=p[2] if len(p) > 2 else None) for p in places)
