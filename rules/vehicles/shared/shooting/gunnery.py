"""Which mounted weapon can fire at what, and what its shots need: the plan behind a vehicle's fire.

Mounts count as stationary and are stabilised; ranges, arcs and sight lines are taken from the mount. (VEH-FROM-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.shooting import rulings, to_hit
from rules.arap.shooting.plan import FirePlan, Firing, Orders
from rules.arap.shooting.planner import Planner
from rules.arap.sight.cover import Covers, UnitCover
from rules.arap.sight.lines import Comrades, Lines, comrades, distance_to, hull_of
from rules.arap.templates import marker
from rules.arap.templates import strip as templates_strip
from rules.arap.units import weapons
from rules.arap.units.settled import Matter
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.mount import Mount
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import in_arc, normalise
from rules.geometry.lengths import is_within
from rules.geometry.templates import Strip
from rules.state import GameState
from rules.vehicles.shared import formations
from rules.vehicles.shared.hull import mount_point, vehicle_of, weapon_of

AIMED: Final = Modifier(1, "aimed", "ARAP-HIT-04")


class Barred(NamedTuple):
    """A mount that cannot fire at that target, and why."""

    mount: int
    refusal: Refusal


class Gunnery(Planner):
    """Works out the fire of some of a vehicle's mounts at one enemy unit."""

    hulls_hide = False
    """Whether a vehicle hides what is behind it however high that is, and no creature does."""

    def __init__(
        self,
        state: GameState,
        unit: Unit,
        target: Unit,
        mounts: Sequence[int],
        *,
        aimed: bool = False,
        extra: tuple[Modifier, ...] = (),
        shelter: tuple[Modifier, ...] = (),
        skill: int | None = None,
        doubts: Mapping[Matter, bool] = MappingProxyType({}),
    ) -> None:
        """`aimed`: aim was taken just before; `skill` in place of the crew's own; how every doubtful line counts."""
        extra = (*extra, AIMED) if aimed else extra
        state = formations.alone(state, unit)
        self.mounts = mounts
        self.guns = {mount: self.gun_of(state, unit, mount) for mount in mounts}
        eyes = tuple(g.at for g in self.guns.values())
        lines = Lines(state, eyes, target, but=(unit.id,), hulls_hide=self.hulls_hide)
        orders = Orders(extra=extra, shelter=shelter, skill=skill, doubts=doubts)
        super().__init__(state, unit, target, orders, Covers(lines))

    @classmethod
    def gun_of(cls, state: GameState, unit: Unit, mount: int) -> Model:
        """The mount as a model: it stands where the weapon sits and looks along the middle of its arc."""
        model, found = unit.models[0], vehicle_of(state, unit).mounts[mount]
        return replace(model, at=mount_point(state, unit, mount), facing=normalise(model.facing + found.arc_centre_deg))

    @cached_property
    def _friends(self) -> Comrades:
        """Friends who may stand in the way: many a mount bears on nobody, and never asks."""
        return comrades(self.state, self.unit, self.target)

    def _mount(self, mount: int) -> Mount:
        return vehicle_of(self.state, self.unit).mounts[mount]

    def plan(self) -> FirePlan:
        """The fire of every mount that can."""
        firings = tuple(f for m in self.mounts if isinstance(f := self.firing(m), Firing))
        return FirePlan(firings, (), self._covered(firings))

    def barred(self) -> Barred | None:
        """The first mount that cannot fire, if any."""
        for mount in self.mounts:
            found = self.firing(mount)
            if isinstance(found, Refusal):
                return Barred(mount, found)
        return None

    def firing(self, mount: int) -> Firing | Refusal:
        """What the mount fires, or why it cannot: range, arc, sight, friends in the way, chances."""
        weapon, gun = weapon_of(self.state, self.unit, mount), self.guns[mount]
        if weapon.is_guessed:
            text = f"{weapon.name} fires at a guessed range."
            return Refusal("guess-first", text, "ARAP-AREA-10", "lobbing it: say how far")
        strip = self._strip(mount, weapon, gun) if weapon.template else None
        if weapon.template and strip is None:
            text = f"The template of {weapon.name} does not reach {self.target.name}."
            return Refusal("out-of-range", text, "ARAP-TMPL-01", "a target within 8″, in the mount’s arc")
        aim = self._target(mount, weapon, gun, strip)
        if isinstance(aim, Refusal):
            return aim
        range_in, model = aim
        strength = self._strength(gun, weapon, model)
        if strength is None:
            text = f"{weapon.name} is a laser under strength 6: it does not carry through smoke."
            return Refusal("smoke", text, "ARAP-HIT-09", "a line clear of smoke")
        firing = self._fire(mount, weapon, gun, range_in, model, strength, strip)
        impossible = self._possible(firing)
        return impossible.refusal if impossible is not None else firing

    def _fire(
        self,
        mount: int,
        weapon: Weapon,
        gun: Model,
        range_in: float,
        aim: Model,
        strength: int,
        strip: Strip | None,
    ) -> Firing:
        profile = self.state.profile(gun)
        shot = to_hit.Shot(self.unit, gun, weapon, self.target, range_in, self._shelter(weapon, gun))
        return Firing(
            gun,
            weapon,
            1 if strip else weapons.shots_at(weapon, profile, range_in, "full"),
            range_in,
            aim,
            gun.facing,
            self._base(gun),
            to_hit.modifiers(self.state, shot, self._further(weapon)),
            strength,
            self._is_close(weapon, strength + weapon.random_sides, range_in),
            cost(weapon),
            strip,
        )

    def _base(self, gun: Model) -> int:
        own, skill = to_hit.base(self.state, gun), self.orders.skill
        return own if skill is None else min(skill, own)

    def _shelter(self, weapon: Weapon, gun: Model) -> UnitCover:
        if to_hit.is_area(weapon) or self.target.is_vehicle:
            return UnitCover()
        return self._covers.of_unit(gun)

    def _target(self, mount: int, weapon: Weapon, gun: Model, strip: Strip | None) -> tuple[float, Model] | Refusal:
        """The nearest member that the mount may shoot at and how far off it is."""
        members = sorted(((distance_to(self.state, gun.at, m), m) for m in self.target.alive), key=lambda t: t[0])
        if strip is not None:
            members = templates_strip.reached(self.state, strip, members)
        elif weapon.marker_in and not self.state.is_older_than("13"):
            members = self._in_the_middle(mount, weapon, gun) or members
        reach = weapons.range_of(weapon)
        furthest: Refusal | None = None
        for range_in, model in members:
            if strip is None and not is_within(range_in, reach):
                break
            furthest = self._barred_by(mount, weapon, gun, model)
            if furthest is None:
                return range_in, model
        if furthest is not None:
            return furthest
        text = f"{weapon.name} reaches {reach:g}″; the nearest target is {members[0][0]:.2f}″ away."
        return Refusal("out-of-range", text, "ARAP-SHOOT-02", f"a target within {reach:g}″")

    def _in_the_middle(self, mount: int, weapon: Weapon, gun: Model) -> list[tuple[float, Model]]:
        """The one member that a marker is laid over, of those in arc and sight; none of them if none is. (ARAP-AREA-01)

        Of a single figure in cover it is the whole piece, where its middle can be seen and reached; up to version 12 it
        was the nearest member.
        """

        def sees(gun: Model, model: Model) -> bool:
            return self._bears(mount, gun, model) and self._line.sees(gun, model)

        seen = marker.aim_at(self._line.lines, gun, rulings.part(self.unit, self.target.id), sees)
        if seen is None:
            return []
        piece = marker.aim_in_cover(self.state, self.target)
        reach = weapons.range_of(weapon)
        if piece is not None and is_within(distance_to(self.state, gun.at, piece), reach):
            seen = seen if self._barred_by(mount, weapon, gun, piece) else piece
        return [(distance_to(self.state, gun.at, seen), seen)]

    def _barred_by(self, mount: int, weapon: Weapon, gun: Model, model: Model) -> Refusal | None:
        name = self.target.name
        if not self._bears(mount, gun, model):
            text = f"{name} is outside the arc of {weapon.name}."
            return Refusal("out-of-arc", text, "ARAP-SHOOT-06", "turning the vehicle, or another weapon")
        if not self._line.sees(gun, model):
            text = f"No line of sight from {weapon.name} to {name}."
            return Refusal("no-line-of-sight", text, "ARAP-SHOOT-03", "a target in sight")
        over = weapon.template or weapon.has("high-trajectory") or self._line.may_fire_over
        if not over and self._line.hindered(gun, model, self._friends):
            text = f"Friends stand in the line of fire to {name}."
            allowed = "a line clear of friends; the host may rule otherwise"
            return Refusal("friends-in-the-way", text, "ARAP-SHOOT-07", allowed)
        return None

    def _bears(self, mount: int, gun: Model, model: Model) -> bool:
        """Whether any of the target is in the mount's arc. (VEH-GEOM-01)"""
        return any(self._in_arc(mount, gun, p) for p in _marks(self.state, model))

    def _in_arc(self, mount: int, gun: Model, point: Point) -> bool:
        return in_arc(gun.facing, gun.at, point, self._mount(mount).arc_half_deg)

    def _strip(self, mount: int, weapon: Weapon, gun: Model) -> Strip | None:
        """The strip laid in the mount's arc where it covers most of the target."""
        best, found = 0, None
        for member in self.target.alive:
            if self._in_arc(mount, gun, member.at):
                strip = templates_strip.strip_at(self.state, gun, weapon, member.at)
                covered = sum(templates_strip.reaches(self.state, strip, m) for m in self.target.alive)
                if covered > best:
                    best, found = covered, strip
        return found


def _marks(state: GameState, model: Model) -> tuple[Point, ...]:
    """The points of a model that an arc may take in: its base centre, or a hull's centre and corners."""
    hull = hull_of(state, model)
    return (model.at, *hull.corners()) if hull is not None else (model.at,)


def cost(weapon: Weapon, *, lobbed: bool = False) -> int:
    """Action points of a mounted weapon: one for all, two for Ordnance and Primary, three if lobbed. (VEH-JOIN-04)"""
    if weapon.type not in ("ordnance", "primary"):
        return 1
    return weapons.LOBBED_HEAVY if lobbed else 2
