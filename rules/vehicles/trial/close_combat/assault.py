"""Assaulting vehicles: whoever stands beside a hull without WS may strike it at the end of the phase. (TRI-CC-01)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.positions import engagement, melee_weapons
from rules.core.ids import UnitId, WeaponId
from rules.core.prompt import Option
from rules.dice.goals import goal_text
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState
from rules.vehicles.shared import attacks, beside, machines
from rules.vehicles.shared.attacks import HullAttack
from rules.vehicles.shared.hull import Armour, armour_of, condition, hull_of, speed_in
from rules.vehicles.trial.damage import odds, penetration
from rules.vehicles.trial.hull.bands import SLOW_IN
from rules.vehicles.trial.hull.profile import is_skimmer, profile_of

RULE: Final = "TRI-CC-01"

HANDS: Final = Weapon(id=WeaponId("hands"), name="Blow", type="melee", ap=6)
"""What strikes without a weapon. Blows need no AP to go through."""

GOALS: Final = {"still, immobilised or stunned": 0, "moved under 6″": 3, "moved 6″ or more": 1, "a skimmer": 1}
"""What a blow must not exceed to hit a hull without WS; 0 hits by itself. (TRI-CC-01)"""


def goal(state: GameState, vehicle: Unit) -> int:
    """What a blow must not exceed to hit; 0 hits by itself. (TRI-CC-01)"""
    now = condition(vehicle)
    if is_skimmer(state, vehicle) and not now.immobilised:
        return GOALS["a skimmer"]
    if now.immobilised or now.stunned or now.stunned_now or speed_in(vehicle) <= 0:
        return GOALS["still, immobilised or stunned"]
    return GOALS["moved 6″ or more" if is_within(SLOW_IN, speed_in(vehicle)) else "moved under 6″"]


def how(state: GameState, vehicle: Unit) -> str:
    """What hits it, in words."""
    needed = goal(state, vehicle)
    return f"on {goal_text(needed, 'low')}" if needed else "automatically"


def touched(state: GameState, vehicle: Unit, at: Point) -> Armour:
    """The armour of the side that somebody there touches, the stronger at a corner. (TRI-CC-01)"""
    profile = profile_of(state, vehicle)
    return max((armour_of(profile, face) for face in beside.faces_at(hull_of(state, vehicle), at)), key=lambda a: a.av)


def blows(state: GameState, unit: Unit, vehicle: Unit, *, several: bool = False) -> list[HullAttack]:
    """The blows of each member beside it, with the bonus of a charge at it; no modifiers count. (TRI-CC-01)

    With `several` who can strikes with several weapons at once, by the core and harder where it is rolled. (MELEE-04)
    """
    needed, bonus = goal(state, vehicle), attacks.bonus_of(unit, vehicle)
    found = []
    for model in beside.in_reach(state, unit, hull_of(state, vehicle)):
        armour, extra = touched(state, vehicle, model.at), bonus
        both = attacks.with_several(state, model, armour, needed, bonus) if several else []
        if both:
            found += both
            continue
        for weapon, _, printed in melee_weapons.attack_kinds(state, model):
            count = printed if state.is_older_than("10") else machines.attacks_of(unit, printed)
            if unit.is_vehicle and not count:
                continue
            strength = engagement.strength_of(state, model, weapon)
            found.append(HullAttack(model.id, weapon or HANDS, strength, count + extra, armour, needed, ()))
            extra = 0
    return found


def with_several(state: GameState, unit: Unit, vehicle: Unit) -> list[HullAttack]:
    """Those blows with several weapons at once; none where nobody can. (ARAP-MELEE-04)"""
    beside_it = beside.in_reach(state, unit, hull_of(state, vehicle))
    return blows(state, unit, vehicle, several=True) if attacks.several_of(state, beside_it) else []


def charges(state: GameState, unit: Unit, vehicle: Unit) -> list[HullAttack]:
    """One attempt of each member beside it who carries something to plant, at -1 where it is rolled. (ARAP-CCG-03)"""
    needed = goal(state, vehicle)
    worse = (attacks.PLANTING,) if needed and state.option("planting_minus_one") else ()
    found = []
    for model in beside.in_reach(state, unit, hull_of(state, vehicle)):
        carried = attacks.charge_of(state, model)
        if carried is not None:
            weapon, strength = carried
            armour = touched(state, vehicle, model.at)
            found.append(HullAttack(model.id, weapon, strength, 1, armour, needed, worse, True))
    return found


def hulls_beside(state: GameState, unit: Unit) -> list[Unit]:
    """Enemy vehicles without WS that members of the unit reach."""
    return [
        v
        for v in state.enemies_of(unit.side)
        if v.on_table
        and not v.hidden
        and machines.is_hull(state, v)
        and beside.in_reach(state, unit, hull_of(state, v))
    ]


class AssaultRound(TaskStruct, frozen=True, kw_only=True, tag="AssaultRound"):
    """Every unit in hand beside an enemy hull is asked in turn, the active side's first."""

    def run(self, progress: Progress) -> None:
        """Queue a choice for each pair."""
        state = progress.state
        units = sorted(state.units.values(), key=lambda u: u.side != state.active_side)
        progress.queue(
            *(
                StrikeHull(unit=u.id, target=v.id)
                for u in units
                if _may_strike(state, u)
                for v in hulls_beside(state, u)
                if _key(u.id, v.id) not in state.turn.fought
            )
        )


def _may_strike(state: GameState, unit: Unit) -> bool:
    bound = unit.routing or unit.pursuing is not None or unit.gone_to_ground or state.is_locked(unit.id)
    return unit.on_table and not machines.is_hull(state, unit) and not bound


def _key(unit: UnitId, vehicle: UnitId) -> str:
    return f"{unit}>{vehicle}"


class HullAssaulted(Event, frozen=True, kw_only=True, tag="HullAssaulted"):
    """A unit has struck a vehicle beside it in this round, or left it be. (TRI-CC-01)"""

    target: UnitId
    did: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Once in this player turn; the bonus of its charge is spent."""
        assert self.unit is not None
        unit = state.units[self.unit]
        state = state.with_turn(fought=(*state.turn.fought, _key(self.unit, self.target)))
        if unit.now.storms != self.target:
            return state
        return state.with_unit(replace(unit, now=replace(unit.now, storms=None, storms_from="")))

    def sentence(self, state: GameState) -> str:
        """What it does."""
        assert self.unit is not None
        name, target = state.units[self.unit].name, state.units[self.target].name
        words = {
            "strike": f"{name} strikes at {target}",
            "several": f"{name} strikes at {target} with several weapons at once",
            "plant": f"{name} plants charges on {target}",
        }
        return words.get(self.did, "")


class StrikeHull(TaskStruct, frozen=True, kw_only=True, tag="StrikeHull"):
    """A unit beside a vehicle chooses whether to strike it."""

    unit: UnitId
    target: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, if its blows could do harm."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.target]
        if not vehicle.on_table or not _may_strike(state, unit):
            return
        options = self._options(state, unit, vehicle)
        if all(option.refused for option in options[1:]):
            self._settle(progress, "")
            return
        progress.ask(
            self,
            unit.side,
            "assault-vehicle",
            f"{unit.name} stands beside {vehicle.name}. Does it strike?",
            options,
            unit=unit.id,
            about=vehicle.id,
            rule=RULE,
            decline="leave",
        )

    @staticmethod
    def _options(state: GameState, unit: Unit, vehicle: Unit) -> list[Option]:
        """Nothing, blows, charges where somebody has them; with the chance that they end it."""
        struck, planted = blows(state, unit, vehicle), charges(state, unit, vehicle)
        options = [Option(id="leave", label="Leave it be", rule=RULE)]
        for did, label, rule, made in (
            ("strike", "Strike it", RULE, struck),
            ("several", attacks.STRIKE_WITH_SEVERAL, "ARAP-MELEE-04", with_several(state, unit, vehicle)),
            ("plant", "Plant charges", "ARAP-CCG-03", planted),
        ):
            if made or did == "strike":
                words = attacks.with_several_in_words if did == "several" else attacks.in_words
                detail = words(made, ended_by(state, vehicle, made))
                options.append(Option(id=did, label=label, detail=detail, rule=rule, refused=attacks.useless(made)))
        return options

    def answer(self, progress: Progress, choice: str) -> None:
        """Roll to hit, then the hits meet the armour of the side touched. Who has no charge to plant strikes."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.target]
        planted = charges(state, unit, vehicle) if choice == "plant" else []
        planters = {a.model for a in planted}
        several = choice == "several"
        every = blows(state, unit, vehicle, several=several) if choice != "leave" else []
        struck = [b for b in every if b.model not in planters]
        self._settle(progress, "" if choice == "leave" else choice)
        strike(progress, unit, vehicle, [*struck, *planted])

    def _settle(self, progress: Progress, did: str) -> None:
        side = progress.state.units[self.unit].side
        more = {"plant": ("ARAP-CCG-03",), "several": ("ARAP-MELEE-04",)}
        rules = (RULE, *more.get(did, ()))
        progress.emit(HullAssaulted(side=side, unit=self.unit, target=self.target, did=did, rules=rules))


def strike(progress: Progress, unit: Unit, vehicle: Unit, made: Sequence[HullAttack]) -> None:
    """Roll to hit, those alike together, blows before charges; the hits meet armour one by one."""
    hits = []
    for group in attacks.alike(made):
        rules = (RULE, *(("ARAP-CCG-03",) if group[0].planted else ()))
        hits += [_hit(unit, each) for each in attacks.landed(progress, unit, vehicle, group, rules)]
    penetration.be_hit(progress, vehicle.id, hits, unit.id)


def _hit(unit: Unit, attack: HullAttack) -> penetration.TrialHit:
    at = unit.model(attack.model).at
    return penetration.TrialHit(
        origin=at, weapon=attack.weapon, strength=attack.strength, melee=True, face=attack.armour.face
    )


def ended_by(state: GameState, vehicle: Unit, made: Sequence[HullAttack]) -> Fraction:
    """The chance that these attacks are the end of it."""
    return odds.destroyed_by(state, vehicle, [attacks.shots_of(each) for each in made])


EVENTS: tuple[type[Event], ...] = (HullAssaulted,)
TASKS: tuple[type[TaskStruct], ...] = (AssaultRound, StrikeHull)
