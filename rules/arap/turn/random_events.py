"""Random and variable events of a scenario, once a game turn in the compulsory phase. (ARAP-TURN-02, ARAP-TURN-03)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState
from rules.table.scenario import RandomEvent

RULES = ("ARAP-TURN-02", "ARAP-TURN-03")


def due(state: GameState) -> list[RandomEvent]:
    """What may happen in this game turn."""
    number, come = state.turn.number, state.chances_come
    return [c for c in state.scenario.chances if number >= c.from_turn and not (c.once and c.name in come)]


class RollChances(TaskStruct, frozen=True, kw_only=True, tag="RollChances"):
    """Roll for each of them, in the scenario's order."""

    def run(self, progress: Progress) -> None:
        """A D6 each; what comes on a 1 or more comes without one."""
        for chance in due(progress.state):
            if chance.goal <= 1:
                progress.emit(ChanceCame(name=chance.name, text=chance.text, rules=RULES))
                continue
            rolled = progress.roll("random-event", sense="high", goal=chance.goal, why=chance.name, rules=RULES)
            if rolled.passed:
                progress.emit(ChanceCame(name=chance.name, text=chance.text, rules=RULES))


class ChanceCame(Event, frozen=True, kw_only=True, tag="ChanceCame"):
    """Something has come about; the players see to what it does."""

    name: str
    text: str = ""

    def evolve(self, state: GameState) -> GameState:
        """It is remembered, since some come only once."""
        return replace(state, chances_come=(*state.chances_come, self.name))

    def sentence(self, state: GameState) -> str:
        """What it is and does."""
        return f"{self.name}: {self.text}" if self.text else self.name


def queue_rolls(progress: Progress, place: int) -> None:
    """Queue the rolls in the first player turn of a game turn."""
    if place == 0 and progress.state.scenario.chances:
        progress.queue(RollChances())


EVENTS: tuple[type[Event], ...] = (ChanceCame,)
TASKS: tuple[type[TaskStruct], ...] = (RollChances,)
