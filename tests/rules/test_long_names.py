"""What is sent and nothing is called is repeated in part: a refusal stays short however long the name is."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from rules import Action, action_types, decode_action
from rules.core.refusal import IllegalAction
from rules.dice.sources import SeededDice
from rules.engine import decide
from rules.state import GameState
from tests import protocol
from tests.builders import a_battle, a_unit, a_weapon
from tests.rules.buildings.doors.test_doors import a_field
from tests.rules.crusade.cast import battle, put

LONG = "\U000e0001" * 500
"""As long as a text may be, of signs that are ten each in quotes."""
MOST = 560
"""Signs that the longest refusal may have."""

FOOT = a_battle(
    a_unit("a1", [(20, 10), (20, 12)], weapons=[a_weapon()]), a_unit("b1", [(30, 10)], facing=270), active="a1", ap=2
)
HOUSE = a_field((30, 25.9), state="locked")
CRUSADE = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (20, 19)))


def texts(kind: type[Action]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every text field of an action, with an action in which that field alone is too long."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    full = protocol.example(info) | {f.encode_name: protocol.sample(f.name, f.type) for f in info.fields}
    for field in info.fields:
        value = full[field.encode_name]
        if isinstance(value, str) and not isinstance(field.type, inspect.LiteralType):
            yield field.encode_name, full | {field.encode_name: LONG}
        if isinstance(value, list) and value and isinstance(value[0], str):
            yield field.encode_name, full | {field.encode_name: [LONG]}


def refused(state: GameState, raw: dict[str, Any]) -> str:
    """What the engine says to that; nothing where it lets it pass or where it is no action at all."""
    try:
        decide(state, decode_action(msgspec.json.encode(raw)), SeededDice(1))
    except IllegalAction as no:
        return no.refusal.in_one_line
    except msgspec.ValidationError:
        return ""
    return ""


@pytest.mark.parametrize("state", [FOOT, HOUSE, CRUSADE], ids=["foot", "house", "crusade"])
def test_a_refusal_repeats_the_beginning_of_a_long_name_alone(state: GameState) -> None:
    found = {(kind.__name__, field): refused(state, raw) for kind in action_types() for field, raw in texts(kind)}
    assert sum(bool(words) for words in found.values()) > 50
    assert {what: len(words) for what, words in found.items() if len(words) > MOST or LONG[:60] in words} == {}
