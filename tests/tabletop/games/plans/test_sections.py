"""Sections of buildings beside the target and on the board: what fire at them meets, and what a press picks."""

import msgspec
from msgspec.structs import replace

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_weapon
from tests.rules.buildings.bunkers import blockhouse, keep
from tests.rules.buildings.sections import customs

SOUTH = (17.5, 25.0)
AFIELD = (blockhouse.people("b1", (40, 30)),)
AT = {"kind": "shoot-building", "unit": "a1"}


def planned(state, **values):
    return plan(state, A, Draft(**{**AT, **values}))


def aimed(expected):
    return msgspec.json.decode(expected.action)["section"]


def cards(expected):
    return {card.aimed.letter: card for card in expected.sections}


def test_every_section_says_its_armour_hull_points_ports_and_who_is_inside():
    found = planned(keep.before(at=SOUTH, facing=0))
    chosen = [(c.name, c.chosen) for c in found.sections]
    assert chosen == [("B of Keep", True), ("A of Keep", False), ("C of Keep", False)]
    assert cards(found)["B"].notes == ("AV 14", "3 of 3 HP", "2 fire out", "2 of 10 places")
    assert cards(found)["C"].notes == ("level 2", "AV 14", "3 of 3 HP", "2 fire out", "1 of 10 places")
    assert [(i.unit, i.side, i.models) for i in cards(found)["C"].inside] == [("b3", "b", 1)]
    hurt = keep.a_keep(keep.WEST, replace(keep.EAST, damage=2, structural=1), keep.LOFT)
    assert cards(planned(keep.before(hurt)))["B"].notes[1:3] == ("1 of 3 HP", "breached")


def test_a_section_that_is_pressed_is_the_one_that_is_aimed_at_and_the_next_lies_on_top():
    found = planned(keep.before(at=SOUTH, facing=0))
    assert aimed(found) == "B"
    drawn = found.overlay.preview
    # of two others the next in the list lies on top
    assert drawn.rindex('data-pick="Shoot at A of Keep"') > drawn.rindex('data-pick="Shoot at C of Keep"')
    loft = planned(keep.before(at=SOUTH, facing=0), ticked={"which": cards(found)["C"].which})
    assert (aimed(loft), cards(loft)["C"].chosen) == ("C", True)
    assert "Shoot at C of Keep" not in loft.overlay.preview
    assert "C · level 2 · AV 14 · 3/3 HP" in loft.overlay.preview
    assert not [c for c in found.controls if c.name == "which"]


def test_a_floor_that_is_laid_out_apart_is_pressed_where_it_is_and_on_its_plan():
    state = blockhouse.before(blockhouse.a_house(), blockhouse.a_floor())
    assert planned(state).overlay.preview.count("Shoot at Keep, level 2") == 2


def test_a_bunker_of_a_scenario_that_says_nothing_of_places_is_aimed_at_by_its_armour_alone():
    """One that only looks like a bunker has armour 14 and nobody inside. (BLD-BUNK-03)"""
    found = planned(blockhouse.before(replace(blockhouse.a_house(), armoured=None, building=None), units=AFIELD))
    assert [(c.name, c.notes) for c in found.sections] == [("Keep", ("AV 14", "3 of 3 HP"))]
    assert found.action
    assert found.groups


def test_what_else_may_be_done_to_a_section_stays_in_a_list():
    outside = customs.squad("a1", [(9.3, 28), (8.1, 28)], weapons=(customs.CARBINE, customs.FRAG))
    state = customs.stormed(outside, customs.guard("b1", 3))
    found = planned(state, kind="blast-section")
    (card,) = found.sections
    assert (card.name, card.chosen, card.notes) == ("C1 of Customs House", True, ("6 may fire out", "3 of 12 places"))
    (which,) = [c for c in found.controls if c.name == "which"]
    assert [value for value, _ in which.choices] == [
        "Frag into C1 of Customs House by V1",
        "Frag into C1 of Customs House by V2",
    ]


def test_who_looks_out_goes_on_or_comes_out_is_picked_one_by_one():
    """A chip for each occupant; who is held back stays. (BLD-SSHT-04, BLD-SECT-04)"""
    state = customs.stormed(customs.guard("a1", 4, "C1"))
    for kind, title in (("look-out", "Who does so"), ("go-section", "Who goes"), ("leave-section", "Who comes out")):
        found = planned(state, kind=kind)
        assert [(c.name, c.fires) for c in found.firers.chips] == [(f"f:a1.{n}", True) for n in range(1, 5)]
        assert found.firers.title == title
        some = planned(state, kind=kind, ticked={"f:a1.1": "0", "f:a1.3": "0"})
        assert msgspec.json.decode(some.action)["models"] == ["a1.2", "a1.4"]
        assert [c.fires for c in some.firers.chips] == [False, True, False, True]
    nobody = planned(state, kind="look-out", ticked={f"f:a1.{n}": "0" for n in range(1, 5)})
    assert nobody.action == ""


def test_the_section_into_which_one_goes_is_marked_on_the_board_as_one_that_is_stormed_is():
    state = customs.stormed(customs.guard("a1", 3, "C1"), customs.squad("b1", [(40, 40)]))
    outlines = {"C2": "M0 220L60 220L60 260L0 260Z", "C3": "M60 220L120 220L120 260L60 260Z"}
    for letter, outline in outlines.items():
        going = planned(state, kind="go-section", ticked={"which": f"To {letter} of Customs House"})
        assert [card.aimed.letter for card in going.sections if card.chosen] == [letter]
        assert f'<path class="about" d="{outline}"/>' in going.overlay.arcs


def test_whom_a_wall_between_two_sections_would_fall_on_is_marked_without_rubble():
    house = customs.a_house(openings=(customs.V1,))
    state = customs.stormed(
        customs.guard("a1", 3, "C1", weapons=(a_weapon("hammer", type="melee", strength=8),)),
        customs.squad("b1", [(40, 40)]),
        house=house,
    )
    found = planned(state, kind="strike-wall", ticked={"which": "Strike the wall between C1 and C2 of Customs House"})
    assert found.overlay.arcs.count('class="blast"') == 1
