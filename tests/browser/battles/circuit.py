"""A small race course, and a battle on it."""

from __future__ import annotations

from rules.core.ids import ProfileId
from rules.forces.gemini import GeminiHull
from rules.forces.profile import Profile
from rules.table.scenario import Gate, Race
from tests.browser.battles.muster import RIFLE, TROOPER, Battle, army, column, squad
from tests.builders import A

RACER = Profile(
    id=ProfileId("racer"),
    name="Racer",
    size=2,
    kind="vehicle",
    base_mm=40,
    hull=GeminiHull(
        type="bike",
        front=9,
        side=9,
        rear=9,
        length_in=1.8,
        width_in=0.9,
        street=True,
        top_speed_in=12,
        acc_dec_in=12,
        trr=0.5,
        crew_initiative=4,
    ),
)
LAP = Race(
    gates=(
        Gate(name="the east gate", a=(28, 20), b=(42, 20)),
        Gate(name="the north gate", a=(24, 4), b=(24, 16)),
        Gate(name="the west gate", a=(6, 20), b=(18, 20)),
        Gate(name="the finish", a=(24, 22), b=(24, 30)),
    ),
    racers=(A,),
)
RACE = Battle(
    a=army("Ash", (squad("Ash Racer", RACER, count=1),), (RACER,), ()),
    b=army(
        "Birch", (squad("Birch Watch", TROOPER, RIFLE), squad("Birch Rifles", TROOPER, RIFLE)), (TROOPER,), (RIFLE,)
    ),
    places={"a1": [(18, 26)], "b1": column(46, 3), "b2": column(2, 3)},
    turn_limit=12,
    race=LAP,
)
"""Once round by four gates, past two squads that look on."""

BATTLES = {"race": RACE, "race-phone": RACE}
