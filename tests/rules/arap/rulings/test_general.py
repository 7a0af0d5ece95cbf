"""The host overrules, settles and calls for tests; each time the log says why."""

import pytest
from msgspec.structs import replace

from rules import preview
from rules.any_game import TableRoll
from rules.arap.movement.walk import Move, Waypoint
from rules.arap.rulings.disputes import CallTest, SettleDispute, TagUnit
from rules.arap.rulings.general import PlaceRuled, RulePlace, RuleUnit, RuleWounds, UnitRuled
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions
from rules.events import Note, Rolled
from rules.questions.units import states
from rules.state import Placement
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_carrier, a_vehicle


@pytest.fixture
def battle():
    return a_battle(a_unit("a1", a_row(3, 10, 10), profile=a_profile("quick", i=4)), a_unit("b1", a_row(3, 60, 10)))


@pytest.mark.rule("ARAP-GEN-01")
def test_a_ruling_tells_the_old_value_and_the_reason(battle):
    events, state = play(battle, RuleUnit(side=A, unit="b1", what="s_active", value=2, reason="forgotten test"))
    assert state.units["b1"].s_active == 2
    ruled = the(events, UnitRuled)
    assert (ruled.value, ruled.was) == (2, 0)
    assert ruled.sentence(state) == "Host: B1 has 2 suppression points, was 0 (forgotten test)"


@pytest.mark.rule("ARAP-GEN-01")
def test_suppression_that_is_still_to_come_is_ruled_on_by_itself():
    battle = a_battle(a_unit("a1", [(5, 5)]), a_unit("b1", [(30, 5)], s_active=1, s_pending=2))
    ruling = RuleUnit(side=A, unit="b1", what="s_pending", value=0, reason="the test was passed")
    events, state = play(battle, ruling)
    assert (state.units["b1"].s_active, state.units["b1"].s_pending) == (1, 0)
    assert events[0].sentence(state) == "Host: B1 has 0 pending suppression points, was 2 (the test was passed)"


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [("s_active", 13, "bad-ruling"), ("pinned", 2, "bad-ruling"), ("colour", 1, "bad-ruling")],
)
def test_a_ruling_out_of_range_says_what_is_allowed(battle, what, value, code):
    with pytest.raises(IllegalAction) as refused:
        play(battle, RuleUnit(side=A, unit="b1", what=what, value=value, reason="x"))
    assert refused.value.code == code
    assert "0-12" in refused.value.allowed


def test_a_ruling_without_a_reason_is_refused(battle):
    with pytest.raises(IllegalAction) as refused:
        play(battle, RuleUnit(side=A, unit="b1", what="pinned", value=1, reason=" "))
    assert refused.value.code == "no-reason"


def test_models_can_be_put_elsewhere_but_not_off_the_table(battle):
    there = Placement(model="a1.1", at=(20, 20), facing=0)
    events, state = play(battle, RulePlace(side=A, unit="a1", placements=(there,), reason="knocked over"))
    assert state.units["a1"].models[0].at == (20, 20)
    assert the(events, PlaceRuled).reason == "knocked over"
    off = Placement(model="a1.1", at=(80, 20), facing=0)
    with pytest.raises(IllegalAction) as refused:
        play(battle, RulePlace(side=A, unit="a1", placements=(off,), reason="knocked over"))
    assert refused.value.code == "off-table"


def test_a_ruling_may_bring_a_casualty_back(battle):
    _, state = play(battle, RuleWounds(side=A, model="a1.2", wounds=0, reason="missed a hit"))
    assert len(state.units["a1"].alive) == 2
    _, state = play(state, RuleWounds(side=A, model="a1.2", wounds=1, reason="it was saved"))
    assert len(state.units["a1"].alive) == 3


@pytest.mark.rule("ARAP-GEN-01", "ARAP-DICE-11")
@pytest.mark.parametrize(("face", "stands"), [(1, "hedge counts"), (2, "hedge does not"), (5, "hedge counts")])
def test_a_die_settles_a_dispute(battle, face, stands):
    readings = ("hedge counts", "hedge does not")
    action = SettleDispute(side=A, readings=readings, method="dice", reason="cover at the hedge")
    events, _ = play(battle, action, {"dispute": [face]})
    assert stands in the(events, Note).text


@pytest.mark.rule("ARAP-GEN-01")
@pytest.mark.parametrize(("count", "face", "stands"), [(3, 5, 2), (4, 4, 4), (5, 6, 1), (6, 6, 6)])
def test_a_larger_die_settles_between_more_readings(battle, count, face, stands):
    """A D3 and a D5 are read off a D6 and a D10. (ARAP-DICE-09, ARAP-DICE-10)"""
    readings = tuple(f"reading {n}" for n in range(1, count + 1))
    action = SettleDispute(side=A, readings=readings, method="dice", reason="what the notice says")
    events, _ = play(battle, action, {"dispute": [face]})
    assert f": reading {stands} (" in the(events, Note).text


@pytest.mark.parametrize(
    ("count", "chosen", "allowed"), [(1, 0, "2 to 6 readings"), (7, 0, "2 to 6 readings"), (3, 3, "0 to 2")]
)
def test_a_dispute_has_readings_to_choose_from(battle, count, chosen, allowed):
    action = SettleDispute(side=A, readings=("so",) * count, method="gm-ruling", chosen=chosen, reason="a wall")
    refusal = action.check(battle)
    assert refusal is not None
    assert refusal.allowed == allowed


def test_the_host_may_settle_without_dice(battle):
    readings = ("hedge counts", "hedge does not")
    action = SettleDispute(side=A, readings=readings, method="gm-ruling", chosen=1, reason="too low")
    events, _ = play(battle, action)
    assert the(events, Note).text == "Settled, the host rules: hedge does not (too low)"


@pytest.mark.rule("ARAP-DICE-14")
@pytest.mark.parametrize(("initiative", "face", "word"), [(4, 4, "passes"), (4, 5, "fails"), (7, 6, "fails")])
def test_an_initiative_test_passes_on_the_value_or_less_and_never_on_a_6(initiative, face, word):
    state = a_battle(a_unit("a1", [(10, 10)], profile=a_profile("quick", i=initiative)), a_unit("b1", [(60, 10)]))
    action = CallTest(side=A, unit="a1", kind="initiative", reason="leaping the ditch")
    events, _ = play(state, action, {"initiative-test": [face]})
    assert the(events, Note).text == f"A1 {word}: leaping the ditch"


@pytest.mark.rule("ARAP-DICE-05")
def test_a_leadership_test_can_be_called_with_a_modifier(battle):
    action = CallTest(side=A, unit="a1", kind="leadership", modifier=-1, reason="strange lights")
    events, _ = play(battle, action, {"leadership": [4, 3]})
    assert the(events, Rolled).goal == 6
    assert "fails" in the(events, Note).text


@pytest.mark.rule("ARAP-GEN-09")
def test_a_term_without_a_chapter_is_a_tag_on_the_unit(battle):
    _, state = play(battle, TagUnit(side=A, unit="a1", tag="on overwatch", reason="agreed"))
    assert state.units["a1"].tags == ("on overwatch",)
    _, state = play(state, TagUnit(side=A, unit="a1", tag="on overwatch", on=False, reason="fired"))
    assert state.units["a1"].tags == ()


@pytest.mark.rule("ARAP-GEN-09")
def test_a_term_of_a_weapon_names_it_on_the_card():
    state = a_battle(a_unit("a1", [(10, 10)], weapons=[a_weapon("gun")]), a_unit("b1", [(60, 10)]))
    jammed = TagUnit(side=A, unit="a1", tag="jammed", weapon="gun", reason="sand")
    events, state = play(state, jammed)
    assert events[0].sentence(state) == "Host: A1 is Gun: jammed (sand)"
    assert "Tagged: Gun: jammed" in [each.words for each in states(state, state.units["a1"])]


@pytest.mark.parametrize(
    ("tag", "words", "rule"),
    [
        ("jump-max:8", "Jumps gaps of up to 8″", "ARAP-JUMP-03"),
        ("encumbered:2", "Encumbered: moves 2″ less", "ARAP-MOVE-01"),
        ("crawls", "Crawls and lies down", "ARAP-PRONE-06"),
        ("clingers:6", "Holds 6 who cling to its outside", "VEH-BRD-12"),
    ],
)
def test_a_term_that_the_rules_read_is_told_in_words(battle, tag, words, rule):
    events, state = play(battle, TagUnit(side=A, unit="a1", tag=tag, reason="agreed"))
    assert events[0].sentence(state) == f"Host: A1: {words} (agreed)"
    assert (words, rule) in [(each.words, each.rule) for each in states(state, state.units["a1"])]
    events, state = play(state, TagUnit(side=A, unit="a1", tag=tag, on=False, reason="over"))
    assert events[0].sentence(state) == f"Host: A1, no longer: {words} (over)"


@pytest.mark.rule("ARAP-PRONE-06")
def test_the_host_decides_who_crawls(battle):
    down = Move(side=A, unit="a1", path=(Waypoint(at=(11, 10)),), gait="crawl")
    horses = a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("horse", kind="horse")), a_unit("b1", [(60, 10)]), active="a1", ap=1
    )
    assert preview(horses, down).refusal.code == "cannot-crawl"
    _, ruled = play(horses, TagUnit(side=B, unit="a1", tag="crawls", reason="a low horse"))
    assert preview(ruled, down).refusal is None
    _, barred = play(ruled, TagUnit(side=B, unit="a1", tag="no-crawl", reason="not that low"))
    assert preview(barred, down).refusal.rule == "ARAP-PRONE-06"


@pytest.mark.rule("ARAP-DICE-15")
def test_anybody_may_roll_any_known_die(battle):
    events, _ = play(battle, TableRoll(side=B, sides=20, count=2, why="weather"), {"table-roll": [7, 20]})
    assert the(events, Rolled).dice == (7, 20)
    with pytest.raises(IllegalAction) as refused:
        play(battle, TableRoll(side=B, sides=7))
    assert refused.value.rule == "ARAP-DICE-15"


@pytest.mark.parametrize(
    ("asked", "real", "faces", "read"),
    [
        pytest.param((2, 2), 6, [3, 4], (1, 2), marks=pytest.mark.rule("ARAP-DICE-11")),
        pytest.param((3, 3), 6, [6, 2, 4], (3, 2, 1), marks=pytest.mark.rule("ARAP-DICE-09")),
        pytest.param((5, 2), 10, [10, 7], (5, 2), marks=pytest.mark.rule("ARAP-DICE-10")),
        pytest.param((66, 2), 6, [3, 5, 6, 1], (35, 61), marks=pytest.mark.rule("ARAP-DICE-13")),
        pytest.param((100, 3), 10, [10, 10, 10, 7, 4, 10], (100, 7, 40), marks=pytest.mark.rule("ARAP-DICE-12")),
    ],
)
def test_dice_that_nobody_owns_are_read_off_those_that_lie_there(battle, asked, real, faces, read):
    kind, count = asked
    events, state = play(battle, TableRoll(side=B, sides=kind, count=count), {"table-roll": faces})
    rolled = the(events, Rolled)
    assert (rolled.sides, rolled.dice, rolled.readings) == (real, tuple(faces), read)
    assert state.dice_used == battle.dice_used + len(faces)


def test_dice_that_are_owned_lie_as_they_fall(battle):
    events, _ = play(battle, TableRoll(side=B, sides=8), {"table-roll": [7]})
    assert the(events, Rolled).readings == ()


@pytest.mark.rule("ARAP-GEN-01")
@pytest.mark.parametrize("what", ["shaken", "stunned"])
def test_the_host_shakes_or_stuns_the_crew_of_a_hull_and_calms_it_again(what):
    state = a_battle(a_vehicle("a1", at=(30, 20)), a_unit("b1", [(60, 10)]))
    events, hit = play(state, RuleUnit(side=B, unit="a1", what=what, value=1, reason="its other half blew up"))
    assert the(events, UnitRuled).sentence(hit) == f"Host: A1 is {what} (its other half blew up)"
    assert getattr(hit.units["a1"].vehicle, what) is True
    _, calm = play(hit, RuleUnit(side=B, unit="a1", what=what, value=0, reason="not so bad"))
    assert getattr(calm.units["a1"].vehicle, what) is False


def with_riders():
    """A2 of two rides in A1."""
    return a_battle(
        a_carrier("a1", (30, 24)), a_unit("a2", [(0, 0)] * 2, aboard="a1"), a_unit("b1", [(50, 24)]), active="a1", ap=1
    )


def put(*models):
    places = tuple(Placement(model=f"a2.{n}", at=(34 + n, 24), facing=0) for n in models)
    return RulePlace(side=A, unit="a2", placements=places, reason="they got out")


@pytest.mark.rule("ARAP-GEN-01")
def test_the_host_puts_people_down_who_are_aboard():
    """All or none; up to version 13 they were aboard still, wherever they stood."""
    state = with_riders()
    events, after = play(state, put(1, 2))
    assert the(events, PlaceRuled).sentence(state) == "Host: A2 is taken out of A1 (they got out)"
    assert (after.units["a2"].aboard, after.units["a2"].on_table) == (None, True)
    assert [m.at for m in after.units["a2"].models] == [(35, 24), (36, 24)]
    assert (preview(state, put(1)).refusal.code, preview(state, put(1)).refusal.allowed) == (
        "aboard",
        "a place for each of its 2 models",
    )
    _, before = play(replace(state, version="13"), put(1, 2))
    assert before.units["a2"].aboard == "a1"


@pytest.mark.rule("ARAP-GEN-01")
def test_no_vehicle_is_taken_off_with_people_aboard():
    """What was offered to them could not be worked out then."""
    gone = RuleWounds(side=A, model="a1.1", wounds=0, reason="it sinks")
    state = with_riders()
    refusal = preview(state, gone).refusal
    assert (refusal.code, refusal.message) == ("carries", "A1 carries A2.")
    _, out = play(state, put(1, 2))
    assert preview(out, gone).refusal is None
    _, left = play(replace(with_riders().with_turn(active="a2"), version="13"), gone)
    assert legal_actions(left, A)
