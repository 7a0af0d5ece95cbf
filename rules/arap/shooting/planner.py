"""Who of a unit can fire what at whom, and what each shot needs: the plan behind a shooting action.

The same plan is looked at by check, preview and resolve. (ARAP-SHOOT-01 to -07, ARAP-WPN-01 to -04, ARAP-HIT-01)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage import riders, wounds_and_saves
from rules.arap.damage.wounds_and_saves import can_wound, goal_against
from rules.arap.shooting import rulings, to_hit
from rules.arap.shooting.building_interface import ShotsFromHighUp
from rules.arap.shooting.legality import guessed, no_weapon, not_under, out_of_range, spent, too_dear
from rules.arap.shooting.line_of_fire import LineOfFire
from rules.arap.shooting.plan import FirePlan, Firing, Idle, Orders
from rules.arap.shooting.vehicle_interface import ShotsFromTheSaddle
from rules.arap.sight import smoke
from rules.arap.sight.cover import Covers, UnitCover
from rules.arap.sight.lines import Comrades, Lines, comrades, distance_to
from rules.arap.templates import marker
from rules.arap.templates import strip as templates_strip
from rules.arap.units import weapons as units_weapons
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text, possible_low
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.geometry.templates import Strip
from rules.state import GameState

SMOKE_STRENGTH: Final = 6
SMOKE_LOSS: Final = 2


class Laid(NamedTuple):
    """Whom a weapon may be aimed at, with how far off they are, and its template with what bounces off a wall."""

    targets: Sequence[tuple[float, Model]]
    strip: Strip | None = None
    beyond: Strip | None = None


def covers_between(state: GameState, unit: Unit, target: Unit) -> Covers:
    """The lines from a unit that fires to its target, with the cover on them."""
    return Covers(Lines(state, tuple(m.at for m in unit.alive), target, but=(unit.id,)))


class Planner:
    """Works out the plan of one unit firing at another."""

    def __init__(
        self, state: GameState, unit: Unit, target: Unit, orders: Orders, covers: Covers | None = None
    ) -> None:
        """`covers` are those of both units, where several plans are made of them; of some of the target its part."""
        self.state = state
        self.unit = unit
        self.target = target
        self.orders = orders
        self._covers = covers or covers_between(state, unit, target)
        self._members = self._covers.lines.target.alive
        self._lines = self._covers.lines
        self._line = LineOfFire(state, unit, target, orders, self._lines)
        self._close_matters: dict[int, bool] = {}
        self._least_goals: dict[int, int] = {}
        self._parts = riders.any_separate(state, target)
        self._high_up = building_interface.ask(ShotsFromHighUp)

    def plan(self) -> FirePlan:
        """Every model of the unit, firing or idle."""
        friends = comrades(self.state, self.unit, self.target)
        firings: list[Firing] = []
        idle: list[Idle] = []
        for model in self.unit.alive:
            if self.orders.models and model.id not in self.orders.models:
                continue
            found, why = self._model(model, friends)
            firings += found
            if not found and why is not None:
                idle.append(why)
        return FirePlan(tuple(firings), tuple(idle), self._covered(firings))

    def _model(self, model: Model, friends: Comrades) -> tuple[list[Firing], Idle | None]:
        """What a model fires: one weapon, or the two pistols that were named; else the furthest reason why not.

        What can wound nobody is fired where it has nothing better. (ARAP-DMG-02)
        """
        weapons = list(self._weapons(model))
        if not weapons:
            return [], Idle(model.id, 0, no_weapon(self.unit))
        targets = sorted(((distance_to(self.state, model.at, m), m) for m in self._members), key=lambda t: t[0])
        reached = self._reached(model)
        if isinstance(reached, Refusal):
            return [], Idle(model.id, 6, reached)
        model = reached
        pistols = self._pistols(weapons)
        found: list[Firing] = []
        furthest: Idle | None = None
        harmless: Firing | None = None
        for weapon in weapons:
            tried = self._weapon(model, weapon, targets, friends, two_pistols=pistols)
            if isinstance(tried, Firing) and tried.harmless and not pistols:
                harmless = harmless or tried
            elif isinstance(tried, Firing):
                found.append(tried)
                if not pistols or len(found) == 2:
                    break
            elif furthest is None or tried.stage > furthest.stage:
                furthest = tried
        return found or ([harmless] if harmless else []), furthest

    def _reached(self, model: Model) -> Model | Refusal:
        """The model where it fires from: outside its window if it leans out, or where it holds its weapon.

        Distances are measured from where it stands all the same. (BLD-HIGH-02, BLD-HIGH-03)
        """
        reach = self.orders.reach(model.id)
        if not reach:
            return model
        out = self._high_up.reached(self.state, self.unit, model, self.target, reach)
        return out if isinstance(out, Refusal) else replace(model, at=out)

    def _weapons(self, model: Model) -> Iterator[Weapon]:
        """Ranged weapons that the model carries, in the order of the orders, else its own."""
        named = self.orders.weapons
        for weapon_id in named or dict.fromkeys(model.weapons):
            if weapon_id in model.weapons:
                weapon = self.state.weapons[weapon_id]
                if weapon.is_ranged or (self.orders.thrown and weapon.is_thrown):
                    yield weapon

    def _pistols(self, weapons: Sequence[Weapon]) -> bool:
        """Whether two pistols are named: a pistol in each hand. (ARAP-WPN-04)"""
        return bool(self.orders.weapons) and len(weapons) == 2 and all(w.type == "pistol" for w in weapons)

    def _weapon(
        self,
        model: Model,
        weapon: Weapon,
        targets: Sequence[tuple[float, Model]],
        friends: Comrades,
        *,
        two_pistols: bool,
    ) -> Firing | Idle:
        """What one weapon of a model fires at whom, or the furthest that it gets on the way to that."""
        barred = self._unfit(model, weapon)
        if barred is not None:
            return barred
        laid = self._laid(model, weapon, targets, friends)
        if isinstance(laid, Idle):
            return laid
        aimed = self._at(model, weapon, laid, friends)
        if isinstance(aimed, Idle):
            return aimed
        strength = self._strength(model, weapon, aimed[1])
        if strength is None:
            why = f"{weapon.name} is a laser under strength 6: it does not carry through smoke."
            return Idle(model.id, 8, Refusal("smoke", why, "ARAP-HIT-09", "a line clear of smoke"))
        firing = self._firing(model, weapon, laid, aimed, strength, two_pistols=two_pistols)
        return self._possible(firing) or self._barred(firing) or firing

    def _unfit(self, model: Model, weapon: Weapon) -> Idle | None:
        """Why a model does not fire that weapon at anything: itself, a range to be guessed, shots and points."""
        orders = self.orders
        unable = to_hit.unable(self.state, model, weapon)
        if unable is not None:
            return Idle(model.id, 1, unable)
        barred = self._high_up.wild_barred(weapon) if orders.reach(model.id) == "wild" else None
        if barred is not None:
            return Idle(model.id, 2, barred)
        if not orders.known and (weapon.is_guessed or (orders.blind and weapon.marker_in)):
            return Idle(model.id, 2, guessed(weapon))
        if units_weapons.shots_left(self.unit, model, weapon) == 0:
            return Idle(model.id, 3, spent(weapon))
        points = self._points(model, weapon)
        return Idle(model.id, 2, too_dear(weapon, points, orders.ap)) if points > orders.ap else None

    def _points(self, model: Model, weapon: Weapon) -> int:
        return units_weapons.points(weapon, self.state.profile(model), self.orders.burst, lobbed=weapon.is_guessed)

    def _laid(
        self, model: Model, weapon: Weapon, targets: Sequence[tuple[float, Model]], friends: Comrades
    ) -> Laid | Idle:
        """Whom the weapon may be aimed at: all, those under its template, or the aim point of its marker."""
        orders = self.orders
        if weapon.template:
            laid = templates_strip.laid(self._lines, model, weapon, orders.aim, orders.turn, bounce=orders.bounce)
            if laid is None:
                return Idle(model.id, 4, not_under(weapon, self.target, bounce=orders.bounce))
            return Laid(templates_strip.reached(self.state, laid[0], targets, laid[1]), *laid)
        return Laid(self._aim_point(model, weapon, friends) if weapon.marker_in else targets)

    def _at(self, model: Model, weapon: Weapon, laid: Laid, friends: Comrades) -> tuple[float, Model, float] | Idle:
        """How far off and at whom it is aimed, and where the model faces then."""
        if laid.beyond is not None:
            range_in, aim = laid.targets[0]
            aimed: tuple[float, Model, float] | Idle = (range_in, aim, model.facing)
        else:
            aimed = self._aim(model, weapon, laid.targets, friends)
        if isinstance(aimed, Idle) or laid.strip is None or self.orders.turn is not None:
            return aimed
        return aimed[0], aimed[1], templates_strip.facing(model, laid.strip)

    def _further(self, weapon: Weapon) -> tuple[Modifier, ...]:
        """What the orders add to a roll to hit; weapons that pick nobody out heed no shelter there."""
        return self.orders.extra if to_hit.is_area(weapon) else (*self.orders.extra, *self.orders.shelter)

    def _firing(
        self,
        model: Model,
        weapon: Weapon,
        laid: Laid,
        aimed: tuple[float, Model, float],
        strength: int,
        *,
        two_pistols: bool,
    ) -> Firing:
        """The shots with all that counts for them."""
        orders, profile, (range_in, aim, facing) = self.orders, self.state.profile(model), aimed
        base, left = to_hit.base(self.state, model), units_weapons.shots_left(self.unit, model, weapon)
        shots = 1 if laid.strip else units_weapons.shots_at(weapon, profile, range_in, orders.burst)
        if orders.single and weapon.type != "heavy":
            shots = 1
        shots = min(shots, orders.most.get(weapon.id, shots))
        unseen, reach = orders.blind and not self._line.sees(model, aim), orders.reach(model.id)
        skill = min(smoke.SKILL, base) if unseen or reach == "wild" else base
        cover = self._cover(model, weapon)
        shot = to_hit.Shot(self.unit, model, weapon, self.target, range_in, cover, two_pistols, aim=aim)
        shot = shot._replace(bounced=laid.beyond is not None)
        most = strength + weapon.random_sides
        return Firing(
            model,
            weapon,
            shots if left is None else min(shots, left),
            range_in,
            aim,
            facing,
            skill if orders.skill is None else min(orders.skill, skill),
            to_hit.modifiers(self.state, shot, self._further(weapon)),
            strength,
            self._is_close(weapon, most, range_in),
            self._points(model, weapon),
            laid.strip,
            laid.beyond,
            unseen,
            reach,
            self._is_harmless(most, self._is_close(weapon, most, range_in)),
        )

    def _aim_point(self, model: Model, weapon: Weapon, friends: Comrades) -> list[tuple[float, Model]]:
        """The one member that an area weapon is aimed at; all of them if none is seen, to find out why. (AREA-01)

        Of a single figure in cover it is the whole piece, where its middle can be seen and reached.
        """
        part = rulings.part(self.unit, self.target.id)
        seen = marker.aim_at(self._lines, model, part, self._line.sees)
        if seen is None:
            return [(distance_to(self.state, model.at, m), m) for m in self._members]
        piece = marker.aim_in_cover(self.state, self.target)
        if piece is not None and self._may_aim_at(model, weapon, piece, friends):
            seen = piece
        return [(distance_to(self.state, model.at, seen), seen)]

    def _may_aim_at(self, model: Model, weapon: Weapon, piece: Model, friends: Comrades) -> bool:
        away = distance_to(self.state, model.at, piece)
        if not is_within(away, units_weapons.reach(weapon, self.orders.burst)):
            return False
        return self._line.barred(model, weapon, piece, friends, unseen=False) is None

    def _cover(self, model: Model, weapon: Weapon) -> UnitCover:
        return UnitCover() if to_hit.is_area(weapon) else self._covers.of_unit(model)

    def _aim(
        self, model: Model, weapon: Weapon, targets: Sequence[tuple[float, Model]], friends: Comrades
    ) -> tuple[float, Model, float] | Idle:
        """The nearest member that the model may shoot at, how far off it is, and the facing from which.

        Whoever fires blind takes those that it sees first.
        """
        if self.orders.blind:
            found = self._nearest(model, weapon, targets, friends, unseen=False)
            if not isinstance(found, Idle):
                return found
        return self._nearest(model, weapon, targets, friends, unseen=self.orders.blind)

    def _nearest(
        self,
        model: Model,
        weapon: Weapon,
        targets: Sequence[tuple[float, Model]],
        friends: Comrades,
        *,
        unseen: bool,
    ) -> tuple[float, Model, float] | Idle:
        furthest: Idle | None = None
        reach = units_weapons.reach(weapon, self.orders.burst)
        for range_in, target in targets:
            if not weapon.template and not is_within(range_in, reach):
                break
            why = self._line.barred(model, weapon, target, friends, unseen=unseen)
            if why is None:
                return range_in, target, self._line.facing(model, target)
            if furthest is None or why.stage > furthest.stage:
                furthest = why
        return furthest or Idle(model.id, 4, out_of_range(weapon, self.orders.burst, targets[0][0]))

    def _strength(self, model: Model, weapon: Weapon, aim: Model) -> int | None:
        """The weapon's strength; a laser loses some in smoke, or does not carry at all. (ARAP-HIT-09)"""
        if not weapon.has("laser"):
            return weapon.strength
        crossed = self._lines.sight(model, aim).crossings
        if not any((piece := self._lines.terrain(c.area_id)) and piece.look == "smoke" for c in crossed):
            return weapon.strength
        return weapon.strength - SMOKE_LOSS if weapon.strength >= SMOKE_STRENGTH else None

    def _is_harmless(self, strength: int, close: bool) -> bool:
        """Whether a shot can wound nobody of the target, no mount either. (ARAP-DMG-02)"""
        if self.target.is_vehicle:
            return False
        if strength not in self._least_goals:
            self._least_goals[strength] = wounds_and_saves.least_goal(self.state, self.target, strength)
        return not can_wound(self._least_goals[strength], melee=False, short_range=close)

    def _is_close(self, weapon: Weapon, strength: int, range_in: float) -> bool:
        """Whether the shot may try wound goals of 8 and 9; always said to be where it does not matter."""
        if strength not in self._close_matters:
            goals = [goal_against(self.state.profile(m), strength) for m in self._members]
            self._close_matters[strength] = not self.target.is_vehicle and (
                self._parts or any(g in (8, 9) for g in goals)
            )
        return not self._close_matters[strength] or is_within(range_in, units_weapons.short_range(weapon))

    def _possible(self, firing: Firing) -> Idle | None:
        """Why the shot has no chance to hit at all, if so. (ARAP-DICE-08)"""
        model, weapon = firing.model.id, firing.weapon
        if not possible_low(firing.goal) and not to_hit.is_area(weapon):
            why = f"{weapon.name} would need {firing.goal} to hit: {goal_text(firing.goal, 'low')}."
            return Idle(model, 9, Refusal("cannot-hit", why, "ARAP-DICE-08", "a goal of -2 or more"))
        return None

    def _barred(self, firing: Firing) -> Idle | None:
        """Why the shot is not fired from where the model is, if so."""
        why = self.orders.barred(firing) if self.orders.barred else None
        if why is None and to_hit.rides_on(self.state, self.unit, firing.model):
            why = ask(self.state, ShotsFromTheSaddle).keeps_riders_from(self.state, self.unit, firing)
        return Idle(firing.model.id, 12, why) if why is not None else None

    def _covered(self, firings: Sequence[Firing]) -> tuple[ModelId, ...]:
        """Members in cover from half of the firers or more."""
        eyes = {f.model.id: f.model for f in firings}
        if not eyes or (self._lines.is_open and not any(m.prone for m in self._members)):
            return ()
        return tuple(
            m.id
            for m in self._members
            if 2 * sum(self._covers.of_model(eye, m).kind != "none" for eye in eyes.values()) >= len(eyes)
        )
