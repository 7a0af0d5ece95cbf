"""The template tags: exact drawings, spoken names and escaping."""

import re
from types import SimpleNamespace

import pytest
from django.template import Context, Template

from rules.arap.units import states as foot
from rules.vehicles.gemini.damage import states as gemini
from rules.vehicles.trial.damage import states as trial
from tabletop.ui import figures, icons
from tabletop.ui.dice import COMBAT, die
from tabletop.ui.figures import ChartCell, ChartRow, DamageChart
from tabletop.ui.templatetags import ui
from tests.markup import tight

EVIL = '"><script>alert(1)</script>'


def shown(source: str, **context: object) -> str:
    return Template("{% load ui %}" + source).render(Context(context))


def test_an_icon_is_decoration_unless_it_is_named() -> None:
    assert shown('{% icon "move" %}') == '<svg class="icon" aria-hidden="true"><use href="#i-move"/></svg>'
    assert shown('{% icon "undo" size="lg" label=name %}', name=EVIL) == (
        '<svg class="icon lg" role="img" aria-label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">'
        '<use href="#i-undo"/></svg>'
    )


def test_an_unknown_icon_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="no icon 'unicorn'"):
        icons.icon("unicorn")


def test_the_sprite_holds_every_icon_of_the_states() -> None:
    assert {state.icon for state in icons.STATUSES.values()} <= icons.icon_ids()
    assert len(re.findall("<symbol", icons.sprite())) == len(icons.icon_ids())


@pytest.mark.parametrize(
    ("outcome", "css", "said"),
    [
        ("made", "die hit", "2, made"),
        ("miss", "die miss", "2, miss"),
        ("fail", "die fail", "2, failure"),
        ("", "die", "2"),
    ],
)
def test_a_die_says_how_it_came_out(outcome: str, css: str, said: str) -> None:
    assert die(2, outcome) == (
        f'<svg class="{css}" viewBox="0 0 20 20" role="img" aria-label="{said}">'
        '<rect x="1" y="1" width="18" height="18" rx="4"/>'
        '<circle cx="6" cy="6" r="1.9"/><circle cx="14" cy="14" r="1.9"/></svg>'
    )


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_its_face(face: int) -> None:
    assert die(face).count("<circle") == face


def test_other_dice_show_their_figure() -> None:
    assert ">17</text>" in die(17, sides=20)
    assert ">2</text>" in die(2, sides=3)
    assert "<script>" not in die(EVIL)


def test_a_combat_die_shows_a_figure_or_nothing():
    assert 'class="die combat"' in die(3, sides=COMBAT)
    assert ">3</text>" in die(3, sides=COMBAT)
    assert 'aria-label="blank"' in die(0, sides=COMBAT)
    assert "<text" not in die(0, sides=COMBAT)


def test_a_die_has_no_other_outcomes() -> None:
    with pytest.raises(ValueError, match="made, miss, fail"):
        die(2, "hit")


def test_action_points_are_planned_then_held_then_spent() -> None:
    assert figures.action_points(2, planned=1, spent=1) == (
        '<span class="pips" role="img" aria-label="2 action points, 1 planned">'
        '<i class="pip plan"></i><i class="pip on"></i><i class="pip"></i></span>'
    )
    with pytest.raises(ValueError, match="3 of 2"):
        figures.action_points(2, planned=3)


def test_busts_are_square_and_counted_of_those_allowed() -> None:
    assert figures.busts(1, 2) == (
        '<span class="pips" role="img" aria-label="1 bust of 2 allowed">'
        '<i class="pip fail"></i><i class="pip bust"></i></span>'
    )


def test_hull_boxes_fill_from_the_left() -> None:
    assert figures.hull_boxes(1, 2) == (
        '<span class="hp" role="img" aria-label="1 of 2 hull points"><i class="on"></i><i class=""></i></span>'
    )


def test_the_armour_diagram_marks_the_facing_hit() -> None:
    drawn = figures.armour_diagram(13, 11, 10, hit="left")
    assert 'aria-label="Armour: front 13, side 11, rear 10. The shot strikes the left side, 11."' in drawn
    assert drawn.count('class="p hit"') == 1
    assert '<path class="p hit" d="M4 8L23 27V58L4 76z"/><text class="on" x="13.5" y="46">11</text>' in drawn
    with pytest.raises(ValueError, match="front, right, rear, left"):
        figures.armour_diagram(13, 11, 10, hit="top")


def test_badges_carry_letter_and_shape() -> None:
    assert shown('{% side_badge "B" %}') == '<span class="sg side-b" aria-hidden="true">B</span>'
    assert shown("{% side_badge 2 away=True %}") == '<span class="sg side-c away" aria-hidden="true">C</span>'
    assert shown('{% unit_badge number "a" %}', number="A1") == '<span class="uid side-a">A1</span>'
    with pytest.raises(ValueError, match="no side 'e'"):
        ui.side_badge("e")


def test_a_state_is_a_glyph_and_a_word() -> None:
    assert shown('{% status "pinned" %}') == (
        '<span class="chip warn"><svg class="icon" aria-hidden="true"><use href="#st-pinned"/></svg>Pinned</span>'
    )
    assert "3 suppression" in shown('{% status "suppressed" word="3 suppression" %}')


def test_a_receipt_lists_each_modifier_and_the_total() -> None:
    rows = [
        {"value": "4", "label": "Ballistic skill", "rule": "ARAP-HIT-01"},
        SimpleNamespace(value="−1", label=EVIL, rule=""),
    ]
    drawn = tight(shown('{% receipt rows "3" "or less to hit" %}', rows=rows))
    assert '<dt class="v">4</dt><dd class="why">Ballistic skill</dd>' in drawn
    assert '<dt class="v sum">3</dt><dd class="why sum">or less to hit</dd>' in drawn
    assert "<script>" not in drawn


def test_a_roll_shows_dice_need_and_result() -> None:
    drawn = shown('{% rollrow faces "hit 3 or less" "ARAP-HIT-02" "1 hit" %}', faces=[(2, "made"), (5, "miss")])
    assert 'aria-label="2, made"' in drawn
    assert 'aria-label="5, miss"' in drawn
    assert '<span class="need">hit 3 or less</span>' in drawn
    assert '<span class="res">1 hit</span>' in drawn


def test_a_refusal_says_why_by_which_rule_and_what_is_allowed() -> None:
    refused = SimpleNamespace(code="out-of-arc", message="B1 is behind you.", rule="ARAP-HIT-03", allowed="Turn first.")
    drawn = shown("{% refusal r %}", r=refused)
    assert 'role="alert" data-code="out-of-arc"' in drawn
    assert "B1 is behind you." in drawn
    assert "ARAP-HIT-03" in drawn
    assert '<span class="allowed">Turn first.</span>' in drawn


def test_a_profile_takes_pairs_or_a_mapping() -> None:
    pairs = tight(shown("{% profile p %}", p=(("M", "8″"), ("WS", 3))))
    assert pairs == tight(shown("{% profile p %}", p={"M": "8″", "WS": 3}))
    assert '<th scope="col">M</th><th scope="col">WS</th>' in pairs
    assert "<td>8″</td><td>3</td>" in pairs


def test_a_weapon_that_is_gone_is_struck_through() -> None:
    rows = [{"name": "Autogun", "range": "24″", "shots": 3, "strength": 4, "ap": "–", "arc": "Front", "state": "off"}]
    assert '<tr class="off"><td>Autogun</td><td class="c">24″</td>' in tight(shown("{% weapons rows %}", rows=rows))


def test_the_damage_chart_tints_what_may_happen_and_fills_what_did() -> None:
    chart = DamageChart(
        title="Damage, D6",
        columns=("Glancing", "Penetrating"),
        column=1,
        rows=(
            ChartRow("Crew shaken", (ChartCell("2", 0.2), ChartCell("1", 1, live=True)), now=True),
            ChartRow("Destroyed", (ChartCell("6", hot=True), ChartCell("–")), severe=True),
        ),
    )
    lines = shown("{% damage_chart c %}", c=chart)
    assert "Crew shaken <i>now</i>" in lines
    drawn = tight(lines)
    assert '<th scope="col" class="on">Penetrating</th>' in drawn
    assert '<th scope="row">Crew shaken<i>now</i></th><td class="heat" style="--p:0.20">2</td>' in drawn
    assert '<td class="heat live" style="--p:1.00">1</td>' in drawn
    assert (
        '<tr class="sev"><th scope="row">Destroyed</th><td class="hot" aria-current="true">6</td><td>–</td></tr>'
        in drawn
    )


def test_odds_are_figures_with_their_meaning() -> None:
    assert tight(shown("{% odds o %}", o=[("42%", "to penetrate")])) == (
        '<div class="odds"><div><b>42%</b><span>to penetrate</span></div></div>'
    )


def test_a_code_to_scan_is_one_drawing_in_black_on_white() -> None:
    drawn = shown("{% qr url %}", url="http://table.local/t/WREN27")
    assert drawn.startswith("<svg")
    assert 'class="qr"' in drawn
    assert "#000" in drawn


def test_a_rule_named_in_brackets_is_a_link_and_all_else_is_text() -> None:
    assert shown("{{ note|cited }}", note=f"A & B {EVIL} (ARAP-HIT-09). (not a rule)") == (
        "A &amp; B &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; "
        '<a class="cite" href="/rulebook/ARAP-HIT-09/">ARAP-HIT-09</a>. (not a rule)'
    )


def test_the_dice_of_a_group_of_shots_have_its_colour() -> None:
    assert 'class="die hit g3"' in die(2, "made", tone=3)
    assert 'class="die hit"' in die(2, "made")


def test_words_stand_before_a_value_only_if_there_is_one() -> None:
    source = '{{ name|after:", in the " }}'
    assert shown(source, name="Ox & Cart") == ", in the Ox &amp; Cart"
    assert [shown(source, name=nothing) for nothing in ("", None, ())] == ["", "", ""]


def test_every_state_that_a_card_lists_has_a_glyph() -> None:
    """The card of each set of vehicle rules, and of units on foot."""
    modules = (foot, gemini, trial)
    assert {row.name for module in modules for row in module.ROWS} - icons.STATUSES.keys() == set()
