"""What one viewer may know. Hidden units, sealed dice and other people's choices never leave the server."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from rules.arap.events import WoundsTaken
from rules.arap.terrain.exits import ExitOpened
from rules.arap.turn.setup import GameCreated
from rules.core.ids import SideId, UnitId
from rules.events import AgendaChanged, Prompted
from rules.forces.unit import Unit
from rules.state import Event, GameState
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain

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
    if viewer == "host":
        return state
    prompt = state.prompt
    if prompt is not None and viewer != prompt.side:
        prompt = replace(prompt, options=())
    seen = replace(state, prompt=prompt, agenda=(), **_known_ground(state, viewer))
    hidden = _hidden(state, viewer)
    return _without(seen, hidden) if hidden else seen  # units are the same objects: who draws them knows them again


def without_secrets(scenario: Scenario, viewer: Viewer) -> Scenario:
    """The scenario as that viewer may know it; itself if there is nothing that others keep secret in it."""
    terrain = _known_terrain(scenario.terrain, viewer)
    zones = tuple(z for z in scenario.zones if not z.hidden or z.side == viewer)
    if terrain is scenario.terrain and len(zones) == len(scenario.zones):
        return scenario
    return replace(scenario, terrain=terrain, zones=zones)


def _known_terrain(terrain: tuple[Terrain, ...], viewer: Viewer) -> tuple[Terrain, ...]:
    known = tuple(t for t in terrain if t.behind is None and t.secret in (None, viewer))
    return terrain if len(known) == len(terrain) else known


class _Known(NamedTuple):
    """What one viewer knows of a scenario and the terrain on its table; those are kept too, for their identity."""

    scenario: Scenario
    terrain: tuple[Terrain, ...]
    seen_scenario: Scenario
    seen_terrain: tuple[Terrain, ...]


_seen: dict[tuple[int, int, Viewer], _Known] = {}
_MOST_SEEN = 64


def _known_ground(state: GameState, viewer: Viewer) -> dict[str, Any]:
    """What to replace in the state; the same values each time, so that who draws them knows them again."""
    key = (id(state.scenario), id(state.terrain), viewer)
    known = _seen.get(key)
    if known is None or known.scenario is not state.scenario or known.terrain is not state.terrain:
        scenario = without_secrets(state.scenario, viewer)
        known = _Known(state.scenario, state.terrain, scenario, _known_terrain(state.terrain, viewer))
        if len(_seen) >= _MOST_SEEN:
            _seen.clear()
        _seen[key] = known
    return {"scenario": known.seen_scenario, "terrain": known.seen_terrain}


def _hidden(state: GameState, viewer: Viewer) -> frozenset[UnitId]:
    """The units that a viewer may not know of."""
    return frozenset(k for k in state.units if not sees(state, viewer, k))


def _without(state: GameState, hidden: frozenset[UnitId]) -> GameState:
    """The state without those units, and without a word of them anywhere else."""
    units = {k: _forgetting(u, hidden) for k, u in state.units.items() if k not in hidden}
    turn, prompt = state.turn, state.prompt
    tallies = tuple(t for t in turn.tallies if not {t.shooter, t.target} & hidden)
    acting = turn.active is None or turn.active not in hidden
    turn = replace(turn, tallies=tallies, active=turn.active if acting else None, ap=turn.ap if acting else 0)
    if prompt is not None and {prompt.unit, prompt.about} & hidden:
        prompt = replace(prompt, unit=None, about=None, question="")
    melees = tuple(m for m in state.melees if not hidden.intersection(m.units))
    return replace(state, units=units, turn=turn, prompt=prompt, melees=melees)


def _forgetting(unit: Unit, hidden: frozenset[UnitId]) -> Unit:
    """The unit without what it remembers of those; itself if it remembers none of them."""
    known = (unit.now.shot_at, unit.before.shot_at, unit.fleeing_from, unit.pursuing, unit.avoid)
    if not hidden.intersection(known):
        return unit

    def kept(other: UnitId | None) -> UnitId | None:
        return None if other in hidden else other

    return replace(
        unit,
        now=replace(unit.now, shot_at=kept(unit.now.shot_at)),
        before=replace(unit.before, shot_at=kept(unit.before.shot_at)),
        fleeing_from=kept(unit.fleeing_from),
        pursuing=kept(unit.pursuing),
        avoid=kept(unit.avoid),
    )


def view_event(state: GameState, event: Event, viewer: Viewer) -> Event | None:
    """The event as that viewer may know it, or None; `state` is the one after it. Its seq is known to all."""
    if viewer == "host":
        return event
    if event.seen_by is not None and viewer not in event.seen_by:
        return None
    if isinstance(event, AgendaChanged) or not sees(state, viewer, event.unit):
        return None
    if isinstance(event, Prompted) and event.prompt.side != viewer:
        event = replace(event, prompt=replace(event.prompt, options=()))
    if isinstance(event, GameCreated):
        units = {k: u for k, u in event.units.items() if not u.hidden or u.side == viewer}
        return replace(event, units=units, scenario=without_secrets(event.scenario, viewer))
    if isinstance(event, ExitOpened):
        event = replace(event, laid=_known_terrain(event.laid, viewer))
    hidden = _hidden(state, viewer)
    return _event_without(state, event, hidden) if hidden else event


def _event_without(state: GameState, event: Event, hidden: frozenset[UnitId]) -> Event | None:
    """The event without those units: who dealt wounds is left out; one that cannot be told without them is None."""
    if isinstance(event, WoundsTaken) and event.by in hidden:
        event = replace(event, by=None)
    told = msgspec.json.encode(event, enc_hook=repr).decode() + event.sentence(state)
    names = [state.units[unit].name for unit in hidden]
    ids = [sign for unit in hidden for sign in (f'"{unit}"', f'"{unit}.', f'"{unit}-', f'-{unit}"', f"-{unit}-")]
    return None if any(mark in told for mark in (*ids, *names)) else event
