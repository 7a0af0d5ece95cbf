"""Throws of dice as the log, the tray and the screen show them: faces, what they needed, what came of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeVar

from rules.core.drawn import DrawnCard
from rules.core.modifier import Modifier
from rules.dice.goals import TwoWay, goal_text, needs_second
from rules.events import Rolled
from rules.rulebook import labels
from tabletop.games import words as games_words
from tabletop.games.words import Row, receipt_rows
from tabletop.ui.dice import CARD, COMBAT
from tabletop.ui.words import compass_text, needed_text, signed_text

Part = TypeVar("Part")
"""Whatever else stands between throws."""

SECOND = "extended-reroll"
"""The label of second dice, of goals that one die cannot show. (ARAP-DICE-06, -07)"""

_D6 = 6


@dataclass(frozen=True, kw_only=True)
class Roll:
    """Dice thrown together: each face with how it came out, what was needed, why, and what came of it."""

    seq: int
    label: str
    why: str
    faces: tuple[tuple[int | str, str], ...]
    sides: int
    need: str
    base: int | None
    modifiers: tuple[Modifier, ...]
    goal: int | None
    result: str
    rules: tuple[str, ...]
    unit: str = ""
    of_side: str = ""
    """Whose that unit was by then. (CRU-TRAN-06)"""
    entered_by: str = ""
    about: str = ""
    """Who does what to whom, where these dice are the first that is heard of it."""
    tone: int = 0
    """The colour of its dice where a volley has several groups, from 1. (ARAP-SHOOT-09)"""
    led_by: str = ""
    """Whose Leadership it is, where members differ. (ARAP-DICE-05)"""
    card: DrawnCard | None = None
    """The card that lies in place of the die that drew it. (CRU-DMG-03)"""
    in_pairs: bool = False
    """Whether each two dice are read together, the first as tens. (ARAP-DICE-12, -13)"""

    is_roll: ClassVar[bool] = True

    @property
    def rule(self) -> str:
        """The rule that stands for all of them."""
        return self.rules[0] if self.rules else ""

    @property
    def dice(self) -> tuple[tuple[int | str, str, int], ...]:
        """Each face with how it came out and its colour: tens and units differ. (ARAP-DICE-13)"""
        return tuple((*face, n % 2 + 1 if self.in_pairs else self.tone) for n, face in enumerate(self.faces))

    @property
    def came_to_nothing(self) -> bool:
        """Whether all its dice missed, or what it was thrown for failed."""
        return all(outcome in ("miss", "fail") for _, outcome in self.faces)

    @property
    def shown_need(self) -> str:
        """What they must show: "3 or less"; of what nobody wants, what that is: "bad on 1"."""
        return games_words.shown_need(self.label, self.need)

    @property
    def need_text(self) -> str:
        """What the dice are for and what they must show: "hit 3 or less", "hazard, harmed on 1"."""
        whose = f" of {self.led_by}" if self.led_by else ""
        comma = "," if self.shown_need != self.need else ""
        return f"{games_words.purpose(self.label)}{whose}{comma} {self.shown_need}".strip().removesuffix(":")

    @property
    def receipt(self) -> tuple[games_words.Row, ...]:
        """What the number is made of; nothing where it is not modified."""
        if self.is_added:
            return (Row(str(sum(int(face) for face, _ in self.faces)), "the dice"), *receipt_rows(self.modifiers))
        return games_words.receipt(self.label, self.base, self.modifiers, self.rule)

    @property
    def is_added(self) -> bool:
        """Whether the modifiers go to the dice instead of the goal. (ARAP-MORAL-01)"""
        return self.label == "morale" and bool(self.modifiers)

    @property
    def total(self) -> str:
        """The number needed, or that the dice come to, under its receipt."""
        if self.is_added:
            return self.result.partition(",")[0]
        return "" if self.goal is None else signed_text(self.goal).removeprefix("+")

    @property
    def what(self) -> str:
        """The words after that number."""
        if self.is_added:
            return f"in all, {self.need} needed"
        verb = games_words.purpose(self.label)
        beyond = self.goal is not None and self.sides == _D6 and ", then " in self.need
        words = f"means {self.need}" if beyond else self.need.partition(" ")[2]
        return f"{words} to {verb}" if words and verb in ("hit", "wound", "penetrate") else words


def of(
    rolled: Rolled,
    comes_to: str = "",
    card: DrawnCard | None = None,
    *,
    who: str = "",
    whom: str = "",
    names: Iterable[str] = (),
) -> Roll:
    """A throw as the log shows it, with what it came to where its faces do not say so, or the card that it drew.

    `who` and `whom` are the names of both units, `names` all of the battle that stay as they are within a sentence.
    """
    each = len(rolled.made) == len(rolled.dice) and rolled.total is None
    miss = "fail" if rolled.label == "activation" else "miss"
    outcomes = ["" if made is None else "made" if made else miss for made in rolled.made if each]
    if rolled.label in labels() and labels()[rolled.label].is_doubles:
        each, outcomes = True, ["fail" if rolled.dice.count(die) > 1 else "" for die in rolled.dice]
    shown: tuple[int | str, ...] = (card.name,) if card else rolled.readings if rolled.is_combat else rolled.dice
    need = ""
    if rolled.goal is not None and rolled.sense in ("low", "high"):
        sense: TwoWay = "low" if rolled.sense == "low" else "high"
        singly = rolled.total is None
        need = goal_text(rolled.goal, sense) if singly else _of_total(rolled.goal, sense, len(rolled.dice))
    return Roll(
        seq=rolled.seq,
        label=rolled.label,
        why=(why := _on(rolled.label, _why(rolled), whom)),
        about=_about(rolled.label, why, who, whom, names),
        faces=tuple(zip(shown, outcomes if each else [""] * len(shown), strict=True)),
        sides=CARD if card else COMBAT if rolled.is_combat else rolled.sides,
        need=need,
        base=rolled.base,
        modifiers=rolled.modifiers,
        goal=rolled.goal,
        result=comes_to or ("" if card else _result(rolled)),
        rules=rolled.rules,
        unit=rolled.unit or "",
        entered_by=rolled.entered_by,
        tone=games_words.TONE_OF.get(rolled.label, 0),
        card=card,
        in_pairs=bool(rolled.readings) and len(rolled.dice) == 2 * len(rolled.readings),
    )


def _of_total(goal: int, sense: TwoWay, dice: int) -> str:
    """What so many dice must come to: whatever they show, where armour is weaker than the shot. (VEH-PEN-01)"""
    return "any" if sense == "high" and goal <= dice else needed_text(goal, sense)


_SAID: Final = (
    (re.compile(r"(.+): (\d+ hits?) on (\d+) by (.+)"), r"\1, \3 strong, after \2 by \4"),
    (re.compile(r"(.+): how far"), r"How far \1 goes"),
    (re.compile(r"(.+) strike at (.+)"), r"\1 strikes at \2"),
    (re.compile(r"([^:]+) wound ([^:]+)"), r"What \1 does to \2"),
    (re.compile(r"(.+) fight (.+)"), r"\1 fights \2"),
    (re.compile(r"(.+) save"), r"\1 tries to save"),
    (re.compile(r"(.+) in the lift"), r"\1: stuck in the lift"),
    (re.compile(r"Deviation in inches"), "How far it drifts, in inches"),
    (re.compile(r"(.+) comes down: deviation in inches"), r"\1 comes down: how far it drifts, in inches"),
    (re.compile(r"X 30 degrees"), "Which way it drifts, times 30°"),
    (re.compile(r"(.+): who takes each (wound|hit) of (.+)"), r"Which of \1 the \2s of \3 fall on"),
)
"""What rolls are for, where the words that logs keep say too little by themselves."""

_TRIED: Final = {
    "rally": ("rallies", "tries to rally"),
    "break-off": ("breaks off", "tries to break off"),
    "pursuit-halt": ("halts", "tries to halt"),
    "stand-and-fire": ("stand and fire", "stands and fires"),
    "free-hack": ("strike at the backs", "strikes at the backs"),
}
"""Of a test it is told what is tried: whether it comes off, the dice say."""


def _why(rolled: Rolled) -> str:
    if rolled.label != SECOND:
        words = rolled.why[:1].upper() + rolled.why[1:]
        words = words.replace(*_TRIED.get(rolled.label, ("", "")), 1)
        return next((said.sub(better, words) for said, better in _SAID if said.fullmatch(words)), words)
    verb = games_words.purpose(_first_label(rolled))
    return f"Second {'die' if len(rolled.dice) == 1 else 'dice'}{f' to {verb}' if verb in ('hit', 'wound') else ''}"


def _on(label: str, why: str, whom: str) -> str:
    """Dice to wound, and those for each figure under a flame, say whom: "Rifle on Axes"."""
    if not why or not whom or whom in why:
        return why
    if label == "template-cover":
        what, comma, rest = why.partition(", ")
        return f"{what} at {whom}{comma}{rest}"
    return f"{why} on {whom}" if label == "to-wound" else why


def fallen_on(roll: Roll, under: Sequence[str]) -> Roll:
    """Dice for figures under a shell say whose: "Frag grenade on Axes, figures in hard cover". (ARAP-AREA-04)"""
    if roll.label != "area-cover" or not under:
        return roll
    what = roll.why.partition(", ")[0][1:]  # in the middle of a line it begins with a small letter
    on = f"{what} on {' and '.join(under)}"
    return replace(roll, why=roll.why.replace(what, on, 1), about=roll.about.replace(what, on, 1))


_OF_WEAPON: Final = re.compile(r".+, (\d+ shots?|thrown).*")
"""A roll that names a weapon, which may be called after its bearer: "Anvil long gun, 1 shot"."""

_OF_SHELL: Final = re.compile(r": (scatter|a double or 7)")
"""A roll that tells how a shell scatters, after the weapon that fires it: "Mortar: scatter 2D6 less 2"."""


def _about(label: str, why: str, who: str, whom: str, names: Iterable[str]) -> str:
    """Who does it and to whom, where the roll alone does not say so: "Ox fires Ring gun at Jackdaw, 3 shots"."""
    says_who = who in why or why.startswith(who[:1].upper() + who[1:])
    if not who or (says_who and not (label == "to-hit" and _OF_WEAPON.fullmatch(why))):
        return why
    shell = label.startswith("scatter") and _OF_SHELL.search(why) is not None
    if label != "to-hit" and not shell:
        named = any(name and why.startswith(name) for name in (whom, *names))
        keeps = named or not why[1:2].islower()  # the letter of a section stays as it is
        return f"{who}: {why if keeps else why[:1].lower() + why[1:]}" if why else who
    what, comma, rest = why.partition(": " if shell else ", ")
    return f"{who} fires {what}{f' at {whom}' if whom and whom not in why else ''}{comma}{rest}"


def _first_label(rolled: Rolled) -> str:
    """Of second dice: the label of those that they extend."""
    return rolled.why.removeprefix("second die for ")


def _result(rolled: Rolled) -> str:
    if rolled.line_deg is not None:
        return f"along the line of the dice, {rolled.line_deg:.4g}°"
    if rolled.readings and not rolled.is_combat:
        return "read as " + ", ".join(str(read) for read in rolled.readings)
    if rolled.label in _CALLS:
        return "a double" if rolled.label == "lift-call" and len(set(rolled.dice)) < len(rolled.dice) else ""
    if rolled.label in labels() and labels()[rolled.label].is_doubles:
        return "a double" if len(set(rolled.dice)) < len(rolled.dice) else "no double"
    if rolled.label == "direction" and rolled.dice:
        return compass_text(rolled.dice[0], _POINTS)
    if between := _BETWEEN.search(rolled.why):
        return _shared(rolled.dice, between[1], between[2])
    if _is_saved_by_snake_eyes(rolled):
        return "double 1, passed"
    if rolled.total is not None:
        verdict = "" if not rolled.made else ", passed" if rolled.passed else ", failed"
        return f"{rolled.total}{verdict}"
    if not rolled.made:
        return ""
    if rolled.label == SECOND:
        return games_words.came_of(_first_label(rolled), rolled.successes, len(rolled.made))
    if again := _thrown_again(rolled):
        return f"{again} of {len(rolled.dice)} thrown again"
    return games_words.came_of(rolled.label, rolled.successes, len(rolled.made))


def _is_saved_by_snake_eyes(rolled: Rolled) -> bool:
    """Whether a total too high passes all the same, being a double 1. (ARAP-MORAL-03)"""
    if rolled.total is None or rolled.goal is None or not rolled.made or not rolled.passed:
        return False
    return set(rolled.dice) == {1} and rolled.total > rolled.goal


_CALLS: Final = ("lift-call", "tube-levels")
"""How many levels they buy hangs on the lift: their sum says nothing. (BLD-LIFT-03, BLD-TUBE-05)"""

_POINTS: Final = 8  # of the compass: more are not kept by ear
_BETWEEN: Final = re.compile(r"1 to 3 (.+), 4 to 6 (.+)")
"""What a die decides between, by the words that logs keep."""


def _shared(dice: Sequence[int], low: str, high: str) -> str:
    """What falls to each of the two that dice decide between."""
    lows = sum(die <= _D6 // 2 for die in dice)
    if len(dice) == 1:
        return low if lows else high
    counts = ((lows, low), (len(dice) - lows, high))
    return ", ".join(f"{count} {what}" for count, what in counts if count)


def _thrown_again(rolled: Rolled) -> int:
    """How many of the dice call for a second one."""
    if rolled.goal is None or rolled.sides != _D6 or rolled.sense not in ("low", "high"):
        return 0
    sense: TwoWay = "low" if rolled.sense == "low" else "high"
    return sum(needs_second(rolled.goal, sense, die) for die in rolled.dice)


# ------------------------------------------------------------------ colours


def toned(parts: Sequence[Part | Roll]) -> list[Part | Roll]:
    """The same with the dice of each group of shots in a colour of its own, if there are several. (ARAP-SHOOT-09)"""
    shots = [part for part in parts if isinstance(part, Roll) and _is_volley(part)]
    if len(shots) < 2:
        return list(parts)
    tones = {shot.seq: games_words.tone(n) for n, shot in enumerate(shots)}
    by_weapon = {_weapon(shot): tones[shot.seq] for shot in reversed(shots)}
    found: list[Part | Roll] = []
    last = 0
    for part in parts:
        if isinstance(part, Roll):
            last = last if part.label == SECOND else tones.get(part.seq, 0)
            if part.label == "to-wound":
                last = by_weapon.get(_weapon(part), 0)
            part = replace(part, tone=last or part.tone)
        found.append(part)
    return found


def _is_volley(roll: Roll) -> bool:
    return roll.label == "to-hit" and roll.rule == "ARAP-HIT-01"


def _weapon(roll: Roll) -> str:
    """What was fired, as the roll says it: "Long rifle, 10 shots", "Long rifle on Axes"."""
    return roll.why.partition(",")[0].partition(" on ")[0]
