"""Hits, cards and what they come to. (CRU-DMG, CRU-DEST, CRU-EXPL, CRU-WIPE)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.harm import Harm
from rules.core.ids import SideId, UnitId
from rules.crusade import marks
from rules.crusade.events.words import named, plural
from rules.crusade.marks import Card
from rules.state import Event, GameState


class DiceLost(Event, frozen=True, kw_only=True, tag="DiceLost"):
    """A troop loses dice to hits; without any it is out of play. (CRU-DICE-02, CRU-TROOP-03)"""

    unit: UnitId
    hits: int
    left: int
    knocked: bool = False
    by: UnitId | None = None
    """Whose attack it was."""
    cause: str = ""
    """What it was instead, in a word or two."""

    def evolve(self, state: GameState) -> GameState:
        """It is weaker, knocked down, or gone."""
        unit = state.units[self.unit]
        unit = replace(unit, models=(replace(unit.models[0], wounds=self.left),))
        state = state.with_unit(replace(unit, aboard=unit.aboard if self.left else None, hidden=False))
        if not self.knocked:
            return state
        noted = marks.of(state, self.unit)
        now = state.active_side == unit.side and not noted.spent_in and not noted.done
        return marks.with_model(state, self.unit, **{"knocked_now" if now else "knocked": True})

    def sentence(self, state: GameState) -> str:
        """What is left of it."""
        name, hits = named(state, self.unit), plural(self.hits, "hit")
        if not self.left:
            return f"{name} takes {hits} and is out of play"
        down = " and is knocked down" if self.knocked else ""
        return f"{name} takes {hits}: {plural(self.left, 'die').replace('dies', 'dice')} left{down}"


class NoHitTaken(Event, frozen=True, kw_only=True, tag="NoHitTaken"):
    """An attack on a model came to nothing. (CRU-DICE-04, CRU-DICE-06)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes."""
        return state

    def sentence(self, state: GameState) -> str:
        """Whom it left alone."""
        return f"{named(state, self.unit)} takes no hit"


class CardDrawn(Event, frozen=True, kw_only=True, tag="CardDrawn"):
    """A vehicle takes a damage card, for everybody to see. (CRU-DMG-01, CRU-DMG-03)"""

    unit: UnitId
    card: Card
    of: int
    """Its Hits."""
    held: int
    """Cards it holds with this one."""
    effect: str = ""
    from_die: bool = False
    """No card was left anywhere: a die decided. (CRU-DMG-03)"""
    by: UnitId | None = None
    """Whose attack it was."""
    cause: str = ""
    """What it was instead, in a word or two."""

    def evolve(self, state: GameState) -> GameState:
        """The card lies at the vehicle."""
        cards = marks.of(state, self.unit).cards
        state = marks.with_model(state, self.unit, cards=(*cards, self.card))
        if self.from_die:
            return state
        left = dict(marks.deck(state))
        left[self.card] -= 1
        return replace(state, own=replace(marks.marks(state), deck=left))

    def sentence(self, state: GameState) -> str:
        """Which card, which of how many, what it does."""
        return f"{named(state, self.unit)} draws {self.card}, {self.held} of {self.of}" + (
            f": {self.effect}" if self.effect else ""
        )


class CardsShuffled(Event, frozen=True, kw_only=True, tag="CardsShuffled"):
    """The draw pile was empty: the discards are shuffled into a new one. (CRU-DMG-03)"""

    count: int

    def evolve(self, state: GameState) -> GameState:
        """Discards become the pile."""
        noted = marks.marks(state)
        return replace(state, own=replace(noted, deck=dict(noted.discards), discards={}))

    def sentence(self, state: GameState) -> str:
        """How many cards."""
        return f"The damage deck is shuffled: {plural(self.count, 'card')}"


class CrewStruck(Event, frozen=True, kw_only=True, tag="CrewStruck"):
    """A CREW card: no action in its next turn. (CRU-DMG-04)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It is noted until then."""
        return marks.with_model(state, self.unit, crew_hit=True)


class Stunned(Event, frozen=True, kw_only=True, tag="Stunned"):
    """A troop loses its next action. (CRU-TROOP-04)"""

    unit: UnitId
    spent_in: float = 0.0
    """Inches of its move that what it tried took: boarding takes a full one. (CRU-BOARD-01)"""

    def evolve(self, state: GameState) -> GameState:
        """In its own turn the action that is left goes, else that of its next turn."""
        if self.spent_in:
            state = marks.with_model(state, self.unit, spent_in=self.spent_in)
        noted = marks.of(state, self.unit)
        if state.active_side == state.units[self.unit].side and not (noted.acted or noted.done):
            return marks.with_model(state, self.unit, acted=True, stunned_now=True)
        return marks.with_model(state, self.unit, stunned=True)

    def sentence(self, state: GameState) -> str:
        """Who."""
        return f"{named(state, self.unit)} is stunned"


class BecameWreck(Event, frozen=True, kw_only=True, tag="BecameWreck"):
    """A vehicle is destroyed and stays as a wreck. (CRU-DEST-01)"""

    unit: UnitId
    by: UnitId | None = None
    """Whose attack it was."""
    cause: str = ""
    """What it was instead, in a word or two."""

    def evolve(self, state: GameState) -> GameState:
        """It stands there and does nothing more."""
        unit = state.units[self.unit]
        vehicle = replace(unit.vehicle, wrecked="destroyed") if unit.vehicle else None
        return marks.with_model(state.with_unit(replace(unit, vehicle=vehicle)), self.unit, wreck=True, done=True)

    def sentence(self, state: GameState) -> str:
        """Whose end it is."""
        return f"{named(state, self.unit)} is destroyed"


def _removed(state: GameState, unit_id: UnitId, wrecked: str = "") -> GameState:
    """A vehicle is taken off the table, its cards to the discards. (CRU-DMG-03)"""
    noted, unit = marks.marks(state), state.units[unit_id]
    vehicle = replace(unit.vehicle, wrecked=wrecked or unit.vehicle.wrecked) if unit.vehicle else None
    gone = replace(unit, vehicle=vehicle, models=(replace(unit.models[0], wounds=0),))
    discards = dict(noted.discards)
    for card in marks.of(state, unit_id).cards:
        discards[card] = discards.get(card, 0) + 1
    state = replace(state.with_unit(gone), own=replace(noted, discards=discards))
    return marks.with_model(state, unit_id, cards=(), done=True)


class BlewUp(Event, frozen=True, kw_only=True, tag="BlewUp"):
    """A burning vehicle explodes: it is removed and its cards go to the discards. (CRU-EXPL-01, CRU-DMG-03)"""

    unit: UnitId
    by: UnitId | None = None
    """Whose attack it was."""
    cause: str = ""
    """What it was instead, in a word or two."""

    def evolve(self, state: GameState) -> GameState:
        """Nothing of it is left."""
        return _removed(state, self.unit, "exploded")

    def sentence(self, state: GameState) -> str:
        """Whose end it is."""
        return f"{named(state, self.unit)} explodes"


class WreckCleared(Event, frozen=True, kw_only=True, tag="WreckCleared"):
    """A wreck is rammed to pieces: its cards go to the discards. (CRU-DEST-01, CRU-DMG-03)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """Nothing of it is left."""
        return _removed(state, self.unit)

    def sentence(self, state: GameState) -> str:
        """Whose wreck."""
        return f"The wreck of {named(state, self.unit)} is pushed to pieces"


class WipedOut(Event, frozen=True, kw_only=True, tag="WipedOut"):
    """A vehicle is out of hand: an enemy may drive it once. (CRU-WIPE-01, CRU-WIPE-02)"""

    unit: UnitId
    by: SideId

    def evolve(self, state: GameState) -> GameState:
        """The enemy is asked next."""
        return marks.with_model(state, self.unit, fallen=False)

    def sentence(self, state: GameState) -> str:
        """Who drives it."""
        return f"{named(state, self.unit)} wipes out: {state.side(self.by).name} drives it"


def harm(event: Event) -> Harm | None:
    """Who was hurt how, and by whom. (CRU-DICE-02, CRU-DICE-03, CRU-DEST-01)"""
    match event:
        case DiceLost(left=0):
            return Harm(event.unit, event.by, models=1, cause=event.cause)
        case CardDrawn():
            return Harm(event.unit, event.by, hull=1, cause=event.cause)
        case BecameWreck() | BlewUp():
            return Harm(event.unit, event.by, vehicle=True, cause=event.cause)
        case _:
            return None


EVENTS: tuple[type[Event], ...] = (
    DiceLost,
    NoHitTaken,
    CardDrawn,
    CardsShuffled,
    CrewStruck,
    BecameWreck,
    BlewUp,
    WreckCleared,
    WipedOut,
    Stunned,
)
