"""What logs of version 1 left to be worked out when they are read. Never changed: old games stand by it.

Since version 2 whatever a rule decides stands in the event, and `evolve` only copies it. An event of an older log says
nothing there (None), and its `evolve` asks here, once, what the rules of that time made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.state import ChargeMade, GameState, Melee
from rules.table.terrain import Terrain

COUNTED_IN_MELEE: Final = ("melee", "hazard", "fall", "explosion")
KEEPS_FEET_IN: Final = 3.0


def strengths(state: GameState) -> dict[UnitId, int]:
    """Members of every unit as a player turn begins."""
    return {u.id: len(u.alive) for u in state.units.values()}


def suppression(state: GameState, side: SideId | None) -> dict[UnitId, int]:
    """Points of suppression that come into force as a side's turn begins."""
    return {u.id: u.s_active + u.s_pending for u in state.units.values() if u.side == side}


def pinned(state: GameState, side: SideId | None) -> tuple[UnitId, ...]:
    """Whose turn pinning spoils."""
    return tuple(u.id for u in state.units.values() if u.side == side and u.pinned)


def up_again(state: GameState, side: SideId | None) -> tuple[UnitId, ...]:
    """Who lies low no longer at the end of its turn."""
    return tuple(u.id for u in state.units.values() if u.side == side and u.gone_to_ground and not u.ground_fresh)


def shun_no_more(state: GameState, side: SideId | None) -> tuple[UnitId, ...]:
    """Who need not avoid the unit any more that it broke off from."""
    number = state.turn.number
    return tuple(u.id for u in state.units.values() if u.side == side and number >= u.avoid_turn)


def eased(state: GameState) -> dict[UnitId, tuple[int, int]]:
    """Points in force and pending after a game turn: one goes, of those in force first."""
    return {
        u.id: (u.s_active - 1, u.s_pending) if u.s_active else (0, u.s_pending - 1)
        for u in state.units.values()
        if u.s_active or u.s_pending
    }


def in_the_way(state: GameState, charger: UnitId) -> tuple[UnitId, ...]:
    """Who waited for those chargers."""
    return tuple(u.id for u in state.units.values() if u.intercepting == charger and u.on_table)


def shunned_until(state: GameState, unit: Unit) -> int:
    """The game turn of a unit's next own player turn."""
    turn = state.turn
    later = turn.order.index(unit.side) > turn.place if unit.side in turn.order else False
    return turn.number + (0 if later else 1)


def is_over(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether a melee of these units is none any more."""
    return len({state.units[u].side for u in units}) <= 1


def joined(
    state: GameState,
    melee: str,
    units: Sequence[UnitId],
    charge: ChargeMade | None,
    wounds: Sequence[tuple[UnitId, UnitId, int]],
) -> Melee:
    """The melee that all fight who are joined by these units."""
    old = [m for m in state.melees if set(m.units) & set(units)]
    return Melee(
        id=old[0].id if old else melee,
        units=tuple(dict.fromkeys(u for own in (*(m.units for m in old), units) for u in own)),
        round=max((m.round for m in old), default=0),
        charges=(*(c for m in old for c in m.charges), *((charge,) if charge else ())),
        inflicted=_summed([m.inflicted for m in old], [(by, n) for by, _, n in wounds]),
        suffered=_summed([m.suffered for m in old], [(unit, n) for _, unit, n in wounds]),
        bound=tuple(u for m in old for u in m.bound),
        fresh=_fresh(old, units),
    )


def _fresh(old: Sequence[Melee], units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    known = {u for m in old for u in m.units}
    return tuple(dict.fromkeys((*(u for m in old for u in m.fresh), *(u for u in units if u not in known))))


def _summed(tallies: Iterable[Mapping[str, int]], wounds: Iterable[tuple[UnitId, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for unit, count in (*(pair for tally in tallies for pair in tally.items()), *wounds):
        total[unit] = total.get(unit, 0) + count
    return total


def shares(unit: Unit, gone: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Of a unit that some leave: points, and strength at the start of the turn, of those who stay and who go."""
    worth = unit.points * gone // len(unit.models)
    return (unit.points - worth, max(1, unit.n_start - gone)), (worth, gone)


class JointMarks(Struct, frozen=True, kw_only=True):
    """What a unit bears of what its parts did and suffered before they were together."""

    tried: bool = False
    moved_in: float = 0
    tactical: bool = False
    charges: int = 0
    s_active: int = 0
    s_pending: int = 0
    pinned: bool = False
    pinned_now: bool = False
    gone_to_ground: bool = False
    ground_fresh: bool = False
    prone: bool = False


def marks(host: Unit, part: Unit) -> JointMarks:
    """Of every mark the worse."""
    return JointMarks(
        tried=host.now.tried or part.now.tried,
        moved_in=max(host.now.moved_in, part.now.moved_in),
        tactical=host.now.tactical or part.now.tactical,
        charges=max(host.now.charges, part.now.charges),
        s_active=max(host.s_active, part.s_active),
        s_pending=max(host.s_pending, part.s_pending),
        pinned=host.pinned or part.pinned,
        pinned_now=host.pinned_now or part.pinned_now,
        gone_to_ground=host.gone_to_ground or part.gone_to_ground,
        ground_fresh=host.ground_fresh or part.ground_fresh,
        prone=host.prone or part.prone,
    )


def opened(piece: Terrain) -> Terrain:
    """An exit that bars nothing any more."""
    return replace(piece, closed=False, going="open", cover="none", blocks_sight=False, height_in=0)


def is_prone(fall_in: float) -> bool:
    """Whether a fall leaves a survivor prone."""
    return is_beyond(fall_in, KEEPS_FEET_IN)
