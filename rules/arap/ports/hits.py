"""What goes in at firing ports: shots of a unit, shells, grenades and streams. (VEH-PORT-01 to -03, BLD-PORT-03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.arap.ports import bursts, events
from rules.arap.ports.compartment import Compartment, Gap
from rules.arap.shooting import volley
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.progress import Progress

Openings = Mapping[tuple[ModelId, WeaponId], Gap]


def fire(
    progress: Progress, unit: UnitId, behind: Compartment, plan: FirePlan, at: Openings, how: HowFired = ON_FOOT
) -> None:
    """Roll the whole plan; hits of the unit on all ports are added up and halved once. (VEH-PORT-01, BLD-PORT-03)"""
    lots: volley.Lots = {}
    hits: list[Firing] = []
    for group in plan.groups():
        first = group[0]
        shot = bursts.PortShot(progress, unit, behind, first, at[first.model.id, first.weapon.id], lots, how)
        if first.strip is not None:
            shot.flame()
        elif first.weapon.is_thrown and first.weapon.marker_in:
            for _ in range(first.shots):
                shot.grenade()
        elif first.weapon.marker_in:
            for _ in range(first.shots):
                shot.shell()
        else:
            hits += _shoot(progress, unit, behind, group, at)
    if hits:
        _halved(progress, unit, behind, hits, at, lots)
    volley.wound(progress, lots, HitSource(by=unit))


def _shoot(
    progress: Progress, unit: UnitId, behind: Compartment, group: Sequence[Firing], at: Openings
) -> list[Firing]:
    rules = (*behind.cites.shots, "ARAP-HIT-01")
    struck = volley.shots_that_hit(progress, unit, behind.target, group, rules, at=" at the ports")
    lines = tuple((f.model.at, at[f.model.id, f.weapon.id].at) for f in group)
    events.fired(progress, unit, behind, group, len(struck), lines)
    return struck


def _halved(
    progress: Progress,
    unit: UnitId,
    behind: Compartment,
    hits: Sequence[Firing],
    at: Openings,
    lots: volley.Lots,
) -> None:
    """Half of the hits, rounding down, go in; of mixed weapons chance says which; each strikes anybody inside."""
    kept = _kept(progress, unit, behind, hits, len(hits) // 2)
    struck: dict[UnitId, int] = {}
    for firing in kept:
        inside = behind.seen(progress.state, firing, at[firing.model.id, firing.weapon.id])
        why, rules = f"who inside {behind.name} is hit", behind.cites.shots
        people, model = inside[progress.pick(len(inside), unit=behind.target, why=why, rules=rules)]
        struck[people] = struck.get(people, 0) + 1
        lots.setdefault(people, []).append(events.lot(firing, (model,)))
    passed, rules = len(kept), behind.cites.shots
    events.came_in(progress, unit, behind, hits=len(hits), passed=passed, struck=struck, rules=rules)


def _kept(progress: Progress, unit: UnitId, behind: Compartment, hits: Sequence[Firing], count: int) -> list[Firing]:
    kinds = {(f.weapon.id, f.strength, f.close) for f in hits}
    if len(kinds) == 1:
        return list(hits[:count])
    left, why, rules = list(hits), "which hit goes in", behind.cites.shots
    return [left.pop(progress.pick(len(left), unit=unit, why=why, rules=rules)) for _ in range(count)]
