"""What the chapters ask of vehicles: a module answers what it has, and there is no such thing for the rest."""

import pytest
from msgspec.structs import replace

from rules.arap import vehicle_interface
from rules.arap.attacks.vehicle_interface import ChargesAtVehicles
from rules.arap.indirect.vehicle_interface import ThrowsFromVehicles
from rules.arap.melee.vehicle_interface import MachinesInMelee
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.vehicle_interface import ShotsAboard, ShotsAtVehicles
from rules.arap.templates.vehicle_interface import UnderTemplates
from rules.arap.turn.activation import EndActivation
from rules.arap.turn.vehicle_interface import VehicleTurns
from rules.arap.units.permission import activation_value
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import VehicleRules, ask
from rules.engine import preview
from rules.events import Rolled
from rules.forces.modules import CRUSADE
from rules.vehicles.gemini.module import GeminiVehicles
from tests.builders import a_battle, a_unit, play
from tests.rules.interfaces import methods, questions_of
from tests.rules.vehicles.garage import GUN, a_vehicle

QUESTIONS = questions_of("vehicle")
ANSWERED_IN_FULL = (
    VehicleCrews,
    ShotsAtVehicles,
    ShotsAboard,
    UnderTemplates,
    ThrowsFromVehicles,
    MachinesInMelee,
    ChargesAtVehicles,
    VehicleTurns,
)


class Wagons(VehicleCrews):
    """A vehicle module in which nothing but the crew counts."""

    def crew_initiative(self, state, unit):
        return 5


@pytest.fixture
def wagons():
    """Vehicle rules with nothing but crews."""
    with vehicle_interface.adding(VehicleRules(made=CRUSADE, answers=Wagons(), files=())):
        yield


def a_field():
    gunner = a_unit("b1", [(30, 40)], weapons=[GUN], facing=0)
    return a_battle(a_vehicle("a1"), gunner, active="b1", ap=3, options={"vehicle_module": "crusade"})


@pytest.mark.parametrize("questions", QUESTIONS, ids=lambda c: c.__name__)
def test_each_chapter_asks_a_few_things(questions):
    assert 1 <= len(methods(questions)) <= 8


@pytest.mark.parametrize("questions", ANSWERED_IN_FULL, ids=lambda c: c.__name__)
def test_the_gemini_vehicles_answer_all_that_fights_ask(questions):
    assert questions in QUESTIONS
    assert methods(questions) <= set(vars(GeminiVehicles))


def test_no_two_chapters_ask_by_the_same_name():
    # One value answers them all: of two questions of one name it would answer one with the other's answer.
    asked = [name for questions in QUESTIONS for name in methods(questions)]
    assert sorted(asked) == sorted(set(asked))


def test_a_module_answers_what_it_has_and_the_chapter_the_rest(wagons):
    state = a_field()
    assert isinstance(ask(state, VehicleCrews), Wagons)
    assert type(ask(state, VehicleTurns)) is VehicleTurns
    assert activation_value(state, state.units["a1"]) == 5


def test_shots_at_vehicles_of_which_a_module_knows_nothing_do_nothing(wagons):
    shot = Shoot(side="b", unit="b1", target="a1")
    before = a_field()
    assert [line.name for line in preview(before, shot).shots] == ["Gun"]
    events, after = play(before, shot, {"to-hit": [1] * GUN.shots})
    assert [e.label for e in events if isinstance(e, Rolled)] == ["to-hit"]
    assert after.units["a1"] == before.units["a1"]


def test_people_aboard_neither_shoot_nor_are_shot_at_where_a_module_says_nothing_of_it(wagons):
    state = a_battle(
        a_vehicle("b2", at=(30, 12)),
        a_unit("a1", [(30, 30)], weapons=[GUN], facing=0),
        a_unit("b1", [(30, 12)]),
        active="a1",
        ap=3,
        options={"vehicle_module": "crusade"},
    )
    state = state.with_unit(replace(state.units["b1"], aboard="b2", deployed=False))
    assert Shoot(side="a", unit="a1", target="b1").check(state).code == "aboard"


def test_a_player_turn_passes_without_vehicles_doing_anything(wagons):
    before = a_field()
    events, after = play(replace(before, turn=replace(before.turn, active=None)), EndActivation(side="b"))
    assert after.active_side == "a"
    assert [e.unit for e in events if e.unit == "a1"] == []
