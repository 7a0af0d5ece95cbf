"""A bunker in the editor: what it is built as, what it holds, its ports and built-in weapons."""

import pytest

from rules.table.scenario import Scenario
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.edits.edits import edit
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
