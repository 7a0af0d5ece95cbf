"""Structs to and from their one JSON form. Old logs pass through `upcast` first."""

from __future__ import annotations

from typing import Union

import msgspec

from rules import events as common
from rules.arap import ruleset
from rules.state import Action, Event, GameState, Task
from rules.vehicles import ruleset as vehicles

ACTION_TYPES: tuple[type[Action], ...] = (*ruleset.ACTIONS, *vehicles.ACTIONS)
EVENT_TYPES: tuple[type[Event], ...] = (*common.EVENTS, *ruleset.EVENTS, *vehicles.EVENTS)
TASK_TYPES: tuple[type[Task], ...] = (*ruleset.TASKS, *vehicles.TASKS)

AnyAction = Union[ACTION_TYPES]  # type: ignore[valid-type]  # noqa: UP007
AnyEvent = Union[EVENT_TYPES]  # type: ignore[valid-type]  # noqa: UP007
AnyTask = Union[TASK_TYPES]  # type: ignore[valid-type]  # noqa: UP007


def _hook(kind: type, value: object) -> object:
    if kind is Task:
        return msgspec.convert(value, AnyTask, dec_hook=_hook)
    raise TypeError(f"cannot decode {kind}")


_encoder = msgspec.json.Encoder(decimal_format="number")
_action = msgspec.json.Decoder(AnyAction, dec_hook=_hook)
_event = msgspec.json.Decoder(AnyEvent, dec_hook=_hook)
_events = msgspec.json.Decoder(list[AnyEvent], dec_hook=_hook)
_state = msgspec.json.Decoder(GameState, dec_hook=_hook)


def encode(value: object) -> bytes:
    """The JSON form of an action, event, state or list of them."""
    return _encoder.encode(value)


def decode_action(data: bytes | str) -> Action:
    """An action from JSON. Raises msgspec.ValidationError naming the field that is wrong."""
    return _action.decode(data)  # type: ignore[no-any-return]


def decode_event(data: bytes | str) -> Event:
    """An event from JSON."""
    return _event.decode(data)  # type: ignore[no-any-return]


def decode_events(data: bytes | str) -> list[Event]:
    """A log from JSON."""
    return _events.decode(data)


def decode_state(data: bytes | str) -> GameState:
    """A state from JSON (a snapshot)."""
    return _state.decode(data)


def convert_action(value: object) -> Action:
    """An action from JSON that has been parsed already."""
    return msgspec.convert(value, AnyAction, dec_hook=_hook)  # type: ignore[no-any-return]


def convert_events(value: object) -> list[Event]:
    """A log from JSON that has been parsed already."""
    return msgspec.convert(value, list[AnyEvent], dec_hook=_hook)


def convert_state(value: object) -> GameState:
    """A state, perhaps partial, from JSON that has been parsed already."""
    return msgspec.convert(value, GameState, dec_hook=_hook)


def schema() -> dict[str, object]:
    """JSON Schema of actions, events and the state."""
    kinds = [*ACTION_TYPES, *EVENT_TYPES]
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=lambda _: {"type": "object"})
    return {"types": schemas, "$defs": components}
