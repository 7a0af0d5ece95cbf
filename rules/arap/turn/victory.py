"""Holding ground, scoring, and the end of the battle."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.any_game import standing
from rules.arap.turn import race
from rules.core import kept
from rules.core.ids import SideId
from rules.core.words import does, listed
from rules.events import GameEnded
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, is_within
from rules.progress import Progress
from rules.state import Event, GameState, Outcome
from rules.table.scenario import Objective


def holder(state: GameState, objective: Objective) -> SideId | None:
    """The only side with an unrouted model within reach of the objective, if there is just one."""
    known = _known_holders(state)
    if objective not in known:
        known[objective] = _holder(state, objective)
    return known[objective]


@kept.once
def _known_holders(state: GameState) -> dict[Objective, SideId | None]:
    """What has been worked out of this state; it only grows."""
    return {}


def _holder(state: GameState, objective: Objective) -> SideId | None:
    (x, y), reach = objective.at, objective.reach_in
    sides = {
        unit.side
        for unit in state.units.values()
        if unit.in_play and not unit.routing and not unit.flinched
        for model in unit.models
        if abs(model.at[0] - x) < reach + 1 and abs(model.at[1] - y) < reach + 1  # most are nowhere near
        if model.wounds > 0
        if is_within(distance(model.at, objective.at), reach)
    }
    return next(iter(sides)) if len(sides) == 1 else None


class ObjectivesScored(Event, frozen=True, kw_only=True, tag="ObjectivesScored"):
    """Points for ground held at the end of a game turn: (objective, side) pairs and the new scores."""

    held: tuple[tuple[str, SideId], ...]
    scores: tuple[tuple[SideId, int], ...]

    def evolve(self, state: GameState) -> GameState:
        """The scores change."""
        for side, score in self.scores:
            state = state.with_side(replace(state.side(side), score=score))
        return state

    def sentence(self, state: GameState) -> str:
        """Who holds what."""
        names = {o.id: o.name for o in state.scenario.objectives}
        by_side = {side: listed([names[o] for o, holder in self.held if holder == side]) for _, side in self.held}
        held = ", ".join(f"{does(state.side(side).name, 'holds')} {what}" for side, what in by_side.items())
        return held or "Nobody holds an objective"


def score_turn(progress: Progress) -> bool:
    """Score the objectives at the end of a game turn; at the turn limit end the game and say so."""
    state = progress.state
    last = state.turn.number >= state.scenario.turn_limit
    if state.scenario.objectives and (last or state.scenario.scoring == "every-turn"):
        held = tuple((o.id, side) for o in state.scenario.objectives if (side := holder(state, o)) is not None)
        values = {o.id: o.value for o in state.scenario.objectives}
        scores = tuple((s.id, s.score + sum(values[o] for o, side in held if side == s.id)) for s in state.sides)
        progress.emit(ObjectivesScored(held=held, scores=scores))
    outcome = by_points(progress.state) if last else enough(progress.state)
    if outcome is not None:
        progress.emit(GameEnded(outcome=outcome))
    return outcome is not None


def enough(state: GameState) -> Outcome | None:
    """The victory of a side that alone has the points that the scenario asks for."""
    goal = state.scenario.score_to_win
    winners = [s for s in state.sides if goal and s.score >= goal]
    if len(winners) != 1:
        return None
    return Outcome(winner=winners[0].id, reason=f"{winners[0].score} of {goal} points needed to win at once")


def by_points(state: GameState) -> Outcome:
    """The outcome at the turn limit: objectives first; without any, the points of units still in play."""
    if state.scenario.race is not None:
        return race.unfinished(state, state.scenario.race)
    if state.scenario.objectives and state.scenario.victory == "objectives":
        scores = {s.id: s.score for s in state.sides}
        what = "objectives"
    else:
        scores = {s.id: sum(u.points for u in state.units_of(s.id) if not u.is_gone) for s in state.sides}
        what = "points left in play"
    best = max(scores.values())
    leaders = [side for side, score in scores.items() if score == best]
    text = " to ".join(str(scores[s.id]) for s in state.sides)
    winner = leaders[0] if len(leaders) == 1 else None
    if winner is None and what == "objectives" and state.scenario.tie == "losses":
        return _by_losses(state, leaders, text)
    return Outcome(winner=winner, reason=f"{text} on {what} after turn {state.turn.number}")


def _by_losses(state: GameState, leaders: Sequence[SideId], level: str) -> Outcome:
    """Of those who lead together the side that has lost the fewest points; still a draw where that is not one side."""
    lost = {s.id: points_lost(state, s.id) for s in state.sides}
    least = min(lost[side] for side in leaders)
    best = [side for side in leaders if lost[side] == least]
    text = " to ".join(str(lost[s.id]) for s in state.sides)
    reason = f"{text} on points lost, level at {level} on objectives, after turn {state.turn.number}"
    return Outcome(winner=best[0] if len(best) == 1 else None, reason=reason)


def points_lost(state: GameState, side: SideId) -> int:
    """Points of the army list that a side has lost: of a unit the share of its models that fell, rounded down.

    Who has run off the table is lost.
    """
    return sum(_lost(unit) for unit in state.units_of(side))


def _lost(unit: Unit) -> int:
    if unit.is_gone or (unit.left_table and unit.routing):
        return unit.points
    return unit.points * (len(unit.models) - len(unit.alive)) // len(unit.models)


def wiped_out(progress: Progress) -> bool:
    """End the game if at most one side is left standing; says whether it did."""
    left = standing(progress.state)
    if len(left) > 1 or len(progress.state.sides) < 2 or progress.state.outcome:
        return progress.state.outcome is not None
    winner = left[0] if left else None
    progress.emit(GameEnded(outcome=Outcome(winner=winner, reason="the other side is wiped out")))
    return True


EVENTS: tuple[type[Event], ...] = (ObjectivesScored,)
