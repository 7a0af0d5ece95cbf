"""Grenades, area weapons and templates into a section. (BLD-SSHT-08 to -12, BLD-INTO-10)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.indirect import throw
from rules.arap.shooting import odds, shoot_at_spot, volley
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Orders, turns
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import hidden
from rules.arap.units.permission import may_act
from rules.buildings import through_openings
from rules.buildings.sections import burst, enter, fire, graph, occupants, reach
from rules.buildings.sections.burst import ShotAtSection
from rules.buildings.sections.graph import HouseSection, WayIn
from rules.core.ids import ModelId, SideId, TerrainId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState

BESIDE_IN: Final = 2.0
"""From no further off a shell always passes the opening. (BLD-INTO-10)"""


def bursts(weapon: Weapon) -> bool:
    """Whether it goes off in a section as a whole; what is lobbed at a guess does not get in."""
    return (weapon.is_thrown or weapon.marker_in > 0 or weapon.template) and not weapon.is_guessed


class BlastSection(Action, frozen=True, kw_only=True, tag="BlastSection"):
    """Throw or fire something that bursts into a section. (BLD-SSHT-08, BLD-SSHT-10, BLD-SSHT-12)

    From outside `way` is the opening by its place in the section's list; from another section it goes by the open way.
    `models` are those that throw or fire, none named: as many as may.
    """

    unit: UnitId
    weapon: WeaponId
    terrain: TerrainId
    section: str
    way: int = 0
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
        if weapon is None or not bursts(weapon) or not any(self.weapon in m.weapons for m in unit.alive):
            text = f"{unit.name} carries nothing of the kind that bursts in a section."
            return Refusal("no-blast", text, "BLD-SSHT-08", "a grenade, an area weapon or a template")
        return throw.too_many(state, unit, self.models) if weapon.is_thrown and self.models else None

    def _no_opening(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        foes = reach.foes(state, here, self.side)
        if not foes:
            return Refusal("nobody-there", f"No enemy is in {here.name}.", "BLD-SSHT-08", "a section with enemies")
        if any(state.is_locked(f.id) for f in foes):
            text = f"In {here.name} they are fighting: nobody can say whom it would hit."
            return Refusal("target-locked", text, "ARAP-GEN-01", "after that fight")
        if unit.is_housed:
            if any(graph.way_to(s, here) is not None for s in _own(state, unit)):
                return None
            text = f"{unit.name} has no open way to {here.name}."
            return Refusal("screened", text, "BLD-SSHT-07", "a section that adjoins by an open way")
        return None if self.opening(here) is not None else self._shut(here)

    def _shut(self, here: HouseSection) -> Refusal:
        text = f"{here.name} has no such opening that is open."
        ways = ", ".join(w.name for w in graph.ways_in(here) if w.is_open)
        return Refusal("no-opening", text, "BLD-SSHT-10", ways or "breaking one open")

    def opening(self, here: HouseSection) -> WayIn | None:
        """The window, door or breach aimed through."""
        ways = graph.ways_in(here)
        return ways[self.way] if 0 <= self.way < len(ways) and ways[self.way].is_open else None

    def plan(self, state: GameState) -> FirePlan:
        """Who throws or fires, and what it needs."""
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        staged, at = self._staged(state, unit, here)
        ready = shoot_at_spot.marked(staged, unit.side, at)
        weapon = state.weapons[self.weapon]
        orders = Orders(weapons=(self.weapon,), ap=state.turn.ap, thrown=True, known=True, models=self.models, aim=None)
        laid = Planner(ready, ready.units[unit.id], ready.units[MARK], orders).plan()
        firings = [shoot_at_spot.aimed(state, unit, f, self._through(unit, here, f)) for f in laid.firings]
        if weapon.is_thrown and not self.models:
            firings = self._as_many_as_may(state, unit, firings)
        told = tuple(i._replace(refusal=_told(i.refusal, here)) for i in laid.idle)
        return FirePlan(tuple(firings), told)

    def _through(self, unit: Unit, here: HouseSection, firing: Firing) -> Sequence[Modifier]:
        """At a slant to the wall, through a small opening: what it costs at doors and windows. (BLD-INTO-04, -06)"""
        way = self.opening(here)
        building = here.piece.building
        if unit.is_housed or way is None or way.opening is None or building is None:
            return ()
        gap = building.openings[way.opening]
        return through_openings.at_opening((gap.a, gap.b), firing.model.at, way.at, firing.weapon)

    def _staged(self, state: GameState, unit: Unit, here: HouseSection) -> tuple[GameState, Point]:
        if not unit.is_housed:
            way = self.opening(here)
            assert way is not None
            return replace(state, terrain=tuple(p for p in state.terrain if p.id != here.piece.id)), way.at
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
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        plan = self.plan(state)
        lines = tuple(self._line(state, unit, here, f) for f in plan.firings)
        return Preview(ap=plan.ap, shots=lines, notes=tuple(self._notes(state, here)), rules=self._rules(state, here))

    def _line(self, state: GameState, unit: Unit, here: HouseSection, firing: Firing) -> ShotLine:
        foe = reach.foes(state, here, self.side)[0]
        lands = chance_to_land(state, unit, firing, beside=self._is_beside(firing, here))
        told = "lands in it" if firing.strip is None else "burns everybody"
        per_hit = odds.per_hit(state, foe, firing.strengths, firing.weapon.ap, firing.close)
        return ShotLine(
            weapon=firing.weapon.id,
            name=firing.weapon.name,
            shooters=1,
            shots=firing.shots,
            goal=firing.goal,
            goal_text=goal_text(firing.goal, "low"),
            modifiers=firing.modifiers,
            chances=(Chance(label=told, exact=str(lands), value=float(lands)), *per_hit),
        )

    def _notes(self, state: GameState, here: HouseSection) -> Iterator[str]:
        inside = sum(len(models) for _, models in occupants.inside(state, here))
        if graph.is_open_space(state, here):
            yield f"{inside} inside: each escapes on {burst.ESCAPES} or less. (BLD-SSHT-09)"
        elif graph.has_inner_cover(state, here):
            yield f"{inside} inside: inner cover, each is hit on {burst.IN_COVER} or less. (BLD-SSHT-08)"
        else:
            friends = any(u.side == self.side for u, _ in occupants.inside(state, here))
            yield f"{inside} inside{', friends among them' if friends else ''}: everybody is hit. (BLD-SSHT-08)"

    def _rules(self, state: GameState, here: HouseSection) -> tuple[str, ...]:
        inside = state.units[self.unit].is_housed
        space = ("BLD-SSHT-09",) if graph.is_open_space(state, here) else ()
        return (
            "BLD-SSHT-08",
            "BLD-SSHT-12" if inside else "BLD-SSHT-10",
            *(() if inside else ("BLD-INTO-08",)),
            *space,
        )

    def _is_beside(self, firing: Firing, here: HouseSection) -> bool:
        way = self.opening(here)
        return way is not None and is_within(distance(firing.model.at, way.at), BESIDE_IN)

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
        lots: volley.Lots = {}
        for firing in plan.firings:
            for _ in range(firing.shots):
                ShotAtSection(progress, unit, here, firing, lots, beside=self._is_beside(firing, here)).go_off()
        volley.wound(progress, lots, HitSource(by=unit.id))


def _told(refusal: Refusal, here: HouseSection) -> Refusal:
    return replace(refusal, message=refusal.message.replace(" that spot", f" {here.name}"))


def _own(state: GameState, unit: Unit) -> list[HouseSection]:
    return [s for place in occupants.sections_of(state, unit) if (s := graph.at_place(state, place)) is not None]


def _off(at: Point, eye: Point) -> Point:
    """Right above or below counts as so far off as floors lie apart."""
    return at if distance(at, eye) > 0.01 else (at[0] + fire.FLOOR_IN, at[1])


def _in_line(state: GameState, unit: Unit, model: Model, here: HouseSection, at: Point) -> Model:
    """Whoever has an open way there faces it; nobody else fires."""
    own = graph.at_place(state, unit.housed.get(model.id, "")) if model.alive else None
    if own is None or graph.way_to(own, here) is None:
        return replace(model, wounds=0)
    return replace(model, facing=bearing(model.at, _off(at, model.at)))


def lands_by_dice(goal: int) -> Fraction:
    """The chance that an area weapon comes down where it was aimed: a double, or no more than the skill."""
    good = sum(a == b or a + b - goal <= 0 for a in range(1, 7) for b in range(1, 7))
    return Fraction(good, 36)


def chance_to_land(state: GameState, unit: Unit, firing: Firing, *, beside: bool) -> Fraction:
    """The chance that it goes off in the section aimed for. (BLD-SSHT-10, BLD-SSHT-12)"""
    if firing.strip is not None:
        return chance_low(firing.goal)
    if beside and firing.weapon.marker_in and not firing.weapon.is_thrown:
        return Fraction(1)
    hits = chance_low(firing.goal) if firing.weapon.is_thrown else lands_by_dice(firing.goal)
    return hits + (1 - hits) * Fraction(burst.STAYS, 6) if unit.is_housed else hits


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: what it carries that bursts, into each section with enemies that it gets it into."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons if bursts(state.weapons[w]))
    if unit.is_vehicle or not unit.in_play or not carried:
        return
    for piece in graph.houses(state):
        for here in graph.sections(piece):
            if any(not f.hidden for f in reach.foes(state, here, side)):
                for weapon in carried:
                    yield from _into(state, unit, here, weapon)


def _into(state: GameState, unit: Unit, here: HouseSection, weapon: WeaponId) -> Iterator[Offer]:
    ways = [0] if unit.is_housed else [n for n, way in enumerate(graph.ways_in(here)) if way.is_open]
    name = state.weapons[weapon].name
    for n in ways:
        action = BlastSection(
            side=unit.side, unit=unit.id, weapon=weapon, terrain=here.piece.id, section=here.room.letter, way=n
        )
        if action.check(state) is None:
            by = "" if unit.is_housed else f" by {graph.ways_in(here)[n].name}"
            ap = action.plan(state).ap
            yield offered(
                state, action, kind="blast-section", unit=unit.id, ap=ap, label=f"{name} into {here.name}{by}"
            )


ACTIONS: tuple[type[Action], ...] = (BlastSection,)
