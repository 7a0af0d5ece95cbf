"""The field of "armour on the Salt Road": what stands where before the first step."""

from msgspec.structs import replace

from rules.forces.mount import Door, Mount
from rules.state import GameState
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, a_weapon
from tests.rules.vehicles.garage import a_vehicle

ROAD = Terrain(id="T1", name="Salt Road", points=((0, 38), (72, 38), (72, 42), (0, 42)), going="road", look="road")
TOLL_HOUSE = Objective(id="O1", name="Toll House", at=(36, 40))

STORM = a_weapon("storm gun", type="assault", range_in=24, shots=2, strength=4, ap=5)
HOWITZER = a_weapon("anvil howitzer", type="ordnance", range_in=36, shots=1, strength=8, ap=3, marker_in=5)
AUTOGUN = a_weapon("hull autogun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
LANCE = a_weapon("melta lance", type="assault", range_in=12, shots=1, strength=8, ap=1, traits=("melta",))
KRAK = a_weapon("krak", type="grenade", range_in=0, strength=6, traits=("krak", "planted"))
MISSILE = a_weapon("missile rack", type="heavy", range_in=48, shots=1, strength=8, ap=3)
REPEATER = a_weapon("twin repeater", type="heavy", range_in=36, shots=3, strength=6, ap=4)
CARBINE = a_weapon("field carbine", strength=4, ap=5)
SIEGE = a_weapon("siege gun", type="heavy", range_in=48, shots=1, strength=9, ap=2)
FLANK = a_weapon("flank gun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
CAB = a_weapon("cab gun", type="assault", range_in=24, shots=2, strength=4, ap=6)
RUNNER = a_weapon("runner cannon", type="heavy", range_in=36, shots=1, strength=7, ap=4)
DECK = a_weapon("deck gun", type="assault", range_in=24, shots=2, strength=4, ap=6)
RIFLE = a_weapon("rifle")
MUSKET = a_weapon("musket", range_in=18)

RANGER = a_profile("ranger", bs=4, i=4, ld=8, sv=5)
GUARD = a_profile("guard", ld=7, sv=5)
LEVY = a_profile("levy", ws=2, bs=2, ld=6, sv=6)
DOORS = (Door(forward_in=-2.5, right_in=0), Door(forward_in=0, right_in=1.5), Door(forward_in=0, right_in=-1.5))
CARRIER = {"length_in": 5, "width_in": 3, "capacity": 10, "doors": DOORS}
EVEN = {"front": 10, "side": 10, "rear": 10}
SLOW = {"crew_bs": 3, "crew_initiative": 3}


def _hull(unit, at, heading, arcs, name, **values):
    """A vehicle whose weapons sit in the middle of it, each with half its arc in degrees."""
    mounts = tuple(Mount(weapon=w.id, arc_half_deg=half, name=w.name) for w, half in arcs)
    made, profiles, _ = a_vehicle(unit, at, heading=heading, weapons=(), mounts=mounts, **values)
    return replace(made, name=name), profiles, tuple(w for w, _ in arcs)


def _northmarch():
    unit, profiles, _ = a_unit(
        "a3",
        [(41, 4), (42.5, 4), (44, 4), (42.5, 2.6), (44, 2.6)],
        profile=RANGER,
        facing=180,
        weapons=(KRAK,),
        name="Northmarch Sappers",
    )
    sappers = unit.with_model(replace(unit.models[0], weapons=(LANCE.id,)))
    walker = {"type": "walker", "vehicle_class": "fast", "length_in": 3, "width_in": 3, **EVEN}
    rangers = [(14, 35), (16, 35), (18, 35), (15, 33.6), (17, 33.6)]
    return (
        _hull("a1", (10, 40), 90, [(STORM, 180)], "Bulwark Carrier", front=11, side=11, **CARRIER),
        _hull("a2", (32, 31), 45, [(HOWITZER, 180), (AUTOGUN, 45)], "Anvil Battle Tank"),
        (sappers, profiles, (LANCE, KRAK)),
        _hull("a4", (60, 26), 0, [(MISSILE, 45), (REPEATER, 45)], "Kestrel Scout Walker", **walker),
        a_unit("a5", rangers, profile=RANGER, facing=180, weapons=(CARBINE,), name="Northmarch Rangers"),
    )


def _saltmere():
    guard = [(26, 40), (27.5, 40.8), (27.5, 39.2), (29, 40), (26, 36.8), (28, 36.8)]
    runner = {"vehicle_class": "fast", "front": 11, "side": 10, "length_in": 4, "width_in": 2.5}
    return (
        _hull("b1", (40, 14), 180, [(SIEGE, 45), (FLANK, 180)], "Ironback Assault Gun", side=11, hull_points=3, **SLOW),
        _hull("b2", (20, 15), 180, [(CAB, 180)], "Saltmere Hauler", **EVEN, **CARRIER, **SLOW),
        a_unit("b3", guard, profile=GUARD, facing=270, weapons=(RIFLE, KRAK), name="Saltmere Compact Guard"),
        _hull("b4", (50, 5), 270, [(RUNNER, 45), (DECK, 180)], "Marsh Runner", **runner, **SLOW),
        a_unit("b5", [(20, 15)] * 4, profile=LEVY, weapons=(MUSKET,), name="Saltmere Levy", aboard="b2"),
    )


def table() -> GameState:
    """Northmarch (a) has the first turn; its sappers are behind the enemy already."""
    return a_battle(*_northmarch(), *_saltmere(), terrain=(ROAD,), objectives=(TOLL_HOUSE,))
