"""Breaking off from a melee; Hit and Run."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.events import ModelsMoved
from rules.arap.melee.break_off import BrokeOff, HeldInMelee
from rules.arap.melee.join import MeleeJoined
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.morale import flight_paths, flight_restrictions
from rules.arap.morale.rout import UnitRouted
from rules.arap.movement.climb import Climb
from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.turn.activation import EndActivation
from rules.arap.turn.turn import PlayerTurnEnded
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, preview
from rules.progress import waiting
from rules.questions.units import states
from tests.builders import A, B, a_battle, a_unit, play, the
from tests.rules.arap.fights import a_fight, a_squad, fighter, moved, roll, rolls, two_squads
from tests.rules.arap.heights import a_cliff, a_ladder, going

END = EndActivation(side=A)


def second_round(a=1, b=3, **values):
    """The second round is about to begin; A1 is asked first, being the active side's."""
    _, state = play(two_squads(a, b, round=1, **values), END)
    return state


@pytest.mark.rule("ARAP-BREAK-01")
def test_each_unit_is_asked_from_the_second_round_on():
    state = second_round()
    assert (state.prompt.kind, state.prompt.unit, state.prompt.decline) == ("break-off", "a1", "fight")
    _, state = play(state, Answer(side=A, choice="fight"))
    assert (state.prompt.kind, state.prompt.unit) == ("break-off", "b1")
    events, state = play(two_squads(1, 1), END, {"to-hit": [6, 6]})
    assert rolls(events, "break-off") == []
    assert state.prompt is None


@pytest.mark.rule("ARAP-BREAK-01", "ARAP-BREAK-02", "ARAP-BREAK-03", "ARAP-MELEE-10")
def test_a_unit_that_breaks_off_is_struck_and_then_goes_where_it_likes():
    state = second_round(b=2)
    dice = {"break-off": [3, 4], "free-hack": [5], "flee": [6, 2]}
    events, state = play(state, Answer(side=A, choice="break-off"), dice)
    assert roll(events, "break-off").goal == 7
    assert roll(events, "free-hack").goal == 4
    assert (state.prompt.kind, state.prompt.side) == ("flee-path", A)
    west = next(o.id for o in state.prompt.options if 225 < float(o.id) < 315)
    events, state = play(state, Answer(side=A, choice=west))
    assert the(events, ModelsMoved).how == "break-off"
    assert the(events, ModelsMoved).length_in == pytest.approx(8)
    assert state.melees == ()
    assert (state.units["a1"].avoid, state.units["b1"].avoid) == ("b1", "a1")


@pytest.mark.rule("ARAP-BREAK-03")
def test_neither_may_charge_the_other_in_its_next_turn():
    state = second_round(b=1)
    dice = {"break-off": [3, 4], "free-hack": [6], "flee": [6, 2]}
    _, state = play(state, Answer(side=A, choice="break-off"), dice)
    _, state = play(state, Answer(side=A, choice=state.prompt.options[0].id))
    assert state.active_side == B
    given = state.with_turn(active="b1", ap=1)
    assert Charge(side=B, unit="b1", target="a1").check(given).rule == "ARAP-BREAK-03"
    _, state = play(state, EndActivation(side=B))
    assert state.units["b1"].avoid is None
    given = state.with_turn(active="a1", ap=1)
    assert Charge(side=A, unit="a1", target="b1").check(given).code == "broke-off"
    _, state = play(state, END)
    assert state.units["a1"].avoid is None


@pytest.mark.rule("ARAP-BREAK-01", "ARAP-ROUT-01")
def test_who_fails_to_break_off_routs_and_may_be_pursued():
    state = second_round()
    events, state = play(state, Answer(side=A, choice="break-off"), {"break-off": [6, 3], "flinch": [2]})
    assert the(events, UnitRouted).cause == "b1"
    _, state = play(state, Answer(side=A, choice=state.prompt.options[0].id))
    assert (state.prompt.kind, state.prompt.unit) == ("pursuit", "b1")
    assert state.melees == ()


@pytest.mark.rule("ARAP-BREAK-02")
def test_the_move_halts_outside_the_radius_of_every_enemy():
    """Nine inches to the west a second enemy stands 8 inches off: less than 6 may be moved that way."""
    state = two_squads(1, 1, round=1)
    foe, _, _ = a_squad("b2", 1, 12, profile=fighter("b1-fighter"))
    state = state.with_unit(foe)
    _, state = play(state, END)
    dice = {"break-off": [3, 4], "free-hack": [6], "flee": [6, 3]}
    _, state = play(state, Answer(side=A, choice="break-off"), dice)
    ways = {w.id: w for w in flight_restrictions.free_ways(state, state.units["a1"], 9)}
    for way in ways.values():
        for place in way.placements:
            for unit in ("b1", "b2"):
                at = state.units[unit].models[0].at
                assert ((place.at[0] - at[0]) ** 2 + (place.at[1] - at[1]) ** 2) ** 0.5 > 2.01
    straight = flight_paths.straight(state, state.units["a1"], 270, 9)
    assert straight.length_in > 6


@pytest.mark.rule("ARAP-BREAK-02")
def test_nobody_breaks_off_through_the_enemy_or_past_another_one():
    """To the east stands the enemy that it leaves; to the west one that it would pass 1.5 inches off."""
    state = two_squads(1, 1, round=1)
    foe, _, _ = a_squad("b2", 1, 15, 11.5, profile=fighter("b1-fighter"))
    state = state.with_unit(foe)
    _, state = play(state, END)
    dice = {"break-off": [3, 4], "free-hack": [6], "flee": [6, 6]}
    _, state = play(state, Answer(side=A, choice="break-off"), dice)
    ways = {o.id: o for o in state.prompt.options}
    assert "90" not in ways
    assert flight_paths.straight(state, state.units["a1"], 90, 12).length_in == pytest.approx(12)
    for way in ways.values():
        (ax, ay), (bx, by) = way.path
        for step in range(101):
            x, y = ax + (bx - ax) * step / 100, ay + (by - ay) * step / 100
            assert ((x - 15) ** 2 + (y - 11.5) ** 2) ** 0.5 > 2


def runners(traits=("hit-and-run",), dice=None):
    state = two_squads(1, 1, first=fighter("raider", i=4, traits=traits))
    return play(state, END, {"to-hit": [6, 6], **(dice or {})})


@pytest.mark.rule("ARAP-BREAK-04")
def test_hit_and_run_after_a_round():
    _, state = runners()
    assert (state.prompt.kind, state.prompt.unit) == ("hit-and-run", "a1")
    events, state = play(state, Answer(side=A, choice="leave"), {"initiative-test": [2], "flee": [3, 3, 5]})
    assert roll(events, "initiative-test").goal == 4
    assert the(events, BrokeOff).left == ("b1",)
    events, state = play(state, Answer(side=A, choice=state.prompt.options[0].id))
    assert the(events, ModelsMoved).length_in == pytest.approx(11)
    assert state.melees == ()


@pytest.mark.rule("ARAP-BREAK-04")
def test_who_fails_to_hit_and_run_stays_and_may_not_break_off():
    _, state = runners()
    events, state = play(state, Answer(side=A, choice="leave"), {"initiative-test": [5]})
    assert the(events, HeldInMelee).unit == "a1"
    assert state.melees[0].bound == ("a1",)
    _, state = play(state, EndActivation(side=B))
    assert (state.prompt.kind, state.prompt.unit) == ("break-off", "b1")
    events, state = play(state, Answer(side=B, choice="fight"), {"to-hit": [6, 6]})
    assert state.prompt.kind == "hit-and-run"
    assert state.melees[0].bound == ()


def test_a_unit_without_the_rule_is_not_asked():
    _, state = runners(traits=())
    assert state.prompt is None
    assert not moved(state, "a1").units["a1"].routing


# -- who has fought a round ----------------------------------------------------------------------------------------


def joined_late():
    """A2 charges home into a melee of A1 and B1 that has been fought for two rounds."""
    state = a_fight(
        a_squad("a1", 1, 20),
        a_squad("b1", 3, 21.9, facing=270),
        a_squad("a2", 1, 20, y=18),
        extra=("a2",),
        round=2,
        active="a2",
        ap=2,
    )
    _, state = play(state, Charge(side=A, unit="a2", target="b1"))
    return state


@pytest.mark.rule("ARAP-BREAK-01")
def test_who_joins_in_the_third_round_fights_it_before_it_may_break_off():
    state = joined_late()
    assert state.melees[0].fresh == ("a2",)
    asked = []
    dice = {"to-hit": [6] * 20}
    while state.prompt is not None and state.prompt.kind == "break-off":
        asked.append(state.prompt.unit)
        script = ScriptedDice(dice)
        state = fold(decide(state, Answer(side=state.prompt.side, choice="fight"), script), state)
    assert asked == ["a1", "b1"]
    assert state.melees[0].round == 3


@pytest.mark.rule("ARAP-BREAK-01")
def test_in_the_round_after_it_may():
    melee = joined_late().melees[0]
    over = MeleeRoundEnded(melee=melee.id, differences=())
    state = over.evolve(joined_late())
    assert state.melees[0].fresh == ()


@pytest.mark.part_of("ARAP-BREAK-04")
def test_who_is_held_in_a_melee_stays_held_when_another_unit_joins():
    state = joined_late()
    held = HeldInMelee(side=A, unit="a1", melee=state.melees[0].id).evolve(state)
    more = MeleeJoined(side=B, unit="b1", melee="x", units=("b2", "a2"))
    assert more.evolve(held.with_unit(replace(held.units["b1"], id="b2"))).melees[0].bound == ("a1",)


@pytest.mark.part_of("ARAP-BREAK-02")
@pytest.mark.parametrize("apart", [0.8, 1.2, 1.6, 1.9])
def test_a_short_move_too_ends_outside_the_radius_of_those_who_are_left(apart):
    """Two inches any way, but never within two of the enemy in contact."""
    state = two_squads(1, 1, apart=apart, round=1)
    foe = state.units["b1"].models[0].at
    ways = flight_restrictions.free_ways(state, state.units["a1"], 2.0)
    assert ways
    for way in ways:
        ((x, y),) = (p.at for p in way.placements)
        assert ((x - foe[0]) ** 2 + (y - foe[1]) ** 2) ** 0.5 > 2.0


@pytest.mark.part_of("ARAP-BREAK-02")
def test_who_cannot_get_out_of_reach_has_no_way():
    """An inch from 0.8 inches off is 1.8 at the most, and the enemy reaches 2."""
    state = two_squads(1, 1, apart=0.8, round=1)
    assert flight_restrictions.free_ways(state, state.units["a1"], 1.0) == []


@pytest.mark.rule("ARAP-DICE-05", "ARAP-BREAK-01")
def test_the_slippery_break_off_without_a_test():
    state = second_round(first=fighter("eel", traits=("passes-break-off",)))
    option = state.prompt.option("break-off")
    assert option.detail == "passed without dice; each enemy in reach strikes once; failed, it routs"
    found = waiting(state).odds(state, state)["break-off"]
    assert [(p.value, p.meaning) for p in found[:2]] == [(1, "gets away"), (0, "routs")]
    events, _ = play(state, Answer(side=A, choice="break-off"), {"free-hack": [6], "flee": [3, 3]})
    assert rolls(events, "break-off") == []


def refused(state, action):
    """The code of what is said against an action, with the rule; None if nothing is."""
    found = preview(state, action).refusal
    return (found.code, found.rule) if found else None


def in_hand(state, unit):
    """The state in that unit's own turn, with points to spend."""
    place = state.turn.order.index(state.units[unit].side)
    return replace(state, turn=replace(state.turn, place=place, phase="activation", active=unit, ap=2))


SHUNNED = ("broke-off", "ARAP-BREAK-03")


@pytest.mark.rule("ARAP-BREAK-03")
@pytest.mark.parametrize(("version", "second"), [("13", SHUNNED), ("12", None)])
def test_all_whom_a_unit_has_left_are_shunned_not_the_first_alone(version, second):
    fight = a_fight(a_squad("a1", 1, 20), a_squad("b1", 1, 21.5), a_squad("b2", 1, 21.5, 11), round=1)
    _, state = play(replace(fight, version=version), END)
    dice = {"break-off": [1, 1], "free-hack": [6, 6], "flee": [6, 2]}
    _, state = play(state, Answer(side=A, choice="break-off"), dice)
    west = next(o.id for o in state.prompt.options if 225 < float(o.id) < 315)
    _, state = play(state, Answer(side=A, choice=west))
    at = state.units["a1"].models[0].at
    for foe, expected in (("b1", SHUNNED), ("b2", second)):
        refusal = refused(in_hand(state, "a1"), Charge(side=A, unit="a1", target=foe))
        assert refusal == expected or expected is None
        assert (refusal == SHUNNED) is (expected == SHUNNED)
        assert refused(in_hand(state, foe), Charge(side=B, unit=foe, target="a1")) == SHUNNED
    east, west = ((Waypoint(at=(at[0] + by, at[1])),) for by in (2, -2))
    assert refused(in_hand(state, "a1"), Move(side=A, unit="a1", path=east)) == SHUNNED
    assert refused(in_hand(state, "a1"), Move(side=A, unit="a1", path=west)) is None
    words = [each.words for each in states(state, state.units["a1"])]
    names = "B1 and B2" if second else "B1"
    assert f"Parted from {names}: neither charges nor goes nearer in its next turn" in words


@pytest.mark.rule("ARAP-BREAK-03")
def test_who_was_left_by_two_units_shuns_both():
    field = a_battle(a_unit("a1", [(20, 10)]), a_unit("a2", [(20, 20)]), a_unit("b1", [(30, 15)]), active="b1", ap=2)
    for unit in ("a1", "a2"):
        field = BrokeOff(side=A, unit=unit, left=("b1",), until={unit: 2, "b1": 1}).evolve(field)
    assert [refused(field, Charge(side=B, unit="b1", target=foe)) for foe in ("a1", "a2")] == [SHUNNED] * 2
    over = PlayerTurnEnded(side=B, up_again=(), shun_no_more=("b1",)).evolve(field)
    assert not any("Parted" in each.words for each in states(over, over.units["b1"]))


@pytest.mark.rule("ARAP-BREAK-03")
@pytest.mark.parametrize("act", ["ladder", "climb"])
def test_no_ladder_and_no_climb_leads_nearer_to_whom_a_unit_broke_off_from(act):
    action = UseLadder(side=A, unit="a1", ladder="ladder") if act == "ladder" else going(Climb, (12.5, 10))
    ground = (a_cliff(3.0), *((a_ladder(y=10.0),) if act == "ladder" else ()))
    fled = a_unit("a1", [(11, 10)], avoid="b1", avoid_turn=1)
    state = a_battle(fled, a_unit("b1", [(20, 10)]), active="a1", ap=3, terrain=ground)
    assert refused(state, action) == SHUNNED
    behind = tuple(replace(m, at=(2.0, 10.0)) for m in state.units["b1"].models)
    assert refused(moved(state, "b1", models=behind), action) is None
