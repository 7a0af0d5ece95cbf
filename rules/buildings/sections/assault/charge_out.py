"""Charging out of a section at an enemy on the table: an ordinary charge from there on. (BLD-SCC-10)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.charge import fire_and_charge
from rules.arap.charge.declare import OFFERED_BEYOND_IN, Charge, may_be_charged
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.events import ModelsMoved
from rules.arap.paths import charge_plan
from rules.arap.shooting.plan import FirePlan
from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, leave, occupants
from rules.buildings.sections.graph import WayIn
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement

RULE = "BLD-SCC-10"

BESIDE_IN = 3.0
"""How much further than the nearest an opening may be that they come out by as well."""
OUT_IN = enter.REACH_IN + 1
"""How far from the openings they come out, a base included: as by any way out. (BLD-SECT-05)"""
CROWD_IN = OUT_IN + 2
"""How far those who find no room there, who get no nearer to the enemy by it."""


class ChargeOut(Action, frozen=True, kw_only=True, tag="ChargeOut"):
    """Come out by the openings nearest to an enemy and charge it; that fight is an ordinary one. (BLD-SCC-10)

    With `fire` pistols and assault weapons are fired on the run: by `firers`, none named for all that can, with
    `weapons`, none named for whatever comes first. (ARAP-FCHG-01)
    """

    unit: UnitId
    target: UnitId
    fire: bool = False
    firers: tuple[ModelId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, ways out at the ground with room before them; then as for any charge."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not unit.is_housed:
            return Refusal("not-inside", f"{unit.name} is in no house.", RULE, "an ordinary charge")
        refusal = may_be_charged(state, self.side, unit, self.target)
        if refusal:
            return refusal
        refusal = self._too_narrow(state, unit)
        if refusal:
            return refusal
        if not self.placements(state):
            return Refusal("no-way-out", f"{unit.name} has no way out to the table.", RULE, "going to another section")
        return self._charge.check(self._outside(state))

    @property
    def _charge(self) -> Charge:
        return Charge(
            side=self.side,
            unit=self.unit,
            target=self.target,
            fire=self.fire,
            firers=self.firers,
            weapons=self.weapons,
        )

    @property
    def chosen(self) -> RunningFire:
        """Who fires on the run, and with what."""
        return RunningFire(self.firers, self.weapons)

    def running_fire(self, state: GameState, chosen: RunningFire) -> FirePlan:
        """Who of those fires on the run; `check` has nothing against it. (ARAP-FCHG-01)"""
        out = self._outside(state)
        return fire_and_charge.plan(out, out.units[self.unit], out.units[self.target], chosen)

    def placements(self, state: GameState) -> tuple[Placement, ...]:
        """Where they come out, before the openings on the side of the enemy."""
        unit = state.units[self.unit]
        here, facing = occupants.only_section(state, unit), self._ways(state, unit)
        if here is None or not facing:
            return ()
        aim = state.units[self.target].alive[0].at
        found = leave.coming_out(state, unit, here, facing, unit.alive, OUT_IN)
        if 0 < len(found) < len(unit.alive):
            front = min(distance(p.at, aim) for p in found)
            found = leave.coming_out(state, unit, here, facing, unit.alive, CROWD_IN, behind=(aim, front))
        return found if len(found) == len(unit.alive) else ()

    def _ways(self, state: GameState, unit: Unit) -> list[WayIn]:
        """The openings on the side of the enemy."""
        here = occupants.only_section(state, unit)
        ways = leave.exits(here) if here is not None else ()
        if not ways or self.target not in state.units:
            return []
        aim = state.units[self.target].alive[0].at
        near = sorted(ways, key=lambda w: distance(w.at, aim))
        return [w for w in near if distance(w.at, aim) <= distance(near[0].at, aim) + BESIDE_IN]

    def _too_narrow(self, state: GameState, unit: Unit) -> Refusal | None:
        """Not all of them get through the holes and doors there. (BLD-DOOR-06, BLD-MOUSE-02)"""
        here, ways = occupants.only_section(state, unit), self._ways(state, unit)
        return leave.too_narrow(state, here, ways, unit.alive, every=True) if here is not None and ways else None

    def _outside(self, state: GameState) -> GameState:
        return self._moved(state).evolve(state)

    def _moved(self, state: GameState) -> ModelsMoved:
        unit = state.units[self.unit]
        places = tuple(_facing(p, state.units[self.target]) for p in self.placements(state))
        return ModelsMoved(side=unit.side, unit=unit.id, placements=places, how="leave-house", rules=(RULE,))

    def preview(self, state: GameState) -> Preview:
        """As of any charge, from where they come out."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        preview = self._charge.preview(self._outside(state))
        return replace(preview, rules=(RULE, *preview.rules))

    def resolve(self, progress: Progress) -> None:
        """Out, then the charge."""
        unit = progress.state.units[self.unit]
        here, ways = occupants.only_section(progress.state, unit), self._ways(progress.state, unit)
        moved = self._moved(progress.state)
        if here is not None and ways:
            leave.note(progress, unit, here, ways, [p.model for p in moved.placements])
        progress.emit(moved)
        self._charge.resolve(progress)


def _facing(place: Placement, target: Unit) -> Placement:
    near = min((m.at for m in target.alive), key=lambda at: distance(at, place.at))
    return replace(place, facing=round(bearing(place.at, near), 2))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand in a house: each enemy on the table that may be in reach."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    here = occupants.only_section(state, unit) if unit.is_housed and not unit.is_gone else None
    if here is None:
        return
    reach = max(charge_plan.allowances(state, unit).values(), default=0.0) + OFFERED_BEYOND_IN
    for foe in state.enemies_of(side):
        if not foe.hidden and any(distance(w.at, m.at) <= reach for w in leave.exits(here) for m in foe.alive):
            action = ChargeOut(side=side, unit=unit.id, target=foe.id)
            yield offered(state, action, kind="charge-out", unit=unit.id, target=foe.id, ap=1, label=foe.name)
            firing, label = replace(action, fire=True), f"{foe.name}, firing"
            fires = offered(state, firing, kind="charge-out", unit=unit.id, target=foe.id, ap=1, label=label)
            if fires.action is not None:
                yield fires


OFFERED: Final = ("charge-out",)
ACTIONS: tuple[type[Action], ...] = (ChargeOut,)
