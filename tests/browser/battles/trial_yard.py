"""A battle of trial vehicles: a siege tank with two guns and a truck that carries raiders. (TRI-JOIN-01)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import ProfileId, WeaponId
from rules.forces.mount import Door, Mount
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from rules.table.terrain import Terrain
from tests.browser.battles.muster import RIFLE, TROOPER, Battle, army, column, squad, weapon

LASCANNON = weapon("lascannon", "Lascannon", type="heavy", range_in=48, shots=1, strength=9, ap=2)
BOLTER = weapon("bolter", "Heavy bolter", type="heavy", range_in=36, shots=3, strength=5, ap=4)


def hull(name: str, **values: object) -> Profile:
    """A hull of these rules, 5 by 3 inches."""
    given = {"front": 12, "side": 11, "rear": 10, "bs": 3, "length_in": 5, "width_in": 3}
    made = TrialHull(**{**given, **values})  # type: ignore[arg-type]
    return Profile(id=ProfileId(name), name=name.title(), m=0, ws=0, size=3, kind="vehicle", hull=made, base_mm=100)


ANVIL = hull(
    "anvil",
    traits=("tank",),
    mounts=(
        Mount(weapon=WeaponId("lascannon"), arc_half_deg=45, forward_in=2, name="Hull lascannon"),
        Mount(weapon=WeaponId("bolter"), arc_half_deg=180, name="Turret heavy bolter"),
        Mount(weapon=WeaponId("bolter"), arc_centre_deg=90, arc_half_deg=45, right_in=1.5, name="Right heavy bolter"),
    ),
)
WAGON = hull(
    "wagon",
    traits=("fast", "open-topped"),
    locomotion="wheeled",
    front=10,
    side=10,
    capacity=10,
    length_in=4,
    width_in=2.5,
    mounts=(Mount(weapon=WeaponId("bolter"), arc_half_deg=45, name="Truck gun"),),
)
ROAD = Terrain(
    id="road",  # type: ignore[arg-type]
    name="Mill Road",
    points=((0, 16), (48, 16)),
    line=True,
    width_in=4,
    going="road",
    look="road",
)
YARD = Battle(
    a=army(
        "Ash",
        (squad("Ash Anvil", ANVIL, count=1), squad("Ash Watch", TROOPER, RIFLE)),
        (ANVIL, TROOPER),
        (LASCANNON, BOLTER, RIFLE),
    ),
    b=army(
        "Birch",
        (squad("Birch Wagon", WAGON, count=1), squad("Birch Raiders", TROOPER, RIFLE, count=4, inside="Birch Wagon")),
        (WAGON, TROOPER),
        (BOLTER, RIFLE),
    ),
    places={"a1": [(8, 16)], "a2": column(4, 24), "b1": [(34, 16)]},
    terrain=(ROAD,),
    options={"vehicle_module": "trial"},
)

HOWITZER = weapon("howitzer", "Howitzer", type="ordnance", range_in=60, shots=1, strength=8, ap=3, marker_in=5)
MORTAR = weapon(
    "mortar",
    "Siege mortar",
    type="ordnance",
    range_in=48,
    min_range_in=12,
    strength=8,
    ap=3,
    marker_in=5,
    traits=("guess", "high-trajectory"),
)
GUN_TANK = hull(
    "howitzer-tank",
    traits=("tank",),
    mounts=(Mount(weapon=WeaponId("howitzer"), arc_half_deg=45, forward_in=2, name="Hull howitzer"),),
)
BATTERY = hull(
    "battery",
    traits=("tank", "open-topped"),
    mounts=(Mount(weapon=WeaponId("mortar"), arc_half_deg=45, name="Hull mortar"),),
)
CARRIER = hull(
    "carrier",
    traits=("tank",),
    capacity=6,
    fire_points=(2,),
    doors=(Door(forward_in=0, right_in=-1.5), Door(forward_in=0, right_in=1.5), Door(forward_in=-2.5, right_in=0)),
)
STALKER = hull(
    "stalker",
    traits=("walker",),
    locomotion="legs",
    length_in=2.4,
    width_in=2.4,
    mounts=(Mount(weapon=WeaponId("bolter"), arc_half_deg=45, right_in=0.8, name="Right arm bolter"),),
)
WALKER = replace(STALKER, ws=4, s=6, i=4, a=2, m=6)
FRONT = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Carrier", CARRIER, count=1),
            squad("Ash Rifles", TROOPER, RIFLE, count=4, inside="Ash Carrier"),
            squad("Ash Thunder", GUN_TANK, count=1),
            squad("Ash Battery", BATTERY, count=1),
            squad("Ash Stalker", WALKER, count=1),
        ),
        (CARRIER, TROOPER, GUN_TANK, BATTERY, WALKER),
        (RIFLE, HOWITZER, MORTAR, BOLTER),
    ),
    b=army(
        "Birch",
        (squad("Birch Watch", TROOPER, RIFLE, count=4), squad("Birch Wagon", WAGON, count=1)),
        (WAGON, TROOPER),
        (BOLTER, RIFLE),
    ),
    places={
        "a1": [(14, 6)],
        "a3": [(10, 15)],
        "a4": [(6, 26)],
        "a5": [(24, 24)],
        "b1": [(30, 24), (30, 25.2), (30, 26.4), (30, 22.8)],
        "b2": [(34, 12)],
    },
    options={"vehicle_module": "trial"},
)
"""A carrier with rifles at its hatch, a howitzer, a mortar and a walker before a watch and a truck."""
