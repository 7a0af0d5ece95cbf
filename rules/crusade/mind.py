"""What is worth doing, model by model, for who plays without a person: by the previews' own odds. (CRU-TURN-04)

The side with more points standing wins: hits on enemies count by the points that they bring nearer to falling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rules.answers import Answer
from rules.core.ids import SideId
from rules.core.preview import Average, Preview
from rules.core.prompt import OptionOdds
from rules.crusade import hand, marks, models
from rules.crusade.shooting.fire import FireWeapons
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, distance
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Considered, Worth

_AT_EASE_IN: Final = 9.0
"""Inches from the nearest enemy that are near enough for who shoots."""
_INCH: Final = 0.4
"""Points that an inch nearer is worth."""
_LOST: Final = -20.0

Weigher = Callable[[GameState, Offer, Character], Worth]


def weighed(
    state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
) -> list[Considered]:
    """What of these offers, or answers, there is an opinion about."""
    if state.prompt is not None:
        return list(_answers(state, offers, odds, character))
    if state.owed is not None:
        return []
    known = [o for o in offers if o.action is not None and o.kind in _WEIGHERS]
    return [Considered(o, *_WEIGHERS[o.kind](state, o, character)) for o in known]


def _answers(state: GameState, offers: Sequence[Offer], odds: OptionOdds, character: Character) -> Iterator[Considered]:
    """By what each option promises, good and bad; an option of which nothing is known is even."""
    if not any(promise.part for promises in odds.values() for promise in promises):
        return
    for offer in offers:
        if isinstance(offer.action, Answer):
            promises = odds.get(offer.action.choice, ())
            good = sum(float(p.value) for p in promises if p.part == "good")
            bad = sum(float(p.value) for p in promises if p.part == "bad")
            yield Considered(offer, good - character.nerve * bad, f"{good:.0%} for, {bad:.0%} against")


def _share(state: GameState, target: Unit, hits: float) -> float:
    """The part of a model that so many hits take off it."""
    hull = models.chassis(state, target)
    left = hull.hits - len(marks.of(state, target.id).cards) if hull is not None else models.dice_of(target)
    return min(1.0, hits / max(1, left))


def _fire(state: GameState, offer: Offer, character: Character) -> Worth:
    """Points that its hits are likely to bring nearer to falling."""
    if not isinstance(offer.action, FireWeapons) or offer.target not in state.units:
        return Worth(0.1, "fire")
    target = state.units[offer.target]
    lines = offer.action.preview(state).shots
    hits = sum(c.value for line in lines for c in line.chances if isinstance(c, Average) and c.label == "hits")
    share = _share(state, target, hits)
    return Worth(character.fire * share * target.points + 0.5, f"{hits:.1f} hits on {target.name} on average")


def _melee(state: GameState, offer: Offer, character: Character) -> Worth:
    """Their hurt against one's own."""
    if offer.action is None or offer.unit not in state.units or offer.target not in state.units:
        return Worth(0.1, "blows")
    unit, target = state.units[offer.unit], state.units[offer.target]
    chances = {c.label: c.value for c in offer.action.preview(state).chances}
    dealt, taken = chances.get(f"{target.name} hurt", 0.0), chances.get(f"{unit.name} hurt", 0.0)
    worth = _share(state, target, dealt) * target.points - character.nerve * _share(state, unit, taken) * unit.points
    return Worth(worth, f"{dealt:.0%} hurts {target.name}, {taken:.0%} is hurt")


def _way(state: GameState, offer: Offer, character: Character) -> Worth:
    """Nearer to the enemy until it is near enough; a hull faces him."""
    if offer.action is None or offer.unit not in state.units:
        return Worth(_LOST, "not weighed")
    unit = state.units[offer.unit]
    told = offer.action.preview(state)
    if getattr(offer.action, "extra", False) and not marks.of(state, unit.id).acted and _shoots(state, unit):
        return Worth(-1.0, "keeps its action to fire")
    end = _end(told, unit)
    enemies = [models.place(state, e) for e in state.enemies_of(unit.side) if not models.is_wreck(state, e.id)]
    if not enemies:
        return Worth(0.0, "nobody to go for")
    here, there = (min(distance(at, e) for e in enemies) for at in (models.place(state, unit), end))
    gained = max(here, _AT_EASE_IN) - max(there, _AT_EASE_IN)
    risk = 4.0 * len(told.chances)
    owed = 15.0 if hand.must_fly(state, unit.id) and any("that it owes" in note for note in told.notes) else 0.0
    return Worth(_INCH * gained * character.ground - risk + owed, f"{max(gained, 0):.0f}″ nearer to the enemy")


def _shoots(state: GameState, unit: Unit) -> bool:
    return any(True for _ in models.weapons(state, unit))


def _end(told: Preview, unit: Unit) -> Point:
    ghost = next(((x, y) for model, x, y, _ in told.ghosts if model == unit.models[0].id), None)
    return ghost or (told.legs[-1].to if told.legs else unit.models[0].at)


def _ram(state: GameState, offer: Offer, character: Character) -> Worth:
    """By the points at stake on either side: it hurts both."""
    unit = state.units.get(offer.unit) if offer.unit is not None else None
    target = state.units.get(offer.target) if offer.target is not None else None
    if unit is None or target is None:
        return Worth(-2.0, "something is in the way")
    return Worth(0.1 * target.points - 0.15 * character.nerve * unit.points, f"rams {target.name}")


def _ends_model(state: GameState, offer: Offer, character: Character) -> Worth:
    falls = bool(getattr(offer.action, "accept_fall", False))
    return Worth(_LOST, "it would fall") if falls else Worth(0.0, "nothing better to do")


def _always(points: float, why: str) -> Weigher:
    return lambda state, offer, character: Worth(points, why)


_WEIGHERS: Final[Mapping[str, Weigher]] = {
    "fire": _fire,
    "melee": _melee,
    "move": _way,
    "drive": _way,
    "ram": _ram,
    "reload": _always(2.0, "weapons ready again"),
    "unjam": _always(2.0, "one in two for each weapon"),
    "pick-up": _always(6.0, "picks up what lies there"),
    "take-over": _always(25.0, "takes the vehicle over"),
    "board": _always(8.0, "boards the enemy"),
    "land": _always(20.0, "comes down among them"),
    "take-off": _always(1.0, "into the air"),
    "set-up": _always(1.0, "ready for battle"),
    "roll-off": _always(1.0, "who sets up first"),
    "finish": _ends_model,
    "end-turn": _always(-1.0, "nobody is left to act"),
}
"""How each kind of offer is weighed. What is not named here is left alone while one of these may be done."""
