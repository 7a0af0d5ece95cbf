"""What those at windows, edges and corners may do, and what it promises. (BLD-HIGH-01 to -03, BLD-HIGH-05)"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import structs

from rules.arap.shooting.plan import Reach
from rules.arap.shooting.shoot import Shoot
from rules.buildings import upstairs
from rules.buildings.shooting import dropping, high_walls, reaching
from rules.buildings.shooting.dropping import GrenadeDrop
from rules.core.ids import ModelId, WeaponId
from rules.core.preview import ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry import rings
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


def able(state: GameState, unit: Unit) -> dict[ModelId, tuple[Reach, ...]]:
    """Who of a unit can lean out, or hold his weapon out blind."""
    if unit.is_vehicle or not unit.on_table:
        return {}
    reaches: tuple[Reach, ...] = ("lean", "wild")
    found = {m.id: tuple(r for r in reaches if reaching.can_reach(state, m, r)) for m in unit.alive}
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
    return WayOfFire(reach, *WORDS[reach], seen.shots, seen.refusal)


class DeadZone(NamedTuple):
    """The strip at the foot of a wall that those up on it cannot fire at from cover. (BLD-HIGH-01)"""

    ring: Ring
    depth_in: float


def dead_zones(state: GameState, unit: Unit) -> tuple[DeadZone, ...]:
    """Those of the floors, roofs and walls that a unit stands on, as the house lies on the table."""
    if unit.is_vehicle or not unit.on_table:
        return ()
    posts = {post.house: post for m in unit.alive if (post := high_walls.post_of(state, m.at)) is not None}
    zones = ((post, high_walls.dead_zone(post.height_in)) for post in posts.values())
    return tuple(DeadZone(rings.grown(post.ring, depth), depth) for post, depth in zones)


def droppers(state: GameState, unit: Unit, weapon: WeaponId, aim: Point) -> tuple[GrenadeDrop, ...]:
    """Who can drop it near a place, and where it falls: the nearest first. (BLD-HIGH-05)"""
    return tuple(dropping.bearers(state, unit, weapon, aim))


def true_place(state: GameState, at: Point) -> tuple[Point, int]:
    """Where a place of a floor that is laid out apart truly is, and its level. (BLD-GEN-03, BLD-INTO-08)"""
    true, height = upstairs.true_place(state, at)
    return true, round(height / 3) + 1
