"""Every recorded game folds as it did, and is decided again as it was, die by die."""

import pytest
from msgspec.structs import replace

from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, fold
from rules.events import Prompted
from rules.state import KNOWN_VERSIONS
from tests.games.recording import FOLDER, load, transcript
from tests.version_1 import as_told_in

FILES = sorted(FOLDER.glob("*.json.gz"))


def test_there_are_games_of_every_kind():
    assert len(FILES) >= 50
    assert len({path.name.split("-", 1)[1] for path in FILES}) == 11
    assert sum(path.stat().st_size for path in FILES) < 2_000_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_a_recorded_game_is_decided_as_it_was(path):
    recording = load(path)
    log = recording.log
    assert recording.version in KNOWN_VERSIONS
    state = evolve(fold([]), log[0])
    dice = SeededDice(recording.dice)
    for action in recording.commands:
        for event in decide(state, action, dice):
            state = evolve(state, event)
            assert as_told_in(recording.version, event) == _as_asked_now(log[event.seq - 1], event)
    assert state.seq == len(log)
    assert state == fold(log)
    assert state.outcome is not None


def _as_asked_now(logged, event):
    """A question which way to flee, since it offers the way straight to the edge first: every other is still there."""
    if not isinstance(event, Prompted) or event.prompt.kind != "flee-path":
        return logged
    asked, before = event.prompt, logged.prompt
    assert all(option in asked.options for option in before.options)
    return replace(logged, prompt=replace(before, options=asked.options, decline=asked.decline))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_recorded_game_is_told_as_it_was(path):
    assert transcript(load(path.with_suffix(".json.gz"))) == path.read_text()
