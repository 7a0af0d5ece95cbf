"""Luck: what was rolled against what was due, with how unlikely the difference is.

A roll counts when it is made or missed against a number. Charts, scatter, distances and rolls that nobody wants to make
are left out, and so are dice that a second one decides. Of the Rules Crusade each combat die counts with what it shows
(CRU-DICE-01), where whoever it is thrown for wants much of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from rules.dice.faces import combat
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

POOLS: Final[Mapping[str, tuple[str, ...]]] = {
    "Shooting": ("crusade-attack", "crusade-snap-fire", "crusade-pod-impact"),
    "Defence": ("crusade-defence", "crusade-vehicle-defence"),
    "Melee": ("crusade-melee-attack", "crusade-melee-defence"),
    "Ramming and over-running": ("crusade-overrun", "crusade-ram", "crusade-ram-defence"),
}
"""Kinds of pools of combat dice by their labels: not of what befalls one's own, as wrecks and fires do."""

_KIND_OF: Final = {label: kind for kind, labels in (*KINDS.items(), *POOLS.items()) for label in labels}
_MOST_SUMS: Final = 50_000
"""Sums of more throws than that are of no roll that counts."""
FEWEST: Final = 5
"""With fewer rolls nothing is said of luck."""


class Trial(NamedTuple):
    """One die, or one sum, against its number: what it was, whether it was made, and how likely that was.

    Or one combat die: `made` is what it shows, `chance` what is due of it, `shows` the chance of each number from 0 on.
    """

    seq: int
    side: str
    unit: str
    kind: str
    made: int
    chance: Fraction
    by_hand: bool
    shows: tuple[Fraction, ...] = ()

    @property
    def outcomes(self) -> tuple[Fraction, ...]:
        """The chance of each number made, from none on."""
        return self.shows or (1 - self.chance, self.chance)

    @property
    def variance(self) -> Fraction:
        """The square of its spread."""
        return sum((n * n * chance for n, chance in enumerate(self.outcomes)), Fraction(0)) - self.chance**2


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


def pool(rolled: Rolled) -> tuple[Trial, ...]:
    """What a pool of combat dice says of luck, die by die; nothing where it is no pool that counts. (CRU-DICE-01)"""
    kind = _KIND_OF.get(rolled.label)
    if kind is None or kind not in POOLS or not rolled.is_combat:
        return ()
    side, unit, by_hand = rolled.side or "", rolled.unit or "", bool(rolled.entered_by)
    return tuple(Trial(rolled.seq, side, unit, kind, each, _DUE, by_hand, _SHOWS) for each in rolled.readings)


_SHOWS: Final = tuple(Fraction(sum(combat(face) == n for face in range(1, 7)), 6) for n in range(combat(6) + 1))
_DUE: Final = sum((n * chance for n, chance in enumerate(_SHOWS)), Fraction(0))


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
    due = sum(float(roll.chance) for roll in rolls)
    spread = sum(float(roll.variance) for roll in rolls) ** 0.5
    rare = sum(hill[made:]) if made >= due else sum(hill[: made + 1])
    return Account(len(rolls), made, due, spread, min(rare, 1.0), hill)


def _hill(rolls: Iterable[Trial]) -> tuple[float, ...]:
    hill = [1.0]
    for roll in rolls:
        outcomes = [float(chance) for chance in roll.outcomes]
        after = [0.0] * (len(hill) + len(outcomes) - 1)
        for made, chance in enumerate(outcomes):
            for n, before in enumerate(hill):
                after[n + made] += before * chance
        hill = after
    return tuple(hill)
