"""What else must be left out for a viewer who may not know of a unit: every word of it in ARAP's own notes."""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.events import WoundsTaken
from rules.arap.rulings.exits import ExitOpened
from rules.core.ids import UnitId, Viewer
from rules.forces.unit import Unit
from rules.state import Event, GameState
from rules.table.secrets import known_terrain


def view(state: GameState, hidden: frozenset[UnitId]) -> GameState:
    """The state without a word of those units, who are no longer among its units; itself if there are none."""
    if not hidden:
        return state
    units = {k: _forgetting(u, hidden) for k, u in state.units.items()}
    turn = state.turn
    tallies = tuple(t for t in turn.tallies if not {t.shooter, t.target} & hidden)
    acting = turn.active is None or turn.active not in hidden
    turn = replace(turn, tallies=tallies, active=turn.active if acting else None, ap=turn.ap if acting else 0)
    melees = tuple(m for m in state.melees if not hidden.intersection(m.units))
    return replace(state, units=units, turn=turn, melees=melees)


def _forgetting(unit: Unit, hidden: frozenset[UnitId]) -> Unit:
    """The unit without what it remembers of those; itself if it remembers none of them."""
    known = (unit.now.shot_at, unit.before.shot_at, unit.fleeing_from, unit.pursuing, unit.avoid, *unit.avoid_too)
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
        avoid_too=tuple(u for u in unit.avoid_too if u not in hidden),
    )


def view_event(event: Event, viewer: Viewer, hidden: frozenset[UnitId]) -> Event:
    """The event without secret ground behind an exit that opens, and without who of those dealt wounds."""
    if isinstance(event, ExitOpened):
        return replace(event, laid=known_terrain(event.laid, viewer))
    if isinstance(event, WoundsTaken) and event.by in hidden:
        return replace(event, by=None)
    return event
