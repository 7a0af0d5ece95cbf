"""The pages of a skirmish: units roll to act and spend action points. (ARAP-ACT)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.ids import FIRST_RULESET, SideId
from rules.forces.unit import Unit
from rules.questions.rulings import MOUNTS_RULED, Choices, matters, mounted_weapons, seats
from rules.state import GameState
from rules.table.scenario import Scenario
from tabletop.games.board import melees
from tabletop.games.panels import dock, turn_tracker, unit_card
from tabletop.games.plans import preview
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Plan


@dataclass(frozen=True)
class SkirmishPages:
    """All of them stand in `panels` and `plans`."""

    id: ClassVar[str] = FIRST_RULESET
    rulings: ClassVar[str] = "games/rulings/_rulings.html"
    ruled_now: ClassVar[str] = "games/rulings/_ground_now.html"
    ruled: ClassVar[Choices] = matters().units
    taking: ClassVar[str] = "take {own}: take a unit in hand. activate {own} 2: roll 2 dice for it."
    ends: ClassVar[str] = "end-activation"
    keys: ClassVar[Choices] = (
        ("1 2 3", "dice to roll, or an option of a choice"),
        ("M S C A F", "move, shoot, charge, aim, finish"),
    )

    def to_rule_on(self, state: GameState) -> dict[str, object]:
        """Weapons of vehicles, each by itself, and who may ride in them. (VEH-DMG-04, VEH-BRD-04)"""
        return {
            "ruled_mounts": mounted_weapons(state),
            "mount_conditions": MOUNTS_RULED,
            "ruled_seats": seats(state),
        }

    def agreed(self, scenario: Scenario) -> str:
        """Nothing: its switches say it."""
        return ""

    def tracker(self, state: GameState) -> turn_tracker.Tracker:
        """Turn, phases, busts and score."""
        return turn_tracker.tracker(state)

    def dock(self, state: GameState, side: SideId | None, unit_id: str) -> dock.Dock:
        """Action points, dice to roll, actions."""
        return dock.dock(state, side, unit_id)

    def card(self, state: GameState, unit: Unit) -> unit_card.UnitCard:
        """Characteristics, weapons, damage chart."""
        return unit_card.unit_card(state, unit)

    def plan(self, state: GameState, side: SideId, draft: Draft) -> Plan:
        """Cost, numbers needed, odds."""
        return preview.plan(state, side, draft)

    def beside(self, state: GameState) -> str:
        """Nothing."""
        return ""

    def beside_in_words(self, state: GameState) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def card_in_words(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """What it is armed with, of a vehicle each mount with its arc."""
        return unit_card.armed_in_words(state, unit)

    def drawn(self, state: GameState) -> str:
        """A ring round each fight, a tie between those who have broken off."""
        return melees.ties(state) + melees.rings(state)

    def edges(self, state: GameState, *, large: bool) -> str:
        """Letters and figures."""
        return ""

    def odds_page(self, table_odds: str) -> str:
        """Shots from the table."""
        return table_odds
