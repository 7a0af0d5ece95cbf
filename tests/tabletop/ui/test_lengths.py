"""Lengths in the unit and with the precision of a table. (ARAP-GEN-04)"""

import pytest
from django.template import Context, Template

from rules.table.scale import INCHES, TableScale
from tabletop.ui.lengths import length_text, shown, unit_name

IN_2_CM, IN_1_CM, OWN = TableScale("2cm"), TableScale("1cm"), TableScale("custom", 2.5)


def said(text: str, scale: TableScale) -> str:
    """What is shown, with plain gaps before units."""
    return shown(text, scale).replace("\u00a0", " ")


@pytest.mark.part_of("ARAP-GEN-04")
@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        (INCHES, "goes 7½″ of 5½″"),
        (IN_2_CM, "goes 15 cm of 11 cm"),
        (IN_1_CM, "goes 7.5 cm of 5.5 cm"),
        (OWN, "goes 18.8 cm of 13.8 cm"),
    ],
)
def test_every_length_of_a_text_goes_to_the_nearest_eighth_of_a_step(scale, expected):
    assert said("goes 7.53″ of 5½″", scale) == expected


@pytest.mark.parametrize(
    ("dice", "in_2_cm", "in_1_cm"),
    [
        ("3D6″", "3D6 × 2 cm", "3D6 cm"),
        ("D3+1″", "(D3+1) × 2 cm", "D3+1 cm"),
        ("2D6 + 20″", "(2D6 + 20) × 2 cm", "2D6 + 20 cm"),
    ],
)
def test_lengths_that_are_thrown_for_are_so_many_steps(dice, in_2_cm, in_1_cm):
    assert [said(dice, scale) for scale in (INCHES, IN_2_CM, IN_1_CM)] == [dice, in_2_cm, in_1_cm]


def test_the_mark_alone_is_what_a_typed_figure_counts():
    listed = [said("Depth of the fall, ″", scale) for scale in (INCHES, IN_2_CM, IN_1_CM)]
    assert listed == [f"Depth of the fall, {unit}" for unit in ("inches", "steps of 2 cm", "cm")]
    assert [unit_name(scale) for scale in (INCHES, IN_2_CM)] == ["inches", "cm"]


def test_what_is_too_small_to_be_shown_is_not_said_to_be_nothing():
    assert said("0.03″ over", INCHES) == "under ⅛″ over"
    assert said("0.03″ over", IN_2_CM) == "under 0.3 cm over"
    assert (said("0″", IN_2_CM), length_text(-1.5, IN_2_CM)) == ("0 cm", "−3\u00a0cm")


def test_questions_of_logs_spell_the_unit():
    assert said("Which way does it flee, 9 inches?", IN_2_CM) == "Which way does it flee, 18 cm?"
    assert said("Which way does it flee, 9 inches?", INCHES) == "Which way does it flee, 9″?"
    assert said("target moved 12.5 in", IN_2_CM) == "target moved 25 cm"
    assert said("deviation in inches", IN_2_CM) == "deviation in steps of 2 cm"
    assert said("deviation in inches", INCHES) == "deviation in inches"


def test_what_people_write_is_left_as_it_is():
    page = Template("{% load ui %}{{ words|typed }}").render(Context({"words": "a 5″ <gun>"}))
    assert said(page, IN_2_CM) == page == "a 5&#8243; &lt;gun&gt;"


@pytest.mark.parametrize("name", ["e-3″", "1e+999″", f"{'9' * 400}″", "D″", "..½″", "1.2.3″", "2D6 + ″", "−″", "″"])
def test_marks_after_anything_but_a_figure_do_no_harm(name):
    """People name their weapons as they like."""
    assert "″" not in shown(f"Gun of {name}", IN_2_CM)
