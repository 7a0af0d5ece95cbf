"""Units locked in combat: who joins, who is let go, what harm counts. (ARAP-CHG-06, -07, ARAP-WDIF-01)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import version_1
from rules.arap.events import fought
from rules.core.ids import UnitId
from rules.core.words import listed
from rules.progress import Progress
from rules.state import ChargeMade, Event, GameState, Melee

Direction = Literal["front", "flank", "rear"]


class MeleeJoined(Event, frozen=True, kw_only=True, tag="MeleeJoined"):
    """A unit came into combat; all that are joined in this way fight one melee, and suppression is forgotten.

    `wounds` are those that count for the first round already: (who dealt them, who suffered, how many).
    (ARAP-MELEE-01, ARAP-SUPP-04, ARAP-WDIF-01)
    """

    melee: str
    units: tuple[UnitId, ...]
    charge: ChargeMade | None = None
    wounds: tuple[tuple[UnitId, UnitId, int], ...] = ()

    joined: Melee | None = None
    """The melee that they all fight now, in place of those that any of them fought."""

    def evolve(self, state: GameState) -> GameState:
        """All fight one melee; they forget suppression and pursuit, and are in the open."""
        joined = self.joined or version_1.joined(state, self.melee, self.units, self.charge, self.wounds)
        calm = (replace(state.units[u], s_active=0, s_pending=0, pursuing=None, hidden=False) for u in joined.units)
        kept = tuple(m for m in state.melees if not set(m.units) & set(joined.units))
        return replace(state.with_units(*calm), melees=(*kept, joined))

    def sentence(self, state: GameState) -> str:
        """Who is locked with whom, and how they came."""
        names = listed(state.units[u].name for u in self.units)
        if self.charge is None:
            return f"{names} are locked in combat"
        where = {"front": "to the front", "flank": "in the flank", "rear": "in the rear"}[self.charge.direction]
        return f"{names} are locked in combat; charge {where}{self._hindered()}"

    def _hindered(self) -> str:
        """What cover and grenades make of the charge; the rules that were cited say which."""
        assert self.charge is not None
        text = ""
        if "ARAP-CCG-04" in self.rules:
            text = ", against cover: flesh hooks let them strike as their enemies do"
        elif self.charge.slowed:
            text = ", against cover: they strike as if at Initiative 1"
        elif "ARAP-CCG-01" in self.rules:
            text = ", assault grenades cancel the cover"
        if self.charge.bonus:
            return text
        why = next((lost for rule, lost in LOST.items() if rule in self.rules), "")
        return f"{text}, its bonus lost{why}"


LOST: Final = {"ARAP-CCG-02": " to defensive grenades", "ARAP-LADR-02": " on the ladder"}
"""What takes the bonus of a charge, by the rule."""


def merged(
    state: GameState,
    melee: str,
    units: Sequence[UnitId],
    charge: ChargeMade | None = None,
    wounds: Sequence[tuple[UnitId, UnitId, int]] = (),
) -> Melee:
    """One melee of these units and all whom any of them fights already. (ARAP-MELEE-01, ARAP-WDIF-01)"""
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
    """Who has fought no round yet: newcomers, and those of whom that was true before. (ARAP-BREAK-01)"""
    known = {u for m in old for u in m.units}
    return tuple(dict.fromkeys((*(u for m in old for u in m.fresh), *(u for u in units if u not in known))))


def _summed(tallies: Iterable[Mapping[str, int]], wounds: Iterable[tuple[UnitId, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for unit, count in (*(pair for tally in tallies for pair in tally.items()), *wounds):
        total[unit] = total.get(unit, 0) + count
    return total


class MeleeSettled(Event, frozen=True, kw_only=True, tag="MeleeSettled"):
    """Who is still in a melee; with one side left, or nobody in reach of anybody, it is over."""

    melee: str
    units: tuple[UnitId, ...]
    over: bool | None = None

    def evolve(self, state: GameState) -> GameState:
        """Units that are out of it are free."""
        over = version_1.is_over(state, self.units) if self.over is None else self.over
        changed = (replace(m, units=self.units) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=tuple(m for m in changed if m.id != self.melee or not over))


class HarmOnTheWay(Event, frozen=True, kw_only=True, tag="HarmOnTheWay"):
    """What the ground or a fall cost chargers on their way counts as suffered, and for no enemy. (ARAP-WDIF-01)"""

    wounds: int

    def evolve(self, state: GameState) -> GameState:
        """Their side of the wound difference of the first round."""
        assert self.unit is not None
        return fought(state, None, self.unit, self.wounds)

    def sentence(self, state: GameState) -> str:
        """How many wounds count against whom."""
        assert self.unit is not None
        count = "1 wound on the way counts" if self.wounds == 1 else f"{self.wounds} wounds on the way count"
        return f"{count} as suffered by {state.units[self.unit].name}, and for no enemy"


def count_harm(progress: Progress, unit: UnitId, wounds: int) -> None:
    """Note what chargers lost on their way to a melee, if anything. (ARAP-WDIF-01)"""
    if wounds > 0 and progress.state.is_locked(unit):
        side = progress.state.units[unit].side
        progress.emit(HarmOnTheWay(side=side, unit=unit, wounds=wounds, rules=("ARAP-WDIF-01",)))


def settle(progress: Progress, melee: str, units: Sequence[UnitId], rule: str) -> None:
    """Note who is still in a melee; of one side alone it is none. (ARAP-MORAL-04)"""
    over = len({progress.state.units[u].side for u in units}) <= 1
    progress.emit(MeleeSettled(melee=melee, units=tuple(units), over=over, rules=(rule,)))


def release(progress: Progress, left: UnitId) -> None:
    """Those whose only opponent routs out of a melee before it is fought are free again. (ARAP-RUN-03, ARAP-INT-03)"""
    state = progress.state
    for melee in state.melees:
        if left not in melee.units and len({state.units[u].side for u in melee.units}) == 1:
            settle(progress, melee.id, melee.units, "ARAP-RUN-03")


def join(progress: Progress, unit: UnitId, others: Sequence[UnitId], *, rules: Sequence[str]) -> None:
    """Lock a unit with enemies that nobody charged: neither side has a bonus. (ARAP-INT-01)"""
    side = progress.state.units[unit].side
    melee, units = f"{unit}-{others[0]}", (unit, *others)
    joined = merged(progress.state, melee, units)
    rules = (*rules, "ARAP-MELEE-01")
    progress.emit(MeleeJoined(side=side, unit=unit, melee=melee, units=units, joined=joined, rules=rules))


EVENTS: tuple[type[Event], ...] = (MeleeJoined, HarmOnTheWay, MeleeSettled)
