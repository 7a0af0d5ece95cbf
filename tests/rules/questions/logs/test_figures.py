"""A battle in figures: whose damage it is, how far units went, what was left."""

import pytest

from rules.arap.events import Wound, WoundsTaken
from rules.core.ids import ModelId, UnitId
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.turn.sides import EndTurn
from rules.engine import evolve
from rules.questions.logs.figures import figures
from rules.state import GameState
from tests.games.recording import FOLDER, load
from tests.rules.crusade import cast


@pytest.fixture(scope="module")
def armour():
    state, found = GameState(), []
    for event in load(FOLDER / "01-armour.json.gz").log:
        state = evolve(state, event)
        found.append((event, state))
    return found


def test_damage_counts_for_whom_it_was_done_by(armour):
    found = {damage.unit: damage for damage in figures(armour).damage}
    assert (found["a5"].models, found["a5"].hull) == (5, 2)
    assert found["a4b"].vehicles == ("Ironback",)
    fallen = sum(damage.models for damage in found.values())
    by_themselves = {accident.words for accident in figures(armour).accidents}
    assert by_themselves == {
        "Riders B fell to an explosion",
        "Lances B fell to an explosion",
    }
    assert fallen == 9


def test_what_is_counted(armour):
    found = figures(armour)
    assert (found.rolls, found.dice, found.busts, found.charges) == (170, 293, 12, 12)
    assert [number for number, _ in found.turns] == [1, 2, 3, 4, 5, 6]
    assert [moved.inches for moved in found.moved] == sorted((m.inches for m in found.moved), reverse=True)
    assert found.moved[0].name == "Riders"
    assert [side.points[-1] for side in found.strength] == [(606, 120.0), (718, 20.0)]


def test_damage_of_dice_pools_and_cards_counts_for_the_model_that_did_it():
    before = cast.battle(
        cast.put("a1", "leman-russ", (20, 30)),
        cast.put("a2", "rhino", (30, 24)),
        cast.put("b1", "rhino", (20, 10)),
        cast.put("b2", "guardsman", aboard="b1"),
        cast.put("b3", "marine", (38, 38)),
        noting={"a2": cast.held("FIRE", "HULL"), "b1": cast.held("DRIVE", "DRIVE")},
    )
    shot = FireWeapons(side=cast.A, unit=UnitId("a1"), aims=(WeaponAim(weapon="0", target=UnitId("b1")),))
    struck = {"vehicle_defence": [1, 0], "damage_card": ["HULL"], "wreck_occupants": [3, 0, 0], "defence": [0]}
    state, fired = cast.act(before, shot, attack=[3, 0, 0, 0, 0], **struck)
    _, burnt = cast.act(
        state,
        EndTurn(side=cast.A),
        vehicle_fire=[1],
        vehicle_defence=[0],
        damage_card=["HULL"],
        explosion=[0, 0, 0, 0],
    )
    shown = []
    for event in (*fired, *burnt):
        before = evolve(before, event)
        shown.append((event, before))
    found = figures(shown)
    assert [(d.unit, d.models, d.hull, d.vehicles) for d in found.damage] == [("a1", 1, 1, ("Rhino B1",))]
    assert [accident.words for accident in found.accidents] == ["Rhino A2 was lost to its fire"]


def test_what_ones_own_side_does_is_nobodys_damage(armour):
    event, state = armour[30]
    model = next(iter(state.units["a1"].models)).id
    wound = WoundsTaken(
        seq=state.seq + 1, unit=UnitId("a1"), by=UnitId("a2"), wounds=(Wound(model=ModelId(model), taken=1, left=0),)
    )
    found = figures([(event, state), (wound, evolve(state, wound))])
    assert found.damage == ()
    assert next(accident.words for accident in found.accidents) == "Anvil fell to shooting"
