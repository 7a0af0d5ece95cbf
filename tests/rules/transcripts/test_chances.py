"""The exact chances that close the tales, by `python -m rules odds`; and the command as a program of its own."""

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rules.cli.commands import main
from tests.rules.transcripts import test_firefight as firefight

ROOT = Path(__file__).parents[3]


@pytest.fixture
def asked(monkeypatch, capsys):
    """The answer to a question, through the command line."""

    def ask(**question):
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(question)))
        assert main(["odds"]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


def exact(chance):
    return chance["exact"]


def sum_of(chances):
    return str(sum(Fraction(exact(c)) for c in chances))


def test_eight_carbines_reach_the_suppression_threshold_of_ten_models(asked):
    found = asked(kind="volley", groups=[{"count": 8, "to_hit": 2, "to_wound": 3}])
    assert sum_of(found["hits"]["chances"][3:]) == "1163/2187"


def test_one_ray_carbine_shot_at_the_striders(asked):
    found = asked(kind="volley", groups=[{"count": 1, "to_hit": 4, "to_wound": 7, "save": 4}])
    assert exact(found["unsaved"]["chances"][1]) == "1/36"


def test_the_casualties_test_of_the_guard(asked):
    # One shot that kills one of four in 25 cases of 36, after which the test is due.
    found = asked(kind="volley", groups=[{"count": 1, "to_hit": 5, "to_wound": 2}], models=4, ld=7)["casualties_test"]
    due = 1 - Fraction(exact(found["not_due"]))
    assert due == Fraction(25, 36)
    assert [Fraction(exact(found[end])) / due for end in ("passed", "pinned", "rout")] == [
        Fraction(7, 12),
        Fraction(1, 4),
        Fraction(1, 6),
    ]


def test_stand_and_fire_of_the_guard(asked):
    found = asked(kind="volley", groups=[{"count": 2, "to_hit": 3, "to_wound": 2}])
    assert [exact(c) for c in found["hits"]["chances"]] == ["1/4", "1/2", "1/4"]


def test_the_levy_are_caught_and_the_breakers_hold(asked):
    # Twelve inches ahead of a charge of 16 and a radius of 2, which six more make 18.
    assert exact(asked(kind="2d6", target=6)["chance"]) == "5/12"
    assert exact(asked(kind="2d6", target=5, snake_eyes=True)["chance"]) == "5/18"


def test_the_howitzer_right_on_the_ironback(asked):
    found = asked(kind="penetration", strength=8, av=13, dice="ordnance", ap=3)
    assert {kind: exact(chance) for kind, chance in found.items()} == {
        "none": "4/9",
        "glancing": "1/4",
        "ordnance": "11/36",
    }


def test_four_sappers_with_krak_grenades_on_the_runner(asked):
    # Two or less sticks; then 4 or more glances off side 10. What one grenade does to the carrier is in its prompt.
    sticks = Fraction(exact(asked(kind="roll", label="plant-charge", goal=2)["made"]))
    bites = 1 - Fraction(exact(asked(kind="penetration", strength=6, av=10)["none"]))
    assert 1 - (1 - sticks * bites) ** 4 == Fraction(671, 1296)


def test_the_command_is_a_program():
    step = {"action": firefight.activated("a1", [2, 4])[0], "dice": {"activation": [2, 4]}}
    table = firefight.the_table()
    document = json.dumps({"state": table.state, "options": table.options, "steps": [step]})
    done = subprocess.run(
        [sys.executable, "-m", "rules", "resolve"], input=document, capture_output=True, cwd=ROOT, text=True, check=True
    )
    answer = json.loads(done.stdout)
    assert answer["ok"]
    assert (answer["state"]["turn"]["active"], answer["state"]["turn"]["ap"]) == ("a1", 2)
    assert [e["type"] for e in answer["events"][0]] == ["Rolled", "UnitActivated"]
