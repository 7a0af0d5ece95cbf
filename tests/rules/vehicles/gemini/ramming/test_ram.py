"""Rams in play: speed, strengths, faces, what both suffer, and what becomes of the rest of the move."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.engine import IllegalAction, preview
from rules.forces.unit import UnitTurn
from rules.questions import prompts
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.gemini.ramming.ram import Collided, RamAvoided
from rules.vehicles.shared.events import ChartResult, VehicleHit, VehicleWrecked
from tests.builders import A, B, a_battle, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle, way

RAIDER = {"front": 14, "side": 14, "rear": 14, "battle_speed_in": 24}
RHINO = {"front": 11, "side": 11, "rear": 10}


def ram(*places, actions=1, side=A, unit="a1"):
    return Drive(side=side, unit=unit, path=way(*places), actions=actions, ram=True)


def raider_and(target=None, *, at=(30, 40), ap=2, options=None, **values):
    """A heavy tank heading north, its nose at y 37, and a hull across its way whose side is at y 28."""
    target = target or a_vehicle("b1", (30, 26), heading=90, **RHINO)
    return a_battle(a_vehicle("a1", at, **{**RAIDER, **values}), target, active="a1", ap=ap, options=options)


def hits(events):
    return {e.unit: e for e in events if isinstance(e, VehicleHit)}


@pytest.mark.rule("VEH-RAM-01", "VEH-RAM-02", "VEH-RAM-03", "VEH-RAM-04")
def test_a_heavy_tank_after_nine_inches_into_the_side_of_a_standing_carrier():
    """Strength 4 + 3 + 1 against side 11, and 1 + 3 + 1 back against front 14."""
    events, state = play(raider_and(), ram((30, 24)), {"ram-penetration": [3, 6], "vehicle-damage": [1]})
    shown = the(events, Collided)
    assert (shown.target, shown.touched, shown.how, shown.face) == ("b1", "side", "ram", "front")
    assert shown.speed_in == pytest.approx(9, abs=0.01)
    found = hits(events)
    assert (found["b1"].strength, found["b1"].total, found["b1"].kind) == (8, 11, "glancing")
    assert (found["a1"].strength, found["a1"].total, found["a1"].kind) == (5, 11, "none")
    assert state.units["a1"].models[0].at == pytest.approx((30, 31), abs=0.01)
    assert state.units["b1"].models[0].at == (30, 26)
    assert state.turn.ap == 1


@pytest.mark.part_of("VEH-RAM-01")
@pytest.mark.parametrize(("end", "rams"), [(31.0, True), (31.01, True), (31.1, False)])
def test_a_way_that_ends_in_contact_rams_and_one_that_ends_short_does_not(end, rams):
    """The side of the target is at y 28, the rammer's nose three inches before its middle."""
    refusal = ram((30, end)).check(raider_and())
    assert (refusal is None) == rams
    if rams:
        events, state = play(raider_and(), ram((30, end)), {"ram-penetration": [1, 1]})
        assert the(events, Collided).touched == "side"
        assert state.units["a1"].models[0].at == (30, end)
    else:
        assert refusal.code == "nothing-to-ram"


@pytest.mark.rule("VEH-RAM-01")
def test_the_preview_tells_both_strengths_and_exact_chances_before_anything_is_committed():
    seen = preview(raider_and(), ram((30, 24)))
    out, back = seen.shots
    assert seen.refusal is None
    assert out.notes[0] == "Strength 8 against side armour 11"
    assert [c.exact for c in out.chances[:2]] == ["1/6", "1/2"]
    assert back.goal_text == "cannot hurt it"
    assert [c.exact for c in back.chances] == ["0", "0", "0"]
    suffered = [("B1 damaged", "2/3"), ("B1 destroyed", "1/4"), ("A1 damaged", "0"), ("A1 destroyed", "0")]
    assert [(c.label, c.exact) for c in seen.chances] == suffered
    assert seen.notes[0] == "rams B1 at 9″, front against side"
    assert seen.ghosts[0][2] == pytest.approx(31, abs=0.01)


@pytest.mark.rule("VEH-RAM-01")
def test_speed_of_impact_counts_what_was_driven_earlier_in_the_turn():
    _, state = play(raider_and(at=(30, 44), ap=3), Drive(side=A, unit="a1", path=way((30, 40)), actions=1), {})
    events, _ = play(state, ram((30, 24)), {"ram-penetration": [1, 1]})
    assert the(events, Collided).speed_in == pytest.approx(13, abs=0.01)
    assert hits(events)["b1"].strength == 9


@pytest.mark.rule("VEH-RAM-03")
def test_backing_in_strikes_with_the_rear_armour():
    state = raider_and(front=14, rear=10, heading=180)
    events, _ = play(state, ram((30, 30, 180), actions=2), {"ram-penetration": [1, 1]})
    assert the(events, Collided).face == "rear"
    assert (hits(events)["b1"].strength, hits(events)["a1"].face) == (4, "rear")


@pytest.mark.rule("VEH-RAM-03")
def test_both_blows_are_rolled_before_either_takes_effect():
    """Fifteen inches, 11 against 11: Strength 7 each way, 13 penetrates, and each is destroyed."""
    state = raider_and(at=(30, 46), front=11)
    dice = {"ram-penetration": [6, 6], "vehicle-damage": [4, 4]}
    events, state = play(state, ram((30, 24), actions=2), dice)
    assert [e.unit for e in events if isinstance(e, VehicleWrecked)] == ["b1", "a1"]
    assert state.turn.active is None


@pytest.mark.rule("VEH-RAM-04")
def test_it_goes_on_where_the_target_is_no_longer_there():
    """Penetrating 6 explodes: nothing but a burnt patch is left, and the tank drives on to where it was sent."""
    dice = {"ram-penetration": [6, 1], "vehicle-damage": [6], "explosion-radius": [1]}
    _, state = play(raider_and(), ram((30, 29)), dice)
    assert state.units["b1"].vehicle.wrecked == "exploded"
    assert state.units["a1"].models[0].at[1] == pytest.approx(29, abs=0.2)


@pytest.mark.rule("VEH-RAM-04")
def test_a_wreck_left_on_the_spot_stops_it():
    dice = {"ram-penetration": [6, 1], "vehicle-damage": [4]}
    _, state = play(raider_and(), ram((30, 20), actions=2), dice)
    assert state.units["b1"].vehicle.wrecked == "destroyed"
    assert state.units["a1"].models[0].at[1] == pytest.approx(31, abs=0.01)


def test_hull_points_absorb_a_ram():
    target = a_vehicle("b1", (30, 26), heading=90, hull_points=3, **RHINO)
    events, state = play(raider_and(target), ram((30, 24)), {"ram-penetration": [6, 1]})
    assert the(events, HullPointsLost).lost == 2
    assert not [e for e in events if isinstance(e, ChartResult)]
    assert state.units["b1"].vehicle.hull == 1


@pytest.mark.rule("VEH-RAM-01")
@pytest.mark.parametrize(
    ("target", "place", "code"),
    [
        (a_vehicle("b1", (60, 10)), (30, 34), "nothing-to-ram"),
        (a_vehicle("a2", (30, 26), heading=90), (30, 24), "friendly"),
    ],
)
def test_what_may_not_be_rammed(target, place, code):
    with pytest.raises(IllegalAction) as raised:
        play(raider_and(target, battle_speed_in=12), ram(place))
    assert raised.value.refusal.code == code


def test_a_target_beyond_the_allowance_is_out_of_reach():
    target = a_vehicle("b1", (30, 22), heading=90)
    assert preview(raider_and(target, battle_speed_in=12), ram((30, 10))).refusal.code == "too-far"


def test_without_meaning_to_ram_a_hull_bars_the_way_and_says_what_would_be_allowed():
    drive = Drive(side=A, unit="a1", path=way((30, 24)), actions=2)
    seen = preview(raider_and(), drive)
    assert seen.refusal.code == "vehicle-in-the-way"
    assert "ramming it" in seen.refusal.allowed
    assert drive.would_ram(raider_and()) == "B1"


# -- relative speed ------------------------------------------------------------------------------------------------


def moved(inches, path):
    return {"now": UnitTurn(tried=True, moved_in=inches, path=path)}


@pytest.mark.rule("VEH-REL-01")
@pytest.mark.parametrize(("heading", "speed"), [(180, 15), (0, 3), (90, 9)])
def test_relative_speed_adds_in_front_subtracts_behind_and_leaves_the_side(heading, speed):
    """The target, six inches long, drove six inches; the rammer comes nine to its nearest face."""
    near = 24 if heading == 90 else 23
    path = {180: ((30, 17, 180), (30, 23, 180)), 0: ((30, 29, 0), (30, 23, 0)), 90: ((24, 24, 90), (30, 24, 90))}
    target = a_vehicle("b1", (30, near), heading=heading, flags=moved(6, path[heading]), front=12, side=12, rear=12)
    reach = 2 if heading == 90 else 3
    state = raider_and(target, at=(30, near + reach + 3 + 9), options={"relative_speed": "always"})
    shown = [note for note in preview(state, ram((30, near))).notes if "VEH-REL-01" in note]
    assert len(shown) == (0 if speed == 9 else 1)
    assert all("the 6″ that B1 moved" in note for note in shown)
    events, _ = play(state, ram((30, near)), {"ram-penetration": [1, 1]})
    assert the(events, Collided).speed_in == pytest.approx(speed, abs=0.02)


def test_by_default_the_newer_rules_count_the_rammer_alone():
    target = a_vehicle("b1", (30, 23), heading=180, flags=moved(6, ((30, 17, 180), (30, 23, 180))), front=14)
    events, _ = play(raider_and(target, at=(30, 38)), ram((30, 24)), {"ram-penetration": [1, 1]})
    assert the(events, Collided).speed_in == pytest.approx(9, abs=0.02)


@pytest.mark.rule("VEH-REL-02")
def test_a_rake_adds_the_speeds_only_glances_and_turns_the_rammer_parallel():
    """A buggy (10, no tank) at 12 inches rakes a tank (side 12) that moved 6: Strength 6 out, 9 back."""
    flags = moved(6, ((40, 18, 180), (40, 24, 180)))
    tank = a_vehicle("b1", (40, 24), heading=180, length_in=10, width_in=2, flags=flags, front=13, side=12, rear=10)
    hull = {"front": 10, "side": 10, "rear": 10, "flimsy": True, "type": "skimmer", "battle_speed_in": 40}
    state = a_battle(
        a_vehicle("a1", (33.92, 39.81), heading=20, length_in=2, width_in=1, weapons=(), **hull),
        tank,
        active="a1",
        ap=2,
    )
    events, after = play(state, ram((41.3, 19.5), actions=2), {"ram-penetration": [6, 6], "vehicle-damage": [1, 1]})
    shown = the(events, Collided)
    assert (shown.how, shown.touched) == ("rake", "side")
    driven = shown.speed_in - 6
    assert 12 <= driven < 14
    found = hits(events)
    assert (found["b1"].strength, found["b1"].kind) == (6, "glancing")
    assert (found["a1"].strength, found["a1"].kind, found["a1"].saved_by) == (9, "glancing", "swipe")
    buggy = after.units["a1"].models[0]
    assert buggy.facing == pytest.approx(0)
    assert buggy.at[0] < 38.6
    assert after.units["a1"].now.moved_in > driven


# -- those who may do something about it ---------------------------------------------------------------------------


def floater(**values):
    return a_vehicle("b1", (30, 26), heading=90, type="skimmer", front=11, side=10, rear=10, **values)


@pytest.mark.rule("VEH-RAM-06")
def test_a_skimmer_rises_on_a_four_and_the_tank_passes_beneath():
    _, state = play(raider_and(floater()), ram((30, 20), actions=2), {})
    assert state.prompt.side == B
    assert [o.id for o in state.prompt.options] == ["dodge", "take"]
    events, after = play(state, Answer(side=B, choice="dodge"), {"ram-dodge": [4]})
    assert the(events, RamAvoided).by == "a1"
    assert after.units["a1"].models[0].at == pytest.approx((30, 20), abs=0.01)


@pytest.mark.rule("VEH-RAM-06")
def test_it_may_not_end_beneath_the_skimmer():
    _, state = play(raider_and(floater()), ram((30, 26), actions=2), {})
    _, after = play(state, Answer(side=B, choice="dodge"), {"ram-dodge": [1]})
    assert after.units["a1"].models[0].at[1] == pytest.approx(31, abs=0.1)


@pytest.mark.part_of("VEH-RAM-06")
def test_the_plan_counts_in_each_chance_that_the_skimmer_may_rise():
    """It rises on 4 of 6; neither of the two is hurt then."""
    from rules.forces.unit import VehicleState

    stunned = floater(flags={"vehicle": VehicleState(stunned=True)})
    either = {c.label: c.value for c in preview(raider_and(stunned), ram((30, 24))).chances}
    assert either["B1 destroyed"] > 0
    rising = preview(raider_and(floater()), ram((30, 24)))
    chances = {c.label: c.value for c in rising.chances}
    assert chances["B1 damaged"] == pytest.approx(either["B1 damaged"] / 3)
    assert chances["B1 destroyed"] == pytest.approx(either["B1 destroyed"] / 3)
    assert any("may rise over it on 4 or less, 2/3 (67%); the chances count" in note for note in rising.notes)


@pytest.mark.part_of("VEH-RAM-06", "VEH-RAM-03")
def test_whoever_may_rise_is_told_what_the_blow_does_if_it_comes_home():
    """The same as the plan says of both where nobody may rise, and a third of it for who tries."""
    _, state = play(raider_and(floater()), ram((30, 24)), {})
    found = prompts.odds(state, state)
    taken = {p.meaning: p.value for p in found["take"]}
    assert {"B1 damaged", "B1 destroyed"} <= set(taken)
    assert {p.meaning: p.value for p in found["dodge"]} == {words: value / 3 for words, value in taken.items()}


@pytest.mark.part_of("VEH-BRD-14")
def test_the_plan_of_a_ram_says_whom_a_penetrating_hit_throws_out():
    laden = a_unit("b2", [(30, 26)] * 2, name="Riders", aboard="b1")
    state = a_battle(a_vehicle("a1", (30, 40), **RAIDER), floater(capacity=4), laden, active="a1", ap=2)
    seen = preview(state, ram((30, 24)))
    words = "a penetrating hit throws Riders out at once, with a test for pinning (VEH-BRD-14)"
    assert [words in line.notes for line in seen.shots if "B1" in line.name] == [True]


@pytest.mark.rule("VEH-RAM-06")
def test_a_five_fails_and_the_ram_comes_home():
    _, state = play(raider_and(floater()), ram((30, 24)), {})
    events, _ = play(
        state, Answer(side=B, choice="dodge"), {"ram-dodge": [5], "ram-penetration": [2, 1], "vehicle-damage": [1]}
    )
    assert the(events, Collided).target == "b1"


@pytest.mark.part_of("VEH-RAM-06")
def test_neither_a_stunned_skimmer_nor_one_rammed_by_a_skimmer_may_rise():
    from rules.forces.unit import VehicleState

    stunned = floater(flags={"vehicle": VehicleState(stunned=True)})
    _, state = play(raider_and(stunned), ram((30, 24)), {"ram-penetration": [1, 1]})
    assert state.prompt is None
    _, state = play(raider_and(floater(), type="skimmer"), ram((30, 24)), {"ram-penetration": [1, 1]})
    assert state.prompt is None


@pytest.mark.rule("VEH-RAM-06")
@pytest.mark.part_of("VEH-TYPE-03")
def test_a_flying_skimmer_is_too_high_for_a_tank_of_size_three():
    flier = a_vehicle("b1", (30, 26), heading=90, type="flying-skimmer", front=11, side=10, rear=10)
    assert preview(raider_and(flier), ram((30, 24))).refusal.code == "too-high"
    assert preview(raider_and(flier, type="skimmer"), ram((30, 24))).refusal is None


def walker(heading=180, **values):
    given = {"type": "walker", "vehicle_class": "mechanoid", "front": 12, "side": 12, "rear": 10, "ws": 4}
    return a_vehicle("b1", (30, 26), heading=heading, length_in=3, width_in=4, **{**given, **values})


@pytest.mark.rule("VEH-RAM-07")
def test_a_mechanoid_braces_and_is_rammed_like_anything_else():
    _, state = play(raider_and(walker(), at=(30, 39.5), front=13), ram((30, 24)), {})
    assert [o.id for o in state.prompt.options][:2] == ["brace", "hands"]
    assert state.prompt.decline == "brace"
    events, _ = play(state, Answer(side=B, choice="brace"), {"ram-penetration": [1, 1]})
    assert (hits(events)["b1"].strength, hits(events)["b1"].av) == (7, 12)


@pytest.mark.rule("VEH-RAM-07")
def test_a_blow_that_fails_leaves_its_rear_to_the_ram():
    """Strength 3 + 3 + 1 against rear 10, and its rear armour gives the blow back."""
    _, state = play(raider_and(walker(), at=(30, 39.5), front=13), ram((30, 24)), {})
    events, _ = play(state, Answer(side=B, choice="0"), {"death-or-glory": [1], "ram-penetration": [1, 1]})
    found = [e for e in events if isinstance(e, VehicleHit)]
    assert [(e.unit, e.strength, e.av) for e in found] == [("a1", 8, 13), ("b1", 7, 10), ("a1", 4, 13)]


@pytest.mark.rule("VEH-RAM-07")
def test_a_blow_that_stops_the_rammer_halts_it_an_inch_short():
    _, state = play(raider_and(walker(), at=(30, 39.5), front=13), ram((30, 24)), {})
    events, after = play(state, Answer(side=B, choice="0"), {"death-or-glory": [6], "vehicle-damage": [1]})
    assert after.units["a1"].vehicle.stunned
    assert after.units["a1"].models[0].at[1] == pytest.approx(31.5, abs=0.02)
    assert not [e for e in events if isinstance(e, Collided)]


@pytest.mark.rule("VEH-RAM-07")
def test_what_a_machine_holds_for_close_combat_counts_against_a_rammer():
    """A claw of +7 on its own Strength of 3: 10 and a 4 against front 13."""
    claw = a_weapon("claw", type="melee", range_in=0, strength=7, ap=2)
    machine, profiles, arms = walker()
    machine = replace(machine, models=(replace(machine.models[0], weapons=(claw.id,)),))
    state = raider_and((machine, profiles, (*arms, claw)), at=(30, 39.5), front=13)
    _, state = play(state, ram((30, 24)), {})
    found = {o.id: (o.label, o.detail) for o in state.prompt.options}
    assert found["claw"][0] == "Strike first: Claw"
    assert found["claw"][1].startswith("Strength 10 against front 13; stops it ")
    events, after = play(state, Answer(side=B, choice="claw"), {"death-or-glory": [4], "vehicle-damage": [1]})
    assert next(e for e in events if isinstance(e, VehicleHit)).total == 14
    assert after.units["a1"].vehicle.stunned


@pytest.mark.part_of("VEH-RAM-07")
def test_struck_from_behind_it_has_no_choice():
    _, state = play(raider_and(walker(heading=0), at=(30, 39.5)), ram((30, 24)), {"ram-penetration": [1, 1]})
    assert state.prompt is None


def test_people_on_foot_at_the_end_of_the_way_bar_no_ram():
    squad = a_unit("b2", [(30, 20)])
    state = a_battle(
        a_vehicle("a1", (30, 40), **RAIDER),
        a_vehicle("b1", (30, 26), heading=90, **RHINO),
        squad,
        active="a1",
        ap=2,
    )
    assert preview(state, ram((30, 20))).refusal is None
