"""What those at windows, edges and corners may do, and what it promises. (BLD-HIGH-01 to -03, BLD-HIGH-05)"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import structs

from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.plan import Reach
from rules.arap.shooting.shoot import Shoot
from rules.buildings import levels_apart, upstairs
from rules.buildings.sections import leaning
from rules.buildings.shooting import dropping, high_walls, reaching
from rules.buildings.shooting.corners import CORNER_IN
from rules.buildings.shooting.dropping import GrenadeDrop
from rules.buildings.shooting.high_walls import HighPost
from rules.core.ids import ModelId, SideId, WeaponId
from rules.core.preview import Chance, ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.geometry.rings import Ring
from rules.progress import Action
from rules.state import GameState

WORDS: Final[dict[Reach, tuple[str, str, str]]] = {
    "": ("From cover", "Keeps the cover that it has.", "BLD-HIGH-01"),
    "lean": ("Lean out", "Nothing is too near; no cover until it is activated again.", "BLD-HIGH-02"),
    "wild": ("Blind, held out", "At BS1; pistols and basic weapons alone. Keeps its cover.", "BLD-HIGH-03"),
}
"""Each way to fire: what it is called, what it means, its rule."""


class WayOfFire(NamedTuple):
    """One way to fire at a target: its shots, or why it is barred."""

    reach: Reach
    name: str
    about: str
    rule: str
    shots: tuple[ShotLine, ...]
    refusal: Refusal | None
    back: Chance | None = None
    """The best chance with which somebody of the target would hit one of those who fire so."""


def able(state: GameState, unit: Unit) -> dict[ModelId, tuple[Reach, ...]]:
    """Who of a unit can lean out, or hold his weapon out blind."""
    if unit.is_vehicle or not unit.in_play:
        return {}
    reaches: tuple[Reach, ...] = ("lean", "wild")
    found = {m.id: tuple(r for r in reaches if reaching.can_reach(state, unit, m, r)) for m in unit.alive}
    return {model: ways for model, ways in found.items() if ways}


def ways(state: GameState, action: Action) -> tuple[WayOfFire, ...]:
    """The same shot by everybody from cover, leaning out, blind; none where nobody can do any of that."""
    if not isinstance(action, Shoot):
        return ()
    who = able(state, state.units[action.unit])
    return tuple(_way(state, action, reach, who) for reach in WORDS) if who else ()


def _way(state: GameState, shot: Shoot, reach: Reach, who: dict[ModelId, tuple[Reach, ...]]) -> WayOfFire:
    those = tuple(model for model, each in who.items() if reach in each)
    if reach and not those:
        barred = Refusal("no-edge", "Nobody stands at a window or an edge.", WORDS[reach][2], "a window, an edge")
        return WayOfFire(reach, *WORDS[reach], (), barred)
    tried = structs.replace(
        shot,
        leaning=those if reach == "lean" else (),
        wild=those if reach == "wild" else (),
        models=those if reach else (),
    )
    seen = tried.preview(state)
    back = None if seen.refusal else _back(state, tried)
    return WayOfFire(reach, *WORDS[reach], seen.shots, seen.refusal, back)


def _back(state: GameState, shot: Shoot) -> Chance | None:
    """What the target may do from where it stands to those who have fired so; none of one that cannot shoot."""
    unit, target = state.units[shot.unit], state.units[shot.target]
    if target.is_vehicle or not any(state.weapons[w].range_in for m in target.alive for w in m.weapons):
        return None
    laid = shot.plan(state)
    out = reaching.leaning_by(state, unit, laid)
    seen = tuple(dict.fromkeys((*unit.shown, *(f.model.id for f in laid.firings if f.model.id in unit.housed))))
    after = state.with_unit(structs.replace(unit, leaning=out, shown=seen))
    answer = Shoot(side=target.side, unit=target.id, target=unit.id).plan(after)
    shots = shooting_preview.preview(after, target, after.units[unit.id], answer).shots
    hits = [line.chances[0] for line in shots if line.chances]
    return max(hits, key=lambda c: c.value, default=Chance(label="hit back", exact="0", value=0))


class SideView(NamedTuple):
    """A shot from the side: one of them high up in a house or on a wall, the other beside it. (BLD-HIGH-01)"""

    post: str
    height_in: float
    zone_in: float
    """How far the dead zone reaches from the foot of the wall."""
    inside_in: float
    """How far from the wall the one up there stands."""
    away_in: float
    """How far from it the other is."""
    low_in: float
    """How high that one stands."""
    range_in: float
    high: SideId
    low: SideId
    fires_down: bool
    reach: Reach

    @property
    def is_dead(self) -> bool:
        """Whether the dead zone protects the lower one."""
        return self.fires_down and not self.reach and self.away_in < self.zone_in - TOLERANCE


def side_view(state: GameState, action: Action) -> SideView | None:
    """The nearest two of a shot at or from a high place; None where both are on the same level or in one house."""
    if not isinstance(action, Shoot):
        return None
    unit, target = state.units.get(action.unit), state.units.get(action.target)
    if unit is None or target is None or unit.is_vehicle or any(u.housed or not u.on_table for u in (unit, target)):
        return None
    pairs = [(a, b) for a in unit.alive for b in target.alive]
    one, other = min(pairs, key=lambda p: (distance(_true(state, p[0]), _true(state, p[1])), p[0].id, p[1].id))
    down = _stands(state, one) >= _stands(state, other)
    high, low = (one, other) if down else (other, one)
    post = high_walls.post_of(state, high.at)
    if post is None or _stands(state, low) >= post.height_in or rings.holds(post.ring, _true(state, low)):
        return None
    up, below = _true(state, high), _true(state, low)
    return SideView(
        post=post.name,
        height_in=post.height_in,
        zone_in=levels_apart.dead_zone(post.height_in),
        inside_in=distance(up, rings.nearest_on_edge(post.ring, up)),
        away_in=rings.distance_to_ring(post.ring, below),
        low_in=_stands(state, low),
        range_in=distance(up, below),
        high=(unit if down else target).side,
        low=(target if down else unit).side,
        fires_down=down,
        reach="lean" if action.leaning else "wild" if action.wild else "",
    )


def _true(state: GameState, model: Model) -> Point:
    return upstairs.true_place(state, model.at)[0]


def _stands(state: GameState, model: Model) -> float:
    return upstairs.true_place(state, model.at)[1] + levels_apart.height_of(state, model)


class DeadZone(NamedTuple):
    """The strip at the foot of a wall that those up on it cannot fire at from cover. (BLD-HIGH-01)"""

    ring: Ring
    depth_in: float


def dead_zones(state: GameState, unit: Unit) -> tuple[DeadZone, ...]:
    """Those of the floors, roofs and walls that a unit stands on, as the house lies on the table."""
    if unit.is_vehicle or not unit.in_play:
        return ()
    posts = {post.house: post for m in unit.alive if (post := _post(state, unit, m)) is not None}
    zones = ((post, levels_apart.dead_zone(post.height_in)) for post in posts.values())
    return tuple(DeadZone(rings.grown(post.ring, depth), depth) for post, depth in zones)


def _post(state: GameState, unit: Unit, model: Model) -> HighPost | None:
    """What somebody stands on high up: a section upstairs, or what `high_walls` knows."""
    here = leaning.upstairs(state, unit, model)
    if here is None:
        return None if model.id in unit.housed else high_walls.post_of(state, model.at)
    return HighPost(here.name, here.piece.points, here.height_in, str(here.piece.id))


def corners(state: GameState, unit: Unit) -> tuple[Point, ...]:
    """Corners of buildings that somebody out of doors stands so near to that it hides him. (BLD-CRNR-01)"""
    if unit.is_vehicle or not unit.on_table:
        return ()
    houses = [p for p in state.terrain if p.is_structure and not p.line and not upstairs.is_upper(p)]
    found = (
        corner
        for piece in houses
        for m in unit.alive
        if not rings.encloses(piece.points, m.at)
        for corner in piece.points
        if is_within(distance(m.at, corner), CORNER_IN)
    )
    return tuple(dict.fromkeys(found))


def droppers(state: GameState, unit: Unit, weapon: WeaponId, aim: Point) -> tuple[GrenadeDrop, ...]:
    """Who can drop it near a place, and where it falls: the nearest first. (BLD-HIGH-05)"""
    return tuple(dropping.bearers(state, unit, weapon, aim))


def true_place(state: GameState, at: Point) -> tuple[Point, int]:
    """Where a place of a floor that is laid out apart truly is, and its level. (BLD-GEN-03, BLD-INTO-08)"""
    true, height = upstairs.true_place(state, at)
    return true, round(height / 3) + 1
