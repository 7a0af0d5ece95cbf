"""Luck: what was rolled against what was due, with how unlikely the difference is.

A roll counts when it is made or missed against a number. Charts, scatter, distances and rolls that nobody wants to make
are left out, and so are dice that a second one decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from rules.dice.goals import TwoWay, needs_second, succeeds
from rules.events import Rolled

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "Activation": ("activation",),
    "To hit": ("to-hit", "assault-vehicle-to-hit", "stand-and-fire", "free-hack"),
    "To wound": ("to-wound",),
    "Saves": ("save",),
    "Penetration": ("armour-penetration", "melta-penetration", "ordnance-penetration", "ram-penetration"),
    "Leadership": (
        "break-off",
        "casualties-test",
        "leadership",
        "morale",
        "pinning-test",
        "pursuit-halt",
        "pursuit-restraint",
        "rally",
        "suppression-test",
    ),
    "Agility and driving": ("agility", "hull-down", "ram-dodge"),
}
"""Kinds of rolls by the labels of their dice."""

_KIND_OF: Final = {label: kind for kind, labels in KINDS.items() for label in labels}
_MOST_SUMS: Final = 50_000
"""Sums of more throws than that are of no roll that counts."""
FEWEST: Final = 5
"""With fewer rolls nothing is said of luck."""


class Trial(NamedTuple):
    """One die, or one sum, against its number: what it was, whether it was made, and how likely that was."""

    seq: int
    side: str
    unit: str
    kind: str
    made: bool
    chance: Fraction
    by_hand: bool


class Account(NamedTuple):
    """Rolls together: how many, how many made, how many were due (with its spread), and how rare that is."""

    rolls: int
    made: int
    due: float
    spread: float
    """One standard deviation."""
    rare: float
    """The chance of luck at least as good, or at least as bad where it was bad."""
    hill: tuple[float, ...]
    """The chance of each number made, from none to all."""

    @property
    def beyond(self) -> float:
        """Made beyond what was due."""
        return self.made - self.due

    @property
    def too_few(self) -> bool:
        """Whether there are too few rolls to tell."""
        return self.rolls < FEWEST


def trials(rolled: Rolled) -> tuple[Trial, ...]:
    """What a throw says of luck, nothing where it is of no counted kind."""
    kind = _KIND_OF.get(rolled.label)
    if kind is None or rolled.goal is None or rolled.sense not in ("low", "high"):
        return ()
    sense: TwoWay = "low" if rolled.sense == "low" else "high"
    if rolled.total is not None:
        if rolled.sides ** len(rolled.dice) > _MOST_SUMS:
            return ()
        chance = _of_sum(len(rolled.dice), rolled.sides, rolled.total - sum(rolled.dice), rolled.goal, sense)
        made = rolled.made[:1]
    else:
        chance = _of_die(rolled.sides, rolled.goal, sense)
        made = rolled.made
    unit = rolled.unit or ""
    return tuple(
        Trial(rolled.seq, rolled.side or "", unit, kind, each, chance, bool(rolled.entered_by))
        for each in made
        if each is not None
    )


@lru_cache(maxsize=512)
def _of_die(sides: int, goal: int, sense: TwoWay) -> Fraction:
    """The chance that a die makes its number, of those faces that no second die decides."""
    faces = [face for face in range(1, sides + 1) if not needs_second(goal, sense, face)]
    return Fraction(sum(succeeds(face, goal, sense) for face in faces), len(faces)) if faces else Fraction(0)


@lru_cache(maxsize=512)
def _of_sum(dice: int, sides: int, more: int, goal: int, sense: TwoWay) -> Fraction:
    sums = [sum(faces) + more for faces in product(range(1, sides + 1), repeat=dice)]
    return Fraction(sum(total <= goal if sense == "low" else total >= goal for total in sums), len(sums))


def account(rolls: Sequence[Trial]) -> Account:
    """Those rolls together; chances are exact up to floating point (Poisson binomial)."""
    hill = _hill(rolls)
    made = sum(roll.made for roll in rolls)
    chances = [float(roll.chance) for roll in rolls]
    due = sum(chances)
    spread = sum(chance * (1 - chance) for chance in chances) ** 0.5
    rare = sum(hill[made:]) if made >= due else sum(hill[: made + 1])
    return Account(len(rolls), made, due, spread, min(rare, 1.0), hill)


def _hill(rolls: Iterable[Trial]) -> tuple[float, ...]:
    hill = [1.0]
    for roll in rolls:
        p = float(roll.chance)
        less, more = [*hill, 0.0], [0.0, *hill]
        hill = [a * (1 - p) + b * p for a, b in zip(less, more, strict=True)]
    return tuple(hill)
