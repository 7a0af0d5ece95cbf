"""What is no action is refused by `resolve` with what is allowed in its place."""

import json
from pathlib import Path

import pytest

from rules import encode
from rules.cli.commands import main
from tests.builders import a_battle, a_unit


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        ({"type": "Nope"}, "a type, one of "),
        ({}, "a type, one of "),
        (
            {"type": "Shoot", "side": "a", "unit": "a1"},
            "Shoot with side, unit, target; if wanted, weapons, mode (auto, half, full)",
        ),
        (
            {"type": "Shoot", "side": "a", "unit": "a1", "target": "b1", "mode": "burst"},
            "Shoot with side, unit, target",
        ),
        ({"type": "Activate", "side": "a", "unit": 5, "dice": 2}, "Activate with side, unit, dice"),
    ],
)
def test_what_is_allowed_is_said(
    action: dict[str, object], allowed: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    state = json.loads(encode(a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(20, 10)]), active="a1", ap=1)))
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps({"state": state, "steps": [{"action": action}]}), encoding="utf-8")
    assert main(["resolve", str(asked)]) == 1
    error = json.loads(capfdbinary.readouterr().out)["error"]
    assert error["code"] == "malformed"
    assert allowed in error["allowed"]
