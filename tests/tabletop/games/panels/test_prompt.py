"""An open prompt as its side sees it, and what it draws on the board."""

from __future__ import annotations

import math
import re

from msgspec.structs import replace

from rules.core.prompt import Option, Prompt
from rules.visibility import view
from tabletop.games.board import overlays
from tabletop.games.panels.prompt import drawn, question
from tabletop.games.words import standing_text
from tests.builders import A, B, a_battle, a_row, a_unit

HOLD = Option(id="hold", label="Hold", rule="ARAP-REACT-01")
RUN = Option(id="run", label="Run", refused="It is pinned and cannot run.", path=((30, 10), (34, 10)))


def a_question(kind="charge-reaction", options=(HOLD, RUN)):
    state = a_battle(a_unit("a1", at=a_row(3, 10, 10), name="Ash"), a_unit("b1", at=a_row(3, 20, 10), name="Birch"))
    prompt = Prompt(side=B, kind=kind, question="How does Birch react?", options=options, unit="b1", about="a1")
    return replace(state, prompt=prompt)


def test_the_first_option_that_is_open_is_chosen_and_a_barred_one_says_why():
    asked = question(a_question(options=(RUN, HOLD)))
    assert asked is not None
    assert [(c.id, c.chosen, c.refused) for c in asked.choices] == [("run", False, RUN.refused), ("hold", True, "")]


def test_a_charge_shows_its_steps_and_compares_the_two_units():
    asked = question(a_question())
    assert asked is not None
    assert ("Reaction", "on") in asked.steps
    assert [(u.number, u.name) for u in asked.pair] == [("B1", "Birch"), ("A1", "Ash")]
    assert asked.heads[0] == "WS"


def test_another_choice_has_no_steps():
    asked = question(a_question("flee-path"))
    assert asked is not None
    assert asked.steps == ()


def test_where_nothing_can_be_declined_the_first_that_is_listed_may_be_taken_from_now_on():
    asked = [question(a_question(kind)) for kind in ("flee-path", "melee-order", "charge-reaction")]
    assert [each.declining for each in asked if each] == ["The first listed", "The first listed", "Decline this"]
    assert standing_text("melee-order") == "Order of melees: always the first listed"


def test_the_ways_of_the_options_are_numbered_on_the_board_and_the_charge_is_an_arrow():
    marks = drawn(a_question())
    assert 'class="chg side-a"' in marks
    assert 'data-option="run"' in marks


def test_the_arrow_of_a_charge_keeps_off_the_models_at_its_ends():
    state = a_question()
    ends = [tuple(10 * n for n in overlays.lead(unit).at) for unit in (state.units["a1"], state.units["b1"])]
    data = re.search(r'class="chg side-a" d="([^"]+)"', drawn(state))[1]
    corners = [tuple(map(float, pair)) for pair in re.findall(r"([-\d.]+) ([-\d.]+)", data)]
    assert corners
    assert all(math.dist(corner, end) > 6 for corner in corners for end in ends)


def test_the_other_side_sees_the_charge_but_no_ways():
    marks = drawn(view(a_question(), A))
    assert 'class="chg side-a"' in marks
    assert "data-option" not in marks


def test_without_a_prompt_nothing_is_asked_or_drawn():
    state = replace(a_question(), prompt=None)
    assert question(state) is None
    assert drawn(state) == ""
