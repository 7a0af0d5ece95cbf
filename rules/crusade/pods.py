"""Drop pods: when they come, where they land, what they hit. (CRU-POD)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import courses, grounds, hand, models, sight
from rules.crusade.damage import places
from rules.crusade.dice import pools
from rules.crusade.driving.ramming import POD_RAM_DICE, RammingRoll
from rules.crusade.events.moves import VehicleDriven
from rules.crusade.events.turns import ModelPlaced
from rules.crusade.marks import PodDrift
from rules.crusade.shooting.fire import Defend
from rules.forces.unit import Unit
from rules.geometry.contacts import stands_on
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, Point, along, distance, is_within
from rules.geometry.placing import push_out
from rules.geometry.rings import distance_to_ring
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState

UNDER_IN: Final = 2.0
"""What the pod strikes stands within that of where it lands. (CRU-POD-03)"""
BLAST_IN: Final = 3.0
"""If a troop is struck, all troops so near are attacked. (CRU-POD-03)"""
FARTHEST_IN: Final = 12.0
"""As far as two dice take it. (CRU-POD-02)"""
_STEP_IN: Final = 0.05
_TURN_DEG: Final = 15
"""Ways that are tried one after another where the shortest has no room."""


class LandPod(Action, frozen=True, kw_only=True, tag="LandPod"):
    """The owner names where a drop pod lands; it deviates 2D6 inches. (CRU-POD-01, CRU-POD-02)"""

    unit: UnitId
    at: tuple[float, float]

    def check(self, state: GameState) -> Refusal | None:
        """In its owner's second turn, on the table."""
        refusal = hand.not_now(state, self.side) or hand.owing(state)
        if refusal:
            return refusal
        if self.unit not in {u.id for u in hand.waiting_pods(state, self.side)}:
            return Refusal("no-pod", "That is no drop pod of yours that waits.", "CRU-POD-01", "a pod off the table")
        if state.turn.number != hand.ARRIVAL:
            return Refusal("not-yet", "Drop pods land in the second turn.", "CRU-POD-01", "wait for round 2")
        x, y = self.at
        if not (0 <= x <= state.scenario.width_in and 0 <= y <= state.scenario.height_in):
            return Refusal("off-table", "That place is off the table.", "CRU-POD-02", "a place on the table")
        return None

    def preview(self, state: GameState) -> Preview:
        """What stands within the rings of where it is aimed at; no odds of place are promised."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        gaps = [(models.gap_to_point(state, u, self.at), u.name) for u in models.standing(state)]
        near = [name for gap, name in gaps if is_within(gap, UNDER_IN)]
        far = [name for gap, name in gaps if not is_within(gap, UNDER_IN) and is_within(gap, FARTHEST_IN)]
        notes = [f"within {UNDER_IN:g}″ of the target: {', '.join(near) or 'nothing'}", "deviates 2D6 inches"]
        notes += [f"within {FARTHEST_IN:g}″, where it may drift: {', '.join(far)}"] if far else []
        return Preview(notes=tuple(notes), rules=("CRU-POD-02", "CRU-POD-03"))

    def resolve(self, progress: Progress) -> None:
        """It drifts, comes down, rams what it strikes, then its blast."""
        unit = progress.state.units[self.unit]
        rules = ("CRU-POD-02",)
        why = f"{unit.name} comes down: deviation in inches"
        inches = progress.roll_sum("crusade-pod-deviation", 2, unit=unit.id, why=why, rules=rules).total or 0
        way = progress.roll("crusade-direction", sides=12, unit=unit.id, why="x 30 degrees", rules=rules).dice[0]
        hull = landing(progress.state, unit, self.at, way * 30, inches)
        x, y = hull.centre
        drift = PodDrift(aim=self.at, inches=round(distance(self.at, hull.centre), 2), clock=way)
        progress.emit(
            VehicleDriven(
                side=self.side,
                unit=unit.id,
                at=(round(x, 4), round(y, 4)),
                facing=0.0,
                inches=inches,
                how="lands after drifting",
                drift=None if progress.state.is_older_than("7") else drift,
                rules=("CRU-POD-01", *rules),
            )
        )
        progress.queue(*struck(progress.state, unit.id, self.side), Aside(unit=unit.id))


def landing(state: GameState, unit: Unit, aim: Point, bearing_deg: float, inches: float) -> Hull:
    """Where it comes down; off the table, at the edge on its line. (CRU-POD-02)"""
    made = models.vehicle(state, unit.id)
    hull = Hull(along(aim, bearing_deg, inches), 0.0, made.length_in, made.width_in)
    while inches > 0 and not courses.is_on_table(state, hull):
        inches = max(0.0, inches - _STEP_IN)
        hull = hull._replace(centre=along(aim, bearing_deg, inches))
    x = min(max(hull.centre[0], hull.width / 2), state.scenario.width_in - hull.width / 2)
    y = min(max(hull.centre[1], hull.length / 2), state.scenario.height_in - hull.length / 2)
    return hull._replace(centre=(x, y))


def struck(state: GameState, pod: UnitId, side: SideId) -> tuple[TaskStruct, ...]:
    """Rams of the vehicles and structures under it, and its blast if a troop is there. (CRU-POD-03)"""
    at = models.place(state, state.units[pod])
    under = [
        u
        for u in models.standing(state)
        if u.id != pod and not models.in_air(state, u) and is_within(models.gap_to_point(state, u, at), UNDER_IN)
    ]
    walls = [
        p.id
        for p in state.terrain
        if grounds.structure(p) and is_within(distance_to_ring(sight.ring_of(p), at), UNDER_IN)
    ]
    targets = [*(u.id for u in under if u.is_vehicle), *walls]
    rams = (RammingRoll(unit=pod, target=each, dice=POD_RAM_DICE, by=side, rule="CRU-POD-03") for each in targets)
    troops = [u for u in _open_to_impact(state, pod) if is_within(models.gap_to_burst(state, u, at), UNDER_IN)]
    blast = [Impact(unit=pod, by=side)] if troops else []
    return (*rams, *blast)


def _open_to_impact(state: GameState, pod: UnitId) -> Iterator[Unit]:
    """Troops on the ground that a landing may strike, riders in the open too. (CRU-POD-03)

    Up to version 13 those were spared.
    """
    older = state.is_older_than("14")
    for unit in models.open_to_bursts(state):
        if not (unit.is_vehicle or unit.aboard == pod or models.flies(state, unit) or (older and unit.aboard)):
            yield unit


class Impact(TaskStruct, frozen=True, kw_only=True, tag="Impact"):
    """3R on every troop within 3 inches, friend or foe. (CRU-POD-03)"""

    unit: UnitId
    by: SideId

    def run(self, progress: Progress) -> None:
        """One roll; each defends."""
        state = progress.state
        at = models.place(state, state.units[self.unit])
        gaps = ((models.gap_to_burst(state, u, at), u.id) for u in _open_to_impact(state, self.unit))
        near = [(gap, unit) for gap, unit in gaps if is_within(gap, BLAST_IN)]
        rules = ("CRU-POD-03", "CRU-DICE-09", "CRU-WEAP-08")
        why = "3R on every troop within 3 inches"
        attack = pools.sum_of(progress, "crusade-pod-impact", POD_RAM_DICE, unit=self.unit, why=why, rules=rules)
        progress.queue(*(self._struck(state.units[unit], attack) for _, unit in sorted(near)))

    def _struck(self, troop: Unit, attack: int) -> Defend:
        """Who rides in the open has full cover. (CRU-TRAN-04)"""
        riding = troop.aboard is not None
        cites = ("CRU-POD-03", *(("CRU-TRAN-04",) if riding else ()))
        return Defend(unit=troop.id, attack=attack, cover=int(riding), by=self.by, doer=self.unit, cites=cites)


class Aside(TaskStruct, frozen=True, kw_only=True, tag="Aside"):
    """Survivors and vehicles under a pod are shifted aside by the shortest way. (CRU-POD-03)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Each of them, in the order of the roster."""
        pod = progress.state.units[self.unit]
        if pod.is_gone:
            return
        hull = models.pose(progress.state, pod)
        for unit in list(models.standing(progress.state)):
            if unit.id == pod.id or models.in_air(progress.state, unit):
                continue
            at = _shifted(progress.state, unit, hull)
            if at is not None:
                facing = unit.models[0].facing
                event = ModelPlaced(
                    side=unit.side, unit=unit.id, at=at, facing=facing, why="is shifted aside", rules=("CRU-POD-03",)
                )
                progress.emit(event)


def _shifted(state: GameState, unit: Unit, pod: Hull) -> Point | None:
    """Where a model goes that the pod came down on, with room for it; None if it is clear of it.

    Up to version 10 also off the table or on others.
    """
    outline = models.body(state, unit)
    if isinstance(outline, Circle):
        if not stands_on(outline, pod):
            return None
        at = push_out((outline,), (pod,))[0]
        if not state.is_older_than("11"):
            at = places.nearest_free(state, unit, pod, at, ahead=True)
        return courses.rounded(at)
    if not outline.overlaps(pod):
        return None
    course = bearing(pod.centre, outline.centre)
    moved = _clear_of(outline, pod, course)
    if not state.is_older_than("11") and not courses.has_room(state, unit, moved):
        others = [_clear_of(outline, pod, course + turn) for turn in range(_TURN_DEG, 360, _TURN_DEG)]
        roomy = [each for each in others if courses.has_room(state, unit, each)]
        moved = min(roomy, key=lambda each: round(distance(each.centre, outline.centre), 4), default=moved)
    return courses.rounded(moved.centre)


def _clear_of(hull: Hull, pod: Hull, course: float) -> Hull:
    """The hull moved that way until the pod no longer stands on it."""
    while hull.overlaps(pod):
        hull = hull._replace(centre=along(hull.centre, course, _STEP_IN))
    return hull


ACTIONS: tuple[type[Action], ...] = (LandPod,)
TASKS: tuple[type[TaskStruct], ...] = (Impact, Aside)
