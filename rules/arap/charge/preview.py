"""What a charge would bring: the way, the direction, the first round, the reactions open. (ARAP-CHG-01 to -07)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.vehicle_interface import ChargesAtVehicles
from rules.arap.charge import fire_and_charge, jump_down
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.damage import hazards
from rules.arap.events import placed
from rules.arap.melee import charge_home, grenades
from rules.arap.melee.preview import clash
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import charge_course, charge_floors, charge_plan, charge_stop
from rules.arap.paths.charge_plan import ChargePlan
from rules.arap.positions import engagement, melee_weapons
from rules.arap.reactions import options as reactions_options
from rules.arap.shooting import preview as shooting_preview
from rules.arap.terrain import floor_ways
from rules.arap.units.vehicle_interface import MachinesThatFight, VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance, Preview, success
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.state import ChargeMade, GameState, Melee

DIRECTIONS = {"front": "to the front", "flank": "in the flank", "rear": "in the rear"}


def of_charge(
    state: GameState,
    unit: Unit,
    target: Unit,
    path: Sequence[Point],
    refusal: Refusal | None,
    *,
    fire: RunningFire | None = None,
    ends: Mapping[ModelId, Point] | None = None,
    jumped: tuple[ModelId, ...] = (),
) -> Preview:
    """Distance, allowance and legs of the nearest member; if it comes home, the chances of the first round.

    `fire` says who fires on the run, and with what; `jumped` are members that would land from above.
    (ARAP-FALL-05)
    """
    state = grenades.as_before_asked(state, (unit.id, target.id))
    laid = charge_course.plan(state, unit, target, path, ends=ends)
    fired = None if fire is None else fire_and_charge.plan(state, unit, target, fire)
    shots = () if fired is None else shooting_preview.preview(state, unit, target, fired).shots
    lead = unit.model(laid.lead.model)
    met = clash(state, unit, target, laid, jumped)
    dice = charge_plan.dice_of(state, unit, laid)
    return Preview(
        ap=1 + (dice.more_ap if dice is not None else 0),
        refusal=refusal,
        legs=charge_plan.legs(state, lead, laid.lead),
        spent_in=laid.lead.cost_in,
        allowance_in=laid.allowance_in,
        shots=(*shots, *(replace(blow.line, in_return=blow.unit != unit.id) for blow in met.blows)),
        chances=(
            *_home_over(state, unit, target, path, laid, ends),
            *hazards.chances(state, unit, laid.paths),
            *attacks_odds.exchanged(state, unit.id, target.id, met.blows),
        ),
        notes=(
            *_notes(state, unit, target, path, laid, met.fought),
            *(_out_of_arc(met.state, met.fought) if met.fought is not None else ()),
            *_reactions(state, unit, target),
            *interception.notes_of_charge(state, unit, target.id, laid.paths),
        ),
        rules=(
            *_cited(state, unit, target),
            *floor_ways.rules_of(charge_floors.climbs_of(state, laid.paths), charge=True),
            *(dice.rules if dice is not None else ()),
        ),
        ghosts=tuple((c.model, *c.points[-1], c.facing) for c in laid.courses),
        vain="" if laid.reaches else "falls short",
    )


def _home_over(
    state: GameState,
    unit: Unit,
    target: Unit,
    path: Sequence[Point],
    laid: ChargePlan,
    ends: Mapping[ModelId, Point] | None,
) -> Iterator[Chance]:
    """How likely the dice for variable ground let the charge come home. (ARAP-TERR-05)"""
    dice = charge_plan.dice_of(state, unit, laid)
    if not laid.reaches or dice is None:
        return
    bests = range(1, dice.sides + 1)
    budgets = [(best, charge_plan.variable_budget(state, unit, best, dice.less_in)) for best in bests]
    home = (b for b, most in budgets if charge_course.plan(state, unit, target, path, most, ends).reaches)
    yield success("comes home", sum((dice.chance_of(best) for best in home), start=Fraction(0)))


def wounds_expected(state: GameState, unit: Unit, target: Unit, path: Sequence[Point]) -> Mapping[UnitId, float] | None:
    """By unit, the wounds that its blows cost the other in the first round; None where the charge falls short.

    Losses before a blow falls are left out, as in the preview. (ARAP-MELEE-05)
    """
    if not charge_course.may_come_home(state, unit, target, path):
        return None
    laid = charge_course.plan(state, unit, target, path)
    if not laid.reaches:
        return None
    dealt = dict.fromkeys((unit.id, target.id), 0.0)
    for blow in clash(state, unit, target, laid).blows:
        dealt[blow.unit] = dealt.get(blow.unit, 0.0) + float(blow.mean or 0)
    return dealt


def _cited(state: GameState, unit: Unit, target: Unit) -> Iterator[str]:
    """The rules that have a say in how far the charge goes and in what it may bring."""
    yield from ("ARAP-CHG-01", "ARAP-CHG-03", "ARAP-CHG-06", "ARAP-CHG-07", "ARAP-REACT-01")
    yield from ("ARAP-SIZE-01", "ARAP-GEN-07")
    machine = unit.is_vehicle or target.is_vehicle
    prone, cited = any(m.prone for m in unit.alive), ask(state, VehicleCrews).cited
    fewer = machine and any(ask(state, MachinesThatFight).attacks(u, 99) < 99 for u in (unit, target))
    yield "ARAP-PRONE-04" if prone else "ARAP-MOVE-03"
    if paths_allowance.is_wet(state, unit, paths_allowance.nearest_of(target)):
        yield "VEH-BOAT-03"
    yield from cited("charge") if unit.is_vehicle else ()
    yield from cited("arcs") if machine else ()
    yield from cited("fewer attacks") if fewer else ()
    if not (target.routing or target.is_vehicle):
        yield from (o.rule for o in reactions_options.options(state, unit, target) if o.refused and o.rule)


def _notes(
    state: GameState, unit: Unit, target: Unit, path: Sequence[Point], laid: ChargePlan, fought: Melee | None
) -> list[str]:
    gap = charge_plan.gap_in(state, unit, target, path)
    climbs = charge_floors.climbs_of(state, laid.paths)
    by = f", by {', '.join(way.ladder.name for way in climbs)}" if climbs else ""
    wet = paths_allowance.is_wet(state, unit, paths_allowance.nearest_of(target))
    once = f": {paths_allowance.WET}" if wet else ""
    notes = [f"{round(gap, 2):g}″ away{by}; the charge is up to {round(laid.allowance_in, 2):g}″{once}."]
    dice = charge_plan.dice_of(state, unit, laid)
    if dice is not None and dice.less_in:
        notes.append("At a single door: twice the better of two dice less an inch.")
    elif dice is not None:
        notes.append("Variable ground: twice the better of two dice.")
    if dice is not None and dice.more_ap:
        notes.append(f"A mount at a single door costs {dice.more_ap} AP more.")
    if laid.held:
        rules = ", ".join(dict.fromkeys(rule for _, rule in laid.held))
        notes.append(f"{len(laid.held)} held up: what they would go through lets no more through. ({rules})")
    if not laid.reaches:
        notes.append("Out of reach: the charge would fall short and end the activation.")
        notes += jump_down.hint(state, unit, target)
    if fought is not None:
        charge = fought.charges[0]
        extra = engagement.BONUS_ATTACKS[charge.direction]
        bonus = f"{extra} extra attack{'s' if extra > 1 else ''} each"
        hit = ", +1 to hit" if charge.direction == "rear" else ""
        if_used = " if they are used" if grenades.still_asked(state, target, "defensive-grenade") else ""
        lost = f"defensive grenades cost it its bonus{if_used}. (ARAP-CCG-02)"
        used = charge_stop.ladders_used(state, unit, laid)
        if charge_stop.is_laddered(state, used):
            lost = "off a ladder there are no charge bonuses. (ARAP-LADR-02, BLD-LADR-03)"
        text = f"{bonus}{hit}." if charge.bonus else lost
        notes.append(f"It comes home {DIRECTIONS[charge.direction]}: {text}")
        notes += _against_cover(state, unit, target, laid, charge)
    elif laid.reaches:
        notes.append("Their backs are turned: free hacks, which nobody returns.")
    return notes


def _out_of_arc(state: GameState, fought: Melee) -> list[str]:
    """Natural attacks that reach nobody from where the fighters would stand. (ARAP-MELEE-02)"""
    notes = []
    for unit in (state.units[u] for u in fought.units):
        for name in dict.fromkeys(m.profile for m in unit.alive):
            alike = [m for m in unit.alive if m.profile == name]
            used = {s.weapon.id for m in alike for s in engagement.strikes_of(state, fought, unit, m) if s.weapon}
            kinds = {
                w.id: w.name
                for m in alike
                for w, kind, _ in melee_weapons.attack_kinds(state, m)
                if w and kind != "ordinary"
            }
            idle = [w for i, w in kinds.items() if i not in used]
            if used and idle:
                notes.append(f"{unit.name}: nobody in the attack arc of {', '.join(idle)}. (ARAP-MELEE-02)")
    return notes


def _against_cover(state: GameState, unit: Unit, target: Unit, laid: ChargePlan, charge: ChargeMade) -> list[str]:
    """What cover does to the chargers, and what they do about it. (ARAP-COVR-01, ARAP-CCG-01, ARAP-CCG-04)"""
    if charge.slowed and charge_home.is_hooked(state, unit):
        return ["Against cover: flesh hooks let the chargers strike as their enemies do. (ARAP-CCG-04)"]
    if charge.slowed:
        return ["Against cover: the chargers strike as if at Initiative 1. (ARAP-COVR-01)"]
    after = placed(unit, laid.placements)
    starts = {m.id: m.at for m in unit.alive}
    if charge_home.cancels_cover(state.with_unit(after), after, target, starts):
        if_used = " if they are used" if grenades.still_asked(state, unit, "assault-grenade") else ""
        return [f"Assault grenades cancel the benefit of cover{if_used}. (ARAP-CCG-01)"]
    return []


def _reactions(state: GameState, unit: Unit, target: Unit) -> list[str]:
    """What the enemy may do about it."""
    if target.routing:
        return []
    if target.is_vehicle:
        fires = ask(state, ChargesAtVehicles).crew_fires_first(state, unit.id, target.id)
        return [fires] if fires else []
    options = reactions_options.options(state, unit, target)[1:]
    open_to = [o.label.lower() for o in options if not o.refused]
    if not open_to:
        return [f"{target.name} can only hold."]
    return [f"{target.name} may hold{', ' if len(open_to) > 1 else ' or '}{' or '.join(open_to)}."]
