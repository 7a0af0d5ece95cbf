"""Plans of Street Race drives: a speed, places on the board, the course that leads there, what it runs into."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rules.state import GameState
from rules.table.scenario import Gate, Race
from rules.table.terrain import Terrain
from tabletop.games.panels import table_in_words
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Plan
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_unit
from tests.rules.vehicles.gemini.street.test_drive import a_car, street


def planned(state: GameState, kind: str = "street", path: tuple[tuple[float, float], ...] = (), **ticked: str) -> Plan:
    return plan(state, A, Draft(kind=kind, unit="a1", path=path, ticked=ticked))


def legs(expected: Plan) -> list[tuple[str, float]]:
    return [(leg["bend"], round(leg["length_in"], 2)) for leg in msgspec.json.decode(expected.action)["legs"]]


def test_pressed_the_drive_goes_straight_on_at_the_present_speed():
    found = planned(street(a_car(speed=12)))
    assert (found.title, found.of, found.commit) == ("Drive 12″", "of 12″", "Commit drive")
    assert found.text == "At 12″. It may choose 4″ to 20″: it loses or gains at most 8″ a turn."
    assert legs(found) == [("straight", 12)]


def test_a_stand_starts_as_fast_as_it_can():
    assert planned(street(a_car())).title == "Drive 8″"


def test_the_slider_runs_between_the_limits():
    control = planned(street(a_car(speed=12)), speed="9.5").controls[0]
    assert (control.name, control.value, control.span) == ("speed", "9.5", ("4", "20", "0.5"))


def test_the_slider_of_what_does_not_reverse_begins_at_nought():
    control = planned(street(a_car(type="bike", civilian=True))).controls[0]
    assert control.span == ("0", "8", "0.5")


def test_a_speed_beyond_the_limits_says_why():
    found = planned(street(a_car(speed=12)), speed="25")
    assert found.refusal is not None
    assert (found.refusal.code, found.refusal.allowed, found.action) == ("too-fast", "4″ to 20″", "")


def test_a_place_is_made_for_on_the_tightest_turn_then_straight_and_the_rest_straight_on():
    found = planned(street(a_car(speed=8)), path=((38, 16),))
    assert legs(found) == [("right", 8)]
    found = planned(street(a_car(speed=8)), path=((31, 18),))
    assert [bend for bend, _ in legs(found)] == ["right", "straight", "straight"]
    assert sum(length for _, length in legs(found)) == pytest.approx(8, abs=0.02)


def test_one_sweep_takes_the_wider_arc():
    found = planned(street(a_car(speed=12)), path=((32, 14),), sweep="1")
    first = msgspec.json.decode(found.action)["legs"][0]
    assert (first["bend"], round(first["radius_in"], 2)) == ("right", 26)


def test_places_behind_are_backed_to():
    found = planned(street(a_car()), path=((30, 30),), speed="-6")
    assert msgspec.json.decode(found.action)["speed"] == -6
    assert legs(found) == [("straight", 6)]
    assert "M300 240L300 300" in found.overlay.preview


@pytest.mark.parametrize(("bend", "turned"), [("left", "turns 57°"), ("right", "turns 57°")])
def test_the_whole_way_hard_over(bend, turned):
    found = planned(street(a_car(speed=8)), bend=bend)
    assert legs(found) == [(bend, 8)]
    assert turned in found.notes


def test_the_board_shows_the_tightest_turns_and_what_would_be_hit():
    state = street(a_car(speed=12, front=14), a_car("b1", (30, 14), heading=90))
    found = planned(state)
    assert found.overlay.arcs.count('class="arc-e"') == 2
    assert "hits B1" in found.overlay.preview
    assert any(note.startswith("runs into B1 after 7.") for note in found.notes)
    assert [group.name for group in found.groups] == ["Impact on B1", "Impact on A1"]
    assert [f.meaning for f in found.figures[:2]] == ["destroyed, impact on B1", "destroyed, impact on A1"]


def test_a_stop_is_a_drive_of_nothing():
    found = planned(street(a_car(speed=4)), speed="0")
    assert msgspec.json.decode(found.action) == {"type": "StreetDrive", "side": "a", "unit": "a1", "speed": 0.0}


def test_three_steps_of_a_slow_manoeuvre():
    found = planned(street(a_car()), "slow", turn1="45", go2="back", turn3="-30", turn2="400")
    steps = msgspec.json.decode(found.action)["steps"]
    assert [(s["back"], s["turn_deg"]) for s in steps] == [(False, 45), (True, 0), (False, -30)]


def test_a_j_turn_takes_its_speed_from_the_slider_and_tells_the_odds():
    found = planned(street(a_car()), "j-turn", speed="7")
    assert msgspec.json.decode(found.action)["speed"] == 7
    assert [f.meaning for f in found.figures] == ["keeps control", "loses control", "stands where it is then"]


def test_a_bootlegger_turn_is_ready_with_its_odds():
    found = planned(street(a_car(speed=14)), "bootlegger")
    assert [(f.figure, f.meaning) for f in found.figures] == [
        ("50%", "keeps control"),
        ("50%", "loses control"),
        ("1%", "stands where it is then"),
        ("under 1%", "runs into something then"),
    ]
    assert found.commit == "Commit bootlegger"


def test_the_table_in_words_tells_speeds_and_gates():
    state = street(a_car(speed=12))
    gates = (Gate(name="the bridge", a=(30, 14), b=(40, 14)), Gate(name="the finish", a=(2, 20), b=(10, 20)))
    state = replace(state, scenario=replace(state.scenario, race=Race(gates=gates, laps=2)))
    (row,) = table_in_words.units(state)
    assert row.text == "at 12″, 0 of 4 gates, next the bridge, F5"
    assert "Gate 1, the bridge: F3 to G3" in table_in_words.ground(state, ())


def test_a_start_from_a_stand_keeps_clear_of_whoever_stands_before_it():
    friend = a_car("a2", (30, 15), heading=0)
    found = planned(street(a_car(), friend))
    assert legs(found) == [("straight", 6)]
    assert not found.warns
    hasty = planned(street(a_car(), friend), speed="8")
    assert hasty.warns
    assert hasty.text.startswith("It runs into A2 after 6")


@pytest.mark.parametrize("kind", ["street", "slow", "j-turn", "walk-back"])
def test_who_goes_on_foot_drives_no_race(kind: str) -> None:
    shown = plan(a_battle(a_unit("a1", [(30, 24)]), active="a1", ap=2), A, Draft(kind=kind, unit="a1"))
    assert shown.refusal is not None
    assert shown.action == ""


def test_a_way_past_whoever_stands_before_it_starts_as_fast_as_it_can():
    """Hard over at 8 inches it clears a friend ahead, whom it would hit straight on."""
    state = street(a_car(), a_car("a2", (30, 15), heading=0))
    assert planned(state).title != "Drive 8″"
    assert planned(state, bend="right").title == "Drive 8″"
    assert planned(state, path=((38, 20),)).title == "Drive 8″"


CALM = "Units that have not tried yet stay as they are; melee rounds follow."


@pytest.mark.rule("VEH-RACE-04")
def test_ending_the_activations_warns_of_what_nobody_drives_and_shows_where_it_goes():
    """So does finishing the last unit; of what stands nothing is said."""
    box = ((20, 14), (40, 14), (40, 16), (20, 16))
    shop = Terrain(id="s", name="Shop", points=box, look="building", going="impassable", height_in=3)
    state = street(a_car(speed=12), terrain=(shop,))
    shown = plan(state, A, Draft(kind="end-activation"))
    assert shown.text == "A1 rolls straight on at 12″, nobody at the wheel, into Shop."
    assert (shown.warns, shown.rule, shown.commit) == (True, "VEH-RACE-04", "End activations")
    assert "hits Shop" in shown.overlay.preview
    finished = plan(state, A, Draft(kind="finish", unit="a1"))
    assert (finished.text, finished.warns) == (shown.text, True)
    still = plan(street(a_car(), terrain=(shop,)), A, Draft(kind="end-activation"))
    assert (still.text, still.warns) == (CALM, False)
