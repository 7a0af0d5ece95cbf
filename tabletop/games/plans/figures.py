"""Chances and groups of shots as a plan words them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.preview import Average, BlowLine, Chance, Ending, HitLine, Mishap, ShotLine
from rules.state import GameState
from tabletop.games.plans.plan import Figure, Group
from tabletop.games.plans.weapons import Control
from tabletop.games.words import receipt_rows, tone
from tabletop.ui.words import count_text, needed_text, percent_text


def figure(chance: Chance) -> Figure:
    """A chance as a figure: a share in percent, a mean to one decimal."""
    meaning = _MEANINGS.get(chance.label, chance.label)
    if isinstance(chance, Average):
        return Figure(f"{chance.value:.1f}", meaning)
    return Figure(percent_text(chance.value), meaning)


_MEANINGS = {"25% test": "a quarter falls: Leadership test"}
"""What happens to whom, where the name of a chance is short."""


_MOST_FIGURES = 3


def worth_saying(chances: Sequence[Chance]) -> tuple[Chance, ...]:
    """Those that a plan lists: what cannot come about is said only where it decides, among the first."""
    return (*chances[:_MOST_FIGURES], *(c for c in chances[_MOST_FIGURES:] if c.value > 0))


def telling(chances: Sequence[Chance]) -> Sequence[Chance]:
    """The first few, but before any others that a vehicle is destroyed; and that it gets out of hand."""
    first, mishaps = chances[:_MOST_FIGURES], [c for c in chances[_MOST_FIGURES:] if isinstance(c, Mishap)]
    end = next((c for c in chances if isinstance(c, Ending)), None)
    if end is not None and end not in first:
        first = (*chances[: _MOST_FIGURES - 1], end)
    return (*first, *mishaps)


def group(line: ShotLine, controls: Sequence[Control], word: str) -> Group:
    """A line of shots or blows, with so many figures as have room."""
    rows = receipt_rows(line.modifiers)
    noun = "blow" if isinstance(line, BlowLine) else word
    tick = f"w:{line.weapon}"
    return Group(
        weapon=str(line.weapon),
        name=line.name,
        shots=_thrown(line, noun),
        need=line.goal_text or needed_text(line.goal, "low"),
        figures=tuple(figure(chance) for chance in telling(line.chances)),
        rows=rows,
        notes=line.notes,
        lead=tuple(figure(chance) for chance in _leading(line)),
        is_hit=isinstance(line, HitLine) or not (line.shooters or isinstance(line, BlowLine)),
        theirs=isinstance(line, BlowLine) and line.in_return,
        tick=tick if any(control.name == tick for control in controls) else "",
    )


def _leading(line: ShotLine) -> Sequence[Chance]:
    """The first chance; of a hit on a hull rather that it is the end of it."""
    ends = [c for c in line.chances if isinstance(c, Ending)] if isinstance(line, HitLine) else []
    return ends[:1] or line.chances[:1]


def _thrown(line: ShotLine, noun: str) -> str:
    """What is thrown by how many; what one hit does is a matter of who hits that face alone."""
    by = count_text(line.shooters, "model")
    if isinstance(line, HitLine):
        return f"by {by}" if line.shooters > 1 else ""
    return f"{count_text(line.shots, noun)} by {by}" if line.shooters else ""


def ticked_once(groups: Iterable[Group]) -> tuple[Group, ...]:
    """A weapon whose shots are thrown one by one, as flames are, has one box all the same: at the first of them."""
    found = tuple(groups)
    ticks = [g.tick for g in found]
    return tuple(
        g._replace(tick="" if tick in ticks[:n] else tick) for n, (g, tick) in enumerate(zip(found, ticks, strict=True))
    )


def toned(state: GameState, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Groups in the colours that their dice will have. (ARAP-SHOOT-09)"""
    if len(groups) < 2 or not state.option("dice_groups"):
        return groups
    return tuple(group._replace(tone=tone(n)) for n, group in enumerate(groups))
