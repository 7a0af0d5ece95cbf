"""A battle of trial vehicles: a siege tank with two guns and a truck that carries raiders. (TRI-JOIN-01)"""

from __future__ import annotations

from rules.core.ids import ProfileId, WeaponId
from rules.forces.mount import Mount
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from rules.table.terrain import Terrain
from tests.browser.muster import RIFLE, TROOPER, Battle, army, column, squad, weapon

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
