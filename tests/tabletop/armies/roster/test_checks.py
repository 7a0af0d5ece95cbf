"""What the checks find, and that what they offer mends it."""

import pytest

from tabletop.armies.roster import build
from tests.tabletop.armies.rosters import LIBRARY, A, a_list, edited, findings, mended


def only(roster):
    (found,) = findings(roster)
    return found


def test_too_many_points_are_mended_by_the_option_that_saves_least_but_enough():
    roster = a_list("anvil", "rangers", limit=230)
    for option in ("plating", "veterans"):
        roster = edited(roster, do="option", unit="u1", option=option, number=1)
    found = only(roster)
    assert found.title == "29 over 230 points."
    assert [mend.label for mend in found.mends] == ["Remove Ranger section"]
    roster = edited(roster, do="limit", number=247)
    found = only(roster)
    assert [mend.label for mend in found.mends] == [
        "Drop extra plating from Anvil battle tank",
        "Remove Ranger section",
    ]
    assert found.text == "Drop extra plating from Anvil battle tank and the list fits."
    assert findings(mended(roster, found)) == []


def test_a_limit_that_is_met_exactly_is_praised():
    assert [found.title for found in findings(a_list("rangers", limit=77), "ok")] == ["Exactly 77 points."]


def test_a_unit_may_be_too_small_or_too_large():
    small = edited(a_list("rangers"), do="count", unit="u1", role="ranger", number=2)
    assert only(small).text == "Rangers: 2, allowed 4 to 11."
    assert mended(small, only(small)).units[0].counts == {"ranger": 4}
    large = edited(small, do="count", unit="u1", role="ranger", number=20)
    assert only(large).title == "Ranger section is too large."
    assert findings(mended(large, only(large))) == []


def test_special_weapons_are_one_for_each_four_models():
    roster = edited(a_list("rangers"), do="option", unit="u1", option="autogun", number=2)
    assert findings(roster) == []
    roster = edited(roster, do="count", unit="u1", role="ranger", number=6)
    found = only(roster)
    assert (found.title, found.text) == (
        "Ranger section has too many: long autogun.",
        "2 of them, 1 allowed with 7 models.",
    )
    assert mended(roster, found).units[0].options == {"autogun": 1}


def test_special_weapons_of_two_kinds_count_together():
    roster = edited(a_list("rangers"), do="option", unit="u1", option="autogun", number=2)
    roster = edited(roster, do="option", unit="u1", option="cup", number=1)
    assert {found.title for found in findings(roster)} == {
        "Ranger section has too many: long autogun.",
        "Ranger section has too many: cup launcher.",
    }


def test_a_transport_may_be_too_full():
    roster = edited(a_list("rangers", "bulwark", "captain"), do="inside", unit="u1", other="u2")
    assert [found.title for found in findings(roster, "ok")] == ["Transport fits."]
    roster = edited(roster, do="count", unit="u1", role="ranger", number=9)
    roster = edited(roster, do="joins", unit="u3", other="u1")
    found = only(roster)
    assert (found.title, found.rule) == ("Bulwark carrier is too full.", "ARAP-SIZE-02")
    assert found.text == "Ranger section: 11 places needed, 10 in the Bulwark carrier."
    assert findings(mended(roster, found)) == []


def test_bulky_riders_take_more_places():
    roster = edited(a_list("ogres", "bulwark"), do="inside", unit="u1", other="u2")
    assert findings(roster) == []
    roster = edited(roster, do="count", unit="u1", role="ogre", number=4)
    assert only(roster).text == "Hill ogres: 12 places needed, 10 in the Bulwark carrier."


def test_nobody_rides_in_a_tank_without_room():
    roster = edited(a_list("rangers", "anvil"), do="inside", unit="u1", other="u2")
    assert only(roster).title == "Ranger section has no transport."
    assert findings(mended(roster, only(roster))) == []


def test_a_captain_does_not_join_a_tank():
    roster = edited(a_list("captain", "anvil"), do="joins", unit="u1", other="u2")
    assert only(roster).title == "Northmarch captain cannot join."
    assert findings(mended(roster, only(roster))) == []


def test_there_is_one_warden_and_so_many_commanders():
    roster = a_list("warden", "warden")
    assert only(roster).title == "2 × Warden of the Compact."
    assert findings(mended(roster, only(roster))) == []
    roster = a_list(*["captain"] * 4, limit=500)
    assert only(roster).text == "At most 3 for each 500 points begun."
    assert findings(edited(roster, do="limit", number=501)) == []


def test_what_the_library_does_not_know_stays_at_home():
    roster = a_list("rangers")
    strange = roster.with_pick(roster.units[0].__class__(id="u1", kind="dragon", name="Smoky"))
    assert only(strange).title == "Smoky is not in the library."
    assert mended(strange, only(strange)).units == ()


def test_an_army_without_a_leader_is_warned_but_legal():
    assert [found.title for found in findings(a_list("marksmen"), "warn")] == ["No leader."]
    assert findings(a_list("marksmen")) == []


@pytest.mark.part_of("VEH-TOW-01")
def test_a_gun_has_the_crew_that_is_named_for_it():
    roster = edited(a_list("fieldpiece", "guncrew", "rangers"), do="serves", unit="u2", other="u1")
    assert findings(roster) == []
    army = build.army_of(LIBRARY, roster)
    assert [entry.serves for entry in army.entries] == ["", "Field piece", ""]
    units = {unit.name: unit for unit in army.muster(A).units}
    assert units["Gun crew"].serves == units["Field piece"].id
    alone = edited(roster, do="remove", unit="u1")
    assert alone.pick("u2").serves == ""
    assert edited(roster, do="copy", unit="u2").units[2].serves == ""


@pytest.mark.part_of("VEH-TOW-01")
def test_only_a_crew_serves_and_only_a_towed_gun():
    roster = a_list("fieldpiece", "guncrew", "rangers", "anvil")
    for unit, gun in (("u3", "u1"), ("u2", "u4"), ("u2", "u3")):
        wrong = edited(roster, do="serves", unit=unit, other=gun)
        (found,) = findings(wrong)
        assert (found.title.endswith("serves nothing."), found.rule) == (True, "VEH-TOW-01")
        assert not any(entry.serves for entry in build.army_of(LIBRARY, wrong).entries)
        assert findings(mended(wrong, found)) == []
