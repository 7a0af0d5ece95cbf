"""What a scenario of the Rules Crusade agrees, where the rules of a table are chosen. (CRU-TURN-01, CRU-TURN-04)"""

from __future__ import annotations

from django.template.loader import get_template

from rules.questions.crusade import cards
from rules.questions.scenarios import points_agreed, round_word
from rules.state import GameState
from rules.table.scenario import Scenario, Zone
from tabletop.ui.cards import ICONS
from tabletop.ui.words import count_text, inches_text


def in_words(scenario: Scenario) -> str:
    """Sides, points, rounds, zones; the deck; what a turn is."""
    full = cards.deck(GameState())
    context = {
        "sides": count_text(len(scenario.sides), "side"),
        "letters": [side.id for side in scenario.sides],
        "points": points_agreed(scenario),
        "rounds": count_text(scenario.turn_limit, round_word(scenario.ruleset)),
        "deep": inches_text(min(map(_depth, scenario.zones), default=0)),
        "full": full.full,
        "cards": [(name, ICONS[name], left) for name, left in full.left],
    }
    return get_template("games/crusade/_agreed.html").render(context)


def _depth(zone: Zone) -> float:
    across, down = ([at[axis] for at in zone.points] for axis in (0, 1))
    return min(max(across) - min(across), max(down) - min(down))
