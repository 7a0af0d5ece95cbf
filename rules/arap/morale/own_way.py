"""A way of one's own for a unit that flinches, routs or breaks off: drawn or typed. (ARAP-ROUT-02, ARAP-BREAK-02)"""

from __future__ import annotations

import itertools
import math
from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.arap.morale import dangerous_ground
from rules.arap.morale.flight_paths import FlightPath
from rules.core.ids import UnitId
from rules.core.preview import Leg, Preview
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.events import Answered
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState

MOST_POINTS: Final = 12


class WayAsked(NamedTuple):
    """The question which way: its words up to the length, the rule, and from whom the unit goes."""

    words: str
    rule: str
    about: UnitId | None = None


class WayToChoose(TaskStruct, frozen=True, kw_only=True):
    """A move whose player chooses the way, among those offered or any other that the rules leave open."""

    unit: UnitId
    inches: int

    @abstractmethod
    def ways(self, state: GameState) -> list[FlightPath]:
        """Those that are offered, the best first."""

    @abstractmethod
    def question(self, unit: Unit) -> WayAsked:
        """How its player is asked."""

    def in_words(self, state: GameState, way: FlightPath) -> str:
        """What an offered way comes to: how far it leads, over which dangerous ground."""
        return f"{way.length_in:.3g}″{dangerous_ground.in_words(state, state.units[self.unit], way)}"

    def run(self, progress: Progress) -> None:
        """Go the only way there is, or ask which."""
        unit = progress.state.units[self.unit]
        ways = self.ways(progress.state)
        if len(ways) <= 1:
            self.go(progress, ways[0] if ways else None)
            return
        asked = self.question(unit)
        progress.ask(
            self,
            unit.side,
            "flee-path",
            f"{asked.words}, {self.inches} inches?",
            [
                Option(id=w.id, label=w.label, detail=self.in_words(progress.state, w), rule=asked.rule, path=w.path)
                for w in ways
            ],
            unit=unit.id,
            about=asked.about,
            rule=asked.rule,
            decline=ways[0].id,
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Go the way chosen."""
        self.go(progress, next(way for way in self.ways(progress.state) if way.id == choice))

    @abstractmethod
    def own_way(self, state: GameState, path: Sequence[Point]) -> FlightPath | Refusal:
        """The way along those points, or the row of the rules that forbids it."""

    @abstractmethod
    def go(self, progress: Progress, way: FlightPath | None) -> None:
        """Go it."""


class FleeAlong(Action, frozen=True, kw_only=True, tag="FleeAlong"):
    """Answer the question which way a unit flees by a way of one's own. (ARAP-ROUT-02, ARAP-BREAK-02)

    `path` are the places (inches) to which the first member goes, its start left out; the others keep the formation,
    and the last leg goes on until the move is spent or the table ends.
    """

    path: tuple[Point, ...]

    any_time = True
    answers_prompt = True

    def check(self, state: GameState) -> Refusal | None:
        """There is such a question, it is this side's, and the way breaks no restriction."""
        found = self._way(state)
        return found if isinstance(found, Refusal) else None

    def _way(self, state: GameState) -> FlightPath | Refusal:
        prompt, task = state.prompt, state.agenda[0] if state.agenda else None
        if prompt is None or not isinstance(task, WayToChoose):
            return Refusal("no-way-asked", "Nobody is asked which way to flee.", "ARAP-ROUT-02", "act")
        if prompt.side != self.side:
            name = state.side(prompt.side).name
            return Refusal("not-your-prompt", f"That choice is for {name}.", prompt.rule, "wait")
        width, depth = state.scenario.width_in, state.scenario.height_in
        on_table = (math.isfinite(x) and math.isfinite(y) and 0 <= x <= width and 0 <= y <= depth for x, y in self.path)
        points = [state.units[task.unit].alive[0].at, *self.path]
        steps = all(distance(a, b) > 0 for a, b in itertools.pairwise(points))
        if not 0 < len(self.path) <= MOST_POINTS or not all(on_table) or not steps:
            allowed = f"up to {MOST_POINTS} points on the table, one after the other"
            return Refusal("bad-path", "That is no way on this table.", "ARAP-ROUT-02", allowed)
        return task.own_way(state, self.path)

    def preview(self, state: GameState) -> Preview:
        """How far it leads and where everybody would stand, or the row that forbids it."""
        way = self._way(state)
        if isinstance(way, Refusal):
            return Preview(refusal=way)
        task = state.agenda[0]
        assert isinstance(task, WayToChoose)
        legs = (Leg(to=b, length_in=distance(a, b), cost_in=distance(a, b)) for a, b in itertools.pairwise(way.path))
        return Preview(
            legs=tuple(legs),
            spent_in=round(way.spent_in, 4),
            allowance_in=task.inches,
            notes=(task.in_words(state, way),),
            rules=(state.prompt.rule if state.prompt else "",),
            ghosts=tuple((p.model, *p.at, p.facing) for p in way.placements),
        )

    def resolve(self, progress: Progress) -> None:
        """Close the question and go that way."""
        prompt, way, asking = progress.state.prompt, self._way(progress.state), progress.state.agenda[0]
        assert prompt is not None
        assert isinstance(way, FlightPath)
        assert isinstance(asking, WayToChoose)
        rules = (prompt.rule, "ARAP-ROUT-02") if prompt.rule == "ARAP-ROUT-03" else (prompt.rule,)
        progress.emit(
            Answered(
                side=self.side,
                unit=prompt.unit,
                choice="own",
                label=f"A way of their own, {asking.in_words(progress.state, way)}",
                question=prompt.question,
                rules=rules,
            )
        )
        task = progress.take()
        assert isinstance(task, WayToChoose)
        task.go(progress, way)


ACTIONS: tuple[type[Action], ...] = (FleeAlong,)
