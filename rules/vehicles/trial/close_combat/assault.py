"""Assaulting vehicles: whoever stands beside a hull without WS may strike it at the end of the phase. (TRI-CC-01)"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from rules.arap.positions import engagement
from rules.arap.units import machines
from rules.core.ids import UnitId, WeaponId
from rules.core.prompt import Option
from rules.dice.goals import goal_text
from rules.dice.odds import chance_low
from rules.dice.odds.armour import VehicleShots
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState
from rules.vehicles.shared.fate import HullShot
from rules.vehicles.shared.hull import condition, hull_of, speed_in
from rules.vehicles.trial.damage import odds, penetration
from rules.vehicles.trial.damage.armour import armour_towards
from rules.vehicles.trial.hull.bands import SLOW_IN
from rules.vehicles.trial.hull.profile import is_skimmer

RULE: Final = "TRI-CC-01"

HANDS: Final = Weapon(id=WeaponId("hands"), name="Blow", type="melee", ap=6)


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


class HullBlow(NamedTuple):
    """The blows of one model against a hull."""

    model: Model
    weapon: Weapon
    strength: int
    times: int


def blows(state: GameState, unit: Unit, vehicle: Unit) -> list[HullBlow]:
    """What each member beside it strikes with: its best melee weapon, else its hands."""
    hull = hull_of(state, vehicle)
    found = []
    for model in unit.alive:
        gap = hull.distance_to_point(model.at)
        profile = state.profile(model)
        if not is_within(gap, max(engagement.reach_in(state, model), profile.base_radius_in)):
            continue
        own = [state.weapons[w] for w in model.weapons if state.weapons[w].type == "melee"]
        best = max(own, key=lambda w: w.strength, default=HANDS)
        found.append(HullBlow(model, best, profile.s + best.strength, profile.a))
    return found


def hulls_beside(state: GameState, unit: Unit) -> list[Unit]:
    """Enemy vehicles without WS that members of the unit reach."""
    return [
        v
        for v in state.enemies_of(unit.side)
        if v.on_table and not v.hidden and machines.is_hull(state, v) and blows(state, unit, v)
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
        """Once in this player turn."""
        assert self.unit is not None
        return state.with_turn(fought=(*state.turn.fought, _key(self.unit, self.target)))

    def sentence(self, state: GameState) -> str:
        """What it does."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} strikes at {state.units[self.target].name}" if self.did else ""


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
        told = blows(state, unit, vehicle)
        hurtful = [b for b in told if b.strength + 6 >= armour_towards(state, vehicle, b.model.at).av]
        if not hurtful:
            self._settle(progress, "")
            return
        progress.ask(
            self,
            unit.side,
            "assault-vehicle",
            f"{unit.name} stands beside {vehicle.name}. Does it strike?",
            [
                Option(id="leave", label="Leave it be", rule=RULE),
                Option(id="strike", label="Strike it", detail=_told(state, vehicle, told), rule=RULE),
            ],
            unit=unit.id,
            about=vehicle.id,
            rule=RULE,
            decline="leave",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Roll to hit, then the hits meet the armour of the side touched."""
        self._settle(progress, "" if choice == "leave" else choice)
        if choice == "leave":
            return
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.target]
        each = [b for b in blows(state, unit, vehicle) for _ in range(b.times)]
        needed = goal(state, vehicle)
        if needed:
            rolled = progress.roll(
                "assault-vehicle-to-hit",
                len(each),
                sense="low",
                goal=needed,
                unit=unit.id,
                target=vehicle.id,
                why=f"{unit.name} at {vehicle.name}: {len(each)} blows",
                rules=(RULE,),
            )
            each = [b for b, made in zip(each, rolled.made, strict=True) if made]
        hits = [penetration.TrialHit(origin=b.model.at, weapon=b.weapon, strength=b.strength, melee=True) for b in each]
        penetration.be_hit(progress, vehicle.id, hits, unit.id)

    def _settle(self, progress: Progress, did: str) -> None:
        side = progress.state.units[self.unit].side
        progress.emit(HullAssaulted(side=side, unit=self.unit, target=self.target, did=did, rules=(RULE,)))


def _told(state: GameState, vehicle: Unit, told: list[HullBlow]) -> str:
    """How many, what they need, and the chance that they end it."""
    needed = goal(state, vehicle)
    hit = chance_low(needed) if needed else Fraction(1)
    groups = []
    for blow in told:
        shot = HullShot(armour_towards(state, vehicle, blow.model.at), "normal", blow.strength, 0)
        added = sum(m.value for m in odds.modifiers(state, vehicle, blow.weapon, shooting=False))
        through = odds.penetration(shot, blow.weapon, melee=True)
        groups.append(VehicleShots(count=blow.times, hit=hit, penetration=through, chart_modifier=added))
    ends = odds.destroyed_by(state, vehicle, groups)
    needs = f"hit on {goal_text(needed, 'low')}" if needed else "hit by themselves"
    count = sum(b.times for b in told)
    return f"{count} blows {needs}, Strength up to {max(b.strength for b in told)}; destroyed {float(ends):.0%}"


EVENTS: tuple[type[Event], ...] = (HullAssaulted,)
TASKS: tuple[type[TaskStruct], ...] = (AssaultRound, StrikeHull)
