"""What pages tell of a hull's weapons and of what strikes it. (VEH-VFIRE-02, VEH-GEOM-02, VEH-COV-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.vehicle_interface import (
    FateOfHull,
    FireAsLaid,
    FireOfHull,
    FirePost,
    GuessedShot,
    HullsUnderFire,
    MountedFire,
    MountedWeapon,
    StruckFace,
    WeaponsOfHulls,
)
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.core import ordering
from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.offers import Offer, listed
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.gemini.damage import lasting
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.damage.numbers import GeminiNumbers
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of, target_speed_in
from rules.vehicles.gemini.shooting import at_spot, fire, shell
from rules.vehicles.gemini.transport import fire_ports
from rules.vehicles.shared import cover
from rules.vehicles.shared.hull import armour_of, condition, hull_of, mount_point, speed_in, weapon_of, working

FIRST = "first"
"""The setting whose hits are resolved first; `first2` and so on whose come then. (VEH-DMG-11)"""


class GeminiFire(WeaponsOfHulls, MountedFire, FireAsLaid, HullsUnderFire):
    """By the Gemini vehicle rules."""

    numbers = GeminiNumbers()

    def mounts(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        """Those that still work."""
        spent, mounts = condition(unit).fired, profile_of(state, unit).mounts
        return tuple(
            MountedWeapon(n, weapon_of(state, unit, n), mount_point(state, unit, n), n in spent, mounts[n].name)
            for n in working(state, unit)
        )

    def keeps_from_aiming(self, state: GameState, unit: Unit) -> Refusal | None:
        """Not in a turn in which it moved. (VEH-JOIN-05)"""
        if speed_in(unit) > 0:
            text = f"{unit.name} has moved in this turn: its crew cannot take aim."
            return Refusal("aim-after-moving", text, "VEH-JOIN-05", "shooting without aim, driving, or finishing")
        return super().keeps_from_aiming(state, unit)

    def can_lob(self, weapon: Weapon) -> bool:
        """High trajectory, indirect and guess weapons. (ARAP-AREA-10)"""
        return shell.can_lob(weapon)

    def fire(self, state: GameState, unit: Unit, shots: Sequence[tuple[int, UnitId]], said: Said) -> Action:
        """Each at a target of its own, in the order in which their hits are resolved. (VEH-VFIRE-02, VEH-DMG-11)"""
        hull = next((at for _, at in shots if state.units[at].is_vehicle), None)
        named = self._in_words(state, unit, hull, said) if hull is not None else ()
        place = {key: n for n, key in enumerate(ordering.in_order(FIRST, named, said))}
        is_said = any(name.startswith(FIRST) for name in said)
        ordered = sorted(shots, key=lambda shot: place.get(str(shot[0]), len(place))) if is_said else shots
        return fire.FireVehicle(side=unit.side, unit=unit.id, shots=_aimed(ordered))

    def fire_settings(self, state: GameState, unit: Unit, target: UnitId, said: Said) -> tuple[Setting, ...]:
        """Whose hits on a hull are resolved first, where several weapons fire at it. (VEH-DMG-11)"""
        if not state.units[target].is_vehicle:
            return ()
        places = ordering.places(FIRST, self._in_words(state, unit, target, said), said)
        return tuple(
            Setting(place.name, "Its hits first" if place.name == FIRST else "Then", place.value, place.choices)
            for place in places
        )

    def _in_words(self, state: GameState, unit: Unit, target: UnitId, said: Said) -> tuple[ordering.Named, ...]:
        """What bears on a hull, in the order of the mounts."""
        mounts, bear = profile_of(state, unit).mounts, sorted(self.bears_on(state, unit, target, said))
        return tuple((str(n), mounts[n].name or weapon_of(state, unit, n).name) for n in bear)

    def fire_offers(self, state: GameState, side: SideId) -> Iterator[Offer]:
        """All that bear on each enemy. (VEH-VFIRE-02)"""
        return listed((fire,), state, side)

    def fire_at_spot(self, state: GameState, unit: Unit, mounts: Sequence[int], at: Point) -> Action:
        """A shell at the ground. (ARAP-AREA-01)"""
        return at_spot.FireMountsAt(side=unit.side, unit=unit.id, mounts=tuple(mounts), at=at)

    def shells_ground(self, weapon: Weapon) -> bool:
        """As on foot. (ARAP-AREA-01)"""
        return shoot_at_spot.is_fit(weapon)

    def lob(
        self,
        state: GameState,
        unit: Unit,
        guesses: Sequence[GuessedShot],
        *,
        target: UnitId | None,
        others: Sequence[int],
        said: Said,
    ) -> Action:
        """All that lob, and the others with them. (ARAP-AREA-10)"""
        return shell.LobMounts(
            side=unit.side,
            unit=unit.id,
            guesses=tuple(shell.MountGuess(mount=g.mount, bearing=g.bearing, range_in=g.range_in) for g in guesses),
            target=target,
            measured=bool(said.get("measured")),
            shots=_aimed([(n, target) for n in others]) if target is not None else (),
        )

    def bears_on(
        self, state: GameState, unit: Unit, target: UnitId, said: Said = NOTHING_SAID, first: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """Main weapons first. (VEH-VFIRE-02)"""
        return tuple(shot.mount for shot in fire.all_that_can(state, unit, target))

    def plan(self, state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> FirePlan:
        """As a shot of these would be planned."""
        return fire.plan_of(state, unit, target, mounts)

    def fire_of(self, state: GameState, action: Action) -> FireOfHull | None:
        """The first target of a vehicle's fire."""
        if not isinstance(action, fire.FireVehicle) or action.unit not in state.units or not action.shots:
            return None
        at, mounts = next(iter(action.by_target().items()))
        return FireOfHull(action.unit, at, tuple(mounts))

    def plan_at_spot(self, state: GameState, action: Action) -> FirePlan | None:
        """A shell at the ground."""
        return action.plan(state) if isinstance(action, at_spot.FireMountsAt) else None

    def faces_hit(self, state: GameState, target: Unit, eyes: Sequence[Point]) -> frozenset[str]:
        """The face that each eye has before it. (VEH-GEOM-02)"""
        outline, profile = hull_of(state, target), profile_of(state, target)
        found = (outline.face_towards(eye) for eye in eyes)
        return frozenset(min(faces, key=lambda face: armour_of(profile, face).av) for faces in found)

    def posted(self, state: GameState, unit: Unit, target: Point) -> Unit:
        """Along the face towards it. (VEH-FROM-02)"""
        return fire_ports.posted(state, unit, target).units[unit.id]

    def fire_posts(self, state: GameState, vehicle: Unit, target: Point | None) -> tuple[FirePost, ...]:
        """Its ports, side by side, and its hatches. (VEH-FROM-07)"""
        return fire_ports.drawn(state, vehicle, target)

    def struck(self, state: GameState, target: Unit, weapon: Weapon, eye: Point) -> StruckFace:
        """Face, way of rolling, hull-down, what hides it. (VEH-GEOM-02, VEH-COV-02)"""
        hit = damage_odds.shot_at(state, target, weapon, eye)
        return StruckFace(hit.armour.face, hit.kind, hit.hull_down, cover.hidden(state, target, eye))

    def hidden_share(self, state: GameState, target: Unit, eye: Point) -> float:
        """As far as terrain gives cover. (VEH-COV-01)"""
        return cover.hidden_share(state, target, eye)

    def speed_against_shots_in(self, state: GameState, unit: Unit) -> float:
        """Its last turn, in its own turn the faster of the two. (VEH-AT-02)"""
        return target_speed_in(state, unit)

    def fate(self, state: GameState, unit: Unit) -> FateOfHull:
        """What the odds of further hits depend on."""
        found = lasting.fate_of(state, unit)
        return FateOfHull(found.immobilised, found.had_guns, is_skimmer(state, unit))


def _aimed(shots: Sequence[tuple[int, UnitId]]) -> tuple[fire.MountShot, ...]:
    return tuple(fire.MountShot(mount=mount, target=at) for mount, at in shots)
