"""Rulers and pings that everybody sees while they last. They are no event, have no number, and nothing keeps them.

What they tell is a place. A place that gives away a unit of one's own is not told to those from whom it is hidden.
"""

from __future__ import annotations

from math import hypot, isfinite
from typing import Final

from rules import view
from rules.core.ids import SideId
from rules.state import GameState
from tabletop.accounts.people import Person
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.pages import pointing
from tabletop.games.pages.lengths import in_its_unit
from tabletop.games.pages.pointing import Point, Pointed
from tabletop.games.push.rooms import tell

_NEAR_IN: Final = 3.0
"""So near to a hidden unit a place gives it away."""


def point(
    *, code: str, person: Person, by: str, start: object, end: object, side: str = "", gone: bool = False
) -> None:
    """Show everybody a ruler, or a ping where both places are the same; `gone` when it is let go."""
    table = selectors.find(code, whole=False)
    if table is None:
        raise Refused("no-table", "There is no such table.", "check the code", status=404)
    rights.be_welcome(table, person)
    seats = rights.seats_of(table, person)
    sides = rights.sides_of(seats)
    if not sides and not rights.is_host(table, person):
        raise no_right("Only players and the host point on everybody’s board.", "take a seat", code="no-seat")
    if not table.is_open or not table.seq:
        raise Refused("not-now", "There is no battle to point at.", "wait until it is on")
    if gone:
        tell(table.pk, pointed={"by": by, "svg": "", "blind": []})
        return
    whose = SideId(side if side in sides else sides[0]) if sides else None
    name = next((seat.name for seat in seats if seat.side == whose), table.host_name)
    state = journal.state_at(table, table.seq)
    shown = Pointed(name, whose or "", _on_table(state, start), _on_table(state, end))
    svg = in_its_unit(table, pointing.drawn(shown, by))
    tell(table.pk, pointed={"by": by, "svg": svg, "blind": _blind(table, state, whose, shown)})


def _on_table(state: GameState, place: object) -> Point:
    """A place that is given, on the table. Raises Refused for anything else."""
    match place:
        case [int() | float() as x, int() | float() as y] if isfinite(x) and isfinite(y):
            return (
                min(max(float(x), 0.0), state.scenario.width_in),
                min(max(float(y), 0.0), state.scenario.height_in),
            )
    raise malformed("That is no place on the table.", "two numbers, in inches", code="bad-place")


def _blind(table: Table, state: GameState, whose: SideId | None, shown: Pointed) -> list[str]:
    """Audiences to whom it would give away a unit that is hidden from them."""
    audiences: list[Audience] = ["public", "screen", "host", *(side.id for side in state.sides if side.id != whose)]
    secret = [u for u in state.units.values() if u.on_table and (whose is None or u.side == whose)]
    blind: list[str] = []
    for audience in audiences:
        known = view(state, viewer_of(audience)).units
        hidden = [model.at for unit in secret if unit.id not in known for model in unit.alive]
        if any(hypot(x - at[0], y - at[1]) <= _NEAR_IN for at in hidden for x, y in (shown.start, shown.end)):
            blind.append(audience)
    return blind
