"""Throws and lobs as drafts: a guess is typed, and no distance is told."""

import msgspec
import pytest

from rules.core.ids import TerrainId
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit, a_weapon
from tests.rules.buildings.sections import customs
from tests.rules.vehicles.garage import a_vehicle

FRAG = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)


def a_field():
    squad = a_unit("a1", a_row(8, 10, 10), weapons=[FRAG])
    return a_battle(squad, a_unit("b1", a_row(4, 14.7, 10), facing=270, name="Levy"), active="a1", ap=2)


def draft(**ticked):
    return Draft(kind="throw", unit="a1", target="b1", ticked=ticked)


def test_without_a_guess_there_is_no_throw_and_no_distance_anywhere():
    shown = plan(a_field(), A, draft())
    assert shown.text.startswith("Guess how far")
    assert shown.action == ""
    assert [t.away for t in shown.targets] == [""]
    assert shown.overlay.arcs == ""
    assert "lbl" not in shown.overlay.preview
    assert shown.overlay.preview.endswith('d="M100 100L720 100"/>')  # to the table's edge, past everybody


def test_what_is_rolled_and_what_it_comes_to_stands_there_before_the_guess():
    shown = plan(a_field(), A, draft())
    assert shown.deciding[0] == ("2 or less", "to hit")
    assert "casualties if the guess is right" in [f.meaning for f in shown.figures]
    assert shown.groups[0].need == "2 or less"
    assert not any("guessed" in note for note in shown.groups[0].notes)


def test_the_guess_may_be_typed_before_anybody_is_aimed_at():
    shown = plan(a_field(), A, Draft(kind="throw", unit="a1", ticked={"far:1": "5"}))
    assert shown.aims == "spot"
    assert ("far:1", "5") in [(c.name, c.value) for c in shown.controls]


def test_a_spot_on_the_ground_is_thrown_at_without_a_target():
    shown = plan(a_field(), A, Draft(kind="throw", unit="a1", path=((14, 10),), ticked={"far:1": "6"}))
    sent = msgspec.json.decode(shown.action)
    assert (sent.get("target"), sent["guesses"][0]["bearing"], sent["guesses"][0]["range_in"]) == (None, 90, 6)
    assert (
        shown.overlay.preview.count('class="los"') == 2
    )  # the direction, and a mark on the spot: not how far it flies


def test_a_range_that_was_measured_first_cannot_be_thrown_at():
    shown = plan(a_field(), A, draft(**{"far:1": "5", "measured": "1"}))
    assert shown.refusal is not None
    assert (shown.refusal.code, shown.refusal.rule) == ("measured-first", "ARAP-AREA-10")


def test_a_guess_that_is_typed_can_be_thrown():
    shown = plan(a_field(), A, draft(**{"far:1": "4,5"}))
    (guess,) = msgspec.json.decode(shown.action)["guesses"]
    assert (guess["model"], guess["range_in"], guess["bearing"]) == ("a1.1", 4.5, 90)


def test_the_owner_chooses_how_many_throw_and_who():
    shown = plan(a_field(), A, draft(count="2", **{"who:1": "a1.6", "far:1": "5", "far:2": "6"}))
    thrown = msgspec.json.decode(shown.action)["guesses"]
    assert [(g["model"], g["range_in"]) for g in thrown] == [("a1.6", 5), ("a1.1", 6)]
    assert [c.name for c in shown.controls] == ["count", "who:1", "far:1", "who:2", "far:2"]


@pytest.mark.part_of("BLD-INTO-07")
def test_who_sees_somebody_throws_at_whom_he_sees_not_into_the_wall_before_the_nearest():
    """A window at y 11.5 to 13.5: the nearest of both stand at y 11 on either side of the wall."""
    window = Opening(a=(22, 11.5), b=(22, 13.5), kind="window")
    shed = Terrain(
        id=TerrainId("shed"),
        name="Shed",
        points=((22, 10), (27, 10), (27, 15), (22, 15)),
        height_in=3,
        look="building",
        building=Building(handling="tabletop", openings=(window,)),
    )
    squad = a_unit("a1", [(19.2, 14), (19.2, 11), (19.2, 12.5)], weapons=[FRAG])
    levy = a_unit("b1", [(25.8, 12.5), (25.4, 14), (24.6, 11)], facing=270)
    shown = plan(a_battle(squad, levy, active="a1", ap=2, terrain=(shed,)), A, draft(**{"far:1": "5.6"}))
    (guess,) = msgspec.json.decode(shown.action)["guesses"]
    assert (guess["model"], guess["bearing"]) == ("a1.3", 74.48)


def test_too_far_a_guess_is_refused_in_words():
    shown = plan(a_field(), A, draft(**{"far:1": "7"}))
    assert shown.refusal is not None
    assert shown.refusal.code == "too-far"


def test_a_hull_that_lobs_is_told_what_it_comes_to_before_the_guess():
    mortar = a_weapon("mortar", type="heavy", range_in=48, strength=4, marker_in=3, traits=("high-trajectory",))
    state = a_battle(
        a_vehicle("a1", (10, 10), weapons=(mortar,)), a_unit("b1", a_row(4, 30, 10), facing=270), active="a1", ap=2
    )
    shown = plan(state, A, Draft(kind="lob", unit="a1", target="b1"))
    assert shown.text.startswith("Guess how far")
    assert shown.action == ""
    assert "casualties if the guess is right" in [f.meaning for f in shown.figures]
    assert shown.groups[0].need


def test_from_a_section_the_way_is_drawn_from_its_wall_and_the_guess_is_thrown_from_there():
    state = customs.stormed(customs.guard("a1", 8, weapons=(customs.FRAG,)), customs.squad("b1", [(9, 30)]))
    shown = plan(state, A, draft(**{"far:1": "4"}))
    assert shown.refusal is None
    (guess,) = msgspec.json.decode(shown.action)["guesses"]
    assert (guess["bearing"], guess["range_in"]) == (180, 4)
    assert 'd="M90 260L' in shown.overlay.preview  # from the wall
    spot = plan(state, A, Draft(kind="throw", unit="a1", path=((14.0, 30.0),), ticked={"far:1": "4.5"}))
    assert spot.refusal is None
    assert round(msgspec.json.decode(spot.action)["guesses"][0]["bearing"]) == 153
