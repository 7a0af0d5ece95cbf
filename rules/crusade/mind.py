"""What is worth doing, model by model, for who plays without a person: by the previews' own odds. (CRU-TURN-04)

The side with more points standing wins: hits on enemies count by the points that they bring nearer to falling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rules.answers import Answer
from rules.core.ids import SideId, UnitId
from rules.core.preview import Average, Preview
from rules.core.prompt import OptionOdds
from rules.crusade import hand, marks, models, place_minds, wipeout_minds
from rules.crusade.driving.drive import DriveVehicle
from rules.crusade.place_minds import ModelStand
from rules.crusade.shooting import numbers
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.transport.troops_aboard import StepOut
from rules.crusade.wipeout_minds import share
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Considered, Portion, Worth

_AT_EASE_IN: Final = 9.0
"""Inches from the nearest enemy that are near enough for who shoots."""
_OUT_IN: Final = 18.0
"""Inches from the nearest enemy at which riders get out: a walk and a shot without much of a penalty."""
_INCH: Final = 0.1
"""Points that an inch nearer is worth."""
_NEXT_TURN: Final = 0.5
"""The part of its fire from a place that counts where it fires in the next turn."""
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
    in_hand = [o for o in known if o.unit is not None and o.unit == state.turn.active]
    own = _of_model(state, in_hand, character)
    if any(c.worth > 0 for c in own):
        return own
    return own + _of_next(state, [o for o in known if o not in in_hand], character)


def _of_next(state: GameState, offers: list[Offer], character: Character) -> list[Considered]:
    """The model in hand is done: what others do but moving, and all that the most promising of them may do."""
    found = [Considered(o, *_WEIGHERS[o.kind](state, o, character)) for o in offers if o.kind not in _WAYS]
    useful = [c for c in found if c.worth > 0 and c.offer.unit is not None]
    first = max(useful, key=lambda c: c.worth).offer if useful else next((o for o in offers if o.kind in _WAYS), None)
    if first is None:
        return found
    whole = _of_model(state, [o for o in offers if o.unit == first.unit], character)
    return [c for c in found if c.offer.unit != first.unit] + whole


def _of_model(state: GameState, offers: list[Offer], character: Character) -> list[Considered]:
    """All that one model may do."""
    return _in_turn(state, [Considered(o, *_WEIGHERS[o.kind](state, o, character)) for o in offers], character)


def _in_turn(state: GameState, found: list[Considered], character: Character) -> list[Considered]:
    """Whoever moves first may fire then, and whoever fires first may move away. (CRU-TURN-02)"""
    fires = max((c.worth for c in found if c.offer.kind == "fire"), default=0.0)
    ways = [c for c in found if _is_normal_move(c.offer)]
    if not fires > 0 or not ways:
        return found
    safer = max(0.0, *(_saved(state, c.offer, character) for c in ways))
    more = {id(c): fires for c in ways} | {id(c): safer for c in found if c.offer.kind == "fire"}
    return [c._replace(worth=c.worth + more.get(id(c), 0.0)) for c in found]


def _is_normal_move(offer: Offer) -> bool:
    return offer.kind in _WAYS and not getattr(offer.action, "extra", False)


def _answers(state: GameState, offers: Sequence[Offer], odds: OptionOdds, character: Character) -> Iterator[Considered]:
    """By what each option promises, good and bad; an option of which nothing is known is even."""
    asked = state.prompt
    if asked is not None and asked.kind == "wipeout" and asked.about in state.units:
        yield from (Considered(o, 0.0, "where it stands it harms nobody") for o in offers)
        yield from wipeout_minds.weighed(state, asked.side, state.units[asked.about], character)
        return
    if not any(promise.part for promises in odds.values() for promise in promises):
        return
    for offer in offers:
        if isinstance(offer.action, Answer):
            promises = odds.get(offer.action.choice, ())
            good = sum(float(p.value) for p in promises if p.part == "good")
            bad = sum(float(p.value) for p in promises if p.part == "bad")
            yield Considered(offer, good - character.nerve * bad, f"{good:.0%} for, {bad:.0%} against")


def _fire(state: GameState, offer: Offer, character: Character) -> Worth:
    """Points that its hits are likely to bring nearer to falling, the enemy's less one's own. (CRU-WEAP-08)"""
    if not isinstance(offer.action, FireWeapons) or offer.target not in state.units:
        return Worth(0.1, "fire")
    unit, target = state.units[offer.action.unit], state.units[offer.target]
    hits: dict[UnitId, float] = {}
    stands: dict[UnitId, float] = {}
    for aim in offer.action.aims:
        for victim, line in numbers.struck_lines(state, unit, aim):
            mean = sum(c.value for c in line.chances if isinstance(c, Average) and c.label == "hits")
            ends = max((c.value for c in line.chances if c.label in _ENDS), default=0.0)
            hits[victim.id] = hits.get(victim.id, 0.0) + mean
            stands[victim.id] = stands.get(victim.id, 1.0) * (1 - ends)
    struck = [
        (state.units[each], place_minds.part(n, 1 - stands[each], numbers.needed(state, state.units[each])))
        for each, n in hits.items()
    ]
    taken = [(v.side == unit.side, lost * place_minds.points_of(state, v)) for v, lost in struck]
    own, enemies = (sum(points for ours, points in taken if ours is mine) for mine in (True, False))
    worth = character.fire * enemies - character.nerve * own + (0.5 if enemies > own else 0.0)
    return Worth(worth, f"{hits.get(target.id, 0.0):.1f} hits on {target.name} on average")


_ENDS: Final = ("destroyed", "out of play")


def _melee(state: GameState, offer: Offer, character: Character) -> Worth:
    """Their hurt against one's own."""
    if offer.action is None or offer.unit not in state.units or offer.target not in state.units:
        return Worth(0.1, "blows")
    unit, target = state.units[offer.unit], state.units[offer.target]
    chances = {c.label: c.value for c in offer.action.preview(state).chances}
    dealt, taken = chances.get(f"{target.name} hurt", 0.0), chances.get(f"{unit.name} hurt", 0.0)
    worth = share(state, target, dealt) * target.points - character.nerve * share(state, unit, taken) * unit.points
    return Worth(worth, f"{dealt:.0%} hurts {target.name}, {taken:.0%} is hurt")


def _way(state: GameState, offer: Offer, character: Character) -> Worth:
    """A better shot from there, less danger there, and nearer to the enemy until it is near enough."""
    if offer.action is None or offer.unit not in state.units:
        return Worth(_LOST, "not weighed")
    unit = state.units[offer.unit]
    preview = offer.action.preview(state)
    able = not marks.of(state, unit.id).acted and _shoots(state, unit)
    if getattr(offer.action, "extra", False) and able:
        return Worth(-1.0, "keeps its action to fire")
    foes = [models.place(state, e) for e in _standing(state, unit.side)]
    if not foes:
        return Worth(0.0, "nobody to go for")
    here, there = place_minds.stand(state, unit), _there(state, offer, preview)
    near, end = (min(distance(at, e) for e in foes) for at in (here.at, there.at))
    gained = max(near, _AT_EASE_IN) - max(end, _AT_EASE_IN)
    lead = 0.0 if able else place_minds.lead_of(state, unit)
    shot = place_minds.best_fire(state, unit, there, lead) - place_minds.best_fire(state, unit, here, lead)
    saved = _saved(state, offer, character)
    owed = 15.0 if hand.must_fly(state, unit.id) and any("that it owes" in note for note in preview.notes) else 0.0
    points = character.fire * (shot if able else _NEXT_TURN * shot) + saved + owed
    points += _INCH * gained * character.ground - 4.0 * len(preview.chances) - 0.05
    return Worth(points, _why_there(shot, saved, gained))


def _why_there(shot: float, saved: float, gained: float) -> str:
    if saved > max(1.0, shot):
        return f"{saved:.0f} points safer there"
    return "a better shot from there" if shot > 1.0 else f"{max(gained, 0):.0f}″ nearer to the enemy"


def _there(state: GameState, offer: Offer, preview: Preview) -> ModelStand:
    """How a model would stand after a way."""
    assert offer.unit is not None
    unit = state.units[offer.unit]
    model = unit.models[0]
    x, y, facing = next(((x, y, f) for m, x, y, f in preview.ghosts if m == model.id), (*model.at, model.facing))
    moves = marks.of(state, unit.id).moves + isinstance(offer.action, DriveVehicle)
    return ModelStand((x, y), facing, moves)


def _saved(state: GameState, offer: Offer, character: Character) -> float:
    """Points that it is safer there, by how much its own losses weigh."""
    if offer.action is None or offer.unit is None:
        return 0.0
    unit = state.units[offer.unit]
    there = _there(state, offer, offer.action.preview(state))
    here = place_minds.stand(state, unit)
    return character.nerve * (place_minds.risk(state, unit, here) - place_minds.risk(state, unit, there))


def _shoots(state: GameState, unit: Unit) -> bool:
    """Whether it has a weapon left that fires now or after a reload."""
    noted = marks.of(state, unit.id)
    return any(key not in noted.lost for key, _, _ in models.weapons(state, unit))


def _ram(state: GameState, offer: Offer, character: Character) -> Worth:
    """By the points at stake on either side: it hurts both."""
    unit = state.units.get(offer.unit) if offer.unit is not None else None
    target = state.units.get(offer.target) if offer.target is not None else None
    if unit is None or target is None:
        return Worth(-2.0, "something is in the way")
    return Worth(0.1 * target.points - 0.15 * character.nerve * unit.points, f"rams {target.name}")


def _get_out(state: GameState, offer: Offer, character: Character) -> Worth:
    """Out of what burns or stands for good, and out of a closed vehicle where the enemy is near. (CRU-TRAN-05)"""
    unit = state.units.get(offer.unit) if offer.unit is not None else None
    carrier = state.units.get(unit.aboard) if unit is not None and unit.aboard is not None else None
    if unit is None or carrier is None or unit.is_vehicle or carrier.side != unit.side:
        return Worth(-1.0, "stays where it is")
    noted = marks.of(state, carrier.id)
    if models.serves(state, unit) or noted.driver == unit.id:
        return Worth(-1.0, f"serves {carrier.name}")
    end = offer.action.at if isinstance(offer.action, StepOut) else models.place(state, carrier)
    gap = min((distance(models.place(state, e), end) for e in _standing(state, unit.side)), default=0.0)
    if "FIRE" in noted.cards:
        return Worth(character.caution + 2.0 - 0.01 * gap, f"{carrier.name} burns")
    if gap <= _OUT_IN or not models.can_move(state, carrier.id):
        return Worth(1.0 + character.ground - 0.01 * gap, "gets out to fight")
    return Worth(-1.0, "rides on")


def _standing(state: GameState, side: SideId) -> list[Unit]:
    """Enemies that are no wrecks."""
    return [e for e in state.enemies_of(side) if e.on_table and not models.is_wreck(state, e.id)]


def _ends_model(state: GameState, offer: Offer, character: Character) -> Worth:
    falls = bool(getattr(offer.action, "accept_fall", False))
    return Worth(_LOST, "it would fall") if falls else Worth(0.0, "nothing better to do")


def _always(points: float, why: str) -> Weigher:
    return lambda state, offer, character: Worth(points, why)


_WAYS: Final = ("move", "drive")

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
    "get-out": _get_out,
    "board": _always(8.0, "boards the enemy"),
    "land": _always(20.0, "comes down among them"),
    "take-off": _always(1.0, "into the air"),
    "set-up": _always(1.0, "ready for battle"),
    "roll-off": _always(1.0, "who sets up first"),
    "finish": _ends_model,
    "end-turn": _always(-1.0, "nobody is left to act"),
}
"""How each kind of offer is weighed. What is not named here is left alone while one of these may be done."""

WEIGHS: Final = (Portion(frozenset(_WEIGHERS)),)
"""They are asked for together."""
