"""The pages of the Rules Crusade, gathered. (CRU-VEH-01)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.questions.crusade import host
from rules.questions.rulings import Choices
from rules.state import GameState
from rules.table.scenario import Scenario
from tabletop.games.panels.turn_tracker import Tracker
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Plan
from tabletop.games.rulesets.crusade import agreed, card, deck, dock, in_words, turn_order
from tabletop.games.rulesets.crusade.plans import order as plans_order
from tabletop.games.rulesets.crusade.plans import plan


@dataclass(frozen=True)
class CrusadePages:
    """Dice pools, damage cards, one model at a time."""

    id: ClassVar[str] = "rules-crusade"
    rulings: ClassVar[str] = "games/crusade/_rulings.html"
    ruled_now: ClassVar[str] = "games/crusade/_ruled_now.html"
    ruled: ClassVar[Choices] = host.ruled()
    taking: ClassVar[str] = "take {own}: take a model in hand, which acts. land at square b4: where its pod comes down."
    ends: ClassVar[str] = plans_order.END_TURN
    keys: ClassVar[Choices] = (
        ("1 2 3", "an option of a choice"),
        ("M S C B F", "drive or move, fire, fight, board, done"),
        ("I O W L J", "get in, get out, take over, reload, unjam"),
    )

    def to_rule_on(self, state: GameState) -> dict[str, object]:
        """Weapons, wheels, seats, structures and blips."""
        found = host.at_table(state)._asdict()
        return {f"ruled_{what}": choices for what, choices in found.items()} | {
            "ruled_conditions": host.CONDITIONS_RULED,
            "ruled_fates": host.FATES_RULED,
        }

    def agreed(self, scenario: Scenario) -> str:
        """Sides, points, rounds, the deck."""
        return agreed.in_words(scenario)

    def tracker(self, state: GameState) -> Tracker:
        """Round and order of the sides."""
        return turn_order.tracker(state)

    def dock(self, state: GameState, side: SideId | None, unit_id: str) -> dock.CrusadeDock:
        """Moves and action of a model."""
        return dock.dock(state, side, unit_id)

    def card(self, state: GameState, unit: Unit) -> card.CrusadeCard:
        """Dice, slots for damage cards, seats, weapons."""
        return card.card(state, unit)

    def plan(self, state: GameState, side: SideId, draft: Draft) -> Plan:
        """Courses, aims, contests."""
        return plan.plan(state, side, draft)

    def beside(self, state: GameState) -> str:
        """The damage deck."""
        return deck.beside(state)

    def beside_in_words(self, state: GameState) -> tuple[str, ...]:
        """The same, with how likely each card is the next."""
        return in_words.deck(state)

    def card_in_words(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """Dice, moves, damage cards, weapons."""
        return in_words.model(state, unit)

    def drawn(self, state: GameState) -> str:
        """Where sides set up, blips, and where pods drifted."""
        return turn_order.zones(state) + deck.drifts(state) + deck.blips(state)

    def edges(self, state: GameState, *, large: bool) -> str:
        """Whose each edge is, and how turns pass."""
        return turn_order.edges(state, large=large)

    def odds_page(self, table_odds: str) -> str:
        """Pools and cards from numbers alone."""
        return reverse("crusade-odds")
