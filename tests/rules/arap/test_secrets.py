"""Mines and zones to set up hidden in: their side knows of them, others find out."""

from msgspec.structs import replace

from rules.arap.damage.hazards import SecretFound
from rules.arap.movement.walk import Move, Waypoint
from rules.arap.turn.hidden_set_up import SetUpHidden
from rules.arap.turn.setup import AutoDeploy, Deploy, new_game
from rules.core.prompt import Option, Prompt
from rules.engine import fold
from rules.events import Rolled
from rules.state import Placement, Turn
from rules.table.scenario import Scenario, Zone
from rules.table.terrain import Terrain
from rules.visibility import choices_in_words, view, view_event
from tests.builders import A, B, a_battle, a_unit, play, the

MINES = Terrain(
    id="m1", name="Mines", points=((12, 8), (16, 8), (16, 12), (12, 12)), hazard=3, hazard_strength=8, secret=B
)
COPSE = Zone(side=A, points=((20, 0), (40, 0), (40, 20), (20, 20)), hidden=True)
WEST = Zone(side=A, points=((0, 0), (12, 0), (12, 48), (0, 48)))


def minefield():
    return a_battle(a_unit("a1", [(11, 10)]), a_unit("b1", [(60, 10)]), active="a1", ap=2, terrain=(MINES,))


def test_mines_are_known_to_their_own_side_alone_until_somebody_treads_on_them():
    state = minefield()
    assert view(state, B).terrain == view(state, "host").terrain == (MINES,)
    assert view(state, A).terrain == view(state, A).scenario.terrain == view(state, "public").terrain == ()
    events, after = play(state, Move(side=A, unit="a1", path=(Waypoint(at=(14, 10)),)), {"hazard": [4]})
    found = the(events, SecretFound)
    assert found.sentence(after) == "Mines is found"
    assert events.index(found) < events.index(the(events, Rolled))
    assert [t.name for t in view(after, A).terrain] == ["Mines"]


def test_what_one_side_sees_of_the_ground_is_the_same_value_each_time():
    state = minefield()
    assert view(state, A).terrain is view(state, A).terrain
    assert view(state, A).scenario is view(state, A).scenario
    assert view(replace(state, terrain=()), B).terrain == ()


def asked(**values):
    options = (Option(id="go", label="Go", path=((1, 1), (2, 2))), Option(id="no", label="Not", refused="Too late."))
    battle = a_battle(a_unit("a1", [(11, 10)]), a_unit("b1", [(60, 10)]), a_unit("b2", [(60, 20)]))
    return replace(battle, prompt=Prompt(side=B, kind="any", question="Go?", options=options, unit="b1", **values))


def test_a_question_is_heard_across_the_table_with_its_open_answers_in_words_alone():
    assert choices_in_words(asked(), "public") == (Option(id="go", label="Go"),)
    assert choices_in_words(replace(asked(), prompt=None), "public") == ()


def test_nothing_is_heard_of_a_question_about_hidden_units_or_that_names_one():
    about, named = asked(about="b2"), asked()
    named = replace(named, prompt=replace(named.prompt, options=(Option(id="b2", label="With B2"),)))
    for state in (about, named):
        hidden = state.with_unit(replace(state.units["b2"], hidden=True))
        assert choices_in_words(hidden, A) == choices_in_words(hidden, "public") == ()
        assert choices_in_words(hidden, B) != ()


def test_details_of_answers_give_no_secret_ground_away():
    way = Option(id="0", label="Straight", detail="6″, over Mines")
    state = replace(
        minefield(), prompt=Prompt(side=B, kind="flee-path", question="Which way?", options=(way,), unit="b1")
    )
    assert choices_in_words(state, B) == choices_in_words(state, "host") == (way,)
    assert choices_in_words(state, "public") == choices_in_words(state, A) == (Option(id="0", label="Straight"),)


def deployment():
    soldier, profiles, weapons = a_unit("a1", [(0, 0)])
    other, *_ = a_unit("b1", [(0, 0)])
    state = a_battle((replace(soldier, deployed=False), profiles, weapons), (replace(other, deployed=False), (), ()))
    turn = Turn(number=0, phase="deployment", order=(A, B), place=0)
    return replace(state, turn=turn, scenario=replace(state.scenario, zones=(COPSE, WEST)))


def test_who_sets_up_in_a_hidden_zone_is_hidden_and_others_hear_nothing_of_it():
    state = deployment()
    there = Placement(model="a1.1", at=(30, 10), facing=90)
    events, after = play(state, Deploy(side=A, unit="a1", placements=(there,)))
    assert the(events, SetUpHidden).sentence(after) == "A1 sets up hidden"
    assert after.units["a1"].hidden
    assert "a1" not in view(after, B).units
    listed = [view_event(after, event, B) for event in events if event.unit == "a1"]
    assert listed == [None] * len(listed)
    assert [zone.hidden for zone in view(after, B).scenario.zones] == [False]
    assert view(after, A).scenario.zones == (COPSE, WEST)


def test_the_table_places_units_in_the_open_first():
    _, after = play(deployment(), AutoDeploy(side=A, unit="a1"))
    assert not after.units["a1"].hidden
    assert after.units["a1"].models[0].at[0] < 12


def test_the_first_event_keeps_secrets_too():
    scenario = Scenario(name="Trap", sides=(), terrain=(MINES,), zones=(COPSE, WEST))
    (created,) = new_game(scenario, {})
    state = fold([created])
    assert view_event(state, created, B).scenario.terrain == (MINES,)
    assert view_event(state, created, "public").scenario == replace(scenario, terrain=(), zones=(WEST,))
