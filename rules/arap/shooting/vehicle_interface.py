"""What shooting asks of vehicles: shots at their hulls, and shots at and by the people aboard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import ShotLine
from rules.core.refusal import Refusal
from rules.forces.hull import Plates, VehicleHull
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.rulebook.charts import DamageChart
from rules.state import GameState
from rules.table.terrain import Cover


class OneHit(NamedTuple):
    """The chances that one hit ends a vehicle, and that it does anything to it at all."""

    ends: float
    hurts: float


class ShotsAtVehicles:
    """What hits and bursts do to a hull, and how hard it is to hit."""

    def to_hit_modifiers(self, state: GameState, target: UnitId, weapon: Weapon, origin: Point) -> tuple[Modifier, ...]:
        """What a shot from that point takes off for a vehicle's speed and cover. (VEH-AT-02, VEH-COV-01)"""
        return ()

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """Penetration and damage chances of hits by that weapon, for the preview of a shot at a vehicle."""
        return ()

    def one_hit(self, state: GameState, weapon: Weapon, shooter: ModelId, target: Unit) -> OneHit:
        """What `hit_lines` says of one hit of that weapon, in numbers alone, for who weighs many shots."""
        return OneHit(0.0, 0.0)

    def fells_bike(self, state: GameState, target: Unit, strength: int, ap: int | None) -> Fraction | None:
        """The chance that a hit takes a wound off a bike that drives by itself; None for any other. (VEH-BIKE-01)"""
        return None

    def take_hits(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Resolve hits on a vehicle, one entry of `shooters` per hit, in order. (VEH-PEN-01, VEH-DMG-11)"""

    def take_burst(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point
    ) -> None:
        """Resolve a burst whose marker reaches a vehicle, with its centre there. (VEH-AREA-01)"""

    def take_fall(self, progress: Progress, target: UnitId, wall: Weapon, at: Point, by: UnitId) -> None:
        """Resolve a wall that falls on a vehicle from that place, with the wall's own Strength. (BLD-WALL-09)"""


class OnTheHull(NamedTuple):
    """The state in which people aboard stand on their hulls, what that adds to shots at them and bars of theirs."""

    state: GameState
    modifiers: tuple[Modifier, ...] = ()
    barred: Callable[[Firing], Refusal | None] | None = None


class ShotsAboard:
    """People aboard who shoot or are shot at; as a rule they do neither."""

    def on_the_hull(self, state: GameState, unit: Unit, target: Unit) -> OnTheHull | Refusal:
        """The state for planning fire by or at people aboard, or why there is none. (VEH-OPEN-01, VEH-FROM-02)"""
        return Refusal("aboard", "People aboard neither shoot nor are shot at.", "ARAP-SHOOT-01", "people on foot")

    def limited(self, state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
        """Such a plan without what people aboard may not do. (VEH-FROM-04, VEH-FROM-07)"""
        return plan

    def keeps_from_firing(self, state: GameState, unit: Unit, weapon: Weapon) -> Refusal | None:
        """Why nobody aboard fires that weapon now, whatever at. (TRI-PASS-03)"""
        return None

    def have_fired(self, progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
        """People aboard have shot out. (VEH-FROM-07)"""

    def fire_tells(self, state: GameState, unit: Unit, plan: FirePlan) -> str:
        """What such fire brings upon those aboard, in words; nothing as a rule."""
        return ""

    def targets_aboard(self, state: GameState, side: SideId) -> Iterable[Unit]:
        """Enemies of a side who are aboard and can be shot at. (VEH-OPEN-01)"""
        return ()


class ShotsFromTheSaddle:
    """Riders who fire while what they ride moves; as a rule that only makes them worse. (ARAP-HIT-02)"""

    def keeps_riders_from(self, state: GameState, unit: Unit, firing: Firing) -> Refusal | None:
        """Why a rider does not fire that on the move, if so. (VEH-FROM-02, VEH-FROM-05)"""
        return None

    def keeps_riders_from_casting(
        self, state: GameState, unit: Unit, model: Model, weapon: Weapon, far: float
    ) -> Refusal | None:
        """Why a rider does not throw or lob that so far on the move, if so. (VEH-FROM-02, VEH-FROM-05)"""
        return None


class MountedWeapon(NamedTuple):
    """A weapon of a hull: its number, what it is, where it sits, whether it has fired in this turn."""

    number: int
    weapon: Weapon
    at: Point
    spent: bool = False
    name: str = ""
    """Where it sits and what it is, in words."""
    kind: str = ""
    """Its class, where its vehicle rules have such. (TRI-FIRE-05)"""


class FireOfHull(NamedTuple):
    """A hull's fire at one target: who, at whom, with which mounts."""

    unit: UnitId
    target: UnitId
    mounts: tuple[int, ...]


class FirePost(NamedTuple):
    """A place on a hull where people aboard fire: for how many, whether it bears that way. (TRI-PASS-02)"""

    at: Point
    models: int
    bears: bool


class StruckFace(NamedTuple):
    """Where a shot strikes a hull: the face, how it rolls against armour, its hull-down goal, what hides it."""

    face: str
    kind: str
    hull_down: int
    cover: str


class FateOfHull(NamedTuple):
    """What is so of a hull besides its profile: immobilised, armed once, afloat over the ground, laid open."""

    immobilised: bool = False
    had_guns: bool = False
    skims: bool = False
    exposed: bool = False


class GuessedShot(NamedTuple):
    """What the crew of a mount guesses: which way in degrees, how far in inches, none while they say nothing."""

    mount: int
    bearing: float
    range_in: float | None


class FiringTable(NamedTuple):
    """The table by which weapons fire after a move, with the row and the column of one vehicle."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """The name of each row and its cells, in words."""
    row: int
    column: int
    rule: str
    bands_in: tuple[float, ...] = ()
    """Inches up to which its columns go, as far as it may move."""


class OwnScatter(NamedTuple):
    """Dice of their own by which vehicle rules scatter shells: the chance to come down on the aim, and the rule."""

    on_aim: Fraction
    rule: str


class ShellNumbers:
    """What a set of vehicle rules says of shells from numbers alone."""

    ordnance_lays_marker = False
    """Whether ordnance is laid with a marker and scatters, rather than rolled to hit. (TRI-ORD-04)"""

    def as_fired(self, weapon: Weapon) -> Weapon:
        """With the marker that it is fired with. (TRI-ORD-01)"""
        return weapon

    @abstractmethod
    def scatter(self, weapon: Weapon, goal: int, *, sevens: bool, on_the_move: bool) -> Mapping[float, int]:
        """How far a shell scatters, in inches, each with its share of the ways in which the dice may fall."""

    def own_scatter(self, weapon: Weapon) -> OwnScatter | None:
        """Where its shells do not scatter as those of people on foot. (TRI-ORD-04)"""
        return None


class HullNumbers(ShellNumbers):
    """What a set of vehicle rules says of fire at a hull from numbers alone: for odds without a table."""

    cites: ClassVar[Mapping[str, str]] = {}
    """The rules of ways to roll against armour ("normal", "melta", "ordnance"), of a half hidden hull, of weapons
    without AP, of double rolls on the chart, of the chart and of what results add up to: "hull-down", "no-ap", "twice",
    "chart", "end"; and of what is ticked of a shot or a hull, where that is a rule of theirs: "open", "skimmer"."""

    asks: ClassVar[frozenset[str]] = frozenset()
    """What these rules alone want to know of a shot or a hull."""

    helpless_is_lost = True
    """Whether what can neither move nor shoot any more counts as destroyed. (VEH-DMG-05)"""

    @abstractmethod
    def hull(self, armour: Plates, *, open_topped: bool, flimsy: bool) -> VehicleHull:
        """A hull of those numbers."""

    @abstractmethod
    def chart(self, *, third_edition: bool) -> DamageChart:
        """The damage chart; its glancing column may be another. (VEH-CHART-01, TRI-DMG-05)"""

    @abstractmethod
    def concealed(self, weapon: Weapon, speed_in: float, cover: Cover) -> tuple[Modifier, ...]:
        """What speed in inches and cover take off the roll to hit. (VEH-AT-02, TRI-JOIN-04)"""

    @abstractmethod
    def hull_down_on(self, roll: int) -> int:
        """On how much or less a penetrating hit glances off a half hidden hull; `roll` is the switch's."""

    @abstractmethod
    def chart_modifiers(self, hull: VehicleHull, weapon: Weapon) -> tuple[Modifier, ...]:
        """What is added on the damage chart."""

    @abstractmethod
    def chart_rolls(self, hull: VehicleHull, weapon: Weapon) -> int:
        """How often it is rolled on for a hit."""

    def hit_odds(self, weapon: Weapon, once: Fraction) -> Fraction:
        """The chance of a hit where one throw has that chance."""
        return once


class WeaponsOfHulls:
    """The weapons of a hull, and what they can do."""

    def mounts(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        """The weapons of a hull that still work."""
        return ()

    def armed(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        """The same with those that are lost."""
        return self.mounts(state, unit)

    def keeps_from_aiming(self, state: GameState, unit: Unit) -> Refusal | None:
        """Why the crew of a hull cannot take aim now: it has nothing to aim. (ARAP-HIT-04)"""
        if any(not mount.spent for mount in self.mounts(state, unit)):
            return None
        return Refusal("no-ranged-weapon", f"{unit.name} has nothing to aim.", "ARAP-HIT-04", "driving, or finishing")

    def bears_on(
        self, state: GameState, unit: Unit, target: UnitId, said: Said = NOTHING_SAID, first: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """The numbers of the mounts that may fire at that target now, main weapons first.

        `first` are those that fire in any case, where that leaves less for the others.
        """
        return ()

    def can_lob(self, weapon: Weapon) -> bool:
        """Whether a hull lobs it. (ARAP-AREA-10)"""
        return False

    def shells_ground(self, weapon: Weapon) -> bool:
        """Whether a hull may fire it at a spot on the ground. (ARAP-AREA-01)"""
        return False

    def firing_table(self, state: GameState, unit: Unit, moved_in: float) -> FiringTable | None:
        """The table that says what fires once the hull has moved so far; None where there is no such table."""
        return None


class MountedFire:
    """The actions by which hulls fire; None where they do not.

    `said` is what the player has set besides the board: values by the names of the settings that were offered.
    """

    one_target = False
    """Whether all weapons of a hull fire at the same unit."""

    def fire(self, state: GameState, unit: Unit, shots: Sequence[tuple[int, UnitId]], said: Said) -> Action | None:
        """The action that fires those mounts, each at its target; None where hulls do not fire."""
        return None

    def fire_offers(self, state: GameState, side: SideId) -> Iterable[Offer]:
        """Fire that the acting vehicle may be offered."""
        return ()

    def fire_settings(self, state: GameState, unit: Unit, target: UnitId, said: Said) -> tuple[Setting, ...]:
        """What may be chosen for fire at that target besides the weapons."""
        return ()

    def fire_at_spot(self, state: GameState, unit: Unit, mounts: Sequence[int], at: Point) -> Action | None:
        """The action that fires those mounts at a spot on the ground; None where hulls do not."""
        return None

    def lob(
        self,
        state: GameState,
        unit: Unit,
        guesses: Sequence[GuessedShot],
        *,
        target: UnitId | None,
        others: Sequence[int],
        said: Said,
    ) -> Action | None:
        """The action that lobs at guessed ranges, `others` firing directly at the target; None where hulls do not."""
        return None


class FireAsLaid:
    """What fire of hulls, and of people aboard, an action comes to before anything is fired."""

    def plan(self, state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> FirePlan:
        """The fire of those mounts at that target."""
        return FirePlan((), ())

    def fire_of(self, state: GameState, action: Action) -> FireOfHull | None:
        """The fire of a hull that an action asks for; None for any other action."""
        return None

    def laid(self, state: GameState, action: Action) -> FirePlan | None:
        """The fire of a hull at an enemy as that action lays it; None for any other action."""
        fire = self.fire_of(state, action)
        return None if fire is None else self.plan(state, state.units[fire.unit], fire.target, fire.mounts)

    def plan_at_spot(self, state: GameState, action: Action) -> FirePlan | None:
        """The fire of a hull at a spot on the ground; None for any other action."""
        return None

    def posted(self, state: GameState, unit: Unit, target: Point) -> Unit:
        """People aboard as they stand to shoot that way."""
        return unit

    def fire_posts(self, state: GameState, vehicle: Unit, target: Point | None) -> tuple[FirePost, ...]:
        """The places at which those aboard fire, where the rules give them places."""
        return ()


class HullsUnderFire:
    """What shots from a place meet of a hull, and what their odds depend on."""

    numbers: HullNumbers | None = None
    """What odds from numbers alone are worked out by; None where nothing is known."""

    def faces_hit(self, state: GameState, target: Unit, eyes: Sequence[Point]) -> frozenset[str]:
        """The faces of a hull that shots from there would meet."""
        return frozenset()

    def struck(self, state: GameState, target: Unit, weapon: Weapon, eye: Point) -> StruckFace | None:
        """Where a shot from there strikes a hull; None where shots at hulls are like all others."""
        return None

    def hidden_share(self, state: GameState, target: Unit, eye: Point) -> float:
        """How much of a hull terrain hides from there, 0 to 1. (VEH-COV-01)"""
        return 0.0

    def speed_against_shots_in(self, state: GameState, unit: Unit) -> float:
        """Inches that count against shots at it."""
        return unit.now.moved_in

    def fate(self, state: GameState, unit: Unit) -> FateOfHull:
        """What the odds of hits on it depend on besides its profile."""
        return FateOfHull()
