"""Battles for what infantry does besides firing and charging: leave a fight, cross water, lie down, arrive late."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.table.scenario import RandomEvent
from rules.table.terrain import Terrain
from tests.browser.battles.muster import (
    BRAWLER,
    DECK_GUN,
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

RAIDER = a_profile("raider", i=5, ws=4, ld=9, sv=4, traits=("hit-and-run",))
SWIMMER = a_profile("swimmer", i=4, ld=8, sv=5)
CLIMBER = a_profile("climber", i=4, ld=8, sv=5, traits=("ropes",))
GUNMAN = a_profile("gunman", i=4, bs=4, ld=8, sv=5)

KNIFE = weapon("knife", "Knife", type="melee")
LEFT_PISTOL = weapon("left-pistol", "Horse pistol", type="pistol", range_in=12, strength=4)
RIGHT_PISTOL = weapon("right-pistol", "Duelling pistol", type="pistol", range_in=12, strength=3)
BRICK = weapon("brick", "Brick", type="grenade", range_in=6, traits=("improvised",))
LAUNCHER = weapon("launcher", "Rocket launcher", type="assault", range_in=24, shots=1, strength=6, ap=5, marker_in=3)
REPEATER = weapon("repeater", "Repeater", type="assault", range_in=24, shots=3, strength=4)

RIVER = Terrain(
    id=TerrainId("river"), name="Slow river", points=((12, 0), (15, 0), (15, 14), (12, 14)), going="water", look="water"
)
CLIFF = Terrain(
    id=TerrainId("cliff"),
    name="Chalk cliff",
    points=((0, 16), (14, 16), (14, 32), (0, 32)),
    elevation_in=5,
    gradient_deg=85,
    look="hill",
)
SMOKE = Terrain(
    id=TerrainId("smoke"),
    name="Drifting smoke",
    points=((19, 0), (25, 0), (25, 13), (19, 13)),
    cover="soft",
    blocks_sight=True,
    height_in=3,
    look="smoke",
)

BIRCH = army(
    "Birch", (squad("Birch Rifles", TROOPER, RIFLE), squad("Birch Watch", TROOPER, RIFLE)), (TROOPER,), (RIFLE,)
)

LEAVING = Battle(
    a=army(
        "Ash",
        (squad("Ash Raiders", RAIDER, count=3), squad("Ash Brawlers", BRAWLER, KNIFE, LEFT_PISTOL)),
        (RAIDER, BRAWLER),
        (KNIFE, LEFT_PISTOL),
    ),
    b=BIRCH,
    places={"a1": column(16, 5, 3), "a2": column(16, 16), "b1": column(22, 4), "b2": column(22, 16)},
)
"""Two fights: one that chargers leave as they came, one that the others try to leave."""

GOING = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Swimmers", SWIMMER, RIFLE, count=3),
            squad("Ash Climbers", CLIMBER, RIFLE, count=2),
            squad("Ash Watch", TROOPER, RIFLE),
        ),
        (SWIMMER, CLIMBER, TROOPER),
        (RIFLE,),
    ),
    b=BIRCH,
    places={
        "a1": column(11.3, 6, 3),
        "a2": column(13.6, 20, 2),
        "a3": column(24, 20),
        "b1": column(44, 4),
        "b2": column(44, 20),
    },
    terrain=(RIVER, CLIFF),
)
"""A river to swim and a cliff to come down."""

FIRING = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Gunmen", GUNMAN, LEFT_PISTOL, RIGHT_PISTOL, BRICK, count=2),
            squad("Ash Rockets", GUNMAN, LAUNCHER, count=1),
            squad("Ash Watch", TROOPER, RIFLE),
        ),
        (GUNMAN, TROOPER),
        (LEFT_PISTOL, RIGHT_PISTOL, BRICK, LAUNCHER, RIFLE),
    ),
    b=BIRCH,
    places={
        "a1": column(16, 22, 2),
        "a2": [(14, 6)],
        "a3": column(14, 9),
        "b1": column(26, 5),
        "b2": column(23, 21),
    },
    terrain=(SMOKE,),
)
"""Pistols and bricks at close quarters, rockets and rifles through smoke."""

LATE = Battle(
    a=army(
        "Ash",
        (squad("Ash Rifles", TROOPER, RIFLE), replace(squad("Ash Reserve", TROOPER, RIFLE, count=3), reserve=True)),
        (TROOPER,),
        (RIFLE,),
    ),
    b=BIRCH,
    places={"a1": column(18, 8), "b1": column(34, 8), "b2": column(44, 20)},
    terrain=(CLIFF,),
    options={"reserves_in_play": True},
    chances=(RandomEvent(name="Gas drifts in", text="Everybody coughs.", goal=5, from_turn=2, once=True),),
)
"""A unit that comes later, gas, and two volleys at those who stand still."""

PASSING_BY = Battle(
    a=army("Ash", (squad("Ash Brawlers", BRAWLER), squad("Ash Watch", TROOPER, RIFLE)), (BRAWLER, TROOPER), (RIFLE,)),
    b=army(
        "Birch",
        (squad("Birch Carrier", carrier(), count=1), squad("Birch Watch", TROOPER, RIFLE)),
        (carrier(), TROOPER),
        (RIFLE, STORM_GUN, DECK_GUN),
    ),
    places={"a1": column(34, 18), "a2": column(4, 20), "b1": [(34, 12)], "b2": column(44, 22)},
)
"""A hull that drives past a squad, and a squad that will have had enough."""

BATTLES: dict[str, Battle] = {
    "passing-by": PASSING_BY,
    "leaving": LEAVING,
    "going": GOING,
    "firing": FIRING,
    "late": LATE,
}
