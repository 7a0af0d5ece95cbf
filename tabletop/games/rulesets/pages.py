"""What a table's pages ask of the game that is played, and the one place where a game's answers are entered."""

from __future__ import annotations

from typing import Final, Protocol

from django.utils.safestring import SafeString, mark_safe

from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.questions.rulings import Choices
from rules.state import GameState
from rules.table.scenario import Scenario
from tabletop.games.panels.turn_tracker import Tracker
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Plan
from tabletop.games.rulesets.crusade.pages import CrusadePages
from tabletop.games.rulesets.skirmish import SkirmishPages


class Act(Protocol):
    """One button of the dock: its kind of action."""

    @property
    def kind(self) -> str:
        """As `plan` is asked for it."""


class Dock(Protocol):
    """What the dock shows, for the template that it names."""

    @property
    def mode(self) -> str:
        """What the page's scripts go by: watch, over, wait, asked, roll-off, deploy, pick, dice, act or other."""

    @property
    def unit(self) -> Unit | None:
        """The unit in hand."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """The buttons of the bar."""

    @property
    def waiting(self) -> str:
        """For whom one waits."""

    @property
    def to_place(self) -> tuple[Unit, ...]:
        """Those that are not set up yet."""

    @property
    def ready(self) -> tuple[Unit, ...]:
        """Those that may still act."""

    @property
    def template(self) -> str:
        """The page's part that shows it."""


class Card(Protocol):
    """A unit's card, for the template that it names."""

    @property
    def number(self) -> str:
        """As on its flag."""

    @property
    def template(self) -> str:
        """The page's part that shows it."""


class TablePages(Protocol):
    """What the pages of a table show of one game. States are filtered for who looks before they are asked."""

    @property
    def id(self) -> str:
        """The game's."""

    @property
    def rulings(self) -> str:
        """The template of the dialog in which its host rules, from the table's menu."""

    @property
    def ruled_now(self) -> str:
        """The template of those parts of that dialog that go by how things stand."""

    @property
    def keys(self) -> Choices:
        """Keys of its own actions, with what they do."""

    @property
    def taking(self) -> str:
        """How a unit comes to act, in the help of the table in words; `{own}` stands for one of one's own."""

    @property
    def ends(self) -> str:
        """The kind of plan that ends what a side does in a turn."""

    @property
    def ruled(self) -> Choices:
        """What may be set of a unit there, each with its words."""

    def to_rule_on(self, state: GameState) -> dict[str, object]:
        """What its host may rule on as things stand, for those templates."""

    def agreed(self, scenario: Scenario) -> str:
        """What such a scenario agrees that no switch says, as HTML for the choice of rules; empty for nothing."""

    def tracker(self, state: GameState) -> Tracker:
        """Where the battle stands."""

    def dock(self, state: GameState, side: SideId | None, unit_id: str) -> Dock:
        """The unit in hand and what it may do."""

    def card(self, state: GameState, unit: Unit) -> Card:
        """A unit's card."""

    def plan(self, state: GameState, side: SideId, draft: Draft) -> Plan:
        """What a draft would come to."""

    def beside(self, state: GameState) -> str:
        """What lies beside the board for everybody to see, as HTML; empty for nothing."""

    def beside_in_words(self, state: GameState) -> tuple[str, ...]:
        """The same as it is read or heard."""

    def card_in_words(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """What a unit's card shows that its line in a list does not tell."""

    def drawn(self, state: GameState) -> str:
        """What lies on the board beside units and objectives, as SVG."""

    def edges(self, state: GameState, *, large: bool) -> str:
        """What stands in the border of the board, as SVG; empty for letters and figures of its squares."""

    def odds_page(self, table_odds: str) -> str:
        """Where its odds are worked out; `table_odds` knows the units of a skirmish."""


_ENTERED: Final[tuple[TablePages, ...]] = (SkirmishPages(), CrusadePages())


def of(state: GameState) -> TablePages:
    """Who answers for the game of this state; a game without pages of its own is shown as a skirmish."""
    return next((pages for pages in _ENTERED if pages.id == state.ruleset), _ENTERED[0])


def agreed(scenario: Scenario) -> SafeString:
    """What a scenario of its game agrees that no switch says."""
    pages = next((each for each in _ENTERED if each.id == scenario.ruleset), _ENTERED[0])
    return mark_safe(pages.agreed(scenario))  # noqa: S308 -- rendered from templates
