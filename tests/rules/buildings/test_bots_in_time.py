"""Bots in and about buildings count ways, not lines over the plan; come together where they lag."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from rules.arap.turn.activation import Activate
from rules.buildings.carriers.ride import RideLift
from rules.buildings.tiles import shapes
from rules.characters import AGGRESSIVE, consider
from rules.engine import legal_actions
from rules.table.scenario import Objective, Scenario
from tests.builders import A, a_battle, a_unit
from tests.rules.buildings.carriers.test_stairs import STAIRS, a_loft
from tests.rules.buildings.test_bots_inside import acted, chosen, comes_there, going_for


def worth_of_three_dice(state):
    state = replace(state, turn=replace(state.turn, active=None, ap=0))
    found = consider(state, A, legal_actions(state, A), AGGRESSIVE)
    return next(c.worth for c in found if isinstance(c.offer.action, Activate) and c.offer.action.dice == 3)


def test_a_roll_is_worth_more_to_who_is_near_on_foot_than_to_who_is_near_on_the_plan():
    """The loft is laid out three inches from the eastern end of the ground floor; the stairs are in its west."""
    loft = Objective(id="loft", name="Loft", at=(21.5, 16.0), reach_in=2)
    by_the_stairs, farther_off, by_the_plan = (
        worth_of_three_dice(going_for(a_loft(at, ladder=STAIRS), loft))
        for at in ((14.0, 15.5), (12.0, 12.0), (18.5, 17.0))
    )
    assert by_the_stairs > farther_off > by_the_plan


def sample(name):
    return msgspec.json.decode(Path(f"tabletop/sample/{name}.scenario.json").read_bytes(), type=Scenario)


def at_the_hoist(*places):
    """A squad of Signal House, its lead before the hoist; the east door is open, the lane is out of doors."""
    scenario = sample("sallow-gate")
    house = next(t for t in scenario.terrain if t.id == "signal-house")
    openings = tuple(replace(o, state="open") if o.name == "east door" else o for o in house.building.openings)
    opened = replace(house, building=replace(house.building, openings=openings))
    terrain = tuple(opened if t is house else t for t in scenario.terrain)
    far = a_unit("b1", [(2.0, 2.0)])
    state = a_battle(a_unit("a1", list(places)), far, active="a1", ap=3, terrain=terrain)
    return going_for(state, Objective(id="mast", name="Mast", at=(47.0, 28.0)))


def test_those_who_are_still_before_the_house_come_in_to_the_lift_by_its_door():
    """A wall is between the lead and two of the others, who come round by the door, and closer in two goes."""
    state = at_the_hoist((33.621, 6.175), (33.843, 7.154), (34.065, 8.134), (35.696, 7.51), (35.932, 6.355))
    assert RideLift in comes_there(state)


def in_a_bend(terrain):
    """Undercroft with a bend behind the upper western gate, which leads down to the western gallery."""
    bend = shapes.pieces(shapes.on_grid(shapes.TileStack(), (10.5, 7.5)), "bend", "L", frozenset({2, 3}))
    return (*(t for t in terrain if t.id not in {"west-way-0", "west-hall-way-0"}), *bend)


def test_those_who_lag_in_a_corridor_come_up_where_they_keep_their_lead_from_going_on():
    """The last two are still before the gate: nobody stands more than three inches from the rest."""
    squad = [(10.64, 10.85), (10.24, 8.38), (7.25, 8.38), (6.12, 9.93)]
    others = [(10.38, 9.43), (9.11, 7.85), (7.04, 15.77), (7.13, 9.75), (6.95, 10.99)]
    units = (a_unit("a1", squad), a_unit("a2", others), a_unit("b1", [(29.0, 29.0)]))
    state = a_battle(*units, active="a1", ap=2, terrain=in_a_bend(sample("undercroft").terrain))
    state = going_for(state, Objective(id="crossing", name="Crossing", at=(15.5, 12.5)))
    assert chosen(state).path[-1].at == squad[0], "the lead stays"
    after = acted(state)
    assert [m.at for m in after.units["a1"].models[2:]] != squad[2:]
