"""Blows struck in close combat: to hit, to wound, who takes the wounds, saves. (ARAP-MELEE-05, -06, -07)

Free hacks: blows at backs, which nobody returns. (ARAP-PURS-02, ARAP-MELEE-10, ARAP-BREAK-01)
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.arap.positions.engagement import Strike
from rules.arap.positions.melee_to_hit import BlowGoal
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.dice.goals import LAST_HIGH
from rules.forces import strength
from rules.forces.unit import Model, Point
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance, distance_to_segment, is_within
from rules.progress import Progress
from rules.state import GameState, Melee

STAGES = (1, 2, 3)
"""Stages that lie within reach of the fighters; 4 is the rest of the unit. (ARAP-MELEE-06)"""


class MachineBlow(NamedTuple):
    """One melee hit on a machine: who struck it, with what, how hard."""

    attacker: ModelId
    weapon: Weapon | None
    strength: int


class MachineHits(NamedTuple):
    """Hits of one unit on one machine."""

    by: UnitId
    target: UnitId
    blows: tuple[MachineBlow, ...]


class Landed(NamedTuple):
    """One wound to be given out: who dealt it and the AP that saves meet."""

    attacker: ModelId
    ap: int | None


def initiatives(state: GameState, melee: Melee) -> list[int]:
    """The Initiative of every fighter. (ARAP-MELEE-05)"""
    return [engagement.initiative_of(state, melee, u, m) for u in melee.units for m in engagement.members(state, (u,))]


def volleys_at(state: GameState, melee: Melee, initiative: int) -> list[StepBlows]:
    """What each unit strikes in a step, the active side's units first."""
    found = []
    for unit in sorted(melee.units, key=lambda u: state.units[u].side != state.active_side):
        strikes = tuple(
            (strike, melee_to_hit.aim(state, melee, unit, strike))
            for m in engagement.members(state, (unit,))
            if engagement.initiative_of(state, melee, unit, m) == initiative
            for strike in engagement.strikes_of(state, melee, state.units[unit], m)
        )
        if strikes:
            found.append(StepBlows(unit, strikes))
    return found


def hit(
    progress: Progress,
    strikes: Sequence[tuple[Strike, BlowGoal]],
    *,
    label: str,
    by: UnitId,
    what: str,
    rules: Sequence[str],
) -> list[Strike]:
    """Roll every attack, those of one goal together; the strikes that hit, one entry for each hit."""
    groups = wounds_and_saves.grouped(((aim.alike, _target_unit(s)), (s, aim)) for s, aim in strikes)
    hits: list[Strike] = []
    for (aim, target), alike in groups.items():
        group = [strike for strike, _ in alike]
        halved = "".join(f", {half}" for half in dict.fromkeys(a.halved for _, a in alike) if half)
        each = [strike for strike in group for _ in range(strike.attacks)]
        machine = progress.state.units[target].is_vehicle
        rolled = progress.roll(
            "assault-vehicle-to-hit" if machine else label,
            len(each),
            sense="low",
            goal=aim.goal,
            base=aim.base,
            modifiers=aim.modifiers,
            unit=by,
            target=target,
            why=_why(progress.state, by, target, len(each), what) + _by_arcs(group) + halved,
            rules=(*rules, *_rules_of(progress.state, halved, machine=machine)),
        )
        hits += [strike for strike, made in zip(each, rolled.made, strict=True) if made]
    return hits


def _rules_of(state: GameState, halved: str, *, machine: bool) -> tuple[str, ...]:
    by_machine = ask(state, VehicleCrews).cited("blows") if machine else ()
    return (*by_machine, *(("ARAP-PRONE-05",) if halved else ()))


def _why(state: GameState, by: UnitId, target: UnitId, count: int, what: str) -> str:
    return f"{state.units[by].name} {what} {state.units[target].name}: {count} {'blow' if count == 1 else 'blows'}"


def _by_arcs(strikes: Sequence[Strike]) -> str:
    """Which natural attacks they are: ", Jaws 2, Claws 1". (ARAP-MELEE-02)"""
    counts: Counter[str] = Counter()
    for strike in strikes:
        if strike.weapon is not None and strike.weapon.attack != "ordinary":
            counts[strike.weapon.name] += strike.attacks
    return "".join(f", {name} {count}" for name, count in counts.items())


def _target_unit(strike: Strike) -> UnitId:
    return UnitId(strike.target.rsplit(".", 1)[0])


def wound(progress: Progress, hits: Sequence[Strike], *, by: UnitId) -> list[tuple[UnitId, Landed]]:
    """Roll to wound for every hit, hits of one goal together; the wounds by the unit that takes them. (ARAP-DMG-01)"""
    state = progress.state
    groups = wounds_and_saves.grouped((_wound_key(state, strike), strike) for strike in hits)
    landed: list[tuple[UnitId, Landed]] = []
    for (target, goal), group in groups.items():
        if goal > LAST_HIGH:
            continue
        why = f"{state.units[by].name} wound {state.units[target].name}"
        rolled = progress.roll(
            "to-wound",
            len(group),
            sense="high",
            goal=goal,
            unit=by,
            target=target,
            why=why,
            rules=("ARAP-DMG-01", *_strength_rules(state, group)),
        )
        for strike, made in zip(group, rolled.made, strict=True):
            if made:
                landed.append((target, Landed(strike.attacker, _ap(strike.weapon))))
    return landed


def _wound_key(state: GameState, strike: Strike) -> tuple[UnitId, int]:
    return _target_unit(strike), wound_goal_of(state, strike)


def wound_goal_of(state: GameState, strike: Strike) -> int:
    """What a hit of that strike must show to wound. (ARAP-DMG-01)"""
    target, attacker = state.find_model(strike.target)[1], state.find_model(strike.attacker)[1]
    power = engagement.strength_of(state, attacker, strike.weapon)
    return wounds_and_saves.goal_against(state.profile(target), power)


def _strength_rules(state: GameState, strikes: Sequence[Strike]) -> tuple[str, ...]:
    """The rule of whatever changes the Strength of any of them. (ARAP-GEN-08)"""
    pairs = [(state.find_model(s.target)[1], state.find_model(s.attacker)[1]) for s in strikes]
    cited = (strength.rules(state.profile(target), state.profile(attacker)) for target, attacker in pairs)
    return next((rules for rules in cited if rules), ())


def _ap(weapon: Weapon | None) -> int | None:
    return weapon.ap if weapon is not None else None


def limited(landed: Sequence[Landed], attacks: Counter[ModelId]) -> list[Landed]:
    """The wounds that may be given out: of each fighter no more than the attacks it made. (ARAP-MELEE-07)"""
    dealt: Counter[ModelId] = Counter()
    kept = []
    for one in landed:
        dealt[one.attacker] += 1
        if dealt[one.attacker] <= attacks[one.attacker]:
            kept.append(one)
    return kept


def stage_of(state: GameState, fighter: Model, enemy: Model) -> int:
    """How an enemy stands to a fighter: 1 in arc and contact, 2 contact outside the arc or in arc and radius,
    3 outside the arc in contact or radius, 4 out of reach. (ARAP-MELEE-06)
    """
    if not engagement.reaches(state, fighter, enemy):
        return 4
    in_arc = any(
        engagement.sees_in_arc(fighter, enemy, kind) for _, kind, _ in melee_weapons.attack_kinds(state, fighter)
    )
    if engagement.touches(state, fighter, enemy):
        return 1 if in_arc else 2
    return 2 if in_arc else 3


def stages(state: GameState, fighters: Sequence[Model], target: UnitId) -> dict[ModelId, int]:
    """The stage of each member of a unit against those who fought; fighters all round give the best."""
    members = engagement.members(state, (target,))
    return {e.id: min((stage_of(state, f, e) for f in fighters), default=4) for e in members}


class Allocation:
    """Wounds of one side of a step being given out to one unit, with what its models have left. (ARAP-MELEE-06)

    Losses are noted here and taken off only when the whole step has been rolled.
    """

    def __init__(self, progress: Progress, fighters: Sequence[Model], target: UnitId, by: UnitId) -> None:
        self.progress = progress
        self.target = target
        self.by = by
        self.fighters = fighters
        self.stage = stages(progress.state, fighters, target)
        self.left = {m.id: m.wounds for m in engagement.members(progress.state, (target,))}
        self.unsaved: list[ModelId] = []

    def give_out(self, landed: Sequence[Landed]) -> list[ModelId]:
        """Give out the wounds stage by stage; the unsaved ones, by the model that takes them, in order."""
        waiting = list(landed)
        while waiting and any(self.left.values()):
            before = len(waiting)
            for stage in STAGES:
                waiting = self._stage([m for m, s in self.stage.items() if s == stage], waiting)
            if waiting and not any(self.left[m] for m, s in self.stage.items() if s in STAGES):
                waiting = self._nearest(waiting)
            if len(waiting) == before:
                break
        return self.unsaved

    def _stage(self, models: Sequence[ModelId], waiting: list[Landed]) -> list[Landed]:
        """As many wounds as the models of a stage have left, at random; then their saves."""
        room = {m: self.left[m] for m in models if self.left[m]}
        taken: list[tuple[ModelId, Landed]] = []
        forced = sum(room.values()) <= len(waiting)
        while waiting and room:
            open_to = list(room)
            model = open_to[0] if forced else open_to[self._pick(len(open_to))]
            taken.append((model, waiting.pop(0)))
            room[model] -= 1
            if not room[model]:
                del room[model]
        self._save(taken)
        return waiting

    def _nearest(self, waiting: list[Landed]) -> list[Landed]:
        """The nearest members left take what is over. (ARAP-MELEE-06)"""
        left = [m for m in engagement.members(self.progress.state, (self.target,)) if self.left[m.id]]
        left.sort(key=lambda m: min((distance(f.at, m.at) for f in self.fighters), default=0.0))
        room = [m.id for m in left for _ in range(self.left[m.id])]
        taken = list(zip(room, waiting, strict=False))
        self._save(taken)
        return waiting[len(taken) :]

    def _pick(self, count: int) -> int:
        name = self.progress.state.units[self.target].name
        return self.progress.pick(count, unit=self.target, why=f"who of {name} is wounded", rules=("ARAP-MELEE-06",))

    def _save(self, taken: Sequence[tuple[ModelId, Landed]]) -> None:
        for ap, models in wounds_and_saves.grouped((one.ap, model) for model, one in taken).items():
            for model in wounds_and_saves.roll_saves(self.progress, models, ap, by=self.by):
                self.unsaved.append(model)
                self.left[model] -= 1


class StepBlows(NamedTuple):
    """What one unit does in one step: its strikes and who made them."""

    unit: UnitId
    strikes: tuple[tuple[Strike, BlowGoal], ...]

    @property
    def attacks(self) -> Counter[ModelId]:
        """Attacks made by each fighter."""
        made: Counter[ModelId] = Counter()
        for strike, _ in self.strikes:
            made[strike.attacker] += strike.attacks
        return made


def resolve(
    progress: Progress, volleys: Sequence[StepBlows], *, label: str, what: str, cause: str, rules: Sequence[str]
) -> list[MachineHits]:
    """Everything that is struck at the same moment: all dice first, then wounds come off. (ARAP-MELEE-05)

    Hits on machines are given back, to be resolved against their armour. (VEH-WS-01)
    """
    landed: list[tuple[StepBlows, list[tuple[UnitId, Landed]]]] = []
    struck: list[MachineHits] = []
    for volley in volleys:
        hits = hit(progress, volley.strikes, label=label, by=volley.unit, what=what, rules=rules)
        on_armour = [s for s in hits if progress.state.units[_target_unit(s)].is_vehicle]
        hits = [s for s in hits if s not in on_armour]
        struck += _struck(progress.state, volley.unit, on_armour)
        landed.append((volley, wound(progress, hits, by=volley.unit)))
    losses: list[tuple[UnitId, list[ModelId]]] = []
    for volley, wounds in landed:
        fighters = [progress.state.find_model(m)[1] for m in volley.attacks]
        for target, group in wounds_and_saves.grouped(wounds).items():
            allocation = Allocation(progress, fighters, target, volley.unit)
            for _, lost in losses:
                allocation.left = _after(allocation.left, lost)
            unsaved = allocation.give_out(limited(group, volley.attacks))
            losses.append((volley.unit, unsaved))
    for by, unsaved in losses:
        wounds_and_saves.inflict(
            progress, unsaved, by=by, cause=cause, counts=False, rules=("ARAP-MELEE-06", "ARAP-MELEE-07")
        )
    return struck


def _struck(state: GameState, by: UnitId, hits: Sequence[Strike]) -> list[MachineHits]:
    found = wounds_and_saves.grouped((_target_unit(s), blow_of(state, s)) for s in hits)
    return [MachineHits(by, target, tuple(blows)) for target, blows in found.items()]


def blow_of(state: GameState, strike: Strike) -> MachineBlow:
    """A hit of that strike on armour."""
    attacker = state.find_model(strike.attacker)[1]
    return MachineBlow(attacker.id, strike.weapon, engagement.strength_of(state, attacker, strike.weapon))


def _after(left: dict[ModelId, int], lost: Sequence[ModelId]) -> dict[ModelId, int]:
    """What models have left when wounds of the same moment dealt by another unit are counted."""
    return {m: max(0, n - lost.count(m)) for m, n in left.items()}


def free_hacks(
    progress: Progress,
    unit: UnitId,
    target: UnitId,
    *,
    rules: Sequence[str] = ("ARAP-PURS-02",),
    paths: Mapping[ModelId, Sequence[Point]] | None = None,
) -> bool:
    """One blow of each fighter of the unit that has a member of the target in reach; whether anybody struck.

    With `paths` it is enough that a member came through the fighter's reach on its way. (ARAP-INT-03)
    """
    aimed = aimed_at_backs(progress.state, unit, target, paths or {})
    if not aimed:
        return False
    resolve(
        progress,
        (StepBlows(unit, aimed),),
        label="free-hack",
        what="strike at the backs of",
        cause="free-hack",
        rules=(*rules, "ARAP-MELEE-10"),
    )
    return True


def aimed_at_backs(
    state: GameState, unit: UnitId, target: UnitId, paths: Mapping[ModelId, Sequence[Point]]
) -> tuple[tuple[Strike, BlowGoal], ...]:
    """Every blow with what it needs to hit."""
    return tuple(
        (s, melee_to_hit.aim_at_back(state, state.find_model(s.attacker)[1], state.find_model(s.target)[1], s.weapon))
        for s in _strikes(state, unit, target, paths)
    )


def _strikes(state: GameState, unit: UnitId, target: UnitId, paths: Mapping[ModelId, Sequence[Point]]) -> list[Strike]:
    strikes = []
    victims = engagement.members(state, (target,))
    for model in engagement.members(state, (unit,)):
        near = [v for v in victims if engagement.reaches(state, model, v) or _came_by(state, model, paths.get(v.id))]
        if near:
            strikes.append(_strike(state, model, near))
    return strikes


def _came_by(state: GameState, model: Model, path: Sequence[Point] | None) -> bool:
    """Whether that way led through the fighter's reach."""
    reach = engagement.reach_in(state, model)
    legs = itertools.pairwise(path or ())
    return any(is_within(distance_to_segment(model.at, a, b), reach) for a, b in legs)


def _strike(state: GameState, model: Model, near: Sequence[Model]) -> Strike:
    victim = min(near, key=lambda v: (not engagement.touches(state, model, v), distance(model.at, v.at)))
    weapon = melee_weapons.attack_kinds(state, model)[0][0]
    return Strike(model.id, weapon, 1, victim.id)
