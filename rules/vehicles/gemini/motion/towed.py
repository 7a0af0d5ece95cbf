"""Loads that follow the vehicle they are coupled to. (VEH-TOW-01)"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from rules.arap.events import ModelsMoved
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, is_within, path_length, path_until, rotated
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import sliding, train
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.shared.hull import condition, hull_of, others, pose_of

GAP_IN: Final = 1.0
"""Between a vehicle and its load, coupled or to be coupled. (VEH-TOW-01, VEH-TOW-02)"""
BESIDE_IN: Final = 2.0
"""How near a member of its crew must stand to serve it."""
RULE: Final = "VEH-TOW-01"


def load_of(state: GameState, vehicle: Unit) -> Unit | None:
    """What a vehicle tows."""
    return next((u for u in state.units.values() if u.towed_by == vehicle.id and u.on_table), None)


def can_tow(state: GameState, unit: Unit) -> bool:
    """Most vehicles but bikes, walking machines and loads themselves."""
    profile = profile_of(state, unit)
    return not profile.towed and profile.type not in ("bike", "walker") and profile.vehicle_class != "mechanoid"


def bound(state: GameState, unit: Unit) -> Refusal | None:
    """Why a load, or a vehicle that was coupled or uncoupled in this turn, may not drive. (VEH-TOW-02, VEH-TOW-03)"""
    if refusal := train.pulled(state, unit):
        return refusal
    if profile_of(state, unit).towed:
        return Refusal("towed", f"{unit.name} goes nowhere by itself.", RULE, "a vehicle that tows it")
    if unit.now.coupled:
        rule = "VEH-TOW-02" if unit.now.coupled == "limbered" else "VEH-TOW-03"
        text = f"{unit.name} has {unit.now.coupled} in this turn and stands still."
        return Refusal("coupling", text, rule, "firing, or finishing")
    return None


def limbered(state: GameState, unit: Unit) -> Refusal | None:
    """A coupled weapon cannot be served. (VEH-TOW-03)"""
    tower = state.units.get(unit.towed_by) if unit.towed_by else None
    if tower is None or tower.is_gone or condition(unit).wrecked:
        return None
    text = f"{unit.name} is coupled to {tower.name}."
    return Refusal("limbered", text, "VEH-TOW-03", f"unlimbering it from {tower.name} first")


def unserved(state: GameState, unit: Unit) -> Refusal | None:
    """A towed weapon fires only with somebody of its crew beside it; one whose crew has no models has it built in.

    (VEH-TOW-01, VEH-TOW-03)
    """
    crews = [u for u in state.units.values() if u.serves == unit.id]
    if not crews or not profile_of(state, unit).towed:
        return None
    hull = hull_of(state, unit)
    able = (u for u in crews if u.on_table and not u.routing and not state.is_locked(u.id))
    if any(is_within(hull.distance_to_point(m.at), BESIDE_IN) for u in able for m in u.alive):
        return None
    names = ", ".join(u.name for u in crews)
    text = f"Nobody of {names} is beside {unit.name} to serve it."
    return Refusal("no-crew", text, "VEH-TOW-03", f"a member of its crew on foot within {BESIDE_IN:g}″ of it")


def blocked(state: GameState, vehicle: Unit, hulls: Sequence[Hull]) -> Refusal | None:
    """Why a drive cannot be made with the load behind: backing round a corner, or no room for it. (VEH-TOW-01)"""
    if refusal := train.blocked(state, vehicle, hulls):
        return refusal
    load = load_of(state, vehicle)
    if load is None or len(hulls) < 2:
        return None
    backs = any(_backs(a, b) for a, b in itertools.pairwise(hulls))
    if backs and any(turn(a.heading, b.heading) > 0.1 for a, b in itertools.pairwise(hulls)):
        text = f"With {load.name} behind it, {vehicle.name} may back in a straight line only."
        return Refusal("backs-with-load", text, RULE, "straight back, without a turn")
    if backs and not state.is_older_than("20") and not train.is_in_line(hulls[0], hull_of(state, load)):
        text = f"{load.name} stands askew behind {vehicle.name}, which cannot push it round the corner."
        return Refusal("backs-with-load", text, RULE, "driving forward until it follows in line")
    end = behind(hull_of(state, load), hulls, swings=not state.is_older_than("15"))
    solid = field_for(state, profile_of(state, vehicle)).solid
    hull = next((o for o in others(state, load) if o.id != vehicle.id and hull_of(state, o).overlaps(end)), None)
    already = solid.hull_hits(hull_of(state, load))
    if not train.is_on_table(state, end) or hull is not None or any(a not in already for a in solid.hull_hits(end)):
        text = f"There would be no room for {load.name} behind {vehicle.name}."
        return Refusal("no-room-for-load", text, RULE, "a way with room for the load as well")
    return None


def _backs(a: Hull, b: Hull) -> bool:
    return distance(a.centre, b.centre) > SAME_SPOT_IN and turn(bearing(a.centre, b.centre), b.heading) > 90


def behind(load: Hull, hulls: Sequence[Hull], *, swings: bool = True) -> Hull:
    """Where a load comes to stand: an inch behind the vehicle, in its track.

    A vehicle that turned so far that its load would be beside or before it swings it round; up to version 14 the load
    stayed there, or came to stand in the vehicle itself.
    """
    last = hulls[-1]
    apart = last.length / 2 + GAP_IN + load.length / 2
    straight = load._replace(centre=last.driven(-apart).centre, heading=last.heading)
    if any(_backs(a, b) for a, b in itertools.pairwise(hulls)):
        return straight
    track = _merged([load.centre, *(h.centre for h in hulls)])
    whole = path_length(track)
    found = load
    if whole > apart:
        kept = path_until(track, whole - apart)
        found = load._replace(centre=kept[-1], heading=normalise(bearing(kept[-1], last.centre)))
    return straight if swings and _is_before(last, found) else found


def _is_before(vehicle: Hull, load: Hull) -> bool:
    """Whether a load stands beside or before the vehicle that tows it."""
    return load.overlaps(vehicle) or turn(bearing(vehicle.centre, load.centre), vehicle.heading) < 90


def _merged(points: Sequence[Point]) -> tuple[Point, ...]:
    """A line without places that it passes twice in a row."""
    found = [points[0]]
    for point in points[1:]:
        if distance(found[-1], point) > SAME_SPOT_IN:
            found.append(point)
    return tuple(found)


def _on_the_table(state: GameState, load: Unit, end: Hull, tower: Hull) -> Hull:
    """A load that a vehicle out of control would push beyond the edge is swung round it, as little as finds room."""
    if train.is_on_table(state, end):
        return end
    for bend in (sign * deg for deg in range(15, 181, 15) for sign in (1, -1)):
        centre = rotated(end.centre, tower.centre, bend)
        swung = end._replace(centre=centre, heading=normalise(bearing(centre, tower.centre)))
        met = any(hull_of(state, o).overlaps(swung) for o in others(state, load))
        if train.is_on_table(state, swung) and not met and not swung.overlaps(tower):
            return swung
    return end


def follow(progress: Progress, vehicle: UnitId, hulls: Sequence[Hull]) -> None:
    """The load follows; people in its way step aside, for it takes no allowance and does no harm. (VEH-TOW-01)"""
    load = load_of(progress.state, progress.state.units[vehicle])
    if load is None:
        return
    start = hull_of(progress.state, load)
    there = behind(start, hulls, swings=not progress.state.is_older_than("15"))
    end = _on_the_table(progress.state, load, there, hulls[-1])
    if end == start:
        return
    placed = (Placement(model=load.models[0].id, at=end.centre, facing=end.heading),)
    progress.emit(
        ModelsMoved(
            side=load.side,
            unit=load.id,
            placements=placed,
            how="follow",
            path=(pose_of(start), pose_of(end)),
            voluntary=False,
            rules=(RULE,),
        )
    )
    sliding.set_aside(progress, end, (RULE,))
