"""The odds command."""

import io
import json
import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from rules import rulebook
from rules.cli import odds
from rules.cli.commands import main


def answer(document: object) -> object:
    return odds.answers(json.dumps(document))


def test_a_goal_is_said_and_worked_out() -> None:
    assert answer({"kind": "goal", "goal": 8, "sense": "high"}) == {
        "goal": "6, then 5 or more",
        "chance": {"exact": "1/18", "value": 0.055556},
    }


def test_a_list_of_questions_has_a_list_of_answers() -> None:
    asked = [{"kind": "2d6", "target": 7}, {"kind": "2d6", "target": 0, "snake_eyes": True}]
    assert answer(asked) == [
        {"goal": "7 or less on 2D6", "chance": {"exact": "7/12", "value": 0.583333}},
        {"goal": "double 1", "chance": {"exact": "1/36", "value": 0.027778}},
    ]


def test_a_volley_goes_on_to_casualties_and_tests() -> None:
    group = {"count": 2, "to_hit": 3, "to_wound": 4, "save": 5}
    found = answer({"kind": "volley", "groups": [group], "models": 2, "ld": 7})
    assert isinstance(found, dict)
    assert [each["exact"] for each in found["unsaved"]["chances"]] == ["25/36", "5/18", "1/36"]
    assert [each["exact"] for each in found["casualties"]["chances"]] == ["25/36", "7/24", "1/72"]
    assert found["suppressed"]["exact"] == "5/16"
    assert found["casualties_test"]["rout"]["exact"] == "7/144"


def test_armour_is_pierced_and_the_chart_read() -> None:
    assert answer({"kind": "penetration", "strength": 8, "av": 12, "ap": 3, "hull_down": 3}) == {
        "none": {"exact": "1/2", "value": 0.5},
        "glancing": {"exact": "1/3", "value": 0.333333},
        "penetrating": {"exact": "1/6", "value": 0.166667},
    }
    found = answer({"kind": "vehicle", "groups": [{"count": 1, "to_hit": 3, "strength": 8, "av": 12, "ap": 1}]})
    assert isinstance(found, dict)
    # Half hit, a third of those penetrate and wreck at +1 on 3 or more, a sixth glance and wreck on 6.
    assert found["destroyed"]["exact"] == "1/8"


@pytest.mark.parametrize(
    ("asked", "chances"),
    [
        ({"manner": "double"}, "1/6 0 0 1/18 1/18 1/9 1/9 1/6 1/9 1/9 1/18 1/18"),
        ({"manner": "double", "seven_is_hit": True}, "1/3 0 0 1/18 1/18 1/9 1/9 0 1/9 1/9 1/18 1/18"),
        ({"manner": "only"}, "0 0 1/36 1/18 1/12 1/9 5/36 1/6 5/36 1/9 1/12 1/18 1/36"),
        ({"manner": "reduced", "skill": 3}, "2/9 1/18 1/9 1/9 1/6 1/9 1/9 1/18 1/18"),
        ({"manner": "short"}, "1/6 5/18 2/9 1/6 1/9 1/18"),
        ({"manner": "short-only"}, "0 11/36 1/4 7/36 5/36 1/12 1/36"),
        ({"manner": "veer"}, "1/6 5/18 2/9 1/6 1/9 1/18"),
    ],
)
def test_how_far_something_scatters_is_worked_out(asked: dict[str, object], chances: str) -> None:
    found = answer({"kind": "scatter", **asked})
    assert isinstance(found, dict)
    assert [each["exact"] for each in found["distance_in"]["chances"]] == chances.split()
    assert found["on_target"]["exact"] == chances.split()[0]


def test_three_dice_of_scatter_are_all_216() -> None:
    """The two highest together; of two alike at the top, one."""
    far: dict[int, int] = {}
    for faces in ([a, b, c] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)):
        low, high = sorted(faces)[1:]
        far[high if low == high else low + high] = far.get(high if low == high else low + high, 0) + 1
    found = answer({"kind": "scatter", "manner": "three-dice"})
    assert isinstance(found, dict)
    assert [Fraction(each["exact"]) for each in found["distance_in"]["chances"]] == [
        Fraction(far.get(inches, 0), 216) for inches in range(12)
    ]


def test_krak_grenades_are_placed_wound_and_backfire() -> None:
    found = answer({"kind": "krak", "attacks": 3, "toughness": 6, "save": 3, "own_toughness": 3, "own_save": 5})
    assert isinstance(found, dict)
    assert found["placed"]["exact"] == "91/216"
    assert found["mean"]["exact"] == "1/12", "3 x 1/6 placed, 1/2 wounds, 1/3 not saved"
    assert found["wounds_own"]["exact"] == str(1 - (1 - Fraction(1, 6) * Fraction(5, 6)) ** 3)
    safe = answer({"kind": "krak", "attacks": 3, "toughness": 6, "save": 3, "fights_back": False})
    assert isinstance(safe, dict)
    assert safe["wounds_own"]["exact"] == "0"


def test_who_stands_and_fires_tests_two_dice_and_heavy_weapons_wait_for_the_second() -> None:
    shot = [{"count": 1, "to_hit": 1, "to_wound": 4}]
    found = answer({"kind": "stand-and-fire", "value": 4, "models": 5, "ready": shot, "heavy": shot})
    assert isinstance(found, dict)
    assert found["fires"]["exact"] == "8/9"
    assert found["one_success"]["chance"]["exact"] == found["two_successes"]["chance"]["exact"] == "4/9"
    twice = Fraction(1, 12) ** 2 / 5  # both strike the same of five
    assert found["mean"]["exact"] == str(Fraction(4, 9) * (Fraction(1, 12) + Fraction(2, 12) - twice))
    one, two = Fraction(1, 12), 1 - Fraction(11, 12) ** 2
    assert found["fells_one"]["exact"] == str(Fraction(4, 9) * (one + two))


@pytest.mark.parametrize(
    "document",
    [
        "",
        "{}",
        '{"kind": "x"}',
        '{"kind": "goal"}',
        '{"kind": "2d6", "target": 7, "x": 1}',
        '{"kind": "crusade-pool", "attack": -1, "defence": 3}',
        '{"kind": "crusade-pool", "attack": 1000000000, "defence": 3}',
        '{"kind": "crusade-doubles", "dice": 99999999}',
        '{"kind": "crusade-deck", "card": "ACE"}',
        '{"kind": "crusade-deck", "card": "FIRE", "cards": -2}',
        '{"kind": "crusade-deck", "card": "FIRE", "cards": 21}',
        '{"kind": "crusade-cards", "cards": ["FIRE", "FIRE"], "left": {"FIRE": 1}}',
    ],
)
def test_a_malformed_document_is_told(
    document: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(document))
    assert main(["odds"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "malformed"


def test_every_example_of_the_help_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["odds", "--help"])
    examples = re.findall(r'^  (\{"kind".*\})$', capsys.readouterr().out, re.MULTILINE)
    assert len(examples) == 15
    monkeypatch.setattr("sys.stdin", io.StringIO(f"[{','.join(examples)}]"))
    assert main(["odds"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 15


def test_an_unknown_command_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such"]) == 2
    assert "coverage" in capsys.readouterr().err
    assert main(["--help"]) == 0
    assert "odds" in capsys.readouterr().out


def test_every_roll_of_the_ledgers_has_an_answer() -> None:
    labels = [name for name, label in rulebook.labels().items() if label.dice != "card"]
    for shown in answer([{"kind": "roll", "label": name, "goal": 4} for name in labels]):
        assert 0 <= shown["made"]["value"] <= 1
        assert sum(each["value"] for each in shown["totals"]["chances"]) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ({"label": "save", "goal": 4}, "1/2"),
        ({"label": "to-wound", "goal": 8}, "1/18"),
        ({"label": "armour-penetration", "goal": 7}, "0"),
        ({"label": "melta-penetration", "goal": 7}, "7/12"),
        ({"label": "ordnance-penetration", "goal": 6}, "11/36"),
        ({"label": "rally", "goal": 7}, "7/12"),
        ({"label": "flee", "goal": 15, "dice": 1}, "5/54"),
        ({"label": "activation", "goal": 4, "dice": 2}, "2/3"),
        ({"label": "variable-move", "goal": 4, "dice": 1, "sides": 4}, "7/16"),
        ({"label": "crusade-attack", "goal": 3, "number": 1}, "1/6"),
    ],
)
def test_a_roll_is_asked_by_its_label(asked: dict[str, object], made: str) -> None:
    found = answer({"kind": "roll", **asked})
    assert isinstance(found, dict)
    assert found["made"]["exact"] == made


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        ({"kind": "roll", "label": "luck"}, "there are activation, stand-and-fire"),
        ({"kind": "roll", "label": "flee", "dice": 2}, "there are 0: 2D6, 1: 3D6"),
        ({"kind": "roll", "label": "pick", "number": 13}, "1 to 12 dice"),
        ({"kind": "loss-of-control", "speed": 30, "most": 24}, "the most of the vehicle"),
        ({"kind": "volley", "groups": [{"count": -5, "to_hit": 3, "to_wound": 4}]}, "`count` from 1 to 200, not -5"),
        ({"kind": "volley", "groups": [{"count": 150, "to_hit": 3, "to_wound": 4}] * 2}, "from 0 to 200, not 300"),
        ({"kind": "volley", "groups": [], "models": 10**9}, "`models` from 0 to 200"),
        ({"kind": "stand-and-fire", "value": 4, "models": 0}, "`models` from 1 to 200, not 0"),
        ({"kind": "krak", "attacks": 10**9, "toughness": 6}, "`attacks` from 1 to 200"),
        ({"kind": "vehicle", "groups": [{"count": 0, "to_hit": 3, "strength": 8, "av": 12}]}, "`count` from 1"),
    ],
)
def test_what_is_no_roll_is_refused_with_what_is_allowed(asked: dict[str, object], allowed: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=allowed):
        answer(asked)


def test_a_loss_of_control_is_answered_exactly() -> None:
    found = answer({"kind": "loss-of-control", "speed": 2, "most": 24, "skimmer": True, "goal": 4})
    assert isinstance(found, dict)
    assert found["stands"]["exact"] == "145/432"  # two slower or more
    assert found["speeds"]["12"]["exact"] == "1/1296"
    assert found["skimmer"]["stalls and flips"]["exact"] == "1/6"
    assert (found["way"]["left"]["exact"], found["keeps_control"]["exact"]) == ("1/3", "2/3")


@pytest.mark.parametrize(
    ("document", "allowed"),
    [
        ('{"kind": "nope"}', "a question, or a list of them, of kind goal, 2d6, activation"),
        ("[5]", "a question, or a list of them, of kind goal"),
        ("{", "a question, or a list of them, of kind goal"),
        ('{"kind": "activation", "value": 3, "dice": 4}', 'such as {"kind": "activation", "value": 4, "dice": 3}'),
    ],
)
def test_a_malformed_question_is_told_what_is_allowed(
    document: str, allowed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked.json"
    asked.write_text(document, encoding="utf-8")
    assert main(["odds", str(asked)]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "malformed"
    assert error["allowed"].startswith(allowed)
