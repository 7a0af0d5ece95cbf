"""The acts of a recorded battle in a line."""

import pytest

from rules.engine import evolve
from rules.questions.logs.decided import story
from rules.questions.logs.timeline import Timeline, TimelineEvent, as_done, timeline
from rules.state import GameState
from tests.games.recording import FOLDER, load


def played(game: str) -> list[TimelineEvent]:
    """Each event as an act of its own: the recording does not say which command brought it."""
    state, found = GameState(), []
    for event in load(FOLDER / f"{game}.json.gz").log:
        state = evolve(state, event)
        found.append(TimelineEvent(event.seq, event, state, event))
    return found


@pytest.fixture(scope="module")
def armour() -> Timeline:
    return timeline(played("01-armour"))


def test_every_turn_ends_with_the_score_of_that_moment(armour: Timeline) -> None:
    assert [(turn.number, turn.scores) for turn in armour.turns[1:]] == [
        (1, (0, 0)),
        (2, (0, 1)),
        (3, (0, 1)),
        (4, (0, 2)),
        (5, (0, 2)),
        (6, (0, 2)),
    ]
    assert [turn.first for turn in armour.turns[1:]] == [turn.last + 1 for turn in armour.turns[:-1]]


def test_an_objective_is_held_until_a_turn_ends_without_its_holder(armour: Timeline) -> None:
    (lane,) = armour.lanes
    assert lane.numbered == f"1 {lane.name}"
    assert [(s.side, armour.acts[s.first].end, armour.acts[s.last].end) for s in lane.stretches] == [
        ("b", 220, 395),
        ("b", 572, 678),
    ]


def test_what_stands_out_is_marked(armour: Timeline) -> None:
    marks = [(act.mark, act.turn) for act in armour.acts if act.mark]
    assert {mark for mark, _ in marks} == {"lost", "charge", "taken", "bust"}
    assert all(act.weight == 4 for act in armour.acts if act.mark == "lost")


def test_ground_that_is_taken_is_marked_as_theirs_who_take_it(armour: Timeline) -> None:
    (lane,) = armour.lanes
    assert [armour.acts[stretch.first].marked for stretch in lane.stretches] == ["b", "b"]
    assert all(act.marked == act.side for act in armour.acts if act.mark not in {"taken", "lost"})


def test_a_loss_is_marked_as_theirs_who_had_a_unit_in_hand_then(armour: Timeline) -> None:
    assert [(act.end, act.side, act.marked) for act in armour.acts if act.mark == "lost"] == [
        (316, "b", "b"),  # Gunners run from the table, with nobody in hand
        (597, "b", "a"),  # Ironback falls to riders of side A
        (600, "a", "a"),  # who lose some of their own
        (606, "a", "a"),
        (718, "b", "a"),
    ]


def test_moments_are_theirs_whose_act_brought_them() -> None:
    listed = [one._replace(head=0) for one in played("00-brawl")]  # as if all of it were one act, of the first who acts
    line = timeline(listed)
    done = as_done(story((one.event, one.state) for one in listed), line)
    assert line.acts[0].side == "b"
    assert [(m.side, m.title) for m in done.moments] == [
        ("b", "Saltmere Compact takes The Middle"),
        ("b", "Cleavers charges Blades"),
        ("b", "Blades routs"),
        ("b", "Torches is wiped out"),
        ("b", "Blades is wiped out"),
        ("a", "Axes: to hit, 1 of 6 made"),
        ("b", "Axes is wiped out"),
    ]


def test_what_a_viewer_may_not_know_is_an_act_of_nobody() -> None:
    log = load(FOLDER / "01-armour.json.gz").log[:8]
    state, found = GameState(), []
    for event in log:
        state = evolve(state, event)
        found.append(TimelineEvent(event.seq, None, state, event))
    assert [(act.side, act.weight, act.mark) for act in timeline(found).acts] == [("", 1, "")] * 8
