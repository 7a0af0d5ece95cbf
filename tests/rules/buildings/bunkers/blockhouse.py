"""A blockhouse that is set out: two rooms at the ground, a floor of two rooms above them laid out beside it."""

from msgspec.structs import replace

from rules.table.armoured import Armoured
from rules.table.building import Building, Opening, Room
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit
from tests.rules.arenas import box
from tests.rules.buildings.bunkers.pillbox import LANCE, RIFLE

WEST = Room(letter="A", points=box(10, 10, 15, 15))
EAST = Room(letter="B", points=box(15, 10, 20, 15))
UP_WEST = Room(letter="C", points=box(50, 30, 55, 35))
UP_EAST = Room(letter="D", points=box(55, 30, 60, 35))
BETWEEN = ((15, 10), (15, 15))
INNER = Opening(a=(15, 12), b=(15, 13), name="inner door")
GATE = Opening(a=(10, 12), b=(10, 13), name="gate")
SLIT = Opening(a=(20, 12), b=(20, 13), kind="window", name="eastern window")
LADDER = Terrain(id="ladder", name="Ladder", points=((18, 11), (18, 11.5)), line=True, ladder=True, head=(58, 31))


def a_house(*rooms, works=None, handling="tabletop", partitions=(BETWEEN,), openings=(INNER, GATE, SLIT), **values):
    """Armour 14, three hull points to each section."""
    building = Building(
        handling=handling, sections=rooms or (WEST, EAST), openings=openings, partitions=partitions, storeys=2
    )
    piece = Terrain(
        id="keep",
        name="Keep",
        points=box(10, 10, 20, 15),
        going="impassable",
        cover="hard",
        height_in=6,
        blocks_sight=True,
        look="bunker",
        armoured=works or Armoured(),
        building=building,
    )
    return replace(piece, **values)


def a_floor(*rooms):
    """Its upper floor, forty inches off and twenty further down; one section without rooms."""
    building = Building(handling="tabletop", sections=rooms, level=2, of="keep")
    return replace(a_house(), id="loft", name="Keep, level 2", points=box(50, 30, 60, 35), building=building)


def people(unit, *at, **values):
    return a_unit(unit, list(at), **{"weapons": (RIFLE,), **values})


def before(*terrain, units=(), weapon=LANCE, at=(30.0, 12.5), ap=3, facing=270, options=None):
    """Ash to the east of it; Birch has two in each room at the ground and one above."""
    ash = a_unit("a1", [at], weapons=[weapon], facing=facing)
    birch = [people("b1", (12, 12), (12, 14)), people("b2", (17, 12), (17, 14)), people("b3", (57, 32))]
    return a_battle(ash, *(units or birch), active="a1", ap=ap, terrain=terrain or [a_house()], options=options)
