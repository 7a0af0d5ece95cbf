"""Reading what commands are given: a file's name or standard input; a scenario with its armies."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from rules.core.ids import SideId
from rules.engine import new_game
from rules.forces import stored, strange
from rules.forces.army import Army
from rules.forces.stored import Value
from rules.table.scenario import Scenario


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


class Fought(NamedTuple):
    """What is fought: a scenario, and an army for each of its sides in order."""

    scenario: Scenario
    armies: list[Army]

    @property
    def by_side(self) -> dict[SideId, Army]:
        """The armies by the sides that they fight for."""
        return {side.id: army for side, army in zip(self.scenario.sides, self.armies, strict=True)}


def fought(parser: ArgumentParser, scenario: str, armies: Sequence[str], ruleset: str = "") -> Fought:
    """What those files say. Ends the command with a sentence where they cannot be read, or not be fought."""
    try:
        found = Fought(_read(scenario, Scenario), [_read(name, Army) for name in armies])
    except (OSError, msgspec.MsgspecError) as fault:
        parser.error(str(fault))
    names = [side.name for side in found.scenario.sides]
    if len(found.armies) != len(names):
        parser.error(f"name an army for each side, in order: {', '.join(names)}")
    try:
        new_game(found.scenario, found.by_side, ruleset=ruleset)
    except ValueError as fault:
        parser.error(str(fault))
    return found


def _read(name: str, kind: type[Value]) -> Value:
    """The value in a file. Raises msgspec.ValidationError for fields that it does not have."""
    data = read(name)
    wrong = strange.field_of(msgspec.json.decode(data), kind)
    if wrong is not None:
        raise msgspec.ValidationError(f"{name}: {wrong.text} {wrong.fields}")
    return stored.read(data, kind)
