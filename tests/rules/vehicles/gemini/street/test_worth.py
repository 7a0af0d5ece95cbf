"""How the house drives in a race: nobody is left to coast into something. (VEH-RACE-04)"""

from msgspec.structs import replace

from rules.arap.minds import rolls
from rules.characters import CAUTIOUS, consider
from rules.engine import legal_actions
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from rules.vehicles.gemini.street import worth
from rules.visibility import view
from tests.builders import A, a_battle, a_row, a_unit
from tests.rules.vehicles.gemini.street.test_drive import a_car, street

WALL = Terrain(id="wall", name="Wall", points=((26, 14), (34, 14), (34, 16), (26, 16)), going="impassable", height_in=3)


def test_a_wheel_is_worth_most_where_the_vehicle_would_coast_into_something():
    into, clear, still = (street(a_car(speed=v), terrain=t) for v, t in ((12, (WALL,)), (12, ()), (0, (WALL,))))
    found = [worth.of_wheel(state, state.units["a1"]) for state in (into, clear, still)]
    assert found[0] > found[1] == found[2] > 0


def test_a_racer_that_would_crash_rolls_before_others_with_the_dice_that_best_get_it_a_driver():
    """Two dice fail it in one of nine rolls, one in three, three in more than one of four."""
    car, profiles, weapons = a_car(speed=12)
    fresh, squad = (replace(car, now=UnitTurn()), profiles, weapons), a_unit("a2", a_row(5, 10, 10))
    state = view(a_battle(fresh, squad, a_unit("b1", a_row(3, 60, 10)), terrain=(WALL,)), A)
    best = max(consider(state, A, legal_actions(state, A), CAUTIOUS), key=lambda c: c.worth)
    assert (best.offer.action.unit, best.offer.action.dice) == ("a1", 2)
    racer, others = (rolls.prospects(state, state.units[unit], CAUTIOUS).each[0] for unit in ("a1", "a2"))
    assert racer > others
