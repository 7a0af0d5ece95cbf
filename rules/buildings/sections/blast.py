"""Grenades, area weapons and templates into a section. (BLD-SSHT-08 to -12, BLD-INTO-10)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.indirect import throw
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.building_interface import AtSection
from rules.arap.shooting.plan import FirePlan, Firing, Orders, turns
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import hidden
from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, fire, graph, occupants, reach, shelling
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import ModelId, SideId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState


class BlastSection(AtSection, frozen=True, kw_only=True, tag="BlastSection"):
    """Throw or fire something that bursts into a section. (BLD-SSHT-08, BLD-SSHT-10, BLD-SSHT-12)

    From outside `way` is the opening by its place in the section's list; from another section it goes by the open way.
    `models` are those that throw or fire, none named: as many as may.
    """

    weapon: WeaponId
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, weapon, the section, enemies in it, an opening, how many throw, then range, sight and arc."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        refusal = shooting_plan.shooter_barred(state, unit, aboard=True)
        refusal = refusal or shooting_plan.chosen_badly(state, unit, self.models, {})
        if refusal or isinstance(here, Refusal):
            return refusal or (here if isinstance(here, Refusal) else None)
        return self._unfit(state, unit) or self._no_opening(state, unit, here) or self.plan(state).refusal

    def _unfit(self, state: GameState, unit: Unit) -> Refusal | None:
        weapon = state.weapons.get(self.weapon)
        if weapon is None or not shelling.bursts(weapon) or not any(self.weapon in m.weapons for m in unit.alive):
            text = f"{unit.name} carries nothing of the kind that bursts in a section."
            return Refusal("no-blast", text, "BLD-SSHT-08", "a grenade, an area weapon or a template")
        return throw.too_many(state, unit, self.models) if weapon.is_thrown and self.models else None

    def _no_opening(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        refusal = shelling.nobody_there(state, self.side, here)
        if refusal or not occupants.is_in(state, unit, here.piece):
            return refusal or shelling.shut(here, self.way) or self._screened(state, unit, here)
        if any(graph.way_to(s, here) is not None for s in _own(state, unit)):
            return None
        return _no_way(unit, here)

    def _screened(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        """Those in another house fire out by its outer walls, as many as may. (BLD-SSHT-01)"""
        if not unit.is_housed:
            return None
        if state.is_older_than("13"):
            return _no_way(unit, here)
        found = fire.at_walls(state, unit, self._mark(here))
        return found if isinstance(found, Refusal) else None

    def _mark(self, here: HouseSection) -> Point:
        """The opening that is aimed at."""
        found = shelling.opening(here, self.way)
        assert found is not None
        return found.at

    def plan(self, state: GameState) -> FirePlan:
        """Who throws or fires, and what it needs."""
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        staged, at = self._staged(state, unit, here)
        ready = shoot_at_spot.marked(staged, unit.side, at)
        weapon = state.weapons[self.weapon]
        orders = Orders(weapons=(self.weapon,), ap=state.turn.ap, thrown=True, known=True, models=self.models, aim=None)
        laid = Planner(ready, ready.units[unit.id], ready.units[MARK], orders).plan()
        found = shelling.aimed(state, unit, here, self.way, laid)
        if unit.is_housed and not occupants.is_in(state, unit, here.piece):
            found = fire.by_places(state, unit, self._mark(here), found)
        if weapon.is_thrown and not self.models:
            return found._replace(firings=tuple(self._as_many_as_may(state, unit, list(found.firings))))
        return found

    def _staged(self, state: GameState, unit: Unit, here: HouseSection) -> tuple[GameState, Point]:
        if not occupants.is_in(state, unit, here.piece):
            seen, mark = shelling.before(state, here, self.way)
            return (_at_walls(seen, unit, mark) if unit.is_housed else seen), mark
        at = here.middle
        models = tuple(_in_line(state, unit, m, here, at) for m in unit.models)
        shooters = replace(unit, models=models, housed={})
        return replace(state.with_unit(shooters), terrain=()), _off(at, shooters.alive[0].at if shooters.alive else at)

    def _as_many_as_may(self, state: GameState, unit: Unit, firings: list[Firing]) -> list[Firing]:
        kept: list[Firing] = []
        for firing in firings:
            if throw.too_many(state, unit, [*(f.model.id for f in kept), firing.model.id]) is None:
                kept.append(firing)
        return kept

    def preview(self, state: GameState) -> Preview:
        """What it takes, where it may land, and what it would do to those inside."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        here = enter.known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        return shelling.preview(state, self, here, self.plan(state))

    def resolve(self, progress: Progress) -> None:
        """Points, then each shot by itself; wounds at the end."""
        state = progress.state
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        plan = self.plan(state)
        act = "throw" if state.weapons[self.weapon].is_thrown else "shoot"
        paid = PointsSpent(side=unit.side, unit=unit.id, points=plan.ap, action=act, rules=("ARAP-WPN-01",))
        progress.emit(paid)
        facings = turns(plan, unit, None)
        if facings and not unit.is_housed:
            progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-ACT-14",)))
        hidden.reveal(progress, unit.id)
        if unit.is_housed and not occupants.is_in(state, unit, here.piece):
            fire.note(progress, unit, [f.model.id for f in plan.firings], self._mark(here))
        shelling.roll(progress, self, here, plan)


def _no_way(unit: Unit, here: HouseSection) -> Refusal:
    text = f"{unit.name} has no open way to {here.name}."
    return Refusal("screened", text, "BLD-SSHT-07", "a section that adjoins by an open way")


def _own(state: GameState, unit: Unit) -> list[HouseSection]:
    return [s for place in occupants.sections_of(state, unit) if (s := graph.at_place(state, place)) is not None]


def _at_walls(state: GameState, unit: Unit, mark: Point) -> GameState:
    """The state in which those in another house stand at its walls, which hide nothing. (BLD-SSHT-01)"""
    placed, own = fire.at_walls(state, unit, mark), occupants.house_of(state, unit)
    assert not isinstance(placed, Refusal)
    ground = tuple(p for p in state.terrain if own is None or p.id != own.piece.id)
    return replace(state.with_unit(replace(placed, housed={})), terrain=ground)


def _off(at: Point, eye: Point) -> Point:
    """Right above or below counts as so far off as floors lie apart."""
    return at if distance(at, eye) > 0.01 else (at[0] + fire.FLOOR_IN, at[1])


def _in_line(state: GameState, unit: Unit, model: Model, here: HouseSection, at: Point) -> Model:
    """Whoever has an open way there faces it; nobody else fires."""
    own = graph.at_place(state, unit.housed.get(model.id, "")) if model.alive else None
    if own is None or graph.way_to(own, here) is None:
        return replace(model, wounds=0)
    return replace(model, facing=bearing(model.at, _off(at, model.at)))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: what it carries that bursts, into each section with enemies that it gets it into."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons if shelling.bursts(state.weapons[w]))
    if unit.is_vehicle or not unit.in_play or not carried:
        return
    for piece in graph.houses(state):
        for here in graph.sections(piece):
            if any(not f.hidden for f in reach.foes(state, here, side)):
                for weapon in carried:
                    yield from _into(state, unit, here, weapon)


def _into(state: GameState, unit: Unit, here: HouseSection, weapon: WeaponId) -> Iterator[Offer]:
    inside = occupants.is_in(state, unit, here.piece)
    ways = [0] if inside else [n for n, way in enumerate(graph.ways_in(here)) if way.is_open]
    name = state.weapons[weapon].name
    for n in ways:
        action = BlastSection(
            side=unit.side, unit=unit.id, weapon=weapon, terrain=here.piece.id, section=here.room.letter, way=n
        )
        if action.check(state) is None:
            by = "" if inside else f" by {graph.ways_in(here)[n].name}"
            ap = action.plan(state).ap
            yield offered(
                state, action, kind="blast-section", unit=unit.id, ap=ap, label=f"{name} into {here.name}{by}"
            )


OFFERED: Final = ("blast-section",)
ACTIONS: tuple[type[Action], ...] = (BlastSection,)
