"""Fire at walls, doors and windows of a house that is entered. (BLD-WALL-01, BLD-WALL-02, BLD-AREA-01, BLD-AREA-05)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage.wounds_and_saves import can_wound, wound_goal
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot_at_spot, volley
from rules.arap.shooting.building_interface import ShotsFromHighUp
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import TWICE, FirePlan, Firing, Idle, Orders
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.shooting.volley import AreaFire
from rules.arap.templates import scatter
from rules.arap.templates.building_interface import BurstsOutside
from rules.arap.templates.scatter import Shell
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.buildings import flames, storeys, upstairs
from rules.buildings.breaking import damage, damage_rolls, from_inside
from rules.buildings.breaking.aim import RULE, AttackWall, WallAim, aim_of, carried, notes
from rules.buildings.bunkers.fire import BuildingShot, landed_at
from rules.buildings.walls import parts
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance, Preview, ShotLine, average, success
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import binomial, chance_high, convolve
from rules.dice.scatter import Scatter
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import TOLERANCE, distance, distance_to_segment, is_within, toward
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain

AUTOMATIC_IN: Final = 2.0
"""From nearer than this a wall or door is hit without a roll. (BLD-WALL-02)"""


OFF_IN: Final = 0.3
"""How far before the wall one aims, so that the wall itself hides nothing."""


class ShootWall(AttackWall, frozen=True, kw_only=True, tag="ShootWall"):
    """Fire at a wall, door or window. (BLD-WALL-01, BLD-WALL-02)

    From nearer than 2 inches it is hit without a roll. Each hit that damages it takes a point, and opens a hole.
    Those in a section fire at its own doors, windows and walls as if they stood before them. (BLD-SECT-01)
    `models` are those who fire, none named: all that can. With `lock` they fire at the lock alone, which stays locked
    but works no more on that side. (BLD-LOCK-03)
    """

    models: tuple[ModelId, ...] = ()
    lock: bool = False

    def aim(self, state: GameState) -> WallAim | None:
        """What that is on the table as it stands, or its lock. (BLD-LOCK-03)"""
        unit = state.units.get(self.unit)
        found = aim_of(state, self, within=unit is not None and unit.is_housed)
        return found._replace(lock=True) if found is not None and self.lock and found.opening is not None else found

    def no_target(self, state: GameState) -> Refusal | None:
        """Nothing there, or no lock on this side that works."""
        refusal, aim = super().no_target(state), self.aim(state)
        if refusal or aim is None or not self.lock:
            return refusal
        works = aim.opening is not None and aim.opening.opening.lock_on(inner=False) not in ("locked", "jammed")
        if aim.opening is None or aim.opening.opening.state != "locked" or not works:
            return Refusal("no-lock", "There is no lock left to smash.", "BLD-LOCK-03", "a lock that works")
        if all(aim.opening.is_inner(m.at) for m in state.units[self.unit].alive):
            text = f"From inside {aim.opening.name} is simply unlocked."
            return Refusal("inside", text, "BLD-LOCK-03", "unlock it")
        return None

    def other_floor(self, state: GameState, unit: Unit, piece: Terrain) -> Refusal | None:
        """A flat roof has no walls; nobody fires through the floors of a house. (BLD-LEVEL-02)"""
        if piece.is_roof:
            text = f"{piece.name} has no walls to shoot at."
            return Refusal("no-wall", text, RULE, "a wall, door or window of a floor below")
        found = upstairs.at_wall(state, unit, piece)
        if not isinstance(found, Refusal) and self.aim(found) is None:
            text = f"{piece.name} stands on no house: there is no such wall."
            return Refusal("no-wall", text, RULE, "a wall, door or window of a floor that is over its house")
        return found if isinstance(found, Refusal) else None

    def in_truth(self, state: GameState) -> tuple[GameState, WallAim]:
        """The table, and what is aimed at, with upper floors on their houses. (BLD-LEVEL-02)"""
        state = shoot_at_spot.by_hull(state, self.unit)
        found = upstairs.at_wall(state, state.units[self.unit], self._aim(state).piece)
        assert not isinstance(found, Refusal)
        return found, self._aim(found)

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, the target, something that can hurt it, then range, sight and arc."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        state = shoot_at_spot.by_hull(state, self.unit)
        unit = state.units[self.unit]
        elsewhere = unit.aboard is not None or unit.is_housed
        refusal = shooting_plan.shooter_barred(state, unit, aboard=elsewhere) or self.no_target(state)
        refusal = refusal or shooting_plan.chosen_badly(state, unit, self.models, {}) or self._not_theirs(state, unit)
        if refusal:
            return refusal
        plan = self.plan(state)
        barred = self.is_in_vain(state, plan) or plan.refusal
        return shoot_at_spot.capitalised(barred) if barred is not None else None

    def _not_theirs(self, state: GameState, unit: Unit) -> Refusal | None:
        """Nobody fires at the walls of another section from inside one."""
        aim = self._aim(state)
        if not unit.is_housed or any(from_inside.is_at(state, unit, m, aim) for m in unit.alive):
            return None
        text = f"{aim.name[:1].upper()}{aim.name[1:]} is in no wall of a section that {unit.name} is in."
        return Refusal("out-of-reach", text, "BLD-SECT-01", "doors, windows and outer walls of its own section")

    def _from_inside(self, state: GameState, unit: Unit, orders: Orders) -> FirePlan:
        """Each member in that section as if he stood before it; what bursts or burns nobody fires in his own room."""
        aim = self._aim(state)
        plain = tuple(w for w in orders.weapons if not (state.weapons[w].marker_in or state.weapons[w].template))
        bare = replace(state, terrain=tuple(p for p in state.terrain if p.id != aim.piece.id))
        firings: list[Firing] = []
        idle: list[Idle] = []
        for model in unit.alive:
            alone = from_inside.standing(state, unit, model, aim, _floor_in(aim))
            if alone is None or not plain or (self.models and model.id not in self.models):
                continue
            ready = _marked(bare.with_unit(alone), alone, aim, _floor_in(aim))
            laid = shoot_at_spot.at_mark(ready, alone, orders._replace(weapons=plain, models=()))
            firings, idle = [*firings, *laid.firings], [*idle, *laid.idle]
        return FirePlan(tuple(firings), tuple(idle))

    def _aim(self, state: GameState) -> WallAim:
        aim = self.aim(state)
        assert aim is not None
        return aim

    def plan(self, state: GameState) -> FirePlan:
        """Who would fire what, from where they truly are at what truly is there. (BLD-HIGH-01, BLD-HIGH-06)"""
        state = shoot_at_spot.by_hull(state, self.unit)
        true, aim = self.in_truth(state)
        unit = true.units[self.unit]
        able = [w for w in carried(state, unit) if w.is_ranged and w.type != "grenade"]
        weapons = tuple(w.id for w in sorted(able, key=lambda w: -w.strength))  # each fires the best that he carries
        burst: units_weapons.Burst = "full" if state.turn.ap >= 2 else "half"
        orders = Orders(weapons=weapons, burst=burst, ap=state.turn.ap, models=self.models)
        if unit.is_housed:
            return self.damaging(state, self._from_inside(state, unit, orders))
        ready = self.marked(state)
        laid = shoot_at_spot.at_mark(ready, unit, orders)
        if unit.aboard is not None:
            return shoot_at_spot.limited(ready, unit, self.damaging(state, laid))
        if true is not state or not upstairs.is_upper(aim.piece):  # on their own floor nobody fires up or down
            laid = building_interface.ask(ShotsFromHighUp).from_high_up(state, state.units[self.unit], laid)
        return self.damaging(state, laid)

    def damaging(self, state: GameState, plan: FirePlan) -> FirePlan:
        """What of it is near enough and can damage that; without any what is near, or all. (BLD-WALL-01)"""
        true, aim = self.in_truth(state)
        ranged = [f._replace(range_in=distance_to_segment(f.model.at, *aim.ends)) for f in plan.firings]
        near = [f for f in ranged if is_within(f.range_in, units_weapons.range_of(f.weapon))]
        fit = [f for f in near if f.weapon.is_ranged and (_goal(state, f, aim) or self._burnt(state, f))]
        aimed = tuple(shoot_at_spot.aimed(true, true.units[self.unit], f) for f in fit or near or ranged)
        return FirePlan(aimed, plan.idle)

    def _burnt(self, state: GameState, firing: Firing) -> Sequence[tuple[UnitId, ModelId]]:
        """Those inside by an opening whom a stream reaches, whatever it does to the wall. (BLD-TMPL-01, BLD-TMPL-03)"""
        if firing.strip is None:
            return ()
        true, aim = self.in_truth(state)
        return flames.by_openings(true, aim.piece, firing, _floor_in(aim) if true is not state or aim.storey else 0.0)

    def is_in_vain(self, state: GameState, plan: FirePlan) -> Refusal | None:
        """That nothing of it can damage what is aimed at."""
        aim = self._aim(state)
        if plan.refusal is not None or any(_goal(state, f, aim) or self._burnt(state, f) for f in plan.firings):
            return None
        text = f"{state.units[self.unit].name} has nothing that can hurt {aim.name}."
        return Refusal("cannot-hurt", text, RULE, f"Strength {aim.toughness - 3} or more, or nearer")

    def marked(self, state: GameState) -> GameState:
        """The state with a mark before what is aimed at, both where they truly are."""
        true, aim = self.in_truth(state)
        is_apart = true is not state or aim.storey > 0
        return _marked(true, true.units[self.unit], aim, _floor_in(aim) if is_apart else 0.0)

    def preview(self, state: GameState) -> Preview:
        """Cost, what each weapon needs to hit and to damage, what is left, who stands in the way of a fall."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        plan = self.plan(state)
        return shoot_at_spot.warned(state, self.unit, plan, self.preview_of(state, plan))

    def preview_of(self, state: GameState, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """The preview of a plan of such fire."""
        aim = self._aim(state)
        shots = tuple(self._line(state, group, aim, how) for group in plan.groups())
        upper = ("BLD-LEVEL-02",) if self.in_truth(state)[0] is not state else ()
        rules = (RULE, "BLD-WALL-02", aim.rule, "BLD-WALL-03", *upper)
        chances = tuple(_promised(state, plan.groups(), aim))
        return Preview(ap=plan.ap, shots=shots, chances=chances, notes=notes(state, aim), rules=rules)

    def _line(self, state: GameState, group: Sequence[Firing], aim: WallAim, how: HowFired) -> ShotLine:
        """A line of it; of streams and shells who inside may be struck. (BLD-TMPL-03, BLD-SSHT-13)"""
        line, weapon = _line(state, group, aim, how), group[0].weapon
        behind = building_interface.ask(BurstsOutside).notes_behind(state, group[0].aim.at, weapon.marker_in)
        counts = Counter(unit for unit, _ in self._burnt(state, group[0]))
        near = (
            f"within 1″ of an opening: {count} of {state.units[unit].name} in hard cover, else on 3 or less each"
            for unit, count in counts.items()
        )
        return replace(line, notes=(*line.notes, *behind, *(f"{note} (BLD-TMPL-03)" for note in near)))

    def resolve(self, progress: Progress) -> None:
        """Points, turns, shots, damage; then what falls."""
        state = progress.state
        plan, unit = self.plan(state), state.units[self.unit]
        shoot_at_spot.open_out(progress, unit, plan, self._aim(state).at)
        self.roll(progress, plan)

    def roll(self, progress: Progress, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Shots and damage, then what falls."""
        unit, (true, aim) = progress.state.units[self.unit], self.in_truth(progress.state)
        lots: volley.Lots = {}
        for group in plan.groups():
            self._fire(progress, unit, aim, group, lots, true, how)
        volley.wound(progress, lots, HitSource(by=unit.id))
        damage.settle(progress, unit, aim.piece.id)

    def _fire(
        self,
        progress: Progress,
        unit: Unit,
        aim: WallAim,
        group: Sequence[Firing],
        lots: volley.Lots,
        true: GameState,
        how: HowFired,
    ) -> None:
        """One weapon of all who carry it: to hit, then damage."""
        first = group[0]
        if first.weapon.marker_in:
            found = [_burst(progress, unit, aim, f, lots, how) for f in group for _ in range(f.shots)]
            _tell(progress, unit, aim, group, sum(1 for n, _ in found if n))
            for rolls, touches in found:
                thrown = _with_its_die(progress, unit, first) if rolls else first
                _damage(progress, unit, aim, thrown, rolls, thrown.strength if touches else thrown.strength // 2)
            return
        if first.strip is not None:
            near = self._burnt(progress.state, first)
            landed = int(flames.strikes(progress, unit, first, aim.name, near, lots))
        else:
            landed = _hits(progress, unit, aim, group)
        _tell(progress, unit, aim, group, landed)
        each = damage_rolls.crossed(aim, damage_rolls.STRIP_IN) if first.strip is not None else 1
        if len(_strengths(progress.state, first)) == 1:
            _damage(progress, unit, aim, first, landed * each, first.strength)
            return
        for _ in range(landed):
            thrown = _with_its_die(progress, unit, first)
            _damage(progress, unit, aim, thrown, each, thrown.strength)


def _marked(state: GameState, unit: Unit, aim: WallAim, floor_in: float) -> GameState:
    """The state with a mark a little before what is aimed at, so high up."""
    eye = min((m.at for m in unit.alive), key=lambda at: round(distance(at, aim.at), 6))
    before = toward(aim.at, eye, min(OFF_IN, distance(aim.at, eye)))
    ready = shoot_at_spot.marked(state, unit.side, before)
    mark = ready.units[MARK]
    models = tuple(replace(m, level_in=floor_in) for m in mark.models)
    return ready.with_unit(replace(mark, name=aim.name, models=models))


def _floor_in(aim: WallAim) -> float:
    """How high the floor stands whose wall it is. (BLD-LEVEL-01)"""
    if aim.storey:
        return aim.storey * STOREY_IN
    return storeys.floor_in(aim.piece.building.level) if aim.piece.building is not None else 0.0


def _goals(state: GameState, firing: Firing, aim: WallAim) -> list[int]:
    """What a damage roll must show, for each Strength that a hit may have; 0 for what can never damage it.

    (BLD-WALL-01, TRI-FIRE-05)
    """
    close = is_within(firing.range_in, units_weapons.short_range(firing.weapon))
    goals = [wound_goal(aim.toughness, strength) for strength in _strengths(state, firing)]
    return [max(2, goal) if can_wound(goal, melee=False, short_range=close) else 0 for goal in goals]


def _goal(state: GameState, firing: Firing, aim: WallAim) -> int:
    """The easiest of them; 0 for what can never damage it."""
    return min((goal for goal in _goals(state, firing, aim) if goal), default=0)


def _strengths(state: GameState, firing: Firing) -> tuple[int, ...]:
    """Up to version 17 the die of a random Strength was left out at walls. (TRI-FIRE-05)"""
    return (firing.strength,) if state.is_older_than("18") else firing.strengths


def _with_its_die(progress: Progress, unit: Unit, firing: Firing) -> Firing:
    return firing if progress.state.is_older_than("18") else volley.settled(progress, unit.id, firing)


def _is_sure(firing: Firing) -> bool:
    """Whether it is nearer than 2 inches to what it fires at."""
    return firing.range_in < AUTOMATIC_IN - TOLERANCE


def _hits(progress: Progress, unit: Unit, aim: WallAim, group: Sequence[Firing]) -> int:
    """Without a roll from under 2 inches, else one roll for all shots alike. (BLD-WALL-02)"""
    sure = sum(f.shots for f in group if _is_sure(f))
    far = [f for f in group if not _is_sure(f)]
    if not far:
        return sure
    return sure + len(landed_at(progress, unit, aim.name, far, ("ARAP-HIT-01", "BLD-WALL-02", "BLD-FIRE-01")))


def _burst(
    progress: Progress, unit: Unit, aim: WallAim, firing: Firing, lots: volley.Lots, how: HowFired
) -> tuple[int, bool]:
    """A shell: how many inches of wall it strikes, and whether under its centre. (BLD-AREA-01, BLD-AREA-05)"""
    weapon = firing.weapon
    away = distance(firing.model.at, aim.at)
    flying = Shell(
        firing.model,
        unit,
        weapon,
        firing.aim.at,
        None,
        firing.modifiers,
        away,
        aim_in=firing.aim.level_in,
        outside_of=aim.piece.id,
    )
    rules = ("ARAP-AREA-01", "ARAP-AREA-02", "BLD-FIRE-02")

    def thrown() -> Scatter:
        return how.scattered(progress, flying, firing.base)

    landing = scatter.come_down(progress, flying, thrown(), flat=True, rules=rules, again=thrown)
    struck = volley.area_struck(progress, unit.id, landing, weapon)
    burst = AreaFire(weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=volley.UNDER)
    volley.all_struck(progress, unit.id, burst._replace(centre=landing.at), struck, lots)
    off = distance_to_segment(landing.at, *_whole(aim))
    if off > weapon.marker_in / 2 + TOLERANCE:
        return 0, False
    touches = off <= OFF_IN + TOLERANCE
    crossed = min(int(weapon.marker_in), damage_rolls.crossed(aim, weapon.marker_in / 2, landing.at))
    return crossed, touches


def _whole(aim: WallAim) -> tuple[Point, Point]:
    """The wall that it is part of."""
    line = parts.line_of(aim.piece, aim.part.wall) if aim.part is not None else None
    return line or aim.ends


def _damage(progress: Progress, unit: Unit, aim: WallAim, firing: Firing, rolls: int, strength: int) -> None:
    """Damage rolls, each success a point, or a die of them for what goes through armour. (BLD-WALL-01, BLD-WALL-04)"""
    close = is_within(firing.range_in, units_weapons.short_range(firing.weapon))
    heavy = firing.weapon.has("melta") and firing.range_in < firing.weapon.range_in / 2
    area = ("BLD-AREA-01", "BLD-AREA-02", "BLD-AREA-03") if firing.weapon.marker_in or firing.strip else ()
    halved = ("BLD-AREA-05",) if firing.weapon.marker_in and strength < firing.strength else ()
    damage_rolls.roll(
        progress, unit, aim, firing.weapon, rolls, strength, close=close, heavy=heavy, rules=(*area, *halved)
    )


def _tell(progress: Progress, unit: Unit, aim: WallAim, group: Sequence[Firing], landed: int) -> None:
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + f.shots
    event = BuildingShot(
        side=unit.side,
        unit=unit.id,
        terrain=aim.piece.id,
        name=aim.name,
        weapon=group[0].weapon.id,
        shots=counts,
        hits=landed,
        lines=tuple((f.model.at, aim.at) for f in group),
        rules=("BLD-FIRE-01", "BLD-WALL-02"),
    )
    progress.emit(event)


def _promised(state: GameState, groups: Sequence[Sequence[Firing]], aim: WallAim) -> Iterator[Chance]:
    """The damage of all shots together; nothing of flames and shells, which strike as many inches as they lie on."""
    if any(f.strip is not None or f.weapon.marker_in for group in groups for f in group):
        return
    done = convolve(binomial(sum(f.shots for f in group), _damages(state, group[0], aim)) for group in groups)
    yield average("damage points, average", done.mean)
    yield success("at least one damage point", done.at_least(1))
    if aim.opening is not None:
        yield _chance("lock smashed" if aim.lock else "broken open", done.at_least(aim.left))


def _damages(state: GameState, firing: Firing, aim: WallAim) -> Fraction:
    """The chance that one shot hits and damages."""
    return (Fraction(1) if _is_sure(firing) else firing.hit_odds) * _hurts(state, firing, aim)


def _hurts(state: GameState, firing: Firing, aim: WallAim) -> Fraction:
    """The chance that a hit damages, by whichever Strength it has."""
    goals = _goals(state, firing, aim)
    return sum((chance_high(goal) for goal in goals if goal), start=Fraction(0)) / len(goals)


def _line(state: GameState, group: Sequence[Firing], aim: WallAim, how: HowFired) -> ShotLine:
    first = group[0]
    goals = _goals(state, first, aim)
    words = first.weapon.strength_in_words(first.strength) if len(goals) > 1 else f"{first.strength}"
    notes = (f"range {first.range_in:.2f}″", f"Strength {words} against Toughness {aim.toughness}")
    if first.weapon.marker_in:
        each = (f"each inch of wall under it is damaged on {_needed(goals)}",) if any(goals) else ()
        return replace(shoot_at_spot.line(state, first, how), notes=(*notes, *each))
    twice = (TWICE,) if first.twice else ()
    sure = _is_sure(first)
    hit = Fraction(1) if sure else first.hit_odds
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len({f.model.id for f in group}),
        shots=sum(f.shots for f in group),
        goal=first.goal,
        goal_text="hits by itself" if sure else goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(_chance("hits", hit), success("damages", hit * _hurts(state, first, aim))),
        notes=(*notes, *twice),
    )


def _needed(goals: Sequence[int]) -> str:
    """What damages it, by the Strength that the die gives."""
    able = sorted(goal for goal in goals if goal)
    return f"{able[0]} or more" + (" at best" if able[-1] > able[0] or len(able) < len(goals) else "")


def _chance(label: str, share: Fraction) -> Chance:
    return Chance(label=label, exact=str(share), value=float(share))


ACTIONS: tuple[type[Action], ...] = (ShootWall,)
