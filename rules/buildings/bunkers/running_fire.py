"""Fire on the run at the walls of an armoured building that is charged. (ARAP-FCHG-01, ARAP-FCHG-02, BLD-BUNK-01)

The building is what is charged, as a vehicle is, so that its walls are fired at and nobody behind them. What hits meets
the armour once all inside have fired: both are rolled before either takes effect.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.charge import fire_and_charge
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.plan import FirePlan, Orders
from rules.buildings.bunkers import charge_course, fire, sections
from rules.buildings.bunkers.fire import ArmourHit
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import WeaponId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain

RULES: Final = ("ARAP-FCHG-01", "ARAP-FCHG-02")


def check(state: GameState, unit: Unit, piece: Terrain, chosen: RunningFire) -> Refusal | None:
    """Why those chosen cannot fire at the walls as they charge them."""
    gap = charge_course.gap_in(unit, piece.points)
    barred = fire_and_charge.no_time(state, unit, piece.name, chosen, gap)
    if barred is not None:
        return barred
    here = aimed_at(state, unit, piece)
    if fire_and_charge.usable(state, unit) and not _fit(state, unit, here, chosen):
        av = here.armour.av
        text = f"{unit.name} has nothing to fire on the run that can hurt {here.name}, armour {av}."
        return Refusal("cannot-hurt", text, "BLD-BUNK-06", f"Strength {av - 6} or more, or charging without firing")
    laid = plan(state, unit, piece, chosen)
    return None if laid.firings else laid.refusal or fire_and_charge.nothing_to_fire(unit, piece.name)


def aimed_at(state: GameState, unit: Unit, piece: Terrain) -> ArmouredSection:
    """The section before which the nearest of them stands. (BLD-BUNK-05)"""
    lead = min(unit.alive, key=lambda m: rings.distance_to_ring(piece.points, m.at))
    return sections.at_ground(sections.of_piece(state, piece), lead.at)


def _fit(state: GameState, unit: Unit, here: ArmouredSection, chosen: RunningFire) -> tuple[WeaponId, ...]:
    able = (state.weapons[w] for w in chosen.weapons or fire_and_charge.usable(state, unit))
    return tuple(w.id for w in able if fire.can_hurt(here, w, w.strength))


def plan(state: GameState, unit: Unit, piece: Terrain, chosen: RunningFire) -> FirePlan:
    """One shot of each charger at BS1; templates as if from 7 inches. (ARAP-FCHG-02)"""
    here = aimed_at(state, unit, piece)
    weapons = _fit(state, unit, here, chosen)
    flames = tuple(w for w in weapons if state.weapons[w].template)
    straight = _plan(state, unit, here, tuple(w for w in weapons if w not in flames), chosen)
    burning = _plan(state, _near(unit, piece), here, flames, chosen)
    firings = {f.model.id: stand_and_fire.at_half_range(f) for f in (*straight.firings, *burning.firings)}
    return FirePlan(tuple(firings.values()), tuple(i for i in straight.idle if i.model not in firings))


def _plan(
    state: GameState, unit: Unit, here: ArmouredSection, weapons: tuple[WeaponId, ...], chosen: RunningFire
) -> FirePlan:
    if not weapons:
        return FirePlan((), ())
    ready = fire.staged(state.with_unit(unit), unit.side, here, [m.at for m in unit.alive])
    orders = Orders(weapons=weapons, skill=stand_and_fire.SKILL, single=True, known=True, models=chosen.models)
    return fire.aimed(state, unit, here, shoot_at_spot.at_mark(ready, unit, orders))


def _near(unit: Unit, piece: Terrain) -> Unit:
    lead = min(unit.alive, key=lambda m: rings.distance_to_ring(piece.points, m.at))
    return stand_and_fire.brought_near_to(unit, lead.at, rings.nearest_on_edge(piece.points, lead.at))


def rolled(progress: Progress, unit: Unit, piece: Terrain, chosen: RunningFire) -> list[ArmourHit]:
    """Throw the dice to hit; what hits has still to meet the armour."""
    here, laid = aimed_at(progress.state, unit, piece), plan(progress.state, unit, piece, chosen)
    return fire.rolled(progress, unit, here, laid)


def previewed(state: GameState, unit: Unit, piece: Terrain, chosen: RunningFire, charge: Preview) -> Preview:
    """What a charge may bring, and its fire before that."""
    here, laid = aimed_at(state, unit, piece), plan(state, unit, piece, chosen)
    named = tuple(
        Chance(label=f"{c.label} by fire on the run", exact=c.exact, value=c.value)
        for c in fire.chances(state, here, laid)
    )
    return replace(
        charge,
        shots=(*fire.lines(state, here, laid), *charge.shots),
        chances=(*named, *charge.chances),
        rules=(*charge.rules, *RULES, "BLD-BUNK-06"),
        vain="",
    )
