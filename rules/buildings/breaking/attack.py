"""Fire and blows at walls, doors and windows of a house that is entered. (BLD-WALL-01, -02, -04, -05, BLD-AREA-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage.wounds_and_saves import can_wound, wound_goal
from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.paths import legality
from rules.arap.positions import engagement
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot_at_spot, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Orders, turns
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.shooting.volley import Told
from rules.arap.templates import scatter
from rules.arap.templates.scatter import Shell
from rules.arap.units import hidden
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.buildings import flames
from rules.buildings.breaking import damage
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.bunkers.fire import BuildingShot
from rules.buildings.doors import openings
from rules.buildings.doors.openings import InWall
from rules.buildings.walls import materials, parts
from rules.buildings.walls.parts import Part
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview, ShotLine, success
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import chance_high, chance_low
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import TOLERANCE, between, distance, distance_to_segment, is_within, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-WALL-01"

AUTOMATIC_IN: Final = 2.0
"""From nearer than this a wall or door is hit without a roll. (BLD-WALL-02)"""

REACH_IN: Final = 1.0
"""How near one stands to strike at a wall or door."""

OFF_IN: Final = 0.3
"""How far before the wall one aims, so that the wall itself hides nothing."""

MOST_OFFERED: Final = 4
STRIP_IN: Final = 1.0
"""Half the width of a template: inches of wall to either side that it crosses. (BLD-AREA-01)"""


class WallAim(NamedTuple):
    """What is attacked: a door or window, or an inch of wall."""

    piece: Terrain
    opening: InWall | None
    part: Part | None

    @property
    def at(self) -> Point:
        """Its middle."""
        if self.opening is not None:
            return between(self.opening.opening.a, self.opening.opening.b, 0.5)
        assert self.part is not None
        return self.part.middle

    @property
    def ends(self) -> tuple[Point, Point]:
        """From where to where it reaches."""
        if self.opening is not None:
            return self.opening.opening.a, self.opening.opening.b
        assert self.part is not None
        return self.part.a, self.part.b

    @property
    def name(self) -> str:
        """What it is called."""
        if self.opening is not None:
            return self.opening.name
        return f"the wall of {self.piece.name}"

    @property
    def toughness(self) -> int:
        """What a damage roll is made against. (BLD-WALL-07, BLD-WALL-14)"""
        if self.opening is not None:
            return materials.of_opening(self.opening.opening).toughness
        return materials.of_wall(self.piece).toughness

    @property
    def left(self) -> int:
        """Points until it is gone: of a door, or of the section of wall."""
        if self.opening is not None:
            return materials.of_opening(self.opening.opening).points - self.opening.opening.lost
        assert self.part is not None
        whole = parts.section_points(self.piece, self.part.wall, self.part.section)
        return whole - parts.lost(self.piece, self.part.wall, self.part.section)

    @property
    def rule(self) -> str:
        """The table that says what it withstands."""
        return "BLD-WALL-14" if self.opening is not None else "BLD-WALL-08"


class AttackWall(Action, frozen=True, kw_only=True):
    """What is attacked: a door or window by its number, or an inch of wall by the wall and the inch. (BLD-WALL-01)"""

    unit: UnitId
    terrain: TerrainId
    opening: int | None = None
    wall: int = 0
    part: int = 0

    def aim(self, state: GameState) -> WallAim | None:
        """What that is on the table as it stands."""
        piece = next((p for p in state.terrain if p.id == self.terrain and p.has_interior), None)
        if piece is None:
            return None
        if self.opening is not None:
            found = openings.find(state, self.terrain, self.opening)
            return WallAim(piece, found, None) if found is not None else None
        part = parts.part_of(piece, self.wall, self.part)
        return WallAim(piece, None, part) if part is not None else None

    def no_target(self, state: GameState) -> Refusal | None:
        """Nothing there, or nothing left of it."""
        aim = self.aim(state)
        if aim is None:
            text = "There is no such wall, door or window."
            return Refusal("no-wall", text, RULE, "one of a house that is entered")
        if aim.part is not None and armour_of(aim.piece) is not None:
            text = f"{aim.piece.name} has armour: its walls have hull points, not damage points."
            return Refusal("armoured", text, "BLD-GEN-04", "fire at the building, or at a door or window of it")
        if aim.part is not None and parts.is_fallen(aim.piece, aim.part.wall, aim.part.section):
            return Refusal("fallen", "That section lies in rubble.", "BLD-WALL-09", "a section that stands")
        if aim.opening is not None and aim.opening.opening.state == "broken":
            return Refusal("broken", f"{aim.name} stands broken open.", "BLD-WALL-14", "one that is whole")
        return None


class ShootWall(AttackWall, frozen=True, kw_only=True, tag="ShootWall"):
    """Fire at a wall, door or window. (BLD-WALL-01, BLD-WALL-02)

    From nearer than 2 inches it is hit without a roll. Each hit that damages it takes a point, and opens a hole.
    """

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, the target, something that can hurt it, then range, sight and arc."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = shooting_plan.shooter_barred(state, unit, aboard=False) or self.no_target(state)
        if refusal:
            return refusal
        plan = self.plan(state)
        if plan.refusal is None and not any(_goal(plan_firing, self._aim(state)) for plan_firing in plan.firings):
            text = f"{unit.name} has nothing that can hurt {self._aim(state).name}."
            return Refusal("cannot-hurt", text, RULE, f"Strength {self._aim(state).toughness - 3} or more, or nearer")
        return shoot_at_spot.told_of(plan.refusal) if plan.refusal is not None else None

    def _aim(self, state: GameState) -> WallAim:
        aim = self.aim(state)
        assert aim is not None
        return aim

    def plan(self, state: GameState) -> FirePlan:
        """Who would fire what."""
        unit, aim = state.units[self.unit], self._aim(state)
        eye = min((m.at for m in unit.alive), key=lambda at: round(distance(at, aim.at), 6))
        before = toward(aim.at, eye, min(OFF_IN, distance(aim.at, eye)))
        ready = shoot_at_spot.marked(state, unit.side, before)
        ready = ready.with_unit(replace(ready.units[MARK], name=aim.name))
        weapons = tuple(w.id for w in _carried(state, unit) if w.is_ranged and w.type != "grenade")
        burst: units_weapons.Burst = "full" if state.turn.ap >= 2 else "half"
        laid = Planner(ready, unit, ready.units[MARK], Orders(weapons=weapons, burst=burst, ap=state.turn.ap)).plan()
        fit = tuple(f for f in laid.firings if f.weapon.is_ranged and _goal(f, aim))
        return FirePlan(tuple(shoot_at_spot.aimed(state, unit, f) for f in fit or laid.firings), laid.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, what each weapon needs to hit and to damage, what is left, who stands in the way of a fall."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        plan, aim = self.plan(state), self._aim(state)
        shots = tuple(_line(group, aim) for group in plan.groups())
        rules = (RULE, "BLD-WALL-02", aim.rule, "BLD-WALL-03")
        return Preview(ap=plan.ap, shots=shots, notes=_told(state, aim), rules=rules)

    def resolve(self, progress: Progress) -> None:
        """Points, turns, shots, damage; then what falls."""
        state = progress.state
        plan, unit, aim = self.plan(state), state.units[self.unit], self._aim(state)
        facings = turns(plan, unit, None)
        rules = ("ARAP-WPN-01", "ARAP-ACT-12")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=plan.ap, action="shoot", rules=rules))
        if facings:
            progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-ACT-14",)))
        hidden.reveal(progress, unit.id)
        lots: volley.Lots = {}
        for group in plan.groups():
            self._fire(progress, unit, aim, group, lots)
        volley.wound(progress, lots, HitSource(by=unit.id))
        damage.settle(progress, unit, aim.piece.id)

    def _fire(self, progress: Progress, unit: Unit, aim: WallAim, group: Sequence[Firing], lots: volley.Lots) -> None:
        """One weapon of all who carry it: to hit, then damage."""
        first = group[0]
        if first.weapon.marker_in:
            found = [_burst(progress, unit, aim, f, lots) for f in group for _ in range(f.shots)]
            _tell(progress, unit, aim, group, sum(1 for n, _ in found if n))
            for rolls, strength in found:
                _damage(progress, unit, aim, first, rolls, strength)
            return
        if first.strip is not None:
            near = flames.by_openings(progress.state, aim.piece, first)
            landed = int(flames.strikes(progress, unit, first, aim.name, near, lots))
        else:
            landed = _hits(progress, unit, aim, group)
        _tell(progress, unit, aim, group, landed)
        each = _crossed(aim, STRIP_IN) if first.strip is not None else 1
        _damage(progress, unit, aim, first, landed * each, first.strength)


def scorch(
    progress: Progress,
    unit: Unit,
    piece: Terrain,
    weapon: Weapon,
    strength: int,
    at: Point,
    *,
    rules: tuple[str, ...],
) -> None:
    """A stream strikes the wall there, in every inch that it crosses; what falls, falls. (BLD-TMPL-06, BLD-AREA-01)"""
    aim = WallAim(piece, None, parts.nearest(piece, at))
    cited = ("BLD-AREA-01", "BLD-AREA-02", *rules)
    _roll(progress, unit, aim, weapon, _crossed(aim, STRIP_IN), strength, close=True, heavy=False, rules=cited)
    damage.settle(progress, unit, piece.id)


def blast(
    progress: Progress, unit: Unit, piece: Terrain, weapon: Weapon, near: Sequence[Part], rules: tuple[str, ...]
) -> None:
    """A blast strikes so many inches of a wall, from the nearest on. (BLD-CONF-05)"""
    aim = WallAim(piece, None, near[0])
    _roll(progress, unit, aim, weapon, len(near), weapon.strength, close=True, heavy=False, rules=rules)


def can_scorch(piece: Terrain, strength: int, at: Point) -> bool:
    """Whether a stream can do anything to that wall, and the wall still stands there. (BLD-WALL-01)"""
    part = parts.nearest(piece, at)
    goal = wound_goal(materials.of_wall(piece).toughness, strength)
    return not parts.is_fallen(piece, part.wall, part.section) and can_wound(goal, melee=False, short_range=True)


def _carried(state: GameState, unit: Unit) -> list[Weapon]:
    return [state.weapons[w] for w in dict.fromkeys(w for m in unit.alive for w in m.weapons)]


def _goal(firing: Firing, aim: WallAim) -> int:
    """What a damage roll must show; 0 for what can never damage it. (BLD-WALL-01)"""
    goal = wound_goal(aim.toughness, firing.strength)
    close = is_within(firing.range_in, units_weapons.short_range(firing.weapon))
    return max(2, goal) if can_wound(goal, melee=False, short_range=close) else 0


def _hits(progress: Progress, unit: Unit, aim: WallAim, group: Sequence[Firing]) -> int:
    """Without a roll from under 2 inches, else one roll for all shots alike. (BLD-WALL-02)"""
    first = group[0]
    sure = sum(f.shots for f in group if f.range_in < AUTOMATIC_IN - TOLERANCE)
    count = sum(f.shots for f in group) - sure
    if not count:
        return sure
    rolled = progress.roll(
        "to-hit",
        count,
        sense="low",
        goal=first.goal,
        base=first.base,
        modifiers=first.modifiers,
        unit=unit.id,
        why=f"{first.weapon.name} at {aim.name}, {count} shot{'' if count == 1 else 's'}",
        rules=("ARAP-HIT-01", "BLD-WALL-02", "BLD-FIRE-01"),
    )
    return sure + rolled.successes


def _burst(progress: Progress, unit: Unit, aim: WallAim, firing: Firing, lots: volley.Lots) -> tuple[int, int]:
    """A shell: how many inches of wall it strikes, and how hard; half as hard off its centre. (BLD-AREA-01, -05)"""
    weapon = firing.weapon
    away = distance(firing.model.at, aim.at)
    flying = Shell(firing.model, unit, weapon, firing.aim.at, None, firing.modifiers, away, outside_of=aim.piece.id)
    rules = ("ARAP-AREA-01", "ARAP-AREA-02", "BLD-FIRE-02")
    landing = scatter.fall(progress, flying, "aimed", firing.base, flat=True, rules=rules)
    struck = volley.area_struck(progress, unit.id, landing, weapon)
    told = Told(weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=volley.UNDER)
    volley.all_struck(progress, unit.id, told._replace(centre=landing.at), struck, lots)
    off = distance_to_segment(landing.at, *_whole(aim))
    if off > weapon.marker_in / 2 + TOLERANCE:
        return 0, 0
    touches = off <= OFF_IN + TOLERANCE
    crossed = min(int(weapon.marker_in), _crossed(aim, weapon.marker_in / 2, landing.at))
    return crossed, firing.strength if touches else firing.strength // 2


def _whole(aim: WallAim) -> tuple[Point, Point]:
    """The wall that it is part of."""
    return parts.walls(aim.piece)[aim.part.wall] if aim.part is not None else aim.ends


def _crossed(aim: WallAim, radius: float, at: Point | None = None) -> int:
    """Inches of wall within a radius of where it strikes; a door is one. (BLD-AREA-01, BLD-AREA-03)"""
    if aim.part is None:
        return 1
    centre = at or aim.at
    near = [p for p in parts.parts(aim.piece) if p.wall == aim.part.wall]
    return max(1, sum(distance_to_segment(centre, p.a, p.b) < radius - TOLERANCE for p in near))


def _damage(progress: Progress, unit: Unit, aim: WallAim, firing: Firing, rolls: int, strength: int) -> None:
    """Damage rolls, each success a point, or a die of them for what goes through armour. (BLD-WALL-01, BLD-WALL-04)"""
    close = is_within(firing.range_in, units_weapons.short_range(firing.weapon))
    heavy = firing.weapon.has("melta") and firing.range_in < firing.weapon.range_in / 2
    area = ("BLD-AREA-01", "BLD-AREA-02", "BLD-AREA-03") if firing.weapon.marker_in or firing.strip else ()
    halved = ("BLD-AREA-05",) if firing.weapon.marker_in and strength < firing.strength else ()
    _roll(progress, unit, aim, firing.weapon, rolls, strength, close=close, heavy=heavy, rules=(*area, *halved))


def _roll(
    progress: Progress,
    unit: Unit,
    aim: WallAim,
    weapon: Weapon | None,
    rolls: int,
    strength: int,
    *,
    close: bool,
    heavy: bool,
    rules: tuple[str, ...],
    melee: bool = False,
) -> None:
    goal = wound_goal(aim.toughness, strength)
    if not rolls or not can_wound(goal, melee=melee, short_range=close):
        return
    why = f"{weapon.name if weapon else 'Blows'} on {aim.name}: Strength {strength} against Toughness {aim.toughness}"
    cited = (RULE, "BLD-WALL-07" if aim.part is not None else "BLD-WALL-14", *rules)
    rolled = progress.roll("to-wound", rolls, sense="high", goal=goal, unit=unit.id, why=why, rules=cited)
    points = rolled.successes
    if heavy and points:
        told = progress.roll_sum("structure-dp", points, unit=unit.id, why=aim.name, rules=("BLD-WALL-04",))
        points = sum(told.dice)
    elif weapon is not None and weapon.has("twin-linked") and progress.state.option("linked_weapon_two_dp"):
        points *= 2
        rules = (*rules, "BLD-WALL-05")
    if points:
        _apply(progress, unit, aim, points, rules)


def _apply(progress: Progress, unit: Unit, aim: WallAim, points: int, rules: tuple[str, ...]) -> None:
    if aim.part is not None:
        damage.on_wall(progress, unit, aim.piece.id, aim.part, points, rules)
        return
    assert aim.opening is not None
    now = openings.find(progress.state, aim.piece.id, aim.opening.number)
    if now is not None and now.opening.state != "broken":
        damage.on_opening(progress, unit, now, points, rules)


def _tell(progress: Progress, unit: Unit, aim: WallAim, group: Sequence[Firing], landed: int) -> None:
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + f.shots
    told = BuildingShot(
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
    progress.emit(told)


# -- blows ---------------------------------------------------------------------------------------------------------


class StrikeWall(AttackWall, frozen=True, kw_only=True, tag="StrikeWall"):
    """Strike at a wall, door or window within an inch, for 1 AP: every attack hits. (BLD-WALL-01, BLD-WALL-04)"""

    def check(self, state: GameState) -> Refusal | None:
        """Who may, the target, somebody beside it, strength enough."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "climb") or self.no_target(state)
        if refusal:
            return refusal
        aim = self.aim(state)
        assert aim is not None
        if not self._beside(unit, aim):
            text = f"Nobody of {unit.name} is within {REACH_IN:g}″ of {aim.name}."
            return Refusal("out-of-reach", text, RULE, f"within {REACH_IN:g}″ of it")
        if not any(self.blows(state, unit, aim)):
            text = f"{unit.name} is not strong enough for {aim.name}."
            return Refusal("cannot-hurt", text, RULE, f"Strength {aim.toughness - 5} or more")
        return None

    def _beside(self, unit: Unit, aim: WallAim) -> list[Model]:
        return [m for m in unit.alive if is_within(distance_to_segment(m.at, *aim.ends), REACH_IN)]

    def blows(self, state: GameState, unit: Unit, aim: WallAim) -> Iterator[tuple[Weapon | None, int, int]]:
        """With what, how many attacks, how strong; what can never damage it apart."""
        for model in self._beside(unit, aim):
            for weapon, _, count in engagement.attack_kinds(state, model):
                strength = engagement.strength_of(state, model, weapon)
                if can_wound(wound_goal(aim.toughness, strength), melee=True):
                    yield weapon, count, strength

    def preview(self, state: GameState) -> Preview:
        """The chance that it is damaged, what is left, who stands in the way of a fall."""
        refusal = self.check(state)
        aim = self.aim(state)
        if refusal is not None or aim is None:
            return Preview(ap=1, refusal=refusal)
        unit = state.units[self.unit]
        held, dice = Fraction(1), 0
        for _, count, strength in self.blows(state, unit, aim):
            held *= (1 - chance_high(wound_goal(aim.toughness, strength))) ** count
            dice += count
        note = f"{dice} attack{'' if dice == 1 else 's'}, all of them hit."
        chances = (success("damages it", 1 - held),)
        return Preview(ap=1, chances=chances, notes=(note, *_told(state, aim)), rules=(RULE, aim.rule, "BLD-WALL-03"))

    def resolve(self, progress: Progress) -> None:
        """Pay and strike; then what falls."""
        state = progress.state
        unit, aim = state.units[self.unit], self.aim(state)
        assert aim is not None
        rules = ("ARAP-ACT-12", RULE)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="strike-wall", rules=rules))
        for weapon, count, strength in list(self.blows(state, unit, aim)):
            heavy = weapon is not None and weapon.has("melta")
            _roll(progress, unit, aim, weapon, count, strength, close=True, heavy=heavy, rules=(), melee=True)
        damage.settle(progress, unit, aim.piece.id)


# -- what it may bring ---------------------------------------------------------------------------------------------


def _line(group: Sequence[Firing], aim: WallAim) -> ShotLine:
    first = group[0]
    goal = _goal(first, aim)
    hurt = chance_high(goal) if goal else Fraction(0)
    sure = first.range_in < AUTOMATIC_IN - TOLERANCE
    hit = Fraction(1) if sure else chance_low(first.goal)
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len({f.model.id for f in group}),
        shots=sum(f.shots for f in group),
        goal=first.goal,
        goal_text="hits by itself" if sure else goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(_chance("hits", hit), success("damages", hit * hurt)),
        notes=(f"range {first.range_in:.2f}″", f"Strength {first.strength} against Toughness {aim.toughness}"),
    )


def _chance(label: str, share: Fraction) -> Chance:
    return Chance(label=label, exact=str(share), value=float(share))


def _told(state: GameState, aim: WallAim) -> tuple[str, ...]:
    """What is left of it, and whom a fall would hit. (BLD-WALL-09)"""
    left = f"{aim.left} damage point{'' if aim.left == 1 else 's'} left."
    if aim.part is None or state.option("wall_collapse") != "collapse":
        return (left,)
    near = damage.under(state, aim.piece, aim.part.wall, aim.part.section)
    names = [f"{len(models)} of {state.units[unit].name}" for unit, models in near.items()]
    hit = f"If the section falls, Strength {aim.toughness} hits {', '.join(names)}." if names else ""
    return (left, hit) if hit else (left,)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: the doors, windows and walls near it, to shoot at and to strike."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or not unit.alive:
        return
    reach = units_weapons.longest(_carried(state, unit))
    for target in _targets(state, unit):
        aim = target.aim(state)
        if aim is None:
            continue
        near = min(distance_to_segment(m.at, *aim.ends) for m in unit.alive)
        if is_within(near, REACH_IN):
            yield offered(state, target, kind="strike-wall", unit=unit.id, ap=1, label=f"Strike {aim.name}")
        if is_within(near, reach):
            shot = ShootWall(
                side=side,
                unit=unit.id,
                terrain=target.terrain,
                opening=target.opening,
                wall=target.wall,
                part=target.part,
            )
            refusal = shot.check(state)
            if refusal is None:
                ap = shot.plan(state).ap
                label = f"Shoot at {aim.name}"
                yield Offer(kind="shoot-wall", unit=unit.id, ap=ap, label=label, action=shot)


def _targets(state: GameState, unit: Unit) -> Iterator[StrikeWall]:
    """The nearest doors and windows that are shut, and the nearest inch of each house."""
    eye = unit.alive[0].at
    near = sorted(
        (o for o in openings.openings(state) if o.opening.is_shut),
        key=lambda o: (round(min(o.distance_in(m.at) for m in unit.alive), 4), o.key),
    )
    for found in near[:MOST_OFFERED]:
        yield StrikeWall(side=unit.side, unit=unit.id, terrain=found.piece.id, opening=found.number)
    for piece in state.terrain:
        if piece.has_interior:
            part = parts.nearest(piece, eye)
            yield StrikeWall(side=unit.side, unit=unit.id, terrain=piece.id, wall=part.wall, part=part.number)


ACTIONS: tuple[type[Action], ...] = (ShootWall, StrikeWall)
