"""What a unit's activation asks of vehicles: their crews, and whether they may act at all; what pages tell of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from rules.arap.units.states import Row
from rules.core.harm import Harm
from rules.core.refusal import Refusal
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.unit import Point, Unit, VehicleState
from rules.geometry.hulls import Hull
from rules.progress import Progress
from rules.rulebook.charts import DamageChart
from rules.state import Event, GameState

Said = Mapping[str, str]
"""What a player has set for an order besides the board: values by the names of the settings that were offered."""

NOTHING_SAID: Final[Said] = MappingProxyType({})


class Peril(NamedTuple):
    """Dice that may end an order badly: up to which face each does, how likely any does, and what comes then."""

    bad_to: tuple[int, ...]
    chance: Fraction
    ends: str


class Outlook(NamedTuple):
    """What an order leads to by its dice: a heading for each end, and what then holds of this and that."""

    ends: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Setting(NamedTuple):
    """Something to choose for an order besides the board: a box to tick, or one of a few values; as it stands."""

    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Value and word of each; none for a box."""
    outcomes: tuple[str, ...] = ()
    """What comes of each of those, where that is worth a card."""
    perils: tuple[Peril | None, ...] = ()
    """The dice that are thrown for each of those; None where none is."""
    outlooks: tuple[Outlook | None, ...] = ()
    """What each of those leads to by its dice."""


Cited = Literal[
    "activation",
    "own weapons",
    "no nerves",
    "never locked",
    "charge",
    "arcs",
    "fewer attacks",
    "blows",
    "planting",
    "bursts",
    "out_of_control",
    "immobilised",
    "shaken",
    "stunned",
    "armament",
    "aboard",
    "clinging",
    "stunned crew",
]
"""What vehicles do or suffer by rules of their own, where a chapter cites them."""


class VehicleCrews:
    """Who sits in a vehicle, and whether it may act; which rules are cited for what vehicles do."""

    def cited(self, what: Cited) -> tuple[str, ...]:
        """The ids of those rules, the weightiest first; as a rule there are none."""
        return ()

    def may_be_ruled(self) -> tuple[str, ...]:
        """What the host may set of vehicles alone, by the words of `RuleUnit`."""
        return ("immobilised", "shaken", "stunned")

    def may_cling(self) -> bool:
        """Whether people may ride on the outside of vehicles. (VEH-BRD-12)"""
        return False

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """Initiative that the activation value comes from; as a rule that of the profile. (VEH-JOIN-02)"""
        return state.profile(unit.models[0]).i

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """Why the vehicle makes no activation roll, if so. (VEH-JOIN-07)"""
        return None

    def may_go_on(self, state: GameState, unit: Unit) -> bool:
        """Whether a unit that has spent its points may still do what is part of a move. (VEH-TOW-04)"""
        return False


Arc = Literal["ordinary", "claw", "stomp"]
"""Where a fighter strikes: to the front, to front and sides, all round."""


class MachinesThatFight:
    """Vehicles that fight as creatures do. Without such a vehicle is struck at, never locked, and has no nerves."""

    def never_locked(self, state: GameState, unit: Unit) -> bool:
        """Whether it is a vehicle that does not fight in melee. (VEH-JOIN-09)"""
        return unit.is_vehicle

    def has_no_nerves(self, state: GameState, unit: Unit) -> bool:
        """Whether it is a vehicle that is never pinned. (VEH-JOIN-11)"""
        return unit.is_vehicle

    def is_stuck(self, unit: Unit) -> bool:
        """Whether it is a vehicle that cannot so much as turn. (VEH-DMG-05)"""
        return False

    def may_charge(self, unit: Unit) -> Refusal | None:
        """Why it may not charge for what has befallen it, if so. (VEH-DMG-05)"""
        return None

    def basic_move(self, profile: Profile) -> float:
        """Inches of its basic move on foot. (VEH-MECH-01)"""
        return profile.m

    def arc(self, profile: Profile, hand_weapons: int) -> Arc:
        """Where one with so many hand weapons strikes. (VEH-WS-04)"""
        return "ordinary"

    def attacks(self, unit: Unit, printed: int) -> int:
        """Its attacks in a round, of those on its profile. (VEH-WS-03)"""
        return printed

    def fighters(self, profile: Profile) -> int:
        """For how many it counts where one side may outnumber the other. (VEH-WS-06)"""
        return profile.counts_as


class HullsOnGround:
    """Where a hull cannot stand."""

    def barred_by(self, state: GameState, unit: Unit, hull: Hull) -> Refusal | None:
        """Why a vehicle cannot stand where its hull would lie so: ground that is closed to it. (VEH-MOVE-06)"""
        return None


class VehiclesInFormation:
    """Vehicles that are activated and act together: squadrons, and the sections of one long vehicle."""

    def members(self, state: GameState, unit: Unit) -> list[Unit]:
        """Who acts together with it, itself among them. (VEH-JOIN-12)"""
        return [unit]

    def out_of_step(self, state: GameState, unit: Unit, doing: str) -> Refusal | None:
        """Why it may not do what those before it did not do. (VEH-JOIN-12)"""
        return None

    def tried(self, progress: Progress, unit: Unit, ap: int) -> None:
        """One of them has rolled for activation, for so many points. (VEH-JOIN-12)"""

    def follow(self, progress: Progress) -> bool:
        """One of them is done: let the next one act. False when none is left."""
        return False

    def lined_up(self, state: GameState, unit: Unit, at: Point, facing: float) -> list[tuple[Unit, Hull]]:
        """What it pulls, in a line behind it where it would stand so. (VEH-HULL-04)"""
        return []

    def line_up(self, progress: Progress, unit: Unit) -> None:
        """It has been placed: what it pulls is set down behind it. (VEH-HULL-04)"""


class VehicleFigures(NamedTuple):
    """What a vehicle that keeps its speed does: maximum speed, change of speed, turn ratio radius; inches."""

    top_in: float
    acc_in: float
    trr: float


class RandomValue(NamedTuple):
    """A characteristic that is rolled: two dice with so many sides and something added, in inches."""

    name: str
    sides: int
    added: float
    least: float
    rule: str


class VehicleChart(NamedTuple):
    """A table of a set of vehicle rules: what stands above its columns, and each row's name with its cells."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str | Fraction, ...]], ...]
    """Words, or chances."""
    title: str = ""
    """What it tells; of one without columns the words before its rows, which make a sentence."""
    rows_are: str = ""
    """What its rows are."""
    rule: str = ""


class ChartsOfVehicles:
    """What the page of odds shows of vehicle rules, whoever plays by them."""

    def charts(self) -> tuple[VehicleChart, ...]:
        """Their tables, in words and with exact chances."""
        return ()


class VehicleFacts:
    """What a card, a token and the words of the table tell of a vehicle beside what they tell of every unit."""

    def speed_in(self, state: GameState, unit: Unit) -> float:
        """The most that it moves in a turn, in inches, as it was rolled if it was."""
        hull = state.profile(unit.models[0]).hull
        return hull.speed_in if hull is not None else 0.0

    def rows(self) -> tuple[Row, ...]:
        """States that vehicles may be in, in the order in which a card lists them, each with its rule."""
        return ()

    def rows_aboard(self) -> tuple[Row, ...]:
        """States that people may be in who ride in them."""
        return ()

    def speed_words(self, state: GameState, unit: Unit) -> str:
        """The speed that it keeps from turn to turn, in words; "" where it keeps none."""
        return ""

    def figures(self, state: GameState, unit: Unit) -> VehicleFigures | None:
        """How it drives at a speed of its own; None where it does not."""
        return None


class HarmToVehicles:
    """What hits do to a vehicle, as a card and the words of the table tell it."""

    def damage_results(self, vehicle: VehicleState) -> frozenset[str]:
        """Rows of the damage chart that it suffers from now."""
        return frozenset()

    def damage_chart(self, state: GameState) -> DamageChart | None:
        """The chart by which hits tell on vehicles; None where there is none. (VEH-CHART-01)"""
        return None

    def withstands(self, state: GameState, unit: Unit) -> Profile | None:
        """Toughness and save of what is hit like a creature; None for a hull with armour."""
        return None

    def harm(self, event: Event) -> Harm | None:
        """What an event took of a hull, where hulls have points. (VEH-HULL-01)"""
        return None


class RolledVehicles:
    """What is rolled for a vehicle before it is played; as a rule nothing is."""

    def random_values(self, hull: VehicleHull) -> tuple[RandomValue, ...]:
        """What is rolled for such a vehicle when the roster is made, or before the battle. (VEH-CAR-01)"""
        return ()

    def settled(self, hull: VehicleHull, rolled: Mapping[str, float]) -> VehicleHull:
        """The vehicle with what was rolled for it, in inches by the name of the characteristic. (VEH-CAR-01)"""
        return hull
