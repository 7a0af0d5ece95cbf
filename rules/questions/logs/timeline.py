"""The acts of a battle in order, what stands out among them, and who held what: what a replay shows as a line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import groupby
from typing import Literal, NamedTuple

from rules.arap.charge.events import ChargeDeclared
from rules.arap.morale.rout import UnitRouted
from rules.arap.turn.activation import Bust
from rules.arap.turn.victory import ObjectivesScored
from rules.buildings.bunkers.charge import BunkerCharged
from rules.core.ids import SideId, UnitId
from rules.events import Rolled
from rules.questions.logs.decided import Moment, Story
from rules.questions.units import score
from rules.state import Event, GameState
from rules.vehicles.shared.events import ChartResult

Mark = Literal["", "lost", "charge", "taken", "bust"]


class TimelineEvent(NamedTuple):
    """One event that counts: the command it belongs to, what the viewer may know of it, the state after it, itself."""

    head: int
    seen: Event | None
    state: GameState
    event: Event


class Act(NamedTuple):
    """One command: its last event, its turn (0 while setting up), and whose it was ("" where that is not known)."""

    end: int
    turn: int
    side: str
    weight: int
    """How much it did: 1 something, 2 dice, 3 somebody was hurt or a building fell, 4 a unit was lost."""
    mark: Mark
    marked: str
    """Whose doing stands out: of who took ground, or had a unit in hand that enemies fell to; else whose act it was."""


class GameTurn(NamedTuple):
    """The acts of one game turn, by their places in the line; the score at its end, a number for each side."""

    number: int
    first: int
    last: int
    scores: tuple[int, ...]


class Hold(NamedTuple):
    """From one act to another a side held an objective."""

    first: int
    last: int
    side: SideId


class HeldObjective(NamedTuple):
    """One objective and who held it when; nobody between the stretches."""

    number: int
    """As it stands on the board."""
    name: str
    stretches: tuple[Hold, ...]

    @property
    def numbered(self) -> str:
        """Its number and its name."""
        return f"{self.number} {self.name}"


class Timeline(NamedTuple):
    """A battle as a line of acts."""

    acts: tuple[Act, ...]
    turns: tuple[GameTurn, ...]
    lanes: tuple[HeldObjective, ...]


class _Scoring(NamedTuple):
    """The act with which points were given, and who held what then."""

    act: int
    held: dict[str, SideId]


def timeline(happened: Iterable[TimelineEvent]) -> Timeline:
    """Look along a log: all events that count, in order."""
    acts: list[Act] = []
    ends: list[GameState] = []
    scorings: list[_Scoring] = []
    before = GameState()
    for _, group in groupby(happened, key=lambda one: one.head):
        events = list(group)
        was = scorings[-1].held if scorings else {}
        now = next((dict(one.seen.held) for one in events if isinstance(one.seen, ObjectivesScored)), None)
        if now is not None:
            scorings.append(_Scoring(len(acts), now))
        taken = next((side for objective, side in (now or {}).items() if was.get(objective) != side), None)
        acts.append(_act(events, before, taken))
        before = events[-1].state
        ends.append(before)
    return Timeline(tuple(acts), _turns(acts, ends), _lanes(before, scorings, len(acts)))


def as_done(story: Story, line: Timeline) -> Story:
    """The story with each moment that side's whose act brought it, as the line marks it."""
    ends = [act.end for act in line.acts]

    def doer(moment: Moment) -> SideId:
        side = line.acts[bisect_left(ends, moment.seq)].side
        return moment.side if moment.is_own or not side else SideId(side)

    return story._replace(moments=tuple(moment._replace(side=doer(moment)) for moment in story.moments))


def _act(events: list[TimelineEvent], before: GameState, taken: SideId | None) -> Act:
    seen = [one.seen for one in events if one.seen is not None]
    state = events[-1].state
    side = next((event.side for event in seen if event.side), "")
    lost = bool(seen) and _gone(state) > _gone(before)
    turn = events[0].state.turn.number  # what ends a turn belongs to it
    mark = _mark(seen, lost=lost, taken=taken is not None)
    doer = taken if mark == "taken" else _caused(before, state) if mark == "lost" else None
    return Act(state.seq, turn, side, _weight(seen, lost=lost), mark, doer or side)


def _caused(before: GameState, state: GameState) -> SideId | None:
    """The side whose unit is in hand while enemies of it are lost, even if that happens when these answer."""
    active = before.units.get(before.turn.active) if before.turn.active else None
    lost = (unit for key, unit in state.units.items() if unit.is_gone and not _was_gone(before, key))
    return active.side if active is not None and any(unit.side != active.side for unit in lost) else None


def _was_gone(before: GameState, unit: UnitId) -> bool:
    return unit in before.units and before.units[unit].is_gone


def _gone(state: GameState) -> int:
    return sum(unit.is_gone for unit in state.units.values())


def _weight(seen: list[Event], *, lost: bool) -> int:
    if lost:
        return 4
    if any(isinstance(event, ChartResult | UnitRouted) or type(event).__name__ in _HURT for event in seen):
        return 3
    return 2 if any(isinstance(event, Rolled) for event in seen) else 1


_HURT = frozenset({"WoundsTaken", "DamageTaken", "SectionsFallen", "SectionFell"})


def _mark(seen: list[Event], *, lost: bool, taken: bool) -> Mark:
    if lost:
        return "lost"
    if any(isinstance(event, ChargeDeclared | BunkerCharged) for event in seen):
        return "charge"
    if any(isinstance(event, Bust) and event.ends for event in seen):
        return "bust"
    return "taken" if taken else ""


def _turns(acts: list[Act], ends: list[GameState]) -> tuple[GameTurn, ...]:
    found = []
    for number, places in groupby(range(len(acts)), key=lambda n: acts[n].turn):
        here = list(places)
        scores = tuple(score(ends[here[-1]], side.id) for side in ends[here[-1]].sides)
        found.append(GameTurn(number, here[0], here[-1], scores))
    return tuple(found)


def _lanes(state: GameState, scorings: list[_Scoring], acts: int) -> tuple[HeldObjective, ...]:
    ends = [*(scoring.act for scoring in scorings[1:]), acts]
    lanes = []
    for number, objective in enumerate(state.scenario.objectives, 1):
        held = [
            Hold(scoring.act, end, scoring.held[objective.id])
            for scoring, end in zip(scorings, ends, strict=False)
            if objective.id in scoring.held
        ]
        lanes.append(HeldObjective(number, objective.name, _joined(held)))
    return tuple(lanes)


def _joined(stretches: Iterable[Hold]) -> tuple[Hold, ...]:
    """Held turn after turn by the same side: one stretch."""
    found: list[Hold] = []
    for each in stretches:
        if found and (found[-1].side, found[-1].last) == (each.side, each.first):
            found[-1] = found[-1]._replace(last=each.last)
        else:
            found.append(each)
    return tuple(found)
