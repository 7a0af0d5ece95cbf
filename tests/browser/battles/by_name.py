"""Small battles that the browser tests begin with, by name: who is there, and where everybody stands."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from rules.core.ids import ProfileId
from rules.table.scenario import Objective, Zone
from rules.table.terrain import Terrain
from tests.browser.battles import (
    circuit,
    columns,
    footwork,
    garage,
    high_walls,
    motor_pool,
    on_foot,
    storming,
    strongpoints,
    trial_yard,
)
from tests.browser.battles.muster import (
    BRAWLER,
    BURSTER,
    DECK_GUN,
    FLAMER,
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
from tests.builders import A, B

RIFLES = army("Ash", (squad("Ash Rifles", TROOPER, RIFLE), squad("Ash Watch", TROOPER, RIFLE)), (TROOPER,), (RIFLE,))
BIRCH = army(
    "Birch", (squad("Birch Rifles", TROOPER, RIFLE), squad("Birch Watch", TROOPER, RIFLE)), (TROOPER,), (RIFLE,)
)
BRAWLERS = army(
    "Ash", (squad("Ash Brawlers", BRAWLER), squad("Ash Watch", TROOPER, RIFLE)), (BRAWLER, TROOPER), (RIFLE,)
)
LANCERS = army(
    "Ash",
    (squad("Ash Lancers", TROOPER, LANCE, count=1), squad("Ash Watch", TROOPER, RIFLE)),
    (TROOPER,),
    (LANCE, RIFLE),
)
CARRIED = army(
    "Birch",
    (squad("Birch Carrier", carrier(), count=1), squad("Birch Rifles", TROOPER, RIFLE, inside="Birch Carrier")),
    (carrier(), TROOPER),
    (RIFLE, STORM_GUN, DECK_GUN),
)

FIREFIGHT = Battle(
    a=RIFLES,
    b=BIRCH,
    places={"a1": column(16, 8), "a2": column(6, 20), "b1": column(28, 8), "b2": column(42, 20)},
)
CHARGE = Battle(
    a=BRAWLERS,
    b=BIRCH,
    places={"a1": column(16, 12), "a2": column(4, 24), "b1": column(23, 12), "b2": column(44, 24)},
)
CARRIER = Battle(
    a=LANCERS,
    b=CARRIED,
    places={"a1": [(12, 14)], "a2": column(4, 22), "b1": [(28, 14)]},
)

FLAMERS = army(
    "Ash",
    (squad("Ash Flamers", TROOPER, FLAMER, count=1), squad("Ash Throwers", TROOPER, RIFLE, BURSTER)),
    (TROOPER,),
    (FLAMER, RIFLE, BURSTER),
)
FLAMES = Battle(
    a=FLAMERS,
    b=BIRCH,
    places={"a1": [(16, 10)], "a2": column(16, 20), "b1": column(21, 8), "b2": column(42, 20)},
)

BOMBERS = army(
    "Birch",
    (squad("Birch Bombers", TROOPER, RIFLE, MELTA_BOMB, count=2), squad("Birch Watch", TROOPER, RIFLE)),
    (TROOPER,),
    (RIFLE, MELTA_BOMB),
)
TANKS = army(
    "Ash",
    (squad("Ash Carrier", carrier(), count=1), squad("Ash Watch", TROOPER, RIFLE)),
    (carrier(), TROOPER),
    (RIFLE, STORM_GUN, DECK_GUN),
)
TANK_SHOCK = Battle(
    a=TANKS,
    b=BOMBERS,
    places={"a1": [(14, 14)], "a2": column(4, 22), "b1": [(20, 13.4), (20, 14.9)], "b2": column(44, 20)},
)

BREAKER = replace(carrier(), id=ProfileId("breaker"), name="Breaker")
BREAKERS = army(
    "Ash",
    (squad("Ash Breaker", BREAKER, count=1), squad("Ash Watch", TROOPER, RIFLE)),
    (BREAKER, TROOPER),
    (RIFLE, STORM_GUN, DECK_GUN),
)
RAM = Battle(
    a=BREAKERS,
    b=CARRIED,
    places={"a1": [(12, 14)], "a2": column(4, 22), "b1": [(26, 14)]},
)
"""Two hulls of five inches, nose to nose, nine inches apart."""


SIX_TURNS = Battle(
    a=BRAWLERS,
    b=BIRCH,
    places={"a1": column(16, 4), "a2": column(14, 20), "b1": column(23, 4), "b2": column(34, 20)},
    objectives=(Objective(id="o1", name="The well", at=(14, 23), value=2),),
)
"""Two duels, one at close quarters, and a well to hold."""

_LURKING = replace(BIRCH, entries=(BIRCH.entries[0], replace(BIRCH.entries[1], hidden=True)))
AMBUSH = Battle(a=RIFLES, b=_LURKING, places=FIREFIGHT.places)
"""A side that has something to hide."""

WEST = ((0.0, 0.0), (14.0, 0.0), (14.0, 32.0), (0.0, 32.0))
EAST = ((34.0, 0.0), (48.0, 0.0), (48.0, 32.0), (34.0, 32.0))
SHORT_SKIRMISH = replace(
    FIREFIGHT.scenario("Short Skirmish"),
    zones=(Zone(side=A, points=WEST), Zone(side=B, points=EAST)),
    objectives=(Objective(id="o1", name="The well", at=(10, 16), value=2),),
    turn_limit=1,
    briefing="One turn, one well.",
)
"""A battle that people choose, set up, deploy and end by themselves."""

WARBANDS = (replace(RIFLES, name="Ash Warband"), replace(BIRCH, name="Birch Warband"))
"""Armies for it."""

BY_HAND = Battle(a=RIFLES, b=BIRCH, places=FIREFIGHT.places, options={"dice_thrown": "by_hand"})
"""A table whose dice are thrown by hand."""

_FEW = (squad("Ash Pair", TROOPER, RIFLE, count=2), squad("Ash Watch", TROOPER, RIFLE))
_CORNER = Terrain(
    id="wall",
    name="Long Wall",
    points=((26, 0), (26, 10)),
    line=True,
    width_in=0.2,
    height_in=4,
    going="impassable",
    blocks_sight=True,
)
DOUBT = Battle(
    a=army("Ash", _FEW, (TROOPER,), (RIFLE,)),
    b=army(
        "Birch",
        (squad("Birch Scout", TROOPER, RIFLE, count=1), squad("Birch Watch", TROOPER, RIFLE)),
        (TROOPER,),
        (RIFLE,),
    ),
    places={"a1": [(18, 10), (18, 12.5)], "a2": column(4, 20), "b1": [(34, 9.79)], "b2": column(42, 20)},
    terrain=(_CORNER,),
    options={"doubtful_shots_asked": True},
)
"""The first of the pair may see the scout past the end of the wall or not; the other does. (ARAP-SHOOT-03)"""

_LAUNCHER = weapon("launcher", "Rocket launcher", type="assault", range_in=24, shots=1, strength=6, ap=5, marker_in=3)
SPOT_IN_DOUBT = Battle(
    a=army("Ash", (squad("Ash Rockets", TROOPER, _LAUNCHER, count=1),), (TROOPER,), (_LAUNCHER,)),
    b=army("Birch", (squad("Birch Watch", TROOPER, RIFLE),), (TROOPER,), (RIFLE,)),
    places={"a1": [(12, 10)], "b1": column(28, 10)},
    options={"doubtful_shots_asked": True},
)
"""A rocket for the ground beside a watch. (ARAP-TMPL-06)"""

BATTLES: dict[str, Battle] = {
    "doubt": DOUBT,
    "spot-doubt": SPOT_IN_DOUBT,
    "by-hand": BY_HAND,
    "march": FIREFIGHT,
    "aloud": FIREFIGHT,
    "late": FIREFIGHT,
    "legible": FIREFIGHT,
    "firefight": FIREFIGHT,
    "undo": FIREFIGHT,
    "restart": FIREFIGHT,
    "dropped": FIREFIGHT,
    "keys": FIREFIGHT,
    "hot-seat": FIREFIGHT,
    "curtain": AMBUSH,
    "host": FIREFIGHT,
    "six-turns": SIX_TURNS,
    "seats": FIREFIGHT,
    "declined": FIREFIGHT,
    "phone": FIREFIGHT,
    "charge": CHARGE,
    "carrier": CARRIER,
    "odds": CARRIER,
    "flames": FLAMES,
    "held": FLAMES,
    "grenades": FLAMES,
    "measured": FLAMES,
    "metric": dataclasses.replace(FLAMES, options={"distance_scale": "2cm"}),
    "phone-reaction": CHARGE,
    "axe-desk": CHARGE,
    "axe-phone": CHARGE,
    "axe-trial": trial_yard.YARD,
    "axe-crusade": columns.ROADSIDE,
    "axe-race": circuit.RACE,
    "axe-house": strongpoints.STRONGPOINT,
    "axe-hand": BY_HAND,
    "phone-turn": FIREFIGHT,
    "phone-aimed": FIREFIGHT,
    "phone-cut": FIREFIGHT,
    "two-pages": FIREFIGHT,
    "screen-fight": FIREFIGHT,
    "dice-first": FIREFIGHT,
    "bust-said": FIREFIGHT,
    "desk-camera": FIREFIGHT,
    "desk-close": FIREFIGHT,
    "desk-whole": FIREFIGHT,
    "split": FIREFIGHT,
    "enter": CHARGE,
    "detour": CHARGE,
    "flight": CHARGE,
    "placed": CHARGE,
    "too-far": FIREFIGHT,
    "yard": trial_yard.YARD,
    "trial-front": trial_yard.FRONT,
    "shock": TANK_SHOCK,
    "jump-clear": TANK_SHOCK,
    "ram": RAM,
    "driven-ram": RAM,
    **garage.BATTLES,
    **high_walls.BATTLES,
    **circuit.BATTLES,
    **motor_pool.BATTLES,
    **on_foot.BATTLES,
    **footwork.BATTLES,
    **columns.BATTLES,
    **strongpoints.BATTLES,
    **storming.BATTLES,
}

HOT_SEAT = frozenset({"hot-seat", "curtain"})
"""Tables on which Alice plays both sides."""
