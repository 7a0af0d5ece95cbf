"""The dock: what a side may do with the unit that it has picked, and why not the rest."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from rules import decode_action, preview
from rules.arap.turn.activation import Bust
from rules.core.ids import UnitId
from rules.forces.unit import UnitTurn
from rules.state import GameState
from tabletop.games.board.drawing import statuses
from tabletop.games.panels.dock import Dock, Mode, dock, tucked
from tests.builders import A, B, a_battle, a_unit, a_weapon
from tests.markup import flowing
from tests.rules.arap.heights import a_cliff, hanging
from tests.rules.vehicles.garage import a_vehicle


def two_sides(**turn: object) -> GameState:
    state = a_battle(a_unit("a1", at=[(10, 10)]), a_unit("a2", at=[(10, 20)]), a_unit("b1", at=[(50, 10)]))
    return state.with_turn(**turn) if turn else state


def test_a_unit_that_has_not_tried_offers_one_to_three_dice_with_their_chances():
    shown = dock(two_sides(), A, "a1")
    assert (shown.mode, [d.dice for d in shown.dice]) == ("dice", [1, 2, 3])
    assert shown.dice[0].bust == 0
    assert all(d.refusal is None for d in shown.dice)


def test_nothing_picked_asks_to_pick_a_unit_and_lets_the_phase_end():
    shown = dock(two_sides(), A)
    assert (shown.mode, shown.ends) == ("pick", "End Ash’s activations")


def test_the_other_side_is_told_whom_the_table_waits_for():
    shown = dock(two_sides(), B, "b1")
    assert shown.mode == "wait"
    assert "acts now" in shown.waiting


def test_the_acting_unit_has_its_actions_with_finish_last():
    shown = dock(two_sides(active="a1", ap=2), A, "a1")
    kinds = [act.kind for act in shown.acts]
    assert shown.mode == "act"
    assert kinds[0] == "move"
    assert kinds[-1] == "finish"


def test_an_action_that_is_barred_stays_on_the_bar_with_its_reason():
    shown = dock(two_sides(active="a1", ap=2), A, "a1")
    charge = next(act for act in shown.acts if act.kind == "charge")
    assert charge.refusal is not None
    assert charge.why == charge.refusal.code.replace("-", " ")


def test_another_unit_than_the_acting_one_points_back_to_it():
    shown = dock(two_sides(active="a1", ap=1), A, "a2")
    assert (shown.mode, shown.active and shown.active.id) == ("other", "a1")


def test_another_unit_than_the_acting_one_has_the_button_that_finishes_that_one():
    state = two_sides(active="a1", ap=1)
    page = render_to_string("games/dock/other.html", {"dock": dock(state, A, "a2")})
    found = re.search(r"data-action='([^']+)'\s*>\s*(.+?) <span", page)
    assert found is not None
    finish = decode_action(json.dumps({"side": "a", **json.loads(found[1])}))
    assert (preview(state, finish).refusal, found[2]) == (None, "Finish A1, take A2")
    assert "Its 1 point is lost, and cannot be kept for later." in flowing(page)


def test_who_may_not_act_any_more_is_only_led_back_to_the_unit_in_hand():
    state = two_sides(active="a1", ap=1)
    done = state.units["a2"]
    state = state.with_unit(replace(done, now=replace(done.now, tried=True)))
    page = flowing(render_to_string("games/dock/other.html", {"dock": dock(state, A, "a2")}))
    assert "A2 cannot act" in page
    assert "Back to A1" in page
    assert "Finish A1" not in page


def test_a_unit_that_has_made_its_roll_leads_on_to_those_who_have_not():
    state = two_sides()
    done = state.units["a1"]
    state = state.with_unit(replace(done, now=replace(done.now, tried=True)))
    shown = dock(state, A, "a1")
    assert (shown.mode, [u.id for u in shown.ready], shown.dice) == ("pick", ["a2"], ())


def test_somebody_without_a_side_only_watches():
    assert dock(two_sides(), None).mode == "watch"


def test_a_bust_is_told_with_how_many_more_end_the_phase():
    state = a_battle(a_unit("a1", at=[(10, 10)]), a_unit("a2", at=[(10, 20)]), options={"busts_allowed": 2})
    assert dock(state, A, "a1").busts_left == 2
    after = Bust(side=A, unit="a1", ends=False).evolve(state)
    shown = dock(after, A, "a1")
    assert (shown.mode, shown.busts_left, shown.unit.now.bust) == ("pick", 1, True)
    assert dock(after, A, "a2").busts_left == 1
    assert statuses(after, after.units["a1"]) == ("bust",)


def test_a_full_carrier_beside_a_squad_says_how_many_places_are_left():
    squad = a_unit("a1", at=[(10 + n, 10) for n in range(3)])
    aboard = a_unit("a3", at=[(11, 13)] * 4, aboard="a2")
    carrier = a_vehicle("a2", (11, 13), capacity=4)
    shown = dock(a_battle(squad, carrier, aboard, active="a1", ap=1), A, "a1")
    board = next(act for act in shown.acts if act.kind == "board")
    assert board.why == "no places"
    assert board.refusal is not None
    assert board.refusal.message == "A1 needs 3 places; A2 has 0 free."
    one = dock(a_battle(squad, a_vehicle("a2", (11, 13), capacity=5), aboard, active="a1", ap=1), A, "a1")
    assert next(act for act in one.acts if act.kind == "board").refusal is None
    empty = dock(a_battle(squad, a_vehicle("a2", (40, 40), capacity=5), active="a1", ap=1), A, "a1")
    assert "board" not in [act.kind for act in empty.acts]


@pytest.mark.rule("VEH-BRD-11")
@pytest.mark.parametrize(
    ("held", "why", "expected"),
    [
        ({"prone": True}, "prone", "stand up for 1 AP"),
        ({"gone_to_ground": True}, "gone to ground", "wait until its next turn is over"),
        ({"sprawled": True}, "sprawled", "wait for the next turn"),
        ({"tags": ("encumbered:4",)}, "encumbered", "the step itself ignores the burden"),
    ],
)
def test_a_squad_that_may_not_move_is_told_why_it_does_not_board(held, why, expected):
    state = a_battle(a_unit("a1", at=[(10 + n, 10) for n in range(3)]), a_vehicle("a2", (11, 18), capacity=5), ap=1)
    squad = state.units["a1"]
    of_models = {name: value for name, value in held.items() if name in ("prone", "sprawled")}
    of_unit = {name: value for name, value in held.items() if name not in of_models}
    squad = replace(squad, **of_unit, models=tuple(replace(m, **of_models) for m in squad.models))
    shown = dock(state.with_unit(squad).with_turn(active="a1"), A, "a1")
    board = next(act for act in shown.acts if act.kind == "board")
    assert board.why == why
    assert board.refusal is not None
    assert expected in board.refusal.in_one_line
    assert board.refusal.in_one_line.endswith("(VEH-BRD-11)")


def test_every_mode_has_a_template_and_every_template_a_mode() -> None:
    folder = Path(__file__).resolve().parents[4] / "templates" / "games" / "dock"
    assert {path.stem for path in folder.glob("[!_]*.html")} == set(get_args(Mode))


def test_each_mode_is_drawn_by_its_own_template() -> None:
    said = {
        "watch": "You have no seat here.",
        "wait": "Waiting",
        "asked": "Your choice",
        "roll-off": "Each side rolls a die",
        "deploy": "0 units still to place.",
        "pick": "No unit is left to activate.",
    }
    for mode, words in said.items():
        page = render_to_string(Dock(mode).template, {"dock": Dock(mode), "plan": {}})
        assert words in " ".join(page.split()), mode
        assert 'id="plan"' in page


def test_who_waits_is_told_who_acts_how_near_and_what_may_be_asked():
    state = a_battle(a_unit("a1", at=[(10, 10)]), a_unit("b1", at=[(16, 10)]), a_unit("b2", at=[(40, 10)]))
    shown = dock(state.with_turn(active="a1", ap=2), B, "b1")
    assert shown.acting is not None
    assert (shown.acting.unit.id, shown.acting.may, shown.acting.away) == ("a1", "may act twice", "6″")
    assert {asked.rule for asked in shown.acting.reactions} >= {"ARAP-RUN-01"}
    assert dock(state.with_turn(active="a1", ap=0), B, "b1").acting is None


def test_who_hangs_on_a_face_is_not_told_that_he_may_lie_low():
    state = a_battle(a_unit("a1", at=[(10, 10)], weapons=(a_weapon(),)), a_unit("b1", at=[(16, 10)]))
    state = state.with_turn(active="a1", ap=2)
    shown = [dock(now, B, "b1").acting for now in (state, hanging(state, "b1", "cliff", 2.0))]
    assert [[asked.rule == "ARAP-GTG-01" for asked in acting.reactions][-1] for acting in shown] == [True, False]


def test_of_many_actions_a_hand_has_five_and_the_rest_behind_a_button():
    kinds = dict.fromkeys(("move", "crawl", "tactical", "shoot", "charge", "aim", "rally", "finish"), False)
    assert tucked(kinds) == ("aim", "rally")
    assert tucked(kinds | {"crawl": True, "shoot": True}) == ("crawl", "shoot")
    assert tucked({"move": False, "finish": False}) == ()


def test_a_vehicle_that_has_limbered_cannot_be_driven_by_its_button():
    """It stands still for the rest of the turn. (VEH-TOW-02)"""
    tractor = a_vehicle("a1", (20, 20), flags={"now": UnitTurn(tried=True, coupled="limbered")})
    state = a_battle(tractor, a_unit("b1", [(30, 10)]), active="a1", ap=1)
    drive = next(act for act in dock(state, A, UnitId("a1")).acts if act.kind == "drive")
    assert drive.refusal is not None
    assert drive.refusal.rule == "VEH-TOW-02"


@pytest.mark.parametrize(("vertical", "barred"), [("impassable", "Crag cannot be climbed."), ("none", None)])
def test_climb_is_barred_where_the_only_face_is_ruled_unclimbable(vertical, barred):
    crag = a_cliff(3.0, name="Crag", vertical=vertical)
    state = a_battle(a_unit("a1", at=[(11, 10)], facing=90), terrain=(crag,)).with_turn(active="a1", ap=3)
    climb = next(act for act in dock(state, A, "a1").acts if act.kind == "climb")
    assert (climb.refusal.message if climb.refusal else None) == barred
