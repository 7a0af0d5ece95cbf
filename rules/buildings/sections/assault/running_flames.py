"""Streams that attackers fire into the section on the run, through an opening, as if from 7 inches. (ARAP-FCHG-02)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.charge import fire_and_charge
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import odds, shoot_at_spot, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Orders
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot_at_spot import MARK
from rules.buildings.sections import graph, shelling
from rules.buildings.sections.assault import flames
from rules.buildings.sections.burst import ShotAtSection
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId
from rules.core.preview import Chance, ShotLine
from rules.dice.goals import goal_text
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import GameState

SOURCE = "fire-and-charge"


class RunIn(NamedTuple):
    """The fire of those who storm a section: at one unit that is seen, and streams into the section as a whole."""

    straight: FirePlan
    streams: tuple[Firing, ...]

    @property
    def whole(self) -> FirePlan:
        """Both."""
        return self.straight._replace(firings=(*self.straight.firings, *self.streams))


def laid(state: GameState, unit: Unit, foe: Unit, found: WayOfAssault, chosen: RunningFire) -> RunIn:
    """Who fires what; whoever carries a stream fires that, as in any charge. (ARAP-FCHG-01, ARAP-FCHG-02)"""
    straight = fire_and_charge.plan(state, unit, foe, chosen)
    burning = streams(state, unit, found, chosen)
    by = {f.model.id for f in burning}
    kept = tuple(f for f in straight.firings if f.model.id not in by)
    return RunIn(_without(straight, kept, by), burning)


def streams(state: GameState, unit: Unit, found: WayOfAssault, chosen: RunningFire) -> tuple[Firing, ...]:
    """The streams that get into the section, each model's best, by the open way nearest to the attackers."""
    fit = fire_and_charge.usable(state, unit)
    weapons = tuple(w for w in chosen.weapons or fit if w in fit and state.weapons[w].template)
    ways = [n for n, way in enumerate(graph.ways_in(found.here)) if way.is_open]
    if state.is_older_than("16") or not weapons or not found.from_outside or not ways:
        return ()
    at = flames.come(state, unit, found)
    near = replace(unit, models=tuple(replace(m, at=at.get(m.id, m.at)) for m in unit.models))
    every = graph.ways_in(found.here)
    way = min(ways, key=lambda n: min(distance(m.at, every[n].at) for m in near.alive))
    seen, mark = shelling.before(state.with_unit(near), found.here, way)
    ready = shoot_at_spot.marked(seen, unit.side, mark)
    orders = Orders(
        weapons=weapons, skill=stand_and_fire.SKILL, single=True, known=True, models=chosen.models, thrown=True
    )
    plan = Planner(ready, ready.units[unit.id], ready.units[MARK], orders).plan()
    return shelling.aimed(state, near, found.here, way, plan).firings


def _without(plan: FirePlan, kept: tuple[Firing, ...], by: set[ModelId]) -> FirePlan:
    """The plan with those firings alone, and nobody idle who fires otherwise."""
    return plan._replace(firings=kept, idle=tuple(i for i in plan.idle if i.model not in by))


def lines(state: GameState, foe: Unit, burning: Sequence[Firing]) -> list[ShotLine]:
    """What each stream needs, and what it does to those inside. (BLD-SSHT-08, BLD-TMPL-05)"""
    return [_line(state, foe, firing) for firing in burning]


def _line(state: GameState, foe: Unit, firing: Firing) -> ShotLine:
    burns = chance_low(firing.goal)
    return ShotLine(
        weapon=firing.weapon.id,
        name=firing.weapon.name,
        shooters=1,
        shots=1,
        goal=firing.goal,
        goal_text=goal_text(firing.goal, "low"),
        modifiers=firing.modifiers,
        chances=(
            Chance(label="burns everybody", exact=str(burns), value=float(burns)),
            *odds.per_hit(state, foe, firing.strengths, firing.weapon.ap, firing.close),
        ),
        notes=("otherwise each on 3 or less (BLD-TMPL-05)",),
    )


def fire(progress: Progress, unit: Unit, foe: Unit, found: WayOfAssault, chosen: RunningFire) -> None:
    """Throw the dice; wounds and saves are queued. (ARAP-FCHG-01)"""
    plan = laid(progress.state, unit, foe, found, chosen)
    source = HitSource(by=unit.id, cause=SOURCE, counts=False, may_ground=False)
    if plan.straight.firings:
        volley.fire(progress, unit.id, foe.id, plan.straight, source)
    lots: volley.Lots = {}
    for firing in plan.streams:
        ShotAtSection(progress, unit, found.here, firing, lots).go_off()
    if lots:
        volley.wound(progress, lots, source)
