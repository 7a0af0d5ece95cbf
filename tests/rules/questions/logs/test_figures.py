"""A battle in figures: whose damage it is, how far units went, what was left."""

import pytest

from rules.arap.events import Wound, WoundsTaken
from rules.core.ids import ModelId, UnitId
from rules.engine import evolve
from rules.questions.logs.figures import figures
from rules.state import GameState
from tests.games.recording import FOLDER, load


@pytest.fixture(scope="module")
def armour():
    state, told = GameState(), []
    for event in load(FOLDER / "01-armour.json.gz").log:
        state = evolve(state, event)
        told.append((event, state))
    return told


def test_damage_counts_for_whom_it_was_done_by(armour):
    found = {damage.unit: damage for damage in figures(armour).damage}
    assert (found["a5"].models, found["a5"].hull) == (5, 2)
    assert found["a4b"].vehicles == ("Ironback",)
    fallen = sum(damage.models for damage in found.values())
    by_themselves = {accident.words for accident in figures(armour).accidents}
    assert by_themselves == {
        "Riders B lost a model to an explosion",
        "Lances B lost a model to an explosion",
    }
    assert fallen == 9


def test_what_is_counted(armour):
    found = figures(armour)
    assert (found.rolls, found.dice, found.busts, found.charges) == (170, 293, 12, 12)
    assert [number for number, _ in found.turns] == [1, 2, 3, 4, 5, 6]
    assert [moved.inches for moved in found.moved] == sorted((m.inches for m in found.moved), reverse=True)
    assert found.moved[0].name == "Riders"
    assert [side.points[-1] for side in found.strength] == [(606, 120.0), (718, 20.0)]


def test_what_ones_own_side_does_is_nobodys_damage(armour):
    event, state = armour[30]
    model = next(iter(state.units["a1"].models)).id
    wound = WoundsTaken(
        seq=state.seq + 1, unit=UnitId("a1"), by=UnitId("a2"), wounds=(Wound(model=ModelId(model), taken=1, left=0),)
    )
    found = figures([(event, state), (wound, evolve(state, wound))])
    assert found.damage == ()
    assert next(accident.words for accident in found.accidents) == "Anvil lost a model to shooting"
