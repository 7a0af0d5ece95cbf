"""A bunker of sections: two at the ground side by side, a third over the eastern one."""

from msgspec.structs import replace

from rules.core.ids import ModelId
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon
from tests.rules.arenas import box
from tests.rules.buildings.bunkers.pillbox import LANCE, RIFLE

WEST = Room(letter="A", points=box(10, 10, 15, 15))
EAST = Room(letter="B", points=box(15, 10, 20, 15))
LOFT = Room(letter="C", points=box(15, 10, 20, 15), storey=1)
FAR = Room(letter="D", points=box(20, 10, 25, 15))
INNER = Opening(a=(15, 12), b=(15, 13), name="inner door")
GATE = Opening(a=(10, 12), b=(10, 13), name="gate")
GUNS = (
    BuiltIn(name="Western gun", section="A"),
    BuiltIn(name="Eastern gun", section="B"),
    BuiltIn(name="Loft gun", section="C"),
)
HOWITZER = a_weapon("howitzer", type="ordnance", range_in=48, shots=1, strength=10, ap=2, marker_in=5)


def a_keep(*rooms, works=None, **values):
    """Armour 14, three hull points to each section."""
    rooms = rooms or (WEST, EAST, LOFT)
    right = max(x for room in rooms for x, _ in room.points)
    building = Building(
        handling="sections",
        storeys=1 + max(room.storey for room in rooms),
        sections=rooms,
        openings=(INNER, GATE),
        section_ways=(SectionWay(a="B", b="C"),) if any(r.storey for r in rooms) else (),
    )
    piece = Terrain(
        id="keep",
        name="Keep",
        points=box(10, 10, right, 15),
        going="impassable",
        cover="hard",
        height_in=3 * building.storeys,
        blocks_sight=True,
        look="bunker",
        armoured=works or Armoured(ports=2),
        building=building,
    )
    return replace(piece, **values)


def inside(unit, count, letter, at, *, weapons=(RIFLE,), **values):
    housed = dict.fromkeys((ModelId(f"{unit}.{n}") for n in range(1, count + 1)), f"keep/{letter}")
    return a_unit(unit, [at] * count, weapons=weapons, housed=housed, **values)


def before(keep=None, *, weapon=LANCE, count=1, at=(30.0, 12.5), ap=3, facing=270, loft=1, options=None):
    """Ash to the east of it; Birch has two in each section at the ground and some above."""
    x, y = at
    squad = a_unit("a1", [(x, y + n) for n in range(count)], weapons=[weapon], facing=facing)
    birch = [inside("b1", 2, "A", (12.5, 12.5)), inside("b2", 2, "B", (17.5, 12.5))]
    birch += [inside("b3", loft, "C", (17.5, 12.5))] if loft else []
    return a_battle(squad, *birch, active="a1", ap=ap, terrain=[keep or a_keep()], options=options)
