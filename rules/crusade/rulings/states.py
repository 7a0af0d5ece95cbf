"""Rulings on models: dice, cards, states, places. (CRU-TURN-04)"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal, in_short
from rules.crusade import marks, models
from rules.crusade.marks import CARDS, COPIES, Card
from rules.crusade.rulings.aboard import leave_wheel
from rules.crusade.rulings.reasons import RULE, no_reason, unknown_model
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState


class RuledMatter(NamedTuple):
    """What may be set: its words, whose it is, the most that it may be; 1 for what holds or does not."""

    words: str
    whose: str
    most: int
    one: str = ""
    """The words where it is one."""


MATTERS: Final[dict[str, RuledMatter]] = {
    "done": RuledMatter("done for this turn", "any", 1),
    "acted": RuledMatter("without its action", "any", 1),
    "weapons_ready": RuledMatter("ready with all its weapons", "any", 1),
    "spent_in": RuledMatter("inches of its move used", "troop", 12, "inch of its move used"),
    "dice": RuledMatter("dice left", "troop", 20, "die left"),
    "knocked": RuledMatter("knocked down", "troop", 1),
    "stunned": RuledMatter("stunned", "troop", 1),
    "hidden": RuledMatter("hidden", "troop", 1),
    "moves": RuledMatter("move actions made", "vehicle", 4, "move action made"),
    "straight": RuledMatter("done with its 6″ straight on", "vehicle", 1),
    "rammed": RuledMatter("kept from moving by its ram", "vehicle", 1),
    "locked": RuledMatter("kept from extra movement", "vehicle", 1),
    "crew_hit": RuledMatter("to lose the action of its next turn", "vehicle", 1),
    **{card: RuledMatter(f"{card} cards", "vehicle", COPIES, f"{card} card") for card in CARDS},
    "grounded": RuledMatter("on the ground", "vehicle", 1),
    "wreck": RuledMatter("a wreck", "vehicle", 1),
    "in_play": RuledMatter("in play", "any", 1),
}
"""What may be set of a model, in the order of the form."""


class RuleModel(Action, frozen=True, kw_only=True, tag="RuleModel"):
    """Set a state or a number of a model: dice left, cards held, whether it is a wreck."""

    unit: UnitId
    what: str
    value: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Something that such a model has, in range, with a reason; cards that are there to be dealt."""
        if refusal := unknown_model(state, self.unit) or no_reason(self.reason):
            return refusal
        unit = state.units[self.unit]
        matter = MATTERS.get(self.what)
        if matter is None:
            return Refusal("bad-ruling", f"{in_short(self.what)} cannot be set.", RULE, ", ".join(MATTERS))
        if matter.whose != "any" and (matter.whose == "vehicle") != unit.is_vehicle:
            return Refusal("bad-ruling", f"{unit.name} is no {matter.whose}.", RULE, f"a {matter.whose}")
        most = models.profile(state, unit).w if self.what == "dice" else matter.most
        if not 0 <= self.value <= most:
            return Refusal("bad-ruling", f"{self.value} is out of range.", RULE, f"0 to {most}")
        if self.what == "in_play" and not self.value and any(True for _ in state.passengers(self.unit)):
            return Refusal("somebody-aboard", f"Somebody is aboard {unit.name}.", RULE, "move them off it first")
        if self.what in CARDS and self.value - _cards(state, self.unit, self.what) > _to_deal(state, self.what):
            text = f"There are not so many {self.what} cards to deal."
            return Refusal("no-card", text, "CRU-DMG-03", f"{_to_deal(state, self.what)} more at most")
        return None

    def resolve(self, progress: Progress) -> None:
        """The value is set and the old one named; cards come from the deck, or go to the discards."""
        state = progress.state
        unit, noted = state.units[self.unit], marks.marks(state)
        deck, discards, cards = dict(marks.deck(state)), dict(noted.discards), marks.of(state, self.unit).cards
        if self.what in CARDS:
            cards = _dealt(self.what, self.value, cards, deck, discards)
        if self.what in ("dice", "in_play") and not self.value and not state.is_older_than("15"):
            leave_wheel(progress, unit)
        progress.emit(
            ModelRuled(
                side=unit.side,
                unit=self.unit,
                what=self.what,
                value=self.value,
                was=_value(state, unit, self.what),
                reason=self.reason,
                cards=cards,
                deck=deck,
                discards=discards,
                along={} if state.is_older_than("15") else _along(state, unit, self.what, on=bool(self.value)),
                rules=("CRU-DMG-03",) if self.what in CARDS else (),
            )
        )


def _cards(state: GameState, unit: UnitId, kind: str) -> int:
    return marks.of(state, unit).cards.count(kind)


def _to_deal(state: GameState, kind: str) -> int:
    return marks.deck(state).get(kind, 0) + marks.marks(state).discards.get(kind, 0)


def _dealt(
    kind: str, value: int, cards: tuple[Card, ...], deck: dict[str, int], discards: dict[str, int]
) -> tuple[Card, ...]:
    """The cards that it holds then; what it gives back is discarded, what it gets leaves the deck or the discards."""
    rest = tuple(card for card in cards if card != kind)
    more = value - cards.count(kind)
    for _ in range(more):
        pile = deck if deck.get(kind) else discards
        pile[kind] -= 1
    if more < 0:
        discards[kind] = discards.get(kind, 0) - more
    return (*rest, *(card for card in CARDS if card == kind for _ in range(value)))


def _along(state: GameState, unit: Unit, what: str, *, on: bool) -> dict[str, bool]:
    """Marks that go with one that is set: up to version 14 none.

    Who gets its action back has bought no move with it, whoever is stunned in its own turn has none, and who gets
    inches of its move back may walk them.
    """
    if what == "acted" and not on:
        return {"extra": False, "stunned_now": False, "crewless_turn": False, "move_over": False}
    if what == "spent_in":
        return {"move_over": False}
    if what == "stunned" and on and state.active_side == unit.side:
        return {"acted": True}
    if what == "stunned" and marks.of(state, unit.id).stunned_now:
        return {"acted": False}
    return {}


def _value(state: GameState, unit: Unit, what: str) -> int:
    """What holds now."""
    noted = marks.of(state, unit.id)
    if what in CARDS:
        return _cards(state, unit.id, what)
    if what == "dice":
        return models.dice_of(unit)
    if what == "hidden":
        return int(unit.hidden)
    if what == "in_play":
        return int(not unit.is_gone)
    if what == "weapons_ready":
        return int(not (noted.jammed or noted.empty or noted.lost))
    return int(getattr(noted, what))


class ModelRuled(Event, frozen=True, kw_only=True, tag="ModelRuled"):
    """The host set a state or a number of a model; cards, deck and discards are as they are then."""

    unit: UnitId
    what: str
    value: int
    was: int
    reason: str
    cards: tuple[Card, ...] = ()
    deck: dict[str, int] = {}
    discards: dict[str, int] = {}
    along: dict[str, bool] = {}
    """Marks that are set with it."""

    def evolve(self, state: GameState) -> GameState:
        """The value stands."""
        state = self._set(state)
        return marks.with_model(state, self.unit, **self.along) if self.along else state

    def _set(self, state: GameState) -> GameState:
        on, unit = bool(self.value), state.units[self.unit]
        if self.what in CARDS:
            own = replace(marks.marks(state), deck=self.deck, discards=self.discards)
            state = replace(state, own=own)
            return marks.with_model(state, self.unit, cards=self.cards)
        if self.what == "dice":
            return _with_dice(state, unit, self.value)
        if self.what == "in_play":
            return _with_dice(state, unit, models.profile(state, unit).w if on else 0)
        if self.what == "hidden":
            return state.with_unit(replace(unit, hidden=on))
        if self.what == "weapons_ready":
            keys = () if on else tuple(key for key, _, _ in models.weapons(state, unit))
            return marks.with_model(state, self.unit, jammed=(), lost=() if on else keys, empty=())
        if self.what == "moves":
            return marks.with_model(state, self.unit, moves=self.value)
        if self.what == "spent_in":
            return marks.with_model(state, self.unit, spent_in=float(self.value))
        return _flagged(state, unit, self.what, on=on)

    def sentence(self, state: GameState) -> str:
        """What was set, what it was, and why."""
        name, matter = state.units[self.unit].name, MATTERS[self.what]
        if matter.most == 1:
            return f"Host: {name} is {'' if self.value else 'no longer '}{matter.words} ({self.reason})"
        words = matter.one if self.value == 1 else matter.words
        return f"Host: {name} has {self.value} {words}, was {self.was} ({self.reason})"


def _with_dice(state: GameState, unit: Unit, dice: int) -> GameState:
    return state.with_unit(replace(unit, models=(replace(unit.models[0], wounds=dice),)))


def _flagged(state: GameState, unit: Unit, what: str, *, on: bool) -> GameState:
    """A mark that holds or does not; in its own turn a troop is down or stunned at once."""
    if what == "wreck":
        vehicle = replace(unit.vehicle, wrecked="destroyed" if on else "") if unit.vehicle else None
        return marks.with_model(state.with_unit(replace(unit, vehicle=vehicle)), unit.id, wreck=on, done=on)
    if what in ("knocked", "stunned") and (not on or state.active_side == unit.side):
        state = marks.with_model(state, unit.id, **{f"{what}_now": on})
        on = False
    return marks.with_model(state, unit.id, **{what: on})


class RuleStand(Action, frozen=True, kw_only=True, tag="RuleStand"):
    """Put a model somewhere else; whoever rode in something has left it."""

    unit: UnitId
    at: tuple[float, float]
    facing: float | None = None
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A model, a place on the table, a reason."""
        if refusal := unknown_model(state, self.unit) or no_reason(self.reason):
            return refusal
        width, height = state.scenario.width_in, state.scenario.height_in
        if 0 <= self.at[0] <= width and 0 <= self.at[1] <= height:
            return None
        name = state.units[self.unit].name
        return Refusal("off-table", f"{name} would be off the table.", RULE, f"0-{width:g}″ by 0-{height:g}″")

    def resolve(self, progress: Progress) -> None:
        """It stands there."""
        unit = progress.state.units[self.unit]
        facing = unit.models[0].facing if self.facing is None else self.facing
        progress.emit(StandRuled(side=unit.side, unit=unit.id, at=self.at, facing=facing, reason=self.reason))


class StandRuled(Event, frozen=True, kw_only=True, tag="StandRuled"):
    """The host moved a model. Inches, degrees."""

    unit: UnitId
    at: tuple[float, float]
    facing: float
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It stands there, on the table, aboard of nothing; who is aboard of it comes along."""
        unit = state.units[self.unit]
        left = unit.aboard
        moved = replace(unit.models[0], at=self.at, facing=self.facing)
        state = state.with_unit(replace(unit, models=(moved,), deployed=True, aboard=None, moves=unit.moves + 1))
        if left is not None and marks.of(state, left).driver == self.unit:
            state = marks.with_model(state, left, driver=None)
        riding = (replace(u, models=(replace(u.models[0], at=self.at),)) for u in state.passengers(self.unit))
        return state.with_units(*riding)

    def sentence(self, state: GameState) -> str:
        """Who was moved, and why."""
        return f"Host: {state.units[self.unit].name} is moved ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleModel, RuleStand)
EVENTS: tuple[type[Event], ...] = (ModelRuled, StandRuled)
