"""What a roster comes to: costs, weapons, profiles, and the army at the table."""

import pytest

from tabletop.armies.roster import build
from tabletop.ui.refused import Refused
from tests.tabletop.armies.rosters import LIBRARY, A, a_list, edited, units


def army(roster):
    return build.army_of(LIBRARY, roster)


def members(roster, n=0):
    return [(m.profile, m.count, m.weapons) for m in army(roster).entries[n].members]


def test_a_section_costs_its_models_and_special_weapons():
    roster = edited(a_list("rangers"), do="option", unit="u1", option="autogun", number=1)
    roster = edited(roster, do="count", unit="u1", role="ranger", number=8)
    assert units(roster)["u1"].points == 14 + 8 * 9 + 18
    assert members(roster) == [
        ("sergeant", 1, ("service-pistol", "trench-axe", "cracker")),
        ("ranger", 7, ("field-carbine", "bayonet", "cracker")),
        ("ranger", 1, ("long-autogun", "bayonet", "cracker")),
    ]
    assert [m.leader for m in army(roster).entries[0].members] == [True, False, False]


def test_an_option_for_all_arms_every_member_once():
    roster = edited(a_list("rangers"), do="option", unit="u1", option="smoke", number=1)
    assert units(roster)["u1"].points == 14 + 7 * 9 + 8
    assert {weapons[-1] for _, _, weapons in members(roster)} == {"smoke-pot"}


def test_a_vehicle_swaps_the_weapon_of_its_mount_and_gets_plates():
    roster = edited(a_list("anvil", "anvil"), do="one", unit="u1", group="turret", option="quad")
    roster = edited(roster, do="option", unit="u1", option="plating", number=1)
    plated, plain = army(roster).profiles
    assert (plated.id, plain.id) == ("anvil+quad+plating", "anvil")
    assert [m.weapon for m in plated.hull.mounts] == ["quad-autocannon", "hull-autogun"]
    assert (plated.hull.front, plated.hull.side, plated.hull.rear) == (13, 13, 10)
    assert [e.points for e in army(roster).entries] == [150 - 5 + 12, 150]
    assert {w.id for w in army(roster).weapons} == {"quad-autocannon", "anvil-gun", "hull-autogun"}


def test_another_choice_takes_the_place_of_the_first():
    roster = edited(a_list("anvil"), do="one", unit="u1", group="turret", option="quad")
    roster = edited(roster, do="one", unit="u1", group="turret", option="howitzer")
    assert roster.units[0].options == {"howitzer": 1}
    assert edited(roster, do="one", unit="u1", group="turret", option="").units[0].options == {}


def test_like_units_get_names_that_differ():
    roster = edited(a_list("rangers", "rangers", "levy"), do="rename", unit="u3", text="  Ranger   section 2 ")
    assert [e.name for e in army(roster).entries] == ["Ranger section", "Ranger section 2", "Ranger section 2 2"]


def test_a_unit_rides_and_a_captain_leads():
    roster = edited(a_list("rangers", "bulwark", "captain"), do="inside", unit="u1", other="u2")
    roster = edited(roster, do="joins", unit="u3", other="u1")
    section, carrier = army(roster).entries
    assert section.inside == carrier.name == "Bulwark carrier"
    assert [(m.profile, m.leader) for m in section.members][:2] == [("captain", True), ("sergeant", False)]
    assert section.points == 60 + 77
    mustered = army(roster).muster(A).units
    assert (mustered[0].aboard, len(mustered[0].models)) == (mustered[1].id, 9)


def test_what_went_with_a_removed_unit_goes_alone():
    roster = edited(a_list("rangers", "bulwark", "captain"), do="inside", unit="u1", other="u2")
    roster = edited(roster, do="joins", unit="u3", other="u1")
    roster = edited(edited(roster, do="remove", unit="u2"), do="remove", unit="u1")
    assert [(p.id, p.inside, p.joins) for p in roster.units] == [("u3", "", "")]


def test_removing_u1_leaves_the_passengers_of_u10_aboard():
    roster = edited(a_list(*["rangers"] * 9, "bulwark"), do="inside", unit="u2", other="u10")
    assert edited(roster, do="remove", unit="u1").pick("u2").inside == "u10"


def test_units_move_within_their_heading_only():
    roster = a_list("rangers", "anvil", "levy")
    assert [p.id for p in edited(roster, do="shift", unit="u3", by="up").units] == ["u3", "u2", "u1"]
    assert edited(roster, do="shift", unit="u2", by="down") == roster


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"do": "burn"}, "unknown-edit"),
        ({"do": "add", "kind": "dragon"}, "unknown-kind"),
        ({"do": "remove", "unit": "u7"}, "unknown-unit"),
        ({"do": "count", "unit": "u1", "role": "ranger", "number": "-1"}, "no-number"),
        ({"do": "count", "unit": "u1", "role": "ranger", "number": "100"}, "no-number"),
        ({"do": "count", "unit": "u1", "role": "cook", "number": "1"}, "unknown-role"),
        ({"do": "option", "unit": "u1", "option": "plating", "number": "1"}, "unknown-option"),
        ({"do": "one", "unit": "u1", "group": "special", "option": "autogun"}, "unknown-group"),
        ({"do": "inside", "unit": "u1", "other": "u1"}, "unknown-unit"),
        ({"do": "title", "text": "  "}, "no-name"),
        ({"do": "limit", "number": "1e9"}, "no-number"),
    ],
)
def test_what_makes_no_sense_is_refused(sent, code):
    with pytest.raises(Refused) as refused:
        edited(a_list("rangers"), **sent)
    assert refused.value.refusal.code == code
    assert refused.value.refusal.allowed
