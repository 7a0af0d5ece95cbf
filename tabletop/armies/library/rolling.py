"""Characteristics that are random: what is rolled for them, and what that comes to. (VEH-CAR-01, VEH-TYPE-01 to -04)

An owner rolls when the roster is made, or leaves it to the table, where the rules roll before the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from rules.forces.profile import Profile
from rules.questions import units
from rules.questions.units import RandomValue, random_values
from tabletop.ui.words import inches_text

MOST_FACES: Final = 4


def rolls(profile: Profile | None) -> tuple[RandomValue, ...]:
    """What is rolled for a model of that profile, two dice each."""
    vehicle = profile.hull if profile else None
    return random_values(vehicle) if vehicle is not None else ()


def formula(roll: RandomValue) -> str:
    """`2D6 + 20″`."""
    return f"2D{roll.sides} + {inches_text(roll.added)}"


def thrown(profile: Profile | None, die: Callable[[int], int]) -> tuple[int, ...]:
    """Faces for everything that is random; `die` gives one from 1 to the sides that it is given."""
    return tuple(die(roll.sides) for roll in rolls(profile) for _ in range(2))


def fits(profile: Profile | None, faces: Sequence[int]) -> bool:
    """Whether these are faces for what is random of the profile."""
    sides = [roll.sides for roll in rolls(profile) for _ in range(2)]
    return len(sides) == len(faces) > 0 and all(1 <= face <= most for face, most in zip(faces, sides, strict=True))


def settled(profile: Profile, faces: Sequence[int]) -> Profile:
    """The profile with what was rolled for it; unchanged where that does not fit."""
    if not fits(profile, faces) or profile.hull is None:
        return profile
    rolled = {roll.name: inches for roll, inches in _results(profile, faces)}
    return replace(profile, hull=units.settled(profile.hull, rolled))


def _results(profile: Profile, faces: Sequence[int]) -> list[tuple[RandomValue, float]]:
    pairs = [faces[at : at + 2] for at in range(0, len(faces), 2)]
    return [(roll, max(sum(pair) + roll.added, roll.least)) for roll, pair in zip(rolls(profile), pairs, strict=True)]


def in_words(profile: Profile, faces: Sequence[int]) -> str:
    """`Maximum speed 27″ (4 + 3 + 20″), Acc/Dec 9″ (2 + 3 + 4″)`; formulas where nothing was rolled yet."""
    if not fits(profile, faces):
        return ", ".join(f"{roll.name} {formula(roll)}" for roll in rolls(profile))
    results = _results(profile, faces)
    return ", ".join(
        f"{roll.name} {inches_text(inches)} ({faces[2 * n]} + {faces[2 * n + 1]} + {inches_text(roll.added)})"
        for n, (roll, inches) in enumerate(results)
    )
