"""A bunker in the editor: what it is built as, what it holds, its ports and built-in weapons."""

import pytest
from msgspec.structs import replace

from rules.geometry.lengths import distance
from rules.geometry.rings import edge_distance
from rules.table.scenario import Scenario
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.editor import desk
from tabletop.scenarios.edits.edits import edit
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import drawing
from tabletop.ui.board.terrain import piece_svg
from tabletop.ui.refused import Refused


def laid():
    after = edit(Draft(scenario=Scenario(name="Shore")), {"do": "add", "kind": "bunker", "at": "20,20"})
    return after.draft, after.hand[0]


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
        ("slot_in", "2.5"),
        ("gun_1", "machine gun"),
        ("gun_2", "autocannon"),
    ):
        draft = with_field(draft, key, field, value)
    set_to = works(draft)
    assert (set_to.kind, set_to.capacity, set_to.ports, set_to.slots) == ("Log cabin", 20, 2, (2.5,))
    assert [gun.name for gun in set_to.weapons] == ["Machine gun", "Autocannon"]
    assert [gun.name for gun in works(with_field(draft, key, "gun_1", "")).weapons] == ["Autocannon"]


def test_more_than_thirty_must_be_divided():
    draft, key = laid()
    with pytest.raises(Refused):
        with_field(draft, key, "capacity", "31")


@pytest.mark.part_of("BLD-BUNK-02", "BLD-BUNK-14")
def test_ports_slots_and_built_in_weapons_are_drawn():
    draft, key = laid()
    for field, value in (("ports", "3"), ("slot_in", "2.5"), ("gun_1", "machine gun"), ("gun_2", "autocannon")):
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
    told = dict(desk.hand(ScenarioRecord(), draft, (key,))["sections"])["Armoured"]
    words = {each.field.name: each.choices[0][1] for each in told if each.choices}
    assert words == {"armoured_as": "none", "gun_1": "none", "gun_2": "none"}
