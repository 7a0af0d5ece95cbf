"""What a hurt crew means, on the cards of its vehicle and of those aboard, by both sets of vehicle rules."""

import pytest

from rules.core.ids import UnitId
from rules.forces.unit import Unit, VehicleState
from rules.questions import units
from rules.state import GameState
from tests.builders import a_battle, a_unit
from tests.rules.vehicles.garage import a_carrier
from tests.rules.vehicles.gemini.close_combat.test_machines import a_machine
from tests.rules.vehicles.trial.park import a_transport, trial_battle


def carrying(rules: str, **harm: object) -> GameState:
    """A carrier with three aboard, to which that has happened."""
    riders = a_unit("a2", [(30, 24)] * 3, aboard=UnitId("a1"))
    foe, flags = a_unit("b1", [(60, 40)]), {"vehicle": VehicleState(**harm)}
    if rules == "trial":
        return trial_battle(a_transport("a1", flags=flags, traits=("skimmer",), locomotion="antigrav"), riders, foe)
    return a_battle(a_carrier("a1", flags=flags, type="skimmer"), riders, foe)


def words_of(state: GameState, unit: str) -> list[tuple[str, str]]:
    found: Unit = state.units[UnitId(unit)]
    return [(each.words, each.rule) for each in units.states(state, found)]


@pytest.mark.part_of("VEH-DMG-01", "VEH-DMG-02", "VEH-DMG-03", "TRI-DMG-04")
@pytest.mark.parametrize(
    ("rules", "stun", "shock"), [("gemini", "VEH-DMG-02", "VEH-DMG-01"), ("trial", "TRI-DMG-04", "TRI-DMG-04")]
)
def test_who_rides_behind_a_hurt_crew_is_told_what_that_means(rules: str, stun: str, shock: str) -> None:
    drifts = "; it drifts D6″ when its turn begins"
    crew = "Crew stunned: no move, no shot; those aboard neither shoot nor get out"
    stunned = carrying(rules, stunned=True)
    assert (crew + drifts, stun) in words_of(stunned, "a1")
    assert ("Crew of A1 stunned: they neither shoot nor get out", stun) in words_of(stunned, "a2")
    assert (crew, stun) in words_of(carrying(rules, stunned_now=True), "a1")  # it has drifted
    assert (crew, stun) in words_of(carrying(rules, stunned=True, immobilised=True), "a1")
    shaken = carrying(rules, shaken=True)
    assert ("Crew shaken: no shot; those aboard do not shoot either", shock) in words_of(shaken, "a1")
    assert ("Crew of A1 shaken: they do not shoot", shock) in words_of(shaken, "a2")
    assert not [words for words, _ in words_of(shaken, "a1") if words.startswith("May shoot out")]
    both = carrying(rules, shaken=True, stunned=True)
    assert len([words for words, _ in words_of(both, "a2") if words.startswith("Crew of")]) == 1
    assert not [words for words, _ in words_of(carrying(rules), "a2") if words.startswith("Crew of")]


@pytest.mark.part_of("VEH-LOC-01")
def test_a_street_racer_with_a_stunned_crew_runs_on_and_does_not_drift() -> None:
    flags = {"vehicle": VehicleState(stunned=True)}
    state = a_battle(a_carrier("a1", type="skimmer", street=True, flags=flags), a_unit("b1", [(60, 40)]))
    assert "Crew stunned: no shot" in [words for words, _ in words_of(state, "a1")]


@pytest.mark.part_of("VEH-WS-03")
@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ({"stunned": True}, "Crew stunned: no move, no shot, no blow"),
        ({"shaken": True}, "Crew shaken: no shot; one attack fewer"),
        ({"immobilised": True}, "Immobilised; one attack fewer"),
    ],
)
def test_a_machine_that_fights_is_told_what_its_harm_costs_in_blows(harm: dict[str, object], words: str) -> None:
    state = a_battle(a_machine(flags={"vehicle": VehicleState(**harm)}), a_unit("b1", [(60, 40)]))
    assert words in [said for said, _ in words_of(state, "a1")]
