"""Mounted weapons: what may fire at which speed, arcs and ranges from the mount, targets of their own."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import WoundsTaken
from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Aim
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Note, Rolled
from rules.forces.mount import Mount
from rules.forces.unit import UnitTurn, VehicleState
from rules.questions import weapons
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.hull.speed_bands import band, fits, permission
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import ChartResult, MountsFired, VehicleHit, VehicleWrecked
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import AUTOGUN, GUN, STORM_GUN, a_carrier, a_vehicle, way

BOLTER = a_weapon("bolter", type="heavy", range_in=36, shots=3, strength=5, ap=4)
BOLTER_2 = a_weapon("bolter-2", type="heavy", range_in=36, shots=3, strength=5, ap=4)
MAIN = a_weapon("main", type="heavy", range_in=48, shots=1, strength=7, ap=4)
HOWITZER = a_weapon("howitzer", type="ordnance", range_in=48, shots=1, strength=8, ap=3)


def fire(*shots, side=A, unit="a1"):
    return FireVehicle(side=side, unit=unit, shots=tuple(MountShot(mount=m, target=t) for m, t in shots))


def squad(unit="b1", x=30, y=10, count=5, **values):
    return a_unit(unit, [(x + 1.2 * n, y) for n in range(count)], profile=a_profile("mob", sv=5), **values)


def battle(*others, ap=2, weapons=(MAIN, BOLTER, BOLTER_2), flags=None, terrain=(), options=None, **values):
    enemies = others or (squad(),)
    vehicle = a_vehicle("a1", weapons=weapons, flags=flags, **values)
    return a_battle(vehicle, *enemies, active="a1", ap=ap, terrain=terrain, options=options)


def moved(inches, **values):
    return battle(flags={"now": UnitTurn(tried=True, moved_in=inches)}, **values)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.part_of("VEH-VFIRE-02", "VEH-VFIRE-01")
@pytest.mark.parametrize(
    ("kind", "speed", "allowed"),
    [
        ("standard", 0, "all"),
        ("standard", 6, "one main + all defensive"),
        ("standard", 6.1, "all defensive"),
        ("standard", 12, "all defensive"),
        ("standard", 12.1, "none"),
        ("fast", 0, "all"),
        ("fast", 6, "all"),
        ("fast", 12, "one main + all defensive"),
        ("fast", 13, "all defensive"),
        ("mechanoid", 24, "all"),
    ],
)
def test_which_weapons_may_fire_by_class_and_speed(kind, speed, allowed):
    assert permission(kind, speed) == allowed
    state = battle(vehicle_class=kind, weapons=(MAIN, GUN, BOLTER))
    unit = state.units["a1"]
    assert fits(state, unit, (0, 1, 2), speed) is (allowed == "all")
    assert fits(state, unit, (0, 2), speed) is (allowed in ("all", "one main + all defensive"))
    assert fits(state, unit, (2,), speed) is (allowed != "none")


def test_only_no_movement_at_all_is_stationary():
    assert [band(v) for v in (0, 0.1, 6, 6.02, 12, 12.02)] == [
        "stationary",
        "upto6",
        "upto6",
        "upto12",
        "upto12",
        "over12",
    ]


@pytest.mark.part_of("VEH-VFIRE-01")
def test_the_switch_makes_strength_5_a_main_weapon():
    strict = battle(options={"defensive_strength_max": 4})
    assert not fits(strict, strict.units["a1"], (1,), 9)
    assert fits(battle(), battle().units["a1"], (1,), 9)


@pytest.mark.rule("VEH-JOIN-04", "VEH-VFIRE-02")
def test_the_predator_moves_six_and_fires_all_three():
    """Six inches, then the main gun and both sponsons for one point; nothing fires again."""
    state = battle(ap=3)
    _, state = play(state, Drive(side=A, unit="a1", path=way((30, 18, 0))))
    action = fire((0, "b1"), (1, "b1"), (2, "b1"))
    dice = {"to-hit": [6, 6, 6, 6, 6, 6, 6]}
    events, state = play(state, action, dice)
    assert the(events, MountsFired).mounts == (0, 1, 2)
    assert state.turn.ap == 1
    assert state.units["a1"].vehicle.fired == (0, 1, 2)
    assert refused(state, fire((0, "b1"))).code == "weapon-spent"
    assert refused(state, Drive(side=A, unit="a1", path=way((30, 17, 0)))).code == "fired-too-much"


@pytest.mark.rule("VEH-VFIRE-02")
def test_at_nine_inches_only_the_sponsons_fire():
    error = refused(moved(9), fire((0, "b1"), (1, "b1")))
    assert (error.code, error.rule, error.allowed) == ("too-fast", "VEH-VFIRE-02", "its defensive weapons only")
    play(moved(9), fire((1, "b1"), (2, "b1")), {"to-hit": [6] * 6})


@pytest.mark.rule("VEH-DMG-11")
def test_the_shooter_says_whose_hits_are_resolved_first():
    state = battle(a_vehicle("b1", at=(30, 10), heading=180, front=14, side=14, rear=14), weapons=(MAIN, GUN))
    unit = state.units["a1"]
    said = weapons.fire_settings(state, unit, "b1", {})
    assert [(s.name, s.value, [w for _, w in s.choices]) for s in said] == [("first", "0", [MAIN.name, GUN.name])]
    for first, each in (("0", (0, 1)), ("1", (1, 0))):
        action = weapons.mounted_fire(state, unit, [(0, "b1"), (1, "b1")], {"first": first})
        assert tuple(shot.mount for shot in action.shots) == each
        assert "VEH-DMG-11" in preview(state, action).rules
        events, _ = play(state, action, {"to-hit": [1] * (MAIN.shots + GUN.shots), "armour-penetration": [1, 1]})
        rolled = [e.why for e in events if getattr(e, "label", "") == "armour-penetration"]
        assert rolled[0].startswith((MAIN, GUN)[int(first)].name)


@pytest.mark.rule("VEH-DMG-11")
def test_of_three_weapons_the_shooter_says_the_whole_order():
    hull = a_vehicle("b1", at=(30, 10), heading=180, front=14, side=14, rear=14)
    state = battle(hull, weapons=(MAIN, GUN, BOLTER))
    unit = state.units["a1"]
    told = {"first": "1", "first2": "2"}
    said = weapons.fire_settings(state, unit, "b1", told)
    assert [(s.name, s.label, s.value, [key for key, _ in s.choices]) for s in said] == [
        ("first", "Its hits first", "1", ["0", "1", "2"]),
        ("first2", "Then", "2", ["0", "2"]),
    ]
    action = weapons.mounted_fire(state, unit, [(0, "b1"), (1, "b1"), (2, "b1")], told)
    assert tuple(shot.mount for shot in action.shots) == (1, 2, 0)
    assert "VEH-DMG-11" in preview(state, action).rules
    held = weapons.mounted_fire(state, unit, [(0, "b1"), (2, "b1")], told)
    assert tuple(shot.mount for shot in held.shots) == (2, 0)


@pytest.mark.part_of("VEH-DMG-11")
@pytest.mark.parametrize(("mounts", "first"), [((0, 1), "howitzer"), ((1, 0), "bolter")])
def test_a_shell_is_resolved_in_its_turn_among_the_hits_of_other_weapons(mounts, first):
    shell = replace(HOWITZER, marker_in=5)
    target = a_vehicle("b1", at=(30, 10), heading=180, front=14, side=14, rear=14)
    state = battle(target, weapons=(shell, BOLTER), ap=2)
    dice = {"to-hit": [1] * 3, "scatter-a": [1], "scatter-b": [2], "direction": [0]}
    dice |= {"armour-penetration": [1] * 3, "ordnance-penetration": [1, 1]}
    events, _ = play(state, fire(*((n, "b1") for n in mounts)), dice)
    rolled = [e.why for e in events if getattr(e, "label", "").endswith("-penetration")]
    assert rolled[0].startswith(first.title() if rolled[0][0].isupper() else first)


@pytest.mark.rule("VEH-JOIN-04")
@pytest.mark.parametrize(
    ("weapon", "cost"),
    [(MAIN, 1), (HOWITZER, 2), (replace(HOWITZER, type="primary"), 2)],
)
def test_what_firing_costs(weapon, cost):
    """One point for everything; Ordnance and Primary two; the others fire for the same points."""
    state = battle(weapons=(weapon, BOLTER), ap=cost)
    assert preview(state, fire((0, "b1"), (1, "b1"))).ap == cost
    _, after = play(state, fire((0, "b1"), (1, "b1")), {"to-hit": [6] * (1 + 3)})
    assert after.units["a1"].vehicle.fired == (0, 1)
    if cost > 1:
        short = battle(weapons=(weapon, BOLTER), ap=cost - 1)
        assert refused(short, fire((0, "b1"))).code == "too-few-points"


@pytest.mark.rule("VEH-JOIN-04")
def test_a_later_action_fires_what_has_not_fired_yet():
    _, state = play(battle(), fire((1, "b1")), {"to-hit": [6] * 3})
    _, state = play(state, fire((0, "b1")), {"to-hit": [6]})
    assert state.units["a1"].vehicle.fired == (1, 0)


@pytest.mark.rule("VEH-DMG-01", "VEH-DMG-02", "VEH-DMG-04")
def test_who_does_not_fire():
    for field, rule in (("shaken_now", "VEH-DMG-01"), ("stunned_now", "VEH-DMG-02")):
        state = battle(flags={"vehicle": VehicleState(**{field: True})})
        assert refused(state, fire((0, "b1"))).rule == rule
    lost = battle(flags={"vehicle": VehicleState(lost_mounts=(0,))})
    assert refused(lost, fire((0, "b1"))).rule == "VEH-DMG-04"
    assert refused(battle(), fire((7, "b1"))).code == "no-weapon"
    stuck = battle(flags={"vehicle": VehicleState(immobilised=True)})
    assert preview(stuck, fire((0, "b1"))).refusal is None


def test_a_named_weapon_fires_once():
    assert refused(battle(), fire((0, "b1"), (0, "b1"))).code == "no-weapon"
    assert refused(battle(), fire()).code == "no-weapon"


@pytest.mark.rule("ARAP-SHOOT-06", "ARAP-SHOOT-02", "ARAP-SHOOT-03")
def test_arc_range_and_sight_are_taken_from_the_mount():
    """A sponson on the right side looks to the right: 90 degrees off the heading, 45 to each side."""
    sponson = Mount(weapon=BOLTER.id, right_in=2, arc_centre_deg=90, arc_half_deg=45)
    ahead, right = squad("b1", 30, 10, 1), squad("b2", 45, 24, 1)
    far = squad("b3", 68.5, 24, 1)
    state = battle(ahead, right, far, weapons=(BOLTER,), mounts=(sponson,))
    assert refused(state, fire((0, "b1"))).code == "out-of-arc"
    assert refused(state, fire((0, "b3"))).code == "out-of-range"
    play(state, fire((0, "b2")), {"to-hit": [6] * 3})
    in_reach = battle(squad("b3", 68, 24, 1), weapons=(BOLTER,), mounts=(sponson,))
    assert preview(in_reach, fire((0, "b3"))).refusal is None
    hall = Terrain(
        id="h",
        name="Hall",
        points=((36, 20), (38, 20), (38, 28), (36, 28)),
        going="impassable",
        height_in=4,
        blocks_sight=True,
        look="building",
    )
    hidden = battle(right, weapons=(BOLTER,), mounts=(sponson,), terrain=(hall,))
    assert refused(hidden, fire((0, "b2"))).code == "no-line-of-sight"


@pytest.mark.rule("ARAP-SHOOT-07")
def test_friends_in_the_line_of_fire():
    state = battle(squad("b1", 30, 6, 1), a_unit("a2", [(30, 15)]))
    assert refused(state, fire((0, "b1"))).rule == "ARAP-SHOOT-07"


def test_no_shots_at_friends_or_at_nobody():
    state = battle(squad(), a_unit("a2", [(40, 40)]))
    assert refused(state, fire((0, "a2"))).code == "own-target"
    assert refused(state, fire((0, "b9"))).code == "unknown-target"


@pytest.mark.rule("VEH-VFIRE-02", "VEH-JOIN-04", "ARAP-SUPP-01", "ARAP-DMG-01")
def test_the_bulwark_fires_its_storm_gun_on_the_move():
    """Transcript 3, step 4: speed 9, S4 is defensive; 4 or less to hit, one hit, 3 or more to wound, no wound."""
    guard = a_unit("b3", [(26, 40), (27.5, 40.8), (27.5, 39.2), (29, 40), (26, 36.8), (28, 36.8)])
    carrier = a_carrier("a1", (19, 40), heading=90, flags={"now": UnitTurn(tried=True, moved_in=9)})
    state = a_battle(carrier, guard, a_unit("a9", [(2, 2)]), active="a1", ap=1)
    events, state = play(state, fire((0, "b3")), {"to-hit": [5, 3], "to-wound": [2]})
    rolled = next(e for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    assert (rolled.goal, rolled.base, rolled.modifiers, rolled.successes) == (4, 4, (), 1)
    assert the(events, ShotsFired).hits == 1
    assert not [e for e in events if isinstance(e, WoundsTaken)]
    assert state.turn.tallies[0].hits == 1


@pytest.mark.rule("VEH-AT-01", "VEH-FROM-01")
def test_shots_at_a_vehicle_meet_its_armour_one_by_one():
    """Transcript 3, step 13: the missile first, then the repeater; hull points, then a stun."""
    missile = a_weapon("missile", type="heavy", range_in=48, shots=1, strength=8, ap=3)
    repeater = a_weapon("repeater", type="heavy", range_in=36, shots=3, strength=6, ap=4)
    ironback = a_vehicle("b1", (40, 14), heading=180, side=11, flags={"vehicle": VehicleState(hull=2)})
    kestrel = {"type": "walker", "vehicle_class": "fast", "length_in": 3, "width_in": 3, "heading": 315}
    state = battle(ironback, weapons=(missile, repeater), at=(60, 22), arc=45, **kestrel)
    dice = {"to-hit": [2, 4, 5, 1], "armour-penetration": [5, 5, 2], "vehicle-damage": [4]}
    events, state = play(state, fire((0, "b1"), (1, "b1")), dice)
    assert [(e.face, e.av, e.total, e.kind) for e in events if isinstance(e, VehicleHit)] == [
        ("side", 11, 13, "penetrating"),
        ("side", 11, 11, "glancing"),
        ("side", 11, 8, "none"),
    ]
    assert the(events, ChartResult).results == ("crew-stunned",)
    assert state.units["b1"].vehicle.stunned


@pytest.mark.rule("VEH-DMG-04")
def test_the_choice_of_a_weapon_waits_before_the_next_target_is_fired_at():
    runner = a_vehicle("b1", (30, 6), weapons=(GUN, AUTOGUN))
    state = battle(runner, squad("b2", 45, 24, 1), weapons=(MAIN, BOLTER))
    dice = {"to-hit": [1], "armour-penetration": [4], "vehicle-damage": [2]}
    _, state = play(state, fire((0, "b1"), (1, "b2")), dice)
    assert (state.prompt.kind, state.prompt.side) == ("armament", A)
    events, state = play(state, Answer(side=A, choice="0"), {"to-hit": [6, 6, 6]})
    assert the(events, ShotsFired).target == "b2"
    assert state.units["b1"].vehicle.lost_mounts == (0,)


@pytest.mark.rule("VEH-AT-02", "VEH-COV-01")
def test_speed_and_cover_of_a_target_vehicle():
    wall = Terrain(
        id="w", name="Wall", points=((26, 10.5), (34, 10.5)), line=True, width_in=0.4, cover="hard", height_in=1
    )
    target = a_vehicle("b1", (30, 6), flags={"now": UnitTurn(moved_in=12)})
    shown = preview(battle(target, terrain=(wall,), weapons=(GUN,)), fire((0, "b1")))
    assert [(m.value, m.rule) for m in shown.shots[0].modifiers] == [(-1, "VEH-AT-02"), (-2, "VEH-COV-01")]
    assert any(note.endswith("% of it hidden") for note in shown.shots[1].notes)
    assert shown.shots[0].goal == 1
    events, _ = play(battle(target, terrain=(wall,), weapons=(GUN,)), fire((0, "b1")), {"to-hit": [2]})
    assert (the(events, Rolled).goal, the(events, Rolled).made) == (1, (False,))


@pytest.mark.rule("ARAP-HIT-04")
def test_a_crew_that_aimed_hits_more_easily():
    flags = {"now": UnitTurn(tried=True, last_action="aim")}
    shown = preview(battle(flags=flags, weapons=(GUN,)), fire((0, "b1")))
    assert [m.value for m in shown.shots[0].modifiers] == [1]
    events, _ = play(battle(flags=flags, weapons=(GUN,)), fire((0, "b1")), {"to-hit": [6]})
    assert next(e for e in events if isinstance(e, Rolled)).goal == 5


@pytest.mark.rule("ARAP-TMPL-01")
def test_a_mounted_flamer_lays_its_strip_in_its_arc():
    flamer = a_weapon("flamer", type="assault", range_in=8, strength=4, ap=5, template=True)
    near = squad("b1", 30, 16, 2)
    state = battle(near, weapons=(flamer,), arc=45)
    events, state = play(state, fire((0, "b1")), {"to-hit": [1], "to-wound": [3, 3]})
    assert the(events, ShotsFired).strip
    _, state = play(state, Answer(side=B, choice=state.prompt.decline))
    assert state.units["b1"].is_gone
    behind = battle(squad("b1", 30, 32, 2), weapons=(flamer,), arc=45)
    assert refused(behind, fire((0, "b1"))).code == "out-of-range"


@pytest.mark.part_of("VEH-PEN-01", "VEH-CHART-01")
def test_the_preview_of_fire_at_a_vehicle_has_exact_chances():
    target = a_vehicle("b1", (55, 24), weapons=(GUN,))
    shown = preview(battle(target, weapons=(GUN,)), fire((0, "b1")))
    assert [line.name for line in shown.shots] == ["Gun", "Gun on side armour 12"]
    chances = {c.label: c.exact for c in shown.chances}
    # 4 or less to hit; one in three penetrates; destroyed on 4 to 6 of that column.
    assert chances["B1 destroyed"] == "1/9"
    assert shown.ap == 1


@pytest.mark.part_of("VEH-HULL-01")
def test_fire_that_cannot_destroy_tells_first_how_likely_it_costs_hull_points():
    target = a_vehicle("b1", (55, 24), weapons=(GUN,), flags={"vehicle": VehicleState(hull=4)})
    chances = [(c.label, c.exact) for c in preview(battle(target, weapons=(GUN,)), fire((0, "b1"))).chances[:2]]
    # 4 or less to hit; 4 or more glances or penetrates.
    assert chances == [("B1 loses hull points", "1/3"), ("B1 destroyed", "0")]


def test_fire_is_offered_at_each_enemy_with_all_that_may_fire_and_else_the_reason():
    state = battle(squad("b1", 30, 10, 2), squad("b2", 45, 24, 2))
    found = [o for o in legal_actions(state, A) if o.kind == "fire"]
    assert [(o.target, len(o.action.shots)) for o in found] == [("b1", 3), ("b2", 3)]
    fast = [o for o in legal_actions(moved(9), A) if o.kind == "fire"]
    assert [s.mount for s in fast[0].action.shots] == [1, 2]
    shaken = battle(flags={"vehicle": VehicleState(shaken_now=True)})
    assert [o.refusal.code for o in legal_actions(shaken, A) if o.kind == "fire"] == ["shaken"]
    assert [o for o in legal_actions(state, B) if o.kind == "fire"] == []


def test_the_mounts_of_a_carrier_fire_while_people_are_aboard():
    riders = a_unit("a2", a_row(2, 0, 0), aboard="a1")
    state = a_battle(a_carrier("a1", weapons=(STORM_GUN,)), riders, squad(), active="a1", ap=1)
    _, state = play(state, fire((0, "b1")), {"to-hit": [6, 6]})
    assert state.units["a2"].aboard == "a1"


SHORT_WALL = Terrain(
    id="w", name="Wall", points=((40, 5), (40, 24)), line=True, width_in=0.2, going="impassable", height_in=6,
    blocks_sight=True,
)  # fmt: skip


def in_doubt(at_y):
    """One enemy whom the end of a wall hides or not by a hair, where the other side judges."""
    return battle(
        a_unit("b1", [(50, at_y)]), weapons=(MAIN,), terrain=(SHORT_WALL,), options={"doubtful_shots_asked": True}
    )


@pytest.mark.rule("ARAP-SHOOT-03")
def test_a_doubtful_line_of_a_mounted_weapon_is_judged_by_the_other_side():
    state = in_doubt(23.8)
    found = preview(state, fire((0, "b1")))
    assert [(d.matter, d.model, d.to) for d in found.doubts] == [("seen", "a1.1", state.units["b1"].models[0].at)]
    events, waits = play(state, fire((0, "b1")))
    assert [type(e).__name__ for e in events] == ["Prompted", "AgendaChanged"]
    assert (waits.prompt.side, waits.prompt.kind, waits.turn.ap) == (B, "doubtful", 2)
    assert waits.prompt.doubts == found.doubts
    _, fired = play(waits, Answer(side=B, choice="body"), {"to-hit": [6]})
    assert fired.turn.ap == 1
    events, held = play(waits, Answer(side=B, choice="hand"))
    assert held.turn.ap == 2
    assert held.units["a1"].vehicle.fired == ()
    assert "No line of sight" in the(events, Note).text


@pytest.mark.rule("VEH-JOIN-05", "ARAP-HIT-04")
def test_a_crew_takes_aim_only_in_a_turn_in_which_the_hull_has_not_moved():
    aims = Aim(side=A, unit="a1")
    open_to = {"options": {"aiming_allowed": True}}
    standing = battle(ap=3, **open_to)
    assert preview(standing, aims).refusal is None
    moving = refused(moved(2, **open_to), aims)
    assert (moving.code, moving.rule) == ("aim-after-moving", "VEH-JOIN-05")
    assert refused(battle(weapons=(), **open_to), aims).code == "no-ranged-weapon"


@pytest.mark.rule("VEH-BOAT-04")
def test_a_boat_that_is_shot_to_pieces_sinks_and_leaves_nothing():
    sea = Terrain(id="W", name="Lake", points=((0, 0), (72, 0), (72, 15), (0, 15)), going="water", look="water")
    boat = a_vehicle("b1", (30, 10), type="boat", front=10, side=10, rear=10)
    state = battle(boat, terrain=(sea,))
    dice = {"to-hit": [1], "armour-penetration": [6], "vehicle-damage": [4]}
    events, after = play(state, fire((0, "b1")), dice)
    sunk = the(events, VehicleWrecked)
    assert (sunk.leaves, sunk.sentence(after)) == (None, "B1 is destroyed and sinks")
    assert after.terrain == (sea,)


SHELL = a_weapon("shell", type="heavy", range_in=48, shots=1, strength=6, ap=4, marker_in=3)


def a_line(**values):
    """A squad in a line across the field, its northern end straight ahead of the vehicle."""
    men = a_unit("b1", [(30, 10 + 3 * n) for n in range(9)], profile=a_profile("mob"))
    return battle(men, weapons=(SHELL,), heading=90, at=(10, 10), **values)


def shelled(state):
    """Where a shell of the vehicle that does not scatter lies, and what its preview says of the aim."""
    action, dice = fire((0, "b1")), {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [1]}
    notes = preview(state, action).shots[0].notes
    events, _ = play(state, action, dice)
    return the(events, ShellBurst).at, next(note for note in notes if note.startswith("aimed at"))


@pytest.mark.rule("ARAP-AREA-01")
def test_a_mounted_shell_is_laid_over_a_member_in_the_middle_of_a_squad():
    assert shelled(a_line()) == ((30, 22), "aimed at a member in the middle; marker of 3″")
    older = replace(a_line(), version="12")
    assert shelled(older)[0] == (30, 10)


@pytest.mark.rule("ARAP-AREA-01")
def test_the_middle_is_that_of_those_in_the_arc_of_the_mount():
    assert shelled(a_line(arc=35))[0] == (30, 16)


@pytest.mark.rule("ARAP-AREA-09")
@pytest.mark.parametrize(("part", "y"), [("left", 13), ("centre", 22), ("right", 31)])
def test_the_host_lets_a_part_of_a_squad_be_the_target_of_a_mounted_shell(part, y):
    _, state = play(a_line(), RuleShot(side=A, unit="a1", target="b1", ruling=part, reason="spread out"))
    at, found = shelled(state)
    assert at == (30, y)
    assert "as ruled (ARAP-AREA-09)" in found


@pytest.mark.rule("ARAP-SHOOT-08")
def test_the_host_lets_a_vehicle_fire_over_friends_in_between():
    friends, foes = a_unit("a2", [(20, 10)]), a_unit("b1", [(30, 10)])
    state = battle(friends, foes, weapons=(MAIN,), heading=90, at=(10, 10))
    why = refused(state, fire((0, "b1")))
    assert (why.code, why.allowed) == ("friends-in-the-way", "a line clear of friends; the host may rule otherwise")
    _, state = play(state, RuleShot(side=A, unit="a1", target="b1", ruling="over", reason="from the bank"))
    events, _ = play(state, fire((0, "b1")), {"to-hit": [6]})
    assert the(events, ShotsFired).target == "b1"
    _, state = play(state, RuleShot(side=A, unit="a1", target="b1", ruling="not-over", reason="no, it is flat"))
    assert refused(state, fire((0, "b1"))).code == "friends-in-the-way"
