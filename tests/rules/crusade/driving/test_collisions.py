"""Over-runs, rams and wipeouts. (CRU-OVER, CRU-RAM, CRU-WIPE)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import marks, models
from rules.crusade.courses import DriveLeg
from rules.crusade.driving.drive import DriveWipedOut
from rules.crusade.marks import ModelMarks
from rules.crusade.states import states
from rules.engine import legal_actions, preview
from rules.progress import waiting
from rules.table.building import Building, Opening
from tests.rules.crusade.acts import A1, B1, HOUSE, answered, dice, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, put


@pytest.mark.rule("CRU-OVER-01", "CRU-OVER-02", "CRU-OVER-03", "CRU-DICE-06", "CRU-DICE-08")
def test_an_over_run_is_fought_or_evaded_with_odds_for_both():
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (20.5, 19)), put("b2", "marine", (40, 5)))
    state, _ = act(state, drive("a1"))
    task = waiting(state)
    shown = task.odds(state, state)
    assert {choice: [each.meaning for each in found if each.kind != "pool"] for choice, found in shown.items()} == {
        "fight": ["marine B1 hurt", "nothing happens", "Rhino A1 hurt", "marine B1 out of play", "Rhino A1 destroyed"],
        "evade": ["marine B1 hurt", "nothing happens", "marine B1 out of play"],
    }
    assert all(sum(each.value for each in found if each.part) == 1 for found in shown.values())
    evaded = answered(state, "evade", overrun=[1, 0, 0], melee_defence=[2, 2, 0])
    assert (dice(evaded, B1), marks.of(evaded, A1).cards) == (2, ())
    assert models.place(evaded, evaded.units[B1]) == pytest.approx((21.99, 19), abs=0.01)
    assert models.place(evaded, evaded.units[A1]) == (20, 18)
    fought = answered(state, "fight", overrun=[1, 0, 0], melee_defence=[2, 0], damage_card=["HULL"])
    assert marks.of(fought, A1).cards == ("HULL",)


@pytest.mark.rule("CRU-RAM-01", "CRU-RAM-02", "CRU-DICE-10", "CRU-DICE-03", "CRU-DEST-01")
def test_a_ram_of_four_hits_wrecks_a_carrier_and_ends_the_move():
    state = battle(put("a1", "land-raider", (20, 24)), put("b1", "rhino", (20, 17)), put("b2", "marine", (40, 5)))
    ram = drive("a1", ram="b1")
    assert preview(state, ram).chances[0].exact == "2021/2916"
    state, _ = act(state, ram, ram=[3, 2, 1, 0], ram_defence=[1, 1], damage_card=["HULL", "HULL", "HULL", "HULL"])
    assert (marks.of(state, B1).wreck, len(marks.of(state, B1).cards)) == (True, 4)
    assert refused(state, drive("a1", extra=True)) == "CRU-RAM-02"


@pytest.mark.rule("CRU-RAM-03")
def test_a_house_wall_is_broken_open_by_two_hits():
    state = battle(put("a1", "rhino", (20, 17)), put("b1", "marine", (40, 30)), terrain=(HOUSE,))
    assert refused(state, drive("a1")) == "CRU-RAM-03"
    state, _ = act(state, drive("a1", ram="house"), ram=[3, 1, 0], ram_defence=[1, 0])
    assert (state.terrain[0].look, state.terrain[0].blocks_sight) == ("rubble", False)


@pytest.mark.rule("CRU-VEH-02")
def test_an_entrance_lets_only_those_in_who_fit():
    gate = replace(HOUSE, building=Building(openings=(Opening(a=(18.75, 12), b=(21.25, 12)),)))
    wide = replace(HOUSE, building=Building(openings=(Opening(a=(18, 12), b=(22, 12)),)))
    state = battle(put("a1", "rhino", (20, 17)), put("b1", "marine", (40, 30)), terrain=(gate,))
    assert refused(state, drive("a1")) == "CRU-VEH-02"
    state = battle(put("a1", "rhino", (20, 17)), put("b1", "marine", (40, 30)), terrain=(wide,))
    state, _ = act(state, drive("a1"))
    assert models.place(state, state.units[A1]) == (20, 11)


@pytest.mark.rule("CRU-RAM-04")
def test_only_a_flyer_rams_a_flyer():
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "landspeeder", (20, 17)))
    assert refused(state, drive("a1", ram="b1")) == "CRU-RAM-04"
    state = battle(put("a1", "landspeeder", (20, 24)), put("b1", "landspeeder", (20, 17)))
    assert "a ram ends its movement: it falls when it is done" in preview(state, drive("a1", ram="b1")).notes
    assert "the 6″ straight on that it owes" in preview(state, drive("a1")).notes


@pytest.mark.rule("CRU-WIPE-01", "CRU-WIPE-02", "CRU-DMG-05", "CRU-DMG-02")
def test_a_drive_card_makes_a_wipeout_check_and_an_enemy_may_leave_it_standing():
    state = battle(put("a1", "leman-russ", (20, 30)), put("b1", "rhino", (20, 10)))
    state, _ = act(
        state,
        shoot("a1", "b1"),
        attack=[2, 1, 0, 0, 0],
        vehicle_defence=[0, 0],
        damage_card=["DRIVE"],
        wipeout=[4, 1, 4],
    )
    assert (state.waits_for, state.prompt and state.prompt.kind) == (A, "wipeout")
    assert [o.label for o in legal_actions(state, A)] == ["Leave it standing"]
    state = answered(state, "stand", damage_card=["DRIVE"])
    assert marks.of(state, B1).cards == ("DRIVE", "DRIVE")


@pytest.mark.rule("CRU-WIPE-02", "CRU-OVER-03")
def test_a_way_that_an_enemy_has_driven_a_vehicle_off_is_not_driven_on():
    """Up to version 14 what was left of the move went on from wherever it stood then, whatever lay there."""
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (20.5, 19)), put("b2", "marine", (40, 5)))
    lost = {"overrun": [0, 0, 0], "melee_defence": [1, 0], "damage_card": ["DRIVE"], "wipeout": [3, 3, 1]}

    def driven_off(version):
        asked, _ = act(replace(state, version=version), drive("a1"))
        wiped = answered(asked, "fight", **lost)
        assert (wiped.prompt.kind, wiped.prompt.side) == ("wipeout", B)
        off = DriveWipedOut(side=B, unit=A1, legs=(DriveLeg(inches=3),), back=True)
        return act(wiped, off)[0], answered(wiped, "stand")

    after, stood = driven_off("15")
    older, _ = driven_off("14")
    assert models.place(stood, stood.units[A1]) == (20, 18)
    assert models.place(after, after.units[A1]) == pytest.approx((20, 24.742), abs=0.001)
    assert models.place(older, older.units[A1]) == pytest.approx((20, 21), abs=0.001)


def _broken_off(version="16"):
    """A Rhino has driven 2.258 of 6 inches forward; an enemy has driven it back by 3."""
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (20.5, 19)), put("b2", "marine", (40, 5)))
    lost = {"overrun": [0, 0, 0], "melee_defence": [1, 0], "damage_card": ["DRIVE"], "wipeout": [3, 3, 1]}
    asked, _ = act(replace(state, version=version), drive("a1"))
    off = DriveWipedOut(side=B, unit=A1, legs=(DriveLeg(inches=3),), back=True)
    return act(answered(asked, "fight", **lost), off)[0]


@pytest.mark.rule("CRU-WIPE-02", "CRU-OVER-03")
def test_what_is_left_of_a_move_action_that_an_enemy_broke_off_may_be_driven_another_way():
    """A vehicle that over-runs may go on; the enemy's move action costs it none of its own. Up to version 15 it did."""
    state = _broken_off()
    assert marks.of(state, A1).left_in == pytest.approx(3.742, abs=0.001)
    assert marks.of(_broken_off("15"), A1).left_in == 0
    offered = next(o for o in legal_actions(state, A) if o.label == "Drive on" and o.action)
    assert preview(state, offered.action).allowance_in == pytest.approx(3.742, abs=0.001)
    aside = drive("a1", 1.5, 45, rest=True)
    after, _ = act(state, aside)
    noted = marks.of(after, A1)
    assert (noted.moves, noted.acted, noted.left_in) == (1, False, 0)
    assert after.units[A1].models[0].facing == 45
    assert "1 move action fewer" in " ".join(each.words for each in states(state, state.units[A1]))
    assert "3.74″ left of a move action broken off" in [each.words for each in states(state, state.units[A1])]


@pytest.mark.rule("CRU-WIPE-02")
def test_no_more_is_driven_of_a_move_action_than_is_left_of_it():
    state = _broken_off()
    assert drive("a1", 4, rest=True).check(state).code == "too-far"
    assert drive("a1", 2, rest=True, back=True).check(state).code == "other-way"
    fresh = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (40, 5)))
    assert drive("a1", 2, rest=True).check(fresh).code == "nothing-left"
    fired, _ = act(state, shoot("a1", "b2"), attack=[0, 0], defence=[0, 0])
    assert drive("a1", 2, rest=True).check(fired).code == "nothing-left"


@pytest.mark.rule("CRU-TRAN-06")
def test_a_vehicle_whose_driver_is_killed_on_the_way_goes_no_further():
    """Up to version 14 it drove on to the end of its way."""
    state = battle(
        put("a1", "skiff", (20, 24)),
        put("a2", "guardsman", (20, 24), aboard="a1"),
        put("b1", "marine", (20.5, 19)),
        put("b2", "marine", (40, 5)),
        noting={"a1": ModelMarks(driver=UnitId("a2"), driven=True)},
    )
    lost = {"overrun": [0, 0, 0], "melee_defence": [1, 0], "damage_card": ["CREW"], "crew_hit": [1], "defence": [0]}

    def place(version):
        asked, _ = act(replace(state, version=version), drive("a1"))
        after = answered(asked, "fight", **lost, wipeout=[1, 2, 3, 4])
        assert marks.of(after, A1).driver is None
        return models.place(after, after.units[A1])

    assert (place("14"), place("15")[1] > 18) == ((20, 18), True)
