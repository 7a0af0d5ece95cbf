"""The Customs House: three sections, a guard in one of them, and squads that go for it."""

from msgspec.structs import replace

from rules.core.ids import ModelId
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, a_weapon

C1 = Room(letter="C1", points=((6, 22), (12, 22), (12, 26), (6, 26)))
C2 = Room(letter="C2", points=((0, 22), (6, 22), (6, 26), (0, 26)))
C3 = Room(letter="C3", points=((6, 22), (12, 22), (12, 26), (6, 26)), storey=1)
V1 = Opening(a=(7, 26), b=(8, 26), kind="window", name="V1")
V2 = Opening(a=(10, 26), b=(11, 26), kind="window", name="V2")
E1 = Opening(a=(8.5, 26), b=(9.5, 26), name="E1", state="closed")
INNER = Opening(a=(6, 23.5), b=(6, 24.5), name="arch")
STAIRS = SectionWay(a="C1", b="C3")

CARBINE = a_weapon("carbine", type="assault", range_in=18, shots=2, strength=4, ap=6)
FRAG = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)
RIFLE = a_weapon("rifle")
FLAMER = a_weapon("flamer", type="assault", range_in=8, shots=1, strength=4, ap=5, template=True)
MORTAR = a_weapon("cannon", type="heavy", range_in=36, shots=1, strength=5, ap=4, marker_in=3)

KNIFE = a_weapon("knife", type="melee", range_in=0, strength=0)

NORTHMARCH = a_profile("north", ws=4, bs=4, i=4, ld=8, sv=5)
SALTMERE = a_profile("salt", ws=3, bs=3, i=3, ld=7, sv=5)


def a_house(*, openings=(V1, V2, E1, INNER), sections=(C1, C2, C3), ways=(STAIRS,), **inside):
    """Twelve inches by four, two storeys at its east end."""
    building = Building(
        handling="sections", storeys=2, openings=openings, sections=sections, section_ways=ways, **inside
    )
    ring = ((0, 22), (12, 22), (12, 26), (0, 26))
    given = {"going": "impassable", "cover": "hard", "height_in": 6, "blocks_sight": True, "look": "building"}
    return Terrain(id="s1", name="Customs House", points=ring, building=building, **given)


def across(house, ident, down_in, **inside):
    """A house like that, so many inches south of it."""
    moved = [(x, y + down_in) for x, y in house.points]
    building = house.building
    rooms = tuple(replace(r, points=tuple((x, y + down_in) for x, y in r.points)) for r in building.sections)
    return replace(
        house, id=ident, name="Mill", points=tuple(moved), building=replace(building, sections=rooms, **inside)
    )


def squad(unit, at, *, weapons=(CARBINE, FRAG), profile=NORTHMARCH, **values):
    return a_unit(unit, at, weapons=(*weapons, KNIFE), profile=profile, **values)


def guard(unit, count, section="C1", *, weapons=(RIFLE,), profile=SALTMERE, middle=None, shown=False, **values):
    """A unit inside, in one section."""
    at = middle or {"C1": (9.0, 24.0), "C2": (3.0, 24.0), "C3": (9.0, 24.0)}[section]
    models = [ModelId(f"{unit}.{n}") for n in range(1, count + 1)]
    housed = dict.fromkeys(models, f"s1/{section}")
    given = {"housed": housed, "shown": tuple(models) if shown else ()}
    return a_unit(unit, [at] * count, weapons=(*weapons, KNIFE), profile=profile, **{**given, **values})


PIONEERS = (
    *((9.3, 26.9), (8.1, 27), (7, 27.1), (10.4, 27), (11.5, 27.1)),
    *((9.3, 28.2), (8, 28.4), (6.8, 28.4), (10.6, 28.4), (11.8, 28.4)),
)


def stormed(*units, house=None, ap=2, active="a1", options=None, **values):
    """Ash active, Birch in the house; each has a squad far away that has not acted yet."""
    spare = [squad(name, [at]) for name, at in (("a9", (70, 46)), ("b9", (70, 2)))]
    state = a_battle(*units, *spare, active=active, ap=ap, terrain=[house or a_house()], options=options)
    return replace(state, **values) if values else state
