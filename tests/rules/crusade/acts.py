"""What is done in small battles of the Rules Crusade, and ground for them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.answers import Answer
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.refusal import IllegalAction
from rules.crusade import models
from rules.crusade.melee import MeleeAttack
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.dice.sources import ScriptedDice
from rules.engine import decide
from rules.progress import Action
from rules.state import Event, GameState
from rules.table.terrain import Terrain
from tests.rules.crusade.cast import act

A1, A2, B1, B2 = map(UnitId, ("a1", "a2", "b1", "b2"))
HOUSE = Terrain(
    id=TerrainId("house"),
    name="House",
    points=((16, 8), (24, 8), (24, 12), (16, 12)),
    look="building",
    blocks_sight=True,
)


def gap(depth: float) -> Terrain:
    return Terrain(id=TerrainId("ditch"), name="Ditch", points=((5, 8), (35, 8), (35, 14), (5, 14)), depth_in=depth)


NARROW = Terrain(id=TerrainId("cut"), name="Cut", points=((5, 10), (35, 10), (35, 14), (5, 14)), depth_in=6)
"""A gap of four inches; a carrier has four and a half."""


def answered(state: GameState, choice: str, **dice: Any) -> GameState:
    """The answer to the open prompt, with the dice that it throws."""
    assert state.prompt
    return act(state, Answer(side=state.prompt.side, choice=choice), **dice)[0]


def refused(state: GameState, action: Action) -> str:
    with pytest.raises(IllegalAction) as expected:
        decide(state, action, ScriptedDice({}))
    return expected.value.rule


def shoot(unit: str, target: str, *keys: str) -> FireWeapons:
    aims = tuple(WeaponAim(weapon=key, target=UnitId(target)) for key in keys or ("0",))
    return FireWeapons(side=SideId(unit[0]), unit=UnitId(unit), aims=aims)


def melee(unit: str, target: str) -> MeleeAttack:
    return MeleeAttack(side=SideId(unit[0]), unit=UnitId(unit), target=UnitId(target))


def dice(state: GameState, unit: UnitId) -> int:
    return models.dice_of(state.units[unit])


def named(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if type(event).__name__ == kind]
