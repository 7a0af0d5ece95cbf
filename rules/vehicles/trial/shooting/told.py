"""What pages tell of a hull's weapons and of what strikes it. (TRI-FIRE-12, TRI-DMG-01, TRI-DMG-09)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.vehicle_interface import FateOfHull, FireOfHull, MountedFire, MountedWeapon, StruckFace
from rules.core.ids import UnitId
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.shared import cover
from rules.vehicles.shared.hull import condition, hull_of, mount_point, weapon_of, working
from rules.vehicles.trial.damage import odds
from rules.vehicles.trial.damage.armour import armour_of, last_moved_in
from rules.vehicles.trial.hull.profile import is_skimmer, profile_of
from rules.vehicles.trial.shooting import fire
from rules.vehicles.trial.shooting.gunnery import is_barrage
from rules.vehicles.trial.transport import fire_points


class TrialFire(MountedFire):
    """By the trial vehicle rules."""

    def mounts(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        """Those that still work."""
        spent = condition(unit).fired
        return tuple(
            MountedWeapon(n, weapon_of(state, unit, n), mount_point(state, unit, n), spent=n in spent)
            for n in working(state, unit)
        )

    def can_lob(self, weapon: Weapon) -> bool:
        """Barrage weapons. (TRI-ORD-07)"""
        return is_barrage(weapon)

    def bears_on(self, state: GameState, unit: Unit, target: UnitId) -> tuple[int, ...]:
        """Main weapons first. (TRI-FIRE-12)"""
        return tuple(shot.mount for shot in fire.all_that_can(state, unit, target))

    def plan(self, state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> FirePlan:
        """As a shot of these would be planned."""
        return fire.gunnery(state, unit, target, mounts).plan()

    def fire_of(self, state: GameState, action: Action) -> FireOfHull | None:
        """The target of a Shooting step."""
        if not isinstance(action, fire.ShootingStep) or action.unit not in state.units or not action.shots:
            return None
        return FireOfHull(action.unit, action.shots[0].target, action.mounts)

    def faces_hit(self, state: GameState, target: Unit, eyes: Sequence[Point]) -> frozenset[str]:
        """The face that each eye has before it; the stronger where two tie. (TRI-DMG-01)"""
        outline, profile = hull_of(state, target), profile_of(state, target)
        found = (outline.face_towards(eye) for eye in eyes)
        return frozenset(max(faces, key=lambda face: armour_of(profile, face).av) for faces in found)

    def posted(self, state: GameState, unit: Unit, target: Point) -> Unit:
        """At the fire points, or at the edge of an open top. (TRI-PASS-02)"""
        return fire_points.posted(state, unit, target).units[unit.id]

    def struck(self, state: GameState, target: Unit, weapon: Weapon, eye: Point) -> StruckFace:
        """Face, way of rolling, hull-down, what hides it. (TRI-DMG-01, TRI-DMG-09)"""
        hit = odds.shot_at(state, target, weapon, eye)
        return StruckFace(hit.armour.face, hit.kind, hit.hull_down, cover.hidden(state, target, eye))

    def speed_in(self, state: GameState, unit: Unit) -> float:
        """Its previous player turn. (TRI-JOIN-04)"""
        return last_moved_in(state, unit)

    def fate(self, state: GameState, unit: Unit) -> FateOfHull:
        """What the odds of further hits depend on."""
        found = odds.fate_of(state, unit)
        return FateOfHull(found.immobilised, found.had_guns, is_skimmer(state, unit))
