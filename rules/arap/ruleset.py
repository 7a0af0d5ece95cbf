"""Gemini-ARAP as the engine and its neighbours meet it: its actions, events, tasks and offers, all gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rules.arap import bots, building_interface, cards, odds, odds_of_rolls, vehicle_interface, views
from rules.arap import events as arap_events
from rules.arap.attacks import interception, krak_grenades, several_weapons, struck_at
from rules.arap.charge import declare, sequence, straying
from rules.arap.charge import events as charge_events
from rules.arap.damage import falls, hazards, riders, wounds_and_saves
from rules.arap.indirect import drop, guesses, lob, throw
from rules.arap.melee import (
    break_off,
    close_up,
    grenade_choice,
    grenades,
    halt_pursuit,
    hold_back,
    intercept,
    join,
    pursuit,
    results,
    rounds,
)
from rules.arap.minds import choice
from rules.arap.morale import casualties, going_to_ground, melee_morale, own_way, pinning, rally, rout, suppression
from rules.arap.movement import agility, block, crazed, jump, ladders, prone, swim, veer
from rules.arap.movement import climb as movement_climb
from rules.arap.movement import offers as movement_offers
from rules.arap.movement import walk as movement_walk
from rules.arap.ports import events as ports_events
from rules.arap.reactions import stand_and_fire
from rules.arap.rulings import costs, disputes, exits, released, smoke, table_scatter
from rules.arap.rulings import general as rulings_general
from rules.arap.rulings import terrain as rulings_terrain
from rules.arap.shooting import hull_question, losses, shoot, shoot_at_spot, volley
from rules.arap.shooting import rulings as shooting_rulings
from rules.arap.templates import scatter
from rules.arap.terrain import ladder_room
from rules.arap.turn import activation, hidden_set_up, race, random_events, reserves, setup, turn, victory
from rules.arap.units import hidden, parts, split_and_join, standing_answers
from rules.arap.vehicle_interface import VehicleModule
from rules.core.harm import Harm
from rules.core.ids import SideId, UnitId, Viewer
from rules.core.motion import Motion
from rules.core.prompt import OptionOdds
from rules.core.unit_state import UnitState
from rules.dice.odds import Question
from rules.events import Rolled
from rules.forces.army import Army
from rules.forces.unit import Unit
from rules.offers import Offer, listed
from rules.progress import Action, Progress
from rules.state import Event, GameState, Marks, Task
from rules.table.read_ground import GroundField
from rules.table.scenario import OptionValue, Scenario
from rules.table.terrain import Terrain
from rules.weighing import Character, Considered, Portion

MODULES = (
    arap_events,
    falls,
    wounds_and_saves,
    setup,
    turn,
    activation,
    movement_walk,
    movement_climb,
    jump,
    ladder_room,
    ladders,
    hidden,
    swim,
    prone,
    movement_offers,
    parts,
    split_and_join,
    shoot,
    shooting_rulings,
    shoot_at_spot,
    guesses,
    lob,
    throw,
    drop,
    ports_events,
    volley,
    scatter,
    riders,
    losses,
    going_to_ground,
    suppression,
    casualties,
    pinning,
    declare,
    interception,
    intercept,
    straying,
    krak_grenades,
    several_weapons,
    struck_at,
    standing_answers,
    block,
    stand_and_fire,
    charge_events,
    sequence,
    break_off,
    join,
    grenade_choice,
    grenades,
    close_up,
    rounds,
    results,
    melee_morale,
    random_events,
    reserves,
    hazards,
    hidden_set_up,
    own_way,
    rout,
    rally,
    hold_back,
    pursuit,
    halt_pursuit,
    race,
    victory,
    rulings_general,
    rulings_terrain,
    costs,
    released,
    exits,
    smoke,
    disputes,
    table_scatter,
    crazed,
    veer,
    agility,
)
"""Rule modules in the order in which their actions are offered."""


def _gather(name: str) -> tuple[type, ...]:
    of_chapters = tuple(kind for module in MODULES for kind in getattr(module, name, ()))
    return (*of_chapters, *building_interface.gathered(name))


@dataclass(frozen=True)
class GeminiArap:
    """The skirmish rules with the vehicle modules that they are played with."""

    modules: tuple[VehicleModule, ...]

    id: ClassVar[str] = "gemini-arap"
    name: ClassVar[str] = "Skirmish rules"
    turn_rule: ClassVar[str] = "ARAP-TURN-01"
    reads_all: ClassVar[bool] = True
    ground_fields: ClassVar[Mapping[str, GroundField] | None] = None
    round_word: ClassVar[str] = "turn"
    usual_points: ClassVar[int] = 0
    hull_word: ClassVar[str] = "hull points"
    marks: ClassVar[tuple[type[Marks], ...]] = ()
    eagerness: ClassVar[Mapping[str, int]] = bots.EAGERNESS
    last: ClassVar[tuple[str, ...]] = bots.LAST
    odds: ClassVar[tuple[type[Question], ...]] = (
        *odds.QUESTIONS,
        *hull_question.QUESTIONS,
        *odds_of_rolls.QUESTIONS,
        *krak_grenades.QUESTIONS,
    )

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """What the chapters and the vehicles let a side ask."""
        return (*_gather("ACTIONS"), *(kind for module in self.modules for kind in module.actions))

    def actions_in(self, state: GameState) -> frozenset[type[Action]]:
        """Those of the chapters and of the vehicle rules that it is played by."""
        return self._actions_with[vehicle_interface.of(state).id]

    @cached_property
    def _actions_with(self) -> dict[str, frozenset[type[Action]]]:
        return {module.id: frozenset((*_gather("ACTIONS"), *module.actions)) for module in self.modules}

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """What may happen by the chapters and by the vehicles, whose rules have some kinds in common."""
        return tuple(dict.fromkeys((*_gather("EVENTS"), *(kind for module in self.modules for kind in module.events))))

    @cached_property
    def tasks(self) -> tuple[type[Task], ...]:
        """What the chapters and the vehicles may leave on the agenda."""
        return (*_gather("TASKS"), *(kind for module in self.modules for kind in module.tasks))

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
        """Forces numbered and ready to deploy. Raises ValueError for a side without army."""
        return setup.new_game(scenario, armies, options, seal, game_id=game_id, entropy=entropy)

    def offers(self, state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
        """What each chapter offers that side now, in the order of `MODULES`; then vehicles, then buildings."""
        yield from listed(MODULES, state, side, kinds)
        yield from vehicle_interface.of(state).offers(state, side, kinds)
        yield from building_interface.offers(state, side, kinds)

    def paid_first(self, state: GameState, action: Action) -> tuple[Event, ...]:
        """What the host has laid on such an action. (ARAP-ACT-08)"""
        return costs.paid_first(state, action)

    def watch(self, progress: Progress, before: GameState, action: Action) -> None:
        """Whoever came too near an enemy by that action may be intercepted. (ARAP-INT-03)"""
        straying.watch(progress, before, action)

    def settle(self, progress: Progress) -> None:
        """A unit without points is done. (ARAP-ACT-07)"""
        activation.settle(progress)

    def view(self, state: GameState, viewer: Viewer, hidden: frozenset[UnitId]) -> GameState:
        """Tallies, melees and memories without those units; a side keeps no other secrets here."""
        return views.view(state, hidden)

    def view_event(self, event: Event, viewer: Viewer, hidden: frozenset[UnitId]) -> Event | None:
        """Secret ground behind an exit, and who of the hidden dealt wounds, stay unknown."""
        return views.view_event(event, viewer, hidden)

    def states(self, state: GameState, unit: Unit) -> tuple[UnitState, ...]:
        """Of a unit on foot, then of its turn, then of a vehicle."""
        return cards.states(state, unit)

    def marked(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """What its token shows of that."""
        return cards.marked(state, unit)

    def figures(self, state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
        """Armour, or characteristics."""
        return cards.figures(state, unit)

    def strength(self, state: GameState, unit: Unit) -> int:
        """Models left."""
        return len(unit.alive)

    def arrows(self, state: GameState, unit: Unit) -> int:
        """None: how far it went is told by its states."""
        return 0

    def ground_words(self, piece: Terrain) -> str:
        """Going, cover, dangers."""
        return piece.effect

    def harm(self, state: GameState, event: Event) -> Harm | None:
        """Wounds that fell models; points of a hull. (ARAP-DMG-01, VEH-HULL-01)"""
        return cards.harm(state, event)

    def comes_to(self, state: GameState, label: str, dice: tuple[int, ...]) -> str:
        """Faces speak for themselves."""
        return ""

    def card_drawn(self, state: GameState, rolled: Rolled) -> None:
        """There are no cards."""

    def cards_held(self, state: GameState, event: Event) -> None:
        """There are no cards."""

    def motions(self, before: GameState, event: Event) -> tuple[Motion, ...]:
        """None besides those that `rules/questions/events.py` reads off events of this game and of its vehicles."""
        return ()

    def score(self, state: GameState, side: SideId) -> int:
        """Points for objectives. (ARAP-TURN-08)"""
        return state.side(side).score

    def to_act(self, state: GameState) -> SideId | None:
        """Whose player turn or turn of deployment it is."""
        return bots.to_act(state)

    def liking(self, offer: Offer) -> int:
        """Two dice rather than one or three; towards the enemy rather than elsewhere."""
        return bots.liking(offer)

    def weighs(self, state: GameState, side: SideId, character: Character) -> tuple[Portion, ...]:
        """Most kinds together; last those of which it is quickly said that they are not worth asking for."""
        return choice.weighs(state, side, character)

    def weighed(
        self, state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
    ) -> list[Considered]:
        """Fire, blows, ways, rolls, answers; vehicles say what theirs are worth."""
        return choice.weighed(state, side, offers, odds, character)
