"""Flinch, rout, rally and pursuit in the compulsory phase."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import LeftTable, ModelsMoved
from rules.arap.melee import hold_back
from rules.arap.melee.halt_pursuit import PursuersReturned
from rules.arap.melee.pursuit import PursuitEnded
from rules.arap.morale import flight_paths, flight_restrictions, rout
from rules.arap.morale.own_way import FleeAlong
from rules.arap.morale.rally import Rallied
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import Activate, EndActivation
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.events import Answered
from rules.progress import Progress
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_unit, a_weapon, play, the
from tests.rules.arap.fights import BLADE, a_squad, fighter, moved, roll, rolls

END = EndActivation(side=A)
"""Ends A's turn, so that the compulsory phase of B's follows."""


def routers(*at, cause="a1", profile=None, foe=(10, 24), foe_profile=None, **values):
    """B1 in rout on a table of 72 by 48, its edge in the east; the enemy that caused it stands to the west."""
    flags = {"routing": True, "fleeing_from": cause, **values.pop("flags", {})}
    return a_battle(
        a_squad("a1", 1, *foe, profile=foe_profile or fighter("victor", ld=8), **values.pop("victor", {})),
        a_unit("b1", at or [(20, 24), (20, 25.5)], profile=profile or fighter("router"), weapons=[BLADE], **flags),
        **values,
    )


def fled(state, dice, choice="90"):
    """B's compulsory phase, the routers going on that bearing."""
    events, state = play(state, END, {k: v for k, v in dice.items() if k == "flee"})
    if state.prompt is None:
        return events, state
    assert state.prompt.kind == "flee-path"
    return play(state, Answer(side=state.prompt.side, choice=choice), {k: v for k, v in dice.items() if k != "flee"})


@pytest.mark.rule("ARAP-ROUT-02", "ARAP-TURN-03")
def test_a_rout_move_is_two_dice_and_turns_the_back():
    events, state = fled(routers(), {"flee": [6, 6], "rally": [6, 6]})
    move = the(events, ModelsMoved)
    assert (move.how, move.length_in) == ("flee", 12)
    assert [m.at for m in state.units["b1"].models] == [(32, 24), (32, 25.5)]
    assert state.units["b1"].flee_moves == 1


@pytest.mark.part_of("ARAP-RALLY-02")
@pytest.mark.parametrize(("how", "expected"), [("flee", ": an additional rally test"), ("flinch", "")])
def test_cover_on_the_way_of_a_rout_brings_a_test_and_on_that_of_a_flinch_none(how, expected):
    wood = Terrain(id="w", name="Wood", points=((22, 20), (40, 20), (40, 30), (22, 30)), cover="soft")
    state = routers(terrain=[wood])
    going = rout.RunAway(unit="b1", how=how, inches=6)
    assert going.in_words(state, going.ways(state)[0]) == f"6″, through cover{expected}"


@pytest.mark.rule("ARAP-ROUT-02", "ARAP-MOVE-04")
def test_the_fast_flee_on_three_dice():
    events, _ = fled(routers(profile=fighter("rider", m=7)), {"flee": [2, 2, 1], "rally": [6, 6]})
    assert the(events, ModelsMoved).length_in == 5


@pytest.mark.rule("ARAP-ROUT-02", "ARAP-TURN-03")
def test_routers_of_both_sides_flee_in_every_player_turn():
    state = a_battle(
        a_squad("a1", 2, 20, 24, routing=True, fleeing_from="b1"),
        a_squad("b1", 2, 50, 24, routing=True, fleeing_from="a1"),
    )
    _, state = play(state, END, {"flee": [1, 1]})
    assert (state.prompt.unit, state.prompt.side) == ("b1", B)
    _, state = play(state, Answer(side=B, choice="90"), {"flee": [1, 2]})
    assert (state.prompt.unit, state.prompt.side) == ("a1", A)


@pytest.mark.part_of("ARAP-ROUT-03")
def test_every_way_leads_away_and_towards_the_own_edge():
    state = routers()
    ways = flight_restrictions.ways(state, state.units["b1"], 8)
    assert len(ways) == 5
    assert ways[0].id == "90"
    for way in ways:
        assert flight_restrictions.leads_away(state, state.units["b1"], way)
        assert way.path[-1][0] > 20


@pytest.mark.part_of("ARAP-ROUT-03")
def test_with_the_cause_on_the_way_home_a_neutral_edge_must_do():
    state = routers(foe=(30, 24.75))
    ways = flight_restrictions.ways(state, state.units["b1"], 8)
    gains = [abs(w.path[-1][1] - 24) for w in ways]
    assert all(w.path[-1][0] < 20.5 for w in ways)
    assert min(gains) > 0.01


@pytest.mark.part_of("ARAP-ROUT-03")
def test_no_way_leads_towards_another_enemy_if_there_is_a_choice():
    state = routers()
    other = a_squad("a2", 1, 30, 20, profile=fighter("other"))
    state = replace(
        state,
        units={**state.units, "a2": other[0]},
        profiles={**state.profiles, "other": other[1][0]},
    )
    unit = state.units["b1"]
    for way in flight_restrictions.ways(state, unit, 6):
        before = min(((m.at[0] - 30) ** 2 + (m.at[1] - 20) ** 2) for m in unit.alive)
        after = min(((p.at[0] - 30) ** 2 + (p.at[1] - 20) ** 2) for p in way.placements)
        assert after >= before - 0.01


# -- a way of one's own --------------------------------------------------------------------------------------------


def asked(inches=(4, 4), *at, **values):
    """B1 is asked which way it flees, so many inches."""
    return play(routers(*at, **values), END, {"flee": inches})[1]


def own(*path):
    return FleeAlong(side=B, path=path)


@pytest.mark.rule("ARAP-ROUT-02", "ARAP-ROUT-03")
def test_a_way_is_drawn_and_its_last_leg_goes_on_until_the_move_is_spent():
    shown = preview(asked(), own((23, 28), (30, 28)))
    assert (shown.refusal, shown.spent_in, shown.allowance_in) == (None, 8, 8)
    assert [leg.to for leg in shown.legs] == [(23, 28), pytest.approx((26, 28))]
    events, state = play(asked(), own((23, 28), (30, 28)), {"rally": [6, 6]})
    move = the(events, ModelsMoved)
    assert (move.how, move.length_in, len(move.path)) == ("flee", 8, 3)
    assert [m.at for m in state.units["b1"].models] == [pytest.approx((26, 28)), pytest.approx((26, 29.5))]
    assert the(events, Answered).choice == "own"


@pytest.mark.rule("ARAP-ROUT-03")
@pytest.mark.parametrize(
    ("path", "code", "row"),
    [
        ([(19, 26), (30, 26)], "not-away", "rank 1"),
        ([(20, 10)], "not-to-edge", "rank 2"),
        ([(25, 22)], "towards-enemy", "rank 3"),
    ],
)
def test_a_way_that_breaks_a_restriction_names_its_row(path, code, row):
    state = asked(foe=(10, 26))
    if code == "towards-enemy":
        other = a_squad("a2", 1, 27, 14, profile=fighter("other"))
        state = replace(state, units={**state.units, "a2": other[0]}, profiles={**state.profiles, "other": other[1][0]})
    refused = preview(state, own(*path)).refusal
    assert (refused.code, refused.rule) == (code, "ARAP-ROUT-03")
    assert refused.allowed.startswith(row)


@pytest.mark.rule("ARAP-ROUT-02")
def test_what_is_no_way_of_ones_own():
    assert preview(asked(), own()).refusal.code == "bad-path"
    assert preview(asked(), own((90, 20))).refusal.code == "bad-path"
    assert preview(asked(), FleeAlong(side=A, path=((30, 24),))).refusal.code == "not-your-prompt"
    assert preview(routers(), own((30, 24))).refusal.code == "no-way-asked"
    rock = Terrain(id="r", name="Rock", points=((24, 20), (26, 20), (26, 30), (24, 30)), going="impassable")
    assert preview(asked(terrain=[rock]), own((30, 24))).refusal.code == "way-too-short"
    close = replace(rock, points=((18, 25.6), (22, 25.6), (22, 30), (18, 30)))
    assert preview(asked(terrain=[close]), own((20, 40))).refusal.code == "way-barred"


@pytest.mark.part_of("ARAP-ROUT-02")
def test_straight_to_the_own_edge_comes_first():
    state = routers((66, 24), foe=(60, 24))
    ways = flight_restrictions.ways(state, state.units["b1"], 12)
    assert (ways[0].id, ways[0].at_edge, ways[0].length_in) == ("90", True, 6)


@pytest.mark.rule("ARAP-ROUT-01")
@pytest.mark.part_of("ARAP-TERR-01")
def test_difficult_ground_shortens_a_flinch():
    bog = Terrain(id="bog", name="Bog", points=((0, 0), (72, 0), (72, 48), (0, 48)), going="difficult")
    state = routers(flags={"routing": False}, terrain=[bog])
    progress = Progress(state, ScriptedDice({"flinch": [4]}))
    rout.flinch(progress, "b1", "a1")
    progress.run()
    progress.close()
    events, _ = play(progress.state, Answer(side=B, choice="90"))
    assert the(events, ModelsMoved).length_in == 2


@pytest.mark.rule("ARAP-RALLY-01")
@pytest.mark.parametrize(("gap", "dice", "goal", "rallied"), [(9, [4, 4], 8, True), (8, [4, 4], 7, False)])
def test_a_rally_is_easier_with_no_enemy_within_8_inches(gap, dice, goal, rallied):
    state = routers((20, 24), foe=(22 - gap, 24))
    events, state = fled(state, {"flee": [1, 1], "rally": dice})
    assert roll(events, "rally").goal == goal
    assert state.units["b1"].routing is not rallied
    assert any(isinstance(e, Rallied) for e in events) is rallied
    assert state.turn.phase == "activation"


@pytest.mark.rule("ARAP-RALLY-01")
def test_a_rallied_unit_may_be_activated_in_its_next_activation_phase():
    _, state = fled(routers(), {"flee": [1, 1], "rally": [1, 1]})
    assert Activate(side=B, unit="b1", dice=1).check(state) is None


@pytest.mark.rule("ARAP-RALLY-02")
def test_cover_on_the_way_gives_a_second_test():
    wood = Terrain(id="w", name="Wood", points=((22, 20), (24, 20), (24, 30), (22, 30)), cover="soft")
    state = routers((20, 24), foe=(18, 24), terrain=[wood])
    events, state = fled(state, {"flee": [3, 2], "rally": [6, 5, 3, 4]})
    assert [r.passed for r in rolls(events, "rally")] == [False, True]
    assert not state.units["b1"].routing


@pytest.mark.rule("ARAP-RALLY-02")
@pytest.mark.parametrize(("dice", "gone"), [([5, 4], True), ([3, 4], False)])
def test_at_the_edge_the_last_test_decides(dice, gone):
    state = routers((68, 24), foe=(66, 24))
    events, state = fled(state, {"flee": [3, 2], "rally": dice})
    assert state.units["b1"].models[0].at == (72, 24)
    assert any(isinstance(e, LeftTable) for e in events) is gone
    assert state.units["b1"].left_table is gone
    assert state.units["b1"].routing is gone


@pytest.mark.rule("ARAP-RALLY-03")
def test_those_who_know_no_fear_rally_after_one_move():
    state = routers(profile=fighter("marine", traits=("know-no-fear",)))
    _, state = fled(state, {"flee": [1, 1]})
    assert not state.units["b1"].routing


def pursued(*at, foe=(10, 24), quarry_routing=True, **values):
    state = routers(*at, foe=foe, **values)
    state = moved(state, "a1", pursuing="b1")
    return moved(state, "b1", routing=quarry_routing)


@pytest.mark.rule("ARAP-PURS-01", "ARAP-PURS-02", "ARAP-PURS-05")
def test_pursuers_catch_and_strike_at_the_backs():
    """The routers go 2 inches to 10 inches away; 8 inches of pursuit reach them at the edge of the radius."""
    state = pursued((18, 24))
    events, state = fled(state, {"flee": [1, 1], "pursuit": [5, 3], "free-hack": [4], "to-wound": [4]})
    hack = roll(events, "free-hack")
    assert (hack.base, hack.goal) == (4, 4)
    assert state.units["a1"].models[0].at == pytest.approx((18, 24))
    assert state.units["b1"].is_gone
    assert the(events, PursuitEnded).unit == "a1"
    assert state.units["a1"].pursuing is None


@pytest.mark.rule("ARAP-PURS-01", "ARAP-PURS-06")
def test_pursuers_out_of_reach_strike_nothing_and_may_halt():
    state = pursued((18.5, 24))
    events, state = fled(state, {"flee": [1, 1], "pursuit": [5, 3], "rally": [6, 6]})
    assert rolls(events, "free-hack") == []
    assert (state.prompt.kind, state.prompt.side) == ("pursuit-halt", A)
    events, halted = play(state, Answer(side=A, choice="halt"), {"pursuit-halt": [4, 4]})
    assert roll(events, "pursuit-halt").goal == 8
    assert halted.units["a1"].pursuing is None
    events, on = play(state, Answer(side=A, choice="pursue"))
    assert on.units["a1"].pursuing == "b1"


@pytest.mark.rule("ARAP-PURS-06")
def test_halting_is_harder_against_a_hated_enemy():
    hater = fighter("hater", ld=8, traits=("hated:b",))
    state = pursued((30, 24), foe_profile=hater)
    events, state = fled(state, {"flee": [1, 1], "pursuit": [1, 1], "rally": [6, 6]})
    events, state = play(state, Answer(side=A, choice="halt"), {"pursuit-halt": [4, 4]})
    assert roll(events, "pursuit-halt").goal == 7
    assert state.units["a1"].pursuing == "b1"


@pytest.mark.rule("ARAP-PURS-02", "ARAP-MELEE-10")
def test_an_unarmed_pursuer_hacks_at_2_or_less():
    state = pursued((18, 24), victor={"weapons": ()})
    dice = {"flee": [1, 1], "pursuit": [5, 3], "free-hack": [3], "rally": [6, 6]}
    events, state = fled(state, dice)
    assert roll(events, "free-hack").goal == 2
    assert state.units["b1"].alive


@pytest.mark.rule("ARAP-PURS-04")
def test_pursuers_follow_off_the_table_and_come_back_on_a_4():
    state = pursued((68, 24), foe=(58, 24))
    dice = {"flee": [3, 2], "pursuit": [1, 1], "rally": [6, 6]}
    events, state = fled(state, dice)
    assert [e.unit for e in events if isinstance(e, LeftTable)] == ["b1", "a1"]
    assert state.units["a1"].left_table
    assert not state.units["a1"].is_gone


@pytest.mark.rule("ARAP-PURS-04")
@pytest.mark.parametrize(("die", "back"), [(4, True), (3, False)])
def test_the_return_of_pursuers(die, back):
    state = a_battle(a_squad("a1", 3, 70, 24), a_squad("a2", 1, 10, 40), a_squad("b1", 1, 10, 10))
    state = moved(state, "a1", left_table=True, exit_at=(72, 24), pursuing="b2")
    _, state = play(state, END)
    events, state = play(state, EndActivation(side=B), {"pursuer-return": [die]})
    assert state.units["a1"].on_table is back
    assert any(isinstance(e, PursuersReturned) for e in events) is back
    if back:
        assert all(m.at[0] > 60 for m in state.units["a1"].alive)


@pytest.mark.rule("ARAP-PURS-03")
def test_pursuers_that_reach_a_rallied_quarry_charge_it_afresh():
    state = pursued((18, 24), quarry_routing=False)
    _, state = play(state, END, {"pursuit": [5, 3]})
    assert (state.prompt.kind, state.prompt.unit, state.prompt.rule) == ("charge-reaction", "b1", "ARAP-PURS-03")
    _, state = play(state, Answer(side=B, choice="hold"))
    assert [m.units for m in state.melees] == [("a1", "b1")]
    assert state.melees[0].charges[0].direction == "rear"
    assert state.units["a1"].pursuing is None


@pytest.mark.rule("ARAP-PURS-03", "ARAP-RUN-01")
@pytest.mark.parametrize(("dice", "caught"), [([6, 3], False), ([1, 1], True)])
def test_a_rallied_quarry_may_run_from_its_pursuers_and_routs_if_they_catch_it(dice, caught):
    """Pursuers 6 inches behind it roll 8."""
    state = pursued((18, 24), quarry_routing=False)
    _, state = play(state, END, {"pursuit": [5, 3]})
    hack = {"free-hack": [6]} if caught else {}
    _, state = play(state, Answer(side=B, choice="run"), {"flee": dice, **hack})
    assert state.units["b1"].routing is caught
    assert state.units["a1"].pursuing == "b1"
    assert state.melees == ()


@pytest.mark.part_of("ARAP-ROUT-03")
def test_an_enemy_that_nobody_sees_bars_no_way():
    mill = Terrain(
        id="mill",
        name="Mill",
        points=((26, 20), (28, 20), (28, 30), (26, 30)),
        height_in=3,
        blocks_sight=True,
        going="impassable",
    )
    for terrain, seen in (([], True), ([mill], False)):
        state = routers(terrain=terrain)
        other = a_squad("a2", 1, 34, 24, profile=fighter("other"))
        state = replace(
            state,
            units={**state.units, "a2": other[0]},
            profiles={**state.profiles, "other": other[1][0]},
        )
        assert flight_restrictions.is_visible(state, state.units["b1"], state.units["a2"]) is seen
        headings = [w.bearing_deg for w in flight_restrictions.ways(state, state.units["b1"], 5)]
        assert (90 in headings) is not seen


@pytest.mark.rule("ARAP-ROUT-03", "ARAP-ROUT-02")
def test_where_something_stops_a_straight_way_a_bend_leads_on():
    """A long wall of rock runs north to south 3 inches to the east, open in the north."""
    rock = Terrain(
        id="rock", name="Rock", points=((23, 22), (24, 22), (24, 48), (23, 48)), going="impassable", height_in=3
    )
    sea = Terrain(id="sea", name="Sea", points=((0, 0), (23, 0), (23, 18), (0, 18)), going="impassable")
    state = routers(terrain=[rock, sea])
    unit = state.units["b1"]
    ways = flight_restrictions.ways(state, unit, 8)
    bent = [w for w in ways if w.legs]
    assert bent
    for way in ways:
        assert flight_paths.is_whole(way, 8)
        assert flight_restrictions.leads_away(state, unit, way)
    way = bent[0]
    assert (way.id, len(way.path)) == (f"{way.legs[0]:.0f}-{way.legs[1]:.0f}", 3)
    _, state = play(state, END, {"flee": [4, 4]})
    option = state.prompt.option(way.id)
    assert len(option.path) == 3
    events, after = play(state, Answer(side=B, choice=way.id), {"rally": [6, 6]})
    assert the(events, ModelsMoved).path[-1][:2] == way.path[-1]
    assert after.units["b1"].models[0].at == way.path[-1]


@pytest.mark.rule("ARAP-RALLY-03")
@pytest.mark.part_of("ARAP-RALLY-01")
def test_the_log_says_why_somebody_rallies_without_dice():
    state = routers(profile=fighter("marine", traits=("know-no-fear",)))
    events, after = fled(state, {"flee": [1, 1]})
    assert the(events, Rallied).sentence(after) == "B1 rallies: they shall know no fear"
    assert Rallied(unit="b1", rules=("ARAP-RALLY-01",)).sentence(after) == "B1 rallies"


@pytest.mark.part_of("ARAP-PURS-07")
def test_one_in_frenzy_takes_all_of_them_along():
    state = pursued((18, 24))
    calm, wild = state.units["a1"].models[0], fighter("wild", traits=("frenzy",))
    unit = replace(state.units["a1"], models=(calm, replace(calm, id="a1.2", profile="wild")))
    state = replace(state.with_unit(unit), profiles={**state.profiles, "wild": wild})
    assert hold_back.in_frenzy(state, unit)
    assert not hold_back.in_frenzy(state, replace(unit, models=(calm,)))


@pytest.mark.part_of("ARAP-ROUT-03")
def test_an_enemy_is_visible_to_all_whom_one_of_them_sees():
    """A tower stands between the enemy and the first of them, the second sees past it."""
    tower = Terrain(
        id="t",
        name="Tower",
        points=((15, 22), (16, 22), (16, 24.6), (15, 24.6)),
        going="impassable",
        height_in=4,
        blocks_sight=True,
    )
    state = routers((20, 24), (20, 28), foe=(10, 24), terrain=[tower])
    unit, foe = state.units["b1"], state.units["a1"]
    assert flight_restrictions.is_visible(state, unit, foe)
    assert not flight_restrictions.is_visible(state, replace(unit, models=unit.models[:1]), foe)


@pytest.mark.rule("ARAP-DICE-05", "ARAP-RALLY-01")
def test_the_steady_rally_without_dice():
    events, state = fled(routers(profile=fighter("steady", traits=("passes-rally",))), {"flee": [6, 6]})
    assert the(events, Rallied).unit == state.units[the(events, Rallied).unit].id
    assert not any(getattr(event, "label", "") == "rally" for event in events)


@pytest.mark.rule("ARAP-DICE-05", "ARAP-PURS-06")
def test_the_obedient_halt_a_pursuit_without_dice():
    obedient = fighter("obedient", ld=8, traits=("passes-halt",))
    _, state = fled(pursued((18.5, 24), foe_profile=obedient), {"flee": [1, 1], "pursuit": [5, 3], "rally": [6, 6]})
    assert state.prompt.option("halt").detail == "passed without dice"
    events, halted = play(state, Answer(side=A, choice="halt"))
    assert halted.units["a1"].pursuing is None
    assert rolls(events, "pursuit-halt") == []


@pytest.mark.rule("ARAP-HIT-08", "ARAP-ROUT-02")
def test_routers_who_came_far_in_their_turn_are_a_fast_target():
    """14 inches on three dice: -1 in the enemy's next turn."""
    rifle = a_weapon(range_in=48)
    begun = routers(profile=fighter("rider", m=8), victor={"weapons": (rifle,)})
    shot = Shoot(side=A, unit="a1", target="b1")
    for state, fast in ((begun, [-1]), (replace(begun, version="12"), [])):
        _, after = fled(state, {"flee": [5, 5, 4], "rally": [1, 1]})
        _, after = play(after, EndActivation(side=B))
        line = preview(after.with_turn(active="a1", ap=1), shot).shots[0]
        assert [m.value for m in line.modifiers if m.reason == "target moved 14 in"] == fast


@pytest.mark.rule("ARAP-INT-03", "ARAP-ROUT-01")
def test_a_flinch_past_another_enemy_is_struck_at_as_a_rout_is():
    """Half the squad is shot down; the rest flinch east, past a man to the south who was out of reach before."""
    rifle = a_weapon(range_in=48, type="assault", shots=1, ap=1)
    begun = a_battle(
        a_squad("a1", 1, 10, 24, profile=fighter("victor", ld=8), weapons=(rifle,)),
        a_squad("a2", 1, 21.5, 25.95, profile=fighter("victor", ld=8)),
        a_unit("b1", [(20, 24), (20, 22.8)], profile=fighter("router"), weapons=[BLADE], facing=270),
        active="a1",
        ap=1,
    )
    dice = {"to-hit": [1], "to-wound": [6], "pick": [2], "casualties-test": [6, 5], "flinch": [5]}
    for state, asked in ((begun, True), (replace(begun, version="14"), False)):
        _, after = play(
            state, Shoot(side=A, unit="a1", target="b1"), {k: dice[k] for k in ("to-hit", "to-wound", "pick")}
        )
        assert after.prompt.kind == "go-to-ground"
        _, after = play(after, Answer(side=B, choice=after.prompt.decline), {"suppression-test": [1, 1]})
        _, after = play(after, END, {k: dice[k] for k in ("casualties-test", "flinch")})
        assert after.prompt.kind == "flee-path"
        _, after = play(after, Answer(side=B, choice="90"), {} if asked else {"flee": [1, 1]})
        assert (after.prompt.kind == "intercept" and after.prompt.unit == "a2") is asked
        if asked:
            events, _ = play(after, Answer(side=A, choice="intercept"), {"free-hack": [6], "flee": [1, 1]})
            assert rolls(events, "free-hack")
