"""What goes in at the ports of a vehicle: shots of a unit, shells, grenades and streams. (VEH-PORT-01 to -03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.progress import Progress
from rules.vehicles.gemini.ports import bursts, openings
from rules.vehicles.gemini.ports.openings import HullOpening
from rules.vehicles.gemini.ports.suppression import PortsHit, lot, tell

Openings = Mapping[tuple[ModelId, WeaponId], HullOpening]


def fire(progress: Progress, unit: UnitId, vehicle: UnitId, plan: FirePlan, at: Openings) -> None:
    """Roll the whole plan; hits of the unit on all ports are added up and halved once. (VEH-PORT-01)"""
    lots: volley.Lots = {}
    hits: list[Firing] = []
    for group in plan.groups():
        first = group[0]
        opening = at[first.model.id, first.weapon.id]
        if first.strip is not None:
            bursts.flame(progress, unit, vehicle, first, opening, lots)
        elif first.weapon.is_thrown and first.weapon.marker_in:
            for _ in range(first.shots):
                bursts.grenade(progress, unit, vehicle, first, opening, lots)
        elif first.weapon.marker_in:
            for _ in range(first.shots):
                bursts.shell(progress, unit, vehicle, first, opening, lots)
        else:
            hits += _shoot(progress, unit, vehicle, group, at)
    if hits:
        _halved(progress, unit, vehicle, hits, lots)
    volley.wound(progress, lots, HitSource(by=unit))


# -- shots ---------------------------------------------------------------------------------------------------------


def _shoot(progress: Progress, unit: UnitId, vehicle: UnitId, group: Sequence[Firing], at: Openings) -> list[Firing]:
    rules = ("VEH-PORT-01", "ARAP-HIT-01")
    struck = volley.shots_that_hit(progress, unit, vehicle, group, rules, at=" at the ports")
    lines = tuple((f.model.at, at[f.model.id, f.weapon.id].at) for f in group)
    tell(progress, unit, vehicle, group, len(struck), lines)
    return struck


def _halved(progress: Progress, unit: UnitId, vehicle: UnitId, hits: Sequence[Firing], lots: volley.Lots) -> None:
    """Half of the hits, rounding down, go in; of mixed weapons chance says which; each strikes anybody inside."""
    state = progress.state
    kept = _kept(progress, unit, hits, len(hits) // 2)
    inside = openings.people(state, state.units[vehicle])
    struck: dict[UnitId, int] = {}
    name = state.units[vehicle].name
    for firing in kept:
        place = progress.pick(len(inside), unit=vehicle, why=f"who inside {name} is hit", rules=("VEH-PORT-01",))
        people, model = inside[place]
        struck[people] = struck.get(people, 0) + 1
        lots.setdefault(people, []).append(lot(firing, (model,)))
    side = state.units[unit].side
    progress.emit(
        PortsHit(
            side=side,
            unit=unit,
            target=vehicle,
            hits=len(hits),
            passed=len(kept),
            struck=struck,
            rules=("VEH-PORT-01",),
        )
    )


def _kept(progress: Progress, unit: UnitId, hits: Sequence[Firing], count: int) -> list[Firing]:
    kinds = {(f.weapon.id, f.strength, f.close) for f in hits}
    if len(kinds) == 1:
        return list(hits[:count])
    left, why = list(hits), "which hit goes in"
    return [left.pop(progress.pick(len(left), unit=unit, why=why, rules=("VEH-PORT-01",))) for _ in range(count)]
