"""Dangerous ground is tested by who flees, runs, breaks off or pursues over it, and by who walks to a door."""

import pytest
from msgspec.structs import replace

from rules import preview
from rules.answers import Answer
from rules.arap.charge.events import ChargeEnded
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.morale import rout
from rules.arap.morale.casualties import CasualtiesTested
from rules.arap.turn.activation import EndActivation
from rules.buildings.bunkers.enter import EnterBunker
from rules.buildings.sections.enter import EnterSection
from rules.buildings.sections.leave import LeaveSection
from rules.core.ids import UnitId
from rules.dice.sources import ScriptedDice
from rules.geometry.rings import rectangle
from rules.table.terrain import Terrain
from rules.vehicles.gemini.transport.leave import GetOut
from rules.vehicles.trial.transport.disembark import Disembark
from rules.vehicles.trial.transport.embark import Embark
from tests.builders import A, a_battle, a_unit, happens, play, the
from tests.rules.arap.charge.test_charge import CHARGE, held, scene
from tests.rules.arap.fights import rolls, two_squads
from tests.rules.arap.morale.test_rout import fled, pursued, routers
from tests.rules.buildings.bunkers.test_garrisons import beside
from tests.rules.buildings.carriers.test_lifts import a_tower, ride
from tests.rules.buildings.sections.customs import NORTHMARCH, PIONEERS, guard, squad, stormed
from tests.rules.vehicles.garage import a_carrier
from tests.rules.vehicles.trial.park import a_transport, trial_battle
from tests.rules.vehicles.trial.transport.test_transport import riding
from tests.rules.vehicles.trial.transport.test_transport import squad as fusiliers


def mines(left, top=0.0, width=2.0, height=48.0, **values):
    """A strip of deadly ground from north to south."""
    return Terrain(id="mines", name="Minefield", points=rectangle(left, top, width, height), hazard=2, **values)


def old(state):
    return replace(state, version="12")


@pytest.mark.rule("ARAP-TERR-02", "ARAP-ROUT-02")
def test_routers_brave_the_ground_that_they_flee_over():
    """Two of them; the dice bite on 1 and 2. No test for losses follows: they are routing. (ARAP-CAS-06)"""
    state = routers(terrain=[mines(24)])
    events, after = fled(state, {"flee": [6, 6], "hazard": [2, 3], "rally": [6, 6]})
    assert [m.id for m in after.units["b1"].alive] == ["b1.2"]
    assert the(events, WoundsTaken).cause == "hazard"
    assert rolls(events, "casualties-test") == []
    events, after = fled(old(state), {"flee": [6, 6], "rally": [6, 6]})
    assert (rolls(events, "hazard"), len(after.units["b1"].alive)) == ([], 2)


@pytest.mark.rule("ARAP-ROUT-03")
def test_the_ways_of_a_flight_say_what_the_ground_may_do():
    state = routers(terrain=[mines(24, top=26)])
    _, asked = play(state, EndActivation(side=A), {"flee": [6, 6]})
    said = {o.id: o.detail for o in asked.prompt.options}
    assert said["90"] == "12″"
    assert said["120"].endswith(", Minefield harms somebody: 56%")
    _, asked = play(old(state), EndActivation(side=A), {"flee": [6, 6]})
    assert "Minefield" not in " ".join(o.detail for o in asked.prompt.options)


@pytest.mark.rule("ARAP-TERR-02", "ARAP-ROUT-01")
def test_nobody_is_left_to_rally_or_to_be_caught():
    state = pursued((18, 24), terrain=[mines(19)])
    events, after = fled(state, {"flee": [1, 1], "hazard": [1]})
    assert after.units["b1"].is_gone
    assert (rolls(events, "rally"), rolls(events, "free-hack")) == ([], [])
    state = routers((20, 24), terrain=[mines(24)])
    flinch = rout.RunAway(unit="b1", how="flinch", inches=6)
    events, after = happens(state, ScriptedDice({"hazard": [1]}), lambda p: flinch.go(p, flinch.ways(state)[0]))
    assert after.units["b1"].is_gone


@pytest.mark.rule("ARAP-TERR-02", "ARAP-PURS-01")
def test_pursuers_brave_it_as_well():
    state = pursued((18, 24), terrain=[mines(12)])
    dice = {"flee": [1, 1], "pursuit": [5, 3], "hazard": [1], "rally": [6, 6]}
    events, after = fled(state, dice)
    assert after.units["a1"].is_gone
    assert rolls(events, "free-hack") == []
    events, after = fled(old(state), {"flee": [1, 1], "pursuit": [5, 3], "free-hack": [6], "rally": [6, 6]})
    assert not after.units["a1"].is_gone


@pytest.mark.rule("ARAP-TERR-02", "ARAP-RUN-01")
def test_who_runs_from_a_charge_braves_it_and_is_told_before():
    """Three run; one is lost, which is no loss to test for: they are charged. (ARAP-CAS-06)"""
    state = scene(6, enemies=3, ap=2, terrain=[mines(28)])
    _, asked = play(state, CHARGE)
    run = next(o for o in asked.prompt.options if o.id == "run")
    assert run.detail == "2D6″ directly away; caught, it routs, Minefield harms somebody: 70%"
    _, after = held(state, dice={"flee": [4, 1], "hazard": [1, 3, 3]}, choice="run")
    assert [m.id for m in after.units["b1"].alive] == ["b1.2", "b1.3"]
    events, _ = play(after, EndActivation(side=A))
    assert rolls(events, "casualties-test") == []


@pytest.mark.rule("ARAP-TERR-02", "ARAP-RUN-01")
def test_a_charge_at_those_whom_the_ground_took_ends():
    events, after = held(scene(6, ap=2, terrain=[mines(28)]), dice={"flee": [4, 1], "hazard": [1]}, choice="run")
    assert (the(events, ChargeEnded).home, after.units["b1"].is_gone, after.turn.ap) == (False, True, 1)


@pytest.mark.rule("ARAP-TERR-02", "ARAP-BREAK-02", "ARAP-CAS-07")
def test_who_breaks_off_in_its_own_turn_tests_at_once_for_what_the_ground_took():
    _, state = play(two_squads(4, 1, round=1, terrain=[mines(16)]), EndActivation(side=A))
    dice = {"break-off": [3, 3], "free-hack": [6], "flee": [6, 2]}
    _, state = play(state, Answer(side=A, choice="break-off"), dice)
    west = next(o for o in state.prompt.options if o.id == "270")
    assert "Minefield harms somebody" in west.detail
    events, after = play(state, Answer(side=A, choice="270"), {"hazard": [1, 3, 3, 3], "casualties-test": [1, 1]})
    assert len(after.units["a1"].alive) == 3
    assert the(events, CasualtiesTested).now
    assert next(e for e in events if isinstance(e, ModelsMoved)).how == "break-off"


def into_the_bunker():
    return beside(at=(24, 12)), mines(20.5, width=8), EnterBunker(side=A, unit="a1", terrain="keep"), "a1"


def into_the_house():
    state = stormed(squad("a1", [(x, y + 3) for x, y in PIONEERS[:2]]))
    return (
        state,
        mines(0, top=28, width=40, height=10),
        EnterSection(side=A, unit="a1", terrain="s1", section="C1"),
        "a1",
    )


def by_lift():
    return a_tower((14, 11.2), (15.2, 11.2)), mines(10, top=10, width=8, height=2.4), ride(3), "a1"


def into_the_transport():
    people = fusiliers(at=(24, 24), gap=-1.1, count=2)
    state = trial_battle(a_transport("a1", (30, 24), heading=0), people, active="a2", ap=1)
    return state, mines(23.3), Embark(side=A, unit=UnitId("a2"), vehicle=UnitId("a1")), "a2"


def out_of_the_carrier():
    squad_aboard = a_unit("a2", [(0, 0)] * 2, aboard="a1")
    state = a_battle(a_carrier("a1"), squad_aboard, active="a2", ap=2)
    return state, mines(0, width=72), GetOut(side=A, unit="a2"), "a2"


def out_of_the_transport():
    return riding(), mines(0, width=72), Disembark(side=A, unit=UnitId("a2")), "a2"


def out_of_the_house():
    state = stormed(guard("a1", 2, profile=NORTHMARCH))
    return state, mines(0, top=25.5, width=40, height=10), LeaveSection(side=A, unit="a1", way=2), "a1"


WALKS = {
    f.__name__: f
    for f in (
        *(into_the_bunker, into_the_house, by_lift, into_the_transport),
        *(out_of_the_carrier, out_of_the_transport, out_of_the_house),
    )
}


@pytest.mark.rule("ARAP-TERR-02", "ARAP-TERR-03")
@pytest.mark.parametrize("walk", WALKS)
def test_the_walk_to_a_door_or_out_of_one_is_a_move_over_the_ground(walk):
    state, ground, action, unit = WALKS[walk]()
    mined = replace(state, terrain=(*state.terrain, ground))
    count = len(state.units[unit].alive)
    assert "Minefield harms somebody" in [c.label for c in preview(mined, action).chances]
    dice = {"hazard": [1] + [6] * (count - 1), "casualties-test": [1, 1]}
    events, after = play(mined, action, dice)
    assert len(after.units[unit].alive) == count - 1
    assert the(events, CasualtiesTested).result == "passed"
    _, all_gone = play(mined, action, {"hazard": [1] * count})
    assert all_gone.units[unit].is_gone
    _, before = play(old(mined), action)
    assert len(before.units[unit].alive) == count
