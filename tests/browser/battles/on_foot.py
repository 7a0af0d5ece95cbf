"""Small battles on foot with something special: ladders, a mortar, smoke, a wall to bounce off, a roof to leap from."""

from __future__ import annotations

from rules.core.ids import TerrainId
from rules.forces.army import Entry, Member
from rules.table.terrain import Terrain
from tests.browser.battles.muster import FLAMER, RIFLE, TROOPER, Battle, army, column, squad, weapon
from tests.builders import a_profile

MORTAR = weapon(
    "mortar", "Trench mortar", type="heavy", range_in=48, shots=1, strength=4, marker_in=3, traits=("high-trajectory",)
)

ROOF = Terrain(
    id=TerrainId("roof"),
    name="Flat roof",
    points=((18.0, 6.0), (28.0, 6.0), (28.0, 18.0), (18.0, 18.0)),
    elevation_in=3,
    gradient_deg=90,
    look="building",
)
CRAG = Terrain(
    id=TerrainId("crag"),
    name="Bare crag",
    points=((13.0, 22.0), (22.0, 22.0), (22.0, 30.0), (13.0, 30.0)),
    elevation_in=3,
    gradient_deg=80,
    look="hill",
)
LADDER = Terrain(
    id=TerrainId("ladder"), name="Iron ladder", points=((17.7, 9.0), (18.3, 9.0)), line=True, width_in=0.5, ladder=True
)
BIRCH = army("Birch", (squad("Birch Rifles", TROOPER, RIFLE),), (TROOPER,), (RIFLE,))

LADDERS = Battle(
    a=army(
        "Ash",
        (squad("Ash Climbers", TROOPER, RIFLE, count=3), squad("Ash Scouts", TROOPER, RIFLE, count=2)),
        (TROOPER,),
        (RIFLE,),
    ),
    b=BIRCH,
    places={"a1": [(17.2, 9), (15.9, 9), (14.6, 9)], "a2": column(12.2, 25, 2), "b1": column(42, 20)},
    terrain=(ROOF, LADDER, CRAG),
)
MORTARS = Battle(
    a=army(
        "Ash",
        (squad("Ash Mortar", TROOPER, MORTAR, count=1), squad("Ash Watch", TROOPER, RIFLE)),
        (TROOPER,),
        (MORTAR, RIFLE),
    ),
    b=BIRCH,
    places={"a1": [(8, 10)], "a2": column(8, 20), "b1": column(30, 8)},
    options={"aiming_allowed": True},
)

GUNNER = a_profile("gunner", i=4, bs=4, ld=8, sv=5)
SALVO = weapon("salvo", "Autocarbine", type="salvo", range_in=24, shots=4, shots_half=2, strength=4)
LAS_LOCK = weapon("las-lock", "Las-lock", type="assault", range_in=30, strength=7, traits=("laser",))
LASGUN = weapon("lasgun", "Lasgun", range_in=24, traits=("laser",))
CANNON = weapon("cannon", "Cannon", type="heavy", range_in=36, strength=7, marker_in=5)
FOG = Terrain(
    id=TerrainId("fog"),
    name="Fog",
    points=((18, 0), (21, 0), (21, 13), (18, 13)),
    cover="soft",
    blocks_sight=True,
    height_in=3,
    look="smoke",
)
BRICKS = Terrain(
    id=TerrainId("bricks"),
    name="Brick wall",
    points=((16, 25), (28, 25)),
    line=True,
    width_in=0.5,
    cover="hard",
    going="impassable",
    height_in=3,
    blocks_sight=True,
    look="wall",
)
SECTION = (
    Member(profile=TROOPER.id, count=2, weapons=(SALVO.id,)),
    Member(profile=GUNNER.id, weapons=(LAS_LOCK.id,), leader=True),
    Member(profile=TROOPER.id, count=2, weapons=(LASGUN.id,)),
)
LED = (
    Member(profile=TROOPER.id, weapons=(RIFLE.id,), leader=True),
    Member(profile=TROOPER.id, count=4, weapons=(RIFLE.id,)),
)
VOLLEYS = Battle(
    a=army(
        "Ash",
        (
            Entry(name="Ash Section", members=SECTION, points=50),
            squad("Ash Flamer", GUNNER, FLAMER, count=1),
            squad("Ash Cannon", GUNNER, CANNON, count=1),
            squad("Ash Watch", TROOPER, RIFLE),
        ),
        (TROOPER, GUNNER),
        (SALVO, LAS_LOCK, LASGUN, FLAMER, CANNON, RIFLE),
    ),
    b=army(
        "Birch",
        (
            squad("Birch Fog", TROOPER, RIFLE, count=3),
            squad("Birch Wall", TROOPER, RIFLE, count=3),
            Entry(name="Birch Led", members=LED, points=50),
        ),
        (TROOPER,),
        (RIFLE,),
    ),
    places={
        "a1": column(12, 4),
        "a2": [(17, 22.5)],
        "a3": [(4, 15)],
        "a4": column(4, 22),
        "b1": column(30, 5, 3),
        "b2": column(23.4, 20.4, 3),
        "b3": [(36, 26), (37, 26.5), (36.2, 27.2), (37.3, 27.6), (35.4, 28.2)],
    },
    terrain=(FOG, BRICKS),
    options={"template_bounce": True, "look_out_sir": True, "busts_allowed": 2},
)
"""Three kinds of weapon through smoke, a flame that bounces off a wall, a shell among those who have a leader."""

SABRE = weapon("sabre", "Sabre", type="melee", strength=1)
FENCER = a_profile("fencer", i=4, ws=4, a=2, ld=9, sv=4)
FIEND = a_profile("fiend", i=5, ws=5, a=2, ld=9, sv=4, traits=("frenzy", "visage"))
STALWART = a_profile("stalwart", i=3, ld=8, sv=5, traits=("know-no-fear",))
LOW_ROOF = Terrain(
    id=TerrainId("low-roof"),
    name="Low roof",
    points=((12, 2), (18, 2), (18, 9), (12, 9)),
    elevation_in=3,
    gradient_deg=90,
    look="building",
)
LEAPS = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Leapers", FENCER, SABRE, count=2),
            squad("Ash Fencers", FENCER, SABRE, count=3),
            squad("Ash Fiends", FIEND, SABRE, count=3),
        ),
        (FENCER, FIEND),
        (SABRE,),
    ),
    b=army(
        "Birch",
        (squad("Birch Below", TROOPER, RIFLE, count=3), squad("Birch Stalwarts", STALWART, RIFLE)),
        (TROOPER, STALWART),
        (RIFLE,),
    ),
    places={
        "a1": column(12.7, 4, 2),
        "a2": column(17.3, 4, 3),
        "a3": column(22, 20, 3),
        "b1": column(20, 4.2, 3),
        "b2": column(27, 19),
    },
    terrain=(LOW_ROOF,),
)
"""A roof to jump off, beside it or on to heads; fiends, and people who know no fear."""

SERGEANT = a_profile("sergeant", i=4, ws=5, ld=9, sv=5)
PIKE = weapon("pike", "Pike", type="melee", range_in=3, traits=("long",))
STRIKE_AT = Battle(
    a=army("Ash", (squad("Ash Pikes", FENCER, PIKE, count=3),), (FENCER,), (PIKE,)),
    b=army(
        "Birch",
        (
            Entry(
                name="Birch Led",
                members=(
                    Member(profile=SERGEANT.id, weapons=(RIFLE.id,), leader=True),
                    Member(profile=TROOPER.id, count=4, weapons=(RIFLE.id,)),
                ),
                points=50,
            ),
        ),
        (TROOPER, SERGEANT),
        (RIFLE,),
    ),
    places={"a1": column(16, 12, 3), "b1": [(23, 13), (23, 12), (23, 14), (24, 12.5), (24, 13.5)]},
)
"""Pikes before a squad whose sergeant stands in the front rank. (ARAP-MELEE-03)"""

BATTLES: dict[str, Battle] = {
    "ladder": LADDERS,
    "mortar": MORTARS,
    "volleys": VOLLEYS,
    "leaps": LEAPS,
    "strike-at": STRIKE_AT,
}
