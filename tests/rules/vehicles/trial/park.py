"""Vehicles of the trial rules for tests, and small battles of them."""

from collections.abc import Sequence

from rules.arap.paths.turns import Waypoint
from rules.core.ids import ProfileId, UnitId, WeaponId
from rules.forces.mount import Door, Mount
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull, TrialMarks
from rules.forces.unit import VehicleState
from rules.forces.weapon import Weapon
from rules.state import GameState
from rules.vehicles.trial.movement.step import MovementStep
from rules.vehicles.trial.shooting.fire.aim import AimedMount
from rules.vehicles.trial.shooting.fire.step import ShootingStep
from tests.builders import A, a_battle, a_unit, a_weapon

LANCE = a_weapon("lance", type="heavy", range_in=48, shots=1, strength=9, ap=2, traits=("laser",))
CANNON = a_weapon("cannon", type="heavy", range_in=48, shots=2, strength=7, ap=4)
REPEATER = a_weapon("repeater", type="heavy", range_in=36, shots=3, strength=5, ap=5)
MELTA = a_weapon("melta", type="heavy", range_in=24, shots=1, strength=8, ap=1, traits=("melta",))
HOWITZER = a_weapon("howitzer", type="ordnance", range_in=60, shots=1, strength=8, ap=3, marker_in=5)
MORTAR = a_weapon(
    "mortar",
    type="ordnance",
    range_in=48,
    min_range_in=12,
    strength=8,
    ap=3,
    marker_in=5,
    traits=("guess", "high-trajectory"),
)


def a_trial(
    unit: str,
    at: tuple[float, float] = (30, 24),
    *,
    heading: float = 90,
    weapons: Sequence[Weapon] = (),
    arc: float = 180,
    mounts: Sequence[Mount] = (),
    flags: dict[str, object] | None = None,
    profile: dict[str, object] | None = None,
    **values: object,
):
    """A hull 6 by 4 inches, armour 14, 12, 10, BS 3, a tracked Tank; `values` go into the hull."""
    fitted = tuple(mounts) or tuple(Mount(weapon=WeaponId(w.id), arc_half_deg=arc, name=w.name) for w in weapons)
    given = {"front": 14, "side": 12, "rear": 10, "traits": ("tank",), "length_in": 6, "width_in": 4, "mounts": fitted}
    hull = TrialHull(**{**given, **values})  # type: ignore[arg-type]
    named = {"ws": 0, "m": 0, "size": 3, **(profile or {})}
    made = Profile(id=ProfileId(f"hull-{unit}"), name=unit, kind="vehicle", hull=hull, base_mm=100, **named)  # type: ignore[arg-type]
    vehicle, profiles, _ = a_unit(unit, [at], profile=made, facing=heading, **(flags or {}))
    return vehicle, profiles, tuple(weapons)


def a_transport(unit: str, at: tuple[float, float] = (30, 24), **values: object):
    """A carrier 5 by 3 inches with doors at its sides and a ramp at its rear, six places, two at a top hatch."""
    doors = (Door(forward_in=0, right_in=-1.5), Door(forward_in=0, right_in=1.5), Door(forward_in=-2.5, right_in=0))
    given = {"front": 11, "side": 11, "rear": 10, "length_in": 5, "width_in": 3, "bs": 4}
    return a_trial(unit, at, **{**given, "capacity": 6, "fire_points": (2,), "doors": doors, **values})  # type: ignore[arg-type]


def a_condition(**values: object) -> VehicleState:
    """What has happened to a vehicle: values of every vehicle and of the trial rules' own marks."""
    own = {key: value for key, value in values.items() if key in TrialMarks.__struct_fields__}
    rest = {key: value for key, value in values.items() if key not in own}
    return VehicleState(**rest).with_own(TrialMarks(**own))  # type: ignore[arg-type]


def trial_battle(*units, options: dict[str, object] | None = None, **values: object) -> GameState:
    """A battle by the trial vehicle rules."""
    return a_battle(*units, options={"vehicle_module": "trial", **(options or {})}, **values)  # type: ignore[arg-type]


def go(unit: str, *places, **values: object) -> MovementStep:
    """A Movement step through those places; a third number is the facing there, a fourth "back"."""
    path = tuple(
        Waypoint(at=(p[0], p[1]), facing=p[2] if len(p) > 2 else None, gait=p[3] if len(p) > 3 else None)
        for p in places
    )
    return MovementStep(side=A if unit[0] == "a" else "b", unit=UnitId(unit), path=path, **values)  # type: ignore[arg-type]


def fire(unit: str, target: str, *mounts: int, **values: object) -> ShootingStep:
    """A Shooting step of those mounts at one target."""
    shots = tuple(AimedMount(mount=m, target=UnitId(target)) for m in mounts)
    return ShootingStep(side=A if unit[0] == "a" else "b", unit=UnitId(unit), shots=shots, **values)  # type: ignore[arg-type]
