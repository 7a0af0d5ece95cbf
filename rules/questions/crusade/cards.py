"""What the cards of vehicles and troops show, the damage deck, blips. (CRU-DMG, CRU-DICE-03, CRU-BLIP-01)"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from rules.core.drawn import CardsHeld
from rules.core.ids import SideId
from rules.crusade import marks, models, pods, troops
from rules.crusade.damage import deck as damage_deck
from rules.crusade.dice import odds
from rules.crusade.marks import CARDS, COPIES
from rules.crusade.transport import passage
from rules.crusade.turn import sides
from rules.forces.crusade import CrusadeHull
from rules.forces.unit import Unit
from rules.geometry.lengths import Point
from rules.state import GameState


def burning(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Vehicles of a side that are rolled for when its turn ends. (CRU-DMG-08)"""
    return tuple(state.units[each] for each in sides.burning(state, side))


class Deck(NamedTuple):
    """What is left to draw of each kind, how likely it is next, and what lies on the discards. (CRU-DMG-03)"""

    left: tuple[tuple[str, int], ...]
    total: int
    discards: int
    full: int = COPIES * len(CARDS)

    shuffled: tuple[tuple[str, int], ...] = ()
    """The discards by kind, from which the next is drawn once none is left."""

    def chance(self, card: str) -> Fraction:
        """That the next card is of that kind: from the discards, or by a die, where none is left."""
        return odds.among(dict(self.left), dict(self.shuffled), card, 1)


def deck(state: GameState) -> Deck:
    """The damage deck as it lies: open cards alone tell it, so everybody knows. (CRU-DMG-03)"""
    left = marks.deck(state)
    discards = marks.marks(state).discards
    kinds = tuple((card, left.get(card, 0)) for card in CARDS)
    return Deck(kinds, sum(left.values()), sum(discards.values()), shuffled=tuple(sorted(discards.items())))


class VehicleSummary(NamedTuple):
    """A vehicle as its card shows it."""

    base: int
    defends: int
    hits: int
    cards: tuple[str, ...]
    moves: int
    possible: int
    most: int
    action: bool
    armored: bool
    traits: tuple[str, ...]
    seats: int
    taken: int
    open: bool
    open_crew: int
    serving: int
    """How many of these positions are taken. (CRU-TRAN-07)"""
    note: str
    left_in: float
    """Inches of a move action that an enemy broke off. (CRU-WIPE-02)"""


def vehicle(state: GameState, unit: Unit) -> VehicleSummary | None:
    """None for who is no vehicle. (CRU-DICE-03)"""
    hull = models.chassis(state, unit)
    if hull is None:
        return None
    noted = marks.of(state, unit.id)
    return VehicleSummary(
        base=hull.dice,
        defends=models.defence_dice(state, unit.id),
        hits=hull.hits,
        cards=noted.cards,
        moves=noted.moves,
        possible=_possible(state, unit, hull),
        most=hull.move_actions,
        action=not noted.acted,
        armored=hull.armored,
        traits=_traits(hull),
        seats=hull.transport,
        taken=hull.transport - passage.spaces_left(state, unit),
        open=hull.open_transport,
        open_crew=hull.open_crew,
        serving=sum(models.serves(state, u) for u in models.aboard(state, unit.id)),
        note=hull.note,
        left_in=noted.left_in,
    )


def _possible(state: GameState, unit: Unit, hull: CrusadeHull) -> int:
    """Without the one that its action buys where somebody has fought from it. (CRU-TURN-03, CRU-FIRE-03)"""
    possible, noted = models.move_actions(state, unit.id), marks.of(state, unit.id)
    bought = hull.move_actions > 1
    return min(possible, hull.move_actions - 1) if noted.locked and bought and not noted.extra else possible


def held(state: GameState, unit: Unit) -> CardsHeld | None:
    """The damage cards of a vehicle and what holds because of them; None without any. (CRU-DMG-02)"""
    found = damage_deck.held(state, unit.id)
    return found if found and found.cards else None


def _traits(hull: CrusadeHull) -> tuple[str, ...]:
    return (*(trait.upper() for trait in hull.traits), *hull.oddities)


class TroopSummary(NamedTuple):
    """A troop as its card shows it."""

    dice: int
    full: int
    melee: int
    krak: int
    """Dice more against vehicles. (CRU-WEAP-13)"""
    size: str
    jumping: bool
    left_in: float
    move_in: float
    action: bool


_SIZES: Final = {"normal": "normal", "bulky": "Heavy"}


def troop(state: GameState, unit: Unit) -> TroopSummary:
    """What a troop has left; nothing of its normal move where it is down. (CRU-TROOP-01, CRU-TROOP-02, CRU-TROOP-03)"""
    profile, noted = models.profile(state, unit), marks.of(state, unit.id)
    return TroopSummary(
        dice=models.dice_of(unit),
        full=profile.w,
        melee=models.melee_dice(state, unit),
        krak=models.krak_dice(state, unit),
        size=_SIZES.get(profile.bulk, "Big"),
        jumping=models.traits_of_troop(state, unit).jumping,
        left_in=0.0 if noted.knocked_now and not noted.extra else troops.left_in(state, unit),
        move_in=profile.m,
        action=not noted.acted,
    )


class DriftSummary(NamedTuple):
    """A pod that came down: from where it was aimed, how far and which way, as on a clock. (CRU-POD-02)"""

    name: str
    aim: Point
    at: Point
    inches: float
    clock: int
    struck_in: float
    """What stands within that of it is struck. (CRU-POD-03)"""


def drifts(state: GameState) -> tuple[DriftSummary, ...]:
    """Pods that came down in the latest turn of their owner."""
    landed = ((state.units[unit], each.drift) for unit, each in marks.marks(state).models.items())
    return tuple(
        DriftSummary(unit.name, drift.aim, models.place(state, unit), drift.inches, drift.clock, pods.UNDER_IN)
        for unit, drift in landed
        if drift is not None and not unit.is_gone
    )


class BlipSummary(NamedTuple):
    """A marker on the table: covered, or with what lay under it. (CRU-BLIP-01)"""

    id: str
    at: Point
    content: str
    shown: bool


def blips(state: GameState) -> tuple[BlipSummary, ...]:
    """Every marker that is known of."""
    return tuple(BlipSummary(b.id, b.at, b.content, b.shown) for b in marks.marks(state).blips if b.taken_by is None)
