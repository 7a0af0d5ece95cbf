"""Opening and setting up tables, seats, and what the host may do."""

import pytest

from rules.forces import modules
from tabletop.armies import services as armies
from tabletop.armies.library.library import every_shipped
from tabletop.armies.models import Army
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Seat, Table
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, an_army, browser, fresh, state_of
from tests.rules.vehicles.carts import CARTS

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def test_a_battle_begins_with_the_forces_that_were_brought():
    state = state_of(a_battle_at())
    assert [unit.name for unit in state.units.values()] == ["Ash First", "Ash Second", "Birch First", "Birch Second"]
    assert [side.name for side in state.sides] == ["Ash", "Birch"]


def test_only_the_host_starts_and_only_with_an_army_for_each_side():
    table = a_table()
    with refused("host-only"):
        services.start_battle(code=table.code, person=BOB)
    table.forces.get(side="b").delete()
    with refused("no-army") as expected:
        services.start_battle(code=table.code, person=ALICE)
    assert "Side B" in expected.value.refusal.message
    assert fresh(table).status == Table.Status.SET_UP


def test_a_battle_starts_once():
    table = a_battle_at()
    with refused("already-started"):
        services.start_battle(code=table.code, person=ALICE)
    with refused("already-started"):
        services.set_up(code=table.code, person=ALICE, name="Other")


def test_a_switch_that_is_none_is_refused_by_name():
    table = a_table()
    with refused("bad-option") as expected:
        services.set_up(code=table.code, person=ALICE, options={"busts_allowed": "many", "magic": True})
    assert "magic" in expected.value.refusal.message
    services.set_up(code=table.code, person=ALICE, options={"busts_allowed": 2})
    services.add_entropy(code=table.code, person=BOB)
    services.start_battle(code=table.code, person=ALICE)
    assert state_of(table).option("busts_allowed") == 2


@pytest.mark.part_of("TRI-JOIN-01")
def test_vehicles_for_other_rules_are_told_of_and_keep_the_battle_from_starting():
    table = a_table()
    roster = Roster(name="Column", units=(Pick(id="u1", kind="rhino"),), library="crusade", library_version=2)
    army = armies.begin(ALICE, roster)
    services.bring_army(code=table.code, person=ALICE, side="a", army=army)
    page = browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    assert "Rhino of Column is a vehicle for the Rules Crusade; this table is for the Gemini vehicle rules." in page
    assert "Needed: Rhino left out of the army" in page
    with refused("unfit-vehicles") as expected:
        services.start_battle(code=table.code, person=ALICE)
    assert expected.value.refusal.rule == "CRU-VEH-01"
    assert fresh(table).status == Table.Status.SET_UP


@pytest.mark.part_of("TRI-CHAR-05")
def test_ready_made_vehicles_keep_a_battle_from_starting_where_the_table_is_played_without():
    table = a_table()
    trial = next(library for library in every_shipped() if library.key == "trial")
    picks = (Pick(id="u1", kind="mattock"),)
    roster = Roster(name="Column", units=picks, library=trial.key, library_version=trial.version)
    services.bring_army(code=table.code, person=ALICE, side="a", army=armies.begin(ALICE, roster))
    services.set_up(code=table.code, person=ALICE, options={"vehicle_module": "trial"})
    words = "Mattock siege tank of Column is a ready-made vehicle; this table is played without those."
    assert words not in browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    options = {"vehicle_module": "trial", "tri_sample_data": False}
    services.set_up(code=table.code, person=ALICE, options=options)
    assert words in browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    with refused("unfit-vehicles") as expected:
        services.start_battle(code=table.code, person=ALICE)
    assert expected.value.refusal.rule == "TRI-CHAR-05"


@pytest.mark.part_of("TRI-JOIN-01")
def test_a_table_for_rules_that_are_not_played_is_refused_by_name():
    table = a_table()
    with modules.adding(CARTS):
        services.set_up(code=table.code, person=ALICE, options={"vehicle_module": "cart"})
        page = browser(ALICE).get(f"/tables/{table.code}/").content.decode()
        assert "This table is for the rules of carts, which cannot be played here." in page
        answer = browser(ALICE).post(f"/tables/{table.code}/start", headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "a scenario for the Gemini vehicle rules or the trial vehicle rules" in answer.content.decode()


def test_a_player_brings_an_army_for_the_own_side_only(django_user_model):
    table = a_table()
    own = Army.of(an_army("Cedar"), public=True)
    own.save()
    services.bring_army(code=table.code, person=BOB, side="b", army=own)
    assert table.forces.get(side="b").value.name == "Cedar"
    with refused("host-only"):
        services.bring_army(code=table.code, person=BOB, side="a", army=own)
    somebody = django_user_model.objects.create_user("dora", password="x")
    private = Army.of(an_army("Dogwood"), owner=somebody)
    private.save()
    with refused("no-right"):
        services.bring_army(code=table.code, person=BOB, side="b", army=private)


def test_an_army_that_is_changed_later_does_not_change_the_battle():
    table = a_table()
    army = table.forces.get(side="a").army
    army.content = Army.of(an_army("Changed")).content
    army.save()
    assert state_of(a_battle_at(table)).side("a").name == "Ash"


def test_several_people_a_side_and_several_seats_a_person():
    table = a_table()
    services.join(code=table.code, person=CHARLIE, name="Charlie", sides=["a", "b"])
    assert Seat.objects.filter(table=table, side="a", left_at=None).count() == 2
    table = a_battle_at(table)
    act(table, CHARLIE, type="TableRoll", sides=6, side="b")
    act(table, CHARLIE, type="TableRoll", sides=6, side="a")


def test_joining_again_changes_the_name_and_keeps_the_seat():
    table = a_table()
    first = table.seats.get(side="b")
    services.join(code=table.code, person=BOB, name="Robert", sides=["b"])
    again = table.seats.get(side="b")
    assert (again.pk, again.name) == (first.pk, "Robert")


@pytest.mark.parametrize("name", ["", "   ", "\x00\x1b"])
def test_a_name_is_needed(name):
    with refused("no-name"):
        services.join(code=a_table().code, person=CHARLIE, name=name, sides=["a"])


def test_a_locked_table_takes_nobody_new():
    table = a_table()
    services.settle(code=table.code, person=ALICE, locked=True)
    with refused("locked"):
        services.join(code=table.code, person=CHARLIE, name="Charlie", sides=["a"])
    services.join(code=table.code, person=BOB, name="Bob", sides=["b"])


def test_a_side_that_the_scenario_lacks_has_no_seat():
    with refused("malformed"):
        services.join(code=a_table().code, person=CHARLIE, name="Charlie", sides=["d"])


def test_a_seat_is_handed_over_by_its_holder_or_the_host():
    table = a_battle_at()
    spectator = services.join(code=table.code, person=CHARLIE, name="Charlie")[0]
    given = table.seats.get(side="b")
    with refused("host-only"):
        services.hand_over(code=table.code, person=CHARLIE, seat=given.pk, to=spectator.pk)
    services.hand_over(code=table.code, person=ALICE, seat=given.pk, to=spectator.pk)
    act(table, CHARLIE, type="RollOff")
    with refused("no-seat"):
        act(table, BOB, type="TableRoll", sides=6)


def test_who_is_removed_cannot_come_back_until_welcomed():
    table = a_table()
    seat = table.seats.get(side="b")
    with refused("host-only"):
        services.remove_person(code=table.code, person=BOB, seat=seat.pk)
    services.remove_person(code=table.code, person=ALICE, seat=seat.pk)
    with refused("removed"):
        services.join(code=table.code, person=BOB, name="Bob", sides=["b"])
    services.welcome_back(code=table.code, person=ALICE, seat=seat.pk)
    services.join(code=table.code, person=BOB, name="Bob", sides=["b"])


def test_the_host_cannot_remove_the_host():
    table = a_table()
    with refused("yourself"):
        services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="a").pk)


def test_the_role_of_host_is_passed_on():
    table = a_table()
    services.pass_host(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    assert fresh(table).host_name == "Bob"
    with refused("host-only"):
        services.pause(code=table.code, person=ALICE)


def test_spectators_chat_only_where_the_host_lets_them():
    table = a_table()
    services.join(code=table.code, person=CHARLIE, name="Charlie")
    with refused("no-chat"):
        services.chat(code=table.code, person=CHARLIE, text="Hello")
    services.settle(code=table.code, person=ALICE, spectator_chat=True)
    said = services.chat(code=table.code, person=CHARLIE, text="  Hello \n there ")
    assert (said.name, said.side, said.text) == ("Charlie", "", "Hello there")
    with refused("bad-chat"):
        services.chat(code=table.code, person=ALICE, text="x" * 501)


def test_chat_is_no_part_of_the_log():
    table = a_battle_at()
    services.chat(code=table.code, person=BOB, text="Hello")
    assert fresh(table).seq == 1


def test_a_command_for_no_table_is_refused():
    with refused("no-table"):
        services.pause(code="NONE99", person=ALICE)
