"""The balance of two armies on a scenario: told by side, kept in a file, drawn."""

from pathlib import Path

import msgspec
import pytest

from rules.cli import balance
from rules.cli.balance import BalanceGame

FOLDER = Path("tabletop/sample")
ARMIES = [str(FOLDER / f"{name}.army.json") for name in ("northmarch-patrol", "saltmere-foragers")]


@pytest.fixture
def short_lane(tmp_path: Path) -> str:
    lane = msgspec.json.decode((FOLDER / "lockhouse-lane.scenario.json").read_bytes())
    path = tmp_path / "short.json"
    path.write_bytes(msgspec.json.encode({**lane, "turn_limit": 1}))
    return str(path)


def test_both_armies_are_told_and_what_was_played_is_not_played_again(
    short_lane: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, plot = tmp_path / "kept.jsonl", tmp_path / "plot.svg"
    asked = [short_lane, *ARMIES, "--games", "2", "--results", str(kept), "--plot", str(plot)]
    assert balance.main(asked) == 0
    found = capsys.readouterr().out
    assert "Northmarch Patrol (a) wins" in found
    assert "drawn" in found
    assert plot.read_text().startswith("<?xml")
    lines = kept.read_bytes()
    monkeypatch.setattr(balance, "one", None)
    assert balance.main(asked) == 0
    assert capsys.readouterr().out == found
    assert kept.read_bytes() == lines


def test_rates_come_with_the_interval_that_holds_the_true_one() -> None:
    games = [BalanceGame(match="", seed=n, winner="a" if n % 4 else "", scores=(1, 0)) for n in range(100)]
    assert list(balance.lines(games, {"a": "Ash", "b": "Birch"})) == [
        "Ash (a) wins 75 of 100: 75% (66% to 82%)",
        "Birch (b) wins 0 of 100: 0% (0% to 4%)",
        "drawn 25 of 100",
    ]


def test_an_army_for_each_side_is_needed(short_lane: str) -> None:
    with pytest.raises(SystemExit):
        balance.main([short_lane, ARMIES[0]])
