"""What a way costs, leg by leg, for the preview. (ARAP-MOVE-01, ARAP-TERR-01)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.arap.paths.march import March, Track
from rules.arap.terrain import levels
from rules.arap.terrain.ground import table_of
from rules.arap.terrain.levels import LevelStep
from rules.core.ids import ModelId
from rules.core.preview import Leg, Toll
from rules.geometry.lengths import Point, distance
from rules.state import GameState
from rules.table.scale import gap_left

TIMES = {2.0: "counted double", 4.0: "counted four times", 8.0: "counted eight times"}


def dearest(laid: March, allowances: Mapping[ModelId, float]) -> Track:
    """The model that has the least left; of equals the anchor, else the first."""
    return min(laid.tracks, key=lambda t: (round(allowances[t.model.id] - t.spent_in, 6), t.model.id != laid.anchor))


def legs(laid: March, track: Track) -> tuple[Leg, ...]:
    """The legs that one model pays for, drawn along the anchor's way if it is in formation."""
    formed = len(track.legs) == len(laid.lead.legs)
    ends = (laid.lead if formed else track).points[1:]
    shown = [
        _leg(end, leg.length_in, cost, tuple(_tolls(laid, track, n)))
        for n, (end, leg, cost) in enumerate(zip(ends, track.legs, track.leg_costs, strict=True))
    ]
    turned = track.turning
    if turned.last_cost > 0 or not shown:
        reason = f"turn {turned.last_cost:g}″" if turned.last_cost else "free turn"
        shown.append(Leg(to=laid.lead.end, length_in=0.0, cost_in=turned.last_cost, reason=reason))
    return tuple(shown)


def _leg(to: Point, length: float, cost: float, tolls: tuple[Toll, ...]) -> Leg:
    return Leg(to=to, length_in=length, cost_in=cost, reason="; ".join(t.words for t in tolls), tolls=tolls)


def _tolls(laid: March, track: Track, n: int) -> Iterator[Toll]:
    if track.turning.costs[n]:
        yield Toll(words=f"turn {track.turning.costs[n]:g}″")
    if track.extras[n]:
        yield Toll(words=f"sidestep {track.extras[n]:g}″")
    for stretch in track.legs[n].stretches:
        if stretch.factor == 1:
            continue
        where = stretch.terrain.name if stretch.terrain else _going(laid, n)
        times = TIMES.get(stretch.factor, f"counted {stretch.factor:g} times")
        words = f"{stretch.length_in:.3g}″ {where} {times}".replace("  ", " ")
        yield Toll(words=words, ground=where, length_in=stretch.length_in, factor=stretch.factor)
    for step in track.legs[n].steps:
        if step.cost_in:
            yield Toll(words=f"{in_words(step)} {step.cost_in:.3g}″")
    for gap in track.legs[n].in_stride:
        yield Toll(words=f"over {gap.name} in stride")
    if track.legs[n].variable:
        yield Toll(words="variable ground: the dice decide")


def _going(laid: March, n: int) -> str:
    """What makes a leg over open ground dear. (ARAP-MOVE-05, ARAP-PRONE-01)"""
    gait = laid.gaits[n] if n < len(laid.gaits) else laid.gait
    return {"back": "backing", "crawl": "crawling"}.get(gait, "")


def in_words(step: LevelStep) -> str:
    """A change of height in words."""
    if step.kind == "narrow":
        return f"squeezing through {step.terrain.name}"
    if step.ladder is not None:
        return f"{'up' if step.rise_in > 0 else 'down'} {step.ladder.name}"
    return f"{'over' if step.over else 'up' if step.rise_in > 0 else 'down'} {step.terrain.name}"


def gap(state: GameState, laid: March) -> float:
    """The gap that the anchor's move leaves, from its first place to its last. (ARAP-GEN-06)"""
    lead = laid.lead
    return gap_left(distance(lead.points[0], lead.end), state.profile(lead.model).base_mm)


def is_stepped_over(state: GameState, laid: March) -> bool:
    """Whether the way crosses an obstacle so low that it costs nothing. (ARAP-CLIMB-02)"""
    table = table_of(state)
    spans = (span for t in laid.tracks for span in table.ground.spans(t.model.at, t.end))
    met = (table.terrain[a] for span in spans for a in span.area_ids)
    heights = (t.height_in if levels.is_obstacle(t) else t.elevation_in for t in met)
    return any(0 < h <= levels.STEP_IN for h in heights)


def cited(laid: March) -> tuple[str, ...]:
    """The rules that had a say in the cost of a way."""
    found = ["ARAP-PRONE-01", "ARAP-MOVE-01"] if laid.gait == "crawl" else ["ARAP-MOVE-01"]
    tracks = laid.tracks
    stretches = [s for t in tracks for leg in t.legs for s in leg.stretches]
    ground = [s.terrain.going for s in stretches if s.terrain is not None and s.factor > 1]
    steps = [s for t in tracks for leg in t.legs for s in leg.steps if s.cost_in]
    reasons = (
        (any(s.terrain is not None and s.terrain.look == "mousehole" for s in stretches), "BLD-MOUSE-04"),
        (any(s.terrain is not None and s.terrain.look == "room" for s in stretches), "BLD-MOVE-02"),
        (bool(ground), "ARAP-TERR-01"),
        ("back" in laid.gaits, "ARAP-MOVE-05"),
        (any(sum(t.extras) for t in tracks), "ARAP-MOVE-06"),
        (any(t.turning.degrees > 0 for t in tracks), "ARAP-MOVE-07"),
        (any(s.rise_in > 0 and s.ladder is None for s in steps), "ARAP-CLIMB-03"),
        (any(s.kind == "narrow" for s in steps), "BLD-DOOR-09"),
        (any(s.over for s in steps), "ARAP-CLIMB-05"),
        (any(s.over and s.terrain.has_interior for s in steps), "BLD-DOOR-02"),
        (any(s.rise_in < 0 and s.ladder is None for s in steps), "ARAP-CLIMB-10"),
        (any(s.ladder for s in steps), "ARAP-LADR-01"),
        (any(s.terrain.vertical != "none" for s in steps), "ARAP-CLIMB-06"),
        (any(leg.in_stride for t in tracks for leg in t.legs), "ARAP-JUMP-01"),
        (laid.is_variable, "ARAP-TERR-04"),
    )
    return (*found, *(rule for true, rule in reasons if true))
