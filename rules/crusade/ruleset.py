"""The Rules Crusade as the engine and its neighbours meet it: its actions, events, tasks and offers, all gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec.structs import replace

from rules.core.drawn import CardsHeld, DrawnCard
from rules.core.harm import Harm
from rules.core.ids import SideId, UnitId, Viewer
from rules.core.motion import Motion
from rules.core.prompt import OptionOdds
from rules.core.unit_state import UnitState
from rules.crusade import (
    entries,
    grounds,
    marks,
    melee,
    mind,
    models,
    motions,
    offers,
    pods,
    spotting,
    states,
    troops,
)
from rules.crusade.damage import deck, falls, hits, wipeout
from rules.crusade.dice import odds
from rules.crusade.driving import drive, jumping, on_the_move, over_running, ramming
from rules.crusade.events import aboard, blips, losses, moves, turns, weapons
from rules.crusade.events.blips import BlipLaid
from rules.crusade.events.losses import CardDrawn
from rules.crusade.marks import Blip, CrusadeMarks
from rules.crusade.rulings import aboard as rulings_aboard
from rules.crusade.rulings import blips as rulings_blips
from rules.crusade.rulings import states as rulings_states
from rules.crusade.rulings import structures as rulings_structures
from rules.crusade.rulings import weapons as rulings_weapons
from rules.crusade.shooting import fire, reloading
from rules.crusade.transport import boarding, driver, troops_aboard, vehicles_inside
from rules.crusade.turn import forces, setting_up, sides
from rules.dice.odds import Question
from rules.events import GameCreated, Rolled
from rules.forces.army import Army
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.state import Event, GameState, Marks, Task
from rules.table.read_ground import GroundField
from rules.table.scenario import OptionValue, Scenario
from rules.table.terrain import Terrain
from rules.weighing import Character, Considered, Portion

_RULED: Final = (rulings_states, rulings_weapons, rulings_aboard, rulings_structures, rulings_blips)
_ASKED: Final = (
    setting_up,
    sides,
    drive,
    fire,
    reloading,
    troops,
    melee,
    troops_aboard,
    vehicles_inside,
    boarding,
    driver,
    pods,
    entries,
    *_RULED,
)
_HAPPENED: Final = (turns, moves, losses, weapons, blips, aboard, entries, *_RULED)
_TO_DO: Final = (
    setting_up,
    sides,
    hits,
    wipeout,
    falls,
    on_the_move,
    jumping,
    over_running,
    ramming,
    fire,
    spotting,
    melee,
    pods,
    entries,
)


@dataclass(frozen=True)
class RulesCrusade:
    """The game of dice pools and damage cards. (CRU-VEH-01)"""

    id: ClassVar[str] = "rules-crusade"
    name: ClassVar[str] = "Rules Crusade"
    turn_rule: ClassVar[str] = "CRU-TURN-01"
    reads_all: ClassVar[bool] = False
    ground_fields: ClassVar[Mapping[str, GroundField] | None] = grounds.FIELDS
    round_word: ClassVar[str] = "round"
    usual_points: ClassVar[int] = forces.USUAL_POINTS
    hull_word: ClassVar[str] = "damage cards"
    actions: ClassVar[tuple[type[Action], ...]] = tuple(a for chapter in _ASKED for a in chapter.ACTIONS)
    events: ClassVar[tuple[type[Event], ...]] = tuple(e for chapter in _HAPPENED for e in chapter.EVENTS)
    tasks: ClassVar[tuple[type[Task], ...]] = tuple(t for chapter in _TO_DO for t in chapter.TASKS)
    marks: ClassVar[tuple[type[Marks], ...]] = (CrusadeMarks,)
    eagerness: ClassVar[Mapping[str, int]] = offers.EAGERNESS
    last: ClassVar[tuple[str, ...]] = offers.LAST
    odds: ClassVar[tuple[type[Question], ...]] = odds.QUESTIONS

    def actions_in(self, state: GameState) -> tuple[type[Action], ...]:
        """All of them: no part of this game is left out."""
        return self.actions

    def new_game(
        self,
        scenario: Scenario,
        armies: Mapping[SideId, Army],
        options: Mapping[str, OptionValue] | None = None,
        seal: str = "",
        *,
        game_id: str = "game",
        entropy: Sequence[str] = (),
    ) -> list[Event]:
        """Every model a unit of its own, ready to be set up. Raises ValueError for a side without army."""
        return forces.new_game(self.id, scenario, armies, options, seal, game_id=game_id, entropy=entropy)

    def offers(self, state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
        """What that side may do now, model by model."""
        return offers.offers(state, side)

    def paid_first(self, state: GameState, action: Action) -> tuple[Event, ...]:
        """Nothing: there are no action points."""
        return ()

    def watch(self, progress: Progress, before: GameState, action: Action) -> None:
        """Nobody reacts: whoever may answer is asked by the rule at hand."""

    def settle(self, progress: Progress) -> None:
        """Hidden troops that are in sight are seen, FLYERS that cannot move fall; a side without models has lost.

        (CRU-TROOP-06, CRU-MOVE-07, CRU-TURN-04)
        """
        if progress.state.prompt is None:
            _look_about(progress)
            falls.drop_stalled(progress)
        if progress.state.prompt is None and not sides.ended(progress):
            setting_up.pass_on(progress)
            sides.pass_on(progress)

    def view(self, state: GameState, viewer: Viewer, hidden: frozenset[UnitId]) -> GameState:
        """Covered blips without what lies under them, marks without those of hidden troops. (CRU-BLIP-01)"""
        noted = state.own
        if not isinstance(noted, CrusadeMarks):
            return state
        known = {unit: each for unit, each in noted.models.items() if unit not in hidden}
        blips = tuple(covered(blip) for blip in noted.blips)
        return replace(state, own=replace(noted, models=known, blips=blips))

    def view_event(self, event: Event, viewer: Viewer, hidden: frozenset[UnitId]) -> Event | None:
        """What the host lays under a blip stays with the host."""
        if isinstance(event, BlipLaid):
            return replace(event, blip=covered(event.blip))
        if isinstance(event, GameCreated) and isinstance(event.own, CrusadeMarks):
            known = {unit: each for unit, each in event.own.models.items() if unit not in hidden}
            return replace(event, own=replace(event.own, models=known))
        return event

    def states(self, state: GameState, unit: Unit) -> tuple[UnitState, ...]:
        """What holds of a model now."""
        return states.states(state, unit)

    def marked(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """What its token shows of that."""
        return states.marked(state, unit)

    def figures(self, state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
        """Dice, and melee dice or Hits."""
        return states.figures(state, unit)

    def strength(self, state: GameState, unit: Unit) -> int:
        """Dice that a troop has left. (CRU-DICE-02)"""
        return models.dice_of(unit)

    def arrows(self, state: GameState, unit: Unit) -> int:
        """One for each move action of a vehicle, until its next turn. (CRU-SHOT-01)"""
        return marks.of(state, unit.id).moves

    def ground_words(self, piece: Terrain) -> str:
        """Hits of a structure, how deep a gap is, what hides or covers."""
        return grounds.words(piece)

    def harm(self, state: GameState, event: Event) -> Harm | None:
        """Troops out of play, damage cards, vehicles destroyed. (CRU-DICE-02, CRU-DICE-03, CRU-DEST-01)"""
        return losses.harm(event)

    def comes_to(self, state: GameState, label: str, dice: tuple[int, ...]) -> str:
        """A direction as on a clock, in degrees. (CRU-POD-02)"""
        return f"{dice[0] * 30}°" if label == "crusade-direction" else ""

    def card_drawn(self, state: GameState, rolled: Rolled) -> DrawnCard | None:
        """A damage card. (CRU-DMG-03)"""
        return deck.drawn(state, rolled) if rolled.label == deck.DRAW else None

    def cards_held(self, state: GameState, event: Event) -> CardsHeld | None:
        """What the damage cards of a vehicle come to. (CRU-DMG-02)"""
        return deck.held(state, event.unit) if isinstance(event, CardDrawn) else None

    def motions(self, before: GameState, event: Event) -> tuple[Motion, ...]:
        """Ways of vehicles and troops, shots, what comes down."""
        return motions.motions(before, event)

    def score(self, state: GameState, side: SideId) -> int:
        """Points of models that stand. (CRU-TURN-04)"""
        return sides.points(state, side)

    def to_act(self, state: GameState) -> SideId | None:
        """Whose turn it is."""
        return offers.to_act(state)

    def liking(self, offer: Offer) -> int:
        """Ahead rather than back."""
        return offers.liking(offer)

    def weighs(self, state: GameState, side: SideId, character: Character) -> tuple[Portion, ...]:
        """All that a model may do but for hiding, doors, and getting in."""
        return mind.WEIGHS

    def weighed(
        self, state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
    ) -> list[Considered]:
        """Fire, blows and ways of each model."""
        return mind.weighed(state, side, offers, odds, character)


def _look_about(progress: Progress) -> None:
    """After whatever was done: up to version 13 only after moves, and what the host rules stands. (CRU-TROOP-06)"""
    ruled = any(isinstance(event, rulings_states.ModelRuled) for event in progress.events)
    if not ruled and not progress.state.is_older_than("14"):
        spotting.Seen().run(progress)


def covered(blip: Blip) -> Blip:
    """The blip as others than the host know it."""
    return blip if blip.shown else replace(blip, content="")
