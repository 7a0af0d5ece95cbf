"""The roll-off, and setting up in the own zone. (CRU-TURN-01, CRU-TURN-04)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.core.words import does
from rules.crusade import courses, hand, models
from rules.crusade.damage import places
from rules.crusade.events.turns import ModelPlaced, SettingUp, SidesOrdered
from rules.crusade.turn.sides import begin
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, is_beyond
from rules.geometry.rings import holds, rectangle
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState

DEPTH_IN: Final = 8.0
"""How far from its own edge a side sets up. (CRU-TURN-04)"""
CLOCKWISE: Final = ("north", "east", "south", "west")
FACING: Final = {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}
_GRID_IN: Final = 0.5


class RollForPlacement(Action, frozen=True, kw_only=True, tag="RollForPlacement"):
    """Each side rolls a D6; the highest chooses who goes first, only those who tie roll again. (CRU-TURN-01)"""

    def check(self, state: GameState) -> Refusal | None:
        """Once, before the battle."""
        if state.turn.order:
            return Refusal("already-rolled", "The roll-off is done.", "CRU-TURN-01", "set up your models")
        return None

    def resolve(self, progress: Progress) -> None:
        """Roll until one side is alone on top."""
        rivals = [s.id for s in progress.state.sides]
        while len(rivals) > 1:
            names = ", ".join(progress.state.side(s).name for s in rivals)
            rolled = progress.roll(
                "crusade-placement", len(rivals), sense="sum", why=f"Roll-off: {names}", rules=("CRU-TURN-01",)
            )
            best = max(rolled.dice)
            rivals = [s for s, die in zip(rivals, rolled.dice, strict=True) if die == best]
        state = progress.state
        does = "sets up first" if first_of(state) else "goes first"
        options = [Option(id=s.id, label=f"{s.name} {does}") for s in state.sides]
        question = f"Who {does}?"
        progress.ask(ChooseFirst(winner=rivals[0]), rivals[0], "first-turn", question, options, rule="CRU-TURN-01")


def first_of(state: GameState) -> SideId | None:
    """Who goes first because the scenario says so; None where the roll-off does. (CRU-TURN-01)"""
    return next((side.id for side in state.sides if side.id == state.scenario.first_side), None)


def clockwise(state: GameState, first: SideId) -> tuple[SideId, ...]:
    """All sides from that one on, by table edges; in their own order where they have none."""
    sides = sorted(state.sides, key=lambda s: CLOCKWISE.index(s.edge) if s.edge else 0)
    ids = [s.id for s in sides]
    at = ids.index(first)
    return (*ids[at:], *ids[:at])


class ChooseFirst(TaskStruct, frozen=True, kw_only=True, tag="ChooseFirst"):
    """The winner says who goes first; turns pass clockwise from there. (CRU-TURN-01)"""

    winner: SideId

    def answer(self, progress: Progress, choice: str) -> None:
        """They set up in that order too, unless the scenario says who goes first: then that alone is chosen."""
        order = clockwise(progress.state, SideId(choice))
        set_up_only = first_of(progress.state) is not None
        progress.emit(SidesOrdered(side=self.winner, order=order, set_up_only=set_up_only, rules=("CRU-TURN-01",)))
        progress.queue(NextToSetUp())


def to_set_up(state: GameState, side: SideId) -> list[Unit]:
    """Models of a side that still have to be placed: all but those aboard and drop pods. (CRU-TURN-04, CRU-POD-01)"""
    return [u for u in state.units_of(side) if not u.deployed and u.aboard is None and not hand.is_pod(state, u)]


class SetUpModel(Action, frozen=True, kw_only=True, tag="SetUpModel"):
    """Place a model in its zone, or within 8 inches of the own edge. (CRU-TURN-04)"""

    unit: UnitId
    at: tuple[float, float]
    facing: float = 0.0

    def check(self, state: GameState) -> Refusal | None:
        """In turn, a model that waits, wholly in the zone, on nobody."""
        if state.turn.phase != "deployment" or not state.turn.order:
            return Refusal("wrong-phase", "Models are not set up now.", "CRU-TURN-01", "roll off first, or play on")
        if state.turn.order[state.turn.place] != self.side:
            name = state.side(state.turn.order[state.turn.place]).name
            return Refusal("not-your-turn", f"{does(name, 'sets')} up now.", "CRU-TURN-01", "wait")
        unit = state.units.get(self.unit)
        if unit is None or unit.id not in {u.id for u in to_set_up(state, self.side)}:
            return Refusal("not-waiting", "That model does not wait to be set up.", "CRU-TURN-04", "another model")
        if not stands_in_zone(state, unit, self.at, self.facing):
            text = f"{unit.name} cannot stand there."
            return Refusal("not-in-zone", text, "CRU-TURN-04", f"a free place within {DEPTH_IN:g} inches of your edge")
        return None

    def resolve(self, progress: Progress) -> None:
        """It stands; when all of its side do, the next side sets up."""
        event = ModelPlaced(side=self.side, unit=self.unit, at=self.at, facing=self.facing, rules=("CRU-TURN-04",))
        progress.emit(event)
        progress.queue(NextToSetUp())


class SetUpAll(Action, frozen=True, kw_only=True, tag="SetUpAll"):
    """Let the table place all models of a side that still wait, each where there is room. (CRU-TURN-04)"""

    def check(self, state: GameState) -> Refusal | None:
        """In turn, with a model that waits and finds room."""
        waiting = to_set_up(state, self.side)
        if not waiting:
            return Refusal("not-waiting", "No model waits to be set up.", "CRU-TURN-04", "play on")
        spot = suggested(state, waiting[0])
        if spot is None:
            text = f"There is no room for {waiting[0].name} in your zone."
            return Refusal("not-in-zone", text, "CRU-TURN-04", "make room in your zone first")
        return SetUpModel(side=self.side, unit=waiting[0].id, at=spot[0], facing=spot[1]).check(state)

    def resolve(self, progress: Progress) -> None:
        """One after another, as far as there is room; who finds none still waits."""
        for unit in to_set_up(progress.state, self.side):
            if spot := suggested(progress.state, unit):
                at, facing = spot
                event = ModelPlaced(side=self.side, unit=unit.id, at=at, facing=facing, rules=("CRU-TURN-04",))
                progress.emit(event)
        progress.queue(NextToSetUp())


def stands_in_zone(state: GameState, unit: Unit, at: tuple[float, float], facing: float) -> bool:
    """Whether a model may be set up there. (CRU-TURN-04)"""
    hull = models.chassis(state, unit)
    if hull is None:
        radius = models.profile(state, unit).base_radius_in
        corners = tuple((at[0] + dx * radius, at[1] + dy * radius) for dx in (-1, 1) for dy in (-1, 1))
        return places.is_free(state, unit, at) and in_zone(state, unit.side, corners)
    pose = Hull(at, facing, hull.length_in, hull.width_in)
    others = (u for u in models.standing(state) if u.id != unit.id)
    clear = not any(pose.overlaps(models.body(state, u)) for u in others) and _clear_ground(state, pose)
    if _is_too_large(state, unit.side, pose):
        return clear and in_zone(state, unit.side, (at,)) and courses.is_on_table(state, pose)
    return clear and in_zone(state, unit.side, pose.corners())


def _is_too_large(state: GameState, side: SideId, pose: Hull) -> bool:
    """Whether a hull is longer or wider than the zone: it stands with its middle in it. (CRU-TURN-04)"""
    return not any(_has_room_for(ring, pose) for ring in zone_rings(state, side))


def _has_room_for(ring: tuple[tuple[float, float], ...], pose: Hull) -> bool:
    short, long = sorted(max(across) - min(across) for across in zip(*ring, strict=True))
    return not (is_beyond(min(pose.length, pose.width), short) or is_beyond(max(pose.length, pose.width), long))


def _clear_ground(state: GameState, pose: Hull) -> bool:
    solid = (p for p in state.terrain if p.going == "impassable" or p.depth_in)
    return not any(pose.overlaps(p.points) for p in solid if not p.line)


def zone_rings(state: GameState, side: SideId) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Where a side sets up: its zones, else within 8 inches of its edge. (CRU-TURN-04)"""
    zones = tuple(z.points for z in state.scenario.zones if z.side == side)
    if zones:
        return zones
    wide, deep = state.scenario.width_in, state.scenario.height_in
    edge = state.side(side).edge or "south"
    if edge in ("north", "south"):
        return (rectangle(0.0, 0.0 if edge == "north" else deep - DEPTH_IN, wide, DEPTH_IN),)
    return (rectangle(0.0 if edge == "west" else wide - DEPTH_IN, 0.0, DEPTH_IN, deep),)


def in_zone(state: GameState, side: SideId, corners: tuple[tuple[float, float], ...]) -> bool:
    """Whether all those points are in one of its zones."""
    return any(all(holds(ring, corner) for corner in corners) for ring in zone_rings(state, side))


def suggested(state: GameState, unit: Unit) -> tuple[tuple[float, float], float] | None:
    """A free place in its zone, the nearest to the zone's middle with room to turn, and the way to look there."""
    facing = FACING[state.side(unit.side).edge or "south"]
    spots = [(at, _crowd_in(state, unit, at)) for at in _spots(state, unit.side)]
    for roomy in (True, False):
        for at, gap in spots:
            if (gap >= _ELBOWS_IN or not roomy) and stands_in_zone(state, unit, at, facing):
                return at, facing
    return None


_ELBOWS_IN: Final = 2.5
"""How far from others a model is proposed where there is room."""


def _spots(state: GameState, side: SideId) -> list[tuple[float, float]]:
    """A grid over the zones of a side, from the middle of each outwards."""
    found: list[tuple[float, float]] = []
    for ring in zone_rings(state, side):
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        down = range(int((max(ys) - min(ys)) / _GRID_IN) + 1)
        across = range(int((max(xs) - min(xs)) / _GRID_IN) + 1)
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        grid = [(min(xs) + i * _GRID_IN, min(ys) + j * _GRID_IN) for j in down for i in across]
        found += sorted(grid, key=lambda at: (round(distance(at, middle), 4), at))
    return found


def _crowd_in(state: GameState, unit: Unit, at: tuple[float, float]) -> float:
    """Inches from a place, and half the model, to the nearest other one."""
    hull = models.chassis(state, unit)
    reach = max(hull.length_in, hull.width_in) / 2 if hull else models.profile(state, unit).base_radius_in
    gaps = (models.gap_to_point(state, u, at) for u in models.standing(state) if u.id != unit.id)
    return min(gaps, default=99.0) - reach


def pass_on(progress: Progress) -> None:
    """Who has nobody left to set up, or has conceded, is done: a ruling has placed the last. (CRU-TURN-04)

    Up to version 13 the battle waited for it.
    """
    state = progress.state
    if state.turn.phase != "deployment" or not state.turn.order or state.outcome or state.is_older_than("14"):
        return
    side = state.turn.order[state.turn.place]
    if state.side(side).conceded or not to_set_up(state, side):
        NextToSetUp().run(progress)


class NextToSetUp(TaskStruct, frozen=True, kw_only=True, tag="NextToSetUp"):
    """The next side with models to place; when there is none the battle begins. (CRU-TURN-04)"""

    def run(self, progress: Progress) -> None:
        """Each side places all its models before the next."""
        state = progress.state
        for place, side in enumerate(state.turn.order):
            if to_set_up(state, side) and not (state.side(side).conceded and not state.is_older_than("14")):
                if place != state.turn.place:
                    progress.emit(SettingUp(side=side, place=place, rules=("CRU-TURN-04",)))
                return
        if first := first_of(state):
            progress.emit(SidesOrdered(side=first, order=clockwise(state, first), rules=("CRU-TURN-01",)))
        begin(progress, 0, 1)


ACTIONS: tuple[type[Action], ...] = (
    RollForPlacement,
    SetUpModel,
    SetUpAll,
)


TASKS: tuple[type[TaskStruct], ...] = (
    ChooseFirst,
    NextToSetUp,
)
