"""Dice thrown by hand, as a table's switch or a player has it: a command waits for them, real faces are entered.

The state stays what it was before the command until its last die lies. Then the command is decided once more from
there, with every face that was entered, and happens as a whole. (ARAP-DICE-15)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import SideId
from rules.core.owed import BEARING, HandEntry, RollAsked, RollFallen
from rules.core.refusal import Refusal
from rules.core.words import does
from rules.dice.by_hand import DiceOwed, HandDice
from rules.dice.scatter import thrown_bearing_deg
from rules.dice.sources import Dice
from rules.events import DiceAsked, DiceChosen, DiceEntered, DiceLeft, DiceStand, Rolled
from rules.forces.unit import Point
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState, Owed

SWITCH: Final = "dice_thrown"
RULE: Final = "ARAP-DICE-15"

Manner = Literal["server", "by_hand", "each"]


def manner(state: GameState) -> str:
    """Who throws the dice at this table; logs from before the switch had the server's."""
    return str(state.options.get(SWITCH, "server"))


def throwers(state: GameState) -> frozenset[SideId]:
    """The sides that throw their dice by hand now."""
    how = manner(state)
    return frozenset(side.id for side in state.sides if how == "by_hand" or (how == "each" and side.by_hand))


# ------------------------------------------------------------------ actions


class _AboutOwed(Action, frozen=True, kw_only=True):
    """What may be said about dice that are owed."""

    any_time = True
    about_dice = True

    def check(self, state: GameState) -> Refusal | None:
        """Dice are owed, and by this side."""
        owed = state.owed
        if owed is None:
            return Refusal(
                "no-dice-owed", "No dice are to be thrown by hand now.", RULE, "act; the dice are asked for then"
            )
        if owed.side != self.side and not self.host_only:
            return Refusal(
                "not-your-dice", f"{does(state.side(owed.side).name, 'throws')} these dice.", RULE, "wait for them"
            )
        return self.unfit(state, owed)

    @abstractmethod
    def unfit(self, state: GameState, owed: Owed) -> Refusal | None:
        """Why this will not do for those dice."""

    def entry(self) -> HandEntry:
        """What is noted for them."""
        return HandEntry()

    @abstractmethod
    def event(self, owed: Owed) -> Event:
        """What happens with them."""

    def resolve(self, progress: Progress) -> None:
        """Never called: the engine decides the command that waits."""
        raise AssertionError("the command that waits is resolved instead")


class EnterDice(_AboutOwed, frozen=True, kw_only=True, tag="EnterDice"):
    """Say what real dice show, in the order asked for. `by` is who says so, filled in by the server.

    For a direction the places of the two dice may be given instead, in any unit, x to the right and y down: the exact
    line from the base die to the pointer counts. (ARAP-SCAT-01)
    """

    faces: tuple[int, ...] = ()
    pointer_at: Point | None = None
    base_at: Point | None = None
    by: str = ""

    def unfit(self, state: GameState, owed: Owed) -> Refusal | None:
        """As many faces as dice are asked for, and none that the die does not have; or a line, for a direction."""
        if self.pointer_at is not None or self.base_at is not None:
            fits = owed.asked.sides == BEARING and not self.faces and self._line_deg is not None
            text = "There is no line from the base die to the pointer."
            return None if fits else Refusal("no-line", text, "ARAP-SCAT-01", owed.asked.allowed)
        wrong = owed.asked.bad(self.faces)
        return Refusal("bad-die", f"{wrong[:1].upper()}{wrong[1:]}.", RULE, owed.asked.allowed) if wrong else None

    def entry(self) -> HandEntry:
        """The faces, and who entered them."""
        return HandEntry(faces=self._shown, by=self._named, line_deg=self._line_deg)

    @property
    def _named(self) -> str:
        return self.by or str(self.side)

    @property
    def _line_deg(self) -> float | None:
        """The exact bearing of the line between both dice, where they lie apart."""
        if self.pointer_at is None or self.base_at is None or self.pointer_at == self.base_at:
            return None
        return round(thrown_bearing_deg(self.pointer_at, self.base_at), 4)

    @property
    def _shown(self) -> tuple[int, ...]:
        """The faces; of a line the nearest whole degree."""
        return self.faces if self._line_deg is None else (round(self._line_deg) % BEARING or BEARING,)

    def event(self, owed: Owed) -> Event:
        """They lie."""
        asked = owed.asked
        return DiceEntered(
            side=owed.side,
            unit=asked.unit,
            label=asked.label,
            faces=self._shown,
            sides=asked.sides,
            by=self._named,
            line_deg=self._line_deg,
            rules=(RULE,) if self._line_deg is None else (RULE, "ARAP-SCAT-01"),
        )


class LeaveDice(_AboutOwed, frozen=True, kw_only=True, tag="LeaveDice"):
    """Let the server throw the dice that one owes, at a table that leaves the choice to each player."""

    def unfit(self, state: GameState, owed: Owed) -> Refusal | None:
        """Not where all dice are thrown by hand."""
        if manner(state) == "each":
            return None
        allowed = "enter what they show; or ask for a ruling that the server throws them"
        return Refusal("by-hand-only", "All dice are thrown by hand at this table.", RULE, allowed)

    def event(self, owed: Owed) -> Event:
        """The server throws them."""
        return _left(owed, "")


class RuleDice(_AboutOwed, frozen=True, kw_only=True, tag="RuleDice"):
    """A ruling: the server throws the dice that are owed, whoever owes them."""

    reason: str

    host_only = True

    def unfit(self, state: GameState, owed: Owed) -> Refusal | None:
        """A ruling has a reason."""
        return None if self.reason.strip() else Refusal("no-reason", "A ruling needs a reason.", RULE, "say why")

    def event(self, owed: Owed) -> Event:
        """The server throws them."""
        return _left(owed, self.reason.strip())


def _left(owed: Owed, reason: str) -> Event:
    asked = owed.asked
    return DiceLeft(side=owed.side, unit=asked.unit, label=asked.label, count=asked.count, reason=reason, rules=(RULE,))


class ChooseDice(Action, frozen=True, kw_only=True, tag="ChooseDice"):
    """Throw one's dice by hand from now on, or leave them to the server, at a table that leaves that to each player."""

    by_hand: bool

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """The table leaves it to the players, and it is not so already."""
        how = manner(state)
        if how != "each":
            text = "All dice are thrown by hand here." if how == "by_hand" else "The server throws all dice here."
            return Refusal("not-yours-to-choose", text, RULE, "choose so when the next table is set up")
        if state.side(self.side).by_hand == self.by_hand:
            return Refusal("already-so", "That is so already.", RULE, "go on")
        return None

    def resolve(self, progress: Progress) -> None:
        """It holds for the rolls to come."""
        progress.emit(DiceChosen(side=self.side, by_hand=self.by_hand, rules=(RULE,)))


class LetDiceStand(Action, frozen=True, kw_only=True, tag="LetDiceStand"):
    """Dice that were disputed stand: `by` is who has the last word about them, `reason` what was said against them."""

    reason: str
    by: str

    any_time = True
    host_only = True
    about_dice = True

    def check(self, state: GameState) -> Refusal | None:
        """Where no dice are thrown by hand none are disputed."""
        if manner(state) == "server":
            return Refusal("no-hand-dice", "The server throws all dice here.", RULE, "nothing: sealed dice are checked")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is noted."""
        progress.emit(DiceStand(side=self.side, reason=self.reason, by=self.by, rules=(RULE,)))


ACTIONS: Final[tuple[type[Action], ...]] = (EnterDice, LeaveDice, RuleDice, ChooseDice, LetDiceStand)


def refused(state: GameState, action: Action) -> Refusal | None:
    """Nothing else is done while dice are owed."""
    if state.owed is None or action.about_dice:
        return None
    name, asked = state.side(state.owed.side).name, state.owed.asked
    dice = "a die" if asked.count == 1 else f"{asked.count} dice"
    allowed = "enter what they show, or take the action back"
    return Refusal(
        "dice-owed", f"{does(name, 'has')} {dice} to throw first.", asked.rules[0] if asked.rules else RULE, allowed
    )


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """To enter dice that are owed, with ones in place of what they will show; to leave them to the server."""
    owed = state.owed
    if owed is None or owed.side != side:
        return
    asked = owed.asked
    enter = EnterDice(side=side, faces=(1,) * asked.count)
    label = f"Enter {asked.count} D{asked.sides}"
    yield offered(state, enter, kind="enter-dice", unit=asked.unit, target=asked.target, label=label)
    yield offered(state, LeaveDice(side=side), kind="leave-dice", unit=asked.unit, label="Let the server throw")


# ------------------------------------------------------------------ deciding


def acted(state: GameState, action: Action) -> Action:
    """The action whose dice fall: the one that waits, where something is said about dice that it owes."""
    if isinstance(action, _AboutOwed) and state.owed is not None and isinstance(state.owed.action, Action):
        return state.owed.action
    return action


def source(state: GameState, action: Action, dice: Dice) -> Dice | HandDice:
    """The dice that an action is decided with: the server's, and those of sides that throw by hand."""
    entries = (*state.owed.entries, action.entry()) if state.owed and isinstance(action, _AboutOwed) else ()
    by_hand = throwers(state)
    return HandDice(dice, by_hand, acted(state, action).side, entries) if by_hand or entries else dice


def begun(progress: Progress, action: Action) -> None:
    """Note what is said about dice that are owed: they are owed no longer, and the command that waits is decided."""
    owed = progress.state.owed
    if owed is not None and isinstance(action, _AboutOwed):
        progress.emit(action.event(owed))


def asked_for(
    before: GameState, action: Action, first: list[Event], missing: DiceOwed, events: list[Event]
) -> list[Event]:
    """The events of a command that waits for dice: what was said of earlier ones, and what is owed now."""
    asked = missing.asked if missing.asked.side else replace(missing.asked, side=missing.side)
    entries = (*before.owed.entries, action.entry()) if before.owed and isinstance(action, _AboutOwed) else ()
    deed = acted(before, action)
    fallen = tuple(_fallen(event, deed.side) for event in events if isinstance(event, Rolled) and event.dice)
    owed = Owed(side=missing.side, asked=asked, action=deed, acting=deed.side, entries=entries, fallen=fallen)
    seq = before.seq + len(first) + 1
    event = DiceAsked(seq=seq, side=owed.side, unit=asked.unit, owed=owed, rules=(RULE,), seen_by=())
    return [*first, event]


def _fallen(rolled: Rolled, acting: SideId) -> RollFallen:
    asked = RollAsked(
        label=rolled.label,
        count=len(rolled.dice),
        sides=rolled.sides,
        summed=rolled.total is not None,
        sense=rolled.sense,
        goal=rolled.goal,
        base=rolled.base,
        modifiers=rolled.modifiers,
        unit=rolled.unit,
        side=rolled.side or acting,
        target=rolled.target,
        why=rolled.why,
        rules=rolled.rules,
    )
    return RollFallen(
        asked=asked,
        dice=rolled.dice,
        made=rolled.made,
        total=rolled.total,
        readings=rolled.readings,
        entered_by=rolled.entered_by,
    )
