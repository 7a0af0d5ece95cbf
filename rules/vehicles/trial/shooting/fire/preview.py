"""What fire would do. (TRI-FIRE-08, TRI-DMG-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.plan import TWICE, FirePlan, Firing
from rules.core.preview import Chance, Preview, ShotLine
from rules.dice.goals import goal_text
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.state import GameState
from rules.vehicles.trial.damage import odds
from rules.vehicles.trial.hull.profile import is_exposed


def hit_chance(firing: Firing) -> Fraction:
    """Of one shot; a twin-linked weapon has two tries. (TRI-FIRE-08)"""
    if firing.strip is not None:
        return shooting_odds.template_odds(firing.goal, "none")
    return firing.hit_odds


def twice_tried(weapon: Weapon, once: Fraction) -> Fraction:
    """The chance of a hit, if one throw has that chance; what is twin-linked throws again. (TRI-FIRE-08)"""
    return 1 - (1 - once) ** 2 if weapon.has("twin-linked") else once


def preview_of(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Preview:
    """Goals, modifiers and chances of each weapon; of hits on a vehicle, and of all together."""
    if not target.is_vehicle:
        return shooting_preview.preview(state, unit, target, plan)
    lines: list[ShotLine] = []
    shots = []
    for group in plan.groups():
        lines.append(_line(group))
        weapon = replace(group[0].weapon, strength=group[0].strength)
        lines += odds.hit_lines(state, weapon, [f.model.at for f in group], target)
        for f in group:
            shot = odds.shot_at(state, target, weapon, f.model.at)
            shots.append(odds.shots_on(state, target, weapon, shot, count=f.shots, hit=hit_chance(f)))
    ends = odds.destroyed_by(state, target, shots)
    chance = Chance(label=f"{target.name} destroyed", exact=str(ends), value=float(ends))
    return Preview(shots=tuple(lines), chances=(chance,))


def cited_of_hits(state: GameState, target: Unit, plan: FirePlan) -> Iterator[str]:
    """The rules of what hits on a vehicle would do."""
    if not target.is_vehicle:
        return
    yield from ("TRI-JOIN-04", "TRI-DMG-01", "TRI-DMG-02", *odds.chart_rules(state, "glancing"), "TRI-DMG-04")
    if any(odds.shot_at(state, target, f.weapon, f.model.at).hull_down for f in plan.firings):
        yield "TRI-DMG-09"
    if is_exposed(state, target):
        yield from ("TRI-DMG-06", "TRI-PASS-04")


def _line(group: Sequence[Firing]) -> ShotLine:
    first = group[0]
    hit = hit_chance(first)
    twin = (TWICE,) if first.twice else ()
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len(group),
        shots=sum(f.shots for f in group),
        goal=first.goal,
        goal_text=goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(Chance(label="to hit", exact=str(hit), value=float(hit)),),
        notes=(f"range {min(f.range_in for f in group):.2f}″", *twin),
    )
