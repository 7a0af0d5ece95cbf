"""Sections that are pulled along, and what becomes of them when their drive section fails. (VEH-HULL-04)"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from rules.arap.events import ModelsMoved
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, path_length, path_until
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import sliding
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.shared import formations
from rules.vehicles.shared.events import Immobilised
from rules.vehicles.shared.formations import GAP_IN, RULE
from rules.vehicles.shared.hull import condition, hull_of, others, pose_of

FOLD_IN: Final = 1.0
"""Sections that lie no deeper in one another than this only brush."""

PLAY_DEG: Final = 30.0
"""What is pulled is in line with what pulls it as long as it stands no more askew than this. (VEH-TOW-01)"""


def pulled(state: GameState, unit: Unit) -> Refusal | None:
    """A section goes nowhere by itself."""
    if not unit.section_of:
        return None
    drive = formations.drive_of(state, unit)
    name = drive.name if drive else "its drive section"
    return Refusal("section", f"{unit.name} is pulled by {name}.", RULE, f"driving {name}")


def waits(state: GameState, unit: Unit) -> Refusal | None:
    """A section acts with its drive section; by itself while that one is out of action."""
    drive = formations.drive_of(state, unit)
    if drive is None or condition(drive).stunned_now:
        return None
    text = f"{unit.name} is a section of {drive.name} and acts with it."
    return Refusal("section", text, RULE, f"activating {drive.name}")


def ends(state: GameState, drive: Unit, hulls: Sequence[Hull]) -> list[tuple[Unit, Hull]]:
    """Where the sections come to stand: in the track of their drive section, one behind the other."""
    found: list[tuple[Unit, Hull]] = []
    ahead = hulls[-1]
    track = [h.centre for h in hulls]
    apart = ahead.length / 2
    straight = any(_backs(a, b) for a, b in itertools.pairwise(hulls))
    for unit in formations.sections_of(state, drive):
        own = hull_of(state, unit)
        apart += GAP_IN + own.length / 2
        track.insert(0, own.centre)
        if straight:
            ahead = own._replace(centre=hulls[-1].on_table(-apart, 0), heading=hulls[-1].heading)
        else:
            ahead = _on_track(own, track, apart, ahead)
        found.append((unit, ahead))
        apart += own.length / 2
    return found


def _backs(a: Hull, b: Hull) -> bool:
    return distance(a.centre, b.centre) > SAME_SPOT_IN and turn(bearing(a.centre, b.centre), b.heading) > 90


def is_in_line(ahead: Hull, pulled: Hull) -> bool:
    """Whether what is pulled stands straight behind, so that it can be pushed back. (VEH-TOW-01)"""
    return turn(bearing(pulled.centre, ahead.centre), ahead.heading) <= PLAY_DEG


def is_on_table(state: GameState, hull: Hull) -> bool:
    """Whether the middle of a hull is on the table."""
    x, y = hull.centre
    return 0 <= x <= state.scenario.width_in and 0 <= y <= state.scenario.height_in


def _askew(state: GameState, drive: Unit) -> Unit | None:
    """The first section that stands round a corner; up to version 19 all were pushed round it."""
    chain = [drive, *formations.sections_of(state, drive)]
    askew = (b for a, b in itertools.pairwise(chain) if not is_in_line(hull_of(state, a), hull_of(state, b)))
    return None if state.is_older_than("20") else next(askew, None)


def _on_track(own: Hull, track: Sequence[tuple[float, float]], apart: float, ahead: Hull) -> Hull:
    line = [track[0], *(b for a, b in itertools.pairwise(track) if distance(a, b) > SAME_SPOT_IN)]
    whole = path_length(tuple(line))
    if whole <= apart:
        return own
    at = path_until(tuple(line), whole - apart)[-1]
    coupling = ahead.on_table(-ahead.length / 2, 0)
    heading = normalise(bearing(at, coupling)) if distance(at, coupling) > SAME_SPOT_IN else own.heading
    return own._replace(centre=at, heading=heading)


def blocked(state: GameState, drive: Unit, hulls: Sequence[Hull]) -> Refusal | None:
    """Why a drive cannot be made with the sections behind: backing round a corner, or no room for them."""
    if len(hulls) < 2 or not formations.sections_of(state, drive):
        return None
    backs = any(_backs(a, b) for a, b in itertools.pairwise(hulls))
    if backs and any(turn(a.heading, b.heading) > 0.1 for a, b in itertools.pairwise(hulls)):
        text = f"With its sections behind it, {drive.name} may back in a straight line only."
        return Refusal("backs-with-sections", text, RULE, "straight back, without a turn")
    if backs and (askew := _askew(state, drive)):
        text = f"{askew.name} stands askew behind {drive.name}, which cannot push it round the corner."
        return Refusal("backs-with-sections", text, RULE, "driving forward until they follow in line")
    solid = field_for(state, profile_of(state, drive)).solid
    ahead = [hulls[-1]]
    for unit, end in ends(state, drive, hulls):
        already = solid.hull_hits(hull_of(state, unit))
        met = any(hull_of(state, o).overlaps(end) for o in others(state, unit))
        off = not state.is_older_than("20") and not is_on_table(state, end)
        if off or met or any(a not in already for a in solid.hull_hits(end)):
            text = f"There would be no room for {unit.name} behind {drive.name}."
            return Refusal("no-room-for-sections", text, RULE, "a way with room for all sections")
        if not state.is_older_than("15") and _is_folded(ahead, end):
            text = f"{drive.name} would turn into {unit.name}, which it pulls."
            return Refusal("folds-up", text, RULE, "turning less, or driving further after the turn")
        ahead.append(end)
    return None


def _is_folded(ahead: Sequence[Hull], section: Hull) -> bool:
    """Whether a section would stand before its drive section, or deep in any hull ahead of it; they brush in bends."""
    drive = ahead[0]
    if turn(bearing(drive.centre, section.centre), drive.heading) < 90:
        return True
    return any(_core(hull).overlaps(_core(section)) for hull in ahead)


def _core(hull: Hull) -> Hull:
    return hull._replace(length=hull.length - FOLD_IN, width=hull.width - FOLD_IN)


def follow(progress: Progress, drive: Unit, hulls: Sequence[Hull], length_in: float) -> None:
    """The sections follow, as fast as their drive section; people in their way step aside."""
    for unit, end in ends(progress.state, drive, hulls):
        start = hull_of(progress.state, unit)
        if end == start and not length_in:
            continue
        there = (Placement(model=unit.models[0].id, at=end.centre, facing=end.heading),)
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=there,
                how="follow",
                path=(pose_of(start), pose_of(end)),
                length_in=length_in,
                rules=(RULE,),
                seen_by=(unit.side,) if unit.hidden else None,
            )
        )
        sliding.set_aside(progress, end, (RULE,))


def halt(progress: Progress, drive: Unit) -> None:
    """The drive section is immobilised or lost: so is the movement of all the others."""
    for unit in formations.sections_of(progress.state, drive):
        if not condition(unit).immobilised:
            progress.emit(Immobilised(side=unit.side, unit=unit.id, rules=(RULE,)))
