"""Races: gates in order, laps, the first over the finish, and time running out."""

from msgspec.structs import replace

from rules.arap.turn.race import GatePassed, gates_in_words, next_gate, note
from rules.arap.turn.victory import by_points
from rules.core.ids import UnitId
from rules.dice.sources import ScriptedDice
from rules.progress import Progress
from rules.table.scenario import Gate, Race
from tests.builders import A, B, a_battle
from tests.rules.vehicles.garage import a_vehicle

GATES = (Gate(name="east", a=(20, 0), b=(20, 10)), Gate(name="finish", a=(40, 0), b=(40, 10)))


def a_race(*, laps=1, racers=(A,), gates=GATES, passed=0):
    state = a_battle(a_vehicle("a1", (10, 5), flags={"gates": passed}), a_vehicle("b1", (10, 30)))
    return replace(state, scenario=replace(state.scenario, race=Race(gates=gates, laps=laps, racers=racers)))


def driven(state, *path, unit="a1"):
    progress = Progress(state, ScriptedDice({}))
    note(progress, UnitId(unit), path)
    return progress


def gates(progress):
    return [(e.gate, e.gates, e.lap) for e in progress.events if isinstance(e, GatePassed)]


def test_gates_count_only_in_their_order():
    assert gates(driven(a_race(), (39, 5), (41, 5))) == []
    assert gates(driven(a_race(), (15, 5), (25, 5))) == [("east", 1, 1)]
    assert gates(driven(a_race(), (15, 12), (25, 12))) == []


def test_one_move_may_pass_several_and_the_score_is_that_of_the_foremost():
    done = driven(a_race(laps=2), (15, 5), (25, 5), (45, 5))
    assert gates(done) == [("east", 1, 1), ("finish", 2, 1)]
    assert done.state.side(A).score == 2
    assert next_gate(done.state, done.state.units["a1"]).name == "east"
    assert done.state.outcome is None


def test_the_first_over_the_finish_of_the_last_lap_wins():
    done = driven(a_race(laps=2, passed=3), (35, 5), (45, 5))
    assert gates(done) == [("finish", 4, 2)]
    assert (done.state.outcome.winner, done.state.outcome.reason) == (A, "A1 is first over the finish")


def test_hunters_do_not_race_and_win_if_nobody_finishes():
    state = a_race()
    assert gates(driven(state, (15, 5), (45, 5), unit="b1")) == []
    assert (by_points(state).winner, by_points(state).reason) == (B, "nobody has finished after turn 1")


def test_among_racers_the_one_ahead_wins_when_time_is_up():
    state = driven(a_race(racers=()), (15, 5), (25, 5)).state
    assert (by_points(state).winner, by_points(state).reason) == (A, "1 to 0 gates passed after turn 1")
    assert by_points(a_race(racers=())).winner is None


def test_a_way_past_a_gate_is_told_to_miss_it():
    state = a_race()
    racer = state.units["a1"]
    assert gates_in_words(state, racer, ((15, 5), (25, 5))) == ("passes east",)
    assert gates_in_words(state, racer, ((15, 12), (25, 12))) == (
        "goes by outside east, which does not count as passed",
    )
    assert gates_in_words(state, racer, ((15, 25), (25, 25))) == ()
