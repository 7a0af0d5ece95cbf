"""Scatter and veering thrown at the table, for whatever the chapters leave to it. (ARAP-SCAT-01 to -09)

Real dice may be used: their faces and the two places where they lie are typed in, and the line between them counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from rules.arap.templates import marker
from rules.arap.templates import scatter as templates_scatter
from rules.core.refusal import Refusal
from rules.core.words import does
from rules.dice import scatter
from rules.dice.scatter import Scatter
from rules.events import Rolled
from rules.forces.unit import Point
from rules.progress import Action, Progress
from rules.state import Event, GameState

TableManner = Literal["double", "scatter-only", "reduced", "short", "short-only", "three-dice", "veer"]

RULES: Final[dict[TableManner, str]] = {
    "double": "ARAP-SCAT-02",
    "scatter-only": "ARAP-SCAT-04",
    "reduced": "ARAP-SCAT-05",
    "short": "ARAP-SCAT-06",
    "short-only": "ARAP-SCAT-07",
    "three-dice": "ARAP-SCAT-08",
    "veer": "ARAP-SCAT-09",
}

TABLE_MANNERS: Final[dict[TableManner, str]] = {
    "double": "both dice together, not on a double",
    "scatter-only": "both dice together, always",
    "reduced": "both dice together less a skill, not on a double",
    "short": "higher less lower, not on a double",
    "short-only": "higher less lower, always",
    "three-dice": "the two highest of three dice",
    "veer": "left and right dice of a veering machine",
}
"""How a scatter may be thrown for, in words."""

MOST_SKILL: Final = 12


class ScatterThrown(Event, frozen=True, kw_only=True, tag="ScatterThrown"):
    """Dice thrown at the table said how far and which way: a bearing, or to which side of a machine."""

    manner: TableManner
    distance_in: int
    bearing_deg: float = 0
    veers: Literal["left", "right", "none"] | None = None
    why: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes by itself: the table says what it decides."""
        return state

    def sentence(self, state: GameState) -> str:
        """How far and which way."""
        return f"{self.why}: {self._in_words}" if self.why else self._in_words[:1].upper() + self._in_words[1:]

    @property
    def _in_words(self) -> str:
        if not self.distance_in:
            return "no scatter" if self.veers is None else "goes straight on"
        if self.veers is not None:
            return f"veers {self.distance_in}″ to the {self.veers}"
        return f"scatters {self.distance_in}″ on a bearing of {self.bearing_deg:.4g}°"


class TableScatter(Action, frozen=True, kw_only=True, tag="TableScatter"):
    """Throw for a scatter that no other action throws for. (ARAP-SCAT-01 to -09)

    With real dice `faces` are theirs, the pointer first, and `pointer_at` and `base_at` where they lie: in any unit,
    x to the right and y down.
    """

    manner: TableManner
    skill: int = 0
    why: str = ""
    faces: tuple[int, ...] = ()
    pointer_at: Point | None = None
    base_at: Point | None = None

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """A skill that there is; real dice with as many faces as are thrown, and a line between them."""
        if abs(self.skill) > MOST_SKILL or (self.skill and self.manner != "reduced"):
            allowed = f"-{MOST_SKILL} to {MOST_SKILL}, with a scatter less a skill; else 0"
            return Refusal("bad-number", f"A skill of {self.skill} is not taken off.", RULES[self.manner], allowed)
        if self._is_real and (len(self.faces) != len(self._labels) or not all(1 <= f <= 6 for f in self.faces)):
            allowed = f"{len(self._labels)} faces of 1 to 6, the pointer first; or none, and the dice are thrown here"
            return Refusal("bad-die", "Those are not the faces of the dice.", RULES[self.manner], allowed)
        return self._no_line() if self._is_real and self.manner != "veer" else None

    def _no_line(self) -> Refusal | None:
        ends = [end for end in (self.pointer_at, self.base_at) if end is not None]
        if len(ends) == 2 and ends[0] != ends[1]:
            return None
        allowed = "two different places, each as two numbers"
        return Refusal("no-line", "There is no line from the base die to the pointer.", "ARAP-SCAT-01", allowed)

    @property
    def _is_real(self) -> bool:
        return bool(self.faces) or self.pointer_at is not None or self.base_at is not None

    @property
    def _labels(self) -> tuple[str, ...]:
        if self.manner == "veer":
            return ("veer-left", "veer-right")
        return ("scatter-a", "scatter-b", *(("scatter-c",) if self.manner == "three-dice" else ()))

    def resolve(self, progress: Progress) -> None:
        """The dice fall, or are entered; what they come to is logged for everybody."""
        seven = self.manner in ("double", "reduced") and marker.sevens(progress.state)
        rules = (RULES[self.manner], *(("ARAP-SCAT-03",) if seven else ()))
        dice = self._read_off(progress, rules) if self._is_real else self._thrown(progress, rules)
        if self.manner == "veer":
            found = scatter.veer(dice[0], dice[1])
            progress.emit(self._event(found.distance_in, 0, rules, veers=found.side))
            return
        came = self._read(dice, 0, seven=seven)
        moot = not came.distance_in and templates_scatter.throws_no_direction(progress, self.side)
        bearing = 0 if self._is_real or moot else round(self._direction(progress), 4)
        if self.pointer_at is not None and self.base_at is not None:
            bearing = round(scatter.thrown_bearing_deg(self.pointer_at, self.base_at), 4)
        progress.emit(self._event(came.distance_in, bearing, (*rules, "ARAP-SCAT-01")))

    def _why(self, progress: Progress) -> str:
        name = progress.state.side(self.side).name
        verb, rest = ("enters", "real dice") if self._is_real else ("throws", "for scatter")
        text = f"{name} {verb}" if progress.state.is_older_than("7") else does(name, verb)
        return f"{text} {rest}, {TABLE_MANNERS[self.manner]}" + (f": {self.why}" if self.why else "")

    def _thrown(self, progress: Progress, rules: Sequence[str]) -> list[int]:
        why = self._why(progress)
        return [progress.roll(label, why=why, rules=rules).dice[0] for label in self._labels]

    def _read_off(self, progress: Progress, rules: Sequence[str]) -> list[int]:
        """Faces that were read off real dice; the seal knows nothing of them."""
        why, by = self._why(progress), progress.state.side(self.side).name
        for label, face in zip(self._labels, self.faces, strict=True):
            progress.emit(Rolled(side=self.side, label=label, dice=(face,), why=why, rules=tuple(rules), entered_by=by))
        return list(self.faces)

    def _direction(self, progress: Progress) -> float:
        why = "which way it scatters"
        return progress.roll("direction", sides=360, why=why, rules=("ARAP-SCAT-01",)).bearing_deg

    def _read(self, dice: Sequence[int], direction: float, *, seven: bool) -> Scatter:
        a, b = dice[:2]
        match self.manner:
            case "scatter-only":
                return scatter.scatter_only(a, b, direction)
            case "reduced":
                return scatter.reduced(a, b, direction, self.skill, seven_is_hit=seven)
            case "short":
                return scatter.short(a, b, direction)
            case "short-only":
                return scatter.short_only(a, b, direction)
            case "three-dice":
                return scatter.three_dice(a, b, dice[2], direction)
        return scatter.double_dice(a, b, direction, seven_is_hit=seven)

    def _event(
        self,
        inches: int,
        bearing: float,
        rules: Sequence[str],
        *,
        veers: Literal["left", "right", "none"] | None = None,
    ) -> ScatterThrown:
        return ScatterThrown(
            side=self.side,
            manner=self.manner,
            distance_in=inches,
            bearing_deg=bearing if inches else 0,
            veers=veers,
            why=self.why,
            rules=tuple(rules),
        )


ACTIONS: tuple[type[Action], ...] = (TableScatter,)
EVENTS: tuple[type[Event], ...] = (ScatterThrown,)
