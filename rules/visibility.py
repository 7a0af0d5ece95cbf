"""What one viewer may know. Hidden units, sealed dice and other people's choices never leave the server."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.events import AgendaChanged, Prompted
from rules.gemini.setup import GameCreated
from rules.state import Event, GameState

Viewer = SideId | Literal["public", "host"]
"""A side (with all its people), the public (screen and spectators), or the host, who sees everything."""


def sees(state: GameState, viewer: Viewer, unit: UnitId | None) -> bool:
    """Whether the viewer may know of that unit."""
    if unit is None or viewer == "host" or unit not in state.units:
        return True
    found = state.units[unit]
    return not found.hidden or found.side == viewer


def view(state: GameState, viewer: Viewer) -> GameState:
    """The state as that viewer may know it: hidden units of others left out, and only one's own prompt's options."""
    units = state.units
    if any(not sees(state, viewer, k) for k in units):  # else the same object: who draws it knows it again
        units = {k: u for k, u in units.items() if sees(state, viewer, k)}
    prompt = state.prompt
    if prompt is not None and viewer not in ("host", prompt.side):
        prompt = replace(prompt, options=())
    return replace(state, units=units, prompt=prompt, agenda=() if viewer != "host" else state.agenda)


def view_event(state: GameState, event: Event, viewer: Viewer) -> Event | None:
    """The event as that viewer may know it, or None; `state` is the one after it. Its seq is known to all."""
    if viewer == "host":
        return event
    if event.seen_by is not None and viewer not in event.seen_by:
        return None
    if isinstance(event, AgendaChanged) or not sees(state, viewer, event.unit):
        return None
    if isinstance(event, Prompted) and event.prompt.side != viewer:
        return replace(event, prompt=replace(event.prompt, options=()))
    if isinstance(event, GameCreated):
        return replace(event, units={k: u for k, u in event.units.items() if not u.hidden or u.side == viewer})
    return event
