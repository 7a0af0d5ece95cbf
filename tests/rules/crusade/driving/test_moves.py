"""Moves, jumps, falls and blips. (CRU-MOVE, CRU-JUMP, CRU-FALL, CRU-BLIP)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crusade import marks, models
from rules.crusade.driving.drive import TakeOff
from rules.crusade.marks import Blip, ModelMarks
from rules.crusade.rulings.blips import LayBlip
from rules.crusade.troops import PickUp
from rules.crusade.turn.sides import EndTurn, FinishModel
from rules.engine import legal_actions, preview
from rules.questions.crusade import cards
from rules.questions.units import states
from rules.visibility import view
from tests.rules.crusade import cast
from tests.rules.crusade.acts import A1, A2, NARROW, gap, named, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, put


@pytest.mark.rule("CRU-MOVE-02", "CRU-MOVE-03", "CRU-MOVE-04")
def test_a_turn_of_45_degrees_costs_two_inches_also_backward():
    state = battle(put("a1", "land-raider", (20, 20), 90), put("b1", "marine", (40, 5)))
    shown = preview(state, drive("a1", 1, 45, back=True))
    assert (shown.spent_in, shown.allowance_in) == (3, 3)
    assert refused(state, drive("a1", 2, 45, back=True)) == "CRU-MOVE-02"
    assert refused(state, drive("a1", 4, back=True)) == "CRU-MOVE-03"
    state, _ = act(state, drive("a1", 1, 45, back=True))
    assert (state.units[A1].models[0].facing, marks.of(state, A1).moves) == (135, 1)


@pytest.mark.rule("CRU-MOVE-07", "CRU-FALL-01", "CRU-DMG-01", "CRU-DMG-06")
def test_a_flyer_that_does_not_fly_falls_twelve_inches_and_takes_off_again():
    state = battle(put("a1", "thunderhawk", (20, 20)), put("b1", "marine", (40, 5)))
    assert refused(state, FinishModel(side=A, unit=A1)) == "CRU-MOVE-07"
    state, _ = act(state, FinishModel(side=A, unit=A1, accept_fall=True), damage_card=["HULL", "HULL"])
    assert (marks.of(state, A1).cards, marks.of(state, A1).grounded) == (("HULL", "HULL"), True)
    state, _ = act(state, EndTurn(side=A))
    state, _ = act(state, EndTurn(side=B))
    state, _ = act(state, TakeOff(side=A, unit=A1))
    assert models.in_air(state, state.units[A1])


@pytest.mark.rule("CRU-MOVE-08", "CRU-OVER-04")
def test_a_flyer_passes_over_everything_and_reveals_nothing():
    blip = Blip(id="k", at=(21, 18), content="crate")
    state = battle(put("a1", "landspeeder", (20, 22)), put("b1", "marine", (20, 18)), terrain=(gap(6),), blips=(blip,))
    state, events = act(state, drive("a1"))
    assert models.place(state, state.units[A1]) == (20, 16)
    assert not named(events, "BlipShown")
    assert LayBlip.host_only


@pytest.mark.rule("CRU-BLIP-01")
def test_a_vehicle_that_drives_past_reveals_a_blip_which_nobody_knew():
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (40, 5)))
    state, _ = act(state, LayBlip(side=A, id="k", at=(24, 20), content="crate"))
    assert marks.marks(view(state, A)).blips[0].content == ""
    state, _ = act(state, drive("a1"))
    assert marks.marks(view(state, B)).blips[0] == Blip(id="k", at=(24, 20), content="crate", shown=True)


@pytest.mark.rule("CRU-JUMP-01", "CRU-DICE-07", "CRU-DICE-09", "CRU-FALL-01")
def test_a_gap_of_six_inches_takes_four_dice_and_a_double_falls():
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)), terrain=(gap(13),))
    jump = drive("a1", jump=True)
    assert [(c.label, c.exact) for c in preview(state, jump).chances] == [("falls, with 4 dice", "13/18")]
    over, _ = act(state, jump, jump=[1, 2, 3, 4])
    assert models.place(over, over.units[A1])[1] == pytest.approx(5.75, abs=0.3)
    down, _ = act(state, jump, jump=[1, 2, 3, 1], damage_card=["HULL", "CREW"])
    assert marks.of(down, A1).cards == ("HULL", "CREW")


@pytest.mark.rule("CRU-JUMP-01", "CRU-FALL-01")
def test_who_fell_into_a_gap_that_is_narrower_than_it_is_long_drives_on_from_there():
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)), terrain=(NARROW,))
    down, _ = act(state, drive("a1", jump=True), jump=[3, 3], damage_card=["HULL"])
    out, events = act(down, drive("a1", extra=True))
    assert models.place(down, down.units[A1])[1] - models.place(out, out.units[A1])[1] == pytest.approx(6)
    assert not named(events, "Fell")


@pytest.mark.rule("CRU-MOVE-07")
def test_a_flyer_on_the_ground_does_not_back_either():
    grounded = {"a1": ModelMarks(grounded=True)}
    state = battle(put("a1", "landspeeder", (20, 20)), put("b1", "marine", (40, 5)), noting=grounded)
    assert refused(state, drive("a1", 2, back=True)) == "CRU-MOVE-07"
    older = replace(state, version="8")
    assert preview(older, drive("a1", 2, back=True)).refusal is None


@pytest.mark.rule("CRU-TURN-02", "CRU-BLIP-01")
def test_a_troop_picks_up_the_blip_that_it_stands_next_to():
    blips = (Blip(id="k", at=(21.4, 20), content="crate"), Blip(id="far", at=(30, 20)))
    state = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (40, 30)), blips=blips)
    assert [o.label for o in legal_actions(state, A) if o.kind == "pick-up"] == ["Pick up k"]
    state, events = act(state, PickUp(side=A, unit=A1, blip="k"))
    assert [e.sentence(state) for e in events][-1] == "marine A1 picks up a blip: crate"
    assert "Carries crate" in [each.words for each in states(state, state.units[A1])]
    assert [blip.id for blip in cards.blips(state)] == ["far"]
    assert marks.of(state, A1).acted


@pytest.mark.rule("CRU-BLIP-01")
def test_who_picks_nothing_up():
    blips = (Blip(id="k", at=(21.4, 20)),)
    inside = battle(
        put("a1", "rhino", (20, 20)), put("a2", "marine", (20, 20), aboard="a1"), put("b1", "marine"), blips=blips
    )
    assert refused(inside, PickUp(side=A, unit=A1, blip="k")) == "CRU-BLIP-01"
    assert refused(inside, PickUp(side=A, unit=A2, blip="k")) == "CRU-BLIP-01"
    far = battle(put("a1", "marine", (10, 20)), put("b1", "marine"), blips=blips)
    assert refused(far, PickUp(side=A, unit=A1, blip="k")) == "CRU-TURN-02"


@pytest.mark.rule("CRU-DMG-05", "CRU-TURN-03", "CRU-TURN-02")
@pytest.mark.parametrize(("kind", "cards", "moves"), [("rhino", 1, 1), ("skiff", 1, 2), ("skiff", 2, 1)])
def test_who_fires_first_has_as_many_moves_left_as_who_fires_last(kind: str, cards: int, moves: int):
    held = {"a1": cast.held(*["DRIVE"] * cards)}
    state = battle(put("a1", kind, (20, 30)), put("b1", "marine", (20, 5)), noting=held)
    state, _ = act(state, shoot("a1", "b1"), attack=[0, 0], defence=[0, 0])
    older = replace(state, version="13")
    for _ in range(moves):
        state, _ = act(state, drive("a1", 2))
    assert refused(state, drive("a1", 2)) == "CRU-DMG-05"
    for _ in range(moves - 1):
        older, _ = act(older, drive("a1", 2))
    assert refused(older, drive("a1", 2)) == "CRU-DMG-05"


@pytest.mark.rule("CRU-DMG-05")
def test_a_crew_card_takes_its_move_action_off_what_a_drive_card_leaves():
    held = {"a1": cast.held("DRIVE", "CREW", crew_hit=True)}
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (20, 5)), noting=held, side="b")
    state, _ = act(state, EndTurn(side=B))
    assert refused(state, drive("a1", 2)) == "CRU-DMG-05"


@pytest.mark.rule("CRU-BLIP-01")
def test_a_turn_on_the_spot_uncovers_what_it_brings_near():
    blips = (Blip(id="k", at=(28.2, 20)), Blip(id="m", at=(28.2, 20.2)), Blip(id="far", at=(35, 20)))
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)), blips=blips)
    seen = preview(state, drive("a1", 0, 90))
    assert seen.notes == ("passes a blip", "passes a blip")
    turned, _ = act(state, drive("a1", 0, 90))
    assert [blip.id for blip in cards.blips(turned) if blip.shown] == ["k", "m"]
    older, _ = act(replace(state, version="13"), drive("a1", 0, 90))
    assert not any(blip.shown for blip in cards.blips(older))


@pytest.mark.rule("CRU-BLIP-01")
def test_two_blips_that_come_near_at_the_very_end_are_both_uncovered():
    blips = (Blip(id="k", at=(19, 5.75)), Blip(id="m", at=(21, 5.75)))
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)), blips=blips)
    driven, _ = act(state, drive("a1", 6))
    assert [blip.id for blip in cards.blips(driven) if blip.shown] == ["k", "m"]
