"""What a charge would bring: the way, the direction, the first round, the reactions open. (ARAP-CHG-01 to -07)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from msgspec.structs import replace

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks.blows import StepBlows
from rules.arap.charge import fire_and_charge
from rules.arap.charge.vehicle_interface import ChargesAtVehicles
from rules.arap.damage import wounds_and_saves
from rules.arap.events import placed
from rules.arap.melee import join, rounds
from rules.arap.paths import charge_course
from rules.arap.paths.charge_course import ChargePlan
from rules.arap.positions import engagement
from rules.arap.positions.engagement import BlowGoal, Strike
from rules.arap.reactions import options as reactions_options
from rules.arap.shooting import preview as shooting_preview
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import chance_high, chance_low
from rules.dice.odds.volley import Shots, volley
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
    fire: bool = False,
    ends: Mapping[ModelId, Point] | None = None,
    jumped: tuple[ModelId, ...] = (),
) -> Preview:
    """Distance, allowance and legs of the nearest member; if it comes home, the chances of the first round.

    `jumped` are members that would land from above. (ARAP-FALL-05)
    """
    laid = charge_course.plan(state, unit, target, path, ends=ends)
    shots = (
        shooting_preview.preview(state, unit, target, fire_and_charge.plan(state, unit, target)).shots if fire else ()
    )
    lead = unit.model(laid.lead.model)
    after = state.with_unit(placed(unit, laid.placements))
    starts = {m.id: m.at for m in unit.alive if m.id not in jumped}
    fought = fight(after, unit.id, target.id, starts, jumped) if laid.reaches else None
    if fought is not None and jumped:
        after = replace(after, melees=(*after.melees, fought))
    return Preview(
        ap=1,
        refusal=refusal,
        legs=charge_course.legs(state, lead, laid.lead),
        spent_in=laid.lead.cost_in,
        allowance_in=laid.allowance_in,
        shots=(*shots, *(_lines(after, fought) if fought is not None else ())),
        notes=(
            *_notes(state, unit, target, laid, fought),
            *(_out_of_arc(after, fought) if fought is not None else ()),
            *_reactions(state, unit, target),
        ),
        rules=("ARAP-CHG-01", "ARAP-CHG-03", "ARAP-CHG-06", "ARAP-CHG-07", "ARAP-REACT-01"),
        ghosts=tuple((c.model, *c.points[-1], c.facing) for c in laid.courses),
    )


def fight(
    state: GameState, unit: UnitId, target: UnitId, starts: dict[ModelId, Point], jumped: tuple[ModelId, ...] = ()
) -> Melee | None:
    """The melee as it would be if the chargers stood where they would end; None against backs turned."""
    charger, charged = state.units[unit], state.units[target]
    if charged.routing:
        return None
    charge = ChargeMade(
        charger=unit,
        target=target,
        direction=join.direction(state, unit, target),
        bonus=not join.defends_itself(state, unit, target),
        slowed=join.is_slowed(state, charger, charged, starts),
        jumped=jumped,
    )
    return Melee(id="", units=(unit, target), charges=(charge,))


def _lines(state: GameState, fought: Melee) -> tuple[ShotLine, ...]:
    """One line for all blows alike, in the order of the initiative steps. Losses before a step are left out."""
    lines = []
    for initiative in sorted(set(rounds.initiatives(state, fought)), reverse=True):
        for group in rounds.volleys_at(state, fought, initiative):
            lines += _volley_lines(state, group, f"Initiative {initiative}")
    return tuple(lines)


def of_hacks(
    state: GameState, unit: UnitId, target: UnitId, paths: Mapping[ModelId, Sequence[Point]] = MappingProxyType({})
) -> tuple[ShotLine, ...]:
    """Chances of the blows that a unit has at the backs of another now. (ARAP-PURS-02)"""
    aimed = attacks_blows.aimed_at_backs(state, unit, target, paths)
    return tuple(_volley_lines(state, StepBlows(unit, aimed), "free hacks")) if aimed else ()


def _volley_lines(state: GameState, group: StepBlows, when: str) -> list[ShotLine]:
    alike = wounds_and_saves.grouped(
        ((aim, strike.weapon, attacks_blows.wound_goal_of(state, strike)), strike) for strike, aim in group.strikes
    )
    lines = []
    for (aim, weapon, wound), strikes in alike.items():
        name = weapon.name if weapon else "Improvised weapon" if _improvises(aim) else "Bare hands"
        lines.append(_line(state, group.unit, strikes, aim, wound, f"{name}, {when}"))
    return lines


def _improvises(aim: BlowGoal) -> bool:
    """Whether a rifle butt has to do. (ARAP-MELEE-04)"""
    return any(m.reason == engagement.IMPROVISED for m in aim.modifiers)


def _line(state: GameState, unit: UnitId, strikes: Sequence[Strike], aim: BlowGoal, wound: int, name: str) -> ShotLine:
    weapon = strikes[0].weapon
    if state.find_model(strikes[0].target)[0].is_vehicle:
        return _armour_line(state, unit, strikes, aim, name)
    victim = state.profile(state.find_model(strikes[0].target)[1])
    save = wounds_and_saves.save_goal(victim, weapon.ap if weapon else None)
    hit, hurt = chance_low(aim.goal), chance_high(wound)
    unsaved = 1 - chance_high(save.goal) if save.possible else Fraction(1)
    count = sum(s.attacks for s in strikes)
    odds = volley([Shots(count=count, hit=hit, wound=hurt, unsaved=unsaved)]).unsaved
    return ShotLine(
        weapon=weapon.id if weapon else "",
        name=f"{state.units[unit].name}: {name}",
        shooters=len(strikes),
        shots=count,
        goal=aim.goal,
        goal_text=goal_text(aim.goal, "low"),
        modifiers=aim.modifiers,
        chances=(
            _chance("hits", hit),
            _chance("wounds a hit", hurt),
            _chance("not saved", unsaved),
            _chance("takes a wound or more", 1 - odds.chance(0)),
            _chance("wounds to expect", count * hit * hurt * unsaved),
        ),
    )


def _armour_line(state: GameState, unit: UnitId, strikes: Sequence[Strike], aim: BlowGoal, name: str) -> ShotLine:
    """Blows on a machine, of which hits are worked out against armour. (VEH-WS-01)"""
    weapon = strikes[0].weapon
    target = state.find_model(strikes[0].target)[0].id
    each = ask(state, ChargesAtVehicles).blow_chances(state, target, attacks_blows.blow_of(state, strikes[0]))
    return ShotLine(
        weapon=weapon.id if weapon else "",
        name=f"{state.units[unit].name}: {name}",
        shooters=len(strikes),
        shots=sum(s.attacks for s in strikes),
        goal=aim.goal,
        goal_text=goal_text(aim.goal, "low"),
        modifiers=aim.modifiers,
        chances=(_chance("hits", chance_low(aim.goal)), *each),
    )


def _chance(label: str, exact: Fraction) -> Chance:
    return Chance(label=label, exact=str(exact), value=float(exact))


def _notes(state: GameState, unit: Unit, target: Unit, laid: ChargePlan, fought: Melee | None) -> list[str]:
    gap = charge_course.gap_in(unit, target)
    notes = [f"{gap:.3g}″ away; the charge is up to {laid.allowance_in:.3g}″."]
    if charge_course.is_variable(state, unit, laid):
        notes.append("Variable ground: twice the better of two dice.")
    if not laid.reaches:
        notes.append("Out of reach: the charge would fall short and end the activation.")
    if fought is not None:
        charge = fought.charges[0]
        extra = engagement.BONUS_ATTACKS[charge.direction]
        bonus = f"{extra} extra attack{'s' if extra > 1 else ''} each"
        hit = ", +1 to hit" if charge.direction == "rear" else ""
        told = f"{bonus}{hit}." if charge.bonus else "defensive grenades cost it its bonus. (ARAP-CCG-02)"
        notes.append(f"It comes home {DIRECTIONS[charge.direction]}: {told}")
        notes += _against_cover(state, unit, target, laid, charge)
    elif laid.reaches:
        notes.append("Their backs are turned: free hacks, which nobody returns.")
    return notes


def _out_of_arc(state: GameState, fought: Melee) -> list[str]:
    """Natural attacks that reach nobody from where the fighters would stand. (ARAP-MELEE-02)"""
    told = []
    for unit in (state.units[u] for u in fought.units):
        for name in dict.fromkeys(m.profile for m in unit.alive):
            alike = [m for m in unit.alive if m.profile == name]
            used = {s.weapon.id for m in alike for s in engagement.strikes_of(state, fought, unit, m) if s.weapon}
            kinds = {
                w.id: w.name
                for m in alike
                for w, kind, _ in engagement.attack_kinds(state, m)
                if w and kind != "ordinary"
            }
            idle = [w for i, w in kinds.items() if i not in used]
            if used and idle:
                told.append(f"{unit.name}: nobody in the attack arc of {', '.join(idle)}. (ARAP-MELEE-02)")
    return told


def _against_cover(state: GameState, unit: Unit, target: Unit, laid: ChargePlan, charge: ChargeMade) -> list[str]:
    """What cover does to the chargers, and what they do about it. (ARAP-COVR-01, ARAP-CCG-01, ARAP-CCG-04)"""
    if charge.slowed and join.is_hooked(state, unit):
        return ["Against cover: flesh hooks let the chargers strike as their enemies do. (ARAP-CCG-04)"]
    if charge.slowed:
        return ["Against cover: the chargers strike as if at Initiative 1. (ARAP-COVR-01)"]
    after = placed(unit, laid.placements)
    starts = {m.id: m.at for m in unit.alive}
    if join.cancels_cover(state.with_unit(after), after, target, starts):
        return ["Assault grenades cancel the benefit of cover. (ARAP-CCG-01)"]
    return []


def _reactions(state: GameState, unit: Unit, target: Unit) -> list[str]:
    """What the enemy may do about it."""
    if target.routing:
        return []
    if target.is_vehicle:
        return [f"The crew of {target.name} may fire at them first, at BS1."]
    options = reactions_options.options(state, unit, target)[1:]
    open_to = [o.label.lower() for o in options if not o.refused]
    if not open_to:
        return [f"{target.name} can only hold."]
    return [f"{target.name} may hold{', ' if len(open_to) > 1 else ' or '}{' or '.join(open_to)}."]
