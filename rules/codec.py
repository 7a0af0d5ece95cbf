"""Structs to and from their one JSON form, whichever game they are of.

What has an older form is upgraded on the way: see `rules/forces/older.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Union

import msgspec

from rules import answers, any_game, events, hand_dice, rulesets
from rules.forces import older, stored
from rules.forces.hull import VehicleHull, VehicleMarks
from rules.forces.modules import known
from rules.progress import Action
from rules.rulesets import Ruleset
from rules.state import Deed, Event, GameState, Marks, Task


def action_types() -> tuple[type[Action], ...]:
    """Every kind of action of every game."""
    return _reader(rulesets.playable()).actions


def event_types() -> tuple[type[Event], ...]:
    """Every kind of event of every game."""
    return _reader(rulesets.playable()).events


class _Reader:
    """The decoders for the games that can be played: each reads the kinds of all of them."""

    def __init__(self, games: tuple[Ruleset, ...]) -> None:
        self.actions = _each_once(
            (
                *answers.ACTIONS,
                *hand_dice.ACTIONS,
                *any_game.ACTIONS,
                *(kind for game in games for kind in game.actions),
            )
        )
        self.events = _each_once((*events.EVENTS, *any_game.EVENTS, *(kind for game in games for kind in game.events)))
        self.any_action = _any_of(self.actions)
        self.any_event = _any_of(self.events)
        self.any_log: Any = list[self.any_event]  # type: ignore[name-defined]
        self._any_task = _any_of(_each_once(kind for game in games for kind in game.tasks))
        self._any_marks = _any_of(_each_once(kind for game in games for kind in game.marks))
        self.action = msgspec.json.Decoder(self.any_action, dec_hook=self.hook)
        self.event = msgspec.json.Decoder(self.any_event, dec_hook=self.hook)
        self.log = msgspec.json.Decoder(self.any_log, dec_hook=self.hook)
        self.state = msgspec.json.Decoder(GameState, dec_hook=self.hook)

    def convert(self, value: object, kind: Any) -> Any:
        """What has been parsed already, as that kind."""
        return msgspec.convert(value, kind, dec_hook=self.hook)

    def hook(self, kind: type, value: object) -> object:
        """Tasks, deeds and marks stand in the state by their base class alone; their tag says which they are."""
        if kind is Deed:
            return self.convert(value, self.any_action)
        if kind is Task:
            return self.convert(value, self._any_task)
        if kind is Marks:
            return self.convert(value, self._any_marks)
        return stored.hook(kind, value)

    def read(self, decoder: msgspec.json.Decoder[Any], data: bytes | str, kind: Any) -> Any:
        """What the decoder reads; where that is of an older form, upgraded."""
        try:
            return decoder.decode(data)
        except msgspec.ValidationError:
            return self.convert(older.upgraded(msgspec.json.decode(data)), kind)

    def opened(self, value: object, kind: Any) -> Any:
        """The same of what has been parsed already."""
        try:
            return self.convert(value, kind)
        except msgspec.ValidationError:
            return self.convert(older.upgraded(value), kind)


def _each_once(kinds: Iterable[type[Any]]) -> tuple[type[Any], ...]:
    return tuple(dict.fromkeys(kinds))


def _any_of(kinds: tuple[type[Any], ...]) -> Any:
    return Union[kinds] if kinds else None  # noqa: UP007


@lru_cache(maxsize=8)
def _reader(games: tuple[Ruleset, ...]) -> _Reader:
    return _Reader(games)


def _now() -> _Reader:
    return _reader(rulesets.playable())


_encoder = msgspec.json.Encoder(decimal_format="number")


def encode(value: object) -> bytes:
    """The JSON form of an action, event, state or list of them."""
    return _encoder.encode(value)


def decode_action(data: bytes | str) -> Action:
    """An action from JSON. Raises msgspec.ValidationError naming the field that is wrong."""
    return _now().action.decode(data)  # type: ignore[no-any-return]


def decode_event(data: bytes | str) -> Event:
    """An event from JSON."""
    reader = _now()
    return reader.read(reader.event, data, reader.any_event)  # type: ignore[no-any-return]


def decode_events(data: bytes | str) -> list[Event]:
    """A log from JSON."""
    reader = _now()
    return reader.read(reader.log, data, reader.any_log)  # type: ignore[no-any-return]


def decode_state(data: bytes | str) -> GameState:
    """A state from JSON (a snapshot)."""
    reader = _now()
    return reader.read(reader.state, data, GameState)  # type: ignore[no-any-return]


def convert_action(value: object) -> Action:
    """An action from JSON that has been parsed already."""
    return _now().convert(value, _now().any_action)  # type: ignore[no-any-return]


def convert_events(value: object) -> list[Event]:
    """A log from JSON that has been parsed already."""
    return _now().opened(value, _now().any_log)  # type: ignore[no-any-return]


def convert_state(value: object) -> GameState:
    """A state, perhaps partial, from JSON that has been parsed already."""
    return _now().opened(value, GameState)  # type: ignore[no-any-return]


def schema() -> dict[str, object]:
    """JSON Schema of actions, events and the state."""
    kinds = [*action_types(), *event_types()]
    marks = [made.marks for made in known() if made.marks]
    brought: dict[type, list[Any]] = {VehicleHull: [made.hull for made in known()], VehicleMarks: marks}
    own = [kind for found in brought.values() for kind in found]

    def hook(kind: type) -> dict[str, object]:
        """Hulls and marks are what one of the vehicle rules brings; what else has a tag of its own is any object."""
        found = brought.get(kind)
        return {"anyOf": [{"$ref": f"#/$defs/{each.__name__}"} for each in found]} if found else {"type": "object"}

    schemas, components = msgspec.json.schema_components([*kinds, *own], schema_hook=hook)
    return {"types": schemas[: len(kinds)], "$defs": components}
