"""A battle shown again over HTTP: who may look at it how, and that every moment is the one that was played."""

import re

import pytest
from msgspec.structs import replace

from rules import GameState
from rules.core.ids import SideId, UnitId
from rules.events import Rolled
from rules.questions.logs.figures import Damage, Figures
from rules.questions.logs.timeline import Timeline
from rules.state import Side
from tabletop.games import services
from tabletop.games.log import entries, journal
from tabletop.games.models import Table
from tabletop.games.pages import frames, log_entries
from tabletop.games.panels import battle_figures, plots
from tabletop.games.panels import luck as panels_luck
from tabletop.games.panels.unit_rail import rail
from tests.builders import a_battle, a_unit
from tests.cast import ALICE, BOB, CHARLIE, act, browser, deployed, fresh, state_of
from tests.markup import tight

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Over, its seed not yet published."""
    table = deployed(hidden="Ash Second")
    act(table, BOB, type="Concede")
    return fresh(table)


@pytest.fixture
def published(table: Table) -> Table:
    services.publish_seed(code=table.code, person=ALICE)
    return fresh(table)


def page(table, person=CHARLIE, **query):
    return browser(person).get(f"/replays/{table.code}/", query)


def moment(table, person=CHARLIE, **query):
    return browser(person).get(f"/replays/{table.code}/moment", query)


def test_before_the_end_there_is_nothing_to_be_shown_again():
    table = deployed()
    answer = page(table)
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/watch")
    assert moment(table, upto=3).status_code == 422


def test_it_stands_at_the_act_that_the_link_names(published):
    first, last = page(published).content.decode(), page(published, at=published.seq).content.decode()
    assert 'aria-valuenow="1"' in first
    acts = re.search(r'aria-valuemax="(\d+)"', last)
    assert acts is not None
    assert f'aria-valuenow="{acts[1]}"' in last
    assert "<h2>Birch concedes</h2>" in last
    assert "<h2>Birch concedes</h2>" not in first


def test_until_the_seed_is_published_nobody_sees_what_was_hidden_from_them(table):
    assert "Ash Second" not in page(table).content.decode()
    assert moment(table, upto=table.seq).status_code == 200
    assert "Ash Second" not in moment(table, upto=table.seq).content.decode()
    assert page(table, view="all").status_code == 403
    assert moment(table, BOB, view="a", upto=table.seq).status_code == 403
    assert "Ash Second" in moment(table, ALICE, view="a", upto=table.seq).content.decode()


def test_afterwards_all_see_all_or_what_a_side_knew(published):
    last = published.seq
    assert "Ash Second" in moment(published, view="all", upto=last).content.decode()
    assert "Ash Second" in moment(published, view="a", upto=last).content.decode()
    assert "Ash Second" not in moment(published, view="b", upto=last).content.decode()
    ways = re.findall(r'href="\?view=(\w+)"\s+data-view', page(published).content.decode())
    assert ways == ["all", "a", "b"]


def test_every_moment_is_the_state_of_that_event_forwards_and_back(published):
    ends = [line.seq for line in journal.lines(published, 0, published.seq)]
    for since, upto in [(0, ends[3]), (ends[3], ends[-1]), (ends[-1], ends[2])]:
        html = moment(published, view="all", since=since, upto=upto).content.decode()
        stamp = re.match(r'<div id="frame" data-from="(\d+)" data-to="(\d+)"', html)
        assert stamp is not None
        assert stamp.groups() == (str(since + 1), str(upto))
        after = frames.parts_at(published, "host", upto)
        before = frames.parts_at(published, "host", since) if since else None
        for unit, inside in after.units.items():
            changed = before is None or list(before.units) != list(after.units) or before.units[unit] != inside
            assert (inside in html) == changed


@pytest.mark.parametrize("query", [{}, {"upto": "0"}, {"upto": "999999"}, {"upto": "x"}, {"upto": "3", "since": "-1"}])
def test_what_is_no_event_is_refused(published, query):
    assert moment(published, **query).status_code == 422


def test_the_end_leads_there_and_each_moment_to_its_place(published):
    end = browser(CHARLIE).get(f"/tables/{published.code}/end").content.decode()
    assert f'href="/replays/{published.code}/"' in end
    assert re.search(rf'href="/replays/{published.code}/\?at=\d+"[^>]*>\s*<strong>Birch concedes', end)


def luck(table, person=CHARLIE):
    return browser(person).get(f"/tables/{table.code}/luck")


def test_luck_is_the_hosts_alone_until_the_end_and_everybodys_afterwards(published):
    shown = luck(published).content.decode()
    assert "Nothing has been rolled against a number yet." in shown
    running = deployed()
    assert luck(running).status_code == 403
    assert "Until the battle is over only the host sees its luck." in luck(running).content.decode()
    assert luck(running, BOB).status_code == 403
    assert "Until the end only the host sees this page" in luck(running, ALICE).content.decode()


def test_luck_tells_each_side_what_it_made_and_what_was_due():
    table = deployed()
    unit = next(u for u in state_of(table).units.values() if u.side == "a")
    act(table, ALICE, type="Activate", unit=unit.id, dice=2)
    made = state_of(table).turn.ap
    shown = tight(luck(table, ALICE).content.decode())
    assert f"<b>{made} of 2</b>made," in shown
    assert "too few to tell" in shown
    assert "none rolled" in shown


def test_dice_thrown_by_hand_have_rows_of_their_own():
    shown = panels_luck.luck([(rolled(1), 1), (rolled(2, entered_by="Alice"), 1)], GameState(sides=SIDES))
    assert [(kind.name, kind.by_hand) for kind in shown.kinds] == [("To hit", False), ("To hit, by hand", True)]
    assert [side.all.account.rolls for side in shown.sides] == [1, 0]
    assert shown.sides[0].by_hand is not None
    assert shown.chart is not None
    assert shown.chart.rows == (("Ash", "+0.5"),)


def test_a_part_of_a_squad_stands_after_the_squad_by_luck_and_on_the_rail():
    names = [UnitId(name) for name in ("a5", "a10", "b1", "a6", "a5b")]
    state = a_battle(*(a_unit(name, [(5, 5)]) for name in names))
    shown = panels_luck.luck([(replace(rolled(n), unit=name), 1) for n, name in enumerate(names)], state)
    assert [one.unit for one in shown.units] == ["A5", "A5B", "A6", "A10", "B1"]
    assert [one.number for one in rail(state, SideId("a"))] == ["A5", "A5B", "A6", "A10"]


def test_luck_below_what_was_due_has_a_true_minus_and_crusades_have_rounds():
    one = replace(rolled(1), goal=5, made=(False,), dice=(6,))
    shown = panels_luck.luck([(one, 1)], GameState(sides=SIDES, ruleset="rules-crusade"))
    assert shown.chart is not None
    assert shown.chart.heads == ("Side", "Round 1")
    assert "−0.8 A" in shown.chart.svg
    assert "-0.8" not in shown.chart.svg


def test_combat_dice_are_told_as_sums():
    """Of each die 1 is due; the rows are the pools of the Rules Crusade. (CRU-DICE-01)"""
    pool = replace(
        rolled(1), label="crusade-attack", dice=(6, 5, 1), sense="sum", goal=None, made=(), readings=(3, 2, 0), total=5
    )
    shown = panels_luck.luck([(pool, 1)], GameState(sides=SIDES, ruleset="rules-crusade"))
    assert [kind.name for kind in shown.kinds] == ["Shooting"]
    assert (shown.pools, shown.sides[0].all.of, shown.sides[0].signed) == (True, "5 with 3 dice", "+2")
    assert [roll.shows for roll in shown.sides[0].all.rolls] == ["3", "2", "0"]
    assert shown.unlikely[0].words == "The table: shooting, 5 with 3 dice; round 1"


SIDES = (Side(id=SideId("a"), name="Ash"), Side(id=SideId("b"), name="Birch"))


def rolled(seq: int, *, entered_by: str = "") -> Rolled:
    """One die that makes its 3 or less."""
    return Rolled(
        seq=seq,
        side=SideId("a"),
        label="to-hit",
        dice=(2,),
        goal=3,
        sense="low",
        made=(True,),
        entered_by=entered_by,
    )


def test_damage_is_drawn_as_one_mark_for_each_model_hull_point_and_vehicle():
    rows = [plots.Bar("a", "A1 Section", (3, 0, 0), "3 models"), plots.Bar("b", "B2 Tank", (1, 2, 1), "all kinds")]
    svg = plots.counted("damage", "Damage done", rows)
    marks = [use for use in re.findall(r"<use [^>]*>", svg) if "stroke: var(--ink-2" in use]
    assert len(marks) == 7
    assert len({re.search(r'href="([^"]*)"', mark)[1] for mark in marks}) == 3  # dots, squares, crosses
    assert re.findall(r">\s*([AB]\d|Section|Tank)\s*</text>", svg) == ["Section", "A1", "Tank", "B2"]


def test_a_bar_has_room_between_the_longest_names_and_words():
    rows = [plots.Bar("a", "A12 The Long Patrol of the Lower Marches", (9, 9, 9), "9 models, 9 hull, 9 vehicles")]
    for drawn in (plots.bars, plots.counted):
        wide = float(re.search(r'viewBox="0 0 ([\d.]+)', drawn("damage", "Damage done", rows))[1])
        assert wide > 400


def test_a_name_may_hold_any_sign_in_a_plot():
    bar = plots.Bar("a", "A1 $\\frac{<b>&\u2620 a very long name indeed", (3.0, 1.0), "3 models")
    svg = plots.bars("damage", "Damage <done>", [bar])
    assert "<b>" not in svg
    assert "$" in svg
    assert "var(--side-a)" in svg
    assert "<style" not in svg
    assert re.findall(r"#[0-9a-f]{6}", svg) == []


def test_a_rule_that_stands_beside_its_line_is_not_listed_once_more_under_the_act():
    table = deployed()
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    entry = entries.latest(table, "public", fresh(table).seq)[0]
    shown = re.findall(r">\s*([A-Z]+-[A-Z]+-\d+)\s*<", log_entries.act(entry))
    assert sorted(shown) == sorted(entry.rules)
    assert shown


def test_turns_and_scores_of_a_long_battle_do_not_lie_on_one_another_in_a_plot():
    def words(many):
        turns = [plots.Mark(12 * n, f"Turn {n + 1}") for n in range(many)]
        scores = [plots.Mark(12 * (n + 1), f"{n} : 0") for n in range(many)]
        svg = plots.lanes("objectives", "Objectives", [plots.Lane("1 Ford", ())], turns, scores, 12 * many)
        return re.findall(r">(Turn \d+|\d+ : 0|\d+)</text>", svg)

    assert words(3) == ["Turn 1", "Turn 2", "Turn 3", "2 : 0", "1 : 0", "0 : 0"]
    few = words(60)
    assert "Turn 2" not in few
    assert "60" not in few or "59" not in few
    marks = [plots.Mark(12 * n, str(n + 1)) for n in range(60)]
    svg = plots.steps("strength", "Strength", [plots.Steps("a", "Ash", ((0, 5), (720, 3)), "3 A")], marks)
    assert len(re.findall(r">\d+</text>", svg)) < 40
    assert len([score for score in few if ":" in score]) < 30


def test_vehicles_that_a_unit_put_out_of_the_battle_are_named_under_the_plot():
    done = Damage(UnitId("a2"), SideId("a"), "Sappers", 0, 2, ("Mud Strider", "Heron Skiff"))
    figures = Figures(0, 0, 0, 0, (done,), (), (), (), (), 0)
    (plot,) = battle_figures.shown(figures, Timeline((), (), ()), state_of(deployed())).others
    assert plot.below == (("a2", "a", "Sappers put Mud Strider and Heron Skiff out of the battle"),)
