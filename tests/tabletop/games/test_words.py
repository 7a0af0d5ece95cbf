"""What the ground adds to a way, in words."""

from rules.core.preview import Leg, Toll
from tabletop.games.words import leg_notes, leg_plate


def leg(length: float, cost: float, *tolls: Toll) -> Leg:
    return Leg(to=(0, 0), length_in=length, cost_in=cost, reason="; ".join(t.words for t in tolls), tolls=tolls)


def hill(length: float) -> Toll:
    return Toll(words=f"{length:g}″ Hollin Hill counted double", ground="Hollin Hill", length_in=length, factor=2)


def test_a_leg_wholly_in_dear_ground_is_told_once():
    assert leg_notes([leg(4.24, 8.48, hill(4.24))]) == ("4¼″ cost 8½″: Hollin Hill counts double",)


def test_a_leg_partly_in_dear_ground_tells_how_much_of_it():
    found = leg_notes([leg(6, 8, hill(2)), leg(1, 1)])
    assert found == ("leg 1: 6″ cost 8″: 2″ of Hollin Hill count double",)


def test_turns_and_obstacles_are_told_as_the_engine_words_them():
    assert leg_notes([leg(0, 1, Toll(words="turn 1″"))]) == ("1″: turn 1″",)
    tolls = (Toll(words="turn 0.5″"), Toll(words="over Low wall 1″"))
    assert leg_notes([leg(3, 4.5, *tolls)]) == ("3″ cost 4½″: turn 0.5″, over Low wall 1″",)


def test_a_plate_names_the_ground_that_makes_a_leg_dear():
    assert leg_plate(leg(4.24, 8.48, hill(4.24))) == "8½″ Hollin Hill"
    assert leg_plate(leg(3, 3)) == "3″ open"


def test_a_climb_from_floor_to_floor_says_what_it_costs_not_how_far_the_plans_lie_apart() -> None:
    assert leg_notes([leg(25.5, 2.9, Toll(words="up Hall Stairs 2¼″"))]) == ("2⅞″: up Hall Stairs 2¼″",)


def test_ground_that_a_leg_enters_twice_is_told_once_and_a_step_of_nothing_not_at_all():
    spinney = Toll(words="", ground="Crow Spinney", length_in=0.01, factor=2)
    assert leg_notes([leg(4, 6, hill(1.5), spinney, hill(0.5))]) == ("4″ cost 6″: 2″ of Hollin Hill count double",)
