"""Fire out of sections, into them, and from one to the next. (BLD-SSHT-01 to -07, BLD-INTO-04, BLD-INTO-05)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.sight.lines import distance_to
from rules.buildings import levels_apart
from rules.buildings.bunkers import posts
from rules.buildings.doors.openings import IN_WALL_IN
from rules.buildings.sections import graph, leaning, occupants
from rules.buildings.sections.graph import HouseSection
from rules.buildings.sections.leaning import ports_of
from rules.buildings.through_openings import SLANT_DEG, angle_deg, steeply
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, between, distance, is_within, nearest_on_segment, toward
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.building import Opening

FIRERS: Final = 6
"""So many may fire out of a section in a turn. (BLD-SSHT-01)"""

IN_A_QUADRANT: Final = 4
"""So many in each quadrant instead, where that is played. (BLD-SSHT-02)"""

AT_WINDOW_IN: Final = 2.0
"""From no further off people who keep back are seen through an opening. (BLD-SSHT-04)"""

FLOOR_IN: Final = 3.0

Quadrant = Literal["north", "east", "south", "west"]


def posted(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
    """The state in which those in houses stand where they fire from, or are fired at. (BLD-SSHT-01, BLD-SSHT-03)"""
    if not (unit.is_housed or target.is_housed):
        return None
    if unit.is_housed and target.is_housed and _one_house(state, unit, target):
        return _next_door(state, unit, target)
    if target.is_housed:
        found = _exposed_at(state, unit, target)
        if isinstance(found, Refusal):
            return found
        target = found
    if unit.is_housed:
        found = in_contact(state, unit, target) or at_walls(state, unit, target.alive[0].at)
        if isinstance(found, Refusal):
            return found
        unit = found
    hidden = {h.piece.id for u in (unit, target) if (h := occupants.house_of(state, state.units[u.id])) is not None}
    ground = tuple(p for p in state.terrain if p.id not in hidden)
    return replace(state.with_units(_outside(unit), _outside(target)), terrain=ground)


def _outside(unit: Unit) -> Unit:
    return replace(unit, housed={})


def _one_house(state: GameState, unit: Unit, target: Unit) -> bool:
    ours, theirs = occupants.house_of(state, unit), occupants.house_of(state, target)
    return ours is not None and theirs is not None and ours.piece.id == theirs.piece.id


# -- out ---------------------------------------------------------------------------------------------------------------


def at_walls(state: GameState, unit: Unit, aim: Point) -> Unit | Refusal:
    """The unit at the outer walls of its sections nearest to what it fires at. (BLD-SSHT-01)"""
    models: list[Model] = []
    held = [here for place in occupants.sections_of(state, unit) if (here := graph.at_place(state, place)) is not None]
    for model in unit.models:
        here = graph.at_place(state, unit.housed.get(model.id, "")) if model.alive else None
        walls = leaning.walls_to_fire_from(state, here) if here is not None else ()
        if here is None or not walls:
            models.append(replace(model, wounds=0))
            continue
        at = _nearest(walls, aim)
        facing = bearing(at, aim) if distance(at, aim) > TOLERANCE else 0.0
        models.append(replace(model, at=at, facing=facing, level_in=here.height_in))
    placed = replace(unit, models=tuple(models), tags=(*unit.tags, leaning.AT_WALL))
    if placed.alive:
        return placed
    return _closed_in(unit, held, "an enemy in the next section")


def _closed_in(unit: Unit, held: Sequence[HouseSection], otherwise: str) -> Refusal:
    """That nobody there fires or throws out: nothing is open, or it is no outer section."""
    if held and all(graph.outer_walls(here) for here in held):
        text = f"All doors and windows of {' and '.join(here.name for here in held)} are shut."
        return Refusal("shut-in", text, "BLD-OUT-01", "opening one of them first")
    return Refusal("no-outer-wall", f"The section of {unit.name} has no outer wall.", "BLD-SSHT-07", otherwise)


def in_contact(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Those in a bunker do not fire at who stands at its walls. (BLD-BUNK-04)"""
    if not target.on_table:
        return None
    found = (graph.at_place(state, place) for place in occupants.sections_of(state, unit))
    held = [bunker for here in found if here is not None and (bunker := ports_of(here)) is not None]
    why = [posts.in_contact(state, bunker, target) for bunker in held]
    return why[0] if why and all(why) else None


def _nearest(walls: Iterable[tuple[Point, Point]], aim: Point) -> Point:
    return min((nearest_on_segment(aim, a, b) for a, b in walls), key=lambda p: distance(p, aim))


def quadrant(here: HouseSection, aim: Point) -> Quadrant:
    """Towards which side of the table something lies from a section. (BLD-SSHT-02)"""
    named: tuple[Quadrant, ...] = ("north", "east", "south", "west")
    return named[round(bearing(here.middle, aim) / 90) % 4] if distance(here.middle, aim) > TOLERANCE else "north"


def _has_fired(state: GameState, here: HouseSection, towards: Quadrant | None) -> set[ModelId]:
    """Who of that section has fired out in this turn, in that quadrant if one is named."""
    own = state.units_of(state.active_side or SideId(""))
    fired = [(unit, model, way) for unit in own for model, way in unit.now.fired_out.items()]
    if not state.is_older_than("15"):  # those who fire in reactions count as well
        reacted = state.turn.fired_out
        fired += [(u, m, reacted[m]) for u in state.units.values() for m in u.housed if m in reacted]
    return {model for unit, model, way in fired if unit.housed.get(model) == here.place and towards in (None, way)}


def _too_many(
    state: GameState, here: HouseSection, models: Sequence[ModelId], aim: Point
) -> tuple[set[ModelId], Refusal]:
    """Who of some firers finds no place any more, and why."""
    bunker = ports_of(here)
    if bunker is not None:
        fired, most = _has_fired(state, here, None), posts.firers(bunker)
        why = posts.no_port(bunker, max(0, most - len(fired)))
    elif not graph.by_quadrant(state, here.piece):
        fired, most = _has_fired(state, here, None), FIRERS
        text = f"No more than {FIRERS} fire out of {here.name} in a turn."
        why = Refusal("six-fire-out", text, "BLD-SSHT-01", f"{max(0, most - len(fired))} more")
    else:
        towards = quadrant(here, aim)
        fired, most = _has_fired(state, here, towards), IN_A_QUADRANT
        text = f"No more than {IN_A_QUADRANT} fire out of {here.name} to the {towards} in a turn."
        why = Refusal("four-fire-out", text, "BLD-SSHT-02", "targets in another quadrant")
        elsewhere = {m for m in models if m in _has_fired(state, here, None) - fired}
        models = [m for m in models if m not in elsewhere]
        left = [m for m in models if m not in fired][max(0, most - len(fired)) :]
        return {*left, *elsewhere}, why
    return {*[m for m in models if m not in fired][max(0, most - len(fired)) :]}, why


# -- in ----------------------------------------------------------------------------------------------------------------


def _is_at_window(state: GameState, firer: Model, place: str) -> bool:
    """Whether a model or hull outside has an open door or window of a section within two inches. (BLD-SSHT-04)"""
    here = graph.at_place(state, place)
    return here is not None and any(
        way.storey == 0 and way.is_open and is_within(distance_to(state, way.at, firer), AT_WINDOW_IN)
        for way in graph.ways_in(here)
    )


def seen_by(state: GameState, firer: Model, *, outside: bool, target: Unit) -> tuple[Model, ...]:
    """Which members in houses one firer may shoot at: those who showed themselves, or all behind a window beside it."""
    return tuple(
        m
        for m in target.alive
        if m.id in target.shown
        or m.id not in target.housed
        or (outside and _is_at_window(state, firer, target.housed[m.id]))
    )


def _exposed_at(state: GameState, unit: Unit, target: Unit) -> Unit | Refusal:
    """The target with those members alone who may be shot at, at the walls nearest to the firers. (BLD-SSHT-03, -04)"""
    outside = not unit.is_housed
    open_to = {m.id for firer in unit.alive for m in seen_by(state, firer, outside=outside, target=target)}
    if not open_to:
        text = (
            f"{target.name} keeps back, and nobody of {unit.name} has an open door or window of its section within 2″."
        )
        return Refusal("keeps-back", text, "BLD-SSHT-04", "moving within 2″ of one, or another target")
    eye = unit.alive[0].at
    models: list[Model] = []
    for model in target.models:
        here = graph.at_place(state, target.housed.get(model.id, "")) if model.alive else None
        walls = graph.outer_walls(here) if here is not None else ()
        if model.id not in open_to or here is None or not walls:
            models.append(replace(model, wounds=0))
        else:
            models.append(replace(model, at=_nearest(walls, eye), level_in=here.height_in))
    return leaning.at_wall(target, tuple(models))


def victims(state: GameState, unit: UnitId, firers: Iterable[ModelId], target: Unit) -> tuple[ModelId, ...] | None:
    """Who of a unit in a house those firers can hit; None for all of it. (BLD-SSHT-04)"""
    shooter = state.units[unit]
    if not target.is_housed or (shooter.is_housed and _one_house(state, shooter, target)):
        return None
    outside = not shooter.is_housed
    models = [shooter.model(m) for m in dict.fromkeys(firers)]
    found = {v.id for m in models for v in seen_by(state, m, outside=outside, target=target)}
    return None if len(found) == len(target.alive) else tuple(m.id for m in target.alive if m.id in found)


# -- from section to section -----------------------------------------------------------------------------------------


def steps_between(state: GameState, unit: Unit, firer: Model, target: Unit, aim: Model) -> int | None:
    """How many sections lie between two members, 1 for the next; None if it is screened. (BLD-SSHT-07)"""
    here = graph.at_place(state, unit.housed.get(firer.id, ""))
    there = graph.at_place(state, target.housed.get(aim.id, ""))
    return graph.steps(state, here, there, 2) if here is not None and there is not None else None


def _next_door(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal:
    """Both in the middle of their sections, and no walls between those that are joined."""
    firers = [f for f in unit.alive if any(steps_between(state, unit, f, target, m) for m in target.alive)]
    aims = [m for m in target.alive if any(steps_between(state, unit, f, target, m) for f in firers)]
    if not aims:
        text = f"{target.name} is screened: one fires only into a section that adjoins by an open way."
        return Refusal("screened", text, "BLD-SSHT-07", "an enemy in the next section")
    kept, eye = {m.id for m in aims}, firers[0].at
    shown = tuple(_apart(m, eye) if m.id in kept else replace(m, wounds=0) for m in target.models)
    placed = replace(target, models=shown)
    shooters = tuple(replace(m, facing=bearing(m.at, placed.alive[0].at)) for m in unit.models)
    return replace(state.with_units(_outside(replace(unit, models=shooters)), _outside(placed)), terrain=())


def _apart(model: Model, eye: Point) -> Model:
    """Whoever is right above or below counts as so far off as floors lie apart."""
    if distance(model.at, eye) > TOLERANCE:
        return model
    return replace(model, at=(model.at[0] + FLOOR_IN, model.at[1]))


# -- what it costs, who fires ----------------------------------------------------------------------------------------


def modifiers(state: GameState, unit: Unit, target: Unit) -> tuple[Modifier, ...]:
    """Two off for walls and furniture, once. (BLD-SSHT-03, BLD-SSHT-05, BLD-SSHT-06)"""
    if not target.is_housed:
        return ()
    if unit.is_housed and _one_house(state, unit, target):
        return (Modifier(-2, "section to section", "BLD-SSHT-06"),)
    shown = [m.id for m in target.alive if m.id in target.shown]
    if shown and leaning.in_open(target, shown):
        return ()
    if len(shown) == len(target.alive):
        return (Modifier(-2, "hard cover of a house", "BLD-SSHT-03"),)
    return (Modifier(-2, "through its windows", "BLD-SSHT-05"),)


def _bursts(weapon: Weapon) -> bool:
    return weapon.template or weapon.marker_in > 0


def limited(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
    """The plan without what may not be fired: too many out of a section, blasts, those who see nobody."""
    barred: dict[ModelId, Refusal] = {}
    kept: list[Firing] = []
    for firing in plan.firings:
        why = _barred(state, unit, target, firing)
        if why is None:
            kept.append(firing)
        else:
            barred.setdefault(firing.model.id, why)
    if unit.is_housed and not (target.is_housed and _one_house(state, unit, target)):
        over = _crowded(state, unit, target.alive[0].at, kept)
        barred, kept = {**over, **barred}, [f for f in kept if f.model.id not in over]
    busy = {f.model.id for f in kept}
    idle = tuple(Idle(m, 11, why) for m, why in barred.items() if unit.is_vehicle or m not in busy)
    firings = tuple(f._replace(modifiers=(*f.modifiers, *_slanted(state, unit, target, f))) for f in kept)
    return plan._replace(firings=firings, idle=(*plan.idle, *idle))


def _slanted(state: GameState, unit: Unit, target: Unit, firing: Firing) -> Iterator[Modifier]:
    """Through windows and doors that all lie aslant to the line of fire, or far above. (BLD-INTO-04, BLD-INTO-05)"""
    here = graph.at_place(state, target.housed.get(firing.aim.id, "")) if target.is_housed else None
    if here is None or (unit.is_housed and _one_house(state, unit, target)):
        return
    eye, eye_in = firing.model.at, firing.model.level_in
    faced = list(_facing(here, eye))
    if faced and all(angle_deg((o.a, o.b), eye, between(o.a, o.b, 0.5)) <= SLANT_DEG + TOLERANCE for o in faced):
        yield Modifier(-1, f"at {SLANT_DEG:.0f}° or less to the wall", "BLD-INTO-04")
    if faced and state.option("vertical_angle_modifier"):
        steep = [steeply(eye, eye_in, between(o.a, o.b, 0.5), here.height_in + o.sill_in) for o in faced]
        yield from min(steep, key=len)


def _facing(here: HouseSection, eye: Point) -> Iterator[Opening]:
    """The open doors and windows in its outer walls on the side that an eye is on."""
    for way in graph.ways_in(here):
        outside = not rings.encloses(here.piece.points, toward(way.at, eye, IN_WALL_IN))
        if way.is_open and way.opening is not None and outside and here.piece.building is not None:
            yield here.piece.building.openings[way.opening]


def _barred(state: GameState, unit: Unit, target: Unit, firing: Firing) -> Refusal | None:
    if target.is_housed and _bursts(firing.weapon):
        text = f"{firing.weapon.name} is fired into the section as a whole."
        return Refusal("burst-into-section", text, "BLD-SSHT-08", "a blast into the section")
    apart = None if state.is_older_than("13") else _storeys_apart(state, unit, target, firing)
    if apart is None and not state.is_older_than("14"):
        apart = _under(state, unit, target, firing)
    if apart is not None or not target.is_housed:
        return apart
    if unit.is_housed and _one_house(state, unit, target):
        aim = target.model(firing.aim.id)
        if steps_between(state, unit, unit.model(firing.model.id), target, aim) is None:
            return Refusal("screened", f"{target.name} is screened.", "BLD-SSHT-07", "the next section")
        return None
    firer = unit.model(firing.model.id)
    if seen_by(state, firer, outside=not unit.is_housed, target=target):
        return None
    text = f"{target.name} keeps back from everybody but those within 2″ of an open door or window."
    return Refusal("keeps-back", text, "BLD-SSHT-04", "moving within 2″ of one")


def _under(state: GameState, unit: Unit, target: Unit, firing: Firing) -> Refusal | None:
    """That somebody right under an upper section is not fired at from behind its windows. (BLD-HIGH-01)"""
    if not unit.is_housed or (target.is_housed and _one_house(state, unit, target)):
        return None
    return leaning.under(state, unit, firing)


def _storeys_apart(state: GameState, unit: Unit, target: Unit, firing: Firing) -> Refusal | None:
    """That slow missiles reach less far up, streams one storey; not within one house. (BLD-HIGH-06, BLD-TMPL-02)"""
    if unit.is_housed and target.is_housed and _one_house(state, unit, target):
        return None
    return levels_apart.unfit(state, firing)


def _crowded(state: GameState, unit: Unit, aim: Point, firings: Sequence[Firing]) -> dict[ModelId, Refusal]:
    """Those who find no place to fire out from. (BLD-SSHT-01, BLD-SSHT-02)"""
    found: dict[ModelId, Refusal] = {}
    by_place: dict[str, list[ModelId]] = {}
    for firing in firings:
        models = by_place.setdefault(unit.housed[firing.model.id], [])
        if firing.model.id not in models:
            models.append(firing.model.id)
    for place, models in by_place.items():
        here = graph.at_place(state, place)
        if here is not None:
            over, why = _too_many(state, here, models, aim)
            found.update(dict.fromkeys(over, why))
    return found


def by_places(state: GameState, unit: Unit, aim: Point, plan: FirePlan) -> FirePlan:
    """A plan of fire out of sections without those who find no place there. (BLD-SSHT-01, BLD-SSHT-02)"""
    over = _crowded(state, unit, aim, plan.firings)
    idle = tuple(Idle(m, 11, why) for m, why in over.items())
    return plan._replace(firings=tuple(f for f in plan.firings if f.model.id not in over), idle=(*plan.idle, *idle))


def no_place(state: GameState, unit: Unit, models: Sequence[ModelId], aim: Point) -> Refusal | None:
    """Why not all of some members find a place to throw out from. (BLD-SSHT-01, BLD-SSHT-02)"""
    for place in dict.fromkeys(unit.housed.get(m, "") for m in models):
        here = graph.at_place(state, place)
        if here is None or not leaning.walls_to_fire_from(state, here):
            return _closed_in(unit, () if here is None else (here,), "those in a section with one")
        over, why = _too_many(state, here, [m for m in models if unit.housed.get(m) == place], aim)
        if over:
            return why
    return None


def places_left(state: GameState, here: HouseSection) -> int:
    """How many more may fire out in this turn; in each quadrant, where that is played. (BLD-SSHT-01, BLD-SSHT-02)"""
    if not leaning.walls_to_fire_from(state, here):
        return 0
    bunker = ports_of(here)
    if bunker is not None:
        return max(0, posts.firers(bunker) - len(_has_fired(state, here, None)))
    if graph.by_quadrant(state, here.piece):
        return IN_A_QUADRANT
    return max(0, FIRERS - len(_has_fired(state, here, None)))


class FiredFromSection(Event, frozen=True, kw_only=True, tag="FiredFromSection"):
    """Members in a house have fired out of it, and may be fired at now. (BLD-SSHT-01, BLD-SSHT-03)"""

    towards: dict[ModelId, Quadrant]

    def evolve(self, state: GameState) -> GameState:
        """They count among those who fired out, and have shown themselves."""
        assert self.unit is not None
        unit = state.units[self.unit]
        now = replace(unit.now, fired_out={**unit.now.fired_out, **self.towards})
        shown = tuple(dict.fromkeys((*unit.shown, *self.towards)))
        state = state.with_turn(fired_out={**state.turn.fired_out, **self.towards})
        return state.with_unit(replace(unit, now=now, shown=shown))


def have_fired(progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
    """Note who of a unit in a house fired out of it. (BLD-SSHT-01, BLD-SSHT-04)"""
    if not unit.is_housed or (target.is_housed and _one_house(progress.state, unit, target)):
        return
    note(progress, unit, [firing.model.id for firing in plan.firings], target.alive[0].at)


def note(progress: Progress, unit: Unit, models: Sequence[ModelId], aim: Point) -> None:
    """Note which members in a house fired or threw out of it. (BLD-SSHT-01, BLD-SSHT-04)"""
    towards: dict[ModelId, Quadrant] = {}
    for model in models:
        here = graph.at_place(progress.state, unit.housed.get(model, ""))
        if here is not None:
            towards[model] = quadrant(here, aim)
    if towards:
        rules = ("BLD-SSHT-01", *(("BLD-SSHT-02",) if _quadrants(progress.state, unit) else ()))
        progress.emit(FiredFromSection(side=unit.side, unit=unit.id, towards=towards, rules=rules))


def _quadrants(state: GameState, unit: Unit) -> bool:
    here = occupants.house_of(state, unit)
    return here is not None and graph.by_quadrant(state, here.piece)


def gap_in(state: GameState, unit: Unit, other: Unit) -> float:
    """Inches at least between two units of which one is in a house, to the walls of its sections."""
    found = [
        rings.distance_to_ring(here.room.points, m.at)
        for inner, outer in ((unit, other), (other, unit))
        for place in occupants.sections_of(state, inner)
        if (here := graph.at_place(state, place)) is not None
        for m in outer.alive
    ]
    return min(found, default=0.0)


EVENTS: tuple[type[Event], ...] = (FiredFromSection,)
