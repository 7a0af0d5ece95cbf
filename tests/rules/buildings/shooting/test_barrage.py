"""Roofs under fire, square by square."""

import pytest
from msgspec.structs import replace

from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.lob import Lob
from rules.arap.shooting.shoot import Shoot
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.shooting.barrage import RoofHoled
from rules.engine import legal_actions, preview
from rules.table.building import RoofSquare
from tests.builders import a_battle, a_unit, a_weapon, play, the
from tests.rules.buildings.test_bursts import HOME, a_cellar
from tests.rules.buildings.test_upstairs import a_plan
from tests.rules.vehicles.garage import a_vehicle

MORTAR = a_weapon("mortar", type="heavy", range_in=48, strength=8, marker_in=3, traits=("high-trajectory",))


def a_siege(at=(10, 22.5), theirs=((32.5, 22.5),), weapon=MORTAR, **room):
    """A mortar well to the west of a cellar of five inches square with a roof of sheet steel."""
    (cellar,) = a_cellar(roof="sheet steel", **{"walls": "sheet steel", **room}).terrain
    squad = a_unit("a1", [at], weapons=[weapon])
    return a_battle(squad, a_unit("b1", list(theirs)), active="a1", ap=3, terrain=(cellar,))


def lob(far=22.5, target=None, weapon="mortar"):
    guess = Guess(model="a1.1", bearing=90, range_in=far)
    return Lob(side="a", unit="a1", weapon=weapon, guesses=(guess,), target=target)


@pytest.mark.part_of("BLD-FIRE-03", "BLD-GEN-03")
def test_a_shell_on_a_roof_laid_out_apart_is_told_of_with_its_aim_there_too():
    roof = a_plan(3, 50.0)
    roof = replace(roof, building=replace(roof.building, is_roof=True, openings=()))
    field = a_siege(at=(15, 40), theirs=((55, 15),))
    field = replace(field, terrain=(a_plan(1, 10.0), roof))
    guess = Guess(model="a1.1", bearing=0, range_in=25)
    shot = Lob(side="a", unit="a1", weapon="mortar", guesses=(guess,), target="b1")
    dice = {"scatter-a": [6], "scatter-b": [1], "direction": [90], "to-wound": [2] * 3}
    events, _ = play(field.with_unit(_facing(field.units["a1"], 0)), shot, dice)
    found = the(events, ShellBurst)
    assert (found.aim, found.roof) == ((55, 15), "House, level 1")
    assert found.at[1] == found.aim[1]


@pytest.mark.part_of("BLD-FIRE-03", "BLD-GEN-03")
def test_a_hull_lobs_at_people_on_a_roof_where_they_truly_are():
    roof = a_plan(3, 50.0)
    roof = replace(roof, building=replace(roof.building, is_roof=True, openings=()))
    gun = a_vehicle("a1", (15, 40), weapons=(MORTAR,))
    field = a_battle(gun, a_unit("b1", [(55, 15)]), active="a1", ap=3, terrain=(a_plan(1, 10.0), roof))
    (offer,) = (o for o in legal_actions(field, "a") if o.kind == "lob" and o.target == "b1")
    assert (offer.refusal, offer.action.guesses[0].bearing) == (None, 0)


def _facing(unit, degrees):
    return replace(unit, models=(replace(unit.models[0], facing=degrees),))


@pytest.mark.rule("BLD-FIRE-05", "BLD-FIRE-03")
def test_damage_goes_to_the_innermost_squares_first():
    dice = {**HOME, "to-wound": [6, 5, 3, 2, 2, 2, 2, 1, 1], "pick": [3, 1]}
    events, after = play(a_siege(), lob(), dice)
    found = the(events, RoofHoled)
    assert [(s.column, s.row, s.dp) for s in found.squares] == [(32, 22, 1), (32, 23, 1), (32, 21, 1)]
    assert found.sentence(after) == "The roof of Cellar loses 3 damage points, 3 holes of 1″"


@pytest.mark.rule("BLD-FIRE-05")
def test_a_square_with_two_points_takes_both_before_its_neighbours():
    dice = {**HOME, "to-wound": [6, 5, 4, 3, 3, 2, 2, 1, 1], "pick": [3, 1]}
    found = the(play(a_siege(walls="brick"), lob(), dice)[0], RoofHoled)
    assert [(s.column, s.row, s.dp) for s in found.squares] == [(32, 22, 2), (32, 23, 2), (32, 21, 1)]
    assert (found.dp, found.holes) == (5, 2)


@pytest.mark.part_of("BLD-WALL-07")
def test_a_roof_may_be_of_flooring():
    """Reeds and matting are damaged on 2 where sheet steel asks for 3: Strength 8 against Toughness 6."""
    field = a_siege()
    (cellar,) = field.terrain
    matted = replace(cellar, building=replace(cellar.building, roof="light flooring"))
    dice = {**HOME, "to-wound": [2] * 9, "pick": [1] * 6}
    found = the(play(replace(field, terrain=(matted,)), lob(), dice)[0], RoofHoled)
    assert found.dp == 9


def test_a_big_marker_affects_sixteen_squares_less_those_off_the_roof():
    big = replace(MORTAR, marker_in=5)
    events, _ = play(a_siege(weapon=big), lob(20.2), {**HOME, "to-wound": [1] * 8})
    assert not [e for e in events if isinstance(e, RoofHoled)]


@pytest.mark.rule("BLD-FIRE-04")
def test_the_inside_is_aimed_at_through_a_hole_alone():
    whole = preview(a_siege(), lob(target="b1")).refusal
    assert (whole.code, whole.rule) == ("roof-intact", "BLD-FIRE-04")
    field = a_siege()
    (cellar,) = field.terrain
    holed = replace(cellar, building=replace(cellar.building, roof_squares=(RoofSquare(column=32, row=22, dp=1),)))
    field = replace(field, terrain=(holed,))
    assert preview(field, lob(target="b1")).refusal is None
    found = the(play(field, lob(target="b1"), {**HOME, "to-wound": [1]})[0], ShellBurst)
    assert (found.roof, found.touched) == ("", ("b1.1",))
    past = the(play(field, lob(23.6), {**HOME, "to-wound": [1] * 9})[0], ShellBurst)
    assert (past.roof, past.touched) == ("Cellar", ())


@pytest.mark.rule("BLD-OUT-01")
def test_nobody_lobs_out_of_a_house_whose_roof_is_whole():
    field = a_siege(at=(32.5, 22.5), theirs=((50, 22.5),))
    refused = preview(field, lob(target="b1")).refusal
    assert (refused.code, refused.rule) == ("under-roof", "BLD-OUT-01")
    (cellar,) = field.terrain
    holed = replace(cellar, building=replace(cellar.building, roof_squares=(RoofSquare(column=32, row=22, dp=1),)))
    assert preview(replace(field, terrain=(holed,)), lob(target="b1")).refusal is None


@pytest.mark.rule("BLD-CONF-01")
def test_a_room_with_a_hole_in_its_ceiling_is_not_confined():
    squares = (RoofSquare(column=34, row=24, dp=1),)
    shot = Shoot(side="a", unit="a1", target="b1")
    holed = preview(a_cellar((33, 22), roof="sheet steel", walls="sheet steel", roof_squares=squares), shot).rules
    whole = preview(a_cellar((33, 22), roof="sheet steel"), shot).rules
    assert [("BLD-CONF-02" in each, "BLD-INTO-12" in each) for each in (holed, whole)] == [(False, True), (True, False)]


def test_where_all_are_under_whole_roofs_a_roof_is_offered():
    offers = [o for o in legal_actions(a_siege(), "a") if o.kind == "lob"]
    assert [(o.target, o.refusal and o.refusal.rule) for o in offers] == [("b1", "BLD-FIRE-04"), (None, None)]
    assert offers[1].action.check(a_siege()) is None
