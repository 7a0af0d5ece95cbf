"""What one viewer may know. Hidden units, sealed dice and other people's choices never leave the server."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from rules import rulesets
from rules.core.citations import door
from rules.core.ids import UnitId, Viewer
from rules.core.owed import RollAsked
from rules.core.prompt import Option
from rules.events import AgendaChanged, GameCreated, Prompted
from rules.state import Event, GameState, Owed
from rules.table.scenario import Scenario
from rules.table.secrets import known_terrain, without_secrets
from rules.table.terrain import Terrain

__all__ = ["Viewer", "choices_in_words", "sees", "tells_of_hidden", "view", "view_event", "without_secrets"]

Value = TypeVar("Value")


def sees(state: GameState, viewer: Viewer, unit: UnitId | None) -> bool:
    """Whether the viewer may know of that unit."""
    if unit is None or viewer == "host" or unit not in state.units:
        return True
    found = state.units[unit]
    return not found.hidden or found.side == viewer


@door
def view(state: GameState, viewer: Viewer) -> GameState:
    """The state as that viewer may know it: hidden units of others left out, and only one's own prompt's options.

    Units that he may know of are the same objects as in the state: who draws them knows them again.
    """
    if viewer == "host":
        return state
    prompt = state.prompt
    if prompt is not None and viewer != prompt.side:
        prompt = replace(prompt, options=())
    scenario, terrain = _known_ground(_Same(state.scenario), _Same(state.terrain), viewer)
    hidden = _hidden(state, viewer)
    owed = _owed(state, viewer, hidden)
    seen = _with(state, prompt=prompt, owed=owed, agenda=(), scenario=scenario, terrain=terrain)
    return rulesets.of(state).view(_without(seen, hidden) if hidden else seen, viewer, hidden)


def _with(state: GameState, **values: object) -> GameState:
    """The state with those values: itself where it has them, so that what was worked out about it is at hand."""
    return state if all(getattr(state, name) is value for name, value in values.items()) else replace(state, **values)


class _Same(Generic[Value]):
    """A frozen value as a key by which it is known again for being the very same one, however large it is."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=64)
def _known_ground(
    scenario: _Same[Scenario], terrain: _Same[tuple[Terrain, ...]], viewer: Viewer
) -> tuple[Scenario, tuple[Terrain, ...]]:
    """The same values each time: who draws the ground knows it again."""
    return without_secrets(scenario.value, viewer), known_terrain(terrain.value, viewer)


def _hidden(state: GameState, viewer: Viewer) -> frozenset[UnitId]:
    """The units that a viewer may not know of."""
    return frozenset(k for k, unit in state.units.items() if unit.hidden and not sees(state, viewer, k))


def _owed(state: GameState, viewer: Viewer, hidden: frozenset[UnitId]) -> Owed | None:
    """Dice that are owed, without the command that waits for them and without what names a hidden unit.

    Who throws is told how many, of which kind, and what they must show, whatever else he may not know.
    """
    owed = state.owed
    if owed is None:
        return None
    asked = owed.asked
    if _names_any(state, asked, hidden):
        asked = RollAsked(label="", count=asked.count, sides=asked.sides, kind=asked.kind, side=asked.side)
        if viewer == owed.side:
            prompt = owed.asked
            asked = replace(asked, label=prompt.label, summed=prompt.summed, sense=prompt.sense, goal=prompt.goal)
    fallen = tuple(each for each in owed.fallen if not _names_any(state, each, hidden))
    return replace(owed, asked=asked, action=None, entries=(), fallen=fallen)


def _without(state: GameState, hidden: frozenset[UnitId]) -> GameState:
    """The state without those units and without a prompt about them."""
    units = {k: u for k, u in state.units.items() if k not in hidden}
    prompt = state.prompt
    if prompt is not None and {prompt.unit, prompt.about} & hidden:
        prompt = replace(prompt, unit=None, about=None, question="", doubts=())
    return replace(state, units=units, prompt=prompt)


def choices_in_words(state: GameState, viewer: Viewer) -> tuple[Option, ...]:
    """What somebody is asked to choose between, as it is said across a table: names and details alone.

    Nothing of a question about units that the viewer may not know of, and nothing where an option names one. While
    there is ground that he may not know of, no details: these may tell what lies on a way.
    """
    prompt, hidden = state.prompt, _hidden(state, viewer)
    if prompt is None or {prompt.unit, prompt.about} & hidden:
        return ()
    details = len(view(state, viewer).terrain) == len(state.terrain)
    open_ones = (o for o in prompt.options if not o.refused)
    options = tuple(Option(id=o.id, label=o.label, detail=o.detail if details else "") for o in open_ones)
    return () if any(_names_any(state, option, hidden) for option in options) else options


def tells_of_hidden(state: GameState, viewer: Viewer, value: msgspec.Struct) -> bool:
    """Whether a value, such as a ruling that somebody proposes, names what the viewer may not know of."""
    if viewer == "host":
        return False
    known = {piece.id for piece in view(state, viewer).terrain}
    text = msgspec.json.encode(value, enc_hook=repr).decode()
    ground = any(f'"{piece.id}"' in text for piece in state.terrain if piece.id not in known)
    return ground or _names_any(state, value, _hidden(state, viewer))


@door
def view_event(state: GameState, event: Event, viewer: Viewer) -> Event | None:
    """The event as that viewer may know it, or None; `state` is the one after it. Its seq is known to all."""
    if viewer == "host":
        return event
    if event.seen_by is not None and viewer not in event.seen_by:
        return None
    hidden = _hidden(state, viewer)
    event = event.by_nobody(hidden) if hidden else event
    if isinstance(event, AgendaChanged) or not sees(state, viewer, event.unit):
        return None
    if isinstance(event, GameCreated):
        units = {k: u for k, u in event.units.items() if not u.hidden or u.side == viewer}
        event = replace(event, units=units, scenario=without_secrets(event.scenario, viewer))
        return rulesets.of(state).view_event(event, viewer, hidden)
    if isinstance(event, Prompted) and event.prompt.side != viewer:
        event = replace(event, prompt=replace(event.prompt, options=()))
    known = rulesets.of(state).view_event(event.for_viewers(), viewer, hidden)
    return None if known is None or _mentions(state, known, hidden) else known


def _mentions(state: GameState, event: Event, hidden: frozenset[UnitId]) -> bool:
    """Whether an event cannot be shown without giving one of those units away, by its id or its name."""
    return _names_any(state, event, hidden, event.sentence) if hidden else False


def _names_any(
    state: GameState,
    value: msgspec.Struct,
    hidden: frozenset[UnitId],
    sentence: Callable[[GameState], str] | None = None,
) -> bool:
    """Whether a value, or the sentence about it, holds the id or the name of one of those units."""
    if not hidden:
        return False
    text = msgspec.json.encode(value, enc_hook=repr).decode() + (sentence(state) if sentence else "")
    names = [state.units[unit].name for unit in hidden]
    ids = [sign for unit in hidden for sign in (f'"{unit}"', f'"{unit}.', f'"{unit}-', f'-{unit}"', f"-{unit}-")]
    return any(mark in text for mark in (*ids, *names))
