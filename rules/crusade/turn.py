"""From armies to the end of the battle: roll-off, setting up, turns, fires, victory. (CRU-TURN, CRU-BLIP-01)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.crusade import damage, hand, marks, models, pods, sight
from rules.crusade.damage import Burning, FallDown
from rules.crusade.events import (
    ModelDone,
    ModelPlaced,
    SettingUp,
    SideBegins,
    SideFinished,
    SidesOrdered,
)
from rules.crusade.marks import CrusadeMarks, ModelMarks
from rules.events import GameCreated, GameEnded
from rules.forces.army import Army
from rules.forces.crusade import CrusadeHull, CrusadeTroop
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.geometry.rings import holds, rectangle
from rules.progress import Action, Progress, TaskStruct
from rules.rulebook import charts, default_options
from rules.state import DICE_RULE, RULES_VERSION, Event, GameState, Outcome, Side
from rules.table.scenario import OptionValue, Scenario

DEPTH_IN: Final = 8.0
"""How far from its own edge a side sets up. (CRU-TURN-04)"""
CLOCKWISE: Final = ("north", "east", "south", "west")
FACING: Final = {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}
_GRID_IN: Final = 0.5


def new_game(
    ruleset: str,
    scenario: Scenario,
    armies: Mapping[SideId, Army],
    options: Mapping[str, OptionValue] | None,
    seal: str,
    *,
    game_id: str,
    entropy: Sequence[str],
) -> list[Event]:
    """The first event: every model a unit of its own. Raises ValueError for a side that has no army for this game."""
    missing = [s.name for s in scenario.sides if s.id not in armies]
    if missing:
        raise ValueError(f"no army for {', '.join(missing)}")
    profiles: dict[ProfileId, Profile] = {}
    weapons: dict[WeaponId, Weapon] = {}
    units: dict[UnitId, Unit] = {}
    noted: dict[UnitId, ModelMarks] = {}
    sides = []
    for side in scenario.sides:
        army = armies[side.id]
        mustered = army.muster(side.id)
        profiles |= mustered.profiles
        weapons |= mustered.weapons
        own, crews = _one_by_one(side.id, mustered.units, profiles)
        units |= {u.id: u for u in own}
        noted |= crews
        sides.append(Side(id=side.id, name=army.name or side.name, edge=side.edge))
    created = GameCreated(
        version=RULES_VERSION,
        seq=1,
        ruleset=ruleset,
        game_id=game_id,
        scenario=scenario,
        profiles=profiles,
        weapons=weapons,
        sides=tuple(sides),
        units=units,
        options={**default_options(), **scenario.options, **(options or {})},
        seal=seal,
        entropy=tuple(entropy),
        dice_rule=DICE_RULE,
        own=CrusadeMarks(models=noted),
        rules=("CRU-VEH-01", *_rows_of(profiles.values())),
    )
    return [created]


def _rows_of(profiles: Iterable[Profile]) -> tuple[str, ...]:
    """The rules whose tables the forces are rows of. (CRU-LIST-01 to -03, CRU-TROOP-01, CRU-POD-01)"""
    names = {p.name for p in profiles}
    cited = tuple(rule for rule in _TABLES if names & {str(row["name"]) for row in charts.rows(rule)})
    return (*cited, *(("CRU-LIST-01",) if {"CRU-LIST-02", "CRU-LIST-03"} & set(cited) else ()))


_TABLES: Final = ("CRU-LIST-02", "CRU-LIST-03", "CRU-POD-01", "CRU-TROOP-01")
"""Lists of vehicles and troops."""


def _one_by_one(
    side: SideId, mustered: tuple[Unit, ...], profiles: dict[ProfileId, Profile]
) -> tuple[list[Unit], dict[UnitId, ModelMarks]]:
    """Each model is a unit; open crew come with their vehicle, and the first aboard drives. (CRU-TRAN-06, -07)"""
    found: list[Unit] = []
    renamed: dict[UnitId, UnitId] = {}
    for unit in mustered:
        if any(isinstance(profiles[m.profile].hull, CrusadeHull) for m in unit.models):
            renamed[unit.id] = UnitId(f"{side}{len(found) + 1}")
        for n, each in enumerate(unit.models, 1):
            name = unit.name if len(unit.models) == 1 else f"{unit.name} {n}"
            points = unit.points // len(unit.models) + (n <= unit.points % len(unit.models))
            found.append(_alone(unit, each, UnitId(f"{side}{len(found) + 1}"), name, points))
    found = [replace(u, aboard=renamed[u.aboard]) if u.aboard in renamed else u for u in found]
    crews: dict[UnitId, ModelMarks] = {}
    for vehicle in list(found):
        hull = profiles[vehicle.models[0].profile].hull
        if isinstance(hull, CrusadeHull):
            found += _crew(side, vehicle, hull, len(found), profiles)
            if drivers := _drivers(vehicle, hull, found):
                crew = tuple(drivers) if hull.open_crew else ()
                crews[vehicle.id] = ModelMarks(driver=drivers[0], driven=True, crew=crew)
    return found, crews


def _alone(unit: Unit, each: Model, ident: UnitId, name: str, points: int) -> Unit:
    model = replace(each, id=ModelId(f"{ident}.1"))
    return replace(unit, id=ident, name=name, models=(model,), points=points, n_start=1)


def _crew(
    side: SideId, vehicle: Unit, hull: CrusadeHull, count: int, profiles: dict[ProfileId, Profile]
) -> Iterator[Unit]:
    """Crew of dice 1 in open positions. (CRU-TRAN-07)"""
    for n in range(hull.open_crew):
        profile = ProfileId(f"{side}:open-crew")
        profiles[profile] = Profile(id=profile, name="Crew", m=6, w=1, crusade_troop=CrusadeTroop())
        ident = UnitId(f"{side}{count + n + 1}")
        model = Model(id=ModelId(f"{ident}.1"), profile=profile)
        name = f"{vehicle.name}, {'driver' if n == 0 else 'crew'}"
        yield Unit(id=ident, side=side, name=name, models=(model,), aboard=vehicle.id, deployed=True, n_start=1)


def _drivers(vehicle: Unit, hull: CrusadeHull, units: list[Unit]) -> list[UnitId]:
    """The crew of an open vehicle, its driver first; of an open transport the first who rides in it. (CRU-TRAN-06)"""
    if hull.immobile or not (hull.open_crew or hull.open_transport):
        return []
    aboard = [u.id for u in units if u.aboard == vehicle.id]
    return aboard[-hull.open_crew :] if hull.open_crew else aboard[:1]


# ---------------------------------------------------------------------------------------------------------- setting up


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
        options = [Option(id=s.id, label=f"{s.name} goes first") for s in state.sides]
        progress.ask(
            ChooseFirst(winner=rivals[0]), rivals[0], "first-turn", "Who goes first?", options, rule="CRU-TURN-01"
        )


class ChooseFirst(TaskStruct, frozen=True, kw_only=True, tag="ChooseFirst"):
    """The winner says who goes first; turns pass clockwise from there. (CRU-TURN-01)"""

    winner: SideId

    def answer(self, progress: Progress, choice: str) -> None:
        """Clockwise by table edges; the sides' own order where they have none."""
        state = progress.state
        sides = sorted(state.sides, key=lambda s: CLOCKWISE.index(s.edge) if s.edge else 0)
        ids = [s.id for s in sides]
        at = ids.index(SideId(choice))
        order = (*ids[at:], *ids[:at])
        progress.emit(SidesOrdered(side=self.winner, order=order, rules=("CRU-TURN-01",)))
        progress.queue(NextToSetUp())


def to_set_up(state: GameState, side: SideId) -> list[Unit]:
    """Models of a side that still have to be placed: all but those aboard and drop pods. (CRU-TURN-04, CRU-POD-01)"""
    return [u for u in state.units_of(side) if not u.deployed and u.aboard is None and not pods.is_pod(state, u)]


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
            return Refusal("not-your-turn", f"{name} sets up now.", "CRU-TURN-01", "wait")
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
        return damage.is_free(state, unit, at) and in_zone(state, unit.side, corners)
    pose = Hull(at, facing, hull.length_in, hull.width_in)
    others = (u for u in models.standing(state) if u.id != unit.id)
    clear = not any(pose.overlaps(models.body(state, u)) for u in others)
    return clear and in_zone(state, unit.side, pose.corners()) and _clear_ground(state, pose)


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


class NextToSetUp(TaskStruct, frozen=True, kw_only=True, tag="NextToSetUp"):
    """The next side with models to place; when there is none the battle begins. (CRU-TURN-04)"""

    def run(self, progress: Progress) -> None:
        """Each side places all its models before the next."""
        state = progress.state
        for place, side in enumerate(state.turn.order):
            if to_set_up(state, side):
                if place != state.turn.place:
                    progress.emit(SettingUp(side=side, place=place, rules=("CRU-TURN-04",)))
                return
        begin(progress, 0, 1)


# ------------------------------------------------------------------------------------------------------------ the turn


def begin(progress: Progress, place: int, number: int) -> None:
    """A side's turn begins. (CRU-TURN-01)"""
    side = progress.state.turn.order[place]
    progress.emit(SideBegins(side=side, place=place, number=number, rules=("CRU-TURN-01", "CRU-SHOT-01")))


class FinishModel(Action, frozen=True, kw_only=True, tag="FinishModel"):
    """Be done with a model; a FLYER that has not flown straight on falls, if that is accepted. (CRU-MOVE-07)"""

    unit: UnitId
    accept_fall: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A model of the own side that is not done."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal or self.accept_fall or not hand.must_fly(state, self.unit):
            return refusal
        return hand.flyer_must_fly(state, self.unit)

    def resolve(self, progress: Progress) -> None:
        """It does nothing more this turn."""
        falls = hand.must_fly(progress.state, self.unit)
        hand.take(progress, self.unit)
        progress.emit(ModelDone(side=self.side, unit=self.unit, rules=("CRU-TURN-01",)))
        if falls:
            progress.queue(FallDown(unit=self.unit, inches=sight.FLYING_IN))


class EndTurn(Action, frozen=True, kw_only=True, tag="EndTurn"):
    """The player is done with all models; what burns is rolled for, in the order of `fires`. (CRU-TURN-01, CRU-DMG-08)

    Vehicles on fire that it does not name follow in the order of the roster.
    """

    fires: tuple[UnitId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Not while a FLYER still has to fly, or a pod to land."""
        refusal = hand.not_now(state, self.side)
        if refusal:
            return refusal
        owing = next((u.id for u in state.units_of(self.side) if hand.must_fly(state, u.id)), None)
        if owing is not None:
            return hand.flyer_must_fly(state, owing)
        waiting = pods.waiting_pods(state, self.side)
        if waiting and state.turn.number == pods.ARRIVAL:
            text = f"{waiting[0].name} lands in this turn."
            return Refusal("pod-lands", text, "CRU-POD-01", "say where it lands")
        lit = burning(state, self.side)
        if unlit := [each for each in self.fires if each not in lit]:
            text = f"{unlit[0]} is no vehicle of yours that burns."
            return Refusal("not-burning", text, "CRU-DMG-08", ", ".join(lit) or "no order")
        return None

    def resolve(self, progress: Progress) -> None:
        """Fires first, then the next side."""
        order = dict.fromkeys((*self.fires, *burning(progress.state, self.side)))
        progress.queue(*(Burning(unit=each) for each in order), TurnPasses(side=self.side))


def burning(state: GameState, side: SideId) -> tuple[UnitId, ...]:
    """Vehicles of a side that are on fire, in the order of the roster. (CRU-DMG-08)"""
    return tuple(u.id for u in state.units_of(side) if "FIRE" in marks.of(state, u.id).cards)


class TurnPasses(TaskStruct, frozen=True, kw_only=True, tag="TurnPasses"):
    """The next side clockwise that has a model left; after the last round the battle ends. (CRU-TURN-01, -04)"""

    side: SideId

    def run(self, progress: Progress) -> None:
        """Marks of that turn go, then the next begins."""
        progress.emit(SideFinished(side=self.side, rules=("CRU-TURN-01", "CRU-TROOP-03", "CRU-TROOP-04")))
        state = progress.state
        if ended(progress):
            return
        place, number = state.turn.place, state.turn.number
        for _ in state.turn.order:
            place = (place + 1) % len(state.turn.order)
            number += place == 0
            if number > state.scenario.turn_limit:
                finish(progress, f"after {state.scenario.turn_limit} rounds")
                return
            side = state.turn.order[place]
            if has_models(state, side) and not state.side(side).conceded:
                begin(progress, place, number)
                return


def has_models(state: GameState, side: SideId) -> bool:
    """Whether a side has a model left: on the table, aboard, or to come. (CRU-TURN-04)"""
    return any(not u.is_gone and not models.is_wreck(state, u.id) for u in state.units_of(side))


def ended(progress: Progress) -> bool:
    """End the battle if a side has no model left. (CRU-TURN-04)"""
    state = progress.state
    if state.outcome is not None or state.turn.phase != "activation":
        return state.outcome is not None
    lost = [s for s in state.sides if not has_models(state, s.id)]
    if not lost:
        return False
    finish(progress, f"{lost[0].name} has no model left")
    return True


def points(state: GameState, side: SideId) -> int:
    """Points of models on the table and not wrecked. (CRU-TURN-04)"""
    own = (u for u in state.units_of(side) if u.deployed and not u.is_gone and not models.is_wreck(state, u.id))
    return sum(u.points for u in own if u.aboard is None or state.units[u.aboard].deployed)


def finish(progress: Progress, why: str) -> None:
    """The side with more points has won. (CRU-TURN-04)"""
    state = progress.state
    totals = {s.id: points(state, s.id) for s in state.sides}
    best = max(totals.values())
    first = [side for side, total in totals.items() if total == best]
    told = ", ".join(f"{state.side(side).name} {total}" for side, total in totals.items())
    winner = first[0] if len(first) == 1 else None
    progress.emit(GameEnded(outcome=Outcome(winner=winner, reason=f"{why}: {told}"), rules=("CRU-TURN-04",)))


ACTIONS: tuple[type[Action], ...] = (RollForPlacement, SetUpModel, SetUpAll, FinishModel, EndTurn)
TASKS: tuple[type[TaskStruct], ...] = (ChooseFirst, NextToSetUp, TurnPasses)
