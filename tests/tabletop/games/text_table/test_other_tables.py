"""The table as text where dice are thrown by hand, and in the Rules Crusade."""

import json

import pytest
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.prompt import Option, Prompt
from rules.forces.mount import Mount
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from tabletop.games import services
from tabletop.games.log import commentary, entries
from tabletop.games.text_table import answers, commands, ground, places
from tabletop.ui.words import compass_text, inches_text
from tests.builders import a_battle, a_unit
from tests.cast import ALICE, BOB, a_battle_at, a_table, act, fresh, state_of
from tests.rules.crusade.cast import battle, held, put
from tests.rules.vehicles.garage import a_carrier
from tests.rules.vehicles.trial.park import CANNON, LANCE, a_condition, a_trial, trial_battle

pytestmark = pytest.mark.django_db

CARDS = held("HULL", "FIRE")


def say(state, text, side="a", unit=None):
    return commands.answer(state, answers.Asker(side, UnitId(unit) if unit else None), text)


def test_dice_thrown_by_hand_are_said():
    table = a_table()
    services.set_up(code=table.code, person=ALICE, options={"dice_thrown": "by_hand"})
    table = a_battle_at(fresh(table))
    act(table, ALICE, type="TableRoll", sides=6, count=2)
    state = state_of(table)
    assert say(state, "what").title == "Dice are asked of you."
    assert say(state, "dice").lines
    found = say(state, "dice 4 and 6")
    assert json.loads(found.action) == {"type": "EnterDice", "faces": [4, 6], "side": "a"}
    act(table, ALICE, **json.loads(found.action))
    assert state_of(table).owed is None
    assert json.loads(say(state, "leave").action)["type"] == "LeaveDice"


def test_a_rules_crusade_is_told_and_its_acts_are_offered():
    state = battle(put("a1", "rhino", (10, 10), 90), put("b1", "marine", (20, 10)))
    rows = places.rows(state, state.units["a1"])
    assert [row.id for row in rows] == ["a1", "b1"]
    assert rows[1].away.endswith(" east")
    assert answers.headline(state, "a")
    found = say(state, "what a1", unit="a1")
    assert any(choice.command.startswith("do ") for choice in found.choices)
    fire = next(choice.command for choice in found.choices if "fire" in choice.command)
    aimed = say(state, f"{fire} at b1", unit="a1")
    assert json.loads(aimed.action)["type"]
    assert any("hit" in line for line in aimed.lines)


def test_what_wiped_out_is_driven_in_words_or_left_standing():
    leave = Option(id="leave", label="Leave it standing", rule="CRU-WIPE-02")
    ask = Prompt(side="a", kind="wipeout", question="Drive it?", about="b1", options=(leave,))
    state = replace(battle(put("a1", "rhino", (40, 30)), put("b1", "rhino", (20, 20), 90)), prompt=ask)
    found = say(state, "what", unit="a1")
    assert (found.title, found.choices[-1].command) == ("Drive it?", "answer leave")
    driven = json.loads(say(state, "move 4 east", unit="a1").action)
    assert (driven["type"], driven["unit"]) == ("DriveWipedOut", "b1")
    for said in ("answer leave", "leave it standing"):
        assert json.loads(say(state, said, unit="a1").action)["choice"] == "leave"


def test_in_a_rules_crusade_what_is_said_goes_to_the_model_that_was_taken_not_to_who_has_begun():
    state = battle(put("a1", "rhino", (10, 10), 90), put("a2", "rhino", (10, 30), 90), put("b1", "marine", (40, 10)))
    state = replace(state, turn=replace(state.turn, active="a1"))
    found = say(state, "move 4 east", unit="a2")
    assert json.loads(found.action)["unit"] == "a2"
    assert any("done then" in line for line in found.lines)


def test_a_rules_crusade_tells_of_cards_and_of_the_deck():
    """What the card of a model and the panel of the deck show. (CRU-DICE-03, CRU-DMG-02, CRU-DMG-03)"""
    tank = put("a1", "leman-russ", (10, 10), 90)
    left = {"CREW": 4, "DRIVE": 4, "HULL": 3, "WEAPON": 4, "FIRE": 3}
    foes = put("b1", "land-raider", (20, 10)), put("b2", "marine", (30, 10))
    state = battle(tank, *foes, noting={"b1": CARDS}, left=left)
    lances = "Twin lascannon of 4 dice (left sponson), Twin lascannon of 4 dice (right sponson)"
    assert say(state, "card b1").lines[2:] == (
        "3 dice, defends with 2, Armored",
        "0 of 2 move actions made, its action is left",
        "Damage cards, 2 of 4: HULL, FIRE; defends with 2 of 3 base dice; it burns",
        "0 of 10 spaces taken",
        f"Carries {lances} and Heavy bolter of 3 dice (hull front)",
    )
    assert say(state, "card b2").lines[2:] == ("2 of 2 dice, 2 in melee", "6″ of its move left, and its action")
    deck, chances = say(state, "now").lines[1:]
    assert deck == "Damage deck: 18 of 20 cards left, 4 CREW, 4 DRIVE, 3 HULL, 4 WEAPON and 3 FIRE."
    assert chances.startswith("The next card: CREW 22%, ")


def test_a_vehicle_tells_what_is_mounted_where():
    """(TRI-FIRE-03, VEH-GEOM-02)"""
    armed = (
        Mount(weapon=LANCE.id, arc_half_deg=45, name="hull"),
        Mount(weapon=CANNON.id, arc_half_deg=180, name="Cannon"),
    )
    tank = a_trial(
        "a1", (20, 24), weapons=(LANCE, CANNON), mounts=armed, flags={"vehicle": a_condition(lost_mounts=(0,))}
    )
    state = trial_battle(tank, a_unit("b1", [(30, 24)]))
    assert say(state, "card a1").lines[-1] == "Carries Lance (hull, arc of 90°, lost), Cannon (all round)"


def test_in_a_rules_crusade_models_are_chosen_by_words_a_pod_lands_at_a_square_and_the_turn_ends():
    """The words are those of the buttons. (CRU-TURN-01, CRU-POD-02, CRU-RUSH-01)"""
    pod = put("a3", "drop-pod", deployed=False)
    state = battle(put("a1", "marine", (16, 10), 90), pod, put("b1", "rhino", (20, 10)), number=2)
    found = say(state, "what")
    assert [choice.words for choice in found.choices] == ["Take A3 Drop pod A3", "Take A1 marine A1", "End the turn"]
    acts = [choice.words for choice in say(state, "what a1", unit="a1").choices]
    assert acts == ["Take A3 Drop pod A3", "End the turn"]  # it lands before anybody else acts
    assert not say(state, "fight b1", unit="a1").action
    older = replace(state, version="13")
    acts = [choice.words for choice in say(older, "what a1", unit="a1").choices]
    assert "Fight, its action" in acts
    assert acts[-2:] == ["Take A3 Drop pod A3", "End the turn"]  # it lands before the turn may end, whoever is in hand
    assert not [words for words in (choice.words for choice in say(state, "what a3").choices) if "A3" in words]
    fight = say(older, "fight b1", unit="a1")
    assert json.loads(fight.action)["type"] == "MeleeAttack"
    land = say(state, "land at square c3", unit="a3")
    assert json.loads(land.action)["at"] == [15.0, 15.0]
    assert any("say where it lands" in line for line in say(state, "end").lines)
    later = battle(put("a1", "marine", (16, 10), 90), put("b1", "rhino", (20, 10)), number=3)
    assert json.loads(say(later, "end").action)["type"] == "EndTurn"


def test_the_help_speaks_of_the_game_that_is_played():
    """No model of a Rules Crusade is activated. (CRU-TURN-01)"""
    crusade = battle(put("a1", "marine", (16, 10), 90), put("b1", "rhino", (20, 10)))
    assert "activate a1 2" in " ".join(say(a_battle(a_unit("a1", at=[(10, 10)])), "help").lines)
    found = " ".join(say(crusade, "help").lines)
    assert "activat" not in found
    assert "land at square b4" in found


def test_before_the_first_turn_it_is_said_who_does_what_and_where_somebody_would_be_placed():
    """A place that the table finds is told before the yes, as one that is named is; the log tells it to all."""
    table = a_battle_at()
    assert answers.headline(state_of(table), "a") == answers.headline(state_of(table), None) == "The sides roll off"
    act(table, ALICE, type="RollOff")
    asked = state_of(table).prompt
    act(table, ALICE if asked.side == "a" else BOB, type="Answer", choice="first" if asked.side == "a" else "last")
    found = say(state_of(table), "place a1")
    (where,) = found.lines
    act(table, ALICE, **json.loads(found.action))
    (x, y), square = (unit := state_of(table).units["a1"]).alive[0].at, places.square(unit.alive[0].at)
    edges = f"{inches_text(x)} from the west edge, {inches_text(y)} from the north edge"
    assert where == f"In square {square}, {edges}, facing {compass_text(unit.alive[0].facing)}."
    newest = commentary.sentences(entries.latest(fresh(table), "public", fresh(table).seq, limit=1))[0]
    assert newest.brief.startswith(f"Ash First is placed in square {square}.")


def test_hulls_tell_armour_and_hull_points_and_who_rides_is_listed():
    """Passengers are where their carrier is. (VEH-PEN-01, VEH-JOIN-10)"""
    state = a_battle(a_carrier("a1", (10, 10)), a_unit("a2", [(0, 0)] * 4, aboard="a1"), a_unit("b1", [(30, 10)]))
    hull, riders, _ = places.rows(state, state.units["a1"])
    assert (hull.id, riders.id, riders.text) == ("a1", "a2", f"4 models, aboard A1 {hull.name}")
    assert hull.text == "armour front 11, side 11, rear 10, front to the north"


def test_who_is_aboard_is_listed_as_near_as_what_he_is_aboard():
    carrier, riders = a_carrier("b1", (40, 10)), a_unit("b2", [(0, 0)] * 4, aboard="b1")
    state = a_battle(a_unit("a1", [(10, 10)]), carrier, riders, a_unit("b3", [(20, 10)]))
    assert [row.id for row in places.rows(state, state.units["a1"])] == ["a1", "b3", "b1", "b2"]


def test_the_ground_is_told_from_the_unit_in_hand():
    """Where one is stands "here"; a wall is measured to its nearest point."""
    wood = Terrain(id="wood", name="Long Wood", points=((8, 8), (12, 8), (12, 12), (8, 12)))
    wall = Terrain(id="wall", name="Field Wall", points=((20, 0), (20, 30)), line=True)
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(30, 10)]), terrain=(wood, wall))
    lines = ("Table 48″ by 48″", "Long Wood: difficult, B2", "Field Wall: hard cover, D3")
    assert ground.from_unit(state, lines, state.units["a1"]) == (
        "Table 48″ by 48″",
        "Long Wood: difficult, B2, here",
        "Field Wall: hard cover, D3, 10″ east",
    )
    assert ground.from_unit(state, lines, None) == lines


def test_an_objective_says_in_words_what_it_is_worth():
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(30, 10)]))
    ford = Objective(id="ford", name="The Ford", at=(9, 9), value=3)
    state = replace(state, scenario=replace(state.scenario, objectives=(ford,)))
    assert "Objective 1, The Ford: held by Ash, worth 3, square B2" in answers.standing(state)
    assert "objective 1, The Ford, held by Ash, worth 3: 1⅜″ north-west" in places.near(state, (10, 10))


def test_a_weapon_of_a_vehicle_is_ruled_lost_in_words():
    """The first weapon of its card is 1; of people on foot nothing of the kind is ruled."""
    state = a_battle(a_carrier("a1", (10, 10)), a_unit("b1", [(30, 10)]))
    found = say(state, "rule a1 weapon 1 lost: a burst barrel")
    assert json.loads(found.action) == {
        "type": "RuleMount",
        "mount": "a1/0",
        "condition": "lost",
        "reason": "a burst barrel",
    }
    assert json.loads(say(state, "rule a1 weapon 1 works: repaired").action)["condition"] == "works"
    assert say(state, "rule b1 weapon 1 lost: no").action == ""


def test_a_unit_is_ruled_aboard_of_a_vehicle_or_on_to_its_outside_in_words():
    state = a_battle(a_carrier("a1", (10, 10)), a_unit("a2", [(20, 10)]), a_unit("b1", [(30, 10)]))
    told = say(state, "rule a2 aboard a1: they began in it")
    assert json.loads(told.action) == {
        "type": "RulePassengers",
        "unit": "a2",
        "vehicle": "a1",
        "cling": False,
        "reason": "they began in it",
    }
    assert json.loads(say(state, "rule a2 on the outside of a1: they held on").action)["cling"] is True
    assert say(state, "rule a2 aboard: why").action == ""
