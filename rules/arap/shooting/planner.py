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
from rules.arap.shooting import to_hit
from rules.arap.shooting.building_interface import ShotsFromBuildings
from rules.arap.shooting.plan import FirePlan, Firing, Idle, Orders
from rules.arap.shooting.rulings import key
from rules.arap.sight import smoke
from rules.arap.sight.cover import Covers, UnitCover
from rules.arap.sight.lines import TURN_DEG, Comrades, Lines, can_bring_to_bear, comrades, distance_to, in_arc, in_view
from rules.arap.templates import marker
from rules.arap.templates import strip as templates_strip
from rules.arap.templates.building_interface import StreamsInBuildings
from rules.arap.units import weapons as units_weapons
from rules.arap.units.settled import Matter, settled
from rules.arap.units.weapons import Burst
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text, possible_low
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import after_free_turn, bearing, normalise
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
        """`covers` are those of both units, where several plans are made of them."""
        self.state = state
        self.unit = unit
        self.target = target
        self.orders = orders
        self._members = target.alive
        self._covers = covers or covers_between(state, unit, target)
        self._lines = self._covers.lines
        self._close_matters: dict[int, bool] = {}
        self._least_goals: dict[int, int] = {}
        self._parts = riders.any_separate(state, target)
        self._buildings = building_interface.ask(ShotsFromBuildings)

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
            return [], Idle(model.id, 0, _no_weapon(self.unit))
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
        out = self._buildings.reached(self.state, self.unit, model, self.target, reach)
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
        laid = self._laid(model, weapon, targets)
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
        return self._possible(firing) or firing

    def _unfit(self, model: Model, weapon: Weapon) -> Idle | None:
        """Why a model does not fire that weapon at anything: itself, a range to be guessed, shots and points."""
        orders = self.orders
        unable = to_hit.unable(self.state, model, weapon)
        if unable is not None:
            return Idle(model.id, 1, unable)
        barred = self._buildings.wild_barred(weapon) if orders.reach(model.id) == "wild" else None
        if barred is not None:
            return Idle(model.id, 2, barred)
        if not orders.known and (weapon.is_guessed or (orders.blind and weapon.marker_in)):
            return Idle(model.id, 2, _guessed(weapon))
        if units_weapons.shots_left(self.unit, model, weapon) == 0:
            return Idle(model.id, 3, _spent(weapon))
        points = self._points(model, weapon)
        return Idle(model.id, 2, _too_dear(weapon, points, orders.ap)) if points > orders.ap else None

    def _points(self, model: Model, weapon: Weapon) -> int:
        return units_weapons.points(weapon, self.state.profile(model), self.orders.burst, lobbed=weapon.is_guessed)

    def _laid(self, model: Model, weapon: Weapon, targets: Sequence[tuple[float, Model]]) -> Laid | Idle:
        """Whom the weapon may be aimed at: all, those under its template, or the aim point of its marker."""
        orders = self.orders
        if weapon.template:
            laid = templates_strip.laid(self._lines, model, weapon, orders.aim, orders.turn, bounce=orders.bounce)
            if laid is None:
                return Idle(model.id, 4, _not_under(weapon, self.target, bounce=orders.bounce))
            return Laid(templates_strip.reached(self.state, laid[0], targets, laid[1]), *laid)
        return Laid(self._aim_point(model) if weapon.marker_in else targets)

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
        unseen, reach = orders.blind and not self._sees(model, aim), orders.reach(model.id)
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
            to_hit.modifiers(self.state, shot, orders.extra),
            strength,
            self._is_close(weapon, most, range_in),
            self._points(model, weapon),
            laid.strip,
            laid.beyond,
            unseen,
            reach,
            self._is_harmless(most, self._is_close(weapon, most, range_in)),
        )

    def _aim_point(self, model: Model) -> list[tuple[float, Model]]:
        """The one member that an area weapon is aimed at; all of them if none is seen, to find out why. (AREA-01)"""
        part = self.unit.now.rulings.get(key("part", self.target.id), "whole")
        seen = marker.aim_at(self._lines, model, part, self._sees)
        aims = [seen] if seen is not None else self._members
        return [(distance_to(self.state, model.at, m), m) for m in aims]

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
            why = self._barred(model, weapon, target, friends, unseen=unseen)
            if why is None:
                return range_in, target, self._facing(model, target)
            if furthest is None or why.stage > furthest.stage:
                furthest = why
        return furthest or Idle(model.id, 4, _out_of_range(weapon, self.orders.burst, targets[0][0]))

    def _barred(self, model: Model, weapon: Weapon, target: Model, friends: Comrades, *, unseen: bool) -> Idle | None:
        """Why the model cannot shoot at that member: not in its arc, no line of sight, friends in the way."""
        name = self.target.name
        turned = self.orders.turn
        if turned is None:
            if not can_bring_to_bear(model.facing, model.at, target.at):
                why = f"{name} is out of the fire arc even after a turn of 90 degrees."
                return Idle(model.id, 5, Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turn with a move first"))
        elif not in_arc(normalise(model.facing + turned), model.at, target.at):
            return Idle(model.id, 5, self._out_of_arc(model, target, turned))
        if not self._sees(model, target) and not self._burns_unseen(model, weapon, target):
            if not unseen:
                deep = self._lines.too_deep(model.at, target.at)
                if deep is not None:
                    return Idle(model.id, 6, deep)
                why = f"No line of sight to {name}."
                return Idle(model.id, 6, Refusal("no-line-of-sight", why, "ARAP-SHOOT-03", "a target in sight"))
            stopped = smoke.stopped(self._lines, model, target)
            if stopped is not None:
                return Idle(model.id, 6, stopped)
        over = weapon.template or weapon.has("high-trajectory") or self._may_fire_over()
        if not over and self._hindered(model, target, friends):
            why = f"Friends stand in the line of fire to {name}."
            allowed = "one comrade of the same unit in the line, none of another; the host may rule otherwise"
            return Idle(model.id, 7, Refusal("friends-in-the-way", why, "ARAP-SHOOT-07", allowed))
        return None

    def _sees(self, model: Model, target: Model) -> bool:
        """Whether the model sees that member; what was ruled counts where an eighth of an inch decides."""
        ruled = self._ruled("seen", model)
        if ruled is not None and self._lines.is_doubtful(model, target):
            return ruled
        return self._lines.sight(model, target).clear

    def _burns_unseen(self, model: Model, weapon: Weapon, target: Model) -> bool:
        """Whether a stream into a house reaches a figure behind its wall, as comrades of that are seen. (TMPL-05)"""
        if not weapon.template:
            return False
        houses = building_interface.ask(StreamsInBuildings)
        inside = houses.cover_inside(self.state, model.at, target.at) is not None
        return inside and any(self._sees(model, m) for m in self._members)

    def _hindered(self, model: Model, target: Model, friends: Comrades) -> bool:
        """Whether friends stand in that line; what was ruled counts where an eighth of an inch decides."""
        ruled = self._ruled("clear", model)
        if ruled is not None and friends.in_doubt(model, target.at):
            return not ruled
        return friends.hinder(model, target.at)

    def _ruled(self, matter: Matter, model: Model) -> bool | None:
        return self.orders.doubts.get(matter, settled(self.unit, matter, self.target, model.id))

    def _may_fire_over(self) -> bool:
        """Whether the host has let this unit fire over friends in between. (ARAP-SHOOT-08)"""
        return self.unit.now.rulings.get(key("over", self.target.id)) == "over"

    def _out_of_arc(self, model: Model, target: Model, turned: float) -> Refusal:
        name = self.target.name
        allowed = "a turn of up to 90 degrees towards it"
        if not in_view(normalise(model.facing + turned), model.at, target.at):
            return Refusal("out-of-view", f"{name} cannot be seen facing that way.", "ARAP-SHOOT-05", allowed)
        return Refusal("out-of-arc", f"{name} is not within 45 degrees of straight ahead.", "ARAP-SHOOT-06", allowed)

    def _facing(self, model: Model, target: Model) -> float:
        """Where the model faces when it fires: as ordered, as it faces now, or at the target."""
        if self.orders.turn is not None:
            return normalise(model.facing + self.orders.turn)
        if in_arc(model.facing, model.at, target.at):
            return model.facing
        return after_free_turn(model.facing, bearing(model.at, target.at), TURN_DEG)

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


def _no_weapon(unit: Unit) -> Refusal:
    why = f"{unit.name} carries no such ranged weapon."
    return Refusal("no-ranged-weapon", why, "ARAP-SHOOT-01", "a weapon that its models carry")


def _guessed(weapon: Weapon) -> Refusal:
    why = f"{weapon.name} is fired at a guessed range."
    return Refusal("guess-range", why, "ARAP-AREA-10", "a direction and a guess how far it is")


def _spent(weapon: Weapon) -> Refusal:
    shots = f"{weapon.shots} shot{'s' if weapon.shots > 1 else ''}"
    why = f"{weapon.name} has fired its {shots} in this turn."
    return Refusal("weapon-spent", why, "ARAP-WPN-02", "another weapon, or another action")


def _too_dear(weapon: Weapon, points: int, left: int) -> Refusal:
    why = f"Firing {weapon.name} costs {points} action points; {left} left."
    return Refusal("too-few-points", why, "ARAP-WPN-01", "a weapon that costs less")


def _not_under(weapon: Weapon, target: Unit, *, bounce: bool) -> Refusal:
    if bounce:
        why = f"{weapon.name} does not bounce on to {target.name} there."
        return Refusal("no-bounce", why, "ARAP-TMPL-02", "an aim at a wall within 8″ that throws it at the target")
    why = f"{target.name} is not under the template of {weapon.name}."
    if weapon.torrent_in:
        reach = f"its narrow end within {weapon.torrent_in:g}″ of the firer, the target in the 8″ beyond"
        return Refusal("out-of-range", why, "ARAP-TMPL-05", f"{reach}, in the fire arc")
    return Refusal("out-of-range", why, "ARAP-TMPL-01", "a target within 8″, in the fire arc")


def _out_of_range(weapon: Weapon, burst: Burst, nearest: float) -> Refusal:
    reach = units_weapons.reach(weapon, burst)
    if weapon.type == "salvo" and burst == "half":
        why = f"For 1 action point {weapon.name} reaches half its range, {reach:g}″; {nearest:.2f}″ are needed."
        return Refusal("out-of-range", why, "ARAP-WPN-01", f"2 action points: {units_weapons.range_of(weapon):g}″")
    why = f"{weapon.name} reaches {reach:g}″; the nearest target is {nearest:.2f}″ away."
    return Refusal("out-of-range", why, "ARAP-SHOOT-02", f"a target within {reach:g}″")
