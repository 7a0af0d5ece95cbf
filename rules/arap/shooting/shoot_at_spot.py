"""Area weapons fired directly at a spot on the ground that the firer sees. (ARAP-AREA-01, ARAP-AREA-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.shooting import doubtful, shoot, to_hit, volley
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting.building_interface import ShotsFromBuildings
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.doubtful import Doubt
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Idle, Orders, open_fire
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.vehicle_interface import ShotsAboard
from rules.arap.shooting.volley import AreaFire
from rules.arap.sight.building_interface import Place
from rules.arap.templates import marker, scatter
from rules.arap.templates.scatter import Shell
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.arap.vehicle_interface import ask
from rules.core import kept
from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import along, distance, is_within
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState

MARK: Final = UnitId("@spot")
"""What stands in the place of a unit while fire at a spot is planned; it is never in play."""

_PROFILE: Final = Profile(id=ProfileId("@spot"), name="Spot", t=1, base_mm=2)


def marked(state: GameState, side: SideId, at: Point) -> GameState:
    """The state with a mark on the ground that can be aimed at like a man who stands there."""
    other = next(s.id for s in state.sides if s.id != side)
    mark = Model(id=ModelId("@spot.1"), profile=_PROFILE.id, at=at)
    unit = Unit(id=MARK, name="that spot", side=other, models=(mark,), deployed=True, n_start=1)
    profiles = {**state.profiles, _PROFILE.id: _PROFILE}
    return replace(state, units={**state.units, MARK: unit}, profiles=profiles)


def by_hull(state: GameState, unit_id: UnitId) -> GameState:
    """The state in which people aboard stand where their hull does, from which they fire; as it is for others."""
    unit = state.units.get(unit_id)
    if unit is None or unit.aboard is None:
        return state
    return kept.lately(state, "by hull", unit_id, lambda: _by_hull(state, unit))


def _by_hull(state: GameState, unit: Unit) -> GameState:
    assert unit.aboard is not None
    hull = state.units[unit.aboard].models[0]
    return state.with_unit(replace(unit, models=tuple(replace(m, at=hull.at, facing=hull.facing) for m in unit.models)))


def at_mark(ready: GameState, unit: Unit, orders: Orders) -> FirePlan:
    """Fire at the mark; of people aboard from the side of their hull, before `limited` says who finds a place there."""
    if unit.aboard is None:
        return Planner(ready, unit, ready.units[MARK], orders).plan()
    seen = ask(ready, ShotsAboard).on_the_hull(ready, unit, ready.units[MARK])
    if isinstance(seen, Refusal):
        return FirePlan((), (Idle(unit.alive[0].id, 0, seen),))
    orders = orders._replace(barred=seen.barred)
    return Planner(seen.state, seen.state.units[unit.id], seen.state.units[MARK], orders).plan()


def limited(ready: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """Such a plan without what people aboard may not do. (VEH-FROM-04, VEH-FROM-07, TRI-PASS-02)"""
    if unit.aboard is None:
        return plan
    return ask(ready, ShotsAboard).limited(ready, unit, ready.units[MARK], plan)


def open_out(progress: Progress, unit: Unit, plan: FirePlan, at: Point, *, rule: str = "ARAP-ACT-12") -> None:
    """The unit pays and turns to fire; of people aboard it is noted that they have fired out that way."""
    open_fire(progress, unit, plan, rule=rule)
    if unit.aboard is not None:
        mark = marked(progress.state, unit.side, at).units[MARK]
        ask(progress.state, ShotsAboard).have_fired(progress, unit, mark, plan)


def warned(state: GameState, unit: UnitId, plan: FirePlan, found: Preview) -> Preview:
    """The preview with what such fire brings upon those aboard. (TRI-PASS-04)"""
    people = state.units[unit]
    note = ask(state, ShotsAboard).fire_tells(state, people, plan) if people.aboard is not None else ""
    return replace(found, notes=(note, *found.notes)) if note else found


def fires_out(unit: Unit) -> bool:
    """Whether a unit stands on the table, or is aboard and may fire from there."""
    return not unit.is_vehicle and bool(unit.alive) and (unit.on_table or unit.aboard is not None)


def is_fit(weapon: Weapon) -> bool:
    """Whether a weapon is aimed at the ground: by its marker, and not at a guess."""
    return weapon.is_ranged and weapon.marker_in > 0 and not weapon.is_guessed


def aimed(state: GameState, unit: Unit, firing: Firing, extra: Sequence[Modifier] = ()) -> Firing:
    """A shot at the mark with the modifiers of a shot at the ground: nobody there is small, quick or in cover."""
    shot = to_hit.Shot(
        unit, firing.model, firing.weapon, None, firing.range_in, spot=Place(firing.aim.at, firing.aim.level_in)
    )
    close = is_within(firing.range_in, units_weapons.short_range(firing.weapon))
    return firing._replace(modifiers=to_hit.modifiers(state, shot, extra), close=close)


def off_table(state: GameState, at: Point) -> Refusal | None:
    """Why nothing is aimed there: no ground of this table."""
    width, height = state.scenario.width_in, state.scenario.height_in
    if 0 <= at[0] <= width and 0 <= at[1] <= height:
        return None
    return Refusal("off-table", "That spot is not on the table.", "ARAP-AREA-01", f"0-{width:g}″ by 0-{height:g}″")


def capitalised(refusal: Refusal) -> Refusal:
    """A refusal whose sentence may begin with the name of the mark."""
    return replace(refusal, message=refusal.message[:1].upper() + refusal.message[1:])


class FireAtSpot(Action, frozen=True, kw_only=True, tag="FireAtSpot"):
    """Fire area weapons at a spot on the ground. (ARAP-AREA-01)

    `at` is the spot in inches; `weapons` and `models` are those that fire, none named: all that can; `mode` and `shots`
    as for other fire. (ARAP-WPN-01)
    """

    unit: UnitId
    at: Point
    weapons: tuple[WeaponId, ...] = ()
    mode: Literal["auto", "half", "full"] = "auto"
    models: tuple[ModelId, ...] = ()
    shots: dict[WeaponId, int] = {}

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, table, weapons, then range, sight, arc and friends: the first that bars everybody."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = shooting_plan.shooter_barred(state, unit, aboard=unit.aboard is not None)
        refusal = refusal or off_table(state, self.at)
        if refusal:
            return refusal
        refusal = shooting_plan.chosen_badly(state, unit, self.models, self.shots)
        if refusal:
            return refusal
        if not self._fit(state, unit):
            why = f"{unit.name} has nothing that can be aimed at the ground."
            return Refusal("no-area-weapon", why, "ARAP-AREA-01", "a weapon with an area marker, or an enemy")
        barred = self.plan(state).refusal
        return capitalised(barred) if barred is not None else None

    def _fit(self, state: GameState, unit: Unit) -> tuple[WeaponId, ...]:
        carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
        named = self.weapons or carried
        return tuple(w for w in named if w in carried and is_fit(state.weapons[w]))

    def plan(self, state: GameState) -> FirePlan:
        """Who would fire what."""
        state = by_hull(state, self.unit)
        unit = state.units[self.unit]
        staged = marked(state, unit.side, self.at)
        ap = state.turn.ap
        burst: units_weapons.Burst = ("full" if ap >= 2 else "half") if self.mode == "auto" else self.mode
        orders = Orders(weapons=self._fit(state, unit), burst=burst, ap=ap, models=self.models, most=self.shots)
        if unit.aboard is not None:
            laid = at_mark(staged, unit, orders)
            laid = laid._replace(firings=tuple(aimed(state, unit, f) for f in laid.firings))
            return limited(staged, unit, laid)
        laid = shoot.planned(staged, unit, staged.units[MARK], orders)
        return FirePlan(tuple(aimed(state, unit, f) for f in laid.firings), laid.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, and how each weapon's shells may scatter."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        plan = self.plan(state)
        doubts = doubtful.previewed(state, self.doubts(state))
        rules = dict.fromkeys(("ARAP-AREA-01", "ARAP-AREA-02", *(doubt.rule for doubt in doubts)))
        seen = Preview(ap=plan.ap, shots=lines(state, plan, self.at), rules=tuple(rules), doubts=doubts)
        return warned(state, self.unit, plan, seen)

    def doubts(self, state: GameState) -> list[Doubt]:
        """Who is at the edge of the markers where they are aimed. (ARAP-TMPL-06)"""
        unit, staged = state.units[self.unit], marked(state, self.side, self.at)
        if building_interface.ask(ShotsFromBuildings).posted(staged, unit, staged.units[MARK]) is not None:
            return []  # upper floors are laid out apart
        return list(doubtful.edges(state, unit, self.plan(state)))

    def resolve(self, progress: Progress) -> None:
        """Fire, once the other side has judged what is doubtful."""
        if doubtful.are_asked(progress.state):
            progress.queue(SpotJudged(shot=self))
        else:
            self.fire(progress)

    def fire(self, progress: Progress) -> None:
        """Points, turns, then shell by shell."""
        state = progress.state
        plan, unit = self.plan(state), state.units[self.unit]
        open_out(progress, unit, plan, self.at)
        shell(progress, unit.id, plan)


class SpotJudged(TaskStruct, frozen=True, kw_only=True, tag="SpotJudged"):
    """Fire at a spot waits until the other side has judged who is under its markers there. (ARAP-TMPL-06)"""

    shot: FireAtSpot

    def run(self, progress: Progress) -> None:
        """Ask about the first doubt that is left; without any, fire."""
        doubtful.ask_or_fire(progress, self, self.shot)

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it, and go on to the next doubt or to the fire."""
        doubtful.settle_first(progress, self, self.shot, choice)


def lines(state: GameState, plan: FirePlan, at: Point) -> tuple[ShotLine, ...]:
    """For each weapon how its shells scatter, and the chance that they do not."""
    return tuple(_line_at(state, firing, at) for firing in plan.firings)


def _line_at(state: GameState, firing: Firing, at: Point) -> ShotLine:
    """The same of one of them, with what else becomes of a shell that is aimed there. (ARAP-AREA-07)"""
    shot_line, notes = line(state, firing), marker.notes(state, at, firing.weapon)
    barred = scatter.note_of_obstacle(state, firing.model, at, firing.weapon)
    if not barred:
        return replace(shot_line, notes=(*shot_line.notes, *notes))
    never = Chance(label="on target", exact="0", value=0.0)
    return replace(shot_line, chances=(never, *shot_line.chances[1:]), notes=(*shot_line.notes, barred, *notes))


def line(state: GameState, firing: Firing, how: HowFired = ON_FOOT) -> ShotLine:
    """How the shells of one weapon scatter, and the chance that they do not."""
    words, odds = how.aims(state, firing)
    return ShotLine(
        weapon=firing.weapon.id,
        name=firing.weapon.name,
        shooters=1,
        shots=firing.shots,
        goal=firing.goal,
        goal_text=words,
        modifiers=firing.modifiers,
        chances=(Chance(label="on target", exact=str(odds), value=float(odds)),),
        notes=(f"range {firing.range_in:.2f}″", f"marker of {firing.weapon.marker_in:g}″"),
    )


def shell(progress: Progress, unit: UnitId, plan: FirePlan) -> None:
    """Each shot scatters and strikes who is under its marker; then wounds and saves. (ARAP-AREA-02 to -05)"""
    lots: volley.Lots = {}
    for firing in plan.firings:
        side = progress.state.units[unit].side
        progress.emit(
            SpotShelled(
                side=side,
                unit=unit,
                weapon=firing.weapon.id,
                model=firing.model.id,
                at=firing.aim.at,
                shots=firing.shots,
                rules=("ARAP-AREA-01",),
            )
        )
        for _ in range(firing.shots):
            _fly(progress, unit, firing, lots)
    volley.wound(progress, lots, HitSource(by=unit))


def _fly(progress: Progress, unit_id: UnitId, firing: Firing, lots: volley.Lots) -> None:
    unit, weapon, aim = progress.state.units[unit_id], firing.weapon, firing.aim.at
    away = distance(firing.model.at, aim)
    flying = Shell(firing.model, unit, weapon, aim, None, firing.modifiers, away, firing.aim.level_in)
    rules = ("ARAP-AREA-01", "ARAP-AREA-02")
    landing = scatter.fall(progress, flying, "aimed", firing.base, flat=not weapon.is_lobbed, rules=rules)
    struck = volley.area_struck(progress, unit_id, landing, weapon)
    burst = AreaFire(weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=volley.UNDER)
    volley.all_struck(progress, unit_id, burst._replace(centre=landing.at), struck, lots)


class SpotShelled(Event, frozen=True, kw_only=True, tag="SpotShelled"):
    """A model fires an area weapon at a spot on the ground. (ARAP-AREA-01)"""

    weapon: WeaponId
    model: ModelId
    at: Point
    shots: int = 1

    def evolve(self, state: GameState) -> GameState:
        """Its shots are counted; nobody was shot at. (ARAP-WPN-02)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        named = units_weapons.key(self.model, self.weapon)
        shots = {**unit.now.shots, named: unit.now.shots.get(named, 0) + self.shots}
        return state.with_unit(replace(unit, now=replace(unit.now, shots=shots)))

    def sentence(self, state: GameState) -> str:
        """Who fired what at the ground."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} fires {state.weapons[self.weapon].name} at a spot on the ground"


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: to fire what it can at the ground ahead, at short range or, before walls, nearer."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    if not fires_out(state.units[active]):
        return
    unit = by_hull(state, active).units[active]
    for model in unit.alive:
        fit = [w for name in model.weapons if is_fit(w := state.weapons[name])]
        if fit:
            spots = (_ahead(model, fit[0], share) for share in AHEAD)
            aimed = (FireAtSpot(side=side, unit=unit.id, at=at, weapons=(fit[0].id,)) for at in spots)
            action = next((shot for shot in aimed if shot.check(state) is None), None)
            if action is not None:
                ap = action.plan(state).ap
                yield Offer(kind="shoot", unit=unit.id, ap=ap, label="Shoot at the ground", action=action)
            return


AHEAD: Final = (1.0, 0.5, 0.25, 0.125)
"""Shares of short range at which the ground is tried, the farthest first: in a room only the nearer is in sight."""


def _ahead(model: Model, weapon: Weapon, share: float) -> Point:
    x, y = along(model.at, model.facing, units_weapons.short_range(weapon) * share)
    return (round(x, 2), round(y, 2))


OFFERED: Final = ("shoot",)
ACTIONS: tuple[type[Action], ...] = (FireAtSpot,)
EVENTS: tuple[type[Event], ...] = (SpotShelled,)
TASKS: tuple[type[TaskStruct], ...] = (SpotJudged,)
