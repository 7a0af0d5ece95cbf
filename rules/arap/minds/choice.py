"""What a side may do, weighed by the skirmish rules and by the vehicle rules that it is played with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rules.arap import building_interface
from rules.arap.minds import answers, blows, deployment, fire, heights, rolls, ways
from rules.arap.minds.building_interface import BuildingsWeighed
from rules.arap.minds.vehicle_interface import VehiclesWeighed
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId
from rules.core.prompt import OptionOdds
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Considered, Portion, Worth

Weigher = Callable[[GameState, SideId, Offer, Character], Worth]


def _nothing(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    return Worth(0.0, "nothing better to do")


def _last(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    return Worth(-50.0, "nobody is left to act")


_WEIGHERS: Final[Mapping[str, Weigher]] = {
    "deploy": deployment.of_place,
    "activate": rolls.of_roll,
    "shoot": fire.of_shot,
    "blind": fire.of_shot,
    "fire": fire.of_mounts,
    "lob": fire.of_preview,
    "throw": fire.of_throw,
    "drop": fire.of_throw,
    "ports": fire.of_preview,
    "charge": blows.of_charge,
    "move": heights.of_move,
    "drive": ways.of_walk,
    "stairs": heights.of_ladder,
    "ladder": heights.of_ladder,
    "climb": heights.of_scaling,
    "rappel": heights.of_scaling,
    "jump-down": heights.of_scaling,
    "jump": heights.of_scaling,
    "leap": heights.of_scaling,
    "swim": heights.of_swim,
    "get-out": ways.out_of,
    "board": ways.aboard,
    "finish": _nothing,
    "end-activation": _last,
}
"""How each kind of offer is weighed. What is not named here is left alone while one of these may be done."""


def weighs(state: GameState, side: SideId, character: Character) -> tuple[Portion, ...]:
    """The kinds that somebody has an opinion about; last those of which it is quickly said what they are worth."""
    unit = state.units.get(state.turn.active) if state.turn.active is not None else None
    own = ask(state, VehiclesWeighed).kinds_weighed()
    whole = frozenset(_WEIGHERS) | own | building_interface.ask(BuildingsWeighed).kinds_weighed(state)
    if unit is None:
        return (Portion(whole),)
    bounded = {kind: bound(state, side, unit, character) for kind, bound in _AT_MOST.items() if kind not in own}
    return (Portion(whole - bounded.keys()), *(Portion(frozenset({kind}), most) for kind, most in bounded.items()))


Bound = Callable[[GameState, SideId, Unit, Character], float]

_AT_MOST: Final[Mapping[str, Bound]] = {
    "board": ways.aboard_at_most,
    "get-out": ways.out_at_most,
    "charge": blows.charges_at_most,
    "lob": fire.lobs_at_most,
    "throw": fire.throws_at_most,
}
"""The most that such an offer to the unit in hand can be worth, where that takes less work than the offers do."""


def weighed(
    state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
) -> list[Considered]:
    """What of these offers somebody has an opinion about."""
    if state.prompt is not None:
        return answers.of_answers(state, side, offers, odds, character)
    if state.owed is not None:
        return []
    return list(_actions(state, side, offers, character))


def _actions(state: GameState, side: SideId, offers: Sequence[Offer], character: Character) -> Iterator[Considered]:
    vehicles, buildings = ask(state, VehiclesWeighed), building_interface.ask(BuildingsWeighed)
    for offer in offers:
        if offer.action is None:
            continue
        found = vehicles.weighed(state, side, offer, character)
        if found is None and offer.kind in _WEIGHERS:
            found = _WEIGHERS[offer.kind](state, side, offer, character)
        if found is None:
            found = buildings.weighed(state, side, offer, character)
        if found is not None:
            yield Considered(offer, found.points, found.why)
