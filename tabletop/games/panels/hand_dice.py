"""Dice that somebody throws by hand: what is asked of whom, in which faces it is entered, what has fallen so far."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import SideId, UnitId
from rules.core.owed import BEARING, RollAsked, RollFallen
from rules.core.words import does
from rules.dice.faces import COMBAT_DIE, READ_DICE, REAL_DICE, combat
from rules.dice.goals import TwoWay, needs_second, succeeds
from rules.events import Rolled
from rules.state import GameState, Side
from tabletop.games import words as games_words
from tabletop.games.log import throws
from tabletop.games.log.throws import Roll
from tabletop.ui.dice import COMBAT

_MOST_BUTTONS = 20
"""Sides of a die whose faces are tapped; of larger ones the number is typed."""

_VERBS = frozenset({"hit", "wound", "penetrate", "react", "save"})

_HOW = {
    2: "A D6: odd is 1, even is 2.",
    COMBAT_DIE: "Combat dice. With a D6: 1 to 3 are blank, 4 is 1, 5 is 2, 6 is 3.",
    3: "A D6: take three off 4, 5 and 6.",
    5: "A D10: take five off 6 to 9; 0 is 5.",
    66: "Two D6 of different colours, the tens first.",
    100: "Two D10 of different colours, the tens first.",
}


_TOGETHER = {
    "scatter-a": "The pointer is the darker of the dice that are thrown together; let them lie where they fall.",
    "scatter-b": "The base die is the lighter one, thrown together with the pointer.",
    "scatter-c": "The third die has a colour of its own; it gives no direction.",
    "veer-left": "One die for the left and a lighter one for the right, thrown together.",
    "veer-right": "The lighter of the two dice stands for the right.",
}
"""Dice that are thrown at once and asked for one by one: which of them is meant. (ARAP-SCAT-01, ARAP-SCAT-09)"""

_FIRST = frozenset({"scatter-a", "veer-left"})


class Face(NamedTuple):
    """One face to be tapped, and how a die that shows it comes out."""

    face: int
    outcome: str
    key: str
    shown: int
    """What it is drawn as: a combat die shows nothing on 1 to 3. (CRU-DICE-01)"""


class Party(NamedTuple):
    """A unit that throws or is thrown at."""

    number: str
    side: str
    name: str


class Throwing(NamedTuple):
    """All that a page shows of dice that are owed."""

    side: str
    side_name: str
    seq: int
    many: int
    sides: int
    roll: Roll
    unit: Party | None
    target: Party | None
    faces: tuple[Face, ...]
    how: str
    drawn: int
    """The sides of the dice that are drawn."""
    made_word: str
    fallen: tuple[Roll, ...]
    may_leave: bool
    doubted_side: str
    """Whose dice were entered last, of those that have fallen for this command."""

    @property
    def is_bearing(self) -> bool:
        """Whether a direction is asked for."""
        return self.sides == BEARING

    @property
    def dice_text(self) -> str:
        """How many dice of which kind: "4 dice", "1 D10", "the direction"."""
        if self.is_bearing:
            return "the direction"
        if self.sides == 6:
            return "1 die" if self.many == 1 else f"{self.many} dice"
        return f"{self.many} D{self.sides}"

    @property
    def title(self) -> str:
        """What is to be done: the heading of the panel."""
        if self.is_bearing:
            return "Throw for the direction"
        shown = "it shows" if self.many == 1 else "they show"
        if self.roll.label in _TOGETHER:
            what = f"what the {games_words.purpose(self.roll.label)} shows"
            return f"Throw, and tap {what}" if self.roll.label in _FIRST else f"Tap {what}"
        return f"Throw {self.dice_text}, {'tap' if self.faces else 'enter'} what {shown}"

    @property
    def needs(self) -> str:
        """What the dice are for and must show: "To hit: 3 or less", "Needed: 4 or less"; else nothing."""
        verb = games_words.purpose(self.roll.label)
        need = self.roll.shown_need
        if not need:
            return ""
        return f"To {verb}: {need}" if verb in _VERBS else f"{verb.capitalize() or 'Needed'}: {need}"

    @property
    def in_words(self) -> str:
        """One line for everybody else: "Ash throws 4 dice by hand for A1 against B2: hit 4 or less"."""
        need = self.roll.need_text if self.roll.need else self.roll.why
        whose = f" for {self.unit.number}" if self.unit and self.roll.need else ""
        whom = f" against {self.target.number}" if whose and self.target else ""
        thrown = f"{does(self.side_name, 'throws')} {self.dice_text} by hand{whose}{whom}"
        return f"{thrown}: {need}" if need else thrown

    @property
    def announced(self) -> str:
        """The same after what fell last, for a screen across the room."""
        last = self.fallen[-1].result if self.fallen else ""
        return f"{last[:1].upper()}{last[1:]}. {self.in_words}" if last else self.in_words


def throwing(state: GameState) -> Throwing | None:
    """The dice that are owed in a state as one audience may know it."""
    owed = state.owed
    if owed is None:
        return None
    asked = owed.asked
    by_hand = [each for each in owed.fallen if each.entered_by]
    return Throwing(
        side=owed.side,
        side_name=state.side(owed.side).name,
        seq=state.seq,
        many=asked.count,
        sides=asked.sides,
        roll=_roll(RollFallen(asked=asked, dice=(), total=0 if asked.summed else None)),
        unit=_party(state, asked.unit),
        target=_party(state, asked.target),
        faces=_faces(asked),
        drawn=COMBAT if asked.kind == COMBAT_DIE else asked.sides,
        how=_how(asked),
        made_word=_made_word(asked),
        fallen=tuple(_roll(each) for each in owed.fallen),
        may_leave=state.options.get("dice_thrown") == "each",
        doubted_side=(by_hand[-1].asked.side or "") if by_hand else "",
    )


def choice(state: GameState, side: SideId | None) -> Side | None:
    """The side, whose `by_hand` says how its dice are thrown now, where it may choose; else nothing."""
    return state.side(side) if side is not None and state.options.get("dice_thrown") == "each" else None


def _party(state: GameState, name: UnitId | None) -> Party | None:
    unit = state.units.get(name) if name else None
    return Party(unit.id.upper(), unit.side, unit.name) if unit else None


def _faces(asked: RollAsked) -> tuple[Face, ...]:
    """A button for each face; none for a die of so many that one types. Blanks of a combat die are one button."""
    if asked.kind == COMBAT_DIE:
        return tuple(Face(n, "", str(combat(n)), combat(n)) for n in (1, 4, 5, 6))
    return tuple(_face(asked, n) for n in range(1, asked.sides + 1)) if asked.sides <= _MOST_BUTTONS else ()


def _face(asked: RollAsked, face: int) -> Face:
    outcome = ""
    if asked.goal is not None and not asked.summed and asked.sense in ("low", "high"):
        sense: TwoWay = "low" if asked.sense == "low" else "high"
        again = needs_second(asked.goal, sense, face)
        outcome = "" if again else "made" if succeeds(face, asked.goal, sense) else "miss"
    return Face(face, outcome, str(face % 10) if asked.sides <= 10 else "", face)


def _how(asked: RollAsked) -> str:
    """How real dice are thrown for it, where one does not simply throw a die of that kind."""
    if asked.kind in _HOW:
        return _HOW[asked.kind]
    if asked.label in _TOGETHER:
        return _TOGETHER[asked.label]
    if asked.sides == BEARING:
        return "Point the arrow as the line from the base die to the pointer lies on the table: 0° is its top."
    if asked.sense != "pick" or asked.sides in REAL_DICE:
        return ""
    if asked.sides in READ_DICE:
        return _HOW[asked.sides]
    larger = next((die for die in (*REAL_DICE, 100) if die > asked.sides), 100)
    return f"One of {asked.sides} at random: a D{larger}, anything higher thrown again."


def _made_word(asked: RollAsked) -> str:
    if asked.goal is None or asked.summed or asked.sense not in ("low", "high"):
        return ""
    return {"to-hit": "hit", "to-wound": "wound", "save": "saved"}.get(asked.label, "made")


def _roll(fallen: RollFallen) -> Roll:
    asked = fallen.asked
    return throws.of(
        Rolled(
            label=asked.label,
            dice=fallen.dice,
            sides=asked.sides,
            sense=asked.sense,
            goal=asked.goal,
            base=asked.base,
            modifiers=asked.modifiers,
            made=fallen.made,
            total=fallen.total,
            unit=asked.unit,
            target=asked.target,
            why=asked.why,
            rules=asked.rules,
            entered_by=fallen.entered_by,
            readings=fallen.readings,
        )
    )
