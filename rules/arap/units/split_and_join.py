"""Units that split and rejoin, and characters that join a unit. (ARAP-COH-02, ARAP-ACT-05, ARAP-ACT-09)

A part is a unit of its own until it is back within 3 inches of the rest. Members keep their numbers: model "a2.5" is
"a2b.5" while it is with part "a2b".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.arap import building_interface
from rules.arap.units import coherency
from rules.arap.units.building_interface import HousedMembers
from rules.arap.units.parts import LONGEST_NAME, UnitsJoined, UnitSplit, family, new_id, renamed, root_of, worse
from rules.arap.units.permission import own_unit, whose_turn
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.geometry.measure import gap_between
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState

LINK_IN = 3.0
"""A part this near to the rest belongs to it again. (ARAP-COH-01)"""


class SplitOff(Action, frozen=True, kw_only=True, tag="SplitOff"):
    """Make some members a unit of their own, before the unit's activation roll. (ARAP-COH-02, ARAP-ACT-09)

    A single independent character leaves the unit for good; any other part rejoins when it is near again.
    """

    unit: UnitId
    models: tuple[ModelId, ...]
    name: str = ""
    """What the part is called; without one the table calls it after its unit. (ARAP-COH-02)"""

    def check(self, state: GameState) -> Refusal | None:
        """In turn, before the roll, some but not all of the unit's living members."""
        refusal = bad_name(self.name) or _before_rolling(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        named, alive = set(self.models), {m.id for m in unit.alive}
        if not named or len(named) != len(self.models) or not named < alive:
            text = f"A part of {unit.name} is some of its living members, not none and not all."
            return Refusal("wrong-models", text, "ARAP-COH-02", f"1 to {len(alive) - 1} of its models")
        return None

    def preview(self, state: GameState) -> Preview:
        """It is free."""
        return Preview(refusal=self.check(state), rules=("ARAP-COH-02", "ARAP-ACT-09"))

    def resolve(self, progress: Progress) -> None:
        """Two units where there was one."""
        leaves = _is_character(progress.state, progress.state.units[self.unit], self.models)
        rules = ("ARAP-COH-02", "ARAP-ACT-09")
        split(progress, self.unit, self.models, for_good=leaves, name=self.name.strip(), rules=rules)


class JoinUnit(Action, frozen=True, kw_only=True, tag="JoinUnit"):
    """An independent character joins a unit within 3 inches, before either has rolled. (ARAP-ACT-05)"""

    unit: UnitId
    host: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """In turn, a lone character, a unit on foot that is near, neither of them with a roll made."""
        refusal = _before_rolling(state, self.side, self.unit) or _before_rolling(state, self.side, self.host)
        if refusal:
            return refusal
        unit, host = state.units[self.unit], state.units[self.host]
        if unit.id == host.id or not _is_character(state, unit, [m.id for m in unit.alive]):
            text = f"{unit.name} is no independent character on its own."
            return Refusal("not-a-character", text, "ARAP-ACT-05", "a one-model unit with the trait independent")
        if not _is_near(state, unit, host):
            return Refusal("too-far", f"{host.name} is more than 3″ away.", "ARAP-COH-01", "a unit within 3″")
        return None

    def preview(self, state: GameState) -> Preview:
        """It is free."""
        return Preview(refusal=self.check(state), rules=("ARAP-ACT-05",))

    def resolve(self, progress: Progress) -> None:
        """They are one unit now."""
        join(progress, self.unit, self.host, ("ARAP-ACT-05",))


def bad_name(name: str) -> Refusal | None:
    """Why a part cannot be called that."""
    if len(name) <= LONGEST_NAME:
        return None
    why = f"A name of {len(name)} signs does not fit."
    return Refusal("bad-name", why, "ARAP-COH-02", f"up to {LONGEST_NAME} signs, or none")


def _before_rolling(state: GameState, side: SideId, unit_id: UnitId) -> Refusal | None:
    refusal = whose_turn(state, side) or own_unit(state, side, unit_id)
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if state.turn.active is not None:
        name = state.units[state.turn.active].name
        return Refusal("unit-in-hand", f"{name} is still acting.", "ARAP-ACT-07", f"finish {name} first")
    if unit.now.tried:
        text = f"{unit.name} has made its activation roll."
        return Refusal("already-tried", text, "ARAP-COH-02", "split or join before rolling")
    if unit.is_vehicle or not unit.on_table or unit.routing or unit.pursuing or state.is_locked(unit_id):
        text = f"{unit.name} cannot be regrouped now."
        return Refusal("not-in-hand", text, "ARAP-COH-02", "a unit on foot, neither fighting, fleeing nor pursuing")
    return None


def _is_character(state: GameState, unit: Unit, models: Sequence[ModelId]) -> bool:
    return len(models) == 1 and state.profile(unit.model(models[0])).has("independent")


def _is_near(state: GameState, one: Unit, other: Unit) -> bool:
    ours, theirs = (tuple(m.at for m in u.alive) for u in (one, other))
    return is_within(gap_between(ours, theirs), LINK_IN) or coherency.are_near(state, ours, theirs)


def split(
    progress: Progress,
    unit_id: UnitId,
    models: Sequence[ModelId],
    *,
    for_good: bool = False,
    name: str = "",
    rules: Sequence[str],
) -> UnitId:
    """Make those members a unit of their own, by that name or one after their unit; its id."""
    state = progress.state
    unit = state.units[unit_id]
    part = new_id(state, root_of(unit))
    letter = part.removeprefix(root_of(unit)).upper()
    usual = state.profile(unit.model(models[0])).name if for_good else f"{state.units[root_of(unit)].name} {letter}"
    worth = unit.points * len(models) // len(unit.models)
    progress.emit(
        UnitSplit(
            side=unit.side,
            unit=unit_id,
            part=part,
            name=name or usual,
            models=renamed(models, part),
            for_good=for_good,
            stay=(unit.points - worth, max(1, unit.n_start - len(models))),
            go=(worth, len(models)),
            rules=tuple(rules),
        )
    )
    return part


def join(progress: Progress, part: UnitId, host: UnitId, rules: Sequence[str]) -> None:
    """All members of one unit go over to another."""
    state = progress.state
    unit, onto = state.units[part], state.units[host]
    related = root_of(unit) == root_of(onto)
    models = renamed((m.id for m in unit.models), host) if related else _numbered_on(state, unit, onto)
    name = "" if related else unit.name
    marks = worse(onto, unit)
    progress.emit(
        UnitsJoined(side=unit.side, unit=host, part=part, models=models, name=name, marks=marks, rules=tuple(rules))
    )


def _numbered_on(state: GameState, unit: Unit, onto: Unit) -> dict[ModelId, ModelId]:
    """Numbers that no member of the unit joined has, in any of its parts."""
    kin = [onto, *family(state, onto)]
    last = max(int(m.id.rsplit(".", 1)[1]) for u in kin for m in u.models)
    return {m.id: ModelId(f"{onto.id}.{last + n}") for n, m in enumerate(unit.models, 1)}


class CountParts(TaskStruct, frozen=True, kw_only=True, tag="CountParts"):
    """A unit's activation has ended: who is out of coherency is a unit of its own, who is near again is none."""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Rejoin first, then part."""
        if self.unit in progress.state.units:
            regroup(progress, self.unit)


def regroup(progress: Progress, unit_id: UnitId) -> None:
    """Work out group membership again after an activation, reaction or compulsory move. (ARAP-COH-02)

    Units in melee, in flight or off the table stay as they are; parts rejoin once both have had their roll.
    """
    unit = progress.state.units[unit_id]
    if not _is_free(progress.state, unit):
        return
    for kin in family(progress.state, unit):
        if _is_free(progress.state, kin) and kin.now.tried == unit.now.tried and _belong(progress.state, unit, kin):
            host, part = (unit.id, kin.id) if unit.part_of is None else (kin.id, unit.id)
            join(progress, part, host, ("ARAP-COH-01", "ARAP-COH-02"))
            unit = progress.state.units[host]
    if unit.on_table:
        _part(progress, unit)


def _belong(state: GameState, unit: Unit, kin: Unit) -> bool:
    """Whether two parts stand together; of those in houses the rules for buildings say it. (BLD-SECT-04)"""
    housed = building_interface.ask(HousedMembers).are_near(state, unit, kin)
    return _is_near(state, unit, kin) if housed is None else housed


def _part(progress: Progress, unit: Unit) -> None:
    """Every chain but one becomes a part: the leader's stays the unit, else the longest, else the first."""
    alive = unit.alive
    places = building_interface.ask(HousedMembers).chain(progress.state, unit)
    found = coherency.chains(progress.state, places)
    rules = coherency.cited(progress.state, places)
    if len(found) < 2:
        return
    kept = max(found, key=lambda chain: (any(alive[n].leader for n in chain), len(chain), -chain[0]))
    for chain in found:
        if chain != kept:
            split(progress, unit.id, [alive[n].id for n in chain], rules=rules)


def _is_free(state: GameState, unit: Unit) -> bool:
    held = unit.routing or unit.pursuing is not None or state.is_locked(unit.id)
    return unit.in_play and not unit.is_vehicle and not held


def queue_rejoins(progress: Progress, side: SideId) -> None:
    """At the start of a player turn parts that stand together are one unit again."""
    parts = [u.id for u in progress.state.units_of(side) if u.part_of is not None]
    progress.queue(*(CountParts(unit=u) for u in parts))


def offers(state: GameState, side: SideId) -> list[Offer]:
    """Characters joining a unit that is near."""
    if state.active_side != side or state.turn.phase != "activation" or state.turn.active is not None:
        return []
    mine = [u for u in state.units_of(side) if u.on_table and not u.is_vehicle and not u.now.tried]
    characters = [u for u in mine if _is_character(state, u, [m.id for m in u.alive])]
    return [
        offered(state, JoinUnit(side=side, unit=u.id, host=h.id), kind="join", unit=u.id, target=h.id)
        for u in characters
        for h in mine
        if h.id != u.id and _is_near(state, u, h)
    ]


OFFERED: Final = ("join",)
ACTIONS: tuple[type[Action], ...] = (SplitOff, JoinUnit)
TASKS: tuple[type[TaskStruct], ...] = (CountParts,)
