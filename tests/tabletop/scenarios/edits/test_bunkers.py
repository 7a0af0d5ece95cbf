"""A bunker in the editor: what it is built as, what it holds, its ports and built-in weapons."""

import pytest
from msgspec.structs import replace

from rules.buildings.bunkers.shoot import ShootBuilding
from rules.engine import preview
from rules.geometry.lengths import distance
from rules.geometry.rings import edge_distance
from rules.table.armoured import BuiltIn
from rules.table.scenario import Scenario
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.editor import desk
from tabletop.scenarios.edits.edits import edit
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import drawing
from tabletop.ui.board.terrain import piece_svg
from tabletop.ui.refused import Refused
from tests.builders import A, a_battle, a_unit, a_weapon


def laid():
    after = edit(Draft(scenario=Scenario(name="Shore")), {"do": "add", "kind": "bunker", "at": "20,20"})
    return after.draft, after.hand[0]


def armed(*guns):
    draft, key = laid()
    for gun in guns:
        draft = edit(draft, {"do": "arm", "keys": key, "act": "add", "value": gun}).draft
    return draft, key


def with_field(draft, key, field, value):
    return edit(draft, {"do": "set", "keys": key, "field": field, "value": value}).draft


def works(draft):
    return draft.scenario.terrain[0].armoured


def test_a_bunker_of_the_palette_is_closed_and_has_ports():
    draft, _ = laid()
    piece = draft.scenario.terrain[0]
    assert (piece.going, piece.armoured.kind, piece.armoured.ports) == ("impassable", "Bastion or bunker", 4)


def test_its_type_places_ports_slot_and_weapons_are_set():
    draft, key = laid()
    for field, value in (
        ("armoured_as", "Log cabin"),
        ("capacity", "20"),
        ("ports", "2"),
        ("slots", "2.5, 3"),
        ("locked", "no"),
        ("shutters", "yes"),
    ):
        draft = with_field(draft, key, field, value)
    set_to = works(draft)
    assert (set_to.kind, set_to.capacity, set_to.ports, set_to.slots) == ("Log cabin", 20, 2, (2.5, 3))
    assert (set_to.locked, set_to.shutters) == ("no", "yes")
    assert works(with_field(draft, key, "locked", "")).locked == ""
    assert works(with_field(draft, key, "slots", "")).slots == ()
    for each in ("a lot", "25", "1 1 1 1 1 1 1 1 1"):
        with pytest.raises(Refused):
            with_field(draft, key, "slots", each)


def test_weapons_are_built_in_changed_and_taken_out():
    draft, key = armed("machine gun", "autocannon", "autocannon")
    for field, value in (("0.name", "Beam"), ("0.strength", "4"), ("0.ap", ""), ("0.range_in", "18"), ("0.shots", "1")):
        draft = edit(draft, {"do": "gun", "keys": key, "field": field, "value": value}).draft
    assert works(draft).weapons[0] == BuiltIn(name="Beam", strength=4, ap=None, range_in=18, shots=1)
    draft = edit(draft, {"do": "arm", "keys": key, "act": "remove", "number": "1"}).draft
    assert [gun.name for gun in works(draft).weapons] == ["Beam", "Autocannon"]
    panel = desk.hand(ScenarioRecord(), draft, (key,))["guns"]
    assert [(gun.name, gun.size) for gun in panel] == [
        ("Beam", "Strength 4, 18″, 1 shot"),
        ("Autocannon", "Strength 7, AP 4, 48″, 2 shots"),
    ]
    with pytest.raises(Refused):
        armed(*["machine gun"] * 7)


def test_more_than_thirty_must_be_divided():
    draft, key = laid()
    with pytest.raises(Refused):
        with_field(draft, key, "capacity", "31")


@pytest.mark.part_of("BLD-BUNK-02", "BLD-BUNK-14")
def test_ports_slots_and_built_in_weapons_are_drawn():
    draft, key = armed("machine gun", "autocannon")
    for field, value in (("ports", "3"), ("slots", "2.5")):
        draft = with_field(draft, key, field, value)
    piece = draft.scenario.terrain[0]
    drawn = drawing.piece(piece)
    assert [round(distance(a, b), 2) for a, b in drawn.ports] == [0.6, 0.6, 0.6, 2.5]
    assert all(edge_distance(piece.points, end) < 0.01 for slit in drawn.ports for end in slit)
    svg = piece_svg(drawn)
    assert "Machine gun, built in</title>" in svg
    lost = replace(piece.armoured, weapons=tuple(replace(gun, lost=True) for gun in piece.armoured.weapons))
    assert "Autocannon, built in, destroyed" in piece_svg(drawing.piece(replace(piece, armoured=lost)))


def test_a_choice_that_was_not_made_says_what_follows():
    draft, key = laid()
    found = dict(desk.hand(ScenarioRecord(), draft, (key,))["sections"])["Armoured"]
    words = {each.field.name: each.choices[0][1] for each in found if each.choices}
    as_table = "as the table has it"
    assert words == {"armoured_as": "none", "locked": as_table, "shutters": as_table}


@pytest.mark.part_of("BLD-BUNK-05", "BLD-BUNK-14")
def test_a_section_has_armour_of_its_own_and_a_weapon_is_built_into_one():
    where_to = {"do": "add", "kind": "bunker", "points": "20,20 30,20 30,25 20,25"}
    after = edit(Draft(scenario=Scenario(name="Shore")), where_to)
    key = after.hand[0]
    draft = edit(after.draft, {"do": "arm", "keys": key, "act": "add", "value": "machine gun"}).draft
    draft = with_field(draft, key, "handling", "sections")
    draft = edit(draft, {"do": "floors", "keys": key, "act": "divide"}).draft
    for field, value in (("1.armour", "12"), ("1.hull", "5")):
        draft = edit(draft, {"do": "room", "keys": key, "field": field, "value": value}).draft
    draft = edit(draft, {"do": "gun", "keys": key, "field": "0.section", "value": "B"}).draft
    piece = draft.scenario.terrain[0]
    assert [(room.letter, room.armour, room.hull) for room in piece.building.sections][:2] == [
        ("A", 0, 0),
        ("B", 12, 5),
    ]
    assert works(draft).weapons[0].section == "B"
    held = desk.hand(ScenarioRecord(), draft, (key,))
    (gun,) = held["guns"]
    where = dict(gun.fields)["0.section"]
    assert (where.value, where.choices[:3]) == ("B", (("", "any"), ("A", "A"), ("B", "B")))
    fields = dict(held["floor"].sections[1].fields)
    assert (fields["1.armour"].value, fields["1.hull"].value) == (12, 5)
    drawn = piece_svg(drawing.piece(piece))
    assert "<title>A: Armour 14, 3 of 3 hull points left</title>" in drawn
    assert "<title>B: Armour 12, 5 of 5 hull points left</title>" in drawn
    draft = edit(draft, {"do": "gun", "keys": key, "field": "0.section", "value": ""}).draft
    assert works(draft).weapons[0].section == ""


@pytest.mark.parametrize("handling", ["tabletop", "solid", "sections"])
def test_armour_of_a_section_is_set_however_its_inside_is_played_and_met_in_play(handling):
    """Nine of its own for B, which a unit to the east of it fires at; the others have that of the bunker."""
    shape = {"kind": "bunker", "points": "20,20 30,20 30,25 20,25"}
    made = edit(Draft(scenario=Scenario(name="Shore")), {"do": "add", **shape})
    draft, key = made.draft, made.hand[0]
    draft = with_field(draft, key, "handling", "sections")
    draft = edit(draft, {"do": "floors", "keys": key, "act": "divide"}).draft
    draft = with_field(draft, key, "handling", handling)
    draft = edit(draft, {"do": "room", "keys": key, "field": "1.armour", "value": "9"}).draft
    (piece,) = draft.scenario.terrain
    lance = a_weapon("lance", type="heavy", range_in=48, strength=9, ap=2)
    squad = a_unit("a1", [(40, 22.5)], weapons=[lance], facing=270)
    state = a_battle(squad, a_unit("b1", [(60, 40)]), active="a1", ap=3, terrain=[piece])
    shown = preview(state, ShootBuilding(side=A, unit="a1", terrain=piece.id))
    assert shown.shots[0].notes[1:] == ("Strength 9 against armour 9", "3 of 3 hull points left")
    assert shown.notes == ("Hits on B of Bunker count for it alone.",)
