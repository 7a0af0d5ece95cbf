"""Events of every game: how it begins and ends, rolls, prompts, the agenda, the log's own acts."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rules.core.ids import FIRST_RULESET, ProfileId, SideId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.prompt import Prompt
from rules.core.words import does, listed
from rules.dice import faces
from rules.forces import modules
from rules.forces.profile import Profile
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.rulebook import labels
from rules.rulebook.switches import switch
from rules.state import DICE_RULE, Event, GameState, Marks, Outcome, Owed, Side, Task, Turn
from rules.table.scenario import OptionValue, Scenario


class GameCreated(Event, frozen=True, kw_only=True, tag="GameCreated"):
    """The first event of every log: scenario, forces, switches and the seal of the dice."""

    game_id: str
    scenario: Scenario
    profiles: dict[ProfileId, Profile]
    weapons: dict[WeaponId, Weapon]
    sides: tuple[Side, ...]
    units: dict[UnitId, Unit]
    options: dict[str, OptionValue]
    seal: str = ""
    entropy: tuple[str, ...] = ()
    dice_rule: int = 1
    """How its sealed dice are drawn; logs of the first rule do not say it."""
    version: str = "1"
    """Of the rules that resolve the game; logs of version 1 do not say it."""
    ruleset: str = FIRST_RULESET
    own: Marks | UnsetType = UNSET
    """The marks that its ruleset begins with, if it has any."""

    def evolve(self, state: GameState) -> GameState:
        """The game stands before deployment."""
        return GameState(
            game_id=self.game_id,
            ruleset=self.ruleset,
            version=self.version,
            seal=self.seal,
            entropy=self.entropy,
            dice_rule=self.dice_rule,
            options=self.options,
            scenario=self.scenario,
            terrain=tuple(piece for piece in self.scenario.terrain if piece.behind is None),
            profiles=self.profiles,
            weapons=self.weapons,
            sides=self.sides,
            units=self.units,
            turn=Turn(),
            own=self.own,
        )

    def sentence(self, state: GameState) -> str:
        """What is fought."""
        names = [side.name for side in self.sides]
        fought = f"{self.scenario.name}: {' against '.join(names) if len(names) < 3 else listed(names)}"
        usual = switch(modules.SWITCH).default
        if (vehicles := self.options.get(modules.SWITCH, usual)) != usual:
            fought += f", by {modules.name_of(str(vehicles))}"
        return fought

    def note(self) -> str:
        """How the dice are sealed, which stands under it."""
        words = ", ".join(f"“{words}”" for words in self.entropy)
        return _sealed(self.seal) + f", with the words {words}" * bool(self.seal and words)


class BattleResumed(Event, frozen=True, kw_only=True, tag="BattleResumed"):
    """The first event of a battle that goes on from a moment of another, with dice of its own.

    `of` names the battle that it comes from and `at` its event; that battle stays as it was.
    """

    game_id: str
    state: GameState
    seal: str = ""
    entropy: tuple[str, ...] = ()
    dice_rule: int = DICE_RULE
    of: str = ""
    at: int = 0

    @property
    def version(self) -> str:
        """Of the rules that resolve it."""
        return self.state.version

    def evolve(self, state: GameState) -> GameState:
        """All is as it was there, but for the dice."""
        return replace(
            self.state,
            game_id=self.game_id,
            seal=self.seal,
            entropy=self.entropy,
            dice_rule=self.dice_rule,
            dice_used=0,
        )

    def for_viewers(self) -> Event:
        """What was so then, viewers see on their table."""
        return replace(self, state=GameState())

    def sentence(self, state: GameState) -> str:
        """Where it comes from."""
        return f"The battle goes on from event {self.at} of {self.of}"

    def note(self) -> str:
        """How its dice are sealed."""
        return _sealed(self.seal)


def _sealed(seal: str) -> str:
    return f"Dice sealed as {seal}" if seal else ""


STRUCK: Final = ("to-wound", "area-cover", "template-cover")
"""Dice that those see on whom something comes down."""


class Rolled(Event, frozen=True, kw_only=True, tag="Rolled"):
    """Dice thrown together for one purpose.

    `dice` are natural faces in the order rolled. `goal` is after all modifiers and before limits (None where the roll
    has none). `made` says for each die, or once for a summed roll, whether it succeeded, and nothing for a die that a
    second one decides; `total` is a sum.
    """

    label: str
    dice: tuple[int, ...]
    sides: int = 6
    sense: str = "none"
    goal: int | None = None
    base: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    made: tuple[bool | None, ...] = ()
    total: int | None = None
    target: UnitId | None = None
    why: str = ""
    """What the roll is for, in words: "Rail rifle, 3 shots"."""
    entered_by: str = ""
    line_deg: float | None = None
    """The exact bearing that two real dice show, where their places were entered. (ARAP-SCAT-01)"""
    readings: tuple[int, ...] = ()
    """What dice that stand for others are read as: one of a D3, one of each pair of a D66. (ARAP-DICE-09 to -13)"""

    def evolve(self, state: GameState) -> GameState:
        """Only the number of dice used changes."""
        return replace(state, dice_used=state.dice_used + len(self.dice))

    def by_nobody(self, hidden: frozenset[UnitId]) -> Rolled:
        """Who is struck sees how hard, and what he throws against it, whoever strikes. (ARAP-GREN-05)"""
        rolled = replace(self, target=None) if self.target in hidden else self
        struck = self.label in STRUCK and self.target is not None and self.target not in hidden
        return replace(rolled, unit=None, side=None) if struck and self.unit in hidden else rolled

    @property
    def is_combat(self) -> bool:
        """Whether these are combat dice: `readings` say what they show, `total` what they come to. (CRU-DICE-01)"""
        known = labels().get(self.label)
        return self.sense == "sum" and len(self.readings) == len(self.dice) and known is not None and known.is_pool

    @property
    def successes(self) -> int:
        """How many dice succeeded."""
        return sum(made is True for made in self.made)

    @property
    def bearing_deg(self) -> float:
        """The direction that it shows: the exact line of real dice, else whole degrees. (ARAP-SCAT-01)"""
        return faces.bearing_deg(self.dice[0]) if self.line_deg is None else self.line_deg

    @property
    def passed(self) -> bool:
        """Whether a roll read as one succeeded."""
        return bool(self.made) and all(self.made)


class DiceAsked(Event, frozen=True, kw_only=True, tag="DiceAsked"):
    """A command waits for dice that are thrown by hand. The server's own: viewers see what is owed in the state."""

    owed: Owed

    def evolve(self, state: GameState) -> GameState:
        """The dice are owed."""
        return replace(state, owed=self.owed)


class DiceEntered(Event, frozen=True, kw_only=True, tag="DiceEntered"):
    """Somebody threw real dice and said what they show; the rolls of the finished command say the same again."""

    label: str
    faces: tuple[int, ...]
    sides: int = 6
    by: str = ""
    line_deg: float | None = None
    """The exact bearing of the line between them, for a direction. (ARAP-SCAT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """They are no longer owed."""
        return replace(state, owed=None)


class DiceLeft(Event, frozen=True, kw_only=True, tag="DiceLeft"):
    """Dice that were owed are left to the server: by their thrower, or by a ruling with a reason."""

    label: str
    count: int
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """They are no longer owed."""
        return replace(state, owed=None)

    def sentence(self, state: GameState) -> str:
        """Who lets the server throw, and why."""
        name = state.side(self.side).name if self.side else "Somebody"
        dice = "die" if self.count == 1 else "dice"
        return f"{name}: the server throws {self.count} {dice}" + (f", {self.reason}" if self.reason else "")


class DiceStand(Event, frozen=True, kw_only=True, tag="DiceStand"):
    """Dice that were thrown by hand and disputed stand."""

    reason: str
    by: str

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes."""
        return state

    def sentence(self, state: GameState) -> str:
        """Who said so, and what was said against them."""
        return f"The dice stand, says {self.by}" + (f"; disputed: {self.reason}" if self.reason else "")


class DiceChosen(Event, frozen=True, kw_only=True, tag="DiceChosen"):
    """A side throws its dice by hand from now on, or leaves them to the server."""

    side: SideId
    by_hand: bool

    def evolve(self, state: GameState) -> GameState:
        """It is noted at the side."""
        return state.with_side(replace(state.side(self.side), by_hand=self.by_hand))

    def sentence(self, state: GameState) -> str:
        """Who throws how."""
        name = state.side(self.side).name
        return (
            f"{does(name, 'throws')} dice by hand" if self.by_hand else f"{does(name, 'leaves')} the dice to the server"
        )


class AgendaChanged(Event, frozen=True, kw_only=True, tag="AgendaChanged"):
    """What remains to be done after a command, topmost first. The server's own: no viewer sees it."""

    agenda: tuple[Task, ...]

    def evolve(self, state: GameState) -> GameState:
        """The agenda is replaced."""
        return replace(state, agenda=self.agenda)


class Prompted(Event, frozen=True, kw_only=True, tag="Prompted"):
    """A side has been asked something; the game waits for its answer."""

    prompt: Prompt

    def evolve(self, state: GameState) -> GameState:
        """The prompt is open."""
        return replace(state, prompt=self.prompt)


class Answered(Event, frozen=True, kw_only=True, tag="Answered"):
    """The open prompt was answered."""

    choice: str
    label: str
    question: str = ""

    def evolve(self, state: GameState) -> GameState:
        """No prompt is open."""
        return replace(state, prompt=None)

    def sentence(self, state: GameState) -> str:
        """Who chose what."""
        name = state.units[self.unit].name if self.unit else state.side(self.side).name if self.side else ""
        return self.label if self.label.startswith(name) else f"{name}: {self.label}"

    def note(self) -> str:
        """What was asked, where a unit's answer does not repeat it."""
        return "" if self.unit and self.label.lower() in self.question.lower() else self.question


class Undone(Event, frozen=True, kw_only=True, tag="Undone"):
    """The game goes back to what it was after event `to`. `fold` resolves it; nothing leaves the log."""

    to: int
    reason: str = ""
    by: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Never called: the active line of the log has no undo in it."""
        raise AssertionError("fold resolves undo")

    def sentence(self, state: GameState) -> str:
        """What was taken back."""
        return f"Taken back to line {self.to}" + (f": {self.reason}" if self.reason else "")


class Redone(Event, frozen=True, kw_only=True, tag="Redone"):
    """The undo at event `of` is itself undone: the game is again what it was just before that."""

    of: int
    by: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Never called: the active line of the log has no redo in it."""
        raise AssertionError("fold resolves redo")

    def sentence(self, state: GameState) -> str:
        """What was restored."""
        return f"Undo at line {self.of} taken back"


class GameEnded(Event, frozen=True, kw_only=True, tag="GameEnded"):
    """The battle is over."""

    outcome: Outcome

    def evolve(self, state: GameState) -> GameState:
        """Nothing more is asked or done."""
        ended = replace(state, outcome=self.outcome, prompt=None, owed=None, agenda=())
        return ended.with_turn(phase="over", active=None, ap=0)

    def sentence(self, state: GameState) -> str:
        """Who won and why."""
        winner = self.outcome.winner
        head = does(state.side(winner).name, "wins") if winner else "The battle is drawn"
        why = self.outcome.in_words([side.id for side in state.sides])
        return f"{head}{' ' if why.startswith('after ') else ': '}{why}"


class Note(Event, frozen=True, kw_only=True, tag="Note"):
    """Something worth a line in the log that changes nothing by itself."""

    text: str

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes."""
        return state

    def sentence(self, state: GameState) -> str:
        """The text, with the unit that it is about."""
        name = state.units[self.unit].name if self.unit in state.units else ""
        return self.text if name in self.text or not self.text[:1].isdigit() else f"{name}: {self.text}"


EVENTS: tuple[type[Event], ...] = (
    GameCreated,
    BattleResumed,
    Rolled,
    DiceAsked,
    DiceEntered,
    DiceLeft,
    DiceStand,
    DiceChosen,
    AgendaChanged,
    Prompted,
    Answered,
    Undone,
    Redone,
    GameEnded,
    Note,
)
