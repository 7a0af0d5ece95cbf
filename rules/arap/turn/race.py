"""Races: gates passed in order, laps, the finish, and who is ahead when time is up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.events import GameEnded
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import between, distance
from rules.progress import Progress
from rules.state import Event, GameState, Outcome
from rules.table.scenario import Gate, Race

BESIDE_IN: Final = 8.0
"""Who drives past a gate no further from it than this is warned beforehand."""


class GatePassed(Event, frozen=True, kw_only=True, tag="GatePassed"):
    """A racer is through its next gate; `gates` are all that it has passed now."""

    gate: str
    gates: int
    lap: int
    laps: int

    score: int | None = None
    """Of its side: gates that its foremost racer has passed."""

    def evolve(self, state: GameState) -> GameState:
        """Gates of the racer, score of its side."""
        assert self.unit is not None
        unit = state.units[self.unit]
        side = state.side(unit.side)
        state = state.with_unit(replace(unit, gates=self.gates))
        score = max(side.score, self.gates) if self.score is None else self.score  # None in logs of version 1
        return state.with_side(replace(side, score=score))

    def sentence(self, state: GameState) -> str:
        """Which gate, in which lap."""
        assert self.unit is not None
        lap = f", lap {self.lap} of {self.laps}" if self.laps > 1 else ""
        return f"{state.units[self.unit].name} passes {self.gate}{lap}"


def races(state: GameState, unit: Unit) -> Race | None:
    """The race that a unit takes part in."""
    race = state.scenario.race
    if race is None or not unit.is_vehicle or (race.racers and unit.side not in race.racers):
        return None
    return race


def next_gate(state: GameState, unit: Unit) -> Gate | None:
    """The gate that a racer has to pass next."""
    race = races(state, unit)
    if race is None or not race.gates or unit.gates >= race.total:
        return None
    return race.gates[unit.gates % len(race.gates)]


def note(progress: Progress, unit_id: UnitId, path: Sequence[Point]) -> None:
    """Count the gates that a racer's centre crossed on a path; over the last one it has won."""
    for name, count in list(passed(progress.state, progress.state.units[unit_id], path)):
        unit = progress.state.units[unit_id]
        race = races(progress.state, unit)
        assert race is not None
        lap = (count - 1) // len(race.gates) + 1
        score = max(progress.state.side(unit.side).score, count)
        progress.emit(
            GatePassed(side=unit.side, unit=unit.id, gate=name, gates=count, lap=lap, laps=race.laps, score=score)
        )
        if count >= race.total and progress.state.outcome is None:
            progress.emit(GameEnded(outcome=Outcome(winner=unit.side, reason=f"{unit.name} is first over the finish")))


def passed(state: GameState, unit: Unit, path: Sequence[Point]) -> Iterator[tuple[str, int]]:
    """Gates that a path takes a racer through: their names, and how many it has passed with each."""
    race = races(state, unit)
    count = unit.gates
    if race is None or not race.gates:
        return
    for a, b in itertools.pairwise(path):
        while count < race.total and _crosses(a, b, race.gates[count % len(race.gates)]):
            count += 1
            yield race.gates[(count - 1) % len(race.gates)].name, count
            if len(race.gates) == 1:
                break


def gates_in_words(state: GameState, unit: Unit, path: Sequence[Point]) -> tuple[str, ...]:
    """What a preview says of the gates on a path: those passed, and the next one if it is driven past outside."""
    race = races(state, unit)
    if race is None:
        return ()
    through = [f"passes {name}" for name, _ in passed(state, unit, path)]
    gate = next_gate(state, unit)
    if through or gate is None:
        return tuple(through)
    wide = _widened(gate)
    missed = any(_crosses(a, b, wide) for a, b in itertools.pairwise(path))
    return (f"goes by outside {gate.name}, which does not count as passed",) if missed else ()


def _widened(gate: Gate) -> Gate:
    length = distance(gate.a, gate.b)
    a, b = (between(gate.a, gate.b, s) for s in (-BESIDE_IN / length, 1 + BESIDE_IN / length))
    return Gate(name=gate.name, a=a, b=b)


def _crosses(a: Point, b: Point, gate: Gate) -> bool:
    """Whether a step leads over a gate's line; to stand on it is not to have passed it."""
    before, after = _side(gate.a, gate.b, a), _side(gate.a, gate.b, b)
    if (before > 0) == (after > 0):
        return False
    return _side(a, b, gate.a) * _side(a, b, gate.b) <= 0


def _side(a: Point, b: Point, p: Point) -> float:
    """On which side of the line ab a point lies, by its sign."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def unfinished(state: GameState, race: Race) -> Outcome:
    """Time is up: the hunters have won if there are any, else the side whose racer has passed most gates."""
    hunters = [s.id for s in state.sides if race.racers and s.id not in race.racers]
    if len(hunters) == 1:
        return Outcome(winner=hunters[0], reason=f"nobody has finished after turn {state.turn.number}")
    best = {s.id: max((u.gates for u in state.units_of(s.id) if not u.is_gone), default=0) for s in state.sides}
    most = max(best.values())
    ahead: list[SideId] = [side for side, count in best.items() if count == most]
    text = " to ".join(str(best[s.id]) for s in state.sides)
    winner = ahead[0] if len(ahead) == 1 else None
    return Outcome(winner=winner, reason=f"{text} gates passed after turn {state.turn.number}")


EVENTS: tuple[type[Event], ...] = (GatePassed,)
