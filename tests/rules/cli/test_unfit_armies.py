"""Armies whose vehicles or people have no numbers for the rules of a table: every command names them. (TRI-JOIN-01)"""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from rules.cli import balance, resolve, simulate
from rules.codec import encode
from rules.engine import fold, new_game
from rules.forces import stored
from rules.forces.army import Army
from rules.forces.fitting import UnfitArmy
from rules.table.scenario import Scenario
from tests.builders import A, B

FOLDER = Path("tabletop/sample")


def path(name: str) -> str:
    """A file of the samples."""
    return str(FOLDER / f"{name}.json")


def army(name: str) -> Army:
    """An army of the samples."""
    return stored.read(Path(path(f"{name}.army")).read_bytes(), Army)


def scenario(name: str) -> Scenario:
    """A scenario of the samples."""
    return msgspec.json.decode(Path(path(f"{name}.scenario")).read_bytes(), type=Scenario)


@pytest.mark.parametrize("command", [simulate.main, balance.main])
def test_a_command_names_army_unit_and_what_is_allowed(
    command: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command([path("carrow-quarry.scenario"), path("carrow-guard.army"), path("saltmere-compact.army")])
    assert ended.value.code == 2
    found = capsys.readouterr().err
    assert "Ironback Assault Gun of Saltmere Compact is a vehicle for the Gemini vehicle rules" in found
    assert "Levy Platoon of Saltmere Compact has no numbers for the Rules Crusade." in found
    assert "Allowed: Mud Strider left out of the army, or a vehicle for the Rules Crusade in its place." in found
    assert "Carrow Guard" not in found


@pytest.mark.parametrize(
    ("armies", "said"),
    [(["carrow-guard.army"], "name an army for each side, in order: Carrow Guard, Fen Wardens"), (["none"], "none")],
)
def test_files_that_are_missing_are_named(armies: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        simulate.main([path("carrow-quarry.scenario"), *map(path, armies)])
    assert said in capsys.readouterr().err


@pytest.mark.part_of("TRI-JOIN-01")
def test_no_game_begins_with_vehicles_for_other_rules() -> None:
    forces = {A: army("hollin-guard"), B: army("northmarch-rangers")}
    with pytest.raises(UnfitArmy, match="of Hollin Guard is a vehicle for the trial vehicle rules"):
        new_game(scenario("frozen-mere"), forces)
    with pytest.raises(UnfitArmy, match="of Northmarch Rangers is a vehicle for the Gemini vehicle rules"):
        new_game(scenario("frozen-mere"), forces, {"vehicle_module": "trial"})


def test_a_state_for_other_rules_is_resolved_with_a_sentence(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    forces = {A: army("carrow-guard"), B: army("fen-wardens")}
    state = fold(new_game(scenario("carrow-quarry"), forces))
    document = tmp_path / "document.json"
    document.write_bytes(encode({"ruleset": "gemini-arap", "state": state, "steps": []}))
    assert resolve.main([str(document)]) == 2
    text = msgspec.json.decode(capsysbinary.readouterr().out)["error"]["message"]
    assert "Anvil of Carrow Guard Armour is a vehicle for the Rules Crusade" in text
