"""Cards of models and the damage deck in words, for a table that is read or heard. (CRU-DICE-03, CRU-DMG-03)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.words import listed
from rules.forces.unit import Unit
from rules.questions.crusade import cards, guns
from rules.questions.crusade.cards import TroopSummary, VehicleSummary
from rules.state import GameState
from tabletop.ui.words import count_text, inches_text, percent_text


def deck(state: GameState) -> tuple[str, ...]:
    """What is left to draw, and how likely each kind is the next. (CRU-DMG-03)"""
    if not state.turn.order:
        return ()
    found = cards.deck(state)
    kinds = listed([f"{left} {name}" for name, left in found.left if left])
    left = f"Damage deck: {found.total} of {found.full} cards left{f', {kinds}' if kinds else ''}."
    chances = ", ".join(f"{name} {percent_text(float(found.chance(name)))}" for name, _ in found.left)
    return (f"{left} {found.discards} to be shuffled." if found.discards else left, f"The next card: {chances}.")


def model(state: GameState, unit: Unit) -> tuple[str, ...]:
    """Dice, moves, damage cards and what holds because of them, weapons, seats."""
    vehicle = cards.vehicle(state, unit)
    lines = _vehicle(state, unit, vehicle) if vehicle else _troop(cards.troop(state, unit))
    armed = [_gun(gun) for gun in guns.guns(state, unit)]
    return (*lines, f"Carries {listed(armed)}") if armed else tuple(lines)


def _vehicle(state: GameState, unit: Unit, summary: VehicleSummary) -> Iterator[str]:
    yield f"{_dice(summary.base)}, defends with {summary.defends}{', Armored' if summary.armored else ''}"
    action = "its action is left" if summary.action else "no action left"
    yield f"{summary.moves} of {count_text(summary.possible, 'move action')} made, {action}"
    held = cards.held(state, unit)
    if held:
        holds = (words for _, words in held.lines)
        yield "; ".join((f"Damage cards, {len(held.cards)} of {held.most}: {', '.join(held.cards)}", *holds))
    if summary.seats:
        riders = [rider.name for rider in state.passengers(unit.id)]
        yield f"{summary.taken} of {summary.seats} spaces taken{f': {listed(riders)}' if riders else ''}"


def _troop(summary: TroopSummary) -> Iterator[str]:
    yield f"{summary.dice} of {_dice(summary.full)}, {summary.melee} in melee"
    action = "and its action" if summary.action else "no action"
    yield f"{inches_text(summary.left_in)} of its move left, {action}"


def _gun(gun: guns.Gun) -> str:
    text = ", ".join(part for part in (gun.mount, gun.state) if part)
    return f"{gun.name} of {_dice(gun.dice)}{f' ({text})' if text else ''}"


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
