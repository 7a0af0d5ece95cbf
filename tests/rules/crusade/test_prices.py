"""What a plan says of the price of getting in and out, of what bars a drive, of weapons that may fail."""

from __future__ import annotations

import pytest

from rules.core.ids import UnitId
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.engine import preview
from tests.rules.crusade.acts import shoot
from tests.rules.crusade.cast import A, battle, drive, put

A1, A2 = UnitId("a1"), UnitId("a2")


@pytest.mark.rule("CRU-TRAN-04", "CRU-TRAN-05")
def test_half_a_move_leads_out_of_an_open_transport_and_a_full_one_in_and_out_of_a_closed_one() -> None:
    state = battle(
        put("a1", "skiff", (20, 20)),
        put("a2", "marine", aboard="a1"),
        put("a3", "rhino", (10, 20)),
        put("a4", "marine", aboard="a3"),
        put("a5", "marine", (10, 17)),
        put("b1", "marine", (40, 5)),
    )
    out = StepOut(side=A, unit=A2, at=(20, 17.4))
    assert preview(state, out).notes == ("getting out takes half a move, 3″ (CRU-TRAN-04), 3″ are left to walk",)
    out = StepOut(side=A, unit=UnitId("a4"), at=(10, 22.9))
    assert preview(state, out).notes == ("getting out takes a full move (CRU-TRAN-05)",)
    into = StepIn(side=A, unit=UnitId("a5"), vehicle=UnitId("a3"))
    assert preview(state, into).notes == ("getting in takes a full move (CRU-TRAN-05)",)


def test_an_own_troop_in_the_way_bars_the_drive_and_promises_nothing() -> None:
    state = battle(put("a1", "rhino", (20, 20)), put("a2", "marine", (20, 14)), put("b1", "marine", (40, 5)))
    shown = preview(state, drive("a1"))
    assert shown.refusal is not None
    assert (shown.refusal.rule, shown.chances, shown.notes) == ("CRU-OVER-01", (), ())
    assert shown.refusal.allowed.startswith("drive up to 3")


def test_a_weapon_that_may_fail_says_how_likely_in_hundredths() -> None:
    state = battle(put("a1", "razorback", (20, 20)), put("b1", "marine", (20, 5)))
    (line,) = preview(state, shoot("a1", "b1")).shots
    assert "each roll 7% jams, 0.5% explodes and is lost" in line.notes
