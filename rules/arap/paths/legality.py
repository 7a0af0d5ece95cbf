"""What may be said against a unit's way on foot, in order: the unit, the path, the ground, the price.

Where on a path of several waypoints a refusal begins to hold. (ARAP-MOVE-01, VEH-JOIN-03)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.paths.allowance import Manner, Pace
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.paths.cut_short import affordable_in, overspent
from rules.arap.paths.end_of_move import on_table
from rules.arap.paths.march import March, Track
from rules.arap.paths.turns import Waypoint
from rules.arap.positions import occupied
from rules.arap.terrain.ground import Gait, LegCost, bars
from rules.arap.terrain.levels import LevelStep, reach_of
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

MOST_WAYPOINTS: Final = 40

CRAWLS: Final = "crawls"
"""The tag of a unit that crawls and lies down by the host's word. (ARAP-PRONE-06)"""

NO_TACTICS: Final = ("carrying", "slow-and-purposeful", "no-tactical")
"""Traits of a profile or tags of a unit that bar tactical movement. (ARAP-TACT-03)"""


def may_go(state: GameState, unit: Unit, manner: Manner | Literal["climb"]) -> Refusal | None:
    """Why the unit cannot move like that at all. (ARAP-ACT-10, ARAP-GTG-03, ARAP-PRONE-01, -06, ARAP-TACT-03)"""
    name = unit.name
    if unit.is_vehicle:
        return Refusal("vehicle", f"{name} is a vehicle and does not walk.", "ARAP-ACT-05", "drive it")
    if not unit.on_table:
        return Refusal("off-table", f"{name} is not on the table.", "ARAP-MOVE-01", "place it or get it out first")
    if state.is_locked(unit.id):
        return Refusal(
            "locked", f"{name} is locked in melee.", "ARAP-ACT-10", "fight, or break off when the round begins"
        )
    if unit.now.left_moved:
        text = f"{name} got out of a vehicle that had moved: it goes no further in this turn."
        return Refusal("got-out", text, "TRI-TRAN-10", "shooting, or its next turn")
    if unit.gone_to_ground:
        return Refusal(
            "gone-to-ground", f"{name} has gone to ground.", "ARAP-GTG-03", "wait until its next turn is over"
        )
    if unit.routing or unit.pursuing is not None:
        return Refusal("not-in-hand", f"{name} is routing or in pursuit.", "ARAP-ACT-06", "another unit")
    if all(m.sprawled for m in unit.alive):
        text = f"{name} has fallen over and does not move in this turn."
        return Refusal("sprawled", text, "ARAP-AGIL-02", "wait for the next turn")
    if unit.hangs and manner != "climb":
        return _hanging(state, unit)
    if manner in ("move", "climb", "swim") and any(m.prone for m in unit.alive):
        allowed = "stand up for 1 AP, crawl, or move tactically"
        return Refusal("prone", f"{name} is prone: it moves only by crawling.", "ARAP-PRONE-01", allowed)
    if manner == "crawl":
        return may_lie(state, unit)
    return may_use_tactics(state, unit) if manner == "tactical" else None


def keeps_all(unit: Unit, together: str) -> Refusal | None:
    """Refuse where all go or nobody does, and one of them has fallen over. (ARAP-AGIL-02)"""
    fallen = next((m for m in unit.alive if m.sprawled), None)
    if fallen is None:
        return None
    text = f"{tag(fallen.id)} has fallen over and does not move in this turn; {together}."
    return Refusal("sprawled", text, "ARAP-AGIL-02", "waiting for it, or splitting it off")


def _hanging(state: GameState, unit: Unit) -> Refusal:
    """Refuse to walk off a face, ladder or stairs. (ARAP-CLIMB-04, ARAP-LADR-01, BLD-MOVE-01)"""
    model = next(m for m in unit.alive if m.on_face)
    piece = next((t for t in state.terrain if t.id == model.on_face), None)
    where = f"{model.level_in:.3g}″ up {piece.name if piece else 'a face'}"
    if piece is not None and piece.ladder:
        text = f"{tag(model.id)} is {where}: the unit goes on by the {piece.climbed}."
        if piece.climbed == "stairs":
            return Refusal("on-stairs", text, "BLD-MOVE-01", "use the stairs: 1 AP")
        return Refusal("on-ladder", text, "ARAP-LADR-01", "use the ladder: 1 AP")
    return Refusal("climbing", f"{tag(model.id)} hangs {where}.", "ARAP-CLIMB-04", "climb on, or down: 2 AP")


def may_lie(state: GameState, unit: Unit) -> Refusal | None:
    """Refuse what cannot crawl or go prone: vehicles, horses, machines and the like. (ARAP-PRONE-06)"""
    ruled = "no-crawl" not in unit.tags and CRAWLS in unit.tags
    if ruled or ("no-crawl" not in unit.tags and all(_can_lie(state.profile(m)) for m in unit.alive)):
        return None
    return Refusal("cannot-crawl", f"{unit.name} cannot crawl or go prone.", "ARAP-PRONE-06", "move upright")


def _can_lie(profile: Profile) -> bool:
    return profile.kind in ("humanoid", "beast", "crawler") and not profile.has("no-crawl")


def may_use_tactics(state: GameState, unit: Unit) -> Refusal | None:
    """Refuse tactical movement to all but infantry on foot and beasts that know firearms. (ARAP-TACT-03)"""
    for model in unit.alive:
        profile = state.profile(model)
        clever = profile.kind == "humanoid" or (profile.kind == "beast" and profile.has("firearm-wise"))
        burden = next((t for t in NO_TACTICS if profile.has(t) or t in unit.tags), None)
        if not clever or burden:
            why = f": {burden.replace('-', ' ')}" if burden else ""
            text = f"{unit.name} may not use tactical movement{why}."
            return Refusal("no-tactics", text, "ARAP-TACT-03", "an ordinary move")
    return None


def well_formed(
    state: GameState, unit: Unit, path: Sequence[Waypoint], model: ModelId | None, placements: Sequence[Placement]
) -> Refusal | None:
    """Refuse what is no path on this table: empty, endless, outside, of somebody else's models."""
    if not 1 <= len(path) <= MOST_WAYPOINTS:
        text = f"A path has 1 to {MOST_WAYPOINTS} waypoints, this one {len(path)}."
        return Refusal("bad-path", text, "ARAP-MOVE-01", f"1 to {MOST_WAYPOINTS} waypoints")
    points = [w.at for w in path] + [p.at for p in placements]
    width, height = state.scenario.width_in, state.scenario.height_in
    if not all(on_table(p, width, height) for p in points):
        allowed = f"0-{width:g}″ by 0-{height:g}″"
        return Refusal("off-table", f"The path of {unit.name} leaves the table.", "ARAP-MOVE-01", allowed)
    members = {m.id for m in unit.alive}
    named = [p.model for p in placements]
    if (model is not None and model not in members) or not members.issuperset(named) or len(set(named)) != len(named):
        return Refusal(
            "unknown-model", "Only its own living models move with it, each once.", "ARAP-MOVE-01", unit.name
        )
    return None


def blocked(state: GameState, laid: March) -> Refusal | None:
    """Refuse a way over ground that a model cannot enter. (ARAP-CLIMB-04, ARAP-SWIM-01)"""
    for track in laid.tracks:
        for leg in track.legs:
            refusal = _barred(state, track, leg) or _afloat(state, track, leg, laid.gait)
            if refusal is not None:
                return refusal
    return None


def _barred(state: GameState, track: Track, leg: LegCost) -> Refusal | None:
    if leg.barred is None:
        return None
    face = next((s for s in leg.steps if s.kind == "face" and s.terrain is leg.barred), None)
    if face is not None:
        return too_steep(state, track.model, face)
    if leg.barred.going == "water":
        return _wet(track, leg.barred)
    walled = building_interface.ask(WaysThroughBuildings).barred(track.model, leg.barred)
    if walled is not None:
        return walled
    return Refusal("impassable", f"{tag(track.model.id)} cannot pass {leg.barred.called}.", "ARAP-TERR-01", "go round")


def _afloat(state: GameState, track: Track, leg: LegCost, gait: Gait) -> Refusal | None:
    """Refuse to wade in deep water where only swimming serves."""
    profile = state.profile(track.model)
    wet = (s.terrain for s in leg.stretches if s.terrain is not None and s.terrain.going == "water")
    water = next((t for t in wet if bars(t, profile, gait)), None)
    return None if water is None else _wet(track, water)


def _wet(track: Track, water: Terrain) -> Refusal:
    text = f"{tag(track.model.id)} would be in {water.name}: it does not swim in its stride."
    return Refusal("water", text, "ARAP-SWIM-01", "swim: 1 AP for D3+1″; or go round")


def too_steep(state: GameState, model: Model, face: LevelStep) -> Refusal:
    """Refuse to walk over a face; the way out is to climb, jump or go round. (ARAP-CLIMB-04, -06, -10, ARAP-JUMP-02)"""
    name = face.terrain.name or "That wall"
    if face.terrain.vertical == "impassable":
        return Refusal("unclimbable", f"{name} cannot be climbed.", "ARAP-CLIMB-06", "go round")
    if face.terrain.depth_in and face.rise_in < 0:
        text = f"{name} is more than 1″ wide and {face.height_in:g}″ deep: {tag(model.id)} does not step over."
        return Refusal("gap", text, "ARAP-JUMP-01", "jump across, climb down, or go round")
    if face.rise_in < 0:
        text = f"{tag(model.id)} would come {face.height_in:g}″ down from {name}."
        return Refusal("drop", text, "ARAP-CLIMB-10", "climb down: 2 AP; jump down: 1 AP; or go round")
    tall = reach_of(state.profile(model))
    text = f"{name} is {face.height_in:g}″ high, more than {tag(model.id)} steps over."
    return Refusal("too-high", text, "ARAP-CLIMB-04", f"climb it: 2 AP; obstacles up to {tall:g}″; or go round")


def in_the_way(state: GameState, unit: Unit, laid: March) -> Refusal | None:
    """Refuse a way through a hull or an enemy's base; friends on foot are passed."""
    solid = _solid(state, unit, rings.bounds(tuple(p for t in laid.tracks for p in t.points)).grown(2))
    for track in laid.tracks:
        radius = state.profile(track.model).base_radius_in
        for spot in solid:
            if _passes(track, spot, radius):
                name = state.units[spot.unit].name
                return Refusal(
                    "in-the-way", f"{name} is in the way of {tag(track.model.id)}.", "ARAP-MOVE-01", "go round"
                )
    return None


def anybody_in(state: GameState, unit: Unit, box: rings.Bounds) -> bool:
    """Whether anybody whom the unit does not pass stands there."""
    return bool(_solid(state, unit, box))


def _solid(state: GameState, unit: Unit, box: rings.Bounds) -> list[occupied.Spot]:
    return [
        s
        for s in occupied.spots_near(state, box, but=unit.id, seen_by=unit.side)
        if s.hull is not None or s.side != unit.side
    ]


def _passes(track: Track, spot: occupied.Spot, radius: float) -> bool:
    """Whether a base would push through; one that already overlaps may still move away."""
    room = min(radius, spot.gap(track.points[0])) - TOLERANCE
    legs = zip(track.points, track.points[1:], strict=False)
    return any(spot.gap_on_way(a, b) < room for a, b in legs if not spot.is_far_from_way(a, b, room))


def too_far(state: GameState, unit: Unit, laid: March, pace: Pace) -> Refusal | None:
    """Refuse a way that some model cannot pay even with the best dice. (ARAP-MOVE-01)"""
    allowances = pace.most
    over = overspent(laid, allowances)
    if not over:
        return None
    worst = max(over, key=lambda t: t.spent_in - allowances[t.model.id])
    most = allowances[worst.model.id]
    leg = min(worst.reach(most)[0], len(worst.legs) - 1)
    place = f"Waypoint {leg + 1}" if worst.legs else "The turn"
    text = (
        f"{place} is too far: {tag(worst.model.id)} would spend {worst.spent_in:.2f}″ of its {most:g}″, "
        f"{worst.spent_in - most:.2f}″ over."
    )
    slow = any(s.terrain is not None and s.factor > 1 for leg in worst.legs for s in leg.stretches)
    rule = pace.rules[0] if pace.rules else "ARAP-TERR-01" if slow else "ARAP-MOVE-01"
    return Refusal("too-far", text, rule, f"{affordable_in(state, unit, laid, allowances):.2f}″ along this path")


ON_THE_WAY: Final = frozenset(
    {
        "drop",
        "enemy-in-the-way",
        "gap",
        "impassable",
        "in-the-way",
        "leaves-table",
        "off-table",
        "too-far",
        "too-high",
        "unclimbable",
        "vehicle-in-the-way",
        "water",
    }
)
"""Refusals that a part of a path may bring about."""


def named(refusal: Refusal | None, count: int, check: Callable[[int], Refusal | None]) -> Refusal | None:
    """The refusal with the waypoint on the way to which it begins to hold; `check` judges the first so many of them.

    What bars the first waypoints bars all that follow, so that the place is found by halving.
    """
    if refusal is None or count < 2 or refusal.code not in ON_THE_WAY:
        return refusal
    free, barred = 0, count
    while barred - free > 1:
        middle = (free + barred) // 2
        found = check(middle)
        free, barred = (free, middle) if found is not None and found.code == refusal.code else (middle, barred)
    where = f"On the way to waypoint {barred} of {count}"
    return replace(refusal, message=f"{where}: {refusal.message}")
