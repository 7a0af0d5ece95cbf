"""What the Rules Crusade notes of a game: the damage deck, what each model did and holds, blips. (CRU-DMG-03)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.state import GameState, MarksStruct
from rules.table.terrain import Terrain

Card = Literal["CREW", "DRIVE", "HULL", "WEAPON", "FIRE"]

CARDS: Final[tuple[Card, ...]] = ("CREW", "DRIVE", "HULL", "WEAPON", "FIRE")
"""The kinds of damage cards, in the order of the rulebook. (CRU-DMG-03)"""
COPIES: Final = 4
"""Cards of each kind in the deck. (CRU-DMG-03)"""


class PodDrift(Struct, frozen=True, kw_only=True):
    """How a pod came down: the place that was named, how far from there it landed and which way. (CRU-POD-02)"""

    aim: tuple[float, float]
    inches: float
    clock: int
    """As on a clock: 12 is the top of the table, 3 its right."""


class ModelMarks(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one model did in its latest turn and what has befallen it. Lengths in inches."""

    # -- this turn ---------------------------------------------------------------------------------------------------
    done: bool = False
    acted: bool = False
    """Its one action is spent or lost. (CRU-TURN-02)"""
    extra: bool = False
    """The action was spent on moving. (CRU-TURN-03)"""
    crewless_turn: bool = False
    """A CREW card has taken the action of this turn. (CRU-DMG-04)"""
    moves: int = 0
    """Move actions of a vehicle in its latest turn: they help it to defend. (CRU-SHOT-01)"""
    spent_in: float = 0
    """How much of its normal move a troop has used, or of the extra one that it has bought."""
    move_over: bool = False
    """A troop has acted after a part of its normal move: it goes no further by that. (CRU-TURN-02)"""
    straight: bool = False
    """A FLYER has gone its 6 inches straight on. (CRU-MOVE-07)"""
    drift: PodDrift | None = None
    """A pod has come down. (CRU-POD-02)"""
    left_in: float = 0.0
    """Inches of a move action that an enemy broke off by a wipeout: they may still be driven. (CRU-WIPE-02)"""
    left_back: bool = False
    """That move action was one backward. (CRU-MOVE-03)"""
    rammed: bool = False
    """No more movement this turn. (CRU-RAM-02)"""
    locked: bool = False
    """Passengers have fired or fought from it: no extra movement this turn. (CRU-FIRE-03, CRU-FIRE-04)"""
    # -- lasting -----------------------------------------------------------------------------------------------------
    knocked: bool = False
    """Loses its next normal move; `knocked_now` while that turn lasts. (CRU-TROOP-03)"""
    knocked_now: bool = False
    stunned: bool = False
    """Loses its next action; `stunned_now` while that turn lasts. (CRU-TROOP-04)"""
    stunned_now: bool = False
    crew_hit: bool = False
    """A CREW card takes the action of its next turn. (CRU-DMG-04)"""
    cards: tuple[Card, ...] = ()
    jammed: tuple[str, ...] = ()
    """Weapons that must be unjammed: numbers of mounts, or ids of a troop's own. (CRU-WEAP-02)"""
    empty: tuple[str, ...] = ()
    """Weapons that must be reloaded. (CRU-WEAP-10)"""
    lost: tuple[str, ...] = ()
    """Weapons that are gone. (CRU-DMG-07, CRU-WEAP-02)"""
    driver: UnitId | None = None
    """The model that drives an open vehicle. (CRU-TRAN-06)"""
    driven: bool = False
    """It has a driver of its own, or had one: without him it stays where it is. (CRU-TRAN-06)"""
    crew: tuple[UnitId, ...] = ()
    """Open crew that it came with. (CRU-TRAN-07)"""
    fallen: bool = False
    """It has fallen in its latest move action: it lies where it fell. (CRU-FALL-01)"""
    grounded: bool = False
    """A FLYER that stands on the ground. (CRU-FALL-01)"""
    wreck: bool = False


class Blip(Struct, frozen=True, kw_only=True):
    """A covered marker and what lies under it; `content` is empty for those who may not know. (CRU-BLIP-01)"""

    id: str
    at: tuple[float, float]
    content: str = ""
    shown: bool = False
    taken_by: UnitId | None = None
    """The troop that has picked it up. (CRU-TURN-02)"""


def full_deck() -> dict[str, int]:
    """All twenty cards, by kind. (CRU-DMG-03)"""
    return dict.fromkeys(CARDS, COPIES)


class CrusadeMarks(MarksStruct, frozen=True, kw_only=True, tag="crusade"):
    """Deck and discards by kind, each model's marks, structures hit, blips."""

    deck: dict[str, int] | None = None
    """Cards left to draw, by kind; None for the full deck."""
    discards: dict[str, int] = {}
    models: dict[UnitId, ModelMarks] = {}
    structures: dict[str, int] = {}
    """Hits taken by structures, by terrain. (CRU-RAM-03)"""
    forced: dict[str, Terrain] = {}
    """Entries that troops have forced: the pieces as they stood before. (CRU-TURN-02)"""
    blips: tuple[Blip, ...] = ()


def marks(state: GameState) -> CrusadeMarks:
    """What is noted of the game."""
    return state.own if isinstance(state.own, CrusadeMarks) else CrusadeMarks()


def of(state: GameState, unit: UnitId) -> ModelMarks:
    """What is noted of one model; nothing as long as nothing has happened."""
    return marks(state).models.get(unit) or ModelMarks()


def with_model(state: GameState, unit: UnitId, **changes: object) -> GameState:
    """The state with some marks of one model replaced."""
    noted = marks(state)
    changed = replace(of(state, unit), **changes)
    return replace(state, own=replace(noted, models={**noted.models, unit: changed}))


def begin_turn(state: GameState, unit: UnitId) -> GameState:
    """The marks of its last turn go; knockdowns, stuns and CREW cards bite. (CRU-TURN-01, CRU-SHOT-01)"""
    noted = of(state, unit)
    return with_model(
        state,
        unit,
        done=False,
        acted=noted.crew_hit or noted.stunned,
        extra=False,
        crewless_turn=noted.crew_hit,
        moves=0,
        spent_in=0.0,
        move_over=False,
        straight=False,
        drift=None,
        left_in=0.0,
        left_back=False,
        rammed=False,
        locked=False,
        knocked=False,
        knocked_now=noted.knocked,
        stunned=False,
        stunned_now=noted.stunned,
        crew_hit=False,
    )


def deck(state: GameState) -> dict[str, int]:
    """Cards left to draw, by kind. (CRU-DMG-03)"""
    left = marks(state).deck
    return full_deck() if left is None else left


def pile(left: dict[str, int]) -> tuple[str, ...]:
    """The cards left, one by one in the order of the rulebook: a die with as many sides draws one."""
    return tuple(card for card in CARDS for _ in range(left.get(card, 0)))
