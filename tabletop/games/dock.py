"""The dock: the unit in hand, what it may do now, and why not the rest. Plain values for `_dock.html`."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.engine import legal_actions, preview
from rules.forces.unit import Unit
from rules.gemini.activation import Activate
from rules.offers import Offer
from rules.state import GameState


class Button(NamedTuple):
    """What one kind of action looks like on the bar: its word, its icon, its key, and what must be chosen first."""

    word: str
    icon: str
    key: str = ""
    needs: str = ""
    """"path" to draw, "target" to point at, or nothing: ready to commit."""


BUTTONS = {
    "move": Button("Move", "move", "M", "path"),
    "tactical": Button("Tactical", "crawl", "T", "path"),
    "drive": Button("Drive", "move", "M", "path"),
    "shoot": Button("Shoot", "shoot", "S", "target"),
    "fire": Button("Fire", "shoot", "S", "target"),
    "charge": Button("Charge", "charge", "C", "target"),
    "board": Button("Board", "door", "B", "target"),
    "get-out": Button("Get out", "door", "O"),
    "aim": Button("Aim", "aim", "A"),
    "regroup": Button("Regroup", "rally", "E"),
    "ground": Button("To ground", "crawl", "D"),
    "prone": Button("Lie down", "crawl", "P"),
    "stand": Button("Stand up", "hold", "P"),
    "stop": Button("Stopped", "pause", ""),
    "finish": Button("Finish", "check", "F"),
}
"""Kinds of action in the order of the bar."""


class DiceChoice(NamedTuple):
    """One, two or three activation dice, with what each promises."""

    dice: int
    acts: float
    bust: float
    average: float
    refusal: Refusal | None


class Act(NamedTuple):
    """One button of the bar; disabled with its reason when nothing of that kind is legal."""

    kind: str
    button: Button
    ap: int
    refusal: Refusal | None
    targets: tuple[str, ...]


class Dock(NamedTuple):
    """All that the dock shows for one unit, side and moment."""

    unit: Unit | None
    mine: bool
    active: bool
    waiting: str
    """Why this side can do nothing now, in words; empty if it can."""
    ap: int
    dice: tuple[DiceChoice, ...]
    acts: tuple[Act, ...]


def dock(state: GameState, side: SideId, unit_id: UnitId | None) -> Dock:
    """The dock of that side for the unit it has selected; without one, for the unit that is acting."""
    chosen = unit_id or state.turn.active
    unit = state.units.get(chosen) if chosen else None
    waiting = waiting_for(state, side)
    mine = unit is not None and unit.side == side
    active = unit is not None and state.turn.active == unit.id
    if unit is None or not mine or waiting:
        return Dock(unit, mine, active, waiting, state.turn.ap if active else 0, (), ())
    offers = [o for o in legal_actions(state, side) if o.unit == unit.id]
    dice = () if active or state.turn.phase != "activation" else dice_choices(state, side, unit.id)
    return Dock(unit, mine, active, "", state.turn.ap if active else 0, dice, acts(offers) if active else ())


def waiting_for(state: GameState, side: SideId) -> str:
    """Whom the game waits for, if not for this side."""
    if state.outcome is not None:
        return "The battle is over."
    if state.prompt is not None and state.prompt.side != side:
        return f"Waiting for {state.side(state.prompt.side).name}: {state.prompt.question}"
    if not state.turn.order:
        return ""
    acting = state.turn.order[state.turn.place]
    if state.prompt is None and acting != side:
        doing = "places the next unit" if state.turn.number == 0 else "acts now"
        return f"{state.side(acting).name} {doing}."
    return ""


def dice_choices(state: GameState, side: SideId, unit: UnitId) -> tuple[DiceChoice, ...]:
    """What one, two and three dice promise. (ARAP-ACT-02)"""
    choices = []
    for count in (1, 2, 3):
        told = preview(state, Activate(side=side, unit=unit, dice=count))
        chances = {c.label: c.value for c in told.chances}
        choices.append(
            DiceChoice(
                count,
                chances.get("acts", 0),
                chances.get("bust", 0),
                chances.get("average points", 0),
                told.refusal,
            )
        )
    return tuple(choices)


def acts(offers: list[Offer]) -> tuple[Act, ...]:
    """One button for each kind on offer, in the order of the bar; a kind is open if any offer of it is legal."""
    by_kind: dict[str, list[Offer]] = {}
    for offer in offers:
        by_kind.setdefault(offer.kind, []).append(offer)
    return tuple(_act(kind, by_kind[kind]) for kind in BUTTONS if kind in by_kind)


def _act(kind: str, offers: list[Offer]) -> Act:
    legal = [o for o in offers if o.action is not None]
    refusal = None if legal else next((o.refusal for o in offers if o.refusal is not None), None)
    costs = [o.ap for o in legal or offers]
    targets = tuple(dict.fromkeys(o.target for o in legal if o.target is not None))
    return Act(kind, BUTTONS[kind], min(costs), refusal, targets)
