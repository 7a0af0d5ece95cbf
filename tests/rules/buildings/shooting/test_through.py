"""Fire through doors and windows: at a slant, steeply, through small ones."""

import pytest
from msgspec.structs import replace

from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.shooting.volley import ShotsFired
from rules.engine import preview
from tests.builders import a_weapon, play, the
from tests.rules.buildings.doors.test_doors import a_field
from tests.rules.buildings.test_upstairs import SHOT, a_house

GRENADE = a_weapon("grenade", type="grenade", range_in=6, marker_in=3)
ROCK = a_weapon("rock", type="grenade", range_in=6, traits=("improvised",))


def rows(state, action):
    (line,) = preview(state, action).shots
    return [(m.value, m.rule) for m in line.modifiers if not m.rule.startswith("ARAP-HIT-03")]


@pytest.mark.rule("BLD-INTO-01", "BLD-INTO-02")
def test_an_open_window_gives_sight_and_has_no_modifier_of_its_own():
    field = a_field((30, 30), theirs=((30, 20),))
    assert rows(field, SHOT) == [(-2, "BLD-INTO-02")]
    assert preview(field, SHOT).rules.count("BLD-INTO-01") == 1
    events, _ = play(field, SHOT, {"to-hit": [1, 1], "extended-reroll": [3, 4], "to-wound": [3]})
    assert the(events, ShotsFired).hits == 1
    shut = a_field((30, 30), theirs=((30, 20),), state="closed")
    assert preview(shut, SHOT).refusal.code == "no-line-of-sight"


def steep(y, levels=(1, 4), x=35, **options):
    """What it costs to fire from so far off at somebody at the window of the fourth floor, nine inches up."""
    field = a_house((15, y), (x, 19.5), levels, facing=0)
    return rows(replace(field, options={**field.options, **options}), SHOT)


@pytest.mark.rule("BLD-INTO-05")
def test_a_steep_shot_up_at_a_window_costs_one_where_the_table_plays_it_so():
    assert (-1, "BLD-INTO-05") in steep(28.9)
    assert (-1, "BLD-INTO-05") not in steep(29.1)
    assert (-1, "BLD-INTO-05") not in steep(28.9, vertical_angle_modifier=False)
    assert rows(a_house((35, 19.5), (15, 28), (1, 4)), SHOT) == []


def throwing(at, aim_deg=0, weapon=GRENADE, target=(30, 23.9), **door):
    """Somebody outside the door who throws at a man behind it."""
    field = a_field(at, theirs=(target,), **door)
    unit = field.units["a1"]
    unit = replace(unit, models=tuple(replace(m, weapons=(weapon.id,)) for m in unit.models))
    field = replace(field, weapons={**field.weapons, weapon.id: weapon}).with_unit(unit)
    guess = Guess(model="a1.1", bearing=aim_deg, range_in=3)
    return field, Throw(side="a", unit="a1", weapon=weapon.id, guesses=(guess,), target="b1")


@pytest.mark.rule("BLD-INTO-06", "BLD-INTO-07")
def test_a_throw_through_a_small_opening_or_from_its_side_costs_more():
    assert rows(*throwing((30, 26.9))) == [(-1, "ARAP-HIT-02")]
    small = {"a": (29.7, 25.0), "b": (30.3, 25.0)}
    assert (-1, "BLD-INTO-06") in rows(*throwing((30, 26.9), **small))
    assert (-1, "BLD-INTO-07") in rows(*throwing((30, 27.1), **small))
    aside = rows(*throwing((31.5, 26.1), 311, weapon=ROCK, target=(29.3, 24.2)))
    assert aside == [(-2, "BLD-OUT-01"), (-1, "BLD-INTO-06"), (-2, "ARAP-HIT-02")]


@pytest.mark.rule("BLD-INTO-04")
def test_a_shell_aimed_at_a_spot_through_a_window_is_slanted_too():
    gun = a_weapon("gun", type="heavy", marker_in=3)
    field = a_field((36, 29), theirs=((10, 10),))
    unit = field.units["a1"]
    unit = replace(unit, models=tuple(replace(m, weapons=("gun",)) for m in unit.models))
    field = replace(field, weapons={**field.weapons, "gun": gun}).with_unit(unit)
    assert rows(field, FireAtSpot(side="a", unit="a1", at=(29.5, 24.2))) == [(-1, "BLD-INTO-04")]
