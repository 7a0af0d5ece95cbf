"""A model's card in the Rules Crusade: dice, a slot for each Hit, moves, seats, weapons, states. (CRU-VEH-01)"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.unit_state import UnitState
from rules.forces.unit import Unit
from rules.questions import units
from rules.questions.crusade import cards, guns
from rules.questions.crusade.cards import TroopSummary, VehicleSummary
from rules.questions.crusade.guns import Gun
from rules.state import GameState
from tabletop.ui.cards import ICONS


class Slot(NamedTuple):
    """A Hit of a vehicle: empty, or filled by a card."""

    card: str
    icon: str


class Arrow(NamedTuple):
    """A move action: made, left, bought with the action, or lost."""

    state: str
    words: str


class CrusadeCard(NamedTuple):
    """All that the inspector shows of one model."""

    id: str
    number: str
    side: str
    side_name: str
    name: str
    kind: str
    points: int
    states: tuple[UnitState, ...]
    vehicle: VehicleSummary | None
    troop: TroopSummary | None
    slots: tuple[Slot, ...]
    arrows: tuple[Arrow, ...]
    aboard: tuple[str, ...]
    guns: tuple[Gun, ...]
    gone: bool

    @property
    def template(self) -> str:
        """The page's part that shows it."""
        return "games/crusade/_card.html"

    @property
    def last(self) -> bool:
        """Whether the next card but one destroys it. (CRU-DMG-01)"""
        return self.vehicle is not None and len(self.vehicle.cards) == self.vehicle.hits - 1


def card(state: GameState, unit: Unit) -> CrusadeCard:
    """The card of a model that the viewer may see."""
    summary = cards.vehicle(state, unit)
    profile = state.profile(unit.models[0])
    return CrusadeCard(
        id=unit.id,
        number=unit.id.upper(),
        side=unit.side,
        side_name=state.side(unit.side).name,
        name=unit.name,
        kind=profile.name,
        points=unit.points,
        states=units.states(state, unit),
        vehicle=summary,
        troop=None if summary else cards.troop(state, unit),
        slots=_slots(summary) if summary else (),
        arrows=_arrows(summary) if summary else (),
        aboard=tuple(_rider(state, u) for u in state.passengers(unit.id)),
        guns=guns.guns(state, unit),
        gone=unit.is_gone,
    )


def _slots(summary: VehicleSummary) -> tuple[Slot, ...]:
    filled = [Slot(each, ICONS[each]) for each in summary.cards]
    return (*filled, *[Slot("", "")] * max(0, summary.hits - len(filled)))


def _arrows(summary: VehicleSummary) -> tuple[Arrow, ...]:
    """One for each move action that such a vehicle could take. (CRU-TURN-03, CRU-DMG-05)"""
    found = []
    for n in range(summary.most):
        if n < summary.moves:
            found.append(Arrow("made", "made"))
        elif n >= summary.possible:
            found.append(Arrow("lost", "lost"))
        elif n == summary.most - 1 and summary.most > 1 and summary.action:
            found.append(Arrow("bought", "uses its action"))
        else:
            found.append(Arrow("left", "left"))
    return tuple(found)


def _rider(state: GameState, unit: Unit) -> str:
    words = [each.words.split(" ")[0].lower() for each in units.states(state, unit) if each.name == "embarked"]
    note = {"drives": " (drives)", "has": " (boarder)", "still": " (enemy)"}.get(words[0] if words else "", "")
    return f"{unit.id.upper()} {unit.name}{note}"
