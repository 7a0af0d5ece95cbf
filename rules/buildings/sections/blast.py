"""Grenades, area weapons and templates that go off in a section. (BLD-SSHT-08 to -13)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage.allocation import Lot
from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.indirect import throw
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting import shoot_at_spot, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Orders, turns
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.templates import scatter
from rules.arap.templates.building_interface import ModelUnderMarker
from rules.arap.templates.scatter import Shell
from rules.arap.units import hidden
from rules.arap.units.permission import may_act
from rules.arap.units.weapons import key
from rules.buildings.sections import enter, fire, graph, occupants, reach
from rules.buildings.sections.graph import HouseSection, WayIn
from rules.core.ids import ModelId, SideId, TerrainId, UnitId, WeaponId
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text, modified
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import layouts, rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState

STAYS: Final = 4
"""On this or less what missed lands in the section aimed for all the same. (BLD-SSHT-12)"""

ESCAPES: Final = 3
"""On this or less an occupant of an open section escapes a blast. (BLD-SSHT-09)"""

IN_COVER: Final = 4
"""On this or less one in the cover of inner walls is hit. (BLD-SSHT-08)"""

SPLASH: Final = 3
"""On this or less a template that was not aimed well burns an occupant. (BLD-TMPL-05)"""

BESIDE_IN: Final = 2.0
"""From no further off a shell always passes the opening. (BLD-INTO-10)"""


def bursts(weapon: Weapon) -> bool:
    """Whether it goes off in a section as a whole; what is lobbed at a guess does not get in."""
    return (weapon.is_thrown or weapon.marker_in > 0 or weapon.template) and not weapon.is_guessed


class SectionShelled(Event, frozen=True, kw_only=True, tag="SectionShelled"):
    """A grenade, shell or stream has gone off in a section, or outside it. (BLD-SSHT-08, BLD-SSHT-10 to -12)"""

    weapon: WeaponId
    model: ModelId
    aimed: str
    """The section aimed for."""
    burst: str = ""
    """Where it went off; "" outside, where it harms nobody."""

    def evolve(self, state: GameState) -> GameState:
        """The shot is counted, and who threw. (ARAP-WPN-02, ARAP-GREN-01)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        named = key(self.model, self.weapon)
        now = replace(unit.now, shots={**unit.now.shots, named: unit.now.shots.get(named, 0) + 1})
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """What went off where."""
        assert self.unit is not None
        what = f"{state.weapons[self.weapon].name} of {state.units[self.unit].name}"
        if not self.burst:
            return f"{what}, meant for {self.aimed}, does not get in"
        return f"{what} goes off in {self.burst}" + (f", not in {self.aimed}" if self.burst != self.aimed else "")


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
        firings = [shoot_at_spot.aimed(state, unit, f) for f in laid.firings]
        if weapon.is_thrown and not self.models:
            firings = self._as_many_as_may(state, unit, firings)
        told = tuple(i._replace(refusal=_told(i.refusal, here)) for i in laid.idle)
        return FirePlan(tuple(firings), told)

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
        per_hit = shooting_preview.per_hit(state, foe, firing.strength, firing.weapon.ap, firing.close)
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
            yield f"{inside} inside: each escapes on {ESCAPES} or less. (BLD-SSHT-09)"
        elif graph.has_inner_cover(state, here):
            yield f"{inside} inside: inner cover, each is hit on {IN_COVER} or less. (BLD-SSHT-08)"
        else:
            yield f"{inside} inside, friends among them too: everybody is hit. (BLD-SSHT-08)"

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
                _Shot(progress, unit, here, firing, lots, beside=self._is_beside(firing, here)).go_off()
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
    return hits + (1 - hits) * Fraction(STAYS, 6) if unit.is_housed else hits


class _Shot(NamedTuple):
    """One grenade, shell or stream on its way to a section."""

    progress: Progress
    unit: Unit
    here: HouseSection
    firing: Firing
    lots: volley.Lots
    beside: bool = False

    def go_off(self) -> None:
        """Where it lands; then everybody there. (BLD-SSHT-08, BLD-SSHT-10 to -12)"""
        if self.firing.strip is not None:
            self._burn()
            return
        landed = self._on_target()
        where = self.here if landed else self._stray()
        self._tell(where)
        if where is not None:
            self._burst(where, occupants.inside(self.progress.state, where))
        elif not self.unit.is_housed:
            self._scatter()

    @property
    def _rule(self) -> str:
        return "BLD-SSHT-12" if self.unit.is_housed else "BLD-SSHT-10"

    def _foe(self) -> UnitId | None:
        return next((f.id for f in reach.foes(self.progress.state, self.here, self.unit.side)), None)

    def _on_target(self) -> bool:
        """A throw by its roll, a shell by its scatter; beside the opening a shell always gets in. (BLD-INTO-10)"""
        firing, weapon = self.firing, self.firing.weapon
        if weapon.is_thrown:
            return self._roll_to_hit()
        if self.beside:
            return True
        why, rules = f"{weapon.name}: scatter", (self._rule, "ARAP-AREA-02")
        faces = [
            self.progress.roll(
                label, unit=self.unit.id, why=why, rules=rules, modifiers=firing.modifiers if n == 0 else ()
            ).dice[0]
            for n, label in enumerate(("scatter-a", "scatter-b"))
        ]
        return faces[0] == faces[1] or sum(faces) - modified(firing.base, firing.modifiers) <= 0

    def _roll_to_hit(self) -> bool:
        firing = self.firing
        rolled = self.progress.roll(
            "to-hit",
            sense="low",
            goal=firing.goal,
            base=firing.base,
            modifiers=firing.modifiers,
            unit=self.unit.id,
            target=self._foe(),
            why=f"{firing.weapon.name} into {self.here.name}",
            rules=(self._rule, "ARAP-HIT-01"),
        )
        return bool(rolled.made[0])

    def _stray(self) -> HouseSection | None:
        """From a section it may land there all the same, or next door; from outside it does not get in."""
        if not self.unit.is_housed:
            return None
        why, rules = f"{self.firing.weapon.name} misses", ("BLD-SSHT-12",)
        rolled = self.progress.roll("section-drift", sense="low", goal=STAYS, unit=self.unit.id, why=why, rules=rules)
        near = graph.joined(self.here)
        if rolled.made[0] or not near:
            return self.here
        names = ", ".join(s.room.letter for s in near)
        return near[self.progress.pick(len(near), unit=self.unit.id, why=f"which section of {names}", rules=rules)]

    def _tell(self, where: HouseSection | None) -> None:
        rules = (self._rule, *(("BLD-SSHT-11",) if where is None else ("BLD-SSHT-08",)))
        self.progress.emit(
            SectionShelled(
                side=self.unit.side,
                unit=self.unit.id,
                weapon=self.firing.weapon.id,
                model=self.firing.model.id,
                aimed=self.here.name,
                burst=where.name if where is not None else "",
                rules=rules,
            )
        )

    def _scatter(self) -> None:
        """A stray shot from outside is worked out only where that is played and somebody could be hit. (SSHT-11)"""
        state, weapon = self.progress.state, self.firing.weapon
        aim = self.firing.aim.at
        far = distance(self.firing.model.at, aim)
        near = far / 2 + weapon.marker_in / 2
        outside = (m.at for u in state.units.values() if u.on_table and not u.is_vehicle for m in u.alive)
        if state.options.get("section_area_miss") != "scatter" or not weapon.marker_in:
            return
        if not any(is_within(distance(at, aim), near) for at in outside):
            return
        shell = Shell(self.firing.model, self.unit, weapon, aim, None, self.firing.modifiers, far)
        found = scatter.scattered(self.progress, shell, "short")
        landing = scatter.come_down(self.progress, shell, found, flat=False, rules=("BLD-SSHT-11",))
        struck = volley.area_struck(self.progress, self.unit.id, landing, weapon)
        told = volley.Told(
            weapon, self.firing.model.id, self.firing.strength, self.firing.close, None, False, volley.UNDER
        )
        volley.all_struck(self.progress, self.unit.id, told._replace(centre=landing.at), struck, self.lots)

    # -- what it does there --------------------------------------------------------------------------------------------

    def _burst(self, where: HouseSection, inside: Sequence[tuple[Unit, tuple[Model, ...]]]) -> None:
        """Everybody, but for whom open space or inner walls save. (BLD-SSHT-08, BLD-SSHT-09)"""
        for unit, models in inside:
            struck = self._struck(where, unit, models)
            self._land(unit, struck)

    def _struck(self, where: HouseSection, unit: Unit, models: Sequence[Model]) -> list[ModelId]:
        state = self.progress.state
        if graph.is_open_space(state, where):
            why, rules = f"{unit.name} in open space", ("BLD-SSHT-09",)
            rolled = self._each("blast-escape", ESCAPES, models, unit, why, rules)
            return [m.id for m, escapes in zip(models, rolled, strict=True) if not escapes]
        covered = [m for m in models if m.id in unit.inner_cover or graph.has_inner_cover(state, where)]
        struck = {m.id for m in models if m not in covered}
        if covered:
            rolled = self._each(
                "area-cover", IN_COVER, covered, unit, f"{unit.name} behind inner walls", ("BLD-SSHT-08",)
            )
            struck |= {m.id for m, hit in zip(covered, rolled, strict=True) if hit}
        return [m.id for m in models if m.id in struck]

    def _each(
        self, label: str, goal: int, models: Sequence[Model], unit: Unit, why: str, rules: tuple[str, ...]
    ) -> tuple[bool, ...]:
        rolled = self.progress.roll(
            label, len(models), sense="low", goal=goal, unit=self.unit.id, target=unit.id, why=why, rules=rules
        )
        return tuple(bool(made) for made in rolled.made)

    def _burn(self) -> None:
        """A template: one roll; what is not aimed well burns each on 3 or less. (BLD-SSHT-08, BLD-TMPL-05)"""
        aimed_well = self._roll_to_hit()
        self._tell(self.here)
        for unit, models in occupants.inside(self.progress.state, self.here):
            struck = self._struck(self.here, unit, models)
            if not aimed_well:
                burnt = [m for m in models if m.id in struck]
                rules = ("BLD-TMPL-05", "BLD-SSHT-08")
                rolled = self._each("template-cover", SPLASH, burnt, unit, f"{unit.name} beside the stream", rules)
                struck = [m.id for m, hit in zip(burnt, rolled, strict=True) if hit]
            self._land(unit, struck)

    def _land(self, unit: Unit, struck: Sequence[ModelId]) -> None:
        """Hits that count for suppression and wait for their wounds."""
        firing = self.firing
        self.progress.emit(
            volley.ShotsFired(
                side=self.unit.side,
                unit=self.unit.id,
                target=unit.id,
                weapon=firing.weapon.id,
                shots={},
                hits=len(struck),
                big=firing.weapon.marker_in >= volley.BIG_MARKER_IN,
                rules=("BLD-SSHT-08", "ARAP-SUPP-01"),
            )
        )
        if struck:
            lot = Lot(
                weapon=firing.weapon.id,
                strength=firing.strength,
                ap=firing.weapon.ap,
                victims=tuple(struck),
                close=firing.close,
            )
            self.lots.setdefault(unit.id, []).append(lot)


# -- on the outside --------------------------------------------------------------------------------------------------


def under_marker(progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
    """Occupants whom a marker on the outside of a house may hit: firers on that side, and a share of the others.

    Whom the host has ticked instead. (BLD-SSHT-13)
    """
    found: list[ModelUnderMarker] = []
    disc = rings.disc(centre, across_in / 2)
    for piece in graph.houses(progress.state):
        for here in graph.sections(piece):
            covered = layouts.shared_in(disc, here.room.points)
            if covered > 0.01:
                share = covered / max(layouts.area_in(here.room.points), 0.01)
                found += _eligible(progress, here, centre, share)
    return found


def _eligible(progress: Progress, here: HouseSection, centre: Point, share: float) -> list[ModelUnderMarker]:
    found: list[ModelUnderMarker] = []
    for unit, models in occupants.inside(progress.state, here):
        ticked = [m for m in models if m.id in unit.exposed]
        chosen = ticked or _proposed(progress, here, centre, share, unit, models)
        found += [ModelUnderMarker(unit.id, m.id, distance(here.middle, centre), "hard") for m in chosen]
    return found


def _proposed(
    progress: Progress, here: HouseSection, centre: Point, share: float, unit: Unit, models: Sequence[Model]
) -> list[Model]:
    side = fire.quadrant(here, centre)
    shown = [m for m in models if unit.now.fired_out.get(m.id, side if m.id in unit.shown else "") == side]
    others = [m for m in models if m not in shown]
    chosen = list(shown)
    for _ in range(int(len(others) * share + 1e-9)):
        why = f"who of {unit.name} is behind the wall that was struck"
        place = progress.pick(len(others), unit=unit.id, why=why, rules=("BLD-SSHT-13",))
        chosen.append(others.pop(place))
    return chosen


# -- offers ----------------------------------------------------------------------------------------------------------


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
EVENTS: tuple[type[Event], ...] = (SectionShelled,)
