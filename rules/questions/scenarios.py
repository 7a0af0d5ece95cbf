"""What a scenario is to the game that it is made for: its rounds, its points, what is read of its ground."""

from __future__ import annotations

from collections.abc import Mapping

from rules import rulesets
from rules.rulesets import Ruleset
from rules.state import GameState
from rules.table.read_ground import GroundField
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain


def _game(ruleset: str) -> Ruleset:
    """The game of that id; the first of all where no table plays it."""
    known = rulesets.playable()
    return next((each for each in known if each.id == ruleset), known[0])


def round_word(ruleset: str) -> str:
    """What that game calls a turn of all sides: `turn`, `round`."""
    return _game(ruleset).round_word


def hull_word(ruleset: str) -> str:
    """What that game takes of a vehicle that stands what hits it, in the plural: `hull points`, `damage cards`."""
    return _game(ruleset).hull_word


def usual_points(ruleset: str) -> int:
    """What each side brings in that game unless something else is agreed; 0 where no rule says. (CRU-TURN-04)"""
    return _game(ruleset).usual_points


def points_agreed(scenario: Scenario) -> int:
    """What each side brings at most: as the scenario says, else as its game has it; 0 for no limit. (CRU-TURN-04)"""
    return scenario.points or usual_points(scenario.ruleset)


def ground_fields(ruleset: str) -> Mapping[str, GroundField] | None:
    """What that game reads of a piece of terrain, by field; None for all."""
    return _game(ruleset).ground_fields


def enters_houses(state: GameState) -> bool:
    """Whether people are inside houses and bunkers in the game that is played: it reads all of a piece then."""
    return rulesets.of(state).ground_fields is None


def words_of_ground(ruleset: str, piece: Terrain) -> str:
    """What a piece of terrain does in the game of that id; as in a skirmish where no table plays that game."""
    return _game(ruleset).ground_words(piece)
