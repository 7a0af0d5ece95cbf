"""Armour on the Salt Road: two game turns of Gemini vehicles by action points, every step through the command.

Where this battle goes otherwise than the tale: the walker fires at the Ironback in two turns running and neither has
moved, which is worth +1 (ARAP-HIT-05), so that a third shot of step 28 hits and its penetration is thrown as well; the
table stands the chargers of step 26 in a row along the hull; and all who stand beside a hull are asked what they do to
it in each melee round (VEH-JOIN-09), the Compact Guard too, who leave the carrier be.
"""

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
    refused,
    roll,
    stand,
    way,
)

TALE = Script()
RANGER = {"bs": 4, "i": 4, "ld": 8, "sv": 5}


def hull(front, side, rear, length, width, bs, *mounts, **more):
    return {
        "rules": "gemini",
        "front": front,
        "side": side,
        "rear": rear,
        "length_in": length,
        "width_in": width,
        "crew_bs": bs,
        "crew_initiative": bs,
        "mounts": [{"weapon": w, "arc_half_deg": half} for w, half in mounts],
        **more,
    }


def a_vehicle(unit, name, at, heading, *plates, **more):
    profile = {"kind": "vehicle", "m": 0, "ws": 0, "size": 3, "base_mm": 100, "hull": hull(*plates, **more)}
    state = {"vehicle": {"hull": more.get("hull_points", 0), "own": {"rules": "gemini"}}}
    return a_unit(unit, name, profile, [at], heading, **state)


ALL_ROUND, AHEAD = 180, 45
UNITS = [
    a_vehicle("a1", "Bulwark Carrier", (10, 40), 90, 11, 11, 10, 5, 3, 4, ("storm gun", ALL_ROUND), capacity=10),
    a_vehicle(
        "a2",
        "Anvil Battle Tank",
        (32, 31),
        45,
        13,
        12,
        10,
        6,
        4,
        4,
        ("anvil howitzer", ALL_ROUND),
        ("hull autogun", AHEAD),
    ),
    a_unit(
        "a3",
        "Northmarch Sappers",
        RANGER,
        [(41, 4), (42.5, 4), (44, 4), (42.5, 2.6), (44, 2.6)],
        180,
        weapons=["krak grenades"],
        arms={1: ["melta lance", "krak grenades"]},
    ),
    a_vehicle(
        "a4",
        "Kestrel Scout Walker",
        (60, 26),
        0,
        10,
        10,
        10,
        3,
        3,
        4,
        ("missile rack", AHEAD),
        ("twin repeater", AHEAD),
        type="walker",
        vehicle_class="fast",
    ),
    a_unit(
        "a5",
        "Northmarch Rangers",
        RANGER,
        [(14, 35), (16, 35), (18, 35), (15, 33.6), (17, 33.6)],
        180,
        weapons=["field carbine"],
    ),
    a_vehicle(
        "b1",
        "Ironback Assault Gun",
        (40, 14),
        180,
        13,
        11,
        10,
        6,
        4,
        3,
        ("siege gun", AHEAD),
        ("flank gun", ALL_ROUND),
        hull_points=3,
    ),
    a_vehicle("b2", "Saltmere Hauler", (20, 15), 180, 10, 10, 10, 5, 3, 3, ("cab gun", ALL_ROUND), capacity=10),
    a_unit(
        "b3",
        "Saltmere Compact Guard",
        {"sv": 5},
        [(26, 40), (27.5, 40.8), (27.5, 39.2), (29, 40), (26, 36.8), (28, 36.8)],
        270,
        weapons=["rifle", "krak grenades"],
    ),
    a_vehicle(
        "b4",
        "Marsh Runner",
        (50, 5),
        270,
        11,
        10,
        10,
        4,
        2.5,
        3,
        ("runner cannon", AHEAD),
        ("deck gun", ALL_ROUND),
        vehicle_class="fast",
    ),
    a_unit(
        "b5",
        "Saltmere Levy",
        {"ws": 2, "bs": 2, "ld": 6, "sv": 6},
        [(20, 15)] * 4,
        180,
        weapons=["musket"],
        aboard="b2",
    ),
]
WEAPONS = [
    {"id": "storm gun", "type": "assault", "range_in": 24, "shots": 2, "strength": 4, "ap": 5},
    {"id": "anvil howitzer", "type": "ordnance", "range_in": 36, "strength": 8, "ap": 3, "marker_in": 5},
    {"id": "hull autogun", "type": "heavy", "range_in": 36, "shots": 3, "strength": 5, "ap": 4},
    {"id": "melta lance", "type": "assault", "range_in": 12, "strength": 8, "ap": 1, "traits": ["melta"]},
    {"id": "krak grenades", "type": "grenade", "range_in": 0, "strength": 6, "traits": ["krak"]},
    {"id": "missile rack", "type": "heavy", "range_in": 48, "strength": 8, "ap": 3},
    {"id": "twin repeater", "type": "heavy", "range_in": 36, "shots": 3, "strength": 6, "ap": 4},
    {"id": "field carbine", "type": "rapid-fire", "range_in": 24, "strength": 4, "ap": 5},
    {"id": "siege gun", "type": "heavy", "range_in": 48, "strength": 9, "ap": 2},
    {"id": "flank gun", "type": "heavy", "range_in": 36, "shots": 3, "strength": 5, "ap": 4},
    {"id": "cab gun", "type": "assault", "range_in": 24, "shots": 2, "strength": 4, "ap": 6},
    {"id": "rifle", "type": "rapid-fire", "range_in": 24, "strength": 3},
    {"id": "runner cannon", "type": "heavy", "range_in": 36, "strength": 7, "ap": 4},
    {"id": "deck gun", "type": "assault", "range_in": 24, "shots": 2, "strength": 4, "ap": 6},
    {"id": "musket", "type": "rapid-fire", "range_in": 18, "strength": 3},
]
ROAD = {
    "id": "t1",
    "name": "Salt Road",
    "points": [[0, 38], [72, 38], [72, 42], [0, 42]],
    "going": "road",
    "look": "road",
}
SCENARIO = {
    "name": "Armour on the Salt Road",
    "width_in": 72,
    "height_in": 48,
    "terrain": [ROAD],
    "objectives": [{"id": "o1", "name": "Toll House", "at": [36, 40]}],
}


def the_table():
    return Table(a_state(UNITS, WEAPONS, SCENARIO, {"a": "south", "b": "north"}), {})


def drive(unit, *points, **more):
    return act("Drive", unit, path=way(*points), **more)


def fire(unit, **targets):
    """Mounted weapons, each by its number on the hull, at a target: m0="b1"."""
    return act("FireVehicle", unit, shots=[{"mount": int(m[1:]), "target": at} for m, at in targets.items()])


STORM = {"death-or-glory": [3, 5], "vehicle-damage": [3], "agility": [3, 5], "to-wound": [4], "save": [2]}
RAM = {
    "ram-penetration": [5, 6],
    "vehicle-damage": [6],
    "explosion-radius": [4],
    "to-wound": [3, 1, 5, 2],
    "save": [6, 2, 4],
}


def hits(scene):
    """Hits on vehicles: which, where, armour, strength, total, class."""
    return [tuple(e[k] for k in ("unit", "face", "av", "strength", "total", "kind")) for e in scene.of("VehicleHit")]


def results(scene):
    """What the damage chart gave: on whom, column, row, results."""
    return [(e["unit"], e["column"], e["row"], *e["results"]) for e in scene.of("ChartResult")]


def pose(scene, unit):
    """Where a hull stands and which way it heads."""
    (model,) = scene.unit(unit)["models"]
    return (*(round(each, 2) for each in model["at"]), model["facing"])


LASTING = ("hull", "lost_mounts", "shaken", "shaken_now", "stunned", "stunned_now", "immobilised", "wrecked")


def condition(scene, unit):
    """What has befallen a vehicle, as far as it is out of the ordinary."""
    return {key: value for key, value in scene.unit(unit)["vehicle"].items() if value and key in LASTING}


# ------------------------------------------------------------------ game turn 1, Northmarch


@TALE.step(1, activated("a1", [1, 4]))
def test_the_carrier_activates(scene):
    expect(scene, roll("activation", [1, 4], 4, 2), ap=2, rules=["ARAP-ACT-02", "VEH-JOIN-02"])


@TALE.step(2, (drive("a1", (21, 40)), {}))
def test_eleven_inches_in_one_action_are_too_many(scene):
    refused(
        scene,
        "too-far",
        "VEH-JOIN-03",
        "Bulwark Carrier may spend 9″ on this drive, which costs 11″.",
        "up to 9″ with 1 AP, up to 18″ with 2 AP",
    )


@TALE.step(3, (drive("a1", (19, 40)), {}))
def test_the_carrier_drives_up_the_road(scene):
    expect(scene, ap=1, rules=["VEH-MOVE-05", "VEH-JOIN-06"])
    moved = scene.one("ModelsMoved")
    assert (pose(scene, "a1"), moved["length_in"], moved["spent_in"]) == ((19, 40, 90), 9, 9)


@TALE.step(4, (fire("a1", m0="b3"), {"to-hit": [5, 3], "to-wound": [2]}))
def test_firing_on_the_move(scene):
    expect(
        scene,
        roll("to-hit", [5, 3], 4, 1),
        roll("to-wound", [2], 3, 0),
        ap=0,
        rules=["VEH-VFIRE-01", "VEH-VFIRE-02", "VEH-JOIN-04", "ARAP-SUPP-01"],
    )


@TALE.step(5, activated("a5", [2]))
def test_the_rangers_activate(scene):
    expect(scene, roll("activation", [2], 4, 1), ap=1)


@TALE.step(6, (act("Board", "a5", vehicle="a1"), {"to-wound": [1, 4, 2, 3, 6], "casualties-test": [3, 4]}))
def test_the_rangers_jump_aboard_at_speed_nine(scene):
    expect(
        scene,
        roll("to-wound", [1, 4, 2, 3, 6], 4, 2),
        roll("casualties-test", [3, 4], 8, 1, total=7),
        fallen=["a5.2", "a5.5"],
        units={"a5": {"aboard": "a1"}},
        ap=0,
        rules=["VEH-BRD-03", "VEH-BRD-04", "VEH-BRD-05", "VEH-BRD-09", "ARAP-CAS-07"],
    )
    assert scene.one("ModelsMoved")["spent_in"] == pytest.approx(2.9)


@TALE.step(7, (act("GetOut", "a5"), {}))
def test_not_off_again_in_the_same_turn(scene):
    refused(
        scene,
        "boarded-this-turn",
        "VEH-BRD-01",
        "Northmarch Rangers boarded in this turn and may leave from its next turn on.",
        "staying aboard",
    )


@TALE.step(8, activated("a2", [3, 1, 4]))
def test_the_tank_activates_on_three_dice(scene):
    expect(scene, roll("activation", [3, 1, 4], 4, 3), ap=3)


@TALE.step(9, (drive("a2", (32, 27, 0)), {}))
def test_the_tank_slews_and_rolls_forward(scene):
    expect(scene, ap=2, rules=["VEH-MOVE-02", "VEH-MOVE-04", "VEH-JOIN-06"])
    moved = scene.one("ModelsMoved")
    assert (pose(scene, "a2"), moved["length_in"], moved["spent_in"]) == ((32, 27, 0), 4, 6)


@TALE.step(
    10,
    (
        fire("a2", m0="b1", m1="b4"),
        {
            "scatter-a": [4],
            "scatter-b": [4],
            "direction": [217],
            "ordnance-penetration": [2, 5],
            "to-hit": [2, 6, 5],
            "armour-penetration": [5],
            "vehicle-damage": [5],
        },
    ),
    (answer("a", "0"), {}),
)
def test_howitzer_at_the_ironback_and_autogun_at_the_runner(scene):
    expect(
        scene,
        roll("scatter-a", [4]),
        roll("scatter-b", [4]),
        roll("direction", [217], sides=360),
        roll("ordnance-penetration", [2, 5]),
        roll("to-hit", [2, 6, 5], 4, 1),
        roll("armour-penetration", [5], 5, 1, total=5),
        roll("vehicle-damage", [5]),
        ap=0,
        rules=["VEH-AREA-01", "VEH-AREA-02", "VEH-PEN-04", "VEH-HULL-01", "VEH-GEOM-02", "VEH-DMG-04"],
    )
    assert scene.one("ShellBurst")["at"] == [40, 14]
    assert hits(scene) == [("b1", "front", 13, 8, 13, "glancing"), ("b4", "side", 10, 5, 10, "glancing")]
    assert results(scene) == [("b4", "glancing", 5, "armament-destroyed")]
    assert (condition(scene, "b1"), condition(scene, "b4")) == ({"hull": 2}, {"lost_mounts": [0]})


@TALE.step(11, activated("a4", [4, 3]))
def test_the_walker_activates(scene):
    expect(scene, roll("activation", [4, 3], 4, 2), ap=2)


@TALE.step(12, (drive("a4", (60, 22, 315)), {}))
def test_the_walker_steps_forward_and_turns(scene):
    expect(scene, ap=1, rules=["VEH-MOVE-02", "VEH-JOIN-03"])
    moved = scene.one("ModelsMoved")
    assert (pose(scene, "a4"), moved["length_in"], moved["spent_in"]) == ((60, 22, 315), 4, 6)


@TALE.step(
    13,
    (
        fire("a4", m0="b1", m1="b1"),
        {"to-hit": [2, 4, 5, 1], "armour-penetration": [5, 5, 2], "vehicle-damage": [4]},
    ),
)
def test_the_walker_strips_the_hull_points_and_stuns_the_crew(scene):
    expect(
        scene,
        roll("to-hit", [2], 4, 1),
        roll("to-hit", [4, 5, 1], 4, 2),
        roll("armour-penetration", [5], 3, 1, total=5),
        roll("armour-penetration", [5], 5, 1, total=5),
        roll("vehicle-damage", [4]),
        roll("armour-penetration", [2], 5, 0, total=2),
        ap=0,
        rules=["VEH-HULL-01", "VEH-HULL-03", "VEH-DMG-02", "VEH-PEN-01"],
    )
    assert hits(scene) == [
        ("b1", "side", 11, 8, 13, "penetrating"),
        ("b1", "side", 11, 6, 11, "glancing"),
        ("b1", "side", 11, 6, 8, "none"),
    ]
    assert results(scene) == [("b1", "glancing", 4, "crew-stunned")]
    assert (scene.unit("b1")["vehicle"]["hull"], scene.one("HullPointsLost")["left"]) == (0, 0)


@TALE.step(14, (end("a"), {}))
def test_northmarch_ends_its_turn(scene):
    expect(scene, rules=["ARAP-TURN-01"])
    assert condition(scene, "b1") == {"stunned_now": True}


# ------------------------------------------------------------------ game turn 1, Saltmere


@TALE.step(15, (act("Activate", "b1", dice=1), {}))
def test_a_stunned_crew_does_not_activate(scene):
    refused(
        scene,
        "stunned",
        "VEH-JOIN-07",
        "The crew of Ironback Assault Gun is stunned: no activation roll and no action in this turn.",
        "another unit",
    )


@TALE.step(16, activated("b4", [2, 3]))
def test_the_runner_activates(scene):
    expect(scene, roll("activation", [2, 3], 3, 2), ap=2)


@TALE.step(17, (act("Drive", "b4", path=[{"at": [53, 5], "gait": "back"}]), {}))
def test_the_runner_backs_off(scene):
    expect(scene, ap=1, rules=["VEH-MOVE-03", "VEH-JOIN-06"])
    moved = scene.one("ModelsMoved")
    assert (pose(scene, "b4"), moved["length_in"], moved["spent_in"]) == ((53, 5, 270), 3, 6)


@TALE.step(18, (drive("b4", (53, 7)), {}))
def test_the_runner_turns_and_drives_on(scene):
    expect(scene, ap=0, rules=["VEH-MOVE-02", "VEH-JOIN-03"])
    moved = scene.one("ModelsMoved")
    assert (pose(scene, "b4"), moved["length_in"], moved["spent_in"]) == ((53, 7, 180), 2, 6)
    assert (scene.unit("b4")["now"]["moved_in"], scene.unit("b4")["now"]["allowance_spent_in"]) == (5, 12)


@TALE.step(19, activated("b2", [1, 3]))
def test_the_hauler_activates(scene):
    expect(scene, roll("activation", [1, 3], 3, 2), ap=2)


@TALE.step(20, (drive("b2", (20, 27), actions=2), {}))
def test_the_hauler_drives_twelve_inches(scene):
    expect(scene, units={"b5": {"aboard": "b2"}}, ap=0, rules=["VEH-JOIN-03"])
    assert (pose(scene, "b2"), scene.unit("b2")["now"]["moved_in"]) == ((20, 27, 180), 12)


@TALE.step(21, activated("b3", [5]))
def test_the_compact_guard_get_no_points(scene):
    expect(scene, roll("activation", [5], 3, 0), ap=0)


@TALE.step(22, (end("b"), {}))
def test_game_turn_1_ends(scene):
    expect(scene, rules=["VEH-JOIN-07", "ARAP-TURN-01"])
    assert (scene.after["turn"]["number"], scene.after["turn"]["place"]) == (2, 0)
    assert condition(scene, "b1") == {}


# ------------------------------------------------------------------ game turn 2, Northmarch


@TALE.step(23, activated("a3", [1, 2, 4]))
def test_the_sappers_activate(scene):
    expect(scene, roll("activation", [1, 2, 4], 4, 3), ap=3)


@TALE.step(24, (act("Move", "a3", path=way((41, 6))), {}))
def test_the_sappers_close_on_the_rear_of_the_ironback(scene):
    places = {"a3.1": (41, 6), "a3.2": (42.5, 6), "a3.3": (44, 6), "a3.4": (42.5, 4.6), "a3.5": (44, 4.6)}
    expect(scene, places=places, ap=2, rules=["ARAP-MOVE-01"])


@TALE.step(
    25,
    (
        act("Shoot", "a3", target="b1", weapons=["melta lance"]),
        {"to-hit": [3], "melta-penetration": [3, 4], "vehicle-damage": [2]},
    ),
)
def test_melta_at_under_half_range(scene):
    expect(
        scene,
        roll("to-hit", [3], 4, 1),
        roll("melta-penetration", [3, 4], 2, 1, total=7),
        roll("vehicle-damage", [2], None, None, (1, "VEH-PEN-03")),
        ap=1,
        rules=["VEH-PEN-02", "VEH-DMG-05"],
    )
    assert hits(scene) == [("b1", "rear", 10, 8, 15, "penetrating")]
    assert results(scene) == [("b1", "penetrating", 3, "immobilised")]
    assert condition(scene, "b1") == {"immobilised": True}


@TALE.step(
    26,
    (act("ChargeVehicle", "a3", target="b4"), {}),
    (answer("b", "fire"), {"to-hit": [4, 1], "to-wound": [2]}),
)
def test_the_sappers_charge_the_runner(scene):
    expect(
        scene,
        roll("to-hit", [4, 1], 1, 1),
        roll("to-wound", [2], 3, 0),
        ap=0,
        rules=["VEH-CC-01", "VEH-CC-03", "VEH-JOIN-09"],
    )
    assert scene.one("ChargeDeclared")["distance_in"] == 7.75
    reached = scene.one("HullReached")
    assert (reached["target"], reached["at"]) == ("b4", "flank")
    beside = [m for m, (x, _) in scene.places("a3").items() if 53 - 1.25 - x <= 2.01]
    assert sorted(beside) == ["a3.2", "a3.3", "a3.4", "a3.5"]


@TALE.step(27, activated("a4", [3]))
def test_the_walker_activates_again(scene):
    expect(scene, roll("activation", [3], 4, 1), ap=1)


@TALE.step(
    28,
    (
        fire("a4", m0="b1", m1="b1"),
        {"to-hit": [4, 1, 5, 6], "armour-penetration": [4], "vehicle-damage": [2]},
    ),
    (answer("a", "0"), {"armour-penetration": [3, 2]}),
)
def test_the_walker_breaks_the_siege_gun(scene):
    corrected = (1, "ARAP-HIT-05")
    expect(
        scene,
        roll("to-hit", [4], 5, 1, corrected),
        roll("to-hit", [1, 5, 6], 5, 2, corrected),
        roll("armour-penetration", [4], 3, 1, total=4),
        roll("vehicle-damage", [2]),
        roll("armour-penetration", [3], 5, 0, total=3),
        roll("armour-penetration", [2], 5, 0, total=2),
        ap=0,
        rules=["VEH-DMG-04"],
    )
    assert hits(scene)[0] == ("b1", "side", 11, 8, 12, "penetrating")
    assert results(scene) == [("b1", "penetrating", 2, "armament-destroyed")]
    assert [o["label"] for o in scene.one("Prompted")["prompt"]["options"]] == ["siege gun", "flank gun"]
    assert condition(scene, "b1") == {"immobilised": True, "lost_mounts": [0]}
    assert scene.of("VehicleWrecked") == []


@TALE.step(29, activated("a1", [2, 3]))
def test_the_carrier_activates_again(scene):
    expect(scene, roll("activation", [2, 3], 4, 2), ap=2)


@TALE.step(
    30,
    (drive("a1", (28, 40)), {"leadership": [4, 2]}),
    (answer("b", "b3.1/krak grenades"), {}),
    (answer("b", "b3.4/krak grenades"), {}),
    (answer("b", "fire"), STORM),
)
def test_tank_shock_death_or_glory(scene):
    expect(
        scene,
        roll("leadership", [4, 2], 7, 1, total=6),
        roll("death-or-glory", [3], 5, 0, total=3),
        roll("death-or-glory", [5], 5, 1, total=5),
        roll("vehicle-damage", [3]),
        roll("agility", [3, 5], 3, 1),
        roll("to-wound", [4], 2, 1),
        roll("save", [2], 5, 0),
        fallen=["b3.1", "b3.4", "b3.3"],
        places={"b3.5": (26, 36.8), "b3.6": (28, 36.8)},
        ap=1,
        rules=["VEH-SHOCK-01", "VEH-SHOCK-03", "VEH-SHOCK-04", "VEH-RUN-01", "VEH-RAM-02", "VEH-DMG-01", "VEH-JOIN-07"],
    )
    assert hits(scene) == [("a1", "front", 11, 6, 9, "none"), ("a1", "front", 11, 6, 11, "glancing")]
    assert results(scene) == [("a1", "glancing", 3, "crew-shaken")]
    assert (pose(scene, "a1"), scene.unit("a1")["now"]["moved_in"]) == ((28, 40, 90), 9)
    assert scene.places("b3")["b3.2"] == pytest.approx((27.5, 42), abs=0.051)
    assert condition(scene, "a1") == {"shaken": True}
    asked = scene.of("Prompted")[0]["prompt"]["options"]
    assert "stopped 7/36" in next(o["detail"] for o in asked if o["id"] == "b3.1/krak grenades")


@TALE.step(31, (act("Finish", "a1"), {}))
def test_the_carrier_finishes(scene):
    expect(scene, ap=0)


@TALE.step(32, activated("a2", [2, 4, 1]))
def test_the_tank_activates_again(scene):
    expect(scene, roll("activation", [2, 4, 1], 4, 3), ap=3)


@TALE.step(
    33,
    (drive("a2", (24.5, 27), ram=True, actions=2), RAM),
    (answer("b", "move", stand(180, b5_1=(17, 26), b5_2=(17, 28))), {}),
)
def test_the_tank_rams_the_hauler_which_explodes(scene):
    expect(
        scene,
        roll("ram-penetration", [5], 4, 1, total=5),
        roll("ram-penetration", [6], 10, 0, total=6),
        roll("vehicle-damage", [6]),
        roll("explosion-radius", [4], total=4),
        roll("to-wound", [3, 1, 5, 2], 2, 3),
        roll("save", [6, 2, 4], 6, 1),
        fallen=["b5.3", "b5.4"],
        places={"b5.1": (17, 26), "b5.2": (17, 28)},
        units={"b5": {"aboard": None, "pinned": True}},
        ap=1,
        rules=["VEH-RAM-01", "VEH-RAM-02", "VEH-RAM-03", "VEH-RAM-04", "VEH-DMG-08", "ARAP-PIN-01"],
    )
    assert hits(scene) == [("b2", "side", 10, 6, 11, "penetrating"), ("a2", "front", 13, 3, 9, "none")]
    assert results(scene) == [("b2", "penetrating", 6, "explodes")]
    moved = scene.of("ModelsMoved")[0]
    assert (pose(scene, "a2"), moved["length_in"], moved["spent_in"]) == ((24.5, 27, 270), 7.5, 11.5)
    wreck = scene.one("VehicleWrecked")
    assert (wreck["how"], wreck["leaves"]["going"]) == ("exploded", "difficult")
    assert sorted(wreck["leaves"]["points"]) == [[18.5, 24.5], [18.5, 29.5], [21.5, 24.5], [21.5, 29.5]]


@TALE.step(34, (fire("a2", m0="b5"), {}))
def test_no_howitzer_at_this_speed(scene):
    refused(
        scene,
        "too-fast",
        "VEH-VFIRE-02",
        "Anvil Battle Tank has moved 7.5″ in this turn: a standard vehicle then fires its defensive weapons only.",
        "its defensive weapons only",
    )


@TALE.step(35, (fire("a2", m1="b5"), {"to-hit": [5, 4, 6]}))
def test_hull_autogun_at_the_survivors(scene):
    expect(scene, roll("to-hit", [5, 4, 6], 3, 0, (-1, "ARAP-HIT-03")), ap=0, rules=["VEH-VFIRE-02", "VEH-JOIN-04"])


# Fights are fought as the turn ends: who stands beside a hull is asked then, and the tests follow the last answer.
@TALE.step(
    36,
    (end("a"), {}),
    (answer("a", "plant"), {"plant-charge": [2, 4, 1, 6], "armour-penetration": [3, 4], "vehicle-damage": [6]}),
)
def test_krak_grenades_on_a_moving_vehicle(scene):
    expect(
        scene,
        roll("plant-charge", [2, 4, 1, 6], 2, 2, (-1, "ARAP-MELEE-04")),
        roll("armour-penetration", [3], 4, 0, total=3),
        roll("armour-penetration", [4], 4, 1, total=4),
        roll("vehicle-damage", [6]),
        rules=["VEH-PLANT-01", "VEH-PLANT-02", "VEH-PLANT-03", "VEH-CC-07", "VEH-CC-11"],
    )
    assert hits(scene) == [("b4", "side", 10, 6, 9, "none"), ("b4", "side", 10, 6, 10, "glancing")]
    assert results(scene) == [("b4", "glancing", 6, "immobilised")]
    assert condition(scene, "b4") == {"lost_mounts": [0], "immobilised": True}
    assert scene.of("VehicleWrecked") == []
    assert (scene.after["prompt"]["unit"], scene.after["prompt"]["about"]) == ("b3", "a1")


@TALE.step(37, (answer("b", "leave"), {"casualties-test": [2, 3, 1, 4]}))
def test_the_guard_and_the_levy_hold(scene):
    expect(
        scene,
        roll("casualties-test", [2, 3], 7, 1, total=5),
        roll("casualties-test", [1, 4], 6, 1, total=5),
        units={"b3": {"pinned": False, "routing": False}, "b5": {"pinned_now": True, "routing": False}},
        rules=["ARAP-CAS-04", "ARAP-CAS-05"],
    )
    assert (scene.after["turn"]["number"], scene.after["turn"]["place"]) == (2, 1)


# ------------------------------------------------------------------ game turn 2, Saltmere


@TALE.step(38, activated("b1", [3]))
def test_the_ironback_activates(scene):
    expect(scene, roll("activation", [3], 3, 1), ap=1)


@TALE.step(39, (drive("b1", (40, 16)), {}))
def test_an_immobilised_vehicle_does_not_drive(scene):
    refused(
        scene,
        "immobilised",
        "VEH-DMG-05",
        "Ironback Assault Gun is immobilised: it may not move or pivot.",
        "firing, or finishing",
    )


@TALE.step(40, (fire("b1", m1="a4"), {"to-hit": [2, 5, 6], "armour-penetration": [6], "vehicle-damage": [1]}))
def test_the_ironback_fires_its_last_gun(scene):
    expect(
        scene,
        roll("to-hit", [2, 5, 6], 3, 1),
        roll("armour-penetration", [6], 5, 1, total=6),
        roll("vehicle-damage", [1]),
        ap=0,
        rules=["VEH-DMG-02", "VEH-PEN-01"],
    )
    assert hits(scene) == [("a4", "front", 10, 5, 11, "penetrating")]
    assert results(scene) == [("a4", "penetrating", 1, "crew-stunned")]


@TALE.step(41, (end("b"), {}), (answer("b", "leave"), {}), (answer("a", "leave"), {}))
def test_game_turn_2_ends_and_everybody_stands_where_the_tale_says(scene):
    expect(scene, units={"b5": {"pinned_now": False, "pinned": False}}, rules=["VEH-JOIN-09", "ARAP-TURN-01"])
    assert (scene.after["turn"]["number"], scene.after["turn"]["place"]) == (3, 0)
    assert {unit: (pose(scene, unit), condition(scene, unit)) for unit in HULLS} == HULLS
    assert sorted(scene.places("a5")) == ["a5.1", "a5.3", "a5.4"]
    assert (scene.unit("a5")["aboard"], scene.unit("b2")["vehicle"]["wrecked"]) == ("a1", "exploded")
    assert scene.places("b5") == {"b5.1": (17, 26), "b5.2": (17, 28)}
    assert sorted(scene.places("b3")) == ["b3.2", "b3.5", "b3.6"]
    assert scene.facings("a3") != {180}


HULLS = {
    "a1": ((28, 40, 90), {"shaken_now": True}),
    "a2": ((24.5, 27, 270), {}),
    "a4": ((60, 22, 315), {"stunned_now": True}),
    "b1": ((40, 14, 180), {"immobilised": True, "lost_mounts": [0]}),
    "b4": ((53, 7, 180), {"immobilised": True, "lost_mounts": [0]}),
}
