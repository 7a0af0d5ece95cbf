"""Charges, routs and a pursuit: two game turns of close combat."""

import pytest

from tests.rules.transcripts.table import (
    Script,
    Table,
    a_state,
    a_unit,
    act,
    activated,
    answer,
    end,
    expect,
    place,
    refused,
    roll,
    stand,
    way,
)

TALE = Script()
WEAPONS = [
    {"id": "blade", "type": "melee"},
    {"id": "lance", "type": "melee", "strength": 1},
    {"id": "long blade", "type": "melee", "ap": 5},
    {"id": "field carbine", "type": "rapid-fire", "range_in": 24, "strength": 4, "ap": 5},
    {"id": "hatchet", "type": "melee"},
    {"id": "rifle", "type": "rapid-fire", "range_in": 24, "strength": 3},
    {"id": "bayonet", "type": "melee"},
    {"id": "musket", "type": "rapid-fire", "range_in": 18, "strength": 3},
    {"id": "breaker hammer", "type": "melee", "strength": 1, "ap": 4},
    {"id": "sabre", "type": "melee"},
]
"""Strength of a melee weapon is what it adds to its user's."""
UNITS = [
    a_unit(
        "a1",
        "Northmarch Storm Section",
        {"ws": 4, "s": 4, "i": 4, "ld": 8, "sv": 5},
        [(10, 24), (12, 24), (14, 24), (10, 25.5), (12, 25.5), (14, 25.5)],
        0,
        weapons=["blade"],
    ),
    a_unit(
        "a2",
        "Northmarch Moor Riders",
        {"m": 8, "i": 4, "ld": 8, "sv": 5, "base_mm": 40, "bulk": "very-bulky"},
        [(30, 30), (32, 30), (34, 30), (36, 30)],
        0,
        weapons=["lance"],
    ),
    a_unit(
        "a3",
        "Northmarch Reavers",
        {"m": 6, "ws": 4, "s": 4, "i": 4, "ld": 8, "sv": 5},
        [(40, 4), (42, 4), (44, 4), (46, 4)],
        180,
        weapons=["long blade"],
    ),
    a_unit(
        "a4",
        "Northmarch Rangers",
        {"bs": 4, "i": 4, "ld": 8, "sv": 5},
        [(19, 29), (21, 29), (23, 29), (25, 29), (27, 29)],
        0,
        weapons=["field carbine", "hatchet"],
    ),
    a_unit(
        "b1",
        "Saltmere Compact Guard",
        {"sv": 5},
        [(9, 12), (11, 12), (13, 12), (15, 12), (9, 10.5), (11, 10.5), (13, 10.5), (15, 10.5)],
        180,
        weapons=["rifle", "bayonet"],
    ),
    a_unit(
        "b2",
        "Saltmere Levy",
        {"ws": 2, "bs": 2, "ld": 6, "sv": 6},
        [(30, 18), (32, 18), (34, 18), (36, 18), (33, 16.5)],
        180,
        weapons=["musket"],
    ),
    a_unit(
        "b3",
        "Saltmere Breakers",
        {"s": 4, "t": 4, "i": 2, "a": 2, "ld": 8, "sv": 4},
        [(41, 13), (43, 13), (45, 13), (42, 11.5), (44, 11.5)],
        180,
        weapons=["breaker hammer"],
    ),
    a_unit(
        "b4",
        "Saltmere Raiders",
        {"ws": 4, "sv": 5},
        [(19, 20), (21, 20), (23, 20), (25, 20), (27, 20)],
        180,
        weapons=["sabre"],
    ),
]
SCENARIO = {
    "name": "Charges, routs and a pursuit",
    "width_in": 48,
    "height_in": 40,
    "terrain": [
        {
            "id": "t1",
            "name": "Tithe Wall",
            "points": [[17, 28], [29, 28]],
            "line": True,
            "width_in": 0.2,
            "cover": "hard",
            "height_in": 1,
        }
    ],
    "objectives": [{"id": "o1", "name": "Tithe Stone", "at": [23, 31]}],
}


def the_table():
    return Table(a_state(UNITS, WEAPONS, SCENARIO, {"a": "south", "b": "north"}), {})


FINAL_PLACES = {
    "a1.1": (9.1, 5.9),
    "a1.3": (13.34, 5.9),
    "a1.5": (12.06, 5.9),
    "a2.1": (30, 12.9),
    "a2.3": (34, 12.9),
    "a2.4": (36, 12.9),
    "a3.1": (40, 11.5),
    "a3.3": (43, 11.25),
    "a3.4": (46, 11.5),
    "a4.1": (20.1, 35.55),
    "a4.2": (21, 36),
    "a4.5": (27, 36),
    "b1.6": (12.2, 2),
    "b1.7": (13.3, 2),
    "b3.1": (44.5, 23.06),
    "b3.2": (46.5, 23.06),
    "b4.2": (21, 27.1),
    "b4.3": (22.1, 27.35),
    "b4.4": (25, 27.1),
    "b4.5": (27, 27.1),
}
"""All but two: see the steps that put them elsewhere."""


# ------------------------------------------------------------------ game turn 1, Northmarch


@TALE.step(1, activated("a1", [4, 2, 5]))
def test_the_storm_section_activates(scene):
    expect(scene, roll("activation", [4, 2, 5], 4, 2), ap=2, rules=["ARAP-ACT-02"])


@TALE.step(2, (act("Move", "a1", path=way((10, 20))), {}))
def test_the_storm_section_moves_up(scene):
    expect(
        scene,
        places={
            "a1.1": (10, 20),
            "a1.2": (12, 20),
            "a1.3": (14, 20),
            "a1.4": (10, 21.5),
            "a1.5": (12, 21.5),
            "a1.6": (14, 21.5),
        },
        ap=1,
        rules=["ARAP-MOVE-01"],
    )
    assert scene.unit("a1")["now"]["moved_in"] == 4


@TALE.step(
    3,
    (
        act(
            "Charge",
            "a1",
            target="b1",
            placements=stand(
                0, a1_1=(9.5, 13.75), a1_3=(13.5, 13.75), a1_5=(11.5, 13.75), a1_6=(15, 13.75), a1_4=(8.25, 13.8)
            ),
        ),
        {},
    ),
    (
        answer("b", "stand"),
        {"stand-and-fire": [3, 5], "to-hit": [1, 4, 2, 6, 4, 3, 5, 2], "to-wound": [5], "pick": [2], "save": [3]},
    ),
)
def test_the_storm_section_charges_and_the_guard_stand_and_fire(scene):
    expect(
        scene,
        roll("stand-and-fire", [3, 5], 3, 1),
        roll("to-hit", [1, 4, 2, 6, 4, 3, 5, 2], 1, 1),
        roll("to-wound", [5], 4, 1),
        roll("pick", [2], sides=6),
        roll("save", [3], 5, 0),
        fallen=["a1.2"],
        places={
            "a1.1": (9.5, 13.75),
            "a1.3": (13.5, 13.75),
            "a1.4": (8.25, 13.8),
            "a1.5": (11.5, 13.75),
            "a1.6": (15, 13.75),
        },
        ap=0,
        rules=["ARAP-CHG-01", "ARAP-CHG-04", "ARAP-CHG-06", "ARAP-STAND-03", "ARAP-STAND-04"],
    )


@TALE.step(4, (act("Activate", "a1", dice=2), {}))
def test_a_unit_is_activated_once_a_turn(scene):
    refused(
        scene, "already-tried", "ARAP-ACT-02", "Northmarch Storm Section has made its roll this turn.", "another unit"
    )


@TALE.step(5, activated("a2", [1, 3]))
def test_the_moor_riders_activate(scene):
    expect(scene, roll("activation", [1, 3], 4, 2), ap=2)


@TALE.step(
    6,
    (act("Charge", "a2", target="b2"), {}),
    (answer("b", "run"), {"flee": [2, 1], "free-hack": [3, 5, 2, 6], "to-wound": [4, 2], "pick": [2], "save": [2]}),
    (answer("a", "pursue"), {}),
)
def test_the_levy_run_and_are_caught(scene):
    expect(
        scene,
        roll("flee", [2, 1], total=3),
        roll("free-hack", [3, 5, 2, 6], 4, 2),
        roll("to-wound", [4, 2], 3, 1),
        roll("pick", [2], sides=4),
        roll("save", [2], 6, 0),
        fallen=["b2.2"],
        places={
            "a2.1": (30, 16.9),
            "a2.2": (32, 16.9),
            "a2.3": (34, 16.9),
            "a2.4": (36, 16.9),
            "b2.1": (30, 15),
            "b2.3": (34, 15),
            "b2.4": (36, 15),
            "b2.5": (33, 13.5),
        },
        units={"a2": {"pursuing": "b2"}, "b2": {"routing": True, "flinched": False}},
        ap=0,
        rules=["ARAP-RUN-01", "ARAP-RUN-03", "ARAP-CHG-01", "ARAP-PURS-07"],
    )


@TALE.step(7, activated("a3", [2]))
def test_the_reavers_activate(scene):
    expect(scene, roll("activation", [2], 4, 1), ap=1)


@TALE.step(
    8,
    (
        act(
            "Charge",
            "a3",
            target="b3",
            placements=stand(180, a3_2=(42, 9.75), a3_3=(44, 9.75), a3_1=(40, 11.5), a3_4=(46, 11.5)),
        ),
        {},
    ),
    (answer("b", "hold"), {}),
)
def test_the_reavers_charge_the_breakers_from_behind(scene):
    expect(
        scene,
        places={"a3.1": (40, 11.5), "a3.2": (42, 9.75), "a3.3": (44, 9.75), "a3.4": (46, 11.5)},
        ap=0,
        rules=["ARAP-CHG-06", "ARAP-CHG-07", "ARAP-ACT-11"],
    )


@TALE.step(9, (end("a"), {}))
def test_two_melees_are_fought_in_an_order_of_choice(scene):
    expect(scene, rules=["ARAP-TURN-06", "ARAP-MELEE-05"])
    assert [o["id"] for o in scene.after["prompt"]["options"]] == ["a1-b1", "a3-b3"]


@TALE.step(
    10,
    (
        answer("a", "a3-b3"),
        {
            "to-hit": [1, 5, 6, 3, 2, 6, 4, 5, 6, 1, 4, 2],
            "to-wound": [4, 2, 5, 3, 1, 6, 3, 2, 4],
            "save": [5, 2, 3, 1],
        },
    ),
)
def test_the_reavers_strike_first(scene):
    expect(
        scene,
        roll("to-hit", [1, 5, 6, 3, 2, 6, 4, 5, 6, 1, 4, 2], 5, 9, (1, "ARAP-MELEE-04")),
        roll("to-wound", [4, 2, 5, 3, 1, 6, 3, 2, 4], 4, 4),
        roll("save", [5, 2, 3, 1], 4, 1),
        fallen=["b3.3", "b3.4", "b3.5"],
        rules=["ARAP-MELEE-05", "ARAP-MELEE-06", "ARAP-CHG-07"],
    )


# What follows a choice follows at once: closing up, the blows of the next step and the morale test are one chain.
@TALE.step(
    11,
    (
        answer("a", "move", stand(180, a3_2=(41.5, 11.25), a3_3=(43, 11.25))),
        {"to-hit": [2, 5, 3, 6], "to-wound": [3], "pick": [2], "morale": [4, 3], "flinch": [4]},
    ),
)
def test_both_close_up_the_breakers_strike_back_and_lose_the_round(scene):
    expect(
        scene,
        roll("to-hit", [2, 5, 3, 6], 2, 1),
        roll("to-wound", [3], 2, 1),
        roll("pick", [2], sides=3),
        roll("morale", [4, 3], 8, 0, (2, "ARAP-MORAL-02"), (1, "ARAP-MORAL-02"), total=10),
        roll("flinch", [4], total=4),
        fallen=["a3.2"],
        places={"a3.1": (40, 11.5), "a3.3": (43, 11.25), "a3.4": (46, 11.5), "b3.1": (41, 13), "b3.2": (43, 13)},
        units={"b3": {"routing": True}},
        rules=["ARAP-MELEE-08", "ARAP-MELEE-05", "ARAP-MELEE-06", "ARAP-WDIF-01", "ARAP-MORAL-01", "ARAP-ROUT-01"],
    )
    assert scene.one("MeleeRoundEnded")["differences"] == [["a3", 2], ["b3", -2]]
    # The tale has the Breakers flinch straight down. With the friendly edge behind their enemies they have to make
    # for a neutral one, left or right (ARAP-ROUT-03), and of those ways two bring them no nearer to any enemy.
    assert [o["id"] for o in scene.after["prompt"]["options"]] == ["120", "135"]


@TALE.step(
    12,
    (answer("b", "135"), {}),
    (place("b3", stand(180, b3_1=(41, 17), b3_2=(43, 17))), {}),
    (
        answer("a", "hold"),
        {
            "pursuit-restraint": [2, 5],
            "to-hit": [1, 5, 4, 6, 2, 3, 6, 4, 5, 2],
            "to-wound": [3, 6, 1, 2, 4, 5],
            "save": [2, 5, 3, 1],
        },
    ),
)
def test_the_reavers_hold_and_the_storm_section_strikes(scene):
    # Nobody is asked to break off: it is the first round (ARAP-BREAK-01), so that there is nothing to refuse.
    expect(
        scene,
        roll("pursuit-restraint", [2, 5], 8, 1, total=7),
        roll("to-hit", [1, 5, 4, 6, 2, 3, 6, 4, 5, 2], 4, 6),
        roll("to-wound", [3, 6, 1, 2, 4, 5], 3, 4),
        roll("save", [2, 5, 3, 1], 5, 1),
        fallen=["b1.1", "b1.3", "b1.4"],
        units={"a3": {"pursuing": None}},
        rules=["ARAP-PURS-07", "ARAP-MELEE-05", "ARAP-MELEE-06", "ARAP-CHG-07"],
    )
    assert [e["prompt"]["kind"] for e in scene.of("Prompted")] == ["pursuit", "close-up"]


@TALE.step(
    13,
    (answer("a", "stay"), {}),
    (
        answer("b", "move", stand(180, b1_5=(9, 12), b1_6=(12.2, 12), b1_7=(13.3, 12), b1_8=(15, 12))),
        {
            "to-hit": [1, 4, 2, 6, 5],
            "to-wound": [4, 2],
            "pick": [3],
            "save": [2],
            "morale": [3, 2],
            "flee": [3, 1, 5, 2],
        },
    ),
)
def test_the_guard_close_up_strike_back_and_fight_on(scene):
    expect(
        scene,
        roll("to-hit", [1, 4, 2, 6, 5], 2, 2),
        roll("to-wound", [4, 2], 4, 1),
        roll("pick", [3], sides=5),
        roll("save", [2], 5, 0),
        roll("morale", [3, 2], 7, 1, (1, "ARAP-MORAL-02"), total=6),
        roll("flee", [3, 1], total=4),
        roll("flee", [5, 2], total=7),
        fallen=["a1.4"],
        places={"b1.2": (11, 12), "b1.5": (9, 12), "b1.6": (12.2, 12), "b1.7": (13.3, 12), "b1.8": (15, 12)},
        rules=["ARAP-MELEE-08", "ARAP-MELEE-09", "ARAP-WDIF-01", "ARAP-MORAL-01", "ARAP-TURN-01", "ARAP-ROUT-02"],
    )
    # One of the guard's two wounds is the stormer whom they shot as he charged.
    assert scene.one("MeleeRoundEnded")["differences"] == [["a1", 1], ["b1", -1]]
    assert scene.of("CasualtiesTested") == []
    # The tale has the Levy rout straight up, 4 inches. That ends nearer to the Reavers, an enemy in sight, which a
    # bearing of 345 degrees does by less (ARAP-ROUT-03).
    assert scene.places("b2")["b2.1"] == pytest.approx((28.96, 11.14), abs=0.005)


# ------------------------------------------------------------------ game turn 1, Saltmere


@TALE.step(
    14,
    (place("b2", stand(0, b2_1=(30, 11), b2_3=(34, 11), b2_4=(36, 11), b2_5=(33, 9.5))), {}),
    (
        answer("b", "150"),
        {
            "pursuit": [4, 2, 5],
            "free-hack": [1, 4, 2, 3],
            "to-wound": [5, 3, 6, 4],
            "save": [1, 4, 5, 3],
            "rally": [5, 3],
        },
    ),
)
def test_routs_a_pursuit_and_a_rally(scene):
    expect(
        scene,
        roll("pursuit", [4, 2, 5], total=11),
        roll("free-hack", [1, 4, 2, 3], 4, 4),
        roll("to-wound", [5, 3, 6, 4], 3, 4),
        roll("save", [1, 4, 5], 6, 0),
        roll("save", [3], 6, 0),
        roll("rally", [5, 3], 9, 1, (1, "ARAP-RALLY-01"), total=8),
        fallen=["b2.1", "b2.3", "b2.4", "b2.5"],
        places={
            "a2.1": (30, 12.9),
            "a2.3": (34, 12.9),
            "a2.4": (36, 12.9),
            "b3.1": (44.5, 23.06),
            "b3.2": (46.5, 23.06),
        },
        units={"a2": {"pursuing": None}, "b3": {"routing": False, "rallied": True}},
        rules=["ARAP-TURN-03", "ARAP-PURS-01", "ARAP-PURS-02", "ARAP-PURS-05", "ARAP-MELEE-06"],
    )
    assert scene.facings("b3") == {150}
    # The tale brings the second rider to (32.3, 12), 4.91 inches. A shorter way leads to the levy on its other side
    # (ARAP-PURS-01).
    assert scene.places("a2")["a2.2"] == pytest.approx((31.43, 12.25), abs=0.005)


@TALE.step(15, (act("Activate", "b1", dice=1), {}))
def test_a_locked_unit_is_not_activated(scene):
    refused(
        scene,
        "locked",
        "ARAP-ACT-10",
        "Saltmere Compact Guard is locked in melee and fights without a roll.",
        "another unit",
    )


@TALE.step(16, activated("b4", [1]))
def test_the_raiders_activate(scene):
    expect(scene, roll("activation", [1], 3, 1), ap=1)


@TALE.step(17, (act("Charge", "b4", target="a4"), {}), (answer("a", "stand"), {"stand-and-fire": [5, 6]}))
def test_the_raiders_charge_the_wall_and_the_rangers_fail_to_fire(scene):
    expect(
        scene,
        roll("stand-and-fire", [5, 6], 4, 0),
        places={f"b4.{n}": (17 + 2 * n, 27.1) for n in (1, 2, 3, 4, 5)},
        ap=0,
        rules=["ARAP-STAND-03", "ARAP-CHG-04", "ARAP-CHG-06"],
    )
    assert scene.one("ModelsMoved")["length_in"] == pytest.approx(7.1)
    charge = scene.one("MeleeJoined")["charge"]
    assert (charge["direction"], charge["slowed"]) == ("front", True)


@TALE.step(18, (answer("a", "run"), {}))
def test_running_after_the_failed_test_is_refused(scene):
    # A unit is asked once how it reacts. It has chosen, and nothing is left to choose (ARAP-RUN-02).
    refused(scene, "no-prompt", "ARAP-TURN-01", "Nothing is being asked now.", "act")


@TALE.step(19, (end("b"), {}))
def test_saltmere_ends_its_activation(scene):
    expect(scene, rules=["ARAP-TURN-06", "ARAP-MELEE-05"])
    assert [o["id"] for o in scene.after["prompt"]["options"]] == ["a1-b1", "b4-a4"]


@TALE.step(
    20,
    (
        answer("b", "b4-a4"),
        {"to-hit": [2, 4, 1, 6, 3], "to-wound": [5, 4], "pick": [4, 1], "save": [5, 2]},
    ),
)
def test_the_rangers_strike_first_across_the_wall(scene):
    expect(
        scene,
        roll("to-hit", [2, 4, 1, 6, 3], 2, 2),
        roll("to-wound", [5, 4], 4, 2),
        roll("pick", [4], sides=5),
        roll("pick", [1], sides=4),
        roll("save", [5, 2], 5, 1),
        fallen=["b4.1"],
        rules=["ARAP-MELEE-05", "ARAP-COVR-01"],
    )


@TALE.step(
    21,
    (
        answer("a", "stay"),
        {"to-hit": [6, 3, 5, 1, 5, 6, 4, 2], "to-wound": [4, 1, 6, 3], "pick": [2, 3], "save": [3, 6]},
    ),
)
def test_the_raiders_strike_back(scene):
    expect(
        scene,
        roll("to-hit", [6, 3, 5, 1, 5, 6, 4, 2], 4, 4),
        roll("to-wound", [4, 1, 6, 3], 4, 2),
        roll("pick", [2], sides=4),
        roll("pick", [3], sides=3),
        roll("save", [3, 6], 5, 1),
        fallen=["a4.3"],
        rules=["ARAP-MELEE-05", "ARAP-WDIF-01", "ARAP-MORAL-04"],
    )
    assert scene.one("MeleeRoundEnded")["differences"] == [["b4", 0], ["a4", 0]]


@TALE.step(
    22,
    (answer("b", "move", stand(180, b4_3=(22.1, 27.35))), {}),
    (answer("a", "move", stand(0, a4_1=(20.1, 28.55))), {}),
    (answer("b", "fight"), {}),
    (
        answer("a", "fight"),
        {"to-hit": [2, 5, 3, 6], "to-wound": [5, 4], "pick": [5, 1], "save": [3, 2]},
    ),
)
def test_both_close_up_and_the_storm_section_fights_its_second_round(scene):
    expect(
        scene,
        roll("to-hit", [2, 5, 3, 6], 4, 2),
        roll("to-wound", [5, 4], 3, 2),
        roll("pick", [5], sides=5),
        roll("pick", [1], sides=4),
        roll("save", [3, 2], 5, 0),
        fallen=["b1.8", "b1.2"],
        places={"b4.3": (22.1, 27.35), "a4.1": (20.1, 28.55)},
        rules=["ARAP-MELEE-05", "ARAP-MORAL-04"],
    )


@TALE.step(
    23,
    (answer("a", "stay"), {"to-hit": [3, 5, 6], "morale": [5, 3], "flinch": [3]}),
)
def test_the_guard_lose_the_second_round(scene):
    expect(
        scene,
        roll("to-hit", [3, 5, 6], 2, 0),
        roll("morale", [5, 3], 7, 0, (2, "ARAP-MORAL-02"), total=10),
        roll("flinch", [3], total=3),
        units={"b1": {"routing": True}},
        rules=["ARAP-MELEE-05", "ARAP-WDIF-01", "ARAP-MORAL-01", "ARAP-ROUT-01"],
    )
    assert scene.one("MeleeRoundEnded")["differences"] == [["a1", 2], ["b1", -2]]


@TALE.step(24, (answer("b", "0"), {}), (answer("a", "pursue"), {"flee": [2, 3]}))
def test_the_guard_flinch_and_are_pursued(scene):
    expect(
        scene,
        roll("flee", [2, 3], total=5),
        places={"b1.5": (9, 9), "b1.6": (12.2, 9), "b1.7": (13.3, 9)},
        units={"a1": {"pursuing": "b1"}},
        rules=["ARAP-ROUT-03", "ARAP-PURS-01", "ARAP-TURN-01"],
    )
    assert scene.facings("b1") == {0}
    assert (scene.after["turn"]["number"], scene.after["turn"]["place"]) == (2, 0)


# ------------------------------------------------------------------ game turn 2, Northmarch


@TALE.step(25, (answer("b", "180"), {}))
def test_a_rout_towards_the_pursuers_is_refused(scene):
    refused(scene, "unknown-option", "ARAP-ROUT-03", "'180' is not an option.", "one of 0, 345, 330, 315, 300")


@TALE.step(
    26,
    (
        answer("b", "0"),
        {"pursuit": [5, 4], "free-hack": [2, 6, 4, 5], "to-wound": [1, 5], "pick": [1], "save": [4], "rally": [5, 4]},
    ),
    (answer("a", "halt"), {"pursuit-halt": [3, 4]}),
)
def test_free_hacks_a_failed_rally_and_a_halt(scene):
    expect(
        scene,
        roll("pursuit", [5, 4], total=9),
        roll("free-hack", [2, 6, 4, 5], 4, 2),
        roll("to-wound", [1, 5], 3, 1),
        roll("pick", [1], sides=3),
        roll("save", [4], 5, 0),
        roll("rally", [5, 4], 7, 0, total=9),
        roll("pursuit-halt", [3, 4], 8, 1, total=7),
        fallen=["b1.5"],
        places={
            "a1.1": (9.1, 5.9),
            "a1.3": (13.34, 5.9),
            "a1.5": (12.06, 5.9),
            "b1.6": (12.2, 4),
            "b1.7": (13.3, 4),
        },
        units={"b1": {"routing": True}, "a1": {"pursuing": None}},
        rules=["ARAP-PURS-01", "ARAP-PURS-02", "ARAP-PURS-06", "ARAP-RALLY-01", "ARAP-ROUT-02"],
    )
    # Round his comrade's base the fourth stormer finds a place 0.08 inch beside the one of the tale.
    assert scene.places("a1")["a1.6"] == pytest.approx((14.52, 5.46), abs=0.005)


@TALE.step(
    27,
    (end("a"), {}),
    (
        answer("a", "break-off"),
        {
            "break-off": [4, 2],
            "free-hack": [5, 3, 6, 4],
            "to-wound": [2, 4],
            "pick": [3],
            "save": [1],
            "flee": [4, 3],
        },
    ),
    (answer("a", "180"), {"flee": [1, 1]}),
)
def test_the_rangers_break_off(scene):
    expect(
        scene,
        roll("break-off", [4, 2], 8, 1, total=6),
        roll("free-hack", [5, 3, 6, 4], 4, 2),
        roll("to-wound", [2, 4], 4, 1),
        roll("pick", [3], sides=4),
        roll("save", [1], 5, 0),
        roll("flee", [4, 3], total=7),
        roll("flee", [1, 1], total=2),
        fallen=["a4.4"],
        places={"a4.1": (20.1, 35.55), "a4.2": (21, 36), "a4.5": (27, 36)},
        units={"a4": {"avoid": "b4"}, "b4": {"avoid": "a4"}},
        rules=["ARAP-BREAK-01", "ARAP-BREAK-02", "ARAP-BREAK-03"],
    )
    assert scene.after["melees"] == []
    assert scene.facings("a4") == {180}


# ------------------------------------------------------------------ game turn 2, Saltmere


@TALE.step(28, (answer("b", "0"), {"rally": [3, 3]}))
def test_the_guard_rally_at_last(scene):
    expect(
        scene,
        roll("rally", [3, 3], 7, 1, total=6),
        places={"b1.6": (12.2, 2), "b1.7": (13.3, 2)},
        units={"b1": {"routing": False}},
        rules=["ARAP-ROUT-03", "ARAP-RALLY-01"],
    )


# Points are asked for first. The host gives the Raiders one, so that the reason of the tale is met.
@TALE.step(
    29,
    (act("RuleUnit", "b4", what="ap", value=1, reason="to ask for a charge"), {}),
    (act("Charge", "b4", target="a4"), {}),
)
def test_the_raiders_may_not_follow_the_rangers(scene):
    refused(
        scene,
        "broke-off",
        "ARAP-BREAK-03",
        "Northmarch Rangers and Saltmere Raiders broke off from each other: no charge between them in this turn.",
        "any other action, or another target",
    )


@TALE.step(30, (end("b"), {}))
def test_game_turn_2_ends_and_everybody_stands_where_the_tale_says(scene):
    expect(scene, places=FINAL_PLACES, rules=["ARAP-TURN-01"])
    assert (scene.after["turn"]["number"], scene.after["turn"]["place"]) == (3, 0)
    everybody = {model for unit in scene.after["units"] for model in scene.places(unit)}
    # Placed by other hands than the tale's, as said above: a1.6 and a2.2.
    assert everybody - FINAL_PLACES.keys() == {"a1.6", "a2.2"}
    assert not [u["id"] for u in scene.after["units"].values() if u["id"] != "b2" and (u["routing"] or u["pursuing"])]
    assert scene.after["melees"] == []
