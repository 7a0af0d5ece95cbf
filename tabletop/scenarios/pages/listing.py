"""What the pages of scenarios show besides the editor: cards of a list, and the facts of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString

from rules import games, read_in_whole, rulebook, without_secrets
from rules.questions.scenarios import points_agreed, round_word
from rules.table.scale import scale_of
from rules.table.scenario import Scenario
from tabletop.scenarios.edits.settings import RESERVES
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import drawing
from tabletop.ui import lengths, switchboard
from tabletop.ui.board import BoardGround, board, mini_board
from tabletop.ui.words import count_text, inches_text


class Card(NamedTuple):
    """One scenario of a list."""

    record: ScenarioRecord
    picture: SafeString
    line: str


class Fact(NamedTuple):
    """One line of what there is to know."""

    name: str
    words: str
    rule: str = ""


def card(record: ScenarioRecord) -> Card:
    """A scenario with its picture; mines and hidden zones are left out of it."""
    scenario = without_secrets(record.value, "public")
    return Card(record, picture(scenario), line(scenario))


def picture(scenario: Scenario) -> SafeString:
    """A small picture of its ground."""
    return mini_board(ground=drawing.ground(scenario, scenario.terrain, zones=False), label=scenario.name)


def large_picture(scenario: Scenario) -> SafeString:
    """Its board with zones and objectives."""
    ground: BoardGround = drawing.ground(scenario, scenario.terrain, zones=True)
    marks = drawing.objectives(scenario)
    ground = ground._replace(marks=tuple(mark.at for mark in marks))
    return board(ground=ground, objectives=marks, sides=tuple(s.id for s in scenario.sides), focus="none")


def length(scenario: Scenario) -> str:
    """`6 turns`, or what its game calls them."""
    return count_text(scenario.turn_limit, round_word(scenario.ruleset))


def battle(scenario: Scenario) -> str:
    """`6 turns, 2 objectives`; objectives where they count."""
    held = count_text(len(scenario.objectives), "objective") if scenario.objectives else ""
    return ", ".join(filter(None, (length(scenario), held if read_in_whole(scenario.ruleset) else "")))


def line(scenario: Scenario) -> str:
    """`72″ × 48″, 6 turns, 2 objectives, 16 pieces`; lengths as its table shows them. (ARAP-GEN-04)"""
    parts = [
        f"{inches_text(scenario.width_in)} × {inches_text(scenario.height_in)}",
        length(scenario),
        *((count_text(len(scenario.objectives), "objective"),) if read_in_whole(scenario.ruleset) else ()),
        count_text(len(scenario.terrain), "piece"),
    ]
    return lengths.shown(", ".join(parts), scale_of(scenario.options))


def facts(scenario: Scenario) -> tuple[Fact, ...]:
    """Everything that is not drawn."""
    found = [
        Fact("Table", f"{inches_text(scenario.width_in)} by {inches_text(scenario.height_in)}"),
        Fact("Sides", ", ".join(f"{s.name}{f' ({s.edge} edge)' if s.edge else ''}" for s in scenario.sides)),
        Fact("Length", length(scenario)),
    ]
    if not read_in_whole(scenario.ruleset):
        return (*found, *_of_another_game(scenario), *_switches(scenario))
    found += [Fact("Victory", _victory(scenario)), Fact("Reserves", _reserves(scenario), "ARAP-TURN-04")]
    found += [
        Fact(o.name, f"{count_text(o.value, 'point')}, within {inches_text(o.reach_in)}") for o in scenario.objectives
    ]
    found += [Fact(c.name, _chance(c.goal, c.from_turn, c.once, c.text), "ARAP-TURN-02") for c in scenario.chances]
    if scenario.race is not None:
        found.append(
            Fact("Race", f"{count_text(len(scenario.race.gates), 'gate')}, {count_text(scenario.race.laps, 'lap')}")
        )
    return (*found, *_switches(scenario))


def _of_another_game(scenario: Scenario) -> Iterator[Fact]:
    """What the Rules Crusade asks a scenario. (CRU-TURN-01, CRU-TURN-04, CRU-FALL-01, CRU-WEAP-12)"""
    yield Fact("Rules", games().get(scenario.ruleset, scenario.ruleset))
    if points := points_agreed(scenario):
        yield Fact("Points a side", str(points), "CRU-TURN-04")
    first = next((side.name for side in scenario.sides if side.id == scenario.first_side), "by roll-off")
    yield Fact("Goes first", first, "CRU-TURN-01")
    yield Fact("Victory", "points of models that stand", "CRU-TURN-04")
    yield Fact("Flyers fly at", inches_text(scenario.flight_in), "CRU-FALL-01")
    if scenario.basic_weapons:
        yield Fact("May snap fire too", ", ".join(scenario.basic_weapons), "CRU-WEAP-12")


def _switches(scenario: Scenario) -> Iterator[Fact]:
    """The switches that it sets and its game has."""
    whole = read_in_whole(scenario.ruleset)
    return (_switch(key, scenario) for key in scenario.options if whole or key in switchboard.EVERYWHERE)


def _switch(key: str, scenario: Scenario) -> Fact:
    word = switchboard.word(key, scenario.options[key])
    return Fact(switchboard.label(key), word, rulebook.switch(key).rules[0])


def _victory(scenario: Scenario) -> str:
    if scenario.race is not None:
        return "the first over the finish"
    if scenario.victory == "losses" or not scenario.objectives:
        return "points of units left in play"
    words = "objectives, at the end of " + ("every turn" if scenario.scoring == "every-turn" else "the last turn")
    words += "; if level, who has lost fewer points" if scenario.tie == "losses" else ""
    return f"{words}; {scenario.score_to_win} points win at once" if scenario.score_to_win else words


def _reserves(scenario: Scenario) -> str:
    if not scenario.options.get(RESERVES):
        return "not in play"
    if not scenario.reserve_goal:
        return f"when the host says, within {inches_text(scenario.reserve_depth_in)} of their edge"
    goal = f"{scenario.reserve_goal} or more" if scenario.reserve_goal < 6 else "a 6"
    return f"on {goal}, within {inches_text(scenario.reserve_depth_in)} of their edge"


def _chance(goal: int, from_turn: int, once: bool, text: str) -> str:
    words = "each turn" if goal == 1 else f"each turn on {goal} or more"
    words += f" from turn {from_turn}" if from_turn > 1 else ""
    return f"{words}{', once' if once else ''}{f': {text}' if text else ''}"
