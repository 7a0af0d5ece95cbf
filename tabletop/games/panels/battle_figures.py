"""A battle in figures as its page shows it: plots that a library draws, each with the same numbers as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules import read_in_whole
from rules.core.ids import SideId
from rules.core.words import listed
from rules.questions.logs.figures import Accident, Damage, Figures
from rules.questions.logs.timeline import Hold, Timeline
from rules.questions.scenarios import hull_word, round_word
from rules.questions.units import score
from rules.state import GameState
from tabletop.games.panels import plots
from tabletop.ui.words import count_text


class Shown(NamedTuple):
    """The whole page."""

    title: str
    summary: str
    counts: tuple[tuple[str, int], ...]
    objectives: plots.Plot | None
    others: tuple[plots.Plot, ...]
    accidents: tuple[Accident, ...]


def shown(figures: Figures, line: Timeline, state: GameState) -> Shown:
    """Everything, for a battle that stands so at its end."""
    word = round_word(state.ruleset)
    found = (_damage(figures, hull_word(state.ruleset)), _moved(figures), _strength(figures, word))
    counts = (("rolls", figures.rolls), ("dice", figures.dice))
    fights = (("busts", figures.busts), ("charges", figures.charges)) if read_in_whole(state.ruleset) else ()
    return Shown(
        title=", ".join(f"{side.name} {score(state, side.id)}" for side in state.sides),
        summary=_summary(line, word),
        counts=counts + fights,
        objectives=_objectives(line, state) if line.lanes and _turns(line) else None,
        others=tuple(plot for plot in found if plot is not None),
        accidents=figures.accidents,
    )


def _summary(line: Timeline, word: str) -> str:
    return f"{count_text(len(_turns(line)), word)}, {len(line.acts)} acts."


def _turns(line: Timeline) -> list[tuple[int, int, tuple[int, ...]]]:
    """The game turns, each with its first act and the score at its end."""
    return [(turn.number, turn.first, turn.scores) for turn in line.turns if turn.number]


def _objectives(line: Timeline, state: GameState) -> plots.Plot:
    turns = _turns(line)
    names = {side.id: side.name for side in state.sides}
    last = len(line.acts)
    marks = [plots.Mark(first, f"{round_word(state.ruleset).capitalize()} {number}") for number, first, _ in turns]
    ends = [*(first for _, first, _ in turns[1:]), last]
    scores = [plots.Mark(end, " : ".join(map(str, score))) for end, (_, _, score) in zip(ends, turns, strict=True)]
    lanes = [
        plots.Lane(
            lane.numbered,
            tuple(plots.Stretch(hold.first, hold.last, hold.side, names.get(hold.side, "")) for hold in lane.stretches),
        )
        for lane in line.lanes
    ]
    rows = [(lane.numbered, *(_holder(lane.stretches, end, names) for end in ends)) for lane in line.lanes]
    score = ("Score", *(mark.words for mark in scores))
    return plots.Plot(
        "objectives",
        "Objectives",
        "who held them, act by act",
        plots.lanes("objectives", _lanes(lanes, scores), lanes, marks, scores, last),
        ("Objective", *(mark.words for mark in marks)),
        (*rows, score),
    )


def _holder(stretches: Sequence[Hold], end: int, names: Mapping[SideId, str]) -> str:
    return next((names.get(side, "") for first, last, side in stretches if first < end <= last), "nobody")


def _lanes(lanes: Sequence[plots.Lane], scores: Sequence[plots.Mark]) -> str:
    held = [f"{lane.name}: {', then '.join(s.name for s in lane.stretches) or 'nobody'}" for lane in lanes]
    return f"Who held what. {'. '.join(held)}. Score after each turn: {', '.join(s.words for s in scores)}."


def _damage(figures: Figures, hull: str) -> plots.Plot | None:
    if not figures.damage:
        return None
    bars = [
        plots.Bar(
            each.side, _named(each.unit, each.name), (each.models, each.hull, len(each.vehicles)), _did(each, hull)
        )
        for each in figures.damage
    ]
    rows = tuple(
        (bar.name, str(each.models), str(each.hull), ", ".join(each.vehicles) or "none")
        for bar, each in zip(bars, figures.damage, strict=True)
    )
    return plots.Plot(
        "damage",
        "Damage done",
        f"● model  ■ {_one(hull)}  ✖ vehicle",
        plots.counted("damage", _said("Damage done", bars), bars),
        ("Unit", "Models", hull.capitalize(), "Vehicles"),
        rows,
        tuple(
            plots.Below(each.unit, each.side, f"{each.name} put {listed(each.vehicles)} out of the battle")
            for each in figures.damage
            if each.vehicles
        ),
    )


def _named(unit: str, name: str) -> str:
    return f"{unit.upper()} {name}"


def _did(each: Damage, hull: str) -> str:
    parts = [f"{each.models} model{'s' * (each.models > 1)}"] if each.models else []
    short = hull.removesuffix(" points")
    parts += [f"{each.hull} {short if each.hull > 1 else _one(short)}"] if each.hull else []
    parts += [f"{len(each.vehicles)} vehicle{'s' * (len(each.vehicles) > 1)}"] if each.vehicles else []
    return ", ".join(parts)


def _one(hull: str) -> str:
    """What one point of a hull is called."""
    return hull.removesuffix("s")


def _moved(figures: Figures) -> plots.Plot | None:
    if not figures.moved:
        return None
    bars = [
        plots.Bar(each.side, _named(each.unit, each.name), (each.inches,), f"{each.inches:.1f}″")
        for each in figures.moved
    ]
    return plots.Plot(
        "moved",
        "Ground moved",
        "by the middle of the unit",
        plots.bars("moved", _said("Ground moved", bars), bars),
        ("Unit", "Moved"),
        tuple((bar.name, bar.words) for bar in bars),
    )


def _strength(figures: Figures, word: str) -> plots.Plot | None:
    lines = [
        plots.Steps(
            each.side,
            each.name,
            (*((float(seq), points) for seq, points in each.points), (float(figures.last), each.points[-1][1])),
            f"{each.points[-1][1]:.0f} {each.side.upper()}",
        )
        for each in figures.strength
        if each.points
    ]
    if not lines or not figures.turns:
        return None
    turns = [plots.Mark(float(seq), str(number)) for number, seq in figures.turns]
    ends = [*(seq for _, seq in figures.turns[1:]), figures.last + 1]
    label = "Points left at the end. " + ", ".join(f"{line.name} {line.points[-1][1]:.0f}" for line in lines)
    return plots.Plot(
        "strength",
        "Strength left",
        f"points on the table, by {word}",
        plots.steps("strength", label, lines, turns),
        ("Side", *(f"{word.capitalize()} {number}" for number, _ in figures.turns)),
        tuple((line.name, *(_left(line, end) for end in ends)) for line in lines),
    )


def _left(line: plots.Steps, end: float) -> str:
    return f"{next((points for seq, points in reversed(line.points) if seq < end), 0):.0f}"


def _said(title: str, bars: Sequence[plots.Bar]) -> str:
    return f"{title}. " + ". ".join(f"{bar.name}: {bar.words}" for bar in bars)
