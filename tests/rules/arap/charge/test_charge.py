"""Charging home, falling short, directions, cover, running away, charging on."""

import math

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeDeclared, ChargeEnded
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.melee import charge_home
from rules.arap.melee.join import HarmOnTheWay, MeleeJoined
from rules.arap.melee.rounds import InitiativeStepBegan
from rules.arap.morale.rout import UnitRouted
from rules.arap.paths import charge_plan
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.state import Melee, Placement
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.arap.fights import BLADE, a_squad, fighter, moved, roll, rolls

CHARGE = Charge(side=A, unit="a1", target="b1")


IDLE = a_squad("a9", 1, 5, 44, profile=fighter("idle"))
"""Somebody who may still act, so that the activation phase goes on."""


def scene(apart, *, charger=None, target=None, count=1, enemies=1, facing=270, ap=1, **values):
    """A1 looks east at B1, so many inches away; B1 looks back unless it is told otherwise."""
    return a_battle(
        a_squad("a1", count, 20, profile=charger or fighter("charger", i=4)),
        a_squad("b1", enemies, 20 + apart, profile=target or fighter("target"), facing=facing),
        IDLE,
        active="a1",
        ap=ap,
        **values,
    )


def held(state, action=CHARGE, dice=None, *, choice="hold"):
    """The charge, the enemy reacting like that if it is asked."""
    events, state = play(state, action, dice if state.prompt is None and choice == "hold" else None)
    if state.prompt is not None and state.prompt.kind == "charge-reaction":
        more, state = play(state, Answer(side=B, choice=choice), dice)
        events = [*events, *more]
    return events, state


def pinned(state):
    """A pinned unit can only hold."""
    return moved(state, "b1", pinned=True)


@pytest.mark.rule("ARAP-CHG-01", "ARAP-CHG-03", "ARAP-CHG-05")
@pytest.mark.parametrize(("apart", "home"), [(10.0, True), (10.25, False)])
def test_a_charge_is_twice_the_move_and_ends_at_the_melee_radius(apart, home):
    events, state = play(pinned(scene(apart)), CHARGE)
    assert the(events, ChargeEnded).home is home
    assert the(events, ModelsMoved).length_in == 8
    assert state.is_locked("a1") is home
    cited = {r for e in events for r in e.rules}
    assert ("ARAP-CHG-05" in cited) is not home
    if home:
        play(pinned(scene(10.25)), CHARGE)


@pytest.mark.rule("ARAP-CHG-01")
def test_difficult_ground_slows_a_charge():
    """7 inches are needed; 2 of them cost double: 9 of 8."""
    bog = Terrain(id="bog", name="Bog", points=((22, 0), (24, 0), (24, 48), (22, 48)), going="difficult")
    events, state = play(pinned(scene(9, terrain=[bog])), CHARGE)
    assert not the(events, ChargeEnded).home
    assert the(events, ModelsMoved).length_in == pytest.approx(6)
    assert the(events, ModelsMoved).spent_in == pytest.approx(8)
    assert the(events, ModelsMoved).sentence(state) == "A1 charges 6″ at a cost of 8″"
    assert state.turn.active is None


@pytest.mark.rule("ARAP-CHG-01")
@pytest.mark.part_of("ARAP-PRONE-04")
def test_from_prone_a_charge_is_the_move_alone_and_stands_up():
    state = pinned(scene(6))
    models = tuple(replace(m, prone=True) for m in state.units["a1"].models)
    events, state = play(moved(state, "a1", models=models), CHARGE)
    assert the(events, ChargeEnded).home
    assert the(events, ModelsMoved).length_in == pytest.approx(4)
    assert not state.units["a1"].models[0].prone


@pytest.mark.rule("ARAP-TERR-05")
def test_in_variable_ground_the_better_of_two_dice_counts_double():
    reeds = Terrain(id="reeds", name="Reeds", points=((22, 0), (24, 0), (24, 48), (22, 48)), going="variable")
    events, _ = play(pinned(scene(8.5, terrain=[reeds])), CHARGE, {"variable-move": [2, 3]})
    assert not the(events, ChargeEnded).home
    assert the(events, ModelsMoved).length_in == pytest.approx(6)
    events, _ = play(pinned(scene(8, terrain=[reeds])), CHARGE, {"variable-move": [2, 3]})
    assert the(events, ChargeEnded).home


@pytest.mark.rule("ARAP-TERR-05")
@pytest.mark.parametrize(("apart", "chance"), [(8, "3/4"), (6, "15/16"), (4, "1")])
def test_how_likely_the_dice_for_variable_ground_bring_a_charge_home_is_told(apart, chance):
    """The better of two D4 counts double; 2 inches before the enemy it is in contact."""
    reeds = Terrain(id="reeds", name="Reeds", points=((20.5, 0), (21, 0), (21, 48), (20.5, 48)), going="variable")
    chances = {c.label: c.exact for c in preview(pinned(scene(apart, terrain=[reeds])), CHARGE).chances}
    assert chances["comes home"] == chance


@pytest.mark.rule("ARAP-CHG-05", "ARAP-ACT-12")
def test_a_failed_charge_ends_the_activation():
    events, state = play(pinned(scene(12, ap=3)), CHARGE)
    assert the(events, ModelsMoved).length_in == 8
    assert (state.turn.active, state.turn.ap) == (None, 0)


@pytest.mark.rule("ARAP-CHG-03")
def test_whoever_is_left_goes_on_when_the_nearest_falls_on_the_way():
    """The nearest of two is lost on the scree; the other is 11 inches away and falls short."""
    scree = Terrain(id="s", name="Scree", points=((22, 9), (23, 9), (23, 10.5), (22, 10.5)), hazard=1)
    state = pinned(scene(9, terrain=[scree]))
    far = replace(state.units["a1"].models[0], id="a1.2", at=(18, 14))
    state = moved(state, "a1", models=(*state.units["a1"].models, far))
    events, state = play(state, CHARGE, {"hazard": [1]})
    assert [m.id for m in state.units["a1"].alive] == ["a1.2"]
    assert not the(events, ChargeEnded).home


@pytest.mark.rule("ARAP-CHG-04", "ARAP-MELEE-01")
@pytest.mark.part_of("ARAP-SUPP-04")
def test_every_charger_meets_an_enemy_of_its_own_if_it_can():
    state = pinned(scene(9, count=4, enemies=4))
    state = moved(moved(state, "a1", s_active=2), "b1", s_pending=1)
    events, state = play(state, CHARGE)
    for n in range(4):
        a, b = state.units["a1"].models[n], state.units["b1"].models[n]
        assert (a.at[0], a.at[1]) == pytest.approx((b.at[0] - 1.9, b.at[1]))
    assert state.melees[0].units == ("a1", "b1")
    assert (state.units["a1"].s_active, state.units["b1"].s_pending) == (0, 0)
    assert the(events, MeleeJoined).charge.direction == "front"


@pytest.mark.rule("ARAP-CHG-04")
def test_chargers_beyond_reach_come_as_near_as_they_can():
    state = pinned(scene(9))
    far = replace(state.units["a1"].models[0], id="a1.2", at=(15, 10))
    state = moved(state, "a1", models=(*state.units["a1"].models, far))
    _, state = play(state, CHARGE)
    assert state.units["a1"].models[1].at == (23, 10)
    assert state.is_locked("a1")


@pytest.mark.part_of("ARAP-CHG-06")
@pytest.mark.parametrize(
    ("met", "direction"),
    [
        (["front"], "front"),
        (["rear", "rear", "flank"], "rear"),
        (["rear", "flank"], "flank"),
        (["rear", "front", "flank"], "front"),
        ([], "front"),
    ],
)
def test_the_majority_decides_the_direction(met, direction):
    assert charge_home.by_majority(met) == direction


@pytest.mark.rule("ARAP-CHG-06", "ARAP-CHG-07")
@pytest.mark.parametrize(
    ("facing", "direction"), [(270, "front"), (315, "front"), (316, "flank"), (45, "flank"), (46, "rear"), (90, "rear")]
)
def test_the_direction_of_a_charge(facing, direction):
    _, state = play(pinned(scene(8, facing=facing)), CHARGE)
    assert state.melees[0].charges[0].direction == direction


@pytest.mark.rule("ARAP-COVR-01")
def test_a_charge_across_a_wall_is_slowed_but_not_against_the_pinned():
    wall = Terrain(
        id="w", name="Tithe Wall", points=((27, 5), (27, 15)), line=True, width_in=0.2, cover="hard", height_in=1
    )
    state = scene(9, terrain=[wall])
    events, fought = held(state)
    assert fought.melees[0].charges[0].slowed
    events, fought = play(fought, EndActivation(side=A), {"to-hit": [6, 6, 6]})
    assert [e.initiative for e in events if isinstance(e, InitiativeStepBegan)] == [3, 1]
    _, fought = play(pinned(state), CHARGE)
    assert not fought.melees[0].charges[0].slowed
    events, fought = play(fought, EndActivation(side=A), {"to-hit": [6, 6, 6]})
    assert [e.initiative for e in events if isinstance(e, InitiativeStepBegan)] == [4, 3]


@pytest.mark.part_of("ARAP-COVR-01", "ARAP-CLIMB-03")
@pytest.mark.parametrize(("version", "slowed"), [("8", True), ("9", False)])
def test_a_wall_that_takes_no_test_and_gives_no_hard_cover_does_not_slow_a_charge(version, slowed):
    hurdle = Terrain(
        id="w", name="Hurdles", points=((24, 5), (24, 15)), line=True, width_in=0.2, cover="soft", height_in=1.5
    )
    _, fought = held(replace(scene(8, terrain=[hurdle]), version=version))
    assert fought.melees[0].charges[0].slowed is slowed


@pytest.mark.rule("ARAP-COVR-01", "ARAP-CCG-01")
def test_assault_grenades_cancel_cover():
    wall = Terrain(
        id="w", name="Tithe Wall", points=((27, 5), (27, 15)), line=True, width_in=0.2, cover="hard", height_in=1
    )
    grenades = a_weapon("stick grenades", type="grenade", traits=("assault-grenade",))
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger"), weapons=(BLADE, grenades)),
        a_squad("b1", 1, 29, profile=fighter("target"), facing=270),
        IDLE,
        active="a1",
        ap=1,
        terrain=[wall],
    )
    _, state = held(state)
    assert not state.melees[0].charges[0].slowed
    slowed = scene(9, terrain=[wall])
    held(slowed)


@pytest.mark.rule("ARAP-CHG-02")
def test_one_charge_a_turn():
    state = scene(30, ap=2)
    state = moved(state, "a1", now=replace(state.units["a1"].now, charges=1))
    with pytest.raises(IllegalAction) as refused:
        play(state, CHARGE)
    assert (refused.value.code, refused.value.rule) == ("already-charged", "ARAP-CHG-02")
    ran = moved(state, "a1", now=replace(state.units["a1"].now, charges=1, target_ran=True))
    assert CHARGE.check(ran) is None


@pytest.mark.parametrize(
    ("action", "change", "code"),
    [
        (Charge(side=A, unit="a1", target="b9"), {}, "unknown-unit"),
        (Charge(side=A, unit="a1", target="a1"), {}, "friendly"),
        (CHARGE, {"b1": {"hidden": True}}, "unknown-unit"),
        (CHARGE, {"b1": {"left_table": True}}, "off-table"),
        (CHARGE, {"a1": {"gone_to_ground": True}}, "gone-to-ground"),
        (CHARGE, {"a1": {"routing": True}}, "not-in-hand"),
        (CHARGE, {"a1": {"avoid": "b1"}}, "broke-off"),
        (Charge(side=A, unit="a1", target="b1", backwards=True), {}, "backwards"),
        (Charge(side=A, unit="a1", target="b1", path=((99, 0),)), {}, "bad-path"),
    ],
)
@pytest.mark.part_of("ARAP-CHG-01")
def test_what_is_no_charge(action, change, code):
    state = scene(8)
    for unit, flags in change.items():
        state = moved(state, unit, **flags)
    refusal = action.check(state)
    assert refusal is not None
    assert refusal.code == code
    assert refusal.allowed


def test_a_locked_unit_does_not_charge():
    state = replace(scene(1.9), melees=(Melee(id="m", units=("a1", "b1")),))
    assert CHARGE.check(state).code == "locked"


@pytest.mark.rule("ARAP-CHG-03")
def test_a_charge_goes_round_what_it_cannot_pass():
    block = Terrain(id="k", name="Crag", points=((24, 9), (25, 9), (25, 11), (24, 11)), going="impassable")
    events, _ = play(pinned(scene(9, terrain=[block])), CHARGE)
    move = the(events, ModelsMoved)
    assert len(move.path) > 2
    assert the(events, ChargeEnded).home
    assert move.length_in > 7.1


@pytest.mark.rule("ARAP-CHG-03")
def test_the_nearest_member_may_be_led_by_waypoints():
    action = Charge(side=A, unit="a1", target="b1", path=((22, 12),))
    events, _ = play(pinned(scene(8)), action)
    assert the(events, ModelsMoved).path[1][:2] == (22, 12)
    assert the(events, ChargeEnded).home


# -- reactions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-ACT-11", "ARAP-REACT-01")
def test_the_enemy_is_asked_before_anybody_moves():
    events, state = play(scene(8), CHARGE)
    assert (state.prompt.kind, state.prompt.side, state.prompt.unit, state.prompt.about) == (
        "charge-reaction",
        B,
        "b1",
        "a1",
    )
    assert state.prompt.decline == "hold"
    assert not any(isinstance(e, ModelsMoved) for e in events)
    assert the(events, ChargeDeclared).distance_in == 8


@pytest.mark.part_of("ARAP-RUN-02", "ARAP-REACT-01")
@pytest.mark.parametrize("flag", ["pinned", "pinned_now", "gone_to_ground"])
def test_who_cannot_react_is_not_asked(flag):
    _, state = play(moved(scene(8), "b1", **{flag: True}), CHARGE)
    assert state.prompt is None
    assert state.is_locked("b1")


@pytest.mark.part_of("ARAP-RUN-02")
def test_a_unit_in_melee_cannot_run():
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger")),
        a_squad("a2", 1, 29.9, profile=fighter("friend")),
        a_squad("b1", 1, 28, profile=fighter("target"), facing=270),
        IDLE,
        active="a1",
        ap=1,
        melees=(Melee(id="a2-b1", units=("a2", "b1"), round=1),),
    )
    _, state = play(state, CHARGE)
    assert state.prompt is None
    assert [m.units for m in state.melees] == [("a2", "b1", "a1")]


@pytest.mark.rule("ARAP-RUN-01", "ARAP-RUN-03")
def test_running_out_of_reach_leaves_points_to_charge_on():
    """6 inches apart and 5 run: 11, of which 9 are needed and 8 allowed."""
    events, state = held(scene(6, ap=2), dice={"flee": [4, 1]}, choice="run")
    run, charge = [e for e in events if isinstance(e, ModelsMoved)]
    assert (run.how, run.length_in, run.unit) == ("run", 5, "b1")
    assert state.units["b1"].models[0].at == (31, 10)
    assert state.units["b1"].models[0].facing == 90
    assert not state.units["b1"].routing
    assert charge.length_in == 8
    assert (state.turn.active, state.turn.ap) == ("a1", 1)


@pytest.mark.rule("ARAP-RUN-04", "ARAP-CHG-02")
def test_charging_on_after_a_run():
    _, state = held(scene(6, ap=2), dice={"flee": [4, 1]}, choice="run")
    events, state = play(state, CHARGE)
    assert state.prompt.kind == "charge-reaction"
    events, state = play(state, Answer(side=B, choice="hold"))
    assert the(events, ChargeEnded).home
    assert state.melees[0].charges[0].direction == "rear"


@pytest.mark.rule("ARAP-RUN-01")
@pytest.mark.part_of("ARAP-TERR-01")
def test_terrain_shortens_a_run():
    bog = Terrain(id="bog", name="Bog", points=((26, 0), (72, 0), (72, 48), (26, 48)), going="difficult")
    events, _ = held(scene(8, terrain=[bog]), dice={"flee": [5, 4]}, choice="run")
    assert next(e for e in events if isinstance(e, ModelsMoved)).length_in == 4.5


@pytest.mark.rule("ARAP-RUN-01", "ARAP-MOVE-04")
def test_the_fast_run_on_three_dice():
    events, _ = held(scene(8, target=fighter("rider", m=8)), dice={"flee": [1, 2, 3]}, choice="run")
    assert next(e for e in events if isinstance(e, ModelsMoved)).length_in == 6


@pytest.mark.rule("ARAP-RUN-01")
def test_a_run_stops_at_the_table_edge():
    state = a_battle(
        a_squad("a1", 1, 60, profile=fighter("charger")),
        a_squad("b1", 1, 70, profile=fighter("target"), facing=270),
        IDLE,
        active="a1",
        ap=1,
    )
    events, state = held(state, dice={"flee": [5, 4]}, choice="run")
    assert next(e for e in events if isinstance(e, ModelsMoved)).length_in == 2
    assert not state.units["b1"].left_table


@pytest.mark.rule("ARAP-RUN-03", "ARAP-PURS-02", "ARAP-PURS-07")
def test_caught_while_running_is_a_rout_with_free_hacks():
    """6 inches apart and 3 run: 9, of which 7 are needed and 8 allowed."""
    events, state = held(scene(6, ap=2), dice={"flee": [2, 1], "free-hack": [4], "to-wound": [3]}, choice="run")
    assert the(events, UnitRouted).cause == "a1"
    assert not the(events, UnitRouted).flinched
    assert (roll(events, "free-hack").goal, roll(events, "free-hack").successes) == (4, 1)
    assert (state.prompt.kind, state.prompt.side) == ("pursuit", A)
    _, state = play(state, Answer(side=A, choice="pursue"))
    assert state.turn.active is None
    assert state.units["a1"].pursuing == "b1"
    assert state.units["b1"].routing
    assert state.melees == ()


@pytest.mark.rule("ARAP-PURS-02")
def test_charging_a_routing_unit_is_hacking_at_its_back():
    state = moved(scene(8), "b1", routing=True, fleeing_from="a1")
    _, state = play(state, CHARGE, {"free-hack": [1], "to-wound": [6]})
    assert state.units["b1"].is_gone
    assert state.melees == ()


@pytest.mark.part_of("ARAP-CAS-06")
def test_losses_on_the_way_do_not_count_for_the_casualties_test():
    scree = Terrain(id="s", name="Scree", points=((22, 0), (23, 0), (23, 48), (22, 48)), hazard=1)
    state = pinned(scene(9, count=4, enemies=4, terrain=[scree]))
    events, state = play(state, CHARGE, {"hazard": [1, 2, 2, 2]})
    assert not the(events, WoundsTaken).counts
    assert state.melees[0].charges[0].slowed is False


# -- preview and offers --------------------------------------------------------------------------------------------


@pytest.mark.part_of("ARAP-CHG-07", "ARAP-MELEE-03")
def test_the_preview_tells_the_way_and_the_first_round():
    shown = CHARGE.preview(scene(8, count=2, enemies=2, charger=fighter("charger", ws=4, i=4)))
    assert (shown.allowance_in, shown.ap) == (8, 1)
    assert shown.spent_in == pytest.approx(6.1)
    ours, theirs = shown.shots
    assert (ours.shooters, ours.shots, ours.goal) == (2, 4, 4)
    assert [c.exact for c in ours.chances] == ["2/3", "1/2", "1", "65/81", "4/3"]
    assert (theirs.shots, theirs.goal) == (2, 2)
    assert (ours.in_return, theirs.in_return) == (False, True)
    dealt, some, taken = shown.chances
    assert (dealt.label, dealt.exact) == ("wounds dealt, average", "4/3")
    assert (some.label, some.exact) == ("at least one wound dealt", "65/81")
    assert (taken.label, taken.value) == ("wounds taken, average", theirs.chances[-1].value)
    assert "It comes home to the front: 1 extra attack each." in shown.notes
    assert shown.notes[-1] == "B1 may hold or run."


@pytest.mark.part_of("ARAP-CHG-03")
def test_the_preview_tells_what_falls_short():
    shown = CHARGE.preview(scene(11))
    assert shown.shots == ()
    assert "Out of reach: the charge would fall short and end the activation." in shown.notes
    assert CHARGE.preview(scene(9.9)).shots


def test_enemies_in_reach_or_nearly_so_are_offered():
    offers = [o for o in legal_actions(scene(12), A) if o.kind == "charge"]
    assert [(o.target, o.refusal) for o in offers] == [("b1", None)]
    assert [o for o in legal_actions(scene(13), A) if o.kind == "charge"] == []


# -- a worked charge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-CHG-01", "ARAP-RUN-03", "ARAP-ROUT-02", "ARAP-PURS-01")
def test_riders_catch_levies_that_run():
    """12 inches apart; the levies run 3, and 16 inches of charge make up 13."""
    rider = a_profile("rider", m=8, i=4, s=4, ld=8, sv=5, base_mm=40, bulk="very-bulky")
    levy = a_profile("levy", ws=2, bs=2, ld=6, sv=6)
    state = a_battle(
        a_unit("a1", [(30, 30), (32, 30), (34, 30), (36, 30)], profile=rider, facing=0, weapons=[BLADE]),
        a_unit("b1", [(30, 18), (32, 18), (34, 18), (36, 18), (33, 16.5)], profile=levy, facing=180),
        IDLE,
        active="a1",
        ap=2,
    )
    state = replace(state, sides=(replace(state.sides[0], edge="south"), replace(state.sides[1], edge="north")))
    dice = {"flee": [2, 1], "free-hack": [3, 5, 2, 6], "to-wound": [4, 2], "pick": [2], "save": [2]}
    events, state = held(state, dice=dice, choice="run")
    assert [m.at for m in state.units["a1"].models] == [pytest.approx((x, 16.9)) for x in (30, 32, 34, 36)]
    assert [m.id for m in state.units["b1"].alive] == ["b1.1", "b1.3", "b1.4", "b1.5"]
    assert [m.at for m in state.units["b1"].alive] == [(30, 15), (34, 15), (36, 15), (33, 13.5)]
    assert {m.facing for m in state.units["b1"].alive} == {0}
    assert [r.sides for r in rolls(events, "pick")] == [4]
    _, state = play(state, Answer(side=A, choice="pursue"))
    events, state = play(state, EndActivation(side=A), {"flee": [3, 1]})
    assert state.units["a1"].pursuing == "b1"
    dice = {
        "pursuit": [4, 2, 5],
        "free-hack": [1, 4, 2, 3],
        "to-wound": [5, 3, 6, 4],
        "save": [1, 4, 5, 3],
    }
    events, state = play(state, Answer(side=B, choice="0"), dice)
    assert state.units["b1"].is_gone
    assert state.units["a1"].pursuing is None


def placed_at(*places):
    """The charge with places for single chargers."""
    placements = tuple(Placement(model=model, at=(x, y), facing=0) for model, x, y in places)
    return Charge(side=A, unit="a1", target="b1", placements=placements)


@pytest.mark.rule("ARAP-CHG-03", "ARAP-CHG-04")
def test_chargers_end_where_the_player_wants_them():
    state = pinned(scene(8, count=2, enemies=2))
    action = placed_at(("a1.1", 27.5, 8.8), ("a1.2", 27.5, 13))
    assert [g[:3] for g in preview(state, action).ghosts] == [("a1.1", 27.5, 8.8), ("a1.2", 27.5, 13)]
    _, state = play(state, action)
    assert [m.at for m in state.units["a1"].models] == [(27.5, 8.8), (27.5, 13)]
    assert state.melees[0].units == ("a1", "b1")


@pytest.mark.rule("ARAP-CHG-04")
@pytest.mark.parametrize(
    ("places", "code"),
    [
        ((("a1.2", 25.9, 11.5),), "bad-placement"),
        ((("a1.2", 27.2, 9.0),), "bad-placement"),
        ((("a1.2", 28.3, 11.5),), "bad-placement"),
        ((("a1.2", 29.9, 12.0),), "bad-placement"),
        ((("b1.1", 27, 11.5),), "unknown-model"),
        ((("a1.2", 27, 11.5), ("a1.2", 27, 11.6)), "unknown-model"),
    ],
    ids=["out of reach", "an enemy that is engaged", "on a base", "too far", "not its own", "twice"],
)
def test_where_a_charger_cannot_end(places, code):
    state = pinned(scene(8, count=2, enemies=2))
    with pytest.raises(IllegalAction) as caught:
        play(state, placed_at(*places))
    assert (caught.value.refusal.code, caught.value.refusal.rule) == (code, "ARAP-CHG-04")


WALL = Terrain(
    id="w", name="Tithe Wall", points=((27, 5), (27, 15)), line=True, width_in=0.2, cover="hard", height_in=1
)


@pytest.mark.rule("ARAP-CCG-02")
@pytest.mark.part_of("ARAP-COVR-01", "ARAP-CCG-01", "ARAP-CCG-04")
@pytest.mark.parametrize(
    ("charger", "arms", "end", "note"),
    [
        ({}, (), "against cover: they strike as if at Initiative 1", "Against cover: the chargers strike as if"),
        (
            {"traits": ("flesh-hooks",)},
            (),
            "against cover: flesh hooks let them strike as their enemies do",
            "Against cover: flesh hooks let the chargers strike as their enemies do. (ARAP-CCG-04)",
        ),
        (
            {},
            ("assault-grenade",),
            "assault grenades cancel the cover",
            "Assault grenades cancel the benefit of cover if they are used. (ARAP-CCG-01)",
        ),
    ],
)
def test_hooks_and_grenades_are_named_before_and_after_the_charge(charger, arms, end, note):
    grenades = [a_weapon(trait, type="grenade", traits=(trait,)) for trait in arms]
    stun = a_weapon("stun", type="grenade", traits=("defensive-grenade",))
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger", **charger), weapons=(BLADE, *grenades)),
        a_squad("b1", 1, 29, profile=fighter("target"), facing=270, weapons=(BLADE, stun)),
        IDLE,
        active="a1",
        ap=1,
        terrain=[WALL],
    )
    notes = preview(state, CHARGE).notes
    assert any(n.startswith(note) for n in notes)
    assert any("defensive grenades cost it its bonus if they are used. (ARAP-CCG-02)" in n for n in notes)
    events, after = held(state)
    assert the(events, MeleeJoined).sentence(after).endswith(f"{end}, its bonus lost to defensive grenades")


@pytest.mark.part_of("ARAP-CHG-01", "ARAP-AGIL-02")
def test_who_has_fallen_over_stays_behind_in_a_charge():
    state = scene(8, count=2)
    unit = state.units["a1"]
    sprawled = unit.with_model(replace(unit.models[1], sprawled=True))
    assert charge_plan.allowances(state.with_unit(sprawled), sprawled) == {"a1.1": 8, "a1.2": 0}


@pytest.mark.rule("ARAP-CHG-01")
def test_the_others_charge_although_the_foremost_has_fallen_over():
    state = scene(6, count=2)
    unit = state.units["a1"]
    foremost = min(unit.models, key=lambda m: math.dist(m.at, state.units["b1"].models[0].at))
    state = state.with_unit(unit.with_model(replace(foremost, sprawled=True)))
    assert not any("Out of reach" in note for note in preview(state, CHARGE).notes)
    events, _ = held(state)
    assert the(events, MeleeJoined)


@pytest.mark.rule("ARAP-WDIF-01")
def test_losses_to_the_ground_are_suffered_and_credited_to_nobody():
    scree = Terrain(id="s", name="Scree", points=((22, 0), (23, 0), (23, 48), (22, 48)), hazard=1)
    state = pinned(scene(9, count=4, enemies=4, terrain=[scree]))
    events, state = play(state, CHARGE, {"hazard": [1, 2, 2, 1]})
    assert the(events, HarmOnTheWay).sentence(state) == "2 wounds on the way count as suffered by A1, and for no enemy"
    assert (state.melees[0].suffered, state.melees[0].inflicted) == ({"a1": 2}, {})
