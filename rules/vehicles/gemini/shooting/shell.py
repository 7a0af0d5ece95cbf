"""Mounted weapons that lob at a guessed range. (ARAP-AREA-10 to -14, VEH-JOIN-04, VEH-FROM-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.indirect import guesses as indirect_guesses
from rules.arap.indirect import legality, lob, observers
from rules.arap.indirect.guess_range import as_they_stand
from rules.arap.indirect.guesses import Cast
from rules.arap.indirect.odds import if_right
from rules.arap.shooting import odds, rulings, shoot_at_spot, to_hit, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.sight.lines import comrades
from rules.arap.units import hidden, weapons
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing, in_arc
from rules.geometry.lengths import along, distance, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.hull.speed_bands import fits
from rules.vehicles.gemini.shooting import fire as shooting_fire
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.hull import condition, weapon_of, working
from rules.vehicles.shared.shooting.gunnery import AIMED, Gunnery, cost

FIRED = ("VEH-VFIRE-01", "VEH-VFIRE-02")


def with_aim(modifiers: tuple[Modifier, ...], *, aimed: bool) -> tuple[Modifier, ...]:
    """The modifiers of a shot with the one for aim, where that was taken. (ARAP-HIT-04)"""
    had = any(m.rule == AIMED.rule for m in modifiers)
    return (*modifiers, AIMED) if aimed and not had else modifiers


def _gunnery(state: GameState, unit: Unit, at: Point, mounts: tuple[int, ...]) -> Gunnery:
    staged = shoot_at_spot.marked(state, unit.side, at)
    return Gunnery(staged, unit, staged.units[MARK], mounts)


def _pay(progress: Progress, unit: Unit, mounts: tuple[int, ...], ap: int) -> None:
    progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=ap, action="shoot", rules=("VEH-JOIN-04",)))
    hidden.reveal(progress, unit.id)
    progress.emit(MountsFired(side=unit.side, unit=unit.id, mounts=mounts, rules=FIRED))


class MountGuess(Struct, frozen=True, kw_only=True):
    """One mounted weapon's guess: which way, in degrees clockwise from up, and how far, in inches."""

    mount: int
    bearing: float
    range_in: float | None = None


class LobMounts(Action, frozen=True, kw_only=True, tag="LobMounts"):
    """Fire mounted weapons at guessed ranges, over obstacles if they lob their shots. (ARAP-AREA-10 to -14)

    `target` is the enemy that is meant, none for a spot on the ground; `measured` says that the distance was measured
    first, which is not allowed. `shots` are other weapons, fired directly for the same points. (VEH-JOIN-04)
    """

    unit: UnitId
    guesses: tuple[MountGuess, ...] = ()
    target: UnitId | None = None
    measured: bool = False
    shots: tuple[MountShot, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, crew, weapons, speed, target, then each guess."""
        refusal = may_act(state, self.side, self.unit, 1, "shoot")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        mounts = self.mounts
        if not self.guesses:
            return Refusal("nobody-named", "No weapon is named.", "ARAP-AREA-10", "what fires, which way and how far")
        refusal = shooting_fire.mounts_barred(state, unit, mounts) or may_act(
            state, self.side, self.unit, self.ap(state)
        )
        if refusal is None and self.target is not None:
            refusal = shooting_fire.not_a_target(state, unit, self.target)
        if refusal:
            return refusal
        found = (self._barred(state, unit, guess) for guess in self.guesses)
        refusal = next((why for why in found if why is not None), None)
        return refusal or (self._direct.check(state) if self.shots else None)

    @property
    def _direct(self) -> FireVehicle:
        return FireVehicle(side=self.side, unit=self.unit, shots=self.shots)

    @property
    def mounts(self) -> tuple[int, ...]:
        """The weapons that fire."""
        return (*(g.mount for g in self.guesses), *(s.mount for s in self.shots))

    def ap(self, state: GameState) -> int:
        """Action points of all these weapons together: those of the dearest."""
        unit = state.units[self.unit]
        lobbed = max(cost(weapon_of(state, unit, g.mount), lobbed=True) for g in self.guesses)
        return max(lobbed, self._direct.ap(state) if self.shots else 0)

    def _barred(self, state: GameState, unit: Unit, guess: MountGuess) -> Refusal | None:
        weapon, gun = weapon_of(state, unit, guess.mount), _gun(state, unit, guess.mount)
        if not can_lob(weapon):
            why = f"{weapon.name} is aimed, not guessed."
            return Refusal("not-guessed", why, "ARAP-AREA-10", "a plain shot, or a weapon of guessed range")
        refusal = legality.range_barred(weapon, weapons.range_of(weapon), guess.range_in, measured=self.measured)
        if refusal:
            return refusal
        half = profile_of(state, unit).mounts[guess.mount].arc_half_deg
        if not in_arc(gun.facing, gun.at, along(gun.at, guess.bearing, 1.0), half):
            why = f"That is outside the arc of {weapon.name}."
            return Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turning the vehicle, or another weapon")
        if self.target is not None and not legality.leads_to(gun, guess.bearing, self._there(state)[1]):
            why = f"That way does not lead to {state.units[self.target].name}."
            return Refusal("not-that-way", why, "ARAP-AREA-10", "a direction towards the target, or no target")
        ruled = self.target is not None and rulings.is_over(unit, self.target)
        if not (weapon.is_lobbed or ruled) and self._hindered(state, unit, gun, guess):
            why = f"Friends stand in the line of fire of {weapon.name}, which fires flat."
            allowed = "a line clear of friends" + ("; the host may rule otherwise" if self.target else "")
            return Refusal("friends-in-the-way", why, "ARAP-SHOOT-07", allowed)
        return None

    def _there(self, state: GameState) -> tuple[GameState, Unit]:
        """The table with upper floors on their houses, and the target as it stands on it. (BLD-LEVEL-02)"""
        assert self.target is not None
        placed = as_they_stand(state, state.units[self.unit], state.units[self.target])
        return placed, placed.units[self.target]

    def _hindered(self, state: GameState, unit: Unit, gun: Model, guess: MountGuess) -> bool:
        """Whether friends stand between the weapon and where it is fired to. (ARAP-SHOOT-07)"""
        aim = along(gun.at, guess.bearing, guess.range_in or 0.0)
        staged = shoot_at_spot.marked(state, unit.side, aim)
        return comrades(staged, unit, staged.units[MARK]).hinder(gun, aim)

    def casts(self, state: GameState) -> tuple[Cast, ...]:
        """Every guess worked out."""
        unit = state.units[self.unit]
        aimed = (AIMED,) if to_hit.has_aimed(state, unit) else ()
        return tuple(self._cast(state, unit, guess, aimed) for guess in self.guesses)

    def _cast(self, state: GameState, unit: Unit, guess: MountGuess, aimed: tuple[Modifier, ...]) -> Cast:
        weapon, gun, far = weapon_of(state, unit, guess.mount), _gun(state, unit, guess.mount), guess.range_in or 0.0
        aim = along(gun.at, guess.bearing, far)
        state, target = self._there(state) if self.target is not None else (state, None)
        if target is not None:
            sighting = observers.of_unit(state, unit, gun, target)
        else:
            sighting = observers.of_place(state, unit, gun, aim)
        if sighting != "seen" and not weapon.is_lobbed:
            sighting = "unseen"  # flat fire is not helped by what others see
        own = sighting in ("seen", "plain")
        shot = to_hit.Shot(unit, gun, weapon, target, far, own_sight=own, observed=sighting == "observed")
        modifiers = to_hit.modifiers(state, shot)
        return Cast(
            gun,
            weapon,
            aim,
            guess.bearing,
            far,
            gun.facing,
            sighting,
            to_hit.base(state, gun),
            with_aim(modifiers, aimed=bool(aimed)),
            weapon.strength,
            is_within(far, weapons.short_range(weapon)),
            weapons.shots_at(weapon, state.profile(gun), far, "full"),
        )

    def preview(self, state: GameState) -> Preview:
        """How it would scatter, even before the guess; never how far off anything is. (ARAP-AREA-10)"""
        refusal = self.check(state)
        if refusal is None:
            return self._expected(state)
        preview = self._expected(state) if refusal.code == "no-range" else Preview()
        return replace(preview, refusal=refusal)

    def _expected(self, state: GameState) -> Preview:
        """How each weapon scatters, what fires with them, and what it comes to if the guesses are right."""
        casts = self.casts(state)
        lines = tuple(lob.line(state, cast, self.target) for cast in casts)
        return Preview(
            ap=self.ap(state),
            shots=(*lines, *(self._direct.preview(state).shots if self.shots else ())),
            chances=tuple(self._promised(state, casts)),
            notes=() if self.target else (lob.UNSEEN_NOTE,),
            rules=("ARAP-AREA-10", "ARAP-AREA-11"),
        )

    def _promised(self, state: GameState, casts: Sequence[Cast]) -> Iterator[Chance]:
        """What those who are meant may suffer from these weapons; with others beside them, from each hit."""
        if self.target is None:
            return
        if self.shots:
            yield from odds.once_hit(state, state.units[self.unit], state.units[self.target])
            return
        placed, target = self._there(state)
        yield from if_right(placed, placed.units[self.unit], target, [lob.flown(placed, cast) for cast in casts])

    def resolve(self, progress: Progress) -> None:
        """Points, then each guess: what flies, where it comes down, whom it strikes; then what fires directly."""
        casts, unit = self.casts(progress.state), progress.state.units[self.unit]
        direct = self._direct.tasks(progress.state) if self.shots else ()
        _pay(progress, unit, self.mounts, self.ap(progress.state))
        lots: volley.Lots = {}
        for cast in casts:
            indirect_guesses.tell(progress, unit.id, self.target, cast)
            for _ in range(cast.shots):
                lob.fly(progress, unit.id, self.target, cast, lots)
        progress.ahead(*direct)
        volley.wound(progress, lots, HitSource(by=unit.id))


def can_lob(weapon: Weapon) -> bool:
    """Whether it may be fired at a guess. (ARAP-AREA-10, ARAP-AREA-11)"""
    return weapon.is_ranged and (weapon.is_lobbed or weapon.has("guess"))


def _gun(state: GameState, unit: Unit, mount: int) -> Model:
    """The mount as a model that stands where the weapon sits."""
    return _gunnery(state, unit, (0.0, 0.0), (mount,)).guns[mount]


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: what it can lob at each enemy."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table:
        return
    ready = [m for m in working(state, unit) if m not in condition(unit).fired]
    lobs = [m for m in ready if can_lob(weapon_of(state, unit, m))]
    if lobs:
        yield from _lobs(state, unit, lobs)


def _lobs(state: GameState, unit: Unit, mounts: list[int]) -> Iterator[Offer]:
    """All that may fire together, at each enemy in somebody's arc; the range is a mere habit."""
    chosen: list[int] = []
    for mount in mounts:
        if fits(state, unit, [*condition(unit).fired, *chosen, mount], shooting_fire.turn_in(state, unit)):
            chosen.append(mount)
    found = False
    for enemy in state.enemies_of(unit.side):
        guesses = () if enemy.hidden else tuple(_rough(state, unit, enemy, chosen or mounts))
        if not guesses:
            continue
        found = True
        action = LobMounts(side=unit.side, unit=unit.id, guesses=guesses, target=enemy.id)
        label, ap = f"Lob at {enemy.name}", action.ap(state)
        yield offered(state, action, kind="lob", unit=unit.id, target=enemy.id, ap=ap, label=label)
    if not found:
        why = "There is no enemy in the arc of what lobs."
        refusal = Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turning the vehicle")
        yield Offer(kind="lob", unit=unit.id, refusal=refusal)


def _rough(state: GameState, unit: Unit, enemy: Unit, mounts: list[int]) -> Iterator[MountGuess]:
    there = as_they_stand(state, unit, enemy).units[enemy.id]
    for mount in mounts:
        gun = _gun(state, unit, mount)
        nearest = min(there.alive, key=lambda m: distance(gun.at, m.at))
        heading = round(bearing(gun.at, nearest.at), 2)
        half = profile_of(state, unit).mounts[mount].arc_half_deg
        if in_arc(gun.facing, gun.at, along(gun.at, heading, 1.0), half):
            range_in = float(round(weapons.range_of(weapon_of(state, unit, mount)) / 2))
            yield MountGuess(mount=mount, bearing=heading, range_in=range_in)


OFFERED: Final = ("lob",)
ACTIONS: tuple[type[Action], ...] = (LobMounts,)
