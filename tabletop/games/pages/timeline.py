"""The line of a replay as it is drawn: ticks up and down, marks, turns with their scores, who held what."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.questions.logs.timeline import Act, Timeline

WIDTH: Final = 1000.0
"""Drawing units from the first act to the last; the page stretches them to its own width."""
AXIS: Final = 29.0
_LONG: Final = (0, 5, 9, 15, 24)  # of a tick, by the weight of its act
_THICKEST: Final = 4.0
_MOST_TICKS: Final = 400  # beyond, neighbours become one


class Tick(NamedTuple):
    """One act, or several in a row of a long battle."""

    x: float
    y: float
    height: float
    side: str


class Marked(NamedTuple):
    """Something that stands out, in hundredths of the width, and whose doing it was."""

    left: float
    side: str
    mark: str
    up: bool
    act: int


class Span(NamedTuple):
    """One game turn, in hundredths of the width; number 0 is the set-up."""

    left: float
    width: float
    number: int
    scores: str
    act: int


class Held(NamedTuple):
    """A stretch in which a side held an objective, in hundredths of the width."""

    left: float
    width: float
    side: str


class Drawn(NamedTuple):
    """Everything that the template places."""

    width: float
    axis: float
    thick: float
    ticks: tuple[Tick, ...]
    marks: tuple[Marked, ...]
    spans: tuple[Span, ...]
    lanes: tuple[tuple[str, tuple[Held, ...]], ...]


def drawn(line: Timeline) -> Drawn:
    """Where everything stands; the first side that acts goes up."""
    acts = line.acts
    many = max(len(acts), 1)
    order = sorted({act.side for act in acts if act.side})
    share = 100 / many
    spans = tuple(
        Span(
            turn.first * share,
            (turn.last + 1 - turn.first) * share,
            turn.number,
            " : ".join(map(str, turn.scores)) if turn.number else "",
            turn.first,
        )
        for turn in line.turns
    )
    marks = tuple(
        Marked((n + 0.5) * share, act.marked, act.mark, _goes_up(act, order), n)
        for n, act in enumerate(acts)
        if act.mark
    )
    lanes = tuple(
        (lane.numbered, tuple(Held(s.first * share, (s.last - s.first) * share, s.side) for s in lane.stretches))
        for lane in line.lanes
    )
    step = WIDTH / min(many, _MOST_TICKS)
    return Drawn(WIDTH, AXIS, round(min(step * 0.45, _THICKEST), 2), _ticks(acts, order), marks, spans, lanes)


def _ticks(acts: tuple[Act, ...], order: list[str]) -> tuple[Tick, ...]:
    per = -(-len(acts) // _MOST_TICKS) or 1
    found = []
    for first in range(0, len(acts), per):
        act = max(acts[first : first + per], key=lambda each: each.weight)
        height = _LONG[act.weight]
        x = round((first + min(per, len(acts) - first) / 2) * WIDTH / len(acts), 2)
        found.append(Tick(x, AXIS - height if _goes_up(act, order) else AXIS, height, act.side or "none"))
    return tuple(found)


def _goes_up(act: Act, order: list[str]) -> bool:
    """With more than two sides every second one goes up; what is nobody's goes up too."""
    return not act.side or order.index(act.side) % 2 == 0
