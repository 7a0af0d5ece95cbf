"""All that Gemini-ARAP adds to the engine, gathered: its actions, events, tasks, and what may be offered."""

from __future__ import annotations

from collections.abc import Iterator

from rules.arap import answers
from rules.arap import events as arap_events
from rules.arap.attacks import interception, krak_grenades
from rules.arap.charge import declare, sequence, straying
from rules.arap.damage import falls, riders, wounds_and_saves
from rules.arap.indirect import guess_range, lob, throw
from rules.arap.melee import break_off, close_up, halt_pursuit, join, pursuit, results, rounds
from rules.arap.morale import casualties, going_to_ground, melee_morale, pinning, rally, rout, suppression
from rules.arap.movement import agility, crazed, jump, ladders, prone, swim
from rules.arap.movement import climb as movement_climb
from rules.arap.movement import offers as movement_offers
from rules.arap.movement import walk as movement_walk
from rules.arap.reactions import stand_and_fire
from rules.arap.rulings import disputes
from rules.arap.rulings import general as rulings_general
from rules.arap.rulings import terrain as rulings_terrain
from rules.arap.shooting import losses, shoot, shoot_at_spot, volley
from rules.arap.shooting import rulings as shooting_rulings
from rules.arap.sight import hidden
from rules.arap.templates import scatter
from rules.arap.terrain import exits, ladder_room, secrets
from rules.arap.turn import activation, race, random_events, reserves, setup, turn, victory
from rules.arap.units import formations, split_and_join
from rules.core.ids import SideId
from rules.offers import Offer
from rules.progress import Progress
from rules.state import Action, Event, GameState, TaskStruct

MODULES = (
    arap_events,
    falls,
    wounds_and_saves,
    setup,
    turn,
    formations,
    activation,
    movement_walk,
    movement_climb,
    jump,
    ladder_room,
    ladders,
    swim,
    hidden,
    prone,
    movement_offers,
    split_and_join,
    shoot,
    shooting_rulings,
    shoot_at_spot,
    guess_range,
    lob,
    throw,
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
    straying,
    krak_grenades,
    stand_and_fire,
    sequence,
    break_off,
    join,
    close_up,
    rounds,
    results,
    melee_morale,
    random_events,
    reserves,
    secrets,
    rout,
    rally,
    pursuit,
    halt_pursuit,
    race,
    victory,
    rulings_general,
    rulings_terrain,
    exits,
    disputes,
    crazed,
    agility,
    answers,
)
"""Rule modules in the order in which their actions are offered."""


def _gather(name: str) -> list[type]:
    return [kind for module in MODULES for kind in getattr(module, name, ())]


ACTIONS: tuple[type[Action], ...] = tuple(_gather("ACTIONS"))
EVENTS: tuple[type[Event], ...] = tuple(_gather("EVENTS"))
TASKS: tuple[type[TaskStruct], ...] = tuple(_gather("TASKS"))


def watch(progress: Progress, before: GameState, action: Action) -> None:
    """What others may do at once about what an action has just done. (ARAP-INT-03)"""
    straying.watch(progress, before, action)


def settle(progress: Progress) -> None:
    """What follows by itself when a command has run its course: a unit without points is done. (ARAP-ACT-07)"""
    activation.settle(progress)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """What each module offers that side now, in the order of the modules."""
    for module in MODULES:
        lister = getattr(module, "offers", None)
        if lister is not None:
            yield from lister(state, side)
