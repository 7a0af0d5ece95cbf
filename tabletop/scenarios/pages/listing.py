"""What the pages of scenarios show besides the editor: cards of a list, and the facts of one."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString

from rules import rulebook, without_secrets
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


def line(scenario: Scenario) -> str:
    """`72″ × 48″, 6 turns, 2 objectives, 16 pieces`; lengths as its table shows them. (ARAP-GEN-04)"""
    parts = [
        f"{inches_text(scenario.width_in)} × {inches_text(scenario.height_in)}",
        count_text(scenario.turn_limit, "turn"),
        count_text(len(scenario.objectives), "objective"),
        count_text(len(scenario.terrain), "piece"),
    ]
    return lengths.shown(", ".join(parts), scale_of(scenario.options))


def facts(scenario: Scenario) -> tuple[Fact, ...]:
    """Everything that is not drawn."""
    told = [
        Fact("Table", f"{inches_text(scenario.width_in)} by {inches_text(scenario.height_in)}"),
        Fact("Sides", ", ".join(f"{s.name}{f' ({s.edge} edge)' if s.edge else ''}" for s in scenario.sides)),
        Fact("Length", count_text(scenario.turn_limit, "turn")),
        Fact("Victory", _victory(scenario)),
        Fact("Reserves", _reserves(scenario), "ARAP-TURN-04"),
    ]
    told += [
        Fact(o.name, f"{count_text(o.value, 'point')}, within {inches_text(o.reach_in)}") for o in scenario.objectives
    ]
    told += [Fact(c.name, _chance(c.goal, c.from_turn, c.once, c.text), "ARAP-TURN-02") for c in scenario.chances]
    if scenario.race is not None:
        told.append(
            Fact("Race", f"{count_text(len(scenario.race.gates), 'gate')}, {count_text(scenario.race.laps, 'lap')}")
        )
    return tuple(told) + tuple(_switch(key, scenario) for key in scenario.options)


def _switch(key: str, scenario: Scenario) -> Fact:
    word = switchboard.word(key, scenario.options[key])
    return Fact(switchboard.label(key), word, rulebook.switch(key).rules[0])


def _victory(scenario: Scenario) -> str:
    if scenario.race is not None:
        return "the first over the finish"
    if scenario.victory == "losses" or not scenario.objectives:
        return "points of units left in play"
    words = "objectives, at the end of " + ("every turn" if scenario.scoring == "every-turn" else "the last turn")
    return f"{words}; {scenario.score_to_win} points win at once" if scenario.score_to_win else words


def _reserves(scenario: Scenario) -> str:
    if not scenario.options.get(RESERVES):
        return "not in play"
    if not scenario.reserve_goal:
        return f"when the host says, within {inches_text(scenario.reserve_depth_in)} of their edge"
    goal = f"{scenario.reserve_goal} or more" if scenario.reserve_goal < 6 else "a 6"
    return f"on {goal}, within {inches_text(scenario.reserve_depth_in)} of their edge"


def _chance(goal: int, from_turn: int, once: bool, text: str) -> str:
    told = "each turn" if goal == 1 else f"each turn on {goal} or more"
    told += f" from turn {from_turn}" if from_turn > 1 else ""
    return f"{told}{', once' if once else ''}{f': {text}' if text else ''}"
