"""Doubtful lines and edges: flagged beforehand, judged by the other side before dice fall."""

import pytest
from msgspec.structs import replace

from rules import decode_state, encode, legal_actions, preview
from rules.answers import Answer
from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.core.refusal import IllegalAction
from rules.forces.gemini import GeminiHull
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play

SHOOT = Shoot(side=A, unit="a1", target="b1")
WALL = Terrain(
    id="w", name="Wall", points=((20, 0), (20, 10)), line=True, width_in=0.2, going="impassable", height_in=4,
    blocks_sight=True,
)  # fmt: skip
ASKED = {"doubtful_shots_asked": True}


def battle(at, target, *more, terrain=(WALL,), weapon=None, options=ASKED, **values):
    """A1 at those places, B1 at those; the wall ends at y = 10, halfway between x = 10 and x = 30."""
    return a_battle(
        a_unit("a1", at, weapons=[weapon or a_weapon(type="assault", range_in=48)], facing=90),
        a_unit("b1", target, **values),
        *more,
        active="a1",
        ap=1,
        terrain=terrain,
        options=options,
    )


def answered(state, choice, dice=None):
    """What follows once the side that is asked has answered so."""
    return play(state, Answer(side=B, choice=choice), dice)


def shots(events):
    return sum(len(e.dice) for e in events if getattr(e, "label", "") == "to-hit")


@pytest.mark.rule("ARAP-SHOOT-03")
def test_a_line_is_doubtful_where_an_eighth_of_an_inch_of_the_target_decides():
    open_line, half_a_body, sliver, hair, eighth, hidden = 10.3, 9.9, 9.79, 9.74, 9.66, 9.6
    expected = {open_line: [], half_a_body: [], sliver: [True], hair: [False], eighth: [False], hidden: []}
    found = {y: preview(battle([(10, 10)], [(30, y)]), SHOOT).doubts for y in expected}
    assert {y: [d.counts for d in doubts] for y, doubts in found.items()} == expected
    assert {(d.matter, d.model, d.settled) for doubts in found.values() for d in doubts} == {("seen", "a1.1", False)}


@pytest.mark.rule("ARAP-SHOOT-03", "ARAP-GEN-01")
def test_the_other_side_judges_a_doubtful_line_before_dice_fall():
    state = battle([(10, 10), (10, 12)], [(30, 9.79)])
    events, waits = play(state, SHOOT)
    assert [type(e).__name__ for e in events] == ["Prompted", "AgendaChanged"]
    assert (waits.prompt.side, waits.prompt.kind, waits.turn.ap) == (B, "doubtful", 1)
    assert waits.prompt.question == "1 model of A1 may or may not see B1: what counts?"
    assert [o.id for o in waits.prompt.options] == [
        "measured", "body", "hand", "banner", "own-weapon", "weapon", "dice",
    ]  # fmt: skip
    restarted = decode_state(encode(waits))
    for choice, count in {"measured": 2, "body": 2, "hand": 1, "banner": 1, "own-weapon": 2, "weapon": 1}.items():
        events, after = answered(restarted, choice, {"to-hit": [6] * count})
        assert shots(events) == count
        assert after.turn.ap == 0
        assert (after.units["a1"].now.rulings.get("plain:b1") == "plain") is (choice == "banner")


@pytest.mark.rule("ARAP-DICE-11", "ARAP-SHOOT-03")
def test_a_die_decides_for_each_line_odd_it_sees():
    state = battle([(10, 10), (10, 10.001)], [(30, 9.79)])
    _, waits = play(state, SHOOT)
    events, _ = answered(waits, "dice", {"dispute": [3, 4], "to-hit": [6]})
    settled = next(e for e in events if type(e).__name__ == "DoubtSettled")
    assert settled.counts == {"a1.1": True, "a1.2": False}
    assert settled.sentence(waits) == "In doubt, by dice: 1 of 2 models of A1 sees B1"
    assert shots(events) == 1


@pytest.mark.rule("ARAP-SHOOT-03")
def test_nothing_is_spent_where_nobody_is_left_who_sees():
    _, waits = play(battle([(10, 10)], [(30, 9.79)]), SHOOT)
    events, after = answered(waits, "hand")
    assert shots(events) == 0
    assert (after.turn.ap, after.prompt) == (1, None)
    with pytest.raises(IllegalAction, match="No line of sight"):
        play(after, SHOOT)
    assert [d.settled for d in preview(after, SHOOT).doubts] == [True]


@pytest.mark.rule("ARAP-SHOOT-03")
def test_a_ruling_beforehand_lets_a_hidden_target_be_seen_and_nobody_is_asked_again():
    state = battle([(10, 10)], [(30, 9.74)])
    refused = preview(state, SHOOT)
    assert (refused.refusal.code, len(refused.doubts)) == ("no-line-of-sight", 1)
    ruling = RuleShot(side=B, unit="a1", target="b1", ruling="seen", reason="an arm shows")
    events, ruled = play(state, ruling)
    assert events[0].sentence(ruled) == "Host: B1 is seen where that is doubtful by A1 (an arm shows)"
    assert [(d.counts, d.settled) for d in preview(ruled, SHOOT).doubts] == [(True, True)]
    assert shots(play(ruled, SHOOT, {"to-hit": [6]})[0]) == 1
    far = battle([(10, 10)], [(30, 9.5)])
    with pytest.raises(IllegalAction):
        play(play(far, ruling)[1], SHOOT)


@pytest.mark.rule("ARAP-SHOOT-07")
def test_a_friend_who_grazes_the_line_is_judged_as_well():
    grazes, clear = a_unit("a2", [(20, 10.55)]), a_unit("a2", [(20, 10.7)])
    assert preview(battle([(10, 10)], [(30, 10)], clear, terrain=()), SHOOT).doubts == ()
    state = battle([(10, 10)], [(30, 10)], grazes, terrain=())
    assert [(d.matter, d.counts) for d in preview(state, SHOOT).doubts] == [("clear", True)]
    _, waits = play(state, SHOOT)
    assert waits.prompt.rule == "ARAP-SHOOT-07"
    events, after = answered(waits, "barred")
    assert (shots(events), after.turn.ap) == (0, 1)
    assert shots(answered(waits, "past", {"to-hit": [6]})[0]) == 1


@pytest.mark.rule("ARAP-SHOOT-03")
def test_of_a_hull_other_parts_are_named():
    tank = a_profile("tank", hull=GeminiHull(front=6, side=6, rear=6, length_in=4, width_in=2))
    state = battle([(10, 10)], [(30, 9.05)], profile=tank)
    assert "aerial" in [o.id for o in play(state, SHOOT)[1].prompt.options]


@pytest.mark.rule("ARAP-TMPL-06")
def test_figures_at_the_edge_of_a_template_are_judged_by_the_part_under_it():
    flame = a_weapon("flame", type="assault", template=True, strength=4, ap=5)
    places = [(14, 20), (14, 21.2), (14, 21.4), (14, 21.6)]
    state = battle([(10, 20)], places, terrain=(), weapon=flame, profile=a_profile("levy"))
    shot = Shoot(side=A, unit="a1", target="b1", aim=(18, 20))
    assert [(d.model, d.counts) for d in preview(state, shot).doubts] == [("b1.2", True), ("b1.3", False)]
    _, waits = play(state, shot)
    assert (waits.prompt.side, waits.prompt.rule) == (B, "ARAP-TMPL-06")
    assert [len(strip) for strip in waits.prompt.laid] == [4], "the board shows where it lies"
    for choice, hits in {"measured": 2, "body": 3, "hand": 1}.items():
        dice = {"to-hit": [1], "to-wound": [1] * hits, "suppression-test": [1, 1] if hits > 1 else []}
        events, _ = answered(waits, choice, dice)
        assert next(e for e in events if type(e).__name__ == "ShotsFired").hits == hits


@pytest.mark.rule("ARAP-SHOOT-03")
def test_tables_that_do_not_ask_play_as_measured():
    state = battle([(10, 10)], [(30, 9.79)], options={})
    assert len(preview(state, SHOOT).doubts) == 1
    assert shots(play(state, SHOOT, {"to-hit": [6]})[0]) == 1
    assert any(o.action == SHOOT for o in legal_actions(state, A))


MORTAR = a_weapon("mortar", type="assault", strength=4, ap=5, marker_in=3, range_in=36)
EDGE = [(30, 20), (30, 21.7), (30, 21.9), (30, 22.2)]
"""One in the middle, three at or beyond the edge of a marker of 3 inches: a base of 1 inch is partly under it."""
SPOT = FireAtSpot(side=A, unit="a1", at=(30, 20))
ON_TARGET = {"scatter-a": [3], "scatter-b": [3], "direction": [90]}


def shelled(options=ASKED, places=EDGE):
    return battle([(10, 20)], places, terrain=(), weapon=MORTAR, options=options, profile=a_profile("levy"))


def struck(events):
    return set(next(e for e in events if type(e).__name__ == "ShellBurst").touched)


@pytest.mark.rule("ARAP-TMPL-06")
@pytest.mark.parametrize("shot", [SHOOT, SPOT], ids=["at a unit", "at a spot"])
def test_figures_at_the_edge_of_a_marker_are_judged_before_it_scatters(shot):
    places = [*EDGE, *([(29, 20), (31, 20), (30, 19)] if shot is SHOOT else [])]
    state = shelled(places=places)
    shown = preview(state, shot)
    assert [(d.model, d.counts) for d in shown.doubts] == [("b1.2", True), ("b1.3", False)]
    assert "ARAP-TMPL-06" in shown.rules
    _, waits = play(state, shot)
    assert (waits.prompt.side, waits.prompt.kind, waits.turn.ap) == (B, "doubtful", 1)
    ((*_, (x, y)),) = waits.prompt.laid
    assert ((x - 30) ** 2 + (y - 20) ** 2) ** 0.5 == pytest.approx(1.5, abs=0.01)
    edge = {"b1.2", "b1.3"}
    for choice, counted in {"measured": {"b1.2"}, "body": edge, "hand": set()}.items():
        hits = len(places) - 3 + len(counted)
        tests = {"suppression-test": [1, 1]} if 4 * hits > len(places) else {}
        events, _ = answered(waits, choice, ON_TARGET | {"to-wound": [1] * hits} | tests)
        assert struck(events) & edge == counted


@pytest.mark.rule("ARAP-TMPL-06")
def test_a_ruling_beforehand_holds_wherever_the_marker_comes_down_and_for_own_people_too():
    friend = a_unit("a2", [(35, 21.9)])
    state = battle([(10, 20)], [(30, 20)], friend, terrain=(), weapon=MORTAR, options={}, profile=a_profile("levy"))
    drifting = {"scatter-a": [5], "scatter-b": [3], "direction": [90]}
    events, _ = play(state, SPOT, drifting)
    assert struck(events) == set()
    ruling = RuleShot(side=B, unit="a1", target="a2", ruling="under", reason="his arm is under it")
    events, ruled = play(state, ruling)
    assert (
        events[0].sentence(ruled) == "Host: A2 is under the template where that is doubtful by A1 (his arm is under it)"
    )
    events, _ = play(ruled, SPOT, drifting | {"to-wound": [1]})
    assert struck(events) == {"a2.1"}
    with pytest.raises(IllegalAction):
        play(state, RuleShot(side=B, unit="a1", target="a2", ruling="seen", reason="so"))


@pytest.mark.rule("ARAP-TMPL-06")
def test_what_was_judged_of_a_marker_says_nothing_of_where_it_drifts():
    state = shelled(places=[(30, 20), (30, 21.9)])
    _, waits = play(state, SPOT)
    again = {"scatter-a": [6], "scatter-b": [1], "direction": [360]}
    events, _ = answered(waits, "body", again)
    burst = next(e for e in events if type(e).__name__ == "ShellBurst")
    assert burst.scatter_in > 0
    assert "b1.2" not in burst.touched


def test_a_spot_with_nobody_at_its_edge_is_fired_at_without_a_question():
    state = shelled(places=[(30, 20)])
    events, _ = play(state, SPOT, ON_TARGET | {"to-wound": [1], "suppression-test": [1, 1]})
    assert struck(events) == {"b1.1"}
    assert preview(state, SPOT).doubts == ()


@pytest.mark.rule("ARAP-TMPL-06", "ARAP-AREA-07")
def test_where_an_obstacle_stops_a_shell_nobody_at_its_aim_is_judged():
    low = replace(WALL, points=((20, 15), (20, 25)), blocks_sight=False, height_in=1.5)
    state = battle([(10, 20)], [(30, 20), (30, 21.9)], terrain=(low,), weapon=MORTAR, profile=a_profile("levy"))
    assert preview(state, SPOT).doubts == ()
    events, _ = play(state, SPOT, ON_TARGET)
    assert struck(events) == set()
    beside = a_unit("a2", [(19.8, 21.9)])
    near = battle([(10, 20)], [(30, 20)], beside, terrain=(low,), weapon=MORTAR, profile=a_profile("levy"))
    assert [d.model for d in preview(near, SPOT).doubts] == ["a2.1"]
