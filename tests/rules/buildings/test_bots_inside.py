"""Bots in buildings: they go round walls, open what is on their way, climb stairs, go from section to section."""

import pytest
from msgspec.structs import replace

from rules import characters
from rules.arap.movement.climb import Climb
from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.walk import Move
from rules.buildings.carriers.ride import RideLift
from rules.buildings.doors.locks import ForceDoor
from rules.buildings.doors.work import WorkDoor
from rules.buildings.leaping import JumpOut
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.enter import EnterSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.leave import LeaveSection
from rules.buildings.tiles.lay import LayTile
from rules.characters import AGGRESSIVE
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions
from rules.geometry.lengths import distance
from rules.geometry.rings import rectangle
from rules.table.building import Opening
from rules.table.scenario import Objective
from tests.builders import A, a_profile
from tests.rules.buildings.carriers.test_lifts import a_tower
from tests.rules.buildings.carriers.test_stairs import STAIRS, a_loft
from tests.rules.buildings.doors.test_doors import a_field
from tests.rules.buildings.sections.customs import PIONEERS, guard, squad, stormed
from tests.rules.buildings.tiles.test_laying import exploring

INSIDE = (Objective(id="hall", name="Hall", at=(30.0, 19.0)),)
CHOICES = SeededDice(1)


def going_for(state, *objectives):
    return replace(state, scenario=replace(state.scenario, objectives=objectives))


def without_window(state):
    house = state.terrain[0]
    door, window = house.building.openings
    openings = (door, replace(window, state="blocked"))
    return replace(state, terrain=(replace(house, building=replace(house.building, openings=openings)),))


def chosen(state):
    return characters.next_action(state, A, AGGRESSIVE, CHOICES, 0)


def through(state):
    return [o.action for o in legal_actions(state, A) if o.kind == "move" and o.label == "through"]


def acted(state, dice=None):
    return fold(decide(state, chosen(state), dice or SeededDice(2)), state)


def test_ways_round_walls_are_offered_to_the_open_door_and_in():
    state = going_for(without_window(a_field((22.0, 22.0))), *INSIDE)
    way, *_ = through(state)
    assert way.check(state) is None
    assert way.path[0].at[1] > 22, "towards the door in the lower wall"
    for _ in range(3):
        state = replace(acted(state), turn=state.turn)
    assert 15 < state.units["a1"].models[0].at[1] < 25, "three moves later it is in"


def test_a_table_without_buildings_to_go_into_offers_no_such_way():
    walls = a_field((22.0, 22.0)).terrain[0]
    state = going_for(a_field((22.0, 22.0)), *INSIDE)
    solid = replace(state, terrain=(replace(walls, building=None),))
    assert through(solid) == []


def test_a_door_on_the_way_is_opened_and_another_one_is_not():
    state = going_for(a_field((30.0, 26.2), state="closed"), *INSIDE)
    assert chosen(state) == WorkDoor(side=A, unit="a1", terrain="house", opening=0, operations=("open",))
    away = going_for(state, Objective(id="far", name="Far", at=(30.0, 45.0)))
    assert isinstance(chosen(away), Move)


def test_they_halt_before_a_shut_door_and_those_who_follow_go_in_file():
    state = going_for(a_field((30.0, 30.0), (31.5, 30.0), (33.0, 30.0), state="closed"), *INSIDE)
    before = acted(state)
    lead = before.units["a1"].models[0].at
    assert lead == pytest.approx((30.0, 26.0), abs=0.05)
    opened = acted(before)
    assert opened.terrain[0].building.openings[0].state == "open"
    inside = acted(opened)
    assert inside.units["a1"].models[0].at[1] < 25


def test_a_locked_door_is_forced_by_who_is_strong_enough():
    giant = a_profile("giant", s=9)
    state = going_for(a_field((30.0, 25.9), state="locked", profile=giant), *INSIDE)
    assert chosen(state) == ForceDoor(side=A, unit="a1", terrain="house", opening=0)


def test_stairs_are_taken_to_what_lies_upstairs_and_down_again():
    state = going_for(
        a_loft((14.0, 15.5), ladder=STAIRS), Objective(id="loft", name="Loft", at=(27.0, 16.0), reach_in=2)
    )
    assert chosen(state) == UseLadder(side=A, unit="a1", ladder="ladder")
    state = replace(acted(state), turn=state.turn)
    assert state.units["a1"].models[0].at[0] > 20
    down = going_for(state, Objective(id="yard", name="Yard", at=(11.0, 12.0), reach_in=1))
    assert chosen(down) == UseLadder(side=A, unit="a1", ladder="ladder", down=True)


def test_a_way_on_that_leads_there_is_opened():
    state = going_for(exploring(), Objective(id="deep", name="Deep", at=(30.0, 20.0)))
    assert chosen(state) == LayTile(side=A, unit="a1", way="way-1")


def test_where_nothing_that_is_laid_leads_there_they_find_out_what_lies_behind_a_way():
    """The western way is blocked and a wall shuts off the east: the way on there is opened all the same."""
    state = exploring()
    west = next(t for t in state.terrain if t.id == "way-3")
    beyond = replace(west, id="far-way", points=((4.0, 31.0), (4.0, 33.0)), leads=(2.0, 32.0))
    wall = replace(state.terrain[0], id="wall", points=rectangle(20, 0, 1, 48), going="impassable", look="wall")
    kept = (t for t in state.terrain if t is not west)
    cell = replace(state, terrain=(*kept, replace(west, blocked=True), wall, beyond))
    assert chosen(going_for(cell, Objective(id="deep", name="Deep", at=(3.0, 20.0)))) == LayTile(
        side=A, unit="a1", way="way-1"
    )


def test_sections_are_entered_and_gone_through():
    far = squad("b1", [(50.0, 40.0)])
    state = going_for(
        stormed(squad("a1", PIONEERS[:3]), far), Objective(id="c", name="Store", at=(3.0, 24.0), reach_in=2)
    )
    assert isinstance(chosen(state), EnterSection)
    state = replace(acted(state), turn=state.turn)
    assert chosen(state) == GoToSection(side=A, unit="a1", section="C2")


def test_a_section_is_stormed_where_that_pays():
    state = stormed(squad("a1", PIONEERS, points=90), guard("b1", 1, points=80))
    objective = Objective(id="c", name="Store", at=(9.0, 24.0), reach_in=2)
    assert isinstance(chosen(going_for(state, objective)), StormSection)
    weak = stormed(squad("a1", PIONEERS[:1], points=90), guard("b1", 6, points=80))
    assert not isinstance(chosen(weak), StormSection)


def comes_there(state, *, within=8):
    """What it does until one of it stands at the objective, with three points for each action."""
    goal, full, done = state.scenario.objectives[0], replace(state.turn, ap=3), []

    def is_there(state):
        return any(distance(m.at, goal.at) <= goal.reach_in for m in state.units["a1"].alive)

    for _ in range(within):
        if is_there(state):
            break
        state = replace(state, turn=full)
        done.append(type(chosen(state)))
        state = acted(state)
    assert is_there(state), [kind.__name__ for kind in done]
    return done


def test_they_climb_in_at_a_window_where_the_door_cannot_be_opened():
    """The sill is low enough to step over; one that is higher is climbed."""
    for sill, kind in ((1.2, Move), (1.8, Climb)):
        state = a_field((20.0, 22.0), state="blocked", profile=a_profile(i=6))
        house = state.terrain[0]
        door, window = house.building.openings
        openings = (door, replace(window, sill_in=sill))
        house = replace(house, building=replace(house.building, openings=openings))
        assert kind in comes_there(going_for(replace(state, terrain=(house,)), *INSIDE))


@pytest.mark.parametrize("down", [False, True])
def test_a_lift_is_taken_up_and_down(down):
    """No stairs lead there: the tower has nothing but its lift."""
    start, goal = ((34.0, 12.6), (17.0, 17.0)) if down else ((14.0, 12.6), (37.0, 17.0))
    state = going_for(a_tower(start, levels=(1, 2, 3)), Objective(id="top", name="Top", at=goal, reach_in=2))
    assert RideLift in comes_there(state)


def test_a_squad_comes_together_before_a_lift_and_rides_up():
    """A lift takes those who are within two inches of its doors, all of a unit or none."""
    squad_at = ((14.0, 13.6), (11.0, 10.6), (10.6, 11.6), (10.6, 17.4), (11.6, 17.4))
    state = going_for(a_tower(*squad_at, levels=(1, 2)), Objective(id="top", name="Top", at=(27.0, 17.0), reach_in=2))
    state = replace(state, profiles={name: replace(p, m=2) for name, p in state.profiles.items()})
    assert RideLift in comes_there(state)


def test_a_lift_that_is_jammed_is_left_alone():
    stuck = a_tower((14.0, 12.6), levels=(1, 2), state="jammed")
    state = going_for(stuck, Objective(id="top", name="Top", at=(27.0, 17.0), reach_in=2))
    assert not isinstance(chosen(state), RideLift)


def test_who_is_upstairs_without_stairs_jumps_out_of_the_window():
    window = Opening(a=(20.0, 13.0), b=(20.0, 15.0), kind="window")
    state = a_loft((24.0, 12.0), profile=a_profile(i=6, w=9))
    upper = state.terrain[1]
    opened = replace(upper, building=replace(upper.building, openings=(window,)))
    state = replace(state, terrain=(state.terrain[0], opened))
    assert JumpOut in comes_there(going_for(state, Objective(id="yard", name="Yard", at=(5.0, 14.0), reach_in=2)))


def test_sections_are_left_for_what_lies_outside():
    state = stormed(squad("a1", PIONEERS[:3]), squad("b1", [(50.0, 40.0)]))
    state = going_for(state, Objective(id="c", name="Store", at=(3.0, 24.0), reach_in=2))
    state = replace(acted(state), turn=state.turn)
    away = going_for(state, Objective(id="far", name="Far", at=(40.0, 24.0), reach_in=2))
    assert isinstance(chosen(away), LeaveSection)


def test_where_no_way_leads_in_nobody_works_at_what_cannot_be_opened():
    closed = without_window(going_for(a_field((30.0, 26.2), state="blocked"), *INSIDE))
    assert through(closed) == []
    assert not isinstance(chosen(closed), WorkDoor)
