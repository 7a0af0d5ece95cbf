"""Battles with towed guns, bikes, squadrons, stunts, and hulls that are caught in passing."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import ProfileId, WeaponId
from rules.forces.army import Entry
from rules.forces.gemini import GeminiHull
from rules.forces.mount import Mount
from rules.forces.profile import Bike, Profile
from tests.browser.battles.muster import (
    DECK_GUN,
    LANCE,
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
FIELD_GUN = weapon("field-gun", "Field gun", type="heavy", range_in=48, shots=1, strength=8, ap=3)
SAPPER = a_profile("sapper", i=4, ws=4, ld=9, sv=4)
RIDER = a_profile(
    "rider", i=4, m=8, t=4, sv=4, ld=8, size=3, base_mm=40, kind="rider", bike=Bike(name="Warbike", t=5, sv=6)
)


def machine(name: str, **values: object) -> Profile:
    """A light hull of 4 by 2 inches with a crew of four."""
    given = {"front": 10, "side": 10, "rear": 10, "length_in": 4, "width_in": 2, "crew_bs": 4, "crew_initiative": 4}
    vehicle = GeminiHull(**{**given, **values})  # type: ignore[arg-type]
    return Profile(id=ProfileId(name), name=name.title(), m=0, ws=0, size=3, kind="vehicle", hull=vehicle)


TRACTOR = machine("tractor", type="wheeled", ork=True, capacity=6, open_topped=True)
GUN = machine(
    "gun",
    towed=True,
    open_topped=True,
    length_in=2.5,
    width_in=1.5,
    mounts=(Mount(weapon=WeaponId("field-gun"), arc_half_deg=45, name="Field gun"),),
)
WATCH = squad("Birch Watch", TROOPER, RIFLE)
RIFLES = squad("Birch Rifles", TROOPER, RIFLE)
ASHEN = (TRACTOR, GUN, TROOPER)


def _crew(name: str, gun: str, tractor: str) -> Entry:
    return replace(squad(name, TROOPER, RIFLE, count=3, inside=tractor), serves=gun, outside=True)


TOW = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Tractor", TRACTOR, count=1),
            squad("Ash Gun", GUN, count=1),
            _crew("Ash Gunners", "Ash Gun", "Ash Tractor"),
            squad("Ash Truck", TRACTOR, count=1),
            squad("Ash Howitzer", GUN, count=1),
        ),
        ASHEN,
        (FIELD_GUN, RIFLE),
    ),
    b=army("Birch", (RIFLES, WATCH), (TROOPER,), (RIFLE,)),
    places={
        "a1": [(12, 8)],
        "a2": [(8, 8)],
        "a4": [(12, 24)],
        "a5": [(8, 24)],
        "b1": column(44, 3),
        "b2": column(44, 24),
    },
)
"""Two tractors, each half an inch before its gun."""

RIDERS = Battle(
    a=army(
        "Ash",
        (squad("Ash Marksman", TROOPER, RIFLE, count=1), squad("Ash Rider", RIDER, RIFLE, count=1)),
        (TROOPER, RIDER),
        (RIFLE,),
    ),
    b=army(
        "Birch",
        (squad("Birch Rider", RIDER, RIFLE, count=1), squad("Birch Carrier", carrier(), count=1), WATCH),
        (RIDER, TROOPER, carrier()),
        (RIFLE, STORM_GUN, DECK_GUN),
    ),
    places={"a1": [(12, 8)], "a2": [(17, 20)], "b1": [(21, 8)], "b2": [(26, 20)], "b3": column(44, 24)},
    options={"bike_and_rider": "separate"},
)
"""A rider at short range of a rifle, and one on the way into a hull."""

SKIMMER = replace(carrier(), id=ProfileId("skimmer"), name="Skimmer")
assert SKIMMER.hull is not None
SKIMMER = replace(SKIMMER, hull=replace(SKIMMER.hull, type="skimmer", vehicle_class="fast"))
FAST = replace(carrier(), id=ProfileId("fast"), name="Fast carrier")
assert FAST.hull is not None
FAST = replace(FAST, hull=replace(FAST.hull, vehicle_class="fast", battle_speed_in=24))
CAUGHT = Battle(
    a=army(
        "Ash",
        (squad("Ash Sappers", SAPPER, KRAK), squad("Ash Lancer", TROOPER, LANCE, count=1)),
        (SAPPER, TROOPER),
        (KRAK, LANCE),
    ),
    b=army(
        "Birch",
        (squad("Birch Racer", FAST, count=1), squad("Birch Skimmer", SKIMMER, count=1), WATCH),
        (FAST, SKIMMER, TROOPER),
        (RIFLE, STORM_GUN, DECK_GUN),
    ),
    places={"a1": column(31, 3), "a2": [(4, 22)], "b1": [(40, 13)], "b2": [(30, 22)], "b3": column(44, 24)},
)
"""A hull that will drive past sappers, and a skimmer that will cross a lance."""

_HOUND = replace(squad("Ash Hound", carrier(), count=1), squadron="Hounds")
SQUADRON = Battle(
    a=army(
        "Ash",
        (_HOUND, replace(_HOUND, name="Ash Second Hound"), squad("Ash Watch", TROOPER, RIFLE)),
        (carrier(), TROOPER),
        (STORM_GUN, DECK_GUN, RIFLE),
    ),
    b=army("Birch", (RIFLES, WATCH), (TROOPER,), (RIFLE,)),
    places={
        "a1": [(10, 8)],
        "a2": [(10, 16)],
        "a3": column(4, 24),
        "b1": column(34, 10),
        "b2": column(44, 24),
    },
    options={"vehicle_squadrons": True},
)
"""Two carriers of one squadron."""

_STREET = {"street": True, "type": "wheeled", "top_speed_in": 24, "acc_dec_in": 12, "trr": 1, "civilian": True}
ROADSTER = machine("roadster", **_STREET)
BIKE = replace(
    machine("bike", **{**_STREET, "type": "bike", "trr": 0.5, "length_in": 2, "width_in": 1}),
    sv=5,
    bike=Bike(name="Courier bike", t=4),
)
STUNTS = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Roadster", ROADSTER, count=1),
            squad("Ash Saloon", ROADSTER, count=1),
            squad("Ash Courier", BIKE, count=1),
        ),
        (ROADSTER, BIKE),
        (),
    ),
    b=army("Birch", (RIFLES, WATCH), (TROOPER,), (RIFLE,)),
    places={"a1": [(8, 6)], "a2": [(24, 14)], "a3": [(20, 26)], "b1": column(44, 3), "b2": column(44, 24)},
)
"""Two cars and a bike on an open square."""

BATTLES: dict[str, Battle] = {
    "tow": TOW,
    "riders": RIDERS,
    "caught": CAUGHT,
    "squadron": SQUADRON,
    "stunts": STUNTS,
}
