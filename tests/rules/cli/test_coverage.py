"""Which tests prove which rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.cli import commands
from rules.cli.coverage import report, to_prove
from rules.rulebook import rule, rules
from tests import starts

TESTS = """
import pytest

@pytest.mark.rule("ARAP-SCAT-01", "ARAP-SCAT-02")
@pytest.mark.parametrize("n", [1, 2])
def test_both(n):
    pass

@pytest.mark.rule("ARAP-SCAT-02")
def test_one():
    pass

@pytest.mark.skip(reason="off")
@pytest.mark.rule("ARAP-SCAT-03")
def test_off():
    pass

@pytest.mark.xfail
@pytest.mark.rule("ARAP-SCAT-04")
def test_fails():
    assert False
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_few.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(*ids): rules\n")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = ["-m", "rules", "coverage", *arguments, str(folder)]
    plain = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.CompletedProcess(program, *starts.run(program, env=plain, timeout=300))


def test_each_rule_is_listed_with_the_tests_that_run(folder: Path) -> None:
    done = run(folder, "--ledger", "ARAP", "--topics", "SCAT", "--json")
    proofs = json.loads(done.stdout)
    assert done.returncode == 1
    assert len(proofs) == 10
    assert {rule_id: tests for rule_id, tests in proofs.items() if tests} == {
        "ARAP-SCAT-01": ["test_few.py::test_both"],
        "ARAP-SCAT-02": ["test_few.py::test_both", "test_few.py::test_one"],
    }


def test_the_status_is_0_when_nothing_is_missing(folder: Path) -> None:
    done = run(folder, "--ledger", "TRI", "--topics", "SCAT")
    assert (done.returncode, done.stdout) == (0, "0 of 0 rules proved\n")


def test_a_mark_without_a_rule_is_a_fault(folder: Path) -> None:
    ids = ", ".join(f'"{entry.id}"' for entry in rules("ARAP") if entry.topic == "SCAT")
    (folder / "test_all.py").write_text(
        f'import pytest\n\n@pytest.mark.rule("ARAP-NO-01", {ids})\ndef test_all(): ...\n'
    )
    done = run(folder, "--ledger", "ARAP", "--topics", "SCAT", "--missing")
    assert (done.returncode, done.stdout) == (1, "10 of 10 rules proved\n")
    assert done.stderr == "ARAP-NO-01 is in no ledger: test_all.py::test_all\n"


def test_tests_that_cannot_be_read_stop_the_count(folder: Path) -> None:
    (folder / "test_broken.py").write_text("import no_such_module_anywhere\n")
    done = run(folder)
    assert done.returncode == 2
    assert "no_such_module_anywhere" in done.stderr


def test_reference_entries_need_no_test() -> None:
    assert {entry.status for entry in to_prove()} == {"core", "optional", "gm"}
    assert len(to_prove()) == len(rules()) - 2
    assert {entry.topic for entry in to_prove(["VEH"], ["PEN", "CHART"])} == {"PEN", "CHART"}


def test_the_report_names_what_is_missing() -> None:
    entries = [rule("ARAP-SCAT-01"), rule("ARAP-SCAT-02")]
    found = report(entries, {"ARAP-SCAT-01": ["tests/a.py::test_a", "tests/b.py::test_b"]})
    assert found.splitlines() == [
        "ARAP-SCAT-01  tests/a.py::test_a, tests/b.py::test_b",
        "ARAP-SCAT-02  NO TEST  Basic double-dice scatter",
        "1 of 2 rules proved",
    ]


def reach(tmp_path: Path, ways: dict[str, list[str]], *arguments: str) -> subprocess.CompletedProcess[str]:
    heard = tmp_path / "heard.json"
    heard.write_text(json.dumps(ways))
    return run(tmp_path, "--ledger", "ARAP", "--topics", "AREA", "--reach", "--heard", str(heard), *arguments)


AREA = [entry for entry in rules("ARAP") if entry.topic == "AREA" and entry.status != "reference"]


def test_the_reach_lists_the_ways_that_were_heard(tmp_path: Path) -> None:
    ways = {entry.id: ["action Shoot", "preview Shoot"] for entry in AREA}
    done = reach(tmp_path, {**ways, "ARAP-AREA-15": ["action Shoot", "switch look_out_sir"]})
    assert done.returncode == 0
    assert "ARAP-AREA-15  action Shoot, switch look_out_sir\n" in done.stdout
    assert "ARAP-AREA-14  action Shoot, preview Shoot\n" in done.stdout
    assert run(tmp_path, "--reach", "--heard", str(tmp_path / "none.json")).returncode == 2


def test_a_rule_that_nothing_or_only_a_plan_tells_is_not_reached(tmp_path: Path) -> None:
    first, second, *others = AREA
    ways = {entry.id: ["action Shoot"] for entry in others}
    done = reach(tmp_path, {**ways, second.id: ["preview Shoot", "switch template_bounce"]}, "--missing")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{second.id}  ONLY preview Shoot, switch template_bounce  {second.title}",
        f"{first.id}  NO WAY  {first.title}",
        f"{len(AREA) - 2} of {len(AREA)} rules reached",
    ]


def test_where_only_what_serves_is_installed_a_command_says_what_it_needs(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)  # as if it were not there
    monkeypatch.delitem(sys.modules, "rules.cli.coverage", raising=False)
    assert commands.main(["coverage"]) == 2
    assert "needs pytest: run make setup first." in capsys.readouterr().err
