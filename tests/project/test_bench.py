"""The measurements run: tiny numbers, no times asserted."""

import socket
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import battle, bots, editing, fanout, faults, paint, pan, playing, render, replays, rules, servers
from bench.client import messages
from bench.floor import frame
from bench.report import Report
from tests.live import Prepared


@pytest.fixture(autouse=True)
def prepared_once(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All measurements begin with copies of one database."""
    monkeypatch.setattr(servers, "shared", shared)


def test_the_measured_battle_is_as_large_as_it_says():
    state = battle.state()
    assert len(state.units) == 60
    assert sum(len(unit.models) for unit in state.units.values()) == 400
    assert len(state.terrain) == 40
    assert sum(piece.cover == "hard" for piece in state.terrain) == 16
    assert battle.state() == state


def test_the_engine_is_measured():
    report = Report(quiet=True)
    rules.measure(report, rounds=1, events=40)
    assert [figure.goal for figure in report.figures] == [3, 3, 10, 10, 8, 8, 20, 30, None, 0.5, None, 3]
    assert all(figure.value > 0 for figure in report.figures)


def test_a_missed_goal_is_told():
    report = Report(quiet=True)
    report.add("slow", 4.0, "ms", goal=3)
    report.add("quick", 2.0, "ms", goal=3)
    assert [figure.name for figure in report.missed] == ["slow"]
    assert "MISSED" in report.missed[0].line


def test_a_suite_that_falls_over_does_not_take_the_others_with_it(monkeypatch, capsys):
    def falls(report: Report, **scale: object) -> None:
        raise RuntimeError("the crowd went home")

    monkeypatch.setattr(render, "measure", falls)
    assert set(bench.BRIEF) == set(bench.SUITES)
    assert bench.main(["--brief", "render", "rules"]) == 1
    found = capsys.readouterr()
    assert "the crowd went home" in found.err
    assert "decide: ten models shoot" in found.out
    assert found.out.endswith("not measured to the end: render\n")


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_of_every_length_are_read_back(size):
    payload = b"x" * size
    found = frame(payload) + frame(b"next") + frame(b"cut off")[:-1]
    assert [(opcode, found[start:end]) for opcode, start, end in messages(found)] == [(1, payload), (1, b"next")]


def test_bots_are_measured():
    report = Report(quiet=True)
    bots.measure(report, games=1, rounds=2, commands=40)
    assert [figure.goal for figure in report.figures] == [0.1, 0.1, 300, 3]
    assert all(figure.value > 0 for figure in report.figures)


@pytest.mark.slow
def test_rendering_is_measured():
    report = Report(quiet=True)
    render.measure(report, rounds=1)
    assert [figure.goal for figure in report.figures] == [None, None, 150]


@pytest.mark.slow
def test_fan_out_is_measured_beside_the_floor():
    report = Report(quiet=True)
    fanout.measure(report, sizes=(20,), kinds=("uvicorn",), reps=1, rounds=2)
    assert {figure.name: figure.value for figure in report.figures}["uvicorn, 20: frames lost"] == 0


@pytest.mark.slow
def test_a_crowd_that_loses_a_member_is_measured_to_the_end(shared: Path):
    ready = Prepared(servers.SETTINGS, shared)
    match = fanout.Match(ready, "uvicorn", 5)
    match.connect()
    match.crowd.watchers[0].sock.shutdown(socket.SHUT_RDWR)
    match.repeat(2)
    assert (len(match.crowd.watchers), match.behind()) == (4, 1)
    match.end()
    ready.remove()


@pytest.mark.slow
def test_what_people_wait_for_is_measured():
    report = Report(quiet=True)
    playing.measure(report, rounds=1)
    assert [figure.goal for figure in report.figures] == [150, 150, 150, 100, 250, 1000, 1000, 1000]
    assert all(0 < figure.value < 20_000 for figure in report.figures)


@pytest.mark.slow
def test_two_browsers_paint_what_happens():
    report = Report(quiet=True)
    paint.measure(report, rounds=2)
    assert 0 < report.figures[0].value < 20_000


@pytest.mark.slow
def test_panning_and_zooming_are_measured():
    report = Report(quiet=True)
    pan.measure(report, seconds=0.5)
    figures = {figure.name: figure for figure in report.figures}
    assert [figure.goal for figure in report.figures] == [16.7, None] * 2
    assert figures["pan by mouse: frames drawn"].value > 0
    assert figures["zoom by wheel: a frame's work on the main thread"].value > 0


@pytest.mark.slow
def test_one_who_stops_reading_is_measured():
    report = Report(quiet=True)
    faults.measure(report, count=10, kinds=("uvicorn",), rounds=3)
    p99, lost = report.figures
    assert p99.name == "uvicorn: others' p99 beside a stalled client"
    assert lost.value == 0


@pytest.mark.slow
def test_the_editor_is_measured_with_three_hundred_pieces():
    report = Report(quiet=True)
    editing.measure(report, frames=12, edits=2)
    assert [figure.unit for figure in report.figures] == ["ms"] * 6
    assert all(0 < figure.value < 20_000 for figure in report.figures)


def test_a_replay_is_measured():
    report = Report(quiet=True)
    replays.measure(report, events=60, jumps=3, pictures=1)
    assert [figure.goal for figure in report.figures] == [None, 1000, 200, 200]
    assert all(figure.value > 0 for figure in report.figures)
