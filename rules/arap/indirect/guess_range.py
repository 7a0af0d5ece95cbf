"""Shots at a guessed range: the guess is made before anything is measured. (ARAP-AREA-10)"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.indirect import observers
from rules.arap.indirect.building_interface import ThrowsFromBuildings
from rules.arap.indirect.guesses import Cast, Guess, facing, tell
from rules.arap.indirect.legality import bears, leads_to, model_barred, range_barred
from rules.arap.indirect.observers import Sighting
from rules.arap.indirect.odds import Flown, if_right
from rules.arap.indirect.vehicle_interface import ThrowsFromVehicles
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import to_hit, volley
from rules.arap.shooting.building_interface import ShotsBetweenFloors, ShotsFromHighUp
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.to_hit import Shot
from rules.arap.shooting.vehicle_interface import ShotsFromTheSaddle
from rules.arap.shooting.volley import AreaFire
from rules.arap.sight.building_interface import Place
from rules.arap.sight.cover import Covers, UnitCover
from rules.arap.sight.lines import Lines
from rules.arap.templates.scatter import Landing, Shell
from rules.arap.units import hidden, weapons
from rules.arap.units.permission import may_act
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId, WeaponId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.forces import strength
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, is_within
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.building import STOREY_IN


class AtGuess(Action, frozen=True, kw_only=True):
    """A shot or throw at a guessed range. (ARAP-AREA-10)

    `guesses` say who fires, which way and how far. `target` is the enemy that is meant, none for a spot on the ground.
    `measured` says that the distance was measured first, which is not allowed.
    """

    unit: UnitId
    weapon: WeaponId
    guesses: tuple[Guess, ...] = ()
    target: UnitId | None = None
    measured: bool = False
    level: int = 1
    """The level of a house that a spot is on; a target's own counts before that. (BLD-INTO-08)"""

    from_hulls: ClassVar[bool] = False
    """Whether people aboard may do it too. (VEH-FROM-02)"""

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, weapon, models, points, target, then the guesses: the first that bars the shot."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = (
            shooting_plan.shooter_barred(state, unit, aboard=self.from_hulls)
            or self._arms(state, unit)
            or self._models(state, unit)
            or may_act(state, self.side, self.unit, self.ap(state))
            or (
                shooting_plan.target_barred(state, self.side, self.target, aboard=False)
                if self.target is not None
                else None
            )
        )
        if refusal:
            return refusal
        placed = self._at_the_side(state)
        if isinstance(placed, Refusal):
            return placed
        there = placed.units[self.unit]
        return (
            self._guessed(placed, there)
            or self._from_the_saddle(state, unit)
            or self._from_high(state, placed)
            or self.barred(placed, there)
        )

    def _from_the_saddle(self, state: GameState, unit: Unit) -> Refusal | None:
        """What riders do not do on the move. (VEH-FROM-02)"""
        weapon, saddle = state.weapons[self.weapon], ask(state, ShotsFromTheSaddle)
        for guess in self.guesses:
            model = unit.model(guess.model)
            if to_hit.rides_on(state, unit, model):
                why = saddle.keeps_riders_from_casting(state, unit, model, weapon, guess.range_in or 0.0)
                if why is not None:
                    return why
        return None

    def _from_high(self, state: GameState, placed: GameState) -> Refusal | None:
        """What is thrown up at a house or down from one. (BLD-HIGH-01, BLD-HIGH-06)"""
        weapon, high_up = state.weapons[self.weapon], building_interface.ask(ShotsFromHighUp)
        if not weapon.is_thrown:
            return None
        for guess in self.guesses:
            thrower = placed.units[self.unit].model(guess.model)
            aim = self._aimed_at(placed, thrower, along(thrower.at, guess.bearing, guess.range_in or 0.0))
            if self.target is not None:
                nearest = min(placed.units[self.target].alive, key=lambda m: distance(m.at, thrower.at))
                aim = aim._replace(at=nearest.at)
            why = high_up.throw_barred(state, state.units[self.unit], thrower, aim, weapon, guess.range_in or 0.0)
            if why is not None:
                return why
        return None

    def _aimed_at(self, placed: GameState, thrower: Model, aim: Point) -> Place:
        """A place and how high it is: on the floor of the target, or on the one that was said. (BLD-INTO-08)"""
        if self.target is None:
            return Place(aim, STOREY_IN * (self.level - 1))
        nearest = min(placed.units[self.target].alive, key=lambda m: distance(m.at, thrower.at))
        return Place(aim, nearest.level_in)

    def _at_the_side(self, state: GameState) -> GameState | Refusal:
        """The state as it is for people on foot; who is aboard or in a section stands at its side.

        (VEH-FROM-02, BLD-SSHT-01)
        """
        unit = state.units[self.unit]
        if unit.is_housed:
            first = self.guesses[0]
            way = (first.bearing, first.range_in or 1.0)
            throwers = [g.model for g in self.guesses]
            return building_interface.ask(ThrowsFromBuildings).at_walls(state, unit, throwers, self.target, way)
        if unit.aboard is None:
            target = state.units[self.target] if self.target is not None else None
            return building_interface.ask(ShotsBetweenFloors).upstairs(state, unit, target) or state
        first = self.guesses[0]
        here = state.units[unit.aboard].models[0].at
        aim = along(here, first.bearing, first.range_in or 1.0)
        weapon = state.weapons[self.weapon]
        far = max((g.range_in or 0.0 for g in self.guesses), default=0.0)
        return ask(state, ThrowsFromVehicles).at_the_side(
            state, unit, weapon, [g.model for g in self.guesses], aim, far
        )

    def _arms(self, state: GameState, unit: Unit) -> Refusal | None:
        weapon = state.weapons.get(self.weapon)
        if weapon is None or not any(weapon.id in m.weapons for m in unit.alive):
            why = f"{unit.name} carries no such weapon."
            return Refusal("not-carried", why, "ARAP-SHOOT-01", "a weapon that its models carry")
        return self.unfit(weapon)

    @abstractmethod
    def unfit(self, weapon: Weapon) -> Refusal | None:
        """Why the weapon is not fired like that."""

    def barred(self, state: GameState, unit: Unit) -> Refusal | None:
        """What else is against it."""
        return None

    def _models(self, state: GameState, unit: Unit) -> Refusal | None:
        """Who fires: each once, on its feet, armed, with hands and skill and shots to spare."""
        names = [g.model for g in self.guesses]
        if not names:
            return Refusal("nobody-named", "Nobody is named.", "ARAP-AREA-10", "who fires, which way and how far")
        if len(set(names)) < len(names):
            return Refusal("twice", "A model fires once in an action.", "ARAP-WPN-01", "each model once")
        members = {m.id: m for m in unit.alive}
        for name in names:
            if name not in members or self.weapon not in members[name].weapons:
                why = f"{name} does not carry it, or is not in {unit.name}."
                return Refusal("not-carried", why, "ARAP-SHOOT-01", "members that carry it")
            refusal = model_barred(state, unit, members[name], state.weapons[self.weapon])
            if refusal:
                return refusal
        return None

    def ap(self, state: GameState) -> int:
        """Action points of the whole."""
        weapon, unit = state.weapons[self.weapon], state.units[self.unit]
        profiles = [state.profile(unit.model(g.model)) for g in self.guesses]
        return max(weapons.points(weapon, p, self._burst(state), lobbed=weapon.is_lobbed) for p in profiles)

    @staticmethod
    def _burst(state: GameState) -> weapons.Burst:
        return "full" if state.turn.ap >= 2 else "half"

    def _guessed(self, state: GameState, unit: Unit) -> Refusal | None:
        """A range for everybody, not measured, within reach, in a direction that they can turn to."""
        weapon, why = state.weapons[self.weapon], ""
        reach = weapons.reach(weapon, self._burst(state))
        for guess in self.guesses:
            refusal = range_barred(weapon, reach, guess.range_in, measured=self.measured)
            if refusal:
                return refusal
            if not bears(unit.model(guess.model), guess.bearing):
                why = "That is out of the fire arc even after a turn of 90 degrees."
                return Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turn with a move first")
            if self.target is not None and not leads_to(
                unit.model(guess.model), guess.bearing, state.units[self.target]
            ):
                why = f"That way does not lead to {state.units[self.target].name}."
                return Refusal("not-that-way", why, "ARAP-AREA-10", "a direction towards the target, or no target")
        return None

    def foreseen(self, state: GameState, refusal: Refusal) -> Preview:
        """Why it cannot be done; where only the guess is missing, what it comes to if that is right. (ARAP-AREA-10)"""
        preview = self.expected(state) if refusal.code == "no-range" else Preview()
        return replace(preview, refusal=refusal)

    @abstractmethod
    def expected(self, state: GameState) -> Preview:
        """What is rolled, and what comes of it if the guesses are right."""

    def promised(self, state: GameState, flown: Sequence[Flown]) -> tuple[Chance, ...]:
        """What those who are meant may suffer."""
        placed = self._at_the_side(state)
        if self.target is None or isinstance(placed, Refusal):
            return ()
        return tuple(if_right(placed, placed.units[self.unit], placed.units[self.target], flown))

    def casts(self, state: GameState) -> tuple[Cast, ...]:
        """Every guess worked out."""
        placed = self._at_the_side(state)
        assert not isinstance(placed, Refusal)
        state, unit = placed, placed.units[self.unit]
        return tuple(self._cast(state, unit, guess) for guess in self.guesses)

    def _cast(self, state: GameState, unit: Unit, guess: Guess) -> Cast:
        model, weapon = unit.model(guess.model), state.weapons[self.weapon]
        profile, far = state.profile(model), guess.range_in or 0.0
        aim = along(model.at, guess.bearing, far)
        place = self._aimed_at(state, model, aim)
        target = state.units[self.target] if self.target is not None else None
        sighting = self.sighting(state, unit, model, aim)
        own = sighting in ("seen", "plain")
        cover = _cover(state, unit, model, target, weapon)
        shot = Shot(unit, model, weapon, target, far, cover, own_sight=own, observed=sighting == "observed")
        shot = shot._replace(spot=place)
        return Cast(
            model,
            weapon,
            aim,
            guess.bearing,
            far,
            facing(model, guess.bearing),
            sighting,
            to_hit.base(state, model),
            to_hit.modifiers(state, shot),
            strength.wielded(profile, 0) if weapon.has("improvised") else weapon.strength,
            is_within(far, weapons.short_range(weapon)),
            1 if weapon.is_thrown else weapons.shots_at(weapon, profile, far, self._burst(state)),
            place.height_in,
        )

    def sighting(self, state: GameState, unit: Unit, model: Model, aim: Point) -> Sighting:
        """What a model knows of where it fires."""
        if self.target is not None:
            return observers.of_unit(state, unit, model, state.units[self.target])
        return observers.of_place(state, unit, model, aim)

    def resolve(self, progress: Progress) -> None:
        """Points, turns, then each guess: what flies, where it comes down, whom it strikes."""
        state = progress.state
        casts, unit = self.casts(state), state.units[self.unit]
        ap = self.ap(state)
        if not state.weapons[self.weapon].is_thrown:
            hidden.reveal(progress, unit.id)
        rules = ("ARAP-WPN-01", "ARAP-ACT-12")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=ap, action="shoot", rules=rules))
        facings = {c.model.id: c.facing for c in casts if c.facing != c.model.facing}
        throwers = [c.model.id for c in casts]
        if unit.aboard is not None:
            ask(state, ThrowsFromVehicles).have_thrown(progress, unit, throwers, casts[0].aim)
        elif unit.is_housed:
            building_interface.ask(ThrowsFromBuildings).have_thrown_out(progress, unit, throwers, casts[0].aim)
        elif facings:
            progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-ACT-14",)))
        lots: volley.Lots = {}
        for cast in casts:
            tell(progress, self.unit, self.target, cast)
            for _ in range(cast.shots):
                self.fly(progress, cast, lots)
        volley.wound(progress, lots, HitSource(by=self.unit))

    @abstractmethod
    def fly(self, progress: Progress, cast: Cast, lots: volley.Lots) -> None:
        """One shot or throw: its dice, and whom it strikes."""

    def shell(self, progress: Progress, cast: Cast) -> Shell:
        """What flies."""
        unit = progress.state.units[self.unit]
        flying = Shell(cast.model, unit, cast.weapon, cast.aim, self.target, cast.modifiers, cast.range_in)
        return flying._replace(aim_in=cast.aim_in)


def strike(progress: Progress, unit: UnitId, cast: Cast, landing: Landing, lots: volley.Lots) -> None:
    """Whoever is under what came down and is hit. (ARAP-AREA-04)"""
    struck = volley.area_struck(progress, unit, landing, cast.weapon)
    burst = AreaFire(cast.weapon, cast.model.id, cast.strength, cast.close, None, reaction=False, rules=volley.UNDER)
    burst = burst._replace(centre=landing.at if cast.weapon.marker_in else None)
    volley.all_struck(progress, unit, burst, struck, lots)


def _cover(state: GameState, unit: Unit, model: Model, target: Unit | None, weapon: Weapon) -> UnitCover:
    """Cover counts against what has no area, as against any shot."""
    if target is None or weapon.marker_in or target.is_vehicle:
        return UnitCover()
    return Covers(Lines(state, (model.at,), target, but=(unit.id,))).of_unit(model)


def as_they_stand(state: GameState, unit: Unit, enemy: Unit) -> GameState:
    """The table for a throw or lob at an enemy, with upper floors on their houses. (BLD-LEVEL-02)"""
    found = building_interface.ask(ShotsBetweenFloors).upstairs(state, unit, enemy)
    return state if found is None or isinstance(found, Refusal) else found


def rough_guesses(models: Sequence[Model], enemy: Unit, range_in: float) -> Iterator[Guess]:
    """A guess for each of some models that can turn to an enemy: the way is seen, the range a mere habit."""
    for model in models:
        nearest = min(enemy.alive, key=lambda m: distance(model.at, m.at))
        heading = bearing(model.at, nearest.at)
        if bears(model, heading):
            yield Guess(model=model.id, bearing=round(heading, 2), range_in=range_in)
