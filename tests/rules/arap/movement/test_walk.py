"""Moving on foot: what a path costs, how far a unit gets, and what stops it."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.movement.prone import StandUp
from rules.arap.movement.walk import Move, TacticalMove
from rules.arap.paths import legality
from rules.arap.paths.turns import Waypoint, turn_costs
from rules.arap.rulings.terrain import RuleGround
from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.events import Rolled
from rules.geometry.rings import rectangle
from rules.state import Melee, Placement
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, play, the

FOE = a_profile("foe")


def an_area(going="open", left=20.0, top=0.0, width=10.0, depth=48.0, name="Copse", **values):
    ring = rectangle(left, top, width, depth)
    return Terrain(**{"id": name, "name": name, "points": ring, "going": going, **values})


def way(*points, facing=None):
    """Waypoints; `facing` is that of the last."""
    return tuple(Waypoint(at=p, facing=facing if n == len(points) else None) for n, p in enumerate(points, 1))


def a_field(*others, at=((10.0, 10.0),), profile=None, ap=3, facing=90, unit=None, **values):
    return a_battle(
        a_unit("a1", at, profile=profile or a_profile(), facing=facing, **(unit or {})),
        a_unit("b1", a_row(3, 60, 10), profile=FOE),
        *others,
        active="a1",
        ap=ap,
        **values,
    )


def move(*points, kind=Move, **values):
    facing = values.pop("facing", None)
    return kind(side=A, unit="a1", path=way(*points, facing=facing), **values)


def refusal_of(state, action):
    with pytest.raises(IllegalAction) as refused:
        play(state, action)
    return refused.value


def spent(state, action):
    """Allowance that an action uses, as the preview says and as it then happens."""
    events, _ = play(state, action)
    moved = the(events, ModelsMoved)
    assert preview(state, action).spent_in == pytest.approx(moved.spent_in, abs=1e-3)
    return moved.spent_in


# -- distance ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-MOVE-01", "ARAP-ACT-12")
def test_a_unit_moves_up_to_its_basic_move_in_formation_for_one_point():
    state = a_field(at=a_row(5, 10, 10))
    events, after = play(state, move((14, 10)))
    assert the(events, PointsSpent).points == 1
    assert [m.at for m in after.units["a1"].models] == [(14, 10 + n * 1.5) for n in range(5)]
    assert (after.turn.ap, after.units["a1"].now.moved_in) == (2, 4)


@pytest.mark.rule("ARAP-MOVE-01")
@pytest.mark.part_of("ARAP-GEN-05")
@pytest.mark.parametrize(
    ("end", "legal"), [((14.0, 10.0), True), ((14.01, 10.0), True), ((14.25, 10.0), False), ((13.0, 13.0), False)]
)
def test_centres_move_no_further_than_the_allowance(end, legal):
    state = a_field()
    if legal:
        assert spent(state, move(end)) == pytest.approx(4, abs=0.011)
        return
    refused = refusal_of(state, move(end))
    assert (refused.code, refused.rule) == ("too-far", "ARAP-MOVE-01")
    assert refused.message.startswith("Waypoint 1 is too far: A1.1 would spend 4.2")
    assert refused.allowed == "4.00″ along this path"


@pytest.mark.rule("ARAP-MOVE-01")
def test_encumbrance_lowers_the_allowance():
    state = a_field(unit={"tags": ("encumbered:1",)})
    assert spent(state, move((13, 10))) == 3
    assert refusal_of(state, move((14, 10))).code == "too-far"


@pytest.mark.rule("ARAP-ACT-12")
def test_moves_may_be_repeated_while_points_last():
    state = a_field(at=((10, 10),), ap=3)
    for x in (14, 18):
        _, state = play(state, move((x, 10)))
    assert (state.units["a1"].models[0].at, state.turn.ap) == ((18, 10), 1)
    assert state.units["a1"].now.moved_in == 8
    refused = refusal_of(replace(state, turn=replace(state.turn, ap=0)), move((20, 10)))
    assert (refused.code, refused.rule) == ("too-few-points", "ARAP-ACT-12")


@pytest.mark.rule("ARAP-MOVE-01")
def test_each_model_moves_no_further_than_its_own_basic_move():
    slow = a_profile("slow", m=3)
    state = a_field(at=a_row(2, 10, 10))
    models = (state.units["a1"].models[0], replace(state.units["a1"].models[1], profile=slow.id))
    state = replace(state, profiles={**state.profiles, slow.id: slow})
    state = state.with_unit(replace(state.units["a1"], models=models))
    refused = refusal_of(state, move((14, 10)))
    assert refused.message == "Waypoint 1 is too far: A1.2 would spend 4.00″ of its 3″, 1.00″ over."
    assert refused.allowed == "3.00″ along this path"


@pytest.mark.rule("ARAP-ACT-13")
def test_different_actions_come_in_any_sensible_order():
    state = a_field(ap=3)
    _, state = play(state, move((12, 10), gait="crawl"))
    _, state = play(state, StandUp(side=A, unit="a1"))
    events, state = play(state, move((16, 10)))
    assert state.units["a1"].models[0].at == (16, 10)
    assert "ARAP-ACT-13" in the(events, PointsSpent).rules


@pytest.mark.rule("ARAP-MOVE-01", "ARAP-ACT-12")
def test_striders_run_eighteen_inches_in_two_actions():
    striders = a_profile("strider", m=9, size=3, base_mm=60)
    state = a_field(at=((25, 5), (27.5, 5), (30, 5)), profile=striders, facing=180, ap=2)
    run = move((25, 23), facing=180, actions=2)
    shown = preview(state, run)
    assert (shown.ap, shown.spent_in, shown.allowance_in) == (2, 18, 18)
    assert [leg.to for leg in shown.legs] == [(25, 14), (25, 23)]
    events, after = play(state, run)
    assert [e.points for e in events if isinstance(e, PointsSpent)] == [1, 1]
    assert [m.at for m in after.units["a1"].models] == [(25, 23), (27.5, 23), (30, 23)]
    assert after.units["a1"].now.moved_in == 18
    assert refusal_of(state, move((25, 23), facing=180)).code == "too-far"
    assert refusal_of(state, move((25, 23.5), facing=180, actions=2)).message.startswith("Waypoint 1 is too far")


def test_a_long_way_takes_only_the_actions_it_needs():
    state = a_field(ap=3)
    _, after = play(state, move((13, 10), actions=3))
    assert after.turn.ap == 2
    _, after = play(state, move((17, 10), (17, 11), actions=3, prone=True))
    assert (after.turn.ap, after.units["a1"].models[0].at, after.units["a1"].prone) == (1, (17, 11), True)
    poor = a_field(ap=1)
    refused = refusal_of(poor, move((17, 10), actions=2))
    assert (refused.code, refused.rule, refused.message) == ("too-few-points", "ARAP-ACT-12", "This way costs 2 AP.")


def test_each_action_of_a_long_way_stops_where_a_model_may_stand():
    state = a_field(a_unit("a2", [(14, 10)]), ap=2)
    assert refusal_of(state, move((17, 10), actions=2)).code == "no-room"
    assert move((13, 10), (17, 10), actions=2).check(a_field(ap=2)) is None


@pytest.mark.rule("ARAP-TERR-02", "ARAP-CAS-07")
def test_a_long_way_ends_when_the_ground_stops_the_unit():
    scree = an_area(left=12, width=3, hazard=1, name="Quicksand")
    state = a_field(at=a_row(4, 10, 10), terrain=[scree], ap=2)
    dice = {"hazard": [1, 1, 6, 6], "casualties-test": [6, 4]}
    _, after = play(state, move((17, 10), actions=2), dice)
    assert {m.at[0] for m in after.units["a1"].alive} == {14}
    assert after.turn.active is None


# -- turning, backing, sidestepping --------------------------------------------------------------------------------


@pytest.mark.part_of("ARAP-MOVE-07")
@pytest.mark.parametrize(
    ("degrees", "inches"),
    [([90, 90, 180], 1.5), ([30, 60], 0), ([100], 0.5), ([180], 0.5), ([181], 1.0), ([45, 46], 0.5)],
)
def test_ninety_degrees_are_free_and_each_started_ninety_more_costs_half_an_inch(degrees, inches):
    assert sum(turn_costs(degrees)) == inches


@pytest.mark.rule("ARAP-MOVE-07")
@pytest.mark.part_of("ARAP-ACT-14")
def test_a_unit_turns_into_its_way_and_then_as_it_likes():
    state = a_field(facing=0)
    assert spent(state, move((13.5, 10))) == 3.5
    _, after = play(state, move((13.5, 10), facing=0))
    assert after.units["a1"].models[0].facing == 0
    assert spent(state, move((13.5, 10), facing=0)) == 4
    assert refusal_of(state, move((14, 10), facing=0)).code == "too-far"
    assert spent(state, move((10, 13.5))) == 4


@pytest.mark.rule("ARAP-MOVE-07")
def test_a_unit_may_turn_on_the_spot():
    state = a_field(facing=0)
    events, after = play(state, move((10, 10), facing=180))
    assert (the(events, ModelsMoved).length_in, after.units["a1"].models[0].facing) == (0, 180)
    assert the(events, ModelsMoved).spent_in == 0.5


@pytest.mark.rule("ARAP-MOVE-05")
def test_backing_up_costs_double_and_keeps_the_facing():
    state = a_field()
    events, after = play(state, move((8, 10), gait="back"))
    assert (the(events, ModelsMoved).spent_in, after.units["a1"].models[0].facing) == (4, 90)
    assert refusal_of(state, move((7.75, 10), gait="back")).code == "too-far"


@pytest.mark.rule("ARAP-MOVE-05")
def test_backing_through_difficult_ground_multiplies():
    state = a_field(terrain=[an_area("difficult", left=0)])
    assert spent(state, move((9, 10), gait="back")) == 4
    assert refusal_of(state, move((8.9, 10), gait="back")).code == "too-far"


@pytest.mark.rule("ARAP-MOVE-06")
def test_a_sidestep_costs_half_an_inch_more_and_keeps_the_facing():
    state = a_field()
    events, after = play(state, move((10, 13.5), gait="sidestep"))
    assert (the(events, ModelsMoved).spent_in, after.units["a1"].models[0].facing) == (4, 90)
    assert spent(state, move((10, 11), (10, 12), gait="sidestep")) == 2.5
    assert spent(state, move((10, 11), (10, 10), gait="sidestep")) == 3
    assert refusal_of(state, move((10, 13.75), gait="sidestep")).code == "too-far"


def test_legs_of_one_move_may_be_made_differently():
    state = a_field()
    path = (Waypoint(at=(12, 10)), Waypoint(at=(12, 11), gait="sidestep"))
    events, after = play(state, Move(side=A, unit="a1", path=path))
    assert (the(events, ModelsMoved).spent_in, after.units["a1"].models[0].facing) == (3.5, 90)


# -- ground --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-TERR-01")
@pytest.mark.parametrize(
    ("start", "going", "end", "inches"),
    [(18, "difficult", 21, 4), (20, "very-difficult", 21, 4), (17.5, "difficult", 21, None)],
)
def test_difficult_ground_eats_allowance(start, going, end, inches):
    state = a_field(at=((start, 10),), terrain=[an_area(going)])
    if inches is not None:
        assert spent(state, move((end, 10))) == inches
        return
    refused = refusal_of(state, move((end, 10)))
    assert "4.50″ of its 4″, 0.50″ over" in refused.message
    assert refused.allowed == "3.25″ along this path"


@pytest.mark.part_of("ARAP-TERR-01", "ARAP-MOVE-05", "ARAP-PRONE-01")
@pytest.mark.parametrize(
    ("going", "asked", "expected"),
    [
        ("open", move((21, 10)), "A1 moves 3″"),
        ("difficult", move((21, 10)), "A1 moves 3″ at a cost of 4″"),
        ("difficult", move((21, 10), prone=True), "A1 moves 3″ at a cost of 4″ and lies down"),
        ("open", Move(side=A, unit="a1", path=way((16, 10)), gait="back"), "A1 moves 2″ at a cost of 4″"),
        ("open", Move(side=A, unit="a1", path=way((20, 10)), gait="crawl"), "A1 crawls 2″ at a cost of 4″"),
    ],
)
def test_the_log_says_what_a_way_cost_where_that_is_more_than_its_length(going, asked, expected):
    events, after = play(a_field(at=((18, 10),), terrain=[an_area(going)]), asked)
    assert the(events, ModelsMoved).sentence(after) == expected


@pytest.mark.rule("ARAP-MOVE-01", "ARAP-TERR-01", "ARAP-MOVE-07")
def test_rangers_move_into_the_copse_with_two_turns():
    """The front rank pays for 1.5 inches of copse, the second turn costs half an inch: 4 of 4."""
    front, rear = [14.5, 16.5, 18.5, 20.5], [14.5, 16.5, 18.5, 20.5]
    places = [(x, 27) for x in front] + [(x, 28.5) for x in rear]
    copse = Terrain(id="T1", name="Alder Copse", points=rectangle(12, 24.5, 12, 2), going="difficult", cover="soft")
    state = a_field(at=places, facing=0, terrain=[copse])
    action = move((14.5, 27), (14.5, 25.5), (15, 25.5), facing=0)
    shown = preview(state, action)
    assert (shown.spent_in, shown.allowance_in) == (4, 4)
    assert [(leg.cost_in, leg.reason) for leg in shown.legs] == [
        (2.5, "1″ Alder Copse counted double"),
        (1.0, "0.5″ Alder Copse counted double"),
        (0.5, "turn 0.5″"),
    ]
    events, after = play(state, action)
    assert the(events, ModelsMoved).length_in == 2
    assert [m.at for m in after.units["a1"].models] == [(x + 0.5, y - 1.5) for x, y in places]
    assert {m.facing for m in after.units["a1"].models} == {0}


@pytest.mark.rule("ARAP-ACT-08")
def test_the_host_may_make_ground_dearer_in_action_points():
    slope = an_area(left=12, extra_ap=1, name="Slippery hill")
    events, _ = play(a_field(terrain=[slope], ap=2), move((13, 10)))
    assert the(events, PointsSpent).points == 2
    refused = refusal_of(a_field(terrain=[slope], ap=1), move((13, 10)))
    assert (refused.code, refused.allowed) == ("too-few-points", "1 AP left for A1")
    events, _ = play(a_field(terrain=[slope], ap=1), move((11.5, 10)))
    assert the(events, PointsSpent).points == 1


@pytest.mark.parametrize(
    ("terrain", "code"),
    [
        (an_area("impassable", left=12), "impassable"),
        (an_area("water", left=12), "water"),
        (Terrain(id="wall", name="Wall", points=((12, 0), (12, 40)), line=True, height_in=2), "too-high"),
    ],
)
def test_ground_that_cannot_be_entered_stops_a_move(terrain, code):
    assert refusal_of(a_field(terrain=[terrain]), move((13.5, 10))).code == code


@pytest.mark.rule("ARAP-CLIMB-03")
def test_a_wall_of_the_models_height_is_paid_for():
    wall = Terrain(id="wall", name="Dyke", points=((12, 0), (12, 40)), line=True, height_in=1.5)
    assert spent(a_field(terrain=[wall]), move((12.5, 10))) == 4
    assert refusal_of(a_field(terrain=[wall]), move((12.75, 10))).code == "too-far"


@pytest.mark.rule("ARAP-TERR-02")
def test_crossing_dangerous_ground_is_rolled_for_after_the_move():
    scree = an_area(left=12, hazard=1, hazard_strength=4, name="Loose Scree")
    state = a_field(at=a_row(5, 10, 10), terrain=[scree])
    _, after = play(state, move((13, 10)), {"hazard": [1, 4, 6, 2, 1], "to-wound": [2, 3]})
    assert [m.wounds for m in after.units["a1"].models] == [1, 1, 1, 1, 0]
    assert after.units["a1"].models[0].at == (13, 10)


@pytest.mark.rule("ARAP-TERR-03", "ARAP-CAS-07")
def test_a_quarter_lost_to_the_ground_is_tested_for_at_once():
    scree = an_area(left=12, hazard=1, name="Quicksand")
    state = a_field(at=a_row(8, 10, 10), terrain=[scree], ap=3)
    dice = {"hazard": [1, 1, 2, 3, 4, 5, 6, 6], "casualties-test": [6, 4]}
    _, after = play(state, move((13, 10)), dice)
    assert len(after.units["a1"].alive) == 6
    assert after.units["a1"].pinned
    assert after.turn.active is None
    _, after = play(state, move((13, 10)), {**dice, "casualties-test": [3, 4]})
    assert (after.turn.active, after.turn.ap) == ("a1", 2)
    _, after = play(state, move((13, 10)), {"hazard": [1, 6, 2, 3, 4, 5, 6, 6]})
    assert len(after.units["a1"].alive) == 7


# -- variable ground -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-TERR-04")
@pytest.mark.parametrize(
    ("m", "sides", "dice", "inches"),
    [
        (4, 4, [2, 3], 3),
        (8, 6, [6, 1], 6),
        (5, 5, [1, 1], 1),
        (3, 3, [1, 2], 2),
        (2, 3, [3, 3], 2),
        (4.5, 4, [4, 1], 4),
    ],
)
def test_variable_ground_is_rolled_for_and_the_better_die_counts(m, sides, dice, inches):
    state = a_field(at=((22, 10),), profile=a_profile(m=m), terrain=[an_area("variable")])
    events, after = play(state, move((22 + min(m, sides), 10)), {"variable-move": dice})
    rolled = the(events, Rolled)
    assert (rolled.sides, rolled.dice) == (sides, tuple(dice))
    assert after.units["a1"].models[0].at == (22 + inches, 10)


@pytest.mark.rule("ARAP-TERR-04")
def test_the_torch_crew_wades_out_of_the_reeds():
    reeds = Terrain(id="T5", name="Reed Bed", points=rectangle(3, 15, 10, 5), going="variable")
    state = a_field(at=((7, 18), (9, 18), (6, 16.5), (10, 16.5)), facing=180, terrain=[reeds])
    events, after = play(state, move((7, 18), (7, 21), facing=180), {"variable-move": [1, 3]})
    assert [m.at for m in after.units["a1"].models] == [(7, 21), (9, 21), (6, 19.5), (10, 19.5)]
    assert (after.turn.ap, the(events, ModelsMoved).spent_in) == (2, 3)


@pytest.mark.rule("ARAP-TERR-02", "ARAP-TACT-01")
def test_skirmishers_move_tactically_over_loose_scree():
    scree = Terrain(
        id="T6", name="Loose Scree", points=rectangle(36, 20, 6, 4.5), hazard=1, hazard_strength=4, going="open"
    )
    state = a_field(at=((38, 25), (40, 25), (40, 26.5)), facing=0, terrain=[scree])
    action = move((38, 25), (38, 22), kind=TacticalMove, facing=0)
    _, after = play(state, action, {"tactical-move": [3], "hazard": [4, 1, 6], "to-wound": [2]})
    assert [m.at for m in after.units["a1"].models] == [(38, 22), (40, 22), (40, 23.5)]
    assert len(after.units["a1"].alive) == 3


@pytest.mark.rule("ARAP-TERR-04")
def test_the_preview_of_variable_ground_tells_the_chance_of_the_end():
    state = a_field(at=((19, 10),), terrain=[an_area("variable")])
    shown = preview(state, move((22, 10)))
    assert (shown.spent_in, shown.allowance_in) == (3, 4)
    assert [(c.label, c.exact) for c in shown.chances] == [("reaches the end", "3/4")]
    assert refusal_of(a_field(at=((19, 10),), terrain=[an_area("variable")]), move((23.5, 10))).code == "too-far"


@pytest.mark.rule("ARAP-TERR-05", "ARAP-PRONE-01")
def test_a_crawl_through_variable_ground_rolls_one_die():
    state = a_field(at=((22, 10),), terrain=[an_area("variable")])
    _, after = play(state, move((24, 10), gait="crawl"), {"variable-move": [3]})
    assert after.units["a1"].models[0].at == (23.5, 10)


@pytest.mark.part_of("ARAP-TERR-04")
def test_variable_ground_that_is_not_rolled_for_is_difficult():
    state = a_field(at=((22, 10),), terrain=[an_area("variable")], options={"variable_terrain_rules": False})
    assert spent(state, move((24, 10))) == 4


# -- crawling, tactical movement -----------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-PRONE-01")
@pytest.mark.parametrize(("going", "end"), [("difficult", 24), ("very-difficult", 23), ("open", 24)])
def test_crawling_goes_at_half_rate_and_difficult_ground_makes_no_difference(going, end):
    state = a_field(at=((22, 10),), terrain=[an_area(going)])
    events, after = play(state, move((end, 10), gait="crawl"))
    assert the(events, ModelsMoved).spent_in == 4
    assert after.units["a1"].prone
    assert refusal_of(state, move((end + 0.25, 10), gait="crawl")).code == "too-far"


@pytest.mark.part_of("ARAP-PRONE-06")
@pytest.mark.parametrize(
    ("kind", "furthest"), [("humanoid", 12), ("beast", 12), ("crawler", 14), ("rider", None), ("machine", None)]
)
def test_who_can_crawl_and_how_fast(kind, furthest):
    state = a_field(profile=a_profile(kind=kind))
    if furthest is None:
        assert refusal_of(state, move((11, 10), gait="crawl")).code == "cannot-crawl"
        return
    assert spent(state, move((furthest, 10), gait="crawl")) == 4


@pytest.mark.rule("ARAP-TACT-01")
def test_tactical_movement_rolls_its_allowance_and_stops_where_it_ends():
    state = a_field(at=a_row(3, 10, 10), profile=a_profile(m=3))
    events, after = play(state, move((15, 10), kind=TacticalMove), {"tactical-move": [5]})
    assert the(events, PointsSpent).action == "tactical"
    assert after.units["a1"].models[2].at == (15, 13)
    assert after.units["a1"].now.tactical
    _, after = play(state, move((15, 10), kind=TacticalMove), {"tactical-move": [2]})
    assert after.units["a1"].models[2].at == (12, 13)
    assert refusal_of(state, move((16.5, 10), kind=TacticalMove)).code == "too-far"


@pytest.mark.rule("ARAP-TACT-01", "ARAP-TERR-01")
def test_difficult_ground_eats_the_tactical_die_too():
    state = a_field(at=((20, 10),), terrain=[an_area("difficult")])
    _, after = play(state, move((23, 10), kind=TacticalMove), {"tactical-move": [5]})
    assert after.units["a1"].models[0].at == (22.5, 10)


@pytest.mark.rule("ARAP-TERR-05", "ARAP-TACT-01")
def test_tactical_movement_uses_its_single_die_in_variable_ground():
    state = a_field(at=((20, 10),), terrain=[an_area("variable")])
    _, after = play(state, move((24, 10), kind=TacticalMove), {"tactical-move": [4]})
    assert after.units["a1"].models[0].at == (24, 10)


@pytest.mark.rule("ARAP-TACT-01")
def test_rising_is_part_of_tactical_movement():
    state = a_field()
    state = state.with_unit(replace(state.units["a1"], models=(replace(state.units["a1"].models[0], prone=True),)))
    assert refusal_of(state, move((11, 10))).code == "prone"
    _, after = play(state, move((11, 10), kind=TacticalMove), {"tactical-move": [4]})
    assert not after.units["a1"].models[0].prone
    _, after = play(state, move((11, 10), kind=TacticalMove, prone=True), {"tactical-move": [4]})
    assert after.units["a1"].models[0].prone


@pytest.mark.part_of("ARAP-TACT-03")
@pytest.mark.parametrize(
    ("profile", "tags", "may"),
    [
        (a_profile(), (), True),
        (a_profile(), ("carrying",), False),
        (a_profile(traits=("slow-and-purposeful",)), (), False),
        (a_profile(traits=("no-tactical",)), (), False),
        (a_profile(kind="beast"), (), False),
        (a_profile(kind="beast", traits=("firearm-wise",)), (), True),
        (a_profile(kind="rider"), (), False),
        (a_profile(kind="machine"), (), False),
    ],
)
def test_who_may_move_tactically(profile, tags, may):
    state = a_field(profile=profile, unit={"tags": tags})
    refusal = preview(state, move((11, 10), kind=TacticalMove)).refusal
    assert (refusal is None) == may
    assert may or refusal.code == "no-tactics"


@pytest.mark.rule("ARAP-TACT-04")
def test_ground_may_be_too_flat_for_tactics():
    state = a_field(terrain=[an_area(left=12, too_flat=True, name="Landing pad")])
    assert preview(state, move((11.5, 10), kind=TacticalMove)).refusal is None
    assert refusal_of(state, move((13, 10), kind=TacticalMove)).code == "too-flat"


# -- where a move may end ------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-COH-01")
def test_a_nudge_may_not_split_the_unit():
    state = a_field(at=((10, 10), (10, 13)))

    def nudged(x, y):
        place = Placement(model="a1.2", at=(x, y), facing=90)
        return move((12, 10), placements=(place,))

    _, after = play(state, nudged(12.0, 13.0))
    assert after.units["a1"].models[1].at == (12, 13)
    refused = refusal_of(state, nudged(12.0, 13.5))
    assert (refused.code, refused.rule) == ("not-coherent", "ARAP-COH-01")
    assert "A1.2" in refused.message or "A1.1" in refused.message
    assert len(preview(state, nudged(12.0, 13.5)).marked) == 1
    assert preview(state, nudged(12.0, 13.0)).marked == ()


@pytest.mark.rule("ARAP-MOVE-01")
def test_a_nudge_costs_the_model_its_own_way():
    state = a_field(at=((10, 10), (10, 13)))
    place = Placement(model="a1.2", at=(14.2, 13), facing=90)
    refused = refusal_of(state, move((12, 10), placements=(place,)))
    assert refused.message == "Waypoint 1 is too far: A1.2 would spend 4.20″ of its 4″, 0.20″ over."


def test_a_unit_already_split_by_losses_may_still_move():
    state = a_field(at=((10, 10), (10, 16)))
    events, _ = play(state, move((12, 10)))
    assert the(events, ModelsMoved).length_in == 2


@pytest.mark.parametrize(
    ("end", "code"),
    [((13.0, 10.0), "in-the-way"), ((12.1, 10.0), "in-the-way"), ((12.0, 10.0), None)],
)
def test_enemy_bases_are_in_the_way_but_may_be_approached(end, code):
    state = a_field(a_unit("b2", [(12.99, 10)], profile=FOE))
    refusal = move(end).check(state)
    assert (refusal.code if refusal else None) == code


def test_friends_are_passed_but_not_stood_upon():
    state = a_field(a_unit("a2", [(12, 10)]))
    assert refusal_of(state, move((12.5, 10))).code == "no-room"
    assert move((13, 10)).check(state) is None


def test_hidden_enemies_are_not_betrayed_by_a_refusal():
    state = a_field(a_unit("b2", [(12, 10)], hidden=True))
    assert move((12.5, 10)).check(state) is None


@pytest.mark.rule("ARAP-BREAK-03")
def test_a_unit_does_not_approach_the_one_it_broke_off_from():
    state = a_field(a_unit("b2", [(20, 10)]), unit={"avoid": "b2"})
    refused = refusal_of(state, move((11, 10)))
    assert (refused.code, refused.rule) == ("broke-off", "ARAP-BREAK-03")
    assert move((10, 12)).check(state) is None


# -- who may, and what is no path ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ((), "bad-path"),
        (way(*[(10 + n / 100, 10) for n in range(41)]), "bad-path"),
        (way((float("nan"), 10)), "bad-number"),
        (way((float("inf"), 10)), "bad-number"),
        (way((11, 10), facing=float("nan")), "bad-number"),
        (way((-1, 10)), "off-table"),
        (way((11, 49)), "off-table"),
    ],
)
def test_what_is_no_path_on_this_table(path, code):
    assert refusal_of(a_field(), Move(side=A, unit="a1", path=path)).code == code


def test_nobody_is_marched_off_the_table():
    state = a_field(at=((10, 10), (10, 8)))
    assert move((10, 8.5)).check(state) is None
    low = a_field(at=((10, 3), (10, 1)))
    assert refusal_of(low, move((10, 1))).code == "off-table"


@pytest.mark.parametrize("extra", [{"model": "b1.1"}, {"placements": (Placement(model="b1.1", at=(5, 5), facing=0),)}])
def test_only_own_models_are_moved(extra):
    assert refusal_of(a_field(), move((11, 10), **extra)).code == "unknown-model"


@pytest.mark.rule("ARAP-ACT-10")
def test_a_unit_in_melee_does_not_walk_away():
    state = a_field(melees=(Melee(id="m1", units=("a1", "b1")),))
    assert refusal_of(state, move((11, 10))).code == "locked"


def test_a_path_may_be_given_for_any_member():
    state = a_field(at=((10, 10), (10, 12)))
    _, after = play(state, move((13, 12), model="a1.2"))
    assert [m.at for m in after.units["a1"].models] == [(13, 10), (13, 12)]


@pytest.mark.part_of("ARAP-HIT-10")
def test_a_move_remembers_the_cover_it_began_in():
    wood = an_area(left=5, width=7, cover="soft", name="Wood")
    _, after = play(a_field(terrain=[wood]), move((13, 10)))
    assert after.units["a1"].now.was_in_cover == "Wood"
    _, after = play(after, move((11, 10)))
    assert after.units["a1"].now.was_in_cover == "Wood"


@pytest.mark.part_of("ARAP-ACT-06")
@pytest.mark.parametrize("flags", [{"routing": True}, {"pursuing": "b1"}])
def test_neither_routers_nor_pursuers_are_in_hand(flags):
    state = a_field(unit=flags)
    refused = legality.may_go(state, state.units["a1"], "move")
    assert refused is not None
    assert (refused.code, refused.rule) == ("not-in-hand", "ARAP-ACT-06")


@pytest.mark.rule("ARAP-ACT-08", "ARAP-TACT-04")
def test_the_host_makes_ground_dearer_or_too_flat_in_play():
    hill = Terrain(id="h", name="Slick Hill", points=((12, 0), (20, 0), (20, 48), (12, 48)))
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(60, 10)]), active="a1", ap=3, terrain=[hill])
    rules = RuleGround(side=B, terrain="h", what="extra_ap", value=1, reason="rain")
    events, wet = play(state, rules)
    assert events[0].sentence(wet) == "Host: Slick Hill costs 1 action point more to move over on foot (rain)"
    assert (preview(state, move((13, 10))).ap, preview(wet, move((13, 10))).ap) == (1, 2)
    events, flat = play(state, RuleGround(side=B, terrain="h", what="too_flat", value=1, reason="mown"))
    assert events[0].sentence(flat) == "Host: Slick Hill is too flat for tactical movement (mown)"
    assert preview(flat, move((13, 10), kind=TacticalMove)).refusal.rule == "ARAP-TACT-04"
    with pytest.raises(IllegalAction) as expected:
        play(state, RuleGround(side=B, terrain="bog", what="too_flat", value=1, reason="so"))
    assert expected.value.refusal.allowed == "h"


@pytest.mark.rule("ARAP-TERR-02")
@pytest.mark.parametrize(("kind", "bites"), [("humanoid", 1), ("beast", 3), ("rider", 2)])
def test_ground_bites_kinds_of_creatures_on_numbers_of_their_own(kind, bites):
    bog = an_area(left=12, hazard=1, hazard_strength=4, hazard_beasts=3, hazard_riders=2, name="Sucking bog")
    state = a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("walker", kind=kind)), a_unit("b1", [(60, 10)]),
        active="a1", ap=1, terrain=(bog,),
    )  # fmt: skip
    events, _ = play(state, move((13, 10)), {"hazard": [4]})
    assert [e.goal for e in events if getattr(e, "label", "") == "hazard"] == [bites]
    assert bog.effect == "dangerous · dangerous 3 to beasts · dangerous 2 to riders · Strength 4"
