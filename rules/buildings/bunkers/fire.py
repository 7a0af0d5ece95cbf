"""Fire at the armour of a building: where it is aimed, its shots, hits one by one. (BLD-BUNK-06, BLD-AREA-05)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.damage.building_interface import ArmourBlow
from rules.arap.shooting import shoot_at_spot, to_hit, volley
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import TWICE, FirePlan, Firing, Idle
from rules.arap.shooting.volley import AreaFire
from rules.arap.templates import scatter
from rules.arap.templates.scatter import Shell
from rules.arap.terrain.ground import table_of
from rules.arap.units import weapons as units_weapons
from rules.buildings import flames
from rules.buildings.bunkers import collapse, hits, odds, posts, sections
from rules.buildings.bunkers.armour import LABELS, class_of, kind_of
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import ModelId, SideId, TerrainId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds.armour import Kind, penetration_by_any
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, is_within
from rules.geometry.sight import hidden_fraction
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

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
    section: str = ""
    """The letter of the section that was hit, of a building of several. (BLD-BUNK-05)"""
    terrain: TerrainId = TerrainId("")
    """The floor that was hit, if that is not the one that was aimed at. (BLD-GEN-03)"""


def staged(state: GameState, side: SideId, here: ArmouredSection, eyes: Sequence[Point]) -> GameState:
    """The state with a mark on the wall nearest to those eyes; the building itself does not hide it."""
    at = mark_of(here, eyes) or rings.nearest_on_edge(here.ring, eyes[0])
    own = {p.id for p in sections.floors(state, here.piece)}
    state = shoot_at_spot.marked(replace(state, terrain=tuple(p for p in state.terrain if p.id not in own)), side, at)
    mark = state.units[shoot_at_spot.MARK]
    models = tuple(replace(m, level_in=here.floor_in) for m in mark.models)
    return state.with_unit(replace(mark, name=here.name, models=models))


def mark_of(here: ArmouredSection, eyes: Sequence[Point]) -> Point | None:
    """The place on its walls nearest to those eyes; of one of several sections on a wall that faces them, if any."""
    if here.room is None:
        near = [rings.nearest_on_edge(here.ring, eye) for eye in eyes]
    else:
        near = [at for eye in eyes if (at := sections.facing(here, eye)) is not None]
    return min(near, key=lambda p: min(distance(p, e) for e in eyes), default=None)


def turned_away(state: GameState, here: ArmouredSection, eyes: Sequence[Point]) -> Refusal | None:
    """Why nobody fires at a section: no wall of it faces them. (BLD-BUNK-13)"""
    if mark_of(here, eyes) is not None:
        return None
    seen = [s.name for s in sections.of_house(state, here.piece) if mark_of(s, eyes) is not None]
    text = f"No wall of {here.name} faces that way: the rest of {here.piece.name} lies before it."
    return Refusal("other-side", text, "BLD-BUNK-13", ", ".join(seen) or "another side of it")


def aimed(state: GameState, unit: Unit, here: ArmouredSection, plan: FirePlan) -> FirePlan:
    """The fire at that mark with the modifiers of fire at a building: its size gives none. (BLD-FIRE-01)

    Nobody fires at a section through the others. (BLD-BUNK-13)
    """
    again = corrected(state, unit, here.piece.id)
    unseen = {f.model.id for f in plan.firings if _is_behind(here, f)}
    why = [Idle(m, 12, _behind(here)) for m in unseen]
    seen = [f for f in plan.firings if f.model.id not in unseen]
    return FirePlan(tuple(shoot_at_spot.aimed(state, unit, f, again) for f in seen), (*plan.idle, *why))


def _is_behind(here: ArmouredSection, firing: Firing) -> bool:
    return here.room is not None and not sections.faces_eye(here, firing.aim.at, firing.model.at)


def _behind(here: ArmouredSection) -> Refusal:
    text = f"{here.piece.name} itself lies before that wall of {here.name}."
    return Refusal("other-side", text, "BLD-BUNK-13", "the section on his own side")


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
        if not self.struck:
            return
        first, *rest = self.struck
        progress.queue(BuildingStruck(terrain=self.terrain, by=self.by, struck=tuple(rest)))
        every = _standing(progress.state, first.terrain or self.terrain)
        if every and (not first.section or sections.find(every, first.section) is not None):
            _meet(progress, sections.struck(every, first.at, first.section), first, self.by)


def _standing(state: GameState, terrain: TerrainId) -> tuple[ArmouredSection, ...]:
    """What stands of a building with armour, or of a floor of it."""
    piece = next((p for p in state.terrain if p.id == terrain), None)
    return sections.of_piece(state, piece) if piece is not None else ()


def strike(progress: Progress, terrain: TerrainId, by: UnitId, struck: Sequence[ArmourHit]) -> None:
    """Queue hits on a building."""
    if struck:
        progress.queue(BuildingStruck(terrain=terrain, by=by, struck=tuple(struck)))


def _meet(progress: Progress, here: ArmouredSection, hit: ArmourHit, by: UnitId) -> None:
    """Strength and dice against the armour. (BLD-BUNK-06)"""
    av = here.armour.av
    need = av - hit.strength
    why = f"{hit.name} at {here.name}: Strength {hit.strength} against {av}"
    rules = ("BLD-BUNK-06", *hit.rules)
    if hit.kind == "ordnance":
        rolled = progress.roll(LABELS[hit.kind], 2, sense="high", unit=by, why=why, rules=rules)
        total = hit.strength + max(rolled.dice)
    else:
        count = 2 if hit.kind == "melta" else 1
        rolled = progress.roll_sum(LABELS[hit.kind], count, goal=need, low=False, unit=by, why=why, rules=rules)
        total = hit.strength + sum(rolled.dice)
    found = class_of(total, av, hit.ap)
    if found == "penetrating" and hit.screened:
        why, rules = f"{here.name} is half hidden", (*rules, "VEH-COV-02")
        rolled = progress.roll("hull-down", sense="low", goal=hit.screened, unit=by, why=why, rules=rules)
        found = "glancing" if rolled.passed else found
    blow = ArmourBlow(total=total, kind=found, at=hit.at, by=by, rules=rules, sharp=hit.ap == 1, section=here.letter)
    hits.take(progress, here.piece, blow)


# -- the shots -------------------------------------------------------------------------------------------------------


def shoot(progress: Progress, unit: Unit, here: ArmouredSection, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
    """Roll the plan's shots group by group; the hits meet the armour afterwards, one by one."""
    strike(progress, here.piece.id, unit.id, rolled(progress, unit, here, plan, how))


def rolled(
    progress: Progress, unit: Unit, here: ArmouredSection, plan: FirePlan, how: HowFired = ON_FOOT
) -> list[ArmourHit]:
    """The shots that hit its armour, which they have still to meet; who else is hit is wounded."""
    struck: list[ArmourHit] = []
    lots: volley.Lots = {}
    for group in plan.groups():
        first = group[0]
        if first.weapon.marker_in:
            landed = [hit for f in group for _ in range(f.shots) for hit in _burst(progress, unit, here, f, lots, how)]
        elif first.strip is not None:
            landed = _flame(progress, unit, here, first, lots)
        else:
            landed = _direct(progress, unit, here, group)
        _tell(progress, unit, here, group, len(landed))
        struck += landed
    volley.wound(progress, lots, HitSource(by=unit.id))
    return struck


def _tell(progress: Progress, unit: Unit, here: ArmouredSection, group: Sequence[Firing], landed: int) -> None:
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + f.shots
    lines = tuple((f.model.at, f.aim.at) for f in group)
    event = BuildingShot(
        side=unit.side,
        unit=unit.id,
        terrain=here.piece.id,
        name=here.name,
        weapon=group[0].weapon.id,
        shots=counts,
        hits=landed,
        lines=lines,
        rules=("BLD-FIRE-01", "BLD-BUNK-06"),
    )
    progress.emit(event)


def _direct(progress: Progress, unit: Unit, here: ArmouredSection, group: Sequence[Firing]) -> list[ArmourHit]:
    """One roll for all shots alike. (ARAP-HIT-01)"""
    struck = landed_at(progress, unit, here.name, group, ("ARAP-HIT-01", "BLD-FIRE-01"))
    return [hit(progress.state, here, _with_its_die(progress, unit, f)) for f in struck]


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


def _flame(progress: Progress, unit: Unit, here: ArmouredSection, firing: Firing, lots: volley.Lots) -> list[ArmourHit]:
    """A template hits what it was aimed at, else on 3 or less; who is at a port may be burnt. (BLD-TMPL-03, -04)"""
    near = posts.at_ports(progress.state, here)
    struck = flames.strikes(progress, unit, firing, here.name, near, lots)
    return [hit(progress.state, here, _with_its_die(progress, unit, firing))] if struck else []


def _burst(
    progress: Progress, unit: Unit, here: ArmouredSection, firing: Firing, lots: volley.Lots, how: HowFired
) -> list[ArmourHit]:
    """A shell scatters; what its marker reaches takes it, at half Strength off centre. (BLD-AREA-05, BLD-BUNK-05)"""
    weapon, aim = firing.weapon, firing.aim.at
    flying = Shell(firing.model, unit, weapon, aim, None, firing.modifiers, distance(firing.model.at, aim))
    found = how.scattered(progress, flying, firing.base)
    rules = ("ARAP-AREA-01", "ARAP-AREA-02")
    landing = scatter.come_down(progress, flying, found, flat=False, rules=rules)
    struck = volley.area_struck(progress, unit.id, landing, weapon)
    burst = AreaFire(weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=volley.UNDER)
    volley.all_struck(progress, unit.id, burst._replace(centre=landing.at), struck, lots)
    reached = bool(list(_under(progress.state, here, firing, landing.at)))
    return list(_under(progress.state, here, _with_its_die(progress, unit, firing), landing.at)) if reached else []


def _with_its_die(progress: Progress, unit: Unit, firing: Firing) -> Firing:
    """The same with the random Strength of one hit; up to version 16 that die was left out here. (TRI-FIRE-05)"""
    return firing if progress.state.is_older_than("17") else volley.settled(progress, unit.id, firing)


def _under(state: GameState, here: ArmouredSection, firing: Firing, centre: Point) -> Iterator[ArmourHit]:
    """The section under the centre in full, each other under the marker at half Strength. (BLD-AREA-05, BLD-BUNK-05)"""
    near = sections.beneath(state, here, centre, firing.weapon.marker_in / 2, lobbed=firing.weapon.is_lobbed)
    full = _in_full(here, near, centre)
    for each in sorted(near, key=lambda s: s != full):
        found = replace(hit(state, each, firing), at=centre)
        found = replace(found, terrain=each.piece.id) if each.piece.id != here.piece.id else found
        if each == full:
            yield found
        elif _is(each, here) or can_hurt(each, firing.weapon, found.strength // 2):
            yield replace(found, strength=found.strength // 2, rules=("BLD-AREA-05",))


def _in_full(here: ArmouredSection, near: Sequence[ArmouredSection], centre: Point) -> ArmouredSection | None:
    """Of those that the centre touches the one that was aimed at, else the first. (BLD-AREA-05)"""
    touched = [s for s in near if is_within(rings.distance_to_ring(s.ring, centre), 0)]
    return next((s for s in touched if _is(s, here)), touched[0] if touched else None)


def _is(one: ArmouredSection, other: ArmouredSection) -> bool:
    return (one.piece.id, one.letter) == (other.piece.id, other.letter)


def hit(state: GameState, here: ArmouredSection, firing: Firing) -> ArmourHit:
    """A hit by that shot, as it meets the armour."""
    weapon = firing.weapon
    return ArmourHit(
        name=weapon.name,
        strength=firing.strength,
        ap=weapon.ap,
        kind=kind_of(weapon, firing.range_in),
        at=firing.aim.at,
        screened=screened(state, here, firing),
        section=here.letter,
    )


def screened(state: GameState, here: ArmouredSection, firing: Firing) -> int:
    """The goal of a half hidden building against penetrating hits from there, 0 without. (VEH-COV-02, VEH-COV-03)"""
    if firing.weapon.is_lobbed and not state.option("hull_down_against_plunging_fire"):
        return 0
    box = rings.bounds(here.ring)
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    front = Hull(middle, 0.0, box.bottom - box.top, box.right - box.left)
    ground = table_of(state)
    found = ((ground.terrain[a.id], a) for a in ground.ground.areas)
    low = here.floor_in
    own = {p.id for p in sections.floors(state, here.piece)}
    hiding = tuple(
        a._replace(height=t.height_in - low)
        for t, a in found
        if t.id not in own and t.cover != "none" and t.height_in > low
    )
    hidden = hidden_fraction(firing.model.at, front, hiding, hull_height=here.piece.height_in - low)
    return int(state.option("hull_down_roll")) if is_within(HALF, hidden) else 0


# -- what it may bring -----------------------------------------------------------------------------------------------


def can_hurt(here: ArmouredSection, weapon: Weapon, strength: int) -> bool:
    """Whether a weapon can so much as glance off it. (BLD-BUNK-06)"""
    most = 12 if weapon.has("melta") and weapon.type != "ordnance" else 6
    return strength + weapon.random_sides + most >= here.armour.av


def lines(state: GameState, here: ArmouredSection, plan: FirePlan, how: HowFired = ON_FOOT) -> tuple[ShotLine, ...]:
    """For each group the goal and what a hit does."""
    return tuple(_line(state, here, group, how) for group in plan.groups())


def chances(state: GameState, here: ArmouredSection, plan: FirePlan) -> tuple[Chance, ...]:
    """What the whole may come to; of shells none is said, since what scatters may strike anything."""
    if any(f.weapon.marker_in for f in plan.firings):
        return ()
    return odds.chances(odds.prospects(here, [_likely(state, here, f) for f in plan.firings for _ in range(f.shots)]))


def stakes(state: GameState, here: ArmouredSection) -> tuple[str, ...]:
    """What a collapse takes with it, and what stands; nothing of a building that is one section. (BLD-BUNK-05)"""
    if here.room is None and len(sections.of_house(state, here.piece)) == 1:
        return ()
    above = collapse.called(sections.falling(state, here))[1:]
    text = f"Hits on {here.name} count for it alone"
    return (f"{text}; if it collapses, {' and '.join(above)} above it comes down too." if above else f"{text}.",)


def _likely(state: GameState, here: ArmouredSection, firing: Firing) -> odds.LikelyHit:
    hit = firing.hit_odds
    if firing.strip is not None:
        hit += (1 - hit) * Fraction(flames.SPLASH, 6)
    kind = kind_of(firing.weapon, firing.range_in)
    behind = screened(state, here, firing)
    strengths = (firing.strength,) if state.is_older_than("17") else firing.strengths
    found = penetration_by_any(strengths, here.armour.av, kind, ap=firing.weapon.ap, hull_down=behind)
    return odds.LikelyHit(hit, found, firing.weapon.ap == 1)


def _line(state: GameState, here: ArmouredSection, group: Sequence[Firing], how: HowFired) -> ShotLine:
    first = group[0]
    likely = _likely(state, here, first)
    if to_hit.is_area(first.weapon) and first.strip is None:
        return replace(shoot_at_spot.line(state, first, how), notes=_notes(state, here, first))
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
        notes=(*_notes(state, here, first), *((TWICE,) if first.twice else ())),
    )


def _notes(state: GameState, here: ArmouredSection, firing: Firing) -> tuple[str, ...]:
    armour = here.armour
    return (
        f"range {firing.range_in:.2f}″",
        f"Strength {firing.weapon.strength_in_words(firing.strength)} against armour {armour.av}",
        f"{here.left} of {armour.points} hull points left",
        *((f"half hidden: glances on {goal} or less (VEH-COV-02)",) if (goal := screened(state, here, firing)) else ()),
    )


EVENTS: tuple[type[Event], ...] = (BuildingShot,)
TASKS: tuple[type[TaskStruct], ...] = (BuildingStruck,)
