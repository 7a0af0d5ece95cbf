"""What an action would cost and how likely it is, before any die is thrown."""

from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import Struct

from rules.core.modifier import Modifier
from rules.core.refusal import Refusal


class Toll(Struct, frozen=True, kw_only=True):
    """One reason why a leg costs what it does, in words. Of ground that counts more: its name, how much, how often."""

    words: str
    ground: str = ""
    length_in: float = 0
    factor: float = 1


class Leg(Struct, frozen=True, kw_only=True):
    """One leg of a path: where it ends (inches), its length and its cost in inches of allowance, and why."""

    to: tuple[float, float]
    length_in: float
    cost_in: float
    reason: str = ""
    tolls: tuple[Toll, ...] = ()
    """The same reason in parts."""


class Chance(Struct, frozen=True, kw_only=True):
    """One named chance; `exact` is a fraction such as "5/36", `value` the same as a float."""

    label: str
    exact: str
    value: float


class Average(Chance, frozen=True, kw_only=True):
    """A mean of what is counted rather than a chance; written in JSON as a chance is."""


class Ending(Chance, frozen=True, kw_only=True):
    """The chance that a vehicle is done for, which is shown whatever else is; written in JSON as a chance is."""


class Mishap(Chance, frozen=True, kw_only=True):
    """The chance that a machine gets out of hand, which is shown whatever else is; written in JSON as a chance is."""


class Success(Chance, frozen=True, kw_only=True):
    """The chance that what is tried comes off; written in JSON as a chance is."""


def success(label: str, exact: Fraction | int) -> Success:
    """That chance with its label."""
    return Success(label=label, exact=str(exact), value=float(exact))


def average(label: str, exact: Fraction | int) -> Average:
    """A mean with its label."""
    return Average(label=label, exact=str(exact), value=float(exact))


class ShotLine(Struct, frozen=True, kw_only=True):
    """What one group of like weapons would do: dice, numbers needed, modifiers by name and exact chances."""

    weapon: str
    name: str
    shooters: int
    shots: int
    goal: int
    goal_text: str
    modifiers: tuple[Modifier, ...]
    chances: tuple[Chance, ...]
    notes: tuple[str, ...] = ()


class BlowLine(ShotLine, frozen=True, kw_only=True):
    """Blows in close combat instead of shots; written in JSON as shots are."""

    in_return: bool = False
    """Whether it is the enemy who strikes."""


CANNOT_HURT: Final = "cannot hurt it"
CANNOT_HURT_HULL: Final = "cannot hurt the hull"
"""What stands in place of the number needed where no die will do."""


class HitLine(ShotLine, frozen=True, kw_only=True):
    """What a hit of those weapons does to a machine; written in JSON as shots are."""


class Doubtful(Struct, frozen=True, kw_only=True):
    """A line of sight, or a figure at an edge, of which a ruling may be asked; places in inches.

    `matter` is "seen", "clear" of friends, or "under" a template; `counts` how it is taken now, `settled` whether that
    was ruled. (ARAP-SHOOT-03, ARAP-SHOOT-07, ARAP-TMPL-06)
    """

    matter: str
    model: str
    at: tuple[float, float]
    to: tuple[float, float] | None
    counts: bool
    settled: bool
    rule: str


RUNS_INTO: Final = "runs into "
"""How a preview begins what it says about what is in the way."""


class Arrival(NamedTuple):
    """Where those who move would come to stand (id, x, y, facing), and why that fails, if it is known to."""

    ghosts: tuple[tuple[str, float, float, float], ...]
    barred: str = ""


class Preview(Struct, frozen=True, kw_only=True):
    """The answer to "what if": cost, path, shots, chances and notes, or the refusal."""

    ap: int = 0
    refusal: Refusal | None = None
    legs: tuple[Leg, ...] = ()
    spent_in: float = 0
    allowance_in: float = 0
    shots: tuple[ShotLine, ...] = ()
    chances: tuple[Chance, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    ghosts: tuple[tuple[str, float, float, float], ...] = ()
    """Where each model would stand: id, x, y (inches), facing (degrees)."""
    halts: tuple[tuple[str, float, float, float], ...] = ()
    """Where it comes to a stop before that if its dice are bad: in words, x, y (inches), facing (degrees)."""
    marked: tuple[str, ...] = ()
    """Models in the way, or left behind by it, whom the board marks."""
    doubts: tuple[Doubtful, ...] = ()
    """What may be ruled on before dice fall."""
    vain: str = ""
    """Why it is known beforehand to fail, in two or three words: "falls short"; empty where it may come off."""

    @property
    def in_vain(self) -> str:
        """The same, read off its numbers as well: hits that no armour heeds, a test without a chance."""
        tried = [chance for chance in self.chances if isinstance(chance, Success)]
        if tried and not any(chance.value for chance in tried):
            return self.vain or "cannot succeed"
        return self.vain or ("" if self._may_hurt else CANNOT_HURT)

    @property
    def _may_hurt(self) -> bool:
        if self.shots and all(any(CANNOT_HURT in note for note in line.notes) for line in self.shots):
            return False  # every blow at a hull says so of itself
        hits = [line for line in self.shots if isinstance(line, HitLine)]
        on_others = {line.weapon for line in self.shots} - {line.weapon for line in hits}
        return not hits or bool(on_others) or any(line.goal_text != CANNOT_HURT for line in hits)

    @property
    def arrival(self) -> Arrival:
        """What counts for whoever only asks where it leads."""
        collides = any(note.lower().startswith(RUNS_INTO) for note in self.notes)
        return Arrival(self.ghosts, self.in_vain or ("something is in the way" if collides else ""))

    @property
    def collision(self) -> str:
        """What it would run into, in words; nothing where the way is clear."""
        return next((note for note in self.notes if note.startswith(RUNS_INTO)), "")
