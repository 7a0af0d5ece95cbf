"""How the house drives in a race: nobody is left to coast into something. (VEH-RACE-04)"""

from msgspec.structs import replace

from rules.arap.minds import rolls
from rules.characters import AGGRESSIVE, CAUTIOUS, consider
from rules.engine import legal_actions
from rules.forces.unit import UnitTurn
from rules.table.building import Building, Opening
from rules.table.scenario import Gate, Race
from rules.table.terrain import Terrain
from rules.vehicles.gemini.street import worth
from rules.vehicles.gemini.street.way_round import way_round
from rules.visibility import view
from tests.builders import A, B, a_battle, a_row, a_unit
from tests.rules.vehicles.gemini.street.test_drive import a_car, street

WALL = Terrain(id="wall", name="Wall", points=((26, 14), (34, 14), (34, 16), (26, 16)), going="impassable", height_in=3)


def test_a_wheel_is_worth_most_where_the_vehicle_would_coast_into_something():
    into, clear, still = (street(a_car(speed=v), terrain=t) for v, t in ((12, (WALL,)), (12, ()), (0, (WALL,))))
    racer = racing(a_car(speed=0), gates=ROUND_THE_WALL)
    found = [worth.of_wheel(state, state.units["a1"]) for state in (into, clear, racer, still)]
    assert found[0] > found[1] == found[2] > 0
    assert found[3] == 0  # it races nobody


def test_a_hunter_comes_no_nearer_than_a_foot():
    """From there its guns do the rest; farther off every inch counts."""
    near, far = (
        max(
            (c for c in consider(state, B, legal_actions(state, B), CAUTIOUS) if c.offer.kind == "street"),
            key=lambda c: c.worth,
        )
        for state in (hunting(at=(28.5, 24)), hunting(at=(8, 24)))
    )
    assert near.why.startswith("0″")
    assert not far.why.startswith("0″")


def hunting(at):
    """B's turn: its car, which stands, and before it one of A that races."""
    state = racing(a_car("b1", at, speed=0, heading=90), a_car("a1", (40, 24)), gates=ROUND_THE_WALL)
    turn = replace(state.turn, order=(B, A), active="b1", ap=1)
    return view(replace(state, turn=turn), B)


def test_a_racer_that_would_crash_rolls_before_others_with_the_dice_that_best_get_it_a_driver():
    """Two dice fail it in one of nine rolls, one in three, three in more than one of four."""
    car, profiles, weapons = a_car(speed=12)
    fresh, squad = (replace(car, now=UnitTurn()), profiles, weapons), a_unit("a2", a_row(5, 10, 10))
    state = view(a_battle(fresh, squad, a_unit("b1", a_row(3, 60, 10)), terrain=(WALL,)), A)
    best = max(consider(state, A, legal_actions(state, A), CAUTIOUS), key=lambda c: c.worth)
    assert (best.offer.action.unit, best.offer.action.dice) == ("a1", 2)
    racer, others = (rolls.prospects(state, state.units[unit], CAUTIOUS).each[0] for unit in ("a1", "a2"))
    assert racer > others


def racing(*units, gates, terrain=()):
    """A table of 72 by 48 with those gates, the last of them the finish."""
    state = street(*units, terrain=terrain)
    return view(replace(state, scenario=replace(state.scenario, race=Race(gates=gates, racers=(A,)))), A)


def best(state):
    return max(consider(state, A, legal_actions(state, A), CAUTIOUS), key=lambda c: c.worth)


ROUND_THE_WALL = (Gate(name="turn", a=(50, 6), b=(50, 18)), Gate(name="the finish", a=(20, 26), b=(20, 42)))
LONG_WALL = replace(WALL, points=((0, 21), (44, 21), (44, 23), (0, 23)))


def test_the_way_round_leads_through_all_gates_and_round_walls():
    state = racing(a_car(at=(20, 12), heading=90), gates=ROUND_THE_WALL, terrain=(LONG_WALL,))
    way = way_round(state, state.units["a1"])
    there, back = way.to_go(0, (20, 12)), way.to_go(1, (50, 12))
    assert 60 < there < 80
    assert 30 < back < there
    assert way.to_go(1, (20, 12)) > 40  # who stands beside the finish behind the wall goes round it all the same
    assert way.ahead(0, (20, 12), 15)[0] > 30
    assert way.to_go(2, (20, 12)) == 0


def test_who_hunts_has_no_way_round():
    state = racing(a_car(at=(20, 12)), a_car("b1", (60, 40)), gates=ROUND_THE_WALL)
    assert way_round(state, state.units["b1"]) is None
    assert state.units["b1"].side == B


def test_a_racer_brakes_before_a_bend_that_it_could_not_take():
    """At 28 inches nothing would be left but the table's edge; slower it comes round to the second gate."""
    gates = (Gate(name="bend", a=(52, 4), b=(52, 20)), Gate(name="the finish", a=(30, 40), b=(30, 47)))
    state = racing(a_car(at=(30, 12), heading=90, speed=20), gates=gates)
    found = best(state)
    assert found.offer.kind == "street"
    assert found.offer.action.speed < 28
    assert found.worth > 0


def test_a_racer_keeps_the_wheel_rather_than_let_the_car_roll():
    """Nothing leads on from beside the edge, yet to steer is better than to coast."""
    state = racing(a_car(at=(60, 12), heading=90, speed=16), gates=ROUND_THE_WALL)
    assert best(state).offer.kind != "finish"


def test_a_racer_drives_over_the_finish():
    state = racing(a_car(at=(24, 34), heading=270, speed=8), gates=ROUND_THE_WALL[1:])
    found = best(state)
    assert found.why == "over the finish"
    assert found.offer.action.speed >= 8


def test_a_cautious_racer_minds_a_crash_no_more_than_any_other():
    """Only the first over the finish counts: who is too slow has lost as surely as who has crashed."""
    gates = (Gate(name="bend", a=(52, 4), b=(52, 20)), Gate(name="the finish", a=(30, 40), b=(30, 47)))
    state = racing(a_car(at=(23, 15), heading=90, speed=12), gates=gates, terrain=(WALL,))
    offers = legal_actions(state, A)
    minded, feared = ([(c.offer, c.worth) for c in consider(state, A, offers, who)] for who in (AGGRESSIVE, CAUTIOUS))
    assert min(worth for _, worth in minded) < 0
    assert minded == feared


HALL = Terrain(
    id="hall",
    name="Hall",
    points=((0.0, 20.0), (72.0, 20.0), (72.0, 28.0), (0.0, 28.0)),
    look="building",
    going="impassable",
    height_in=3,
    building=Building(
        handling="tabletop",
        openings=(Opening(a=(38.0, 20.0), b=(42.0, 20.0), fits=3), Opening(a=(38.0, 28.0), b=(42.0, 28.0), fits=3)),
    ),
)


def test_where_only_the_gates_of_a_hall_lead_to_the_finish_the_way_leads_through_them():
    gates = (Gate(name="the finish", a=(50, 34), b=(50, 46)),)
    state = racing(a_car(at=(20, 10), heading=90), gates=gates, terrain=(HALL,))
    way = way_round(state, state.units["a1"])
    assert way.to_go(0, (20, 10)) < 200
    assert way.to_go(0, (40, 24)) < way.to_go(0, (10, 24))
    assert abs(way.ahead(0, (40, 16), 30)[0] - 40) < 3
    shut = replace(
        HALL, building=replace(HALL.building, openings=(replace(HALL.building.openings[0], state="closed"),))
    )
    closed = racing(a_car(at=(20, 10), heading=90), gates=gates, terrain=(shut,))
    assert way_round(closed, closed.units["a1"]).to_go(0, (20, 10)) == 1000


def test_round_a_house_with_gates_is_shorter_than_through_it_where_there_is_a_way():
    gates = (Gate(name="the finish", a=(40, 34), b=(40, 46)),)
    hall = replace(HALL, points=((30.0, 20.0), (50.0, 20.0), (50.0, 28.0), (30.0, 28.0)))
    state = racing(a_car(at=(40, 10), heading=180), gates=gates, terrain=(hall,))
    assert abs(way_round(state, state.units["a1"]).ahead(0, (40, 14), 14)[0] - 40) > 6
