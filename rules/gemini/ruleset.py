"""All that Gemini-ARAP adds to the engine, gathered: its actions, events, tasks, and what may be offered."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.ids import SideId
from rules.gemini import (
    activation,
    agility,
    answers,
    breaking,
    casualties,
    chances,
    charge,
    climbing,
    closing,
    crazed,
    damage,
    diving,
    exits,
    facts,
    falling,
    going_rulings,
    going_to_ground,
    ground_rulings,
    guessing,
    halting,
    intercepting,
    jumping,
    krak,
    ladders,
    lobbing,
    locking,
    melee,
    melee_ends,
    morale,
    movement,
    onset,
    posture,
    pursuit,
    race,
    rally,
    rambles,
    regrouping,
    reserves,
    riders,
    rout,
    rulings,
    rungs,
    scrambles,
    secrecy,
    settling,
    setup,
    shellfall,
    shooting,
    shot_rulings,
    spots,
    squadrons,
    stand_and_fire,
    straying,
    suppression,
    swimming,
    throwing,
    turn,
    unmasking,
    victory,
    volley,
    wounding,
)
from rules.offers import Offer
from rules.progress import Progress
from rules.state import Action, Event, GameState, TaskStruct

MODULES = (
    facts,
    falling,
    damage,
    setup,
    turn,
    squadrons,
    activation,
    movement,
    climbing,
    jumping,
    rungs,
    ladders,
    swimming,
    diving,
    posture,
    rambles,
    scrambles,
    regrouping,
    shooting,
    shot_rulings,
    spots,
    guessing,
    lobbing,
    throwing,
    volley,
    unmasking,
    shellfall,
    riders,
    wounding,
    going_to_ground,
    suppression,
    casualties,
    charge,
    intercepting,
    straying,
    krak,
    stand_and_fire,
    onset,
    breaking,
    locking,
    closing,
    melee,
    melee_ends,
    morale,
    chances,
    reserves,
    secrecy,
    rout,
    rally,
    pursuit,
    halting,
    race,
    victory,
    rulings,
    ground_rulings,
    going_rulings,
    exits,
    settling,
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
