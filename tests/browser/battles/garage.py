"""Small battles with vehicles: riding, clinging, storming a hull, losing one with everybody aboard."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from rules.buildings.tiles import shapes
from rules.core.ids import ProfileId, TerrainId
from rules.forces.army import Army
from rules.forces.gemini import GeminiHull, Section
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Hole, Opening, Room, SectionWay
from rules.table.carrier import Carrier
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack
from tests.browser.battles.muster import (
    BRAWLER,
    DECK_GUN,
    LANCE,
    MELTA_BOMB,
    RIFLE,
    STORM_GUN,
    TROOPER,
    Battle,
    army,
    carrier,
    column,
    squad,
    weapon,
)
from tests.builders import a_profile

KRAK = weapon("krak", "Krak grenade", type="grenade", traits=("krak",))
GRENADIER = a_profile("grenadier", i=4, ws=4, s=4, a=2, ld=9, sv=4)
PLATED = a_profile("plated", i=3, ws=3, s=4, t=5, ld=9, sv=3)
CAPTAIN = a_profile("captain", i=5, ws=5, ld=9, w=2, sv=4, traits=("independent",))
AXE = weapon("axe", "Axe", type="melee", strength=3)
MAUL = weapon("maul", "Maul", type="melee", strength=2)
ALL_WEAPONS = (RIFLE, STORM_GUN, DECK_GUN, LANCE, KRAK, MELTA_BOMB, AXE, MAUL)


FIST = weapon("fist", "Power fist", type="melee", strength=2)
WALKER = GeminiHull(
    type="walker",
    vehicle_class="mechanoid",
    front=12,
    side=12,
    rear=10,
    length_in=2.4,
    width_in=2.4,
    battle_speed_in=6,
    crew_bs=4,
    crew_initiative=4,
)
DREADNOUGHT = a_profile(
    "dreadnought", m=6, ws=4, s=6, i=4, a=3, size=3, base_mm=60, kind="machine", traits=("dreadnought",), hull=WALKER
)


def _army(name: str, *entries: object) -> Army:
    return army(name, entries, (TROOPER, BRAWLER, GRENADIER, PLATED, CAPTAIN, carrier()), ALL_WEAPONS)  # type: ignore[arg-type]


RIDE = Battle(
    a=_army("Ash", squad("Ash Brawlers", BRAWLER), squad("Ash Carrier", carrier(), count=1)),
    b=_army("Birch", squad("Birch Rifles", TROOPER, RIFLE), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": column(8, 9), "a2": [(14, 12)], "b1": column(33, 9), "b2": column(44, 22)},
)
"""A squad, its carrier, and an enemy two turns away."""

HOLD_ON = Battle(
    a=_army(
        "Ash",
        squad("Ash Rifles", TROOPER, RIFLE, count=4),
        squad("Ash Carrier", carrier(), count=1),
        squad("Ash Captain", CAPTAIN, RIFLE, count=1),
        squad("Ash Watch", TROOPER, RIFLE),
    ),
    b=_army("Birch", squad("Birch Rifles", TROOPER, RIFLE)),
    places={"a1": column(8, 9, 4), "a2": [(14, 12)], "a3": [(8, 25)], "a4": column(6, 22), "b1": column(44, 9)},
)
"""More people than seats, and a captain without a squad."""

STORM = Battle(
    a=_army("Ash", squad("Ash Grenadiers", GRENADIER, KRAK), squad("Ash Watch", TROOPER, RIFLE)),
    b=_army("Birch", squad("Birch Carrier", carrier(), count=1), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": column(15, 9), "a2": column(4, 22), "b1": [(24, 12)], "b2": column(44, 22)},
)
"""Grenadiers on foot beside an enemy hull."""

PASSING = Battle(
    a=_army("Ash", squad("Ash Grenadiers", GRENADIER, KRAK)),
    b=_army("Birch", squad("Birch Plated", PLATED), squad("Birch Guards", BRAWLER)),
    places={"a1": column(15, 9), "b1": column(23, 9), "b2": column(20, 17)},
)
"""A charge that leads past somebody, at a foe whom only grenades impress."""

LOADED = Battle(
    a=_army("Ash", squad("Ash Lancers", TROOPER, LANCE, count=1), squad("Ash Watch", TROOPER, RIFLE)),
    b=_army(
        "Birch",
        squad("Birch Carrier", carrier(), count=1),
        squad("Birch Rifles", TROOPER, RIFLE, inside="Birch Carrier"),
    ),
    places={"a1": [(12, 14)], "a2": column(4, 22), "b1": [(28, 14)]},
)
"""A full carrier in front of a lance."""

MACHINE = Battle(
    a=_army("Ash", squad("Ash Grenadier", GRENADIER, KRAK, count=1), squad("Ash Watch", TROOPER, RIFLE)),
    b=army(
        "Birch",
        (squad("Birch Dreadnought", DREADNOUGHT, FIST, count=1), squad("Birch Watch", TROOPER, RIFLE)),
        (DREADNOUGHT, TROOPER),
        (FIST, RIFLE),
    ),
    places={"a1": [(18, 12)], "a2": column(4, 22), "b1": [(24, 12)], "b2": column(44, 20)},
)
"""A man with a krak grenade within a charge of a dreadnought."""

HANDED = weapon("frag", "Frag grenade", type="grenade", range_in=6, strength=4, marker_in=3)

PORTS = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Rifles", TROOPER, RIFLE, HANDED, count=4),
            squad("Ash Carrier", carrier(), count=1),
            squad("Ash Watch", TROOPER, RIFLE),
        ),
        (TROOPER, carrier()),
        (RIFLE, HANDED, STORM_GUN, DECK_GUN),
    ),
    b=_army(
        "Birch",
        squad("Birch Carrier", carrier(), count=1),
        squad("Birch Rifles", TROOPER, RIFLE, inside="Birch Carrier"),
        squad("Birch Watch", TROOPER, RIFLE),
    ),
    places={"a1": column(24, 4, 4), "a2": [(8, 24)], "a3": column(4, 14), "b1": [(24, 14)], "b3": column(44, 22)},
    terrain=(Terrain(id="meadow", name="Long Meadow", points=((14, 19), (24, 19), (24, 29), (14, 29))),),
)
"""Riflemen north of a full carrier that looks west; a carrier of their own before a meadow."""

_HULL = carrier().hull
assert _HULL is not None
CAR = GeminiHull(
    front=11,
    side=10,
    rear=10,
    length_in=4,
    width_in=3,
    crew_bs=4,
    crew_initiative=4,
    hull_points=2,
    mounts=_HULL.mounts,
)
TRAIN = replace(
    carrier(),
    id=ProfileId("train"),
    name="Train",
    hull=replace(
        _HULL,
        capacity=0,
        doors=(),
        sections=(Section(name="gun car", hull=CAR), Section(name="tail car", hull=replace(CAR, hull_points=0))),
    ),
)
SECTIONS = Battle(
    a=army(
        "Ash",
        (squad("Ash Train", TRAIN, count=1), squad("Ash Watch", TROOPER, RIFLE)),
        (TRAIN, TROOPER),
        (RIFLE, STORM_GUN, DECK_GUN),
    ),
    b=army(
        "Birch",
        (squad("Birch Lancers", TROOPER, LANCE, count=1), squad("Birch Watch", TROOPER, RIFLE)),
        (TROOPER,),
        (RIFLE, LANCE),
    ),
    places={"a1": [(20, 14)], "a2": column(4, 22), "b1": [(32, 8)], "b2": column(44, 22)},
)
"""A train of an engine and two cars that looks east, and one man with a lance before it."""

INDOORS = Battle(
    a=_army("Ash", squad("Ash Carrier", carrier(), count=1), squad("Ash Watch", TROOPER, RIFLE)),
    b=_army("Birch", squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": [(12, 12)], "a2": column(4, 22), "b1": column(44, 22)},
    terrain=(
        Terrain(
            id="shed",
            name="Engine Shed",
            points=((17, 6), (29, 6), (29, 18), (17, 18)),
            going="difficult",
            cover="hard",
            height_in=3,
            blocks_sight=True,
            look="building",
            breaches=(((16, 9), (18, 9), (18, 15), (16, 15)),),
        ),
    ),
)
"""A carrier before a shed whose gate stands open."""

BUNKER = Battle(
    a=_army("Ash", squad("Ash Carrier", carrier(), count=1), squad("Ash Brawlers", BRAWLER, count=3)),
    b=_army("Birch", squad("Birch Garrison", TROOPER, RIFLE, count=2), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": [(17, 15)], "a2": column(26.5, 9, 3), "b1": column(31, 15, 2), "b2": column(44, 22)},
    terrain=(
        Terrain(
            id="bunker",
            name="Old Bunker",
            points=((28, 10), (38, 10), (38, 20), (28, 20)),
            going="impassable",
            cover="hard",
            height_in=2,
            look="bunker",
            armour=8,
        ),
    ),
)
"""A garrison in a closed bunker, a carrier that will break it open, and brawlers beside it."""

PILLBOX = Battle(
    a=_army("Ash", squad("Ash Lances", TROOPER, LANCE, count=2), squad("Ash Brawlers", BRAWLER, count=3)),
    b=_army("Birch", squad("Birch Garrison", TROOPER, RIFLE, count=2), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": column(17, 13, 2), "a2": column(4, 22, 3), "b1": column(31, 13, 2), "b2": column(44, 22)},
    terrain=(
        Terrain(
            id="pillbox",
            name="Shore Pillbox",
            points=((28, 10), (36, 10), (36, 18), (28, 18)),
            going="impassable",
            cover="hard",
            height_in=2,
            blocks_sight=True,
            look="bunker",
            armoured=Armoured(
                kind="Brick house", capacity=10, ports=2, slots=(2.5,), weapons=(BuiltIn(name="Twin stubber"),)
            ),
        ),
    ),
)
"""A garrison in a whole bunker with a gun of its own, and lances that can break it."""
REACHED = dataclasses.replace(
    PILLBOX,
    a=_army("Ash", squad("Ash Lances", TROOPER, LANCE, count=2), squad("Ash Brawlers", BRAWLER, MELTA_BOMB, count=3)),
    places={"a1": column(17, 5, 2), "a2": column(21, 13, 3), "b1": column(31, 13, 2), "b2": column(25.5, 18)},
)
"""Brawlers six inches before its wall, and somebody beside their way."""
_BREAKERS = (LANCE, AXE, MAUL)
ON_THE_RUN = dataclasses.replace(
    PILLBOX,
    a=_army(
        "Ash",
        squad("Ash Breakers", BRAWLER, *_BREAKERS, count=3),
        squad("Ash Wreckers", BRAWLER, *_BREAKERS, count=3),
    ),
    b=_army("Birch", squad("Birch Garrison", TROOPER, RIFLE, count=2), squad("Birch Carrier", carrier(), count=1)),
    places={"a1": column(21, 12, 3), "a2": column(21, 23, 3), "b1": column(31, 13, 2), "b2": [(30, 24)]},
)
"""Lances six inches before a bunker, and as many before a hull, borne by people with a weapon in each hand."""

TILES = TileStack(shapes={"I": 1, "L": 1, "T": 1})
CELLARS = Battle(
    a=_army("Ash", squad("Ash Scouts", TROOPER, RIFLE, count=2)),
    b=_army("Birch", squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": [(21.4, 16), (22.9, 16)], "b1": column(44, 22)},
    terrain=(
        *shapes.pieces(shapes.on_grid(TILES, (22.0, 16.0)), "hall", "I", frozenset((1, 3))),
        shapes.way_on(shapes.on_grid(TILES, (22.0, 16.0)), "east", 1),
    ),
    options={"terrain_tiles": True},
    tiles=TILES,
)
"""A corridor with a way on that nobody has opened yet."""


def _floor(level: int, x: float) -> Terrain:
    inside = Building(
        handling="tabletop",
        level=level,
        of=TerrainId("" if level == 1 else "level-1"),
        openings=(Opening(a=(x, 12.0), b=(x, 13.4), name="cellar door", state="locked"),) if level == 1 else (),
    )
    ring = ((x, 10), (x + 8, 10), (x + 8, 18), (x, 18))
    return Terrain(id=TerrainId(f"level-{level}"), name="Corn Hall", points=ring, look="building", building=inside)


def _lift(level: int, x: float) -> Terrain:
    return Terrain(
        id=TerrainId(f"lift-{level}"),
        name="Sack lift",
        points=((x, 16), (x + 1, 16), (x + 1, 17), (x, 17)),
        look="lift",
        carrier=Carrier(shaft="sacks", level=level),
    )


CORN_HALL = Battle(
    a=_army("Ash", squad("Ash Scouts", TROOPER, RIFLE, count=2)),
    b=_army("Birch", squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": [(15, 14.5), (16.2, 14.5)], "b1": column(44, 22)},
    terrain=(_floor(1, 12.0), _floor(2, 22.0), _floor(3, 32.0), *(_lift(n, 6.0 + 10 * n) for n in (1, 2, 3))),
    options={"lift_call_dice": True},
)
"""A house of three floors, side by side, with a lift that is called."""

MILL = Battle(
    a=_army("Ash", squad("Ash Lances", TROOPER, LANCE, count=1)),
    b=_army("Birch", squad("Birch Garrison", TROOPER, RIFLE, count=2), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": [(20, 14.4)], "b1": [(25.2, 14.5), (27.6, 14.5)], "b2": column(44, 22)},
    terrain=(
        Terrain(
            id=TerrainId("mill"),
            name="Old Mill",
            points=((24, 11), (30, 11), (30, 17), (24, 17)),
            height_in=3,
            look="building",
            building=Building(
                handling="tabletop",
                openings=(Opening(a=(30, 13), b=(30, 14.4), name="mill door"),),
                holes=(Hole(wall=3, part=2, dp=6),),
            ),
        ),
    ),
)
"""A house whose west wall stands by one point, and its garrison behind that."""

GRANARY = Battle(
    a=_army("Ash", squad("Ash Brawlers", BRAWLER, count=2)),
    b=_army("Birch", squad("Birch Lodger", TROOPER, RIFLE, count=1), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a1": [(23.4, 13.6), (23.4, 14.8)], "b1": [(26.4, 14)], "b2": column(44, 22)},
    terrain=(
        Terrain(
            id=TerrainId("granary"),
            name="Granary",
            points=((24, 11), (30, 11), (30, 17), (24, 17)),
            height_in=3,
            look="building",
            building=Building(
                handling="tabletop",
                openings=(Opening(a=(24, 13.2), b=(24, 15), name="plank door", state="bolted", make="light wooden"),),
            ),
        ),
    ),
)
"""A room behind a bolted door of planks, one man in it, and brawlers before it."""


GATEHOUSE = Battle(
    a=_army("Ash", squad("Ash Scouts", TROOPER, RIFLE, count=1), squad("Ash Watch", TROOPER, RIFLE, count=1)),
    b=_army("Birch", squad("Birch Watch", TROOPER, RIFLE, count=1)),
    places={"a1": [(23.2, 14)], "a2": [(6, 26)], "b1": [(42, 6)]},
    terrain=(
        Terrain(
            id=TerrainId("gatehouse"),
            name="Gatehouse",
            points=((24, 11), (30, 11), (30, 17), (24, 17)),
            height_in=3,
            look="building",
            building=Building(
                handling="tabletop",
                openings=(Opening(a=(24, 13), b=(24, 15), name="oak door", state="closed"),),
            ),
        ),
    ),
)
"""A house whose door is shut, and somebody before it."""

TOLLHOUSE = Battle(
    a=_army("Ash", squad("Ash Scouts", TROOPER, RIFLE, count=4), squad("Ash Watch", TROOPER, RIFLE, count=1)),
    b=_army("Birch", squad("Birch Watch", TROOPER, RIFLE, count=1)),
    places={"a1": [(22.4, 13.4), (22.4, 14.8), (20, 14.1), (17.2, 14.1)], "a2": [(6, 26)], "b1": [(42, 6)]},
    terrain=(
        Terrain(
            id=TerrainId("tollhouse"),
            name="Tollhouse",
            points=((24, 11), (30, 11), (30, 17), (24, 17)),
            height_in=3,
            look="building",
            building=Building(
                handling="tabletop",
                entered_as_boarding=True,
                openings=(
                    Opening(a=(24, 13.5), b=(24, 14.7), name="oak door", state="closed"),
                    Opening(a=(25, 17), b=(26, 17), kind="window", name="yard window"),
                    Opening(a=(26, 11), b=(27.2, 11), name="barred door", state="bolted"),
                ),
            ),
        ),
    ),
)
"""A house that is entered by the boarding rule, by a door and a window; one of four stands too far off."""

FRONT = ((16.0, 10.0), (28.0, 10.0), (28.0, 16.0), (16.0, 16.0))
EXCHANGE = Battle(
    a=_army("Ash", squad("Ash Brawlers", BRAWLER, count=3), squad("Ash Watch", TROOPER, RIFLE)),
    b=_army("Birch", squad("Birch Clerks", BRAWLER, count=2), squad("Birch Watch", TROOPER, RIFLE)),
    places={"a2": column(4, 22), "b2": column(44, 22)},
    housed={"a1": ("exchange", "A"), "b1": ("exchange", "B")},
    terrain=(
        Terrain(
            id="exchange",
            name="Corn Exchange",
            points=FRONT,
            going="impassable",
            cover="hard",
            height_in=6,
            blocks_sight=True,
            look="building",
            building=Building(
                handling="sections",
                storeys=2,
                sections=(
                    Room(letter="A", points=((16, 10), (22, 10), (22, 16), (16, 16))),
                    Room(letter="B", points=((22, 10), (28, 10), (28, 16), (22, 16))),
                    Room(letter="C", points=((22, 10), (28, 10), (28, 16), (22, 16)), storey=1),
                ),
                openings=(
                    Opening(a=(16, 12.4), b=(16, 13.6), name="west door"),
                    Opening(a=(22, 12.4), b=(22, 13.6), name="hall door"),
                    Opening(a=(24.5, 16), b=(25.5, 16), kind="window", name="south window"),
                ),
                section_ways=(SectionWay(a="A", b="C", kind="stairs"),),
            ),
        ),
    ),
    options={"section_rout": "ejected"},
)
"""Enemies in two sections of one house, joined by an open door."""

BATTLES: dict[str, Battle] = {
    "mill": MILL,
    "granary": GRANARY,
    "corn-hall": CORN_HALL,
    "corn-hall-2": CORN_HALL,
    "cellars": CELLARS,
    "exchange": EXCHANGE,
    "gatehouse": GATEHOUSE,
    "tollhouse": TOLLHOUSE,
    "pillbox": PILLBOX,
    "reached": REACHED,
    "on-the-run": ON_THE_RUN,
    "ride": RIDE,
    "in-part": RIDE,
    "hold-on": HOLD_ON,
    "storm": STORM,
    "passing": PASSING,
    "loaded": LOADED,
    "machine": MACHINE,
    "ports": PORTS,
    "sections": SECTIONS,
    "indoors": INDOORS,
    "bunker": BUNKER,
}
