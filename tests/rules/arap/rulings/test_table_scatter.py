"""Scatter thrown at the table: each manner, real dice, the switch for a total of 7."""

import pytest

from rules.arap.rulings.table_scatter import ScatterThrown, TableScatter
from rules.core.refusal import IllegalAction
from rules.events import Rolled
from tests.builders import A, B, a_battle, a_unit, play, the

SEVENS = {"scatter_seven_is_hit": True}


def battle(options=None):
    return a_battle(a_unit("a1", [(10, 20)]), a_unit("b1", [(30, 20)]), options=options)


def thrown(manner, faces, *, options=None, **values):
    third = {"scatter-c": [faces[2]]} if len(faces) > 2 else {}
    dice = {"scatter-a": [faces[0]], "scatter-b": [faces[1]], "direction": [90], **third}
    events, _ = play(battle(options), TableScatter(side=B, manner=manner, **values), dice)
    return the(events, ScatterThrown)


def case(rule, manner, faces, inches, **values):
    return pytest.param(manner, faces, inches, values, marks=pytest.mark.rule(rule, "ARAP-SCAT-01"))


@pytest.mark.parametrize(
    ("manner", "faces", "inches", "values"),
    [
        case("ARAP-SCAT-02", "double", (5, 2), 7),
        case("ARAP-SCAT-02", "double", (4, 4), 0),
        case("ARAP-SCAT-03", "double", (6, 1), 0, options=SEVENS),
        case("ARAP-SCAT-03", "double", (6, 2), 8, options=SEVENS),
        case("ARAP-SCAT-04", "scatter-only", (3, 3), 6),
        case("ARAP-SCAT-04", "scatter-only", (6, 1), 7, options=SEVENS),
        case("ARAP-SCAT-05", "reduced", (5, 3), 4, skill=4),
        case("ARAP-SCAT-05", "reduced", (6, 1), 3, skill=4),
        case("ARAP-SCAT-03", "reduced", (6, 1), 0, skill=4, options=SEVENS),
        case("ARAP-SCAT-06", "short", (6, 2), 4),
        case("ARAP-SCAT-06", "short", (2, 2), 0),
        case("ARAP-SCAT-07", "short-only", (6, 6), 6),
        case("ARAP-SCAT-08", "three-dice", (6, 3, 3), 9),
        case("ARAP-SCAT-08", "three-dice", (5, 3, 5), 5),
    ],
)
def test_a_scatter_is_thrown_for_at_the_table(manner, faces, inches, values):
    found = thrown(manner, faces, **values)
    assert (found.distance_in, found.bearing_deg) == (inches, 90 if inches else 0)


@pytest.mark.rule("ARAP-SCAT-09")
@pytest.mark.parametrize(("faces", "expected"), [((5, 2), "veers 3″ to the left"), ((4, 4), "goes straight on")])
def test_a_machine_veers_to_the_side_of_the_higher_die(faces, expected):
    dice = {"veer-left": [faces[0]], "veer-right": [faces[1]]}
    events, state = play(battle(), TableScatter(side=A, manner="veer", why="Runaway tram"), dice)
    assert the(events, ScatterThrown).sentence(state) == f"Runaway tram: {expected}"


@pytest.mark.rule("ARAP-SCAT-01", "ARAP-SCAT-02")
def test_real_dice_give_the_exact_line_between_them():
    action = TableScatter(side=A, manner="double", faces=(6, 4), pointer_at=(4, 3), base_at=(0, 0), why="Balloon")
    events, state = play(battle(), action, {})
    found = the(events, ScatterThrown)
    assert (found.distance_in, found.bearing_deg) == (10, pytest.approx(126.8699))
    assert found.sentence(state) == "Balloon: scatters 10″ on a bearing of 126.9°"
    rolls = [event for event in events if isinstance(event, Rolled)]
    assert [(roll.label, roll.dice, bool(roll.entered_by)) for roll in rolls] == [
        ("scatter-a", (6,), True),
        ("scatter-b", (4,), True),
    ]


@pytest.mark.rule("ARAP-SCAT-09")
def test_real_dice_of_a_veering_machine_need_no_line():
    events, _ = play(battle(), TableScatter(side=A, manner="veer", faces=(1, 3)), {})
    assert (the(events, ScatterThrown).veers, the(events, ScatterThrown).distance_in) == ("right", 2)


LINE = {"pointer_at": (4, 3), "base_at": (0, 0)}


@pytest.mark.parametrize(
    ("values", "code", "rule"),
    [
        ({"manner": "short", "skill": 3}, "bad-number", "ARAP-SCAT-06"),
        ({"manner": "reduced", "skill": 13}, "bad-number", "ARAP-SCAT-05"),
        ({"manner": "double", "faces": (6,), **LINE}, "bad-die", "ARAP-SCAT-02"),
        ({"manner": "three-dice", "faces": (6, 1), **LINE}, "bad-die", "ARAP-SCAT-08"),
        ({"manner": "double", "faces": (7, 1), **LINE}, "bad-die", "ARAP-SCAT-02"),
        ({"manner": "double", **LINE}, "bad-die", "ARAP-SCAT-02"),
        ({"manner": "double", "faces": (6, 1)}, "no-line", "ARAP-SCAT-01"),
        ({"manner": "double", "faces": (6, 1), "pointer_at": (1, 1), "base_at": (1, 1)}, "no-line", "ARAP-SCAT-01"),
    ],
)
def test_what_cannot_have_been_thrown_is_refused(values, code, rule):
    with pytest.raises(IllegalAction) as refused:
        play(battle(), TableScatter(side=A, **values))
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert refused.value.refusal.allowed
