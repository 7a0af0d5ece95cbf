"""Dice thrown by hand: a command waits for real faces, then happens as a whole."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.any_game import TableRoll
from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.rulings.table_scatter import ScatterThrown, TableScatter
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.arap.turn.activation import Finish
from rules.bots import next_action, to_act
from rules.codec import decode_state, encode
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice, SeededDice
from rules.engine import decide, fold, legal_actions, preview
from rules.events import DiceAsked, DiceEntered, DiceLeft, Rolled
from rules.hand_dice import ChooseDice, EnterDice, LeaveDice, LetDiceStand, RuleDice
from rules.state import RULES_VERSION
from rules.visibility import view, view_event
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, the

SHOOT = Shoot(side=A, unit="a1", target="b1")
MINE, YOURS = a_profile("ranger", bs=4), a_profile("levy", sv=5, ld=7)
GRENADE = a_weapon("grenade", type="grenade", range_in=6, strength=4, marker_in=3)


def battle(how="by_hand", bs=4, **values):
    """A1, two rifles within 12 inches of B1: four shots at 4 or less; wounds on 4 or more; each saves on 5 or more.

    B1 is of three models: hits are shared out by a D3 each.
    """
    return a_battle(
        a_unit("a1", a_row(2, 10, 20), weapons=[a_weapon()], profile=replace(MINE, bs=bs), **values),
        a_unit("b1", a_row(3, 20, 20), profile=YOURS),
        a_unit("a9", [(2, 46)]),
        active="a1",
        ap=2,
        options={"dice_thrown": how},
    )


def does(state, action, dice=None):
    """Decide it with exactly these dice of the server; the events and the state after them, which is kept as JSON."""
    script = ScriptedDice(dice or {})
    events = decide(state, action, script)
    script.finish()
    after = fold(events, state)
    assert decode_state(encode(after)) == after
    return events, after


def enters(state, *faces, by="Ann"):
    return does(state, EnterDice(side=state.owed.side, faces=faces, by=by))


def refusal(state, action):
    with pytest.raises(IllegalAction) as refused:
        decide(state, action, ScriptedDice({}))
    return refused.value.refusal


def thrown(events):
    return [(event.label, event.dice, event.entered_by) for event in events if isinstance(event, Rolled)]


def owed(state):
    asked = state.owed.asked
    return state.owed.side, asked.label, asked.count, asked.sense, asked.goal


# -- an attack -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-DICE-15", "ARAP-HIT-01")
def test_an_attack_waits_for_each_roll_and_happens_with_the_last_die():
    state = battle()
    events, asked = does(state, SHOOT)
    assert [type(event) for event in events] == [DiceAsked]
    assert owed(asked) == (A, "to-hit", 4, "low", 4)
    assert (asked.turn, asked.units, asked.dice_used) == (state.turn, state.units, 0)

    events, asked = enters(asked, 1, 4, 5, 3)
    assert [type(event) for event in events] == [DiceEntered, DiceAsked]
    assert owed(asked) == (A, "to-wound", 3, "high", 4)
    assert [(fallen.dice, fallen.made) for fallen in asked.owed.fallen] == [((1, 4, 5, 3), (True, True, False, True))]

    _, asked = enters(asked, 4, 6, 1)
    assert owed(asked) == (B, "pick", 2, "pick", None)
    assert asked.owed.asked.sides == 3
    assert asked.units == state.units

    events, after = enters(asked, 1, 3, by="Ben")
    assert thrown(events) == [
        ("to-hit", (1, 4, 5, 3), "Ann"),
        ("to-wound", (4, 6, 1), "Ann"),
        ("pick", (1, 3), "Ben"),
    ]
    assert (after.owed, after.prompt.kind, after.dice_used) == (None, "go-to-ground", 9)

    _, asked = does(after, Answer(side=B, choice=after.prompt.decline))
    assert owed(asked) == (B, "save", 2, "high", 5)
    assert asked.prompt == after.prompt
    events, after = enters(asked, 5, 2, by="Ben")
    assert thrown(events) == [("save", (5, 2), "Ben")]
    assert (after.owed, after.prompt) == (None, None)
    assert len([m for m in after.units["b1"].models if m.wounds > 0]) == 2


def test_it_comes_to_the_same_as_with_dice_of_the_server():
    faces = {"to-hit": [1, 4, 5, 3], "to-wound": [4, 6, 1], "save": [5, 2]}
    script = ScriptedDice({**faces, "pick": [1, 3]})
    plain = decide(battle("server"), SHOOT, script)
    _, state = does(battle(), SHOOT)
    events = []
    while state.owed is not None:
        asked = state.owed.asked
        faces = next(e.dice for e in plain if isinstance(e, Rolled) and e.label == asked.label)
        events, state = enters(state, *faces)
    same = [replace(e, seq=0, entered_by="") if isinstance(e, Rolled) else replace(e, seq=0) for e in events[1:]]
    assert same == [replace(e, seq=0) for e in plain]


def test_nothing_but_the_dice_is_done_meanwhile():
    _, state = does(battle(), SHOOT)
    for action in (Finish(side=A, unit="a1"), TableRoll(side=B, sides=6), SHOOT):
        found = refusal(state, action)
        assert (found.code, found.message) == ("dice-owed", "Ash has 4 dice to throw first.")
        assert found.allowed == "enter what they show, or take the action back"
    assert preview(state, Finish(side=A, unit="a1")).refusal.code == "dice-owed"
    assert legal_actions(state, B) == ()
    assert [(o.kind, o.label) for o in legal_actions(state, A)] == [
        ("enter-dice", "Enter 4 D6"),
        ("leave-dice", "Let the server throw"),
    ]


@pytest.mark.rule("ARAP-DICE-15")
@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((1, 2, 3), "3 faces are given, 4 dice are thrown."),
        ((1, 2, 3, 4, 5), "5 faces are given, 4 dice are thrown."),
        ((1, 2, 0, 7), "A D6 has no 0 and no 7."),
        ((), "0 faces are given, 4 dice are thrown."),
    ],
)
def test_faces_that_the_dice_do_not_have_are_refused(faces, message):
    _, state = does(battle(), SHOOT)
    found = refusal(state, EnterDice(side=A, faces=faces))
    assert (found.code, found.message, found.rule) == ("bad-die", message, "ARAP-DICE-15")
    assert found.allowed == "4 faces, each from 1 to 6"


def test_dice_are_entered_by_who_throws_them_and_only_when_they_are_owed():
    assert refusal(battle(), EnterDice(side=A, faces=(1,))).code == "no-dice-owed"
    _, state = does(battle(), SHOOT)
    assert refusal(state, EnterDice(side=B, faces=(1, 1, 1, 1))).code == "not-your-dice"


# -- the server's dice ---------------------------------------------------------------------------------------------


def test_where_all_throw_by_hand_only_a_ruling_leaves_dice_to_the_server():
    _, state = does(battle(), SHOOT)
    assert refusal(state, LeaveDice(side=A)).code == "by-hand-only"
    assert refusal(state, RuleDice(side=B, reason=" ")).code == "no-reason"
    events, state = does(state, RuleDice(side=B, reason="A die fell off"), {"to-hit": [1, 5, 6, 6]})
    left = the(events, DiceLeft)
    assert left.sentence(state) == "Ash: the server throws 4 dice, A die fell off"
    assert owed(state) == (A, "to-wound", 1, "high", 4)
    assert state.owed.fallen[0].entered_by == ""


@pytest.mark.rule("ARAP-DICE-15")
def test_each_player_chooses_and_may_leave_a_single_roll():
    state = battle("each")
    _, after = does(state, ChooseDice(side=B, by_hand=True))
    assert [side.by_hand for side in after.sides] == [False, True]
    _, asked = does(after, SHOOT, {"to-hit": [1, 1, 6, 6], "to-wound": [4, 4]})
    assert owed(asked) == (B, "pick", 2, "pick", None)
    assert refusal(asked, ChooseDice(side=B, by_hand=False)).code == "dice-owed"
    server = {"to-hit": [1, 1, 6, 6], "to-wound": [4, 4]}
    events, after = does(asked, LeaveDice(side=B), {**server, "pick": [1, 2]})
    assert the(events, DiceLeft).sentence(after) == "Birch: the server throws 2 dice"
    assert [by for _, _, by in thrown(events)] == ["", "", ""]
    events, _ = does(asked, EnterDice(side=B, faces=(3, 2), by="Ben"), server)
    assert [by for _, _, by in thrown(events)] == ["", "", "Ben"]


@pytest.mark.parametrize(("how", "code"), [("server", "not-yours-to-choose"), ("by_hand", "not-yours-to-choose")])
def test_a_table_that_has_chosen_leaves_no_choice(how, code):
    assert refusal(battle(how), ChooseDice(side=A, by_hand=True)).code == code
    assert refusal(battle("each"), ChooseDice(side=A, by_hand=False)).code == "already-so"


# -- other dice ----------------------------------------------------------------------------------------------------


def test_dice_of_the_server_are_not_disputed():
    stands = LetDiceStand(side=A, reason="cocked", by="Ann")
    assert refusal(battle("server"), stands).code == "no-hand-dice"
    (event,), _ = does(battle("by_hand"), stands)
    assert (event.reason, event.by) == ("cocked", "Ann")


@pytest.mark.parametrize(
    ("kind", "sides", "faces", "read"),
    [
        pytest.param(66, 6, (3, 5), 35, marks=pytest.mark.rule("ARAP-DICE-13")),
        pytest.param(100, 10, (10, 7), 7, marks=pytest.mark.rule("ARAP-DICE-12")),
    ],
)
def test_pairs_are_entered_die_by_die_and_read_together(kind, sides, faces, read):
    _, state = does(battle(), TableRoll(side=B, sides=kind))
    asked = state.owed.asked
    assert (state.owed.side, asked.kind, asked.count, asked.sides) == (B, kind, 2, sides)
    events, _ = enters(state, *faces)
    rolled = the(events, Rolled)
    assert (rolled.readings, rolled.entered_by) == ((read,), "Ann")


@pytest.mark.rule("ARAP-SCAT-01", "ARAP-SCAT-02")
def test_scatter_and_its_direction_are_thrown_by_hand():
    _, state = does(battle(), TableScatter(side=A, manner="double", why="Balloon"))
    for face in (6, 4):
        assert (state.owed.asked.count, state.owed.asked.sides) == (1, 6)
        _, state = enters(state, face)
    assert (state.owed.asked.label, state.owed.asked.sides) == ("direction", 360)
    assert refusal(state, EnterDice(side=A, faces=(361,))).allowed == (
        "whole degrees from 1 to 360, clockwise from table north; or the two places of the dice"
    )
    events, state = enters(state, 90)
    found = the(events, ScatterThrown)
    assert (found.distance_in, found.bearing_deg) == (10, 90)


@pytest.mark.rule("ARAP-SCAT-02")
@pytest.mark.parametrize(("version", "owed"), [(RULES_VERSION, False), ("4", True)])
def test_no_direction_is_asked_for_on_a_double(version, owed):
    """It was up to version 4."""
    state = replace(battle(), version=version)
    _, state = does(state, TableScatter(side=A, manner="double", why="Balloon"))
    for face in (4, 4):
        events, state = enters(state, face)
    assert (state.owed is not None) is owed
    assert owed or the(events, ScatterThrown).distance_in == 0


@pytest.mark.rule("ARAP-SCAT-01", "ARAP-GREN-03")
def test_the_places_of_two_dice_give_the_exact_line_of_a_shell():
    """A pointer 4 to the right of the base die and 3 below it: six inches along that line, not along whole degrees."""
    throw = Throw(side=A, unit="a1", weapon="grenade", guesses=(Guess(model="a1.1", bearing=90, range_in=5),))
    _, state = does(ambush(hidden=False), throw)
    while state.owed.asked.label != "direction":
        events, state = enters(state, {"to-hit": 6, "scatter-a": 6, "scatter-b": 1}[state.owed.asked.label])
    line = EnterDice(side=A, pointer_at=(4, 3), base_at=(0, 0), by="Ann")
    for wrong in (replace(line, base_at=None), replace(line, base_at=(4, 3)), replace(line, faces=(90,))):
        assert (refusal(state, wrong).code, refusal(state, wrong).rule) == ("no-line", "ARAP-SCAT-01")
    events, _ = does(state, line)
    burst = the(events, ShellBurst)
    assert burst.scatter_in == 5
    assert burst.bearing_deg == pytest.approx(126.8699)
    assert burst.at == pytest.approx((burst.aim[0] + 5 * 0.8, burst.aim[1] + 5 * 0.6), abs=1e-4)
    assert [(e.dice, e.line_deg) for e in events if isinstance(e, Rolled) and e.label == "direction"] == [
        ((127,), pytest.approx(126.8699))
    ]


def test_a_line_is_for_a_direction_alone():
    _, state = does(battle(), SHOOT)
    assert refusal(state, EnterDice(side=A, pointer_at=(4, 3), base_at=(0, 0))).code == "no-line"


@pytest.mark.rule("ARAP-DICE-07")
def test_second_dice_are_owed_as_well():
    state = battle(bs=1, s_active=1)
    _, asked = does(state, SHOOT)
    assert owed(asked) == (A, "to-hit", 4, "low", 0)
    _, asked = enters(asked, 1, 2, 1, 6)
    assert owed(asked) == (A, "extended-reroll", 2, "low", 3)
    assert asked.owed.asked.why == "second die for to-hit"


@pytest.mark.rule("ARAP-DICE-07", "ARAP-HIT-01")
def test_a_die_that_a_second_one_decides_is_neither_made_nor_missed():
    faces = {"to-hit": [1, 2, 1, 6], "extended-reroll": [3, 4], "to-wound": [1]}
    events = decide(battle("server", bs=1, s_active=1), SHOOT, ScriptedDice(faces))
    first, second = [e for e in events if isinstance(e, Rolled)][:2]
    assert (first.made, first.successes) == ((None, False, None, False), 0)
    assert (second.label, second.made) == ("extended-reroll", (True, False))
    assert the(events, ShotsFired).hits == 1


# -- secrets -------------------------------------------------------------------------------------------------------


def ambush(hidden=True):
    return a_battle(
        a_unit("a1", [(20, 10)], weapons=[GRENADE], hidden=hidden, name="Ambushers"),
        a_unit("b1", [(25, 10)], facing=270, name="Patrol"),
        active="a1",
        ap=1,
        options={"dice_thrown": "by_hand"},
    )


def test_a_hidden_throw_tells_the_others_how_many_dice_and_nothing_else():
    throw = Throw(side=A, unit="a1", weapon="grenade", guesses=(Guess(model="a1.1", bearing=90, range_in=5),))
    events, state = does(ambush(), throw)
    for viewer in (B, "public"):
        seen = view(state, viewer)
        assert (seen.owed.side, seen.owed.asked.count, seen.owed.asked.sides) == (A, 1, 6)
        assert b"a1" not in encode(seen.owed)
        assert b"Ambush" not in encode(seen.owed)
        assert view_event(state, the(events, DiceAsked), viewer) is None
    assert view(state, A).owed.asked.unit == "a1"
    assert view(state, A).owed.action is None
    events, state = enters(state, 6)
    assert view(state, B).owed.fallen == ()
    assert view_event(state, the(events, DiceEntered), B) is None


def test_what_is_no_secret_is_told_to_everybody():
    _, state = does(battle(), SHOOT)
    assert view(state, B).owed.asked == state.owed.asked
    assert view(state, B).owed.action is None


# -- bots ----------------------------------------------------------------------------------------------------------


def test_bots_throw_dice_of_their_own():
    state, dice = battle(), SeededDice(3)
    _, state = does(state, SHOOT)
    for k in range(0, 60, 3):
        if state.owed is None:
            break
        assert to_act(state) == state.owed.side
        events = decide(state, next_action(state, dice, k), ScriptedDice({}))
        state = fold(events, state)
    assert state.owed is None
    assert {e.entered_by for e in events if isinstance(e, Rolled)} == {"bot"}
