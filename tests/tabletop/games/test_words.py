"""What the ground adds to a way, in words."""

from rules.core.preview import Leg
from tabletop.games.words import leg_notes, leg_plate


def leg(length: float, cost: float, reason: str) -> Leg:
    return Leg(to=(0, 0), length_in=length, cost_in=cost, reason=reason)


def test_a_leg_wholly_in_dear_ground_is_told_once():
    assert leg_notes([leg(4.24, 8.48, "4.24″ Hollin Hill counted double")]) == (
        "4¼″ cost 8½″: Hollin Hill counts double",
    )


def test_a_leg_partly_in_dear_ground_tells_how_much_of_it():
    told = leg_notes([leg(6, 8, "2″ Hollin Hill counted double"), leg(1, 1, "")])
    assert told == ("leg 1: 6″ cost 8″: 2″ of Hollin Hill count double",)


def test_turns_and_obstacles_are_told_as_the_engine_words_them():
    assert leg_notes([leg(0, 1, "turn 1″")]) == ("1″: turn 1″",)
    assert leg_notes([leg(3, 4.5, "turn 0.5″; over Low wall 1″")]) == ("3″ cost 4½″: turn 0.5″, over Low wall 1″",)


def test_a_plate_names_the_ground_that_makes_a_leg_dear():
    assert leg_plate(leg(4.24, 8.48, "4.24″ Hollin Hill counted double")) == "8½″ Hollin Hill"
    assert leg_plate(leg(3, 3, "")) == "3″ open"
