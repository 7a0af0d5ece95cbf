"""Rows of the ledger's tables, each in play: ground by who drives how fast, every row of the damage charts, arcs."""

import pytest

from rules.dice.sources import ScriptedDice
from rules.engine import decide, preview
from rules.rulebook.charts import damage_chart, grid, rows
from rules.vehicles.shared.events import ChartResult
from tests.builders import a_unit, a_weapon, the
from tests.rules.arenas import box, ground
from tests.rules.vehicles.trial.park import HOWITZER, a_trial, fire, go, trial_battle

WHEELS = {"locomotion": "wheeled", "traits": ("fast",)}
PIECES = {
    "sand or ash dunes": {"going": "difficult", "look": "sand"},
    "marsh, mud or waterlogged ground": {"going": "difficult", "look": "marsh"},
    "scrub, brush, vines, thick bracken, dense undergrowth": {"going": "difficult", "look": "gorse"},
    "steep hillside": {"going": "difficult", "look": "rough", "elevation_in": 2},
    "dense woodland or jungle": {"going": "difficult", "look": "wood"},
    "rubble, ruins, detritus, slag heaps, crumbling rock": {"going": "difficult", "look": "rubble"},
    "building": {"going": "impassable", "look": "building"},
    "large building (marked)": {"going": "impassable", "look": "bunker"},
}
DIFFICULT, OPEN, HAZARDOUS, BARRED = "1/6", "", "1/2", "impassable"
FOUND = {
    "sand or ash dunes": (DIFFICULT, DIFFICULT, DIFFICULT, DIFFICULT),
    "marsh, mud or waterlogged ground": (DIFFICULT, DIFFICULT, DIFFICULT, DIFFICULT),
    "scrub, brush, vines, thick bracken, dense undergrowth": (OPEN, OPEN, OPEN, DIFFICULT),
    "steep hillside": (DIFFICULT, DIFFICULT, DIFFICULT, DIFFICULT),
    "dense woodland or jungle": (DIFFICULT, DIFFICULT, DIFFICULT, DIFFICULT),
    "rubble, ruins, detritus, slag heaps, crumbling rock": (OPEN, DIFFICULT, DIFFICULT, DIFFICULT),
    "building": (DIFFICULT, HAZARDOUS, BARRED, BARRED),
    "large building (marked)": (BARRED, BARRED, BARRED, BARRED),
}
"""A tracked tank up to 6 inches and beyond, then a wheeled vehicle."""


def met(piece, inches, hull):
    """The chance to be stuck there, or why it may not go."""
    state = trial_battle(
        a_trial("a1", (20, 24), **hull), active="a1", ap=1, terrain=(ground("p", box(25, 20, 33, 28), **piece),)
    )
    shown = preview(state, go("a1", (20 + inches, 24)))
    return shown.refusal.code if shown.refusal else ", ".join(c.exact for c in shown.chances)


@pytest.mark.rule("TRI-TERR-01", "TRI-TERR-04", "TRI-TERR-06", "TRI-TERR-07", "TRI-CHAR-04")
def test_every_row_of_the_terrain_table_by_who_drives_how_fast():
    assert [row["terrain"] for row in rows("TRI-TERR-01")] == list(FOUND) == list(PIECES)
    found = {
        name: tuple(met(piece, inches, hull) for hull in ({}, WHEELS) for inches in (6, 9))
        for name, piece in PIECES.items()
    }
    assert found == FOUND


@pytest.mark.rule("TRI-TERR-07")
def test_sheer_rock_is_no_hillside():
    assert met({"going": "impassable", "look": "rough", "elevation_in": 5}, 6, {}) == BARRED


GUNS = {
    "glancing": (a_weapon("gun", type="heavy", range_in=48, shots=1, strength=9, ap=2), {"armour-penetration": [5]}),
    "penetrating": (a_weapon("gun", type="heavy", range_in=48, shots=1, strength=9, ap=2), {"armour-penetration": [6]}),
}


def struck(column, die, *, ap=2, options=None, **hull):
    """What a hit of that kind does to a hull of armour 14 when the chart's die shows that."""
    weapon, dice = GUNS[column]
    weapon = a_weapon("gun", type="heavy", range_in=48, shots=1, strength=9, ap=ap)
    firer = a_trial("b1", (40, 24), heading=270, weapons=(weapon,))
    others = (a_unit("a2", [(2, 2)]), a_unit("b2", [(70, 2)]))
    target = a_trial("a1", (20, 24), heading=90, weapons=(weapon, HOWITZER), **hull)
    state = trial_battle(target, firer, *others, active="b1", ap=1, options=options)
    thrown = {"to-hit": [1], **dice, "vehicle-damage": [die], **LATER}
    events = loosely(state, fire("b1", "a1", 0), thrown)
    return the(events, ChartResult).results


LATER = {"explosion-radius": [1], "flip-distance": [1], "direction": [90]}
"""Dice that only some rows call for."""


def loosely(state, action, dice):
    """Decided with as many of those dice as are thrown."""
    return decide(state, action, ScriptedDice(dice))


@pytest.mark.rule("TRI-DMG-03", "TRI-DMG-02", "TRI-DMG-04")
@pytest.mark.parametrize("column", GUNS)
def test_every_row_of_both_columns_that_shots_roll_on(column):
    chart = damage_chart()[column]
    listed = [struck(column, die) for die in range(1, 7)]
    assert listed == [tuple(chart[die - 1]) for die in range(1, 7)]
    assert len(grid("TRI-DMG-03")[column]) == len(chart)


@pytest.mark.rule("TRI-DMG-03", "TRI-DMG-06")
def test_ap_1_and_an_open_top_lead_to_the_rows_beyond_the_die():
    assert struck("glancing", 6, ap=1) == ("destroyed",)
    assert struck("penetrating", 4, ap=1, traits=("open-topped",)) == ("explodes",)


@pytest.mark.rule("TRI-DMG-05")
def test_every_row_of_the_third_edition_column():
    chart = damage_chart("TRI-DMG-03", "TRI-DMG-05")["glancing"]
    listed = [struck("glancing", die, options={"tri_glancing_column": "third_edition"}) for die in range(1, 7)]
    assert listed == [tuple(chart[die - 1]) for die in range(1, 7)]


@pytest.mark.rule("TRI-DMG-03", "TRI-ORD-06")
def test_every_row_of_the_column_of_ordnance():
    chart = damage_chart()["ordnance"]
    for die in range(1, 7):
        firer = a_trial("b1", (40, 24), heading=270, weapons=(HOWITZER,))
        others = (a_unit("a2", [(2, 2)]), a_unit("b2", [(70, 2)]))
        state = trial_battle(
            a_trial("a1", (20, 24), weapons=(HOWITZER, HOWITZER), front=10, side=10), firer, *others, active="b1", ap=1
        )
        dice = {"scatter-a": [3], "scatter-b": [4], "ordnance-penetration": [6, 6], "vehicle-damage": [die], **LATER}
        events = loosely(state, fire("b1", "a1", 0), dice)
        assert the(events, ChartResult).results == tuple(chart[die - 1])
