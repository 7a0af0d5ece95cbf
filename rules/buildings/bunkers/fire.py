"""Fire at the armour of a building: where it is aimed, its shots, hits one by one. (BLD-BUNK-06, BLD-AREA-05)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.damage.building_interface import ArmourBlow
from rules.arap.shooting import shoot_at_spot, to_hit, volley
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import TWICE, FirePlan, Firing
from rules.arap.shooting.volley import Told
from rules.arap.templates import scatter
from rules.arap.templates.scatter import Shell
from rules.arap.terrain.ground import table_of
from rules.arap.units import weapons as units_weapons
from rules.buildings import flames
from rules.buildings.bunkers import hits, odds, posts
from rules.buildings.bunkers.armour import LABELS, armour_of, class_of, kind_of, points_left
from rules.core.ids import ModelId, SideId, TerrainId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.dice.goals import goal_text
from rules.dice.odds.armour import Kind, penetration_odds
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.geometry.sight import hidden_fraction
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState
from rules.table.terrain import Terrain

HALF: Final = 0.5

ANY_AP: Final = 2
"""Blows in close combat go through whatever their AP. (BLD-BUNK-01)"""


class ArmourHit(Struct, frozen=True, kw_only=True):
    """A hit that has still to meet the armour: by what, how strong, with which dice, where it struck."""

    name: str
    strength: int
    ap: int | None
    kind: Kind = "normal"
    at: Point = (0.0, 0.0)
    rules: tuple[str, ...] = ()
    screened: int = 0
    """A penetrating hit glances on this or less, since half the building is hidden; 0 where it is not. (VEH-COV-02)"""


def staged(state: GameState, side: SideId, piece: Terrain, eyes: Sequence[Point]) -> GameState:
    """The state with a mark on the wall nearest to those eyes; the building itself does not hide it."""
    at = min(
        (rings.nearest_on_edge(piece.points, eye) for eye in eyes), key=lambda p: min(distance(p, e) for e in eyes)
    )
    state = shoot_at_spot.marked(replace(state, terrain=tuple(p for p in state.terrain if p.id != piece.id)), side, at)
    return state.with_unit(replace(state.units[shoot_at_spot.MARK], name=piece.name))


def aimed(state: GameState, unit: Unit, piece: Terrain, plan: FirePlan) -> FirePlan:
    """The fire at that mark with the modifiers of fire at a building: its size gives none. (BLD-FIRE-01)"""
    again = corrected(state, unit, piece.id)
    return FirePlan(tuple(shoot_at_spot.aimed(state, unit, f, again) for f in plan.firings), plan.idle)


def remembered(terrain: TerrainId) -> UnitId:
    """How a unit's turn names a building that it fired at."""
    return UnitId(f"@{terrain}")


def corrected(state: GameState, unit: Unit, terrain: TerrainId) -> tuple[Modifier, ...]:
    """One more for fire at a building for the second turn running, which never moves, without having moved. (HIT-05)"""
    before, now, name = unit.before, unit.now, remembered(terrain)
    stays = before.shot_at == name and before.shot_moves == (unit.moves, 0) and now.shot_at in (None, name)
    return (Modifier(1, "corrective aiming", "ARAP-HIT-05"),) if stays and unit.side == state.active_side else ()


class BuildingShot(Event, frozen=True, kw_only=True, tag="BuildingShot"):
    """Models of a unit have fired one weapon at an armoured building. (BLD-BUNK-06)"""

    terrain: TerrainId
    name: str
    """What the building is called."""
    weapon: WeaponId
    shots: dict[ModelId, int]
    hits: int
    lines: tuple[tuple[Point, Point], ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """Its shots are counted; what it fired at is remembered for correction. (ARAP-WPN-02, ARAP-HIT-05)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        shots = dict(unit.now.shots)
        for model, count in self.shots.items():
            key = units_weapons.key(model, self.weapon)
            shots[key] = shots.get(key, 0) + count
        now = replace(unit.now, shots=shots, shot_at=remembered(self.terrain), shot_moves=(unit.moves, 0))
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """Who fired what at which building, and how many hit."""
        assert self.unit is not None
        name, count = state.weapons[self.weapon].name, sum(self.shots.values())
        hit = f"{self.hits} hit{'' if self.hits == 1 else 's'}"
        return f"{state.units[self.unit].name} fires {name} at {self.name}, {count} shot{'s' * (count > 1)}: {hit}"


class BuildingStruck(TaskStruct, frozen=True, kw_only=True, tag="BuildingStruck"):
    """Hits on a building that have still to meet its armour, in order. (BLD-BUNK-08)"""

    terrain: TerrainId
    by: UnitId
    struck: tuple[ArmourHit, ...]

    def run(self, progress: Progress) -> None:
        """The first now; what comes of it before the next."""
        piece = next((p for p in progress.state.terrain if p.id == self.terrain), None)
        if piece is None or armour_of(piece) is None or not self.struck:
            return
        first, *rest = self.struck
        progress.queue(BuildingStruck(terrain=self.terrain, by=self.by, struck=tuple(rest)))
        _meet(progress, piece, first, self.by)


def strike(progress: Progress, terrain: TerrainId, by: UnitId, struck: Sequence[ArmourHit]) -> None:
    """Queue hits on a building."""
    if struck:
        progress.queue(BuildingStruck(terrain=terrain, by=by, struck=tuple(struck)))


def _meet(progress: Progress, piece: Terrain, hit: ArmourHit, by: UnitId) -> None:
    """Strength and dice against the armour. (BLD-BUNK-06)"""
    armour = armour_of(piece)
    assert armour is not None
    need = armour.av - hit.strength
    why = f"{hit.name} at {piece.name}: Strength {hit.strength} against {armour.av}"
    rules = ("BLD-BUNK-06", *hit.rules)
    if hit.kind == "ordnance":
        rolled = progress.roll(LABELS[hit.kind], 2, sense="high", unit=by, why=why, rules=rules)
        total = hit.strength + max(rolled.dice)
    else:
        count = 2 if hit.kind == "melta" else 1
        rolled = progress.roll_sum(LABELS[hit.kind], count, goal=need, low=False, unit=by, why=why, rules=rules)
        total = hit.strength + sum(rolled.dice)
    found = class_of(total, armour.av, hit.ap)
    if found == "penetrating" and hit.screened:
        why, rules = f"{piece.name} is half hidden", (*rules, "VEH-COV-02")
        rolled = progress.roll("hull-down", sense="low", goal=hit.screened, unit=by, why=why, rules=rules)
        found = "glancing" if rolled.passed else found
    blow = ArmourBlow(total=total, kind=found, at=hit.at, by=by, rules=rules, sharp=hit.ap == 1)
    hits.take(progress, piece, blow)


# -- the shots -------------------------------------------------------------------------------------------------------


def shoot(progress: Progress, unit: Unit, piece: Terrain, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
    """Roll the plan's shots group by group; the hits meet the armour afterwards, one by one."""
    struck: list[ArmourHit] = []
    lots: volley.Lots = {}
    for group in plan.groups():
        first = group[0]
        if first.weapon.marker_in:
            landed = [hit for f in group for _ in range(f.shots) for hit in _burst(progress, unit, piece, f, lots, how)]
        elif first.strip is not None:
            landed = _flame(progress, unit, piece, first, lots)
        else:
            landed = _direct(progress, unit, piece, group)
        _tell(progress, unit, piece, group, len(landed))
        struck += landed
    volley.wound(progress, lots, HitSource(by=unit.id))
    strike(progress, piece.id, unit.id, struck)


def _tell(progress: Progress, unit: Unit, piece: Terrain, group: Sequence[Firing], landed: int) -> None:
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + f.shots
    lines = tuple((f.model.at, f.aim.at) for f in group)
    told = BuildingShot(
        side=unit.side,
        unit=unit.id,
        terrain=piece.id,
        name=piece.name,
        weapon=group[0].weapon.id,
        shots=counts,
        hits=landed,
        lines=lines,
        rules=("BLD-FIRE-01", "BLD-BUNK-06"),
    )
    progress.emit(told)


def _direct(progress: Progress, unit: Unit, piece: Terrain, group: Sequence[Firing]) -> list[ArmourHit]:
    """One roll for all shots alike. (ARAP-HIT-01)"""
    struck = landed_at(progress, unit, piece.name, group, ("ARAP-HIT-01", "BLD-FIRE-01"))
    return [hit(progress.state, piece, f) for f in struck]


def landed_at(
    progress: Progress, unit: Unit, name: str, group: Sequence[Firing], rules: tuple[str, ...]
) -> list[Firing]:
    """The shots of like weapons that hit what is called so; of some each miss is thrown once more. (TRI-FIRE-08)"""
    struck = volley.shots_that_hit(progress, unit.id, None, group, rules, at=f" at {name}")
    missed = sum(f.shots for f in group) - len(struck)
    if not (missed and group[0].twice):
        return struck
    left, rules = [group[0]._replace(shots=missed)], (*rules, "TRI-FIRE-08")
    return struck + volley.shots_that_hit(
        progress, unit.id, None, left, rules, at=f" at {name}", tail=", again, twin-linked"
    )


def _flame(progress: Progress, unit: Unit, piece: Terrain, firing: Firing, lots: volley.Lots) -> list[ArmourHit]:
    """A template hits what it was aimed at, else on 3 or less; who is at a port may be burnt. (BLD-TMPL-03, -04)"""
    near = posts.at_ports(progress.state, piece)
    struck = flames.strikes(progress, unit, firing, piece.name, near, lots)
    return [hit(progress.state, piece, firing)] if struck else []


def _burst(
    progress: Progress, unit: Unit, piece: Terrain, firing: Firing, lots: volley.Lots, how: HowFired
) -> list[ArmourHit]:
    """A shell scatters; the building takes it if its marker reaches, at half Strength off centre. (BLD-AREA-05)"""
    weapon, aim = firing.weapon, firing.aim.at
    flying = Shell(firing.model, unit, weapon, aim, None, firing.modifiers, distance(firing.model.at, aim))
    found = how.scattered(progress, flying, firing.base)
    rules = ("ARAP-AREA-01", "ARAP-AREA-02")
    landing = scatter.come_down(progress, flying, found, flat=False, rules=rules)
    struck = volley.area_struck(progress, unit.id, landing, weapon)
    told = Told(weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=volley.UNDER)
    volley.all_struck(progress, unit.id, told._replace(centre=landing.at), struck, lots)
    off = rings.distance_to_ring(piece.points, landing.at)
    if off > weapon.marker_in / 2 + TOLERANCE:
        return []
    struck_by = replace(hit(progress.state, piece, firing), at=landing.at)
    if off <= TOLERANCE:
        return [struck_by]
    return [replace(struck_by, strength=struck_by.strength // 2, rules=("BLD-AREA-05",))]


def hit(state: GameState, piece: Terrain, firing: Firing) -> ArmourHit:
    """A hit by that shot, as it meets the armour."""
    weapon = firing.weapon
    return ArmourHit(
        name=weapon.name,
        strength=firing.strength,
        ap=weapon.ap,
        kind=kind_of(weapon, firing.range_in),
        at=firing.aim.at,
        screened=screened(state, piece, firing),
    )


def screened(state: GameState, piece: Terrain, firing: Firing) -> int:
    """The goal of a half hidden building against penetrating hits from there, 0 without. (VEH-COV-02, VEH-COV-03)"""
    if firing.weapon.is_lobbed and not state.option("hull_down_against_plunging_fire"):
        return 0
    box = rings.bounds(piece.points)
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    front = Hull(middle, 0.0, box.bottom - box.top, box.right - box.left)
    ground = table_of(state)
    found = ((ground.terrain[a.id], a) for a in ground.ground.areas)
    hiding = tuple(
        a._replace(height=t.height_in) for t, a in found if t.id != piece.id and t.cover != "none" and t.height_in > 0
    )
    hidden = hidden_fraction(firing.model.at, front, hiding, hull_height=piece.height_in)
    return int(state.option("hull_down_roll")) if is_within(HALF, hidden) else 0


# -- what it may bring -----------------------------------------------------------------------------------------------


def can_hurt(piece: Terrain, weapon: Weapon, strength: int) -> bool:
    """Whether a weapon can so much as glance off it."""
    armour = armour_of(piece)
    most = 12 if weapon.has("melta") and weapon.type != "ordnance" else 6
    return armour is not None and strength + most >= armour.av


def lines(state: GameState, piece: Terrain, plan: FirePlan, how: HowFired = ON_FOOT) -> tuple[ShotLine, ...]:
    """For each group the goal and what a hit does."""
    return tuple(_line(state, piece, group, how) for group in plan.groups())


def chances(state: GameState, piece: Terrain, plan: FirePlan) -> tuple[Chance, ...]:
    """What the whole may come to; of shells none is said, since what scatters may strike anything."""
    if any(f.weapon.marker_in for f in plan.firings):
        return ()
    return odds.told(odds.prospects(piece, [_likely(state, piece, f) for f in plan.firings for _ in range(f.shots)]))


def _likely(state: GameState, piece: Terrain, firing: Firing) -> odds.LikelyHit:
    armour = armour_of(piece)
    assert armour is not None
    hit = firing.hit_odds
    if firing.strip is not None:
        hit += (1 - hit) * Fraction(flames.SPLASH, 6)
    kind = kind_of(firing.weapon, firing.range_in)
    behind = screened(state, piece, firing)
    found = penetration_odds(firing.strength, armour.av, kind, ap=firing.weapon.ap, hull_down=behind)
    return odds.LikelyHit(hit, found, firing.weapon.ap == 1)


def _line(state: GameState, piece: Terrain, group: Sequence[Firing], how: HowFired) -> ShotLine:
    first = group[0]
    likely = _likely(state, piece, first)
    if to_hit.is_area(first.weapon) and first.strip is None:
        return replace(shoot_at_spot.line(state, first, how), notes=_notes(state, piece, first))
    named = (
        ("hits", likely.hit),
        ("glances", likely.penetration.glancing),
        ("penetrates", likely.penetration.penetrating),
    )
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len({f.model.id for f in group}),
        shots=sum(f.shots for f in group),
        goal=first.goal,
        goal_text=goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=tuple(Chance(label=label, exact=str(odds), value=float(odds)) for label, odds in named),
        notes=(*_notes(state, piece, first), *((TWICE,) if first.twice else ())),
    )


def _notes(state: GameState, piece: Terrain, firing: Firing) -> tuple[str, ...]:
    armour = armour_of(piece)
    assert armour is not None
    left = points_left(piece, armour)
    return (
        f"range {firing.range_in:.2f}″",
        f"Strength {firing.strength} against armour {armour.av}",
        f"{left} of {armour.points} hull points left",
        *(
            (f"half hidden: glances on {goal} or less (VEH-COV-02)",)
            if (goal := screened(state, piece, firing))
            else ()
        ),
    )


EVENTS: tuple[type[Event], ...] = (BuildingShot,)
TASKS: tuple[type[TaskStruct], ...] = (BuildingStruck,)
