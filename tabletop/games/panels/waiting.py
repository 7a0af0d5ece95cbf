"""While one waits: who acts, how near to whom of one's own, and what one may be asked. (ARAP-ACT-11)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules import Offer
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.questions import ranges
from rules.questions.offers import may_lie_low, reactions, short_list
from rules.state import GameState
from tabletop.ui.words import inches_text

_TIMES = {1: "once", 2: "twice"}


class Asked(NamedTuple):
    """What one may be asked: an icon, words and the rule."""

    icon: str
    text: str
    rule: str


class Acting(NamedTuple):
    """The unit of another side that acts."""

    unit: Unit
    points: int
    near: Unit | None
    """One's own unit that it is nearest to."""
    away: str
    reactions: tuple[Asked, ...]

    @property
    def may(self) -> str:
        """How often it acts yet."""
        return f"may act {times_text(self.points)}"


def times_text(points: int) -> str:
    """So often: "once", "twice", "3 times"."""
    return _TIMES.get(points, f"{points} times")


def acting(state: GameState, side: SideId) -> Acting | None:
    """As that side sees it; nothing while nobody has a unit in hand or somebody is asked."""
    unit = state.units.get(state.turn.active) if state.turn.active else None
    busy = state.prompt is not None or state.owed is not None or state.outcome is not None
    if unit is None or busy or unit.side == side or not state.turn.ap:
        return None
    own = [one for one in state.units_of(side) if one.on_table and one.alive]
    near = min(own, key=lambda one: ranges.apart_in(state, unit, one), default=None)
    away = inches_text(ranges.apart_in(state, unit, near)) if near is not None else ""
    return Acting(unit, state.turn.ap, near, away, _reactions(state, unit, side))


def _reactions(state: GameState, unit: Unit, side: SideId) -> tuple[Asked, ...]:
    """What may be asked once it charges or shoots at the first that it may. (ARAP-REACT-01, ARAP-GTG-01)"""
    aims = [o for o in short_list(state, unit.side) if o.unit == unit.id and o.action]
    charged, shot = (_aimed_at(state, aims, side, *kinds) for kinds in (("charge",), ("shoot", "fire")))
    charges = [
        Asked(_ICONS.get(r.label, "run"), f"{one.name}: {r.label}, if charged", r.rule)
        for one in charged[:1]
        for r in reactions(state, unit, one)
    ]
    lies = [
        Asked("crawl", f"{one.name}: Go to ground, if shot at", "ARAP-GTG-01")
        for one in shot
        if may_lie_low(state, one)
    ]
    return (*charges, *lies[:1])


_ICONS = {"Stand and fire": "standfire", "Run": "run"}


def _aimed_at(state: GameState, aims: Sequence[Offer], side: SideId, *kinds: str) -> list[Unit]:
    found = dict.fromkeys(o.target for o in aims if o.kind in kinds)
    own = [state.units[target] for target in found if target in state.units]
    return [one for one in own if one.side == side]
