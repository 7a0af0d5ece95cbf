"""Whatever a page may send is answered: every kind of action about what there is not, on battles of each game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import msgspec.inspect
import pytest

from rules import action_types
from rules.codec import convert_action
from rules.core.refusal import IllegalAction
from rules.dice.sources import SeededDice
from rules.engine import decide, preview
from rules.progress import Action
from rules.state import GameState
from tests.builders import a_battle, a_unit
from tests.rules.crusade import cast

NONSENSE = ("nobody", "a1", "b1")
BATTLES = {
    "skirmish": a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(30, 10)]), active="a1", ap=2),
    "crusade": cast.battle(cast.put("a1", "rhino", (10, 10)), cast.put("b1", "marine", (30, 10))),
}


def of(described: msgspec.inspect.Type, name: str) -> Any:
    """A value of that type that means nothing."""
    match described:
        case msgspec.inspect.StrType():
            return name
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            return 3
        case msgspec.inspect.LiteralType():
            return described.values[0]
        case msgspec.inspect.UnionType():
            return of(next(t for t in described.types if not isinstance(t, msgspec.inspect.NoneType)), name)
        case msgspec.inspect.CollectionType():
            return [of(described.item_type, name)]
        case msgspec.inspect.TupleType():
            return [of(each, name) for each in described.item_types]
        case msgspec.inspect.DictType():
            return {name: of(described.value_type, name)}
        case msgspec.inspect.StructType():
            return {f.encode_name: of(f.type, name) for f in described.fields}
    return None


def asked() -> Iterator[Action]:
    """Each kind of action, with all its fields and with those alone that it needs."""
    for kind in action_types():
        described = msgspec.inspect.type_info(kind)
        assert isinstance(described, msgspec.inspect.StructType)
        for name in NONSENSE:
            for fields in (described.fields, [f for f in described.fields if f.required]):
                raw = {f.encode_name: of(f.type, name) for f in fields}
                try:
                    yield convert_action({**raw, "side": "a", "type": kind.__struct_config__.tag})
                except msgspec.ValidationError:
                    continue


@pytest.mark.parametrize("game", BATTLES)
def test_no_action_about_what_there_is_not_is_an_error(game: str) -> None:
    state: GameState = BATTLES[game]
    found = list(asked())
    assert len({type(action) for action in found}) > 100
    for action in found:
        preview(state, action)
        with suppress(IllegalAction):
            decide(state, action, SeededDice(1))
