"""The Shooting step: allowances, arcs, turning to face, twin-linked and rapid fire, ordnance and barrage."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.core.ids import UnitId, WeaponId
from rules.core.preview import Ending
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, legal_actions, preview
from rules.events import Rolled
from rules.forces.mount import Mount
from rules.forces.unit import UnitTurn
from rules.questions import events as looks
from rules.questions import weapons
from rules.vehicles.shared.events import ChartResult, VehicleHit, VehicleWrecked
from rules.vehicles.trial.shooting.barrage import BarrageStep
from tests.builders import A, a_profile, a_unit, a_weapon, play, the
from tests.rules.arenas import box, ground
from tests.rules.vehicles.trial.park import (
    CANNON,
    HOWITZER,
    LANCE,
    MELTA,
    MORTAR,
    REPEATER,
    a_condition,
    a_trial,
    fire,
    trial_battle,
)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        decide(state, action, ScriptedDice({}))
    return caught.value.refusal


def squad(x=40, y=24, count=4):
    return a_unit("b1", [(x, y + 1.5 * n) for n in range(count)], profile=a_profile(sv=5))


def battle(*enemies, weapons=(CANNON, LANCE, REPEATER), moved=0.0, options=None, terrain=(), **values):
    flags = {"now": UnitTurn(tried=True, moved_in=moved), **values.pop("flags", {})}
    ours = a_trial("a1", (20, 24), weapons=weapons, flags=flags, **values)
    return trial_battle(ours, *(enemies or (squad(),)), active="a1", ap=1, options=options, terrain=terrain)


@pytest.mark.rule("TRI-FIRE-09", "TRI-FIRE-12", "TRI-FIRE-05", "TRI-FIRE-01")
def test_a_normal_vehicle_fires_by_how_far_it_moved():
    assert preview(battle(), fire("a1", "b1", 0, 1, 2)).refusal is None
    assert preview(battle(moved=6), fire("a1", "b1", 1, 2)).refusal is None
    two_main = refused(battle(moved=6), fire("a1", "b1", 0, 1))
    assert (two_main.code, two_main.rule) == ("over-allowance", "TRI-FIRE-09")
    assert refused(battle(moved=6.1), fire("a1", "b1", 2)).rule == "TRI-FIRE-09"
    events, _ = play(battle(moved=6), fire("a1", "b1", 2), {"to-hit": [6, 6, 6]})
    assert the(events, ShotsFired).hits == 0


@pytest.mark.rule("TRI-CHAR-01", "TRI-JOIN-03")
def test_its_weapons_hit_by_its_own_bs():
    def hits(bs, *faces):
        state = battle(squad(count=4), weapons=(REPEATER,), bs=bs)
        assert preview(state, fire("a1", "b1", 0)).shots[0].goal == bs
        events, _ = play(state, fire("a1", "b1", 0), {"to-hit": list(faces), "to-wound": [1]})
        return the(events, ShotsFired).hits

    assert (hits(4, 4, 5, 5), hits(2, 2, 3, 3)) == (1, 1)


@pytest.mark.rule("TRI-FIRE-06", "TRI-FIRE-09")
def test_a_heavy_weapon_on_a_hull_fires_its_listed_shots_after_a_move():
    state, both = battle(squad(count=4), moved=6), fire("a1", "b1", 0, 2)
    assert [line.shots for line in preview(state, both).shots] == [2, 3]
    events, _ = play(state, both, {"to-hit": [4, 5, 6, 4, 5]})
    shots = {e.weapon: sum(e.shots.values()) for e in events if isinstance(e, ShotsFired)}
    assert shots == {"cannon": 2, "repeater": 3}


@pytest.mark.rule("TRI-FIRE-10")
def test_a_fast_vehicle_fires_more():
    fast = {"traits": ("fast",)}
    assert preview(battle(moved=6, **fast), fire("a1", "b1", 0, 1, 2)).refusal is None
    assert preview(battle(moved=12, **fast), fire("a1", "b1", 1, 2)).refusal is None
    assert refused(battle(moved=12, **fast), fire("a1", "b1", 0, 1)).rule == "TRI-FIRE-10"
    assert refused(battle(moved=12.1, **fast), fire("a1", "b1", 2)).rule == "TRI-FIRE-10"


def arms():
    places = ((CANNON, -1), (MELTA, 1), (REPEATER, 0), (LANCE, -1))
    return tuple(Mount(weapon=WeaponId(w.id), right_in=side, name=w.name) for w, side in places)


@pytest.mark.rule("TRI-FIRE-11")
def test_a_walker_that_moved_fires_one_weapon_from_each_side():
    walker = {
        "traits": ("walker",),
        "locomotion": "legs",
        "mounts": arms(),
        "weapons": (CANNON, MELTA, REPEATER, LANCE),
    }
    assert preview(battle(moved=3, **walker), fire("a1", "b1", 0, 1)).refusal is None
    assert preview(battle(moved=3, **walker), fire("a1", "b1", 0, 2)).refusal is None
    assert refused(battle(moved=3, **walker), fire("a1", "b1", 0, 3)).rule == "TRI-FIRE-11"
    assert refused(battle(moved=3, **walker), fire("a1", "b1", 0, 1, 2)).rule == "TRI-FIRE-11"


@pytest.mark.rule("TRI-FIRE-03", "TRI-FACE-01", "TRI-MOVE-04")
def test_a_vehicle_that_stood_still_turns_to_face():
    away = battle(arc=45, heading=0)
    arc = refused(away, fire("a1", "b1", 1))
    assert (arc.rule, arc.allowed) == ("TRI-FIRE-03", "turning to face, or another weapon")
    assert refused(battle(arc=45, heading=0, moved=0.5), fire("a1", "b1", 1)).allowed == "another weapon"
    _, after = play(away, fire("a1", "b1", 1, turn_to=90), {"to-hit": [6]})
    assert after.units["a1"].models[0].facing == 90
    moved = refused(battle(arc=45, heading=0, moved=0.5), fire("a1", "b1", 1, turn_to=90))
    assert (moved.code, moved.rule) == ("may-not-turn", "TRI-FACE-01")


@pytest.mark.rule("TRI-FACE-02")
def test_a_turret_bears_also_on_a_vehicle_that_moved():
    shown = preview(battle(heading=270, moved=6), fire("a1", "b1", 1))
    assert (shown.refusal, "TRI-FACE-02" in shown.rules) == (None, True)
    events, after = play(battle(heading=270, moved=6), fire("a1", "b1", 1), {"to-hit": [6]})
    assert (the(events, ShotsFired).hits, after.units["a1"].models[0].facing) == (0, 270)
    assert after.units["a1"].now.moved_in == 6
    stuck = battle(flags={"vehicle": a_condition(immobilised=True)}, heading=270)
    assert preview(stuck, fire("a1", "b1", 0, 1, 2)).refusal is None
    assert refused(stuck, fire("a1", "b1", 1, turn_to=0)).rule == "TRI-FACE-01"


@pytest.mark.rule("TRI-FIRE-04")
def test_a_walker_looks_45_degrees_to_each_side():
    walker = {"traits": ("walker",), "locomotion": "legs"}
    assert preview(battle(heading=46, **walker), fire("a1", "b1", 0)).refusal is None
    assert refused(battle(heading=44, **walker), fire("a1", "b1", 0)).rule == "TRI-FIRE-04"


@pytest.mark.rule("TRI-FIRE-02")
def test_creatures_never_block_its_line_and_vehicles_do():
    friends = a_unit("a2", [(30, 24)], profile=a_profile())
    assert preview(battle(squad(count=1), friends), fire("a1", "b1", 1)).refusal is None
    for height in (1, 2, 3):  # of whatever height: the line is traced, and nobody looks over
        hull = a_trial("a3", (30, 24), heading=0, height_in=height)
        assert refused(battle(squad(count=1), hull), fire("a1", "b1", 1)).rule == "TRI-FIRE-02"
    ogre = a_unit("a4", [(30, 24)], profile=a_profile("ogre", size=3))
    assert preview(battle(squad(count=1), ogre), fire("a1", "b1", 1)).refusal is None


RAPID = a_weapon("rapid", type="rapid-fire", range_in=30, shots=1, strength=4, ap=5)


@pytest.mark.rule("TRI-FIRE-07")
@pytest.mark.parametrize(("away", "shots"), [(11, 2), (12, 2), (13, 1), (30, 1)])
def test_rapid_fire_fires_twice_to_12_inches(away, shots):
    state = battle(squad(x=20 + away, count=1), weapons=(RAPID,), moved=6)
    shown = preview(state, fire("a1", "b1", 0))
    assert [line.shots for line in shown.shots] == [shots]
    assert "TRI-FIRE-07" in shown.rules
    events, _ = play(state, fire("a1", "b1", 0), {"to-hit": [6] * shots})
    assert the(events, ShotsFired).shots == {"a1.1": shots}


TWIN = a_weapon("twin", type="heavy", range_in=36, shots=3, strength=5, ap=5, traits=("twin-linked",))


@pytest.mark.rule("TRI-FIRE-08", "TRI-JOIN-03")
def test_what_is_twin_linked_rolls_misses_once_more():
    events, _ = play(
        battle(squad(count=3), weapons=(TWIN,)),
        fire("a1", "b1", 0),
        {"to-hit": [2, 5, 4, 6, 4], "to-wound": [1], "suppression-test": [1, 1]},
    )
    assert the(events, ShotsFired).hits == 1


@pytest.mark.rule("TRI-JOIN-04")
def test_a_fast_skimmer_is_harder_to_hit_but_not_for_lasers():
    skimmer = a_trial(
        "b1", (40, 24), traits=("fast", "skimmer"), locomotion="antigrav", flags={"now": UnitTurn(moved_in=24)}
    )
    shown = preview(battle(skimmer, bs=4), fire("a1", "b1", 0, 1))
    assert [line.goal for line in shown.shots if line.name in ("Cannon", "Lance")] == [2, 4]


@pytest.mark.rule("TRI-DMG-01", "TRI-DMG-02", "TRI-DMG-03", "TRI-CHAR-02")
def test_a_penetrating_hit_rolls_on_the_chart():
    enemy = a_trial("b1", (40, 24), heading=270, weapons=(CANNON,))
    dice = {"to-hit": [3], "armour-penetration": [6], "vehicle-damage": [4]}
    events, after = play(battle(enemy, weapons=(LANCE,)), fire("a1", "b1", 0), dice)
    hit = the(events, VehicleHit)
    assert (hit.face, hit.av, hit.total, hit.kind) == ("front", 14, 15, "penetrating")
    assert the(events, ChartResult).results == ("destroyed",)
    assert after.units["b1"].is_gone


@pytest.mark.rule("TRI-DMG-03", "TRI-DMG-06")
def test_ap_1_and_an_open_top_add_to_the_chart():
    enemy = a_trial("b1", (26, 24), heading=270, traits=("open-topped", "fast"), front=10, side=10)
    dice = {"to-hit": [3], "melta-penetration": [2, 3], "vehicle-damage": [3], "flip-distance": [2], "direction": [90]}
    events, _ = play(battle(enemy, weapons=(MELTA,)), fire("a1", "b1", 0), dice)
    chart = the(events, ChartResult)
    assert (chart.row, chart.results) == (5, ("flipped",))
    assert the(events, VehicleWrecked).how == "flipped"


@pytest.mark.rule("TRI-DMG-05", "TRI-JOIN-05")
def test_the_third_edition_column_shakes_on_a_1():
    enemy = a_trial("b1", (40, 24), heading=270)
    state = battle(enemy, weapons=(LANCE,), options={"tri_glancing_column": "third_edition"})
    dice = {"to-hit": [3], "armour-penetration": [5], "vehicle-damage": [1]}
    events, after = play(state, fire("a1", "b1", 0), dice)
    assert the(events, ChartResult).results == ("crew-shaken",)
    assert after.units["b1"].vehicle.shaken_now


@pytest.mark.rule("TRI-DMG-09")
def test_a_hull_half_hidden_turns_a_penetrating_hit():
    wall = ground("wall", box(34, 10, 35, 40), cover="soft", height_in=1.5)
    enemy = a_trial("b1", (40, 24), heading=270)
    state = battle(enemy, weapons=(LANCE,), terrain=(wall,))
    dice = {"to-hit": [2], "armour-penetration": [6], "hull-down": [3], "vehicle-damage": [2]}
    events, _ = play(state, fire("a1", "b1", 0), dice)
    assert the(events, VehicleHit).saved_by == "hull-down"


@pytest.mark.rule("TRI-DMG-09", "TRI-ORD-07")
def test_a_switch_says_whether_a_hidden_hull_is_hull_down_against_what_falls_from_above():
    wall = ground("wall", box(36.4, 10, 36.9, 40), cover="hard", height_in=2)
    enemy = a_trial("b1", (40, 24), heading=270, front=10, side=10, weapons=(CANNON,))
    dice = {"scatter-a": [5], "scatter-b": [5], "ordnance-penetration": [6, 6], "vehicle-damage": [1]}

    def falls(counts, **thrown):
        options = {"hull_down_against_plunging_fire": counts}
        state = battle(enemy, weapons=(MORTAR,), terrain=(wall,), options=options)
        events, _ = play(state, unguessed(range_in=20), {**dice, **thrown})
        return the(events, ChartResult).column, the(events, VehicleHit).saved_by

    assert falls(False) == ("ordnance", "")
    assert falls(True, **{"hull-down": [3]}) == ("glancing", "hull-down")


@pytest.mark.rule("TRI-DMG-08")
def test_a_fast_skimmer_crashes_when_it_is_immobilised():
    skimmer = a_trial(
        "b1",
        (40, 24),
        heading=270,
        traits=("fast", "skimmer"),
        locomotion="antigrav",
        front=10,
        flags={"now": UnitTurn(moved_in=7)},
    )
    dice = {"to-hit": [3], "armour-penetration": [6], "vehicle-damage": [3]}
    events, _ = play(battle(skimmer, weapons=(LANCE,)), fire("a1", "b1", 0), dice)
    assert "TRI-DMG-08" in the(events, VehicleWrecked).rules


@pytest.mark.rule("TRI-ORD-02", "TRI-ORD-03")
def test_ordnance_fires_alone_and_as_the_one_main_weapon():
    state = battle(squad(), weapons=(HOWITZER, REPEATER), moved=6)
    assert refused(state, fire("a1", "b1", 0, 1)).rule == "TRI-ORD-02"
    shown = preview(state, fire("a1", "b1", 0))
    assert "TRI-ORD-03" in shown.rules
    assert next((c.label, c.exact) for c in shown.shots[0].chances) == ("direct hit", "1/3")


@pytest.mark.rule("TRI-ORD-04", "TRI-ORD-01", "TRI-ORD-05")
def test_a_shell_scatters_by_the_higher_of_two_dice_after_a_move():
    far = squad(count=1)
    dice = {"scatter-a": [2], "scatter-b": [6], "direction": [90], "ordnance-scatter-distance": [2, 5]}
    events, _ = play(battle(far, weapons=(HOWITZER,), moved=6), fire("a1", "b1", 0), dice)
    assert the(events, ShotsFired).hits == 0
    direct = {"scatter-a": [3], "scatter-b": [4], "to-wound": [1], "suppression-test": [1, 1]}
    events, _ = play(battle(far, weapons=(HOWITZER,)), fire("a1", "b1", 0), direct)
    assert the(events, ShotsFired).hits == 1


@pytest.mark.rule("TRI-ORD-04", "ARAP-AREA-07")
def test_a_shell_is_laid_over_the_part_of_a_hull_that_is_in_sight():
    broadside = a_trial("b1", (50, 24), heading=0)
    screen = a_trial("b2", (40, 24), heading=0, length_in=2, width_in=2)
    state, shot = battle(broadside, screen, weapons=(HOWITZER,)), fire("a1", "b1", 0)
    dice = {"scatter-a": [3], "scatter-b": [4], "ordnance-penetration": [1, 6], "vehicle-damage": [1]}
    events, after = play(state, shot, dice)
    burst = the(events, ShellBurst)
    assert (burst.at, burst.stopped, the(events, VehicleHit).unit) == ((50, 25.75), False, "b1")
    assert after.units["b2"].vehicle == state.units["b2"].vehicle
    drawn = weapons.laid_by_hull(state, shot)
    assert drawn is not None
    assert ([shape.centre for shape in drawn.shapes], drawn.shelled) == ([burst.at], ("b1.1",))
    assert [end for _, end in drawn.lines] == [burst.at], "the line of the shot ends there too"
    fired = the(events, ShotsFired)
    (laid,), (shot_at,) = (looks.motions(state, after, event) for event in (burst, fired))
    assert looks.flown(after, fired, shot_at, laid).lines == (((20, 24), burst.at),)

    older = replace(state, version="9")  # it was laid over the middle, and burst on what hides that
    events, _ = play(older, shot, dice)
    assert (the(events, ShellBurst).stopped, the(events, VehicleHit).unit) == (True, "b2")
    now, then = (preview(each, shot).chances[0].value for each in (state, older))
    assert then < now < preview(battle(broadside, weapons=(HOWITZER,)), shot).chances[0].value


@pytest.mark.rule("TRI-ORD-06")
def test_a_shell_on_a_hull_rolls_the_higher_of_two_dice():
    enemy = a_trial("b1", (40, 24), heading=270, front=11)
    dice = {"scatter-a": [3], "scatter-b": [3], "ordnance-penetration": [2, 4], "vehicle-damage": [1]}
    events, after = play(battle(enemy, weapons=(HOWITZER,)), fire("a1", "b1", 0), dice)
    hit = the(events, VehicleHit)
    assert (hit.total, hit.kind) == (12, "ordnance")
    assert after.units["b1"].vehicle.stunned_now


@pytest.mark.rule("TRI-ORD-06")
def test_the_edge_of_a_marker_strikes_at_half_strength_and_the_roll_says_so():
    enemy = a_trial("b1", (40, 24), heading=270, front=11)
    dice = {"scatter-a": [2], "scatter-b": [6], "direction": [180], "ordnance-scatter-distance": [4]}
    events, _ = play(battle(enemy, weapons=(HOWITZER,)), fire("a1", "b1", 0), {**dice, "ordnance-penetration": [2, 4]})
    assert (the(events, VehicleHit).strength, the(events, VehicleHit).kind) == (4, "none")
    (why,) = [e.why for e in events if isinstance(e, Rolled) and e.label == "ordnance-penetration"]
    assert why == "Howitzer at B1: Strength 4 by the edge of its marker against side 12"


@pytest.mark.rule("TRI-ORD-07")
def test_a_barrage_flies_at_least_its_least_range():
    state = battle(squad(x=32, count=1), weapons=(MORTAR,))
    shot = BarrageStep(side=A, unit=UnitId("a1"), mount=0, bearing=90, range_in=9)
    assert preview(state, shot).notes[0].startswith("it flies 12″")
    events, _ = play(state, shot, {"scatter-a": [5], "scatter-b": [5], "to-wound": [1], "suppression-test": [1, 1]})
    assert [e.label for e in events if isinstance(e, Rolled)][:2] == ["scatter-a", "scatter-b"]
    moved = battle(squad(), weapons=(MORTAR,), moved=1)
    assert refused(moved, shot).rule == "TRI-ORD-03"


def unguessed(at="b1", bearing=90, **values):
    return BarrageStep(side=A, unit=UnitId("a1"), mount=0, bearing=bearing, target=at and UnitId(at), **values)


@pytest.mark.rule("TRI-ORD-07", "TRI-ORD-02")
def test_a_barrage_tells_before_the_guess_what_a_right_one_does():
    shown = preview(battle(squad(x=40, count=1), weapons=(MORTAR,)), unguessed())
    assert (shown.refusal.code, shown.refusal.rule) == ("no-range", "TRI-ORD-07")
    promised = {c.label: Fraction(c.exact) for c in shown.chances}
    # Still under the 5 inch marker after no scatter (12 of 36) or one of 2 inches (1 in 36 of the rest); 6 saves AP 3.
    caught = Fraction(12, 36) + Fraction(24, 36) * Fraction(1, 36)
    assert promised["casualties if the guess is right"] == caught * Fraction(5, 6)
    assert promised == {
        c.label: Fraction(c.exact)
        for c in preview(battle(squad(x=30, count=1), weapons=(MORTAR,)), unguessed()).chances
    }
    assert preview(battle(weapons=(MORTAR,)), unguessed(at=None)).chances == ()
    assert refused(battle(weapons=(MORTAR,)), unguessed(bearing=150, range_in=20)).code == "not-that-way"


@pytest.mark.rule("TRI-ORD-07", "TRI-ORD-06")
def test_a_barrage_at_a_hull_tells_its_end_and_strikes_the_side_nearest_to_where_it_falls():
    flat = a_weapon("pot", type="ordnance", range_in=48, min_range_in=12, strength=8, ap=3, marker_in=5)
    state = battle(a_trial("b1", (40, 24), heading=90, front=14, side=11, rear=10), weapons=(flat,))
    (ends,) = [c for c in preview(state, unguessed()).chances if isinstance(c, Ending)]
    assert (ends.label, 0 < ends.value < 1) == ("B1 destroyed if the guess is right", True)
    dice = {"scatter-a": [2], "scatter-b": [6], "direction": [180], "barrage-scatter-distance": [1, 1]}
    events, _ = play(state, unguessed(range_in=20), {**dice, "ordnance-penetration": [1, 1]})
    assert the(events, VehicleHit).face != "rear"  # it comes from behind, and falls beside


@pytest.mark.rule("TRI-FIRE-01")
def test_fire_at_each_enemy_is_on_offer():
    state = trial_battle(a_trial("a1", (20, 24), weapons=(LANCE,)), a_unit("b1", [(40, 24)]), active="a1", ap=1)
    fires = [o for o in legal_actions(state, A) if o.kind == "fire"]
    assert [(o.target, o.refusal) for o in fires] == [("b1", None)]
    events, _ = play(state, fires[0].action, {"to-hit": [6]})
    assert the(events, ShotsFired).hits == 0


def test_ordnance_is_offered_at_a_hull_that_nothing_else_can_hurt():
    """It fires alone. (TRI-ORD-02)"""

    def offered(front):
        armed = a_trial("a1", weapons=(REPEATER, HOWITZER))
        hull = a_trial("b1", (46, 24), heading=270, front=front, side=10, rear=10)
        (offer,) = [o for o in legal_actions(trial_battle(armed, hull, active="a1", ap=1), A) if o.kind == "fire"]
        return [shot.mount for shot in offer.action.shots]

    assert offered(front=10) == [0]
    assert offered(front=13) == [1]
