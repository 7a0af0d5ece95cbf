"""What pages tell of a hull's weapons and of what strikes it. (TRI-FIRE-12, TRI-DMG-01, TRI-DMG-09)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.vehicle_interface import (
    FateOfHull,
    FireAsLaid,
    FireOfHull,
    FirePost,
    FiringTable,
    GuessedShot,
    HullsUnderFire,
    MountedFire,
    MountedWeapon,
    StruckFace,
    WeaponsOfHulls,
)
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.core.ids import ModelId, SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.offers import Offer, listed
from rules.progress import Action
from rules.rulebook.charts import grid
from rules.state import GameState
from rules.vehicles.shared import cover
from rules.vehicles.shared.hull import armour_of, condition, hull_of, mount_point, weapon_of, working
from rules.vehicles.trial.damage import odds
from rules.vehicles.trial.damage.armour import last_moved_in
from rules.vehicles.trial.hull.bands import REACH, Band
from rules.vehicles.trial.hull.profile import is_exposed, is_skimmer, is_walker, profile_of
from rules.vehicles.trial.shooting import allowance, at_spot, barrage
from rules.vehicles.trial.shooting.fire import aim, offers, step
from rules.vehicles.trial.shooting.gunnery import is_barrage
from rules.vehicles.trial.shooting.numbers import TrialNumbers
from rules.vehicles.trial.transport import fire_points

COLUMNS: Final[dict[Band, str]] = {
    "stationary": "did not move",
    "to6": "up to 6″",
    "to12": "up to 12″",
    "over12": "over 12″",
}

CELLS: Final[dict[str, str]] = {
    "all": "all weapons",
    "1 main + all defensive": "1 main, all defensive",
    "2 weapons one per side": "2, one from each side",
    "none": "none",
    "not applicable": "–",
}


def _named(mount: str, weapon: str) -> str:
    """The place of a weapon and what it is, said once: "Left sponson long autogun", "Hull autogun"."""
    whole, place = weapon.lower(), mount.lower()
    if whole in place:
        named = mount
    else:
        gun = weapon[:1].lower() + weapon[1:] if weapon.partition(" ")[0].istitle() else weapon
        named = weapon if whole.startswith(place) else f"{mount} {gun}"
    return named[:1].upper() + named[1:]


def firing_rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What fires after which move, row by row, in words. (TRI-FIRE-12)"""
    table = grid("TRI-FIRE-12")
    return tuple((name, tuple(CELLS[str(cells[band])] for band in COLUMNS)) for name, cells in table.items())


class TrialFire(WeaponsOfHulls, MountedFire, FireAsLaid, HullsUnderFire):
    """By the trial vehicle rules."""

    numbers = TrialNumbers()
    one_target = True

    def mounts(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        """Those that still work."""
        works = working(state, unit)
        return tuple(mount for mount in self.armed(state, unit) if mount.number in works)

    def armed(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        """All, each with its class, a walker's with its side. (TRI-FIRE-05, TRI-FIRE-11, TRI-ORD-01)"""
        spent, found = condition(unit).fired, []
        for n, mount in enumerate(profile_of(state, unit).mounts):
            weapon = weapon_of(state, unit, n)
            at, kind = mount_point(state, unit, n), allowance.in_words(state, unit, n)
            found.append(MountedWeapon(n, weapon, at, n in spent, _named(mount.name, weapon.name), kind))
        return tuple(found)

    def fire(self, state: GameState, unit: Unit, shots: Sequence[tuple[int, UnitId]], said: Said) -> Action:
        """All at one unit, turned to face or as it stands; the marker over the model that was said. (TRI-FIRE-01)"""
        target = shots[0][1]
        enemy = state.units.get(target)
        named = next((m.id for m in enemy.alive if m.id == said.get("aim")), ModelId("")) if enemy else ModelId("")
        aimed = tuple(
            aim.AimedMount(mount=mount, target=at, aim=named if self._lays(state, unit, mount) else ModelId(""))
            for mount, at in shots
        )
        turn_to = self._turn(state, unit, target, said)
        return step.ShootingStep(side=unit.side, unit=unit.id, shots=aimed, turn_to=turn_to)

    @staticmethod
    def _lays(state: GameState, unit: Unit, mount: int) -> bool:
        """Whether it lays a marker over somebody. (TRI-ORD-04)"""
        weapon = weapon_of(state, unit, mount)
        return weapon.type == "ordnance" and not is_barrage(weapon)

    @staticmethod
    def _turn(state: GameState, unit: Unit, target: UnitId, said: Said) -> float | None:
        """Where it turns: as was said, else only where nothing bears as it stands. (TRI-FACE-01)"""
        if said.get("turn") or ("turn" not in said and not offers.all_that_can(state, unit, target)):
            return offers.facing_it(state, unit, target)
        return None

    def fire_offers(self, state: GameState, side: SideId) -> Iterator[Offer]:
        """At each enemy, as it stands or turned to face. (TRI-FIRE-12)"""
        return listed((offers,), state, side)

    def fire_settings(self, state: GameState, unit: Unit, target: UnitId, said: Said) -> tuple[Setting, ...]:
        """Turning to face; the model under the marker. (TRI-FACE-01, TRI-ORD-04)"""
        found = []
        fixed = is_walker(state, unit) or any(m.arc_half_deg < 180 for m in profile_of(state, unit).mounts)
        if fixed and offers.facing_it(state, unit, target) is not None:
            turns = self._turn(state, unit, target, said) is not None
            found.append(Setting("turn", "Turn to face", "1" if turns else ""))
        enemy = state.units.get(target)
        if enemy is not None and len(enemy.alive) > 1 and any(self._lays(state, unit, m) for m in working(state, unit)):
            words = (("", "the nearest"), *((str(m.id), m.id.upper()) for m in enemy.alive))
            found.append(Setting("aim", "Marker over", said.get("aim", ""), words))
        return tuple(found)

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
        """One weapon, for ordnance fires alone; it turns to face where it has to. (TRI-ORD-02, TRI-ORD-07)"""
        first = guesses[0]
        straight = barrage.BarrageStep(
            side=unit.side,
            unit=unit.id,
            mount=first.mount,
            bearing=first.bearing,
            range_in=first.range_in,
            target=target,
        )
        refused = straight.check(state)
        return replace(straight, turn_to=first.bearing) if refused and refused.code == "out-of-arc" else straight

    def firing_table(self, state: GameState, unit: Unit, moved_in: float) -> FiringTable:
        """The row of its type, the column of its move. (TRI-FIRE-12)"""
        found = allowance.table(state, unit, moved_in)
        column = tuple(COLUMNS).index(found.column)
        moves = "moved" if moved_in == unit.now.moved_in else "moves"
        title = f"It {moves} {moved_in:.3g}″" if moved_in else "It has not moved"
        most = profile_of(state, unit).move_in
        return FiringTable(
            title,
            tuple(COLUMNS.values()),
            firing_rows(),
            tuple(found.rows).index(found.row),
            column,
            "TRI-FIRE-12",
            tuple(dict.fromkeys((*(inches for _, inches in REACH if inches < most), most))),
        )

    def fire_at_spot(self, state: GameState, unit: Unit, mounts: Sequence[int], at: Point) -> Action:
        """All at that spot, turned to face it where they have to. (ARAP-AREA-01, TRI-FACE-01)"""
        return at_spot.at(state, unit, mounts, at)

    def shells_ground(self, weapon: Weapon) -> bool:
        """Markers that are no ordnance. (ARAP-AREA-01, TRI-ORD-04)"""
        return at_spot.shells_ground(weapon)

    def plan_at_spot(self, state: GameState, action: Action) -> FirePlan | None:
        """Of a step at the ground."""
        return action.plan(state) if isinstance(action, at_spot.StepAtSpot) else None

    def can_lob(self, weapon: Weapon) -> bool:
        """Barrage weapons. (TRI-ORD-07)"""
        return is_barrage(weapon)

    def bears_on(
        self, state: GameState, unit: Unit, target: UnitId, said: Said = NOTHING_SAID, first: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """Main weapons first, as far as the table allows. (TRI-FIRE-12)"""
        if target not in state.units:
            return ()
        turn_to = self._turn(state, unit, target, said)
        return tuple(shot.mount for shot in offers.all_that_can(state, unit, target, turn_to, first))

    def plan(self, state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> FirePlan:
        """As a shot of these would be planned."""
        return step.plan_of(state, unit, target, mounts)

    def fire_of(self, state: GameState, action: Action) -> FireOfHull | None:
        """The target of a Shooting step."""
        if not isinstance(action, step.ShootingStep) or action.unit not in state.units or not action.shots:
            return None
        return FireOfHull(action.unit, action.shots[0].target, action.mounts)

    def laid(self, state: GameState, action: Action) -> FirePlan | None:
        """Turned to face; the marker of ordnance over the model that was named. (TRI-FACE-01, TRI-ORD-04)"""
        return action.laid(state) if isinstance(action, step.ShootingStep) and action.shots else None

    def faces_hit(self, state: GameState, target: Unit, eyes: Sequence[Point]) -> frozenset[str]:
        """The face that each eye has before it; the stronger where two tie. (TRI-DMG-01)"""
        outline, profile = hull_of(state, target), profile_of(state, target)
        found = (outline.face_towards(eye) for eye in eyes)
        return frozenset(max(faces, key=lambda face: armour_of(profile, face).av) for faces in found)

    def posted(self, state: GameState, unit: Unit, target: Point) -> Unit:
        """At the fire points, or at the edge of an open top. (TRI-PASS-02)"""
        return fire_points.posted(state, unit, target).units[unit.id]

    def fire_posts(self, state: GameState, vehicle: Unit, target: Point | None) -> tuple[FirePost, ...]:
        """Its hatches and slits. (TRI-PASS-02)"""
        return fire_points.drawn(state, vehicle, target)

    def struck(self, state: GameState, target: Unit, weapon: Weapon, eye: Point) -> StruckFace:
        """Face, way of rolling, hull-down, what hides it. (TRI-DMG-01, TRI-DMG-09)"""
        hit = odds.shot_at(state, target, weapon, eye)
        return StruckFace(hit.armour.face, hit.kind, hit.hull_down, cover.hidden(state, target, eye))

    def hidden_share(self, state: GameState, target: Unit, eye: Point) -> float:
        """As far as terrain gives cover. (TRI-DMG-09)"""
        return cover.hidden_share(state, target, eye)

    def speed_against_shots_in(self, state: GameState, unit: Unit) -> float:
        """Its previous player turn. (TRI-JOIN-04)"""
        return last_moved_in(state, unit)

    def fate(self, state: GameState, unit: Unit) -> FateOfHull:
        """What the odds of further hits depend on."""
        found = odds.fate_of(state, unit)
        return FateOfHull(found.immobilised, found.had_guns, is_skimmer(state, unit), is_exposed(state, unit))
