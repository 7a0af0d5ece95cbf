"""One unit: its states in the rules' words, its speed and race, characteristics that depend on the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules import rulesets
from rules.arap import cards
from rules.arap.cards import RaceProgress
from rules.arap.morale import leadership
from rules.arap.units import permission
from rules.arap.units import standing_answers as units_standing
from rules.arap.units import states as units_states
from rules.arap.units.vehicle_interface import HarmToVehicles, RolledVehicles, VehicleFacts, VehicleFigures
from rules.arap.units.vehicle_interface import RandomValue as RandomValue
from rules.arap.vehicle_interface import answered, ask, playable
from rules.core.ids import SideId, UnitId
from rules.core.unit_state import UnitState
from rules.forces import riding
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit, VehicleState
from rules.rulebook.charts import DamageChart
from rules.state import GameState


def states(state: GameState, unit: Unit) -> tuple[UnitState, ...]:
    """The unit's states in the rules' words, each with its rule."""
    return rulesets.of(state).states(state, unit)


def figures(state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
    """Its numbers in a row, each under its name: for comparing two units that a question is about."""
    return rulesets.of(state).figures(state, unit)


def strength(state: GameState, unit: Unit) -> int:
    """The number on its flag: how many models are left, or what one model has left."""
    return rulesets.of(state).strength(state, unit)


def arrows(state: GameState, unit: Unit) -> int:
    """How many arrows lie on it, one for each move of its latest turn, where the game marks them."""
    return rulesets.of(state).arrows(state, unit)


def score(state: GameState, side: SideId) -> int:
    """What counts towards victory, so far."""
    return rulesets.of(state).score(state, side)


def shunned(unit: Unit) -> tuple[UnitId, ...]:
    """Whom it may neither charge nor go nearer to, since one of them broke off from the other. (ARAP-BREAK-03)"""
    return units_states.shunned(unit)


class StandingMatter(NamedTuple):
    """Something that a unit may do or leave: in words, and its standing answer."""

    about: str
    words: str
    answer: str
    answers: tuple[str, ...]


def standing_answers(state: GameState, unit: Unit) -> tuple[StandingMatter, ...]:
    """What concerns the unit, with what it has said or usually does. (ARAP-MELEE-04, ARAP-CCG-01, ARAP-CCG-02)"""
    return tuple(
        StandingMatter(about, matter.words.capitalize(), units_standing.answer_of(state, unit, about), matter.answers)
        for about, matter in units_standing.MATTERS.items()
        if units_standing.concerns(state, unit, about)
    )


def marks(state: GameState, unit: Unit) -> tuple[str, ...]:
    """The names of the states that its token shows, the most telling first."""
    return rulesets.of(state).marked(state, unit)


class TargetPart(NamedTuple):
    """What a model is as a target: its name, what it withstands, the rules that make it so."""

    name: str
    profile: Profile
    is_mount: bool = False


def parts(state: GameState, model: Model) -> tuple[TargetPart, ...]:
    """One; a rider and what he rides where those are two targets. (VEH-BIKE-03, VEH-BIKE-04, VEH-BIKE-05)"""
    known = state.profiles[model.profile]
    now = state.profile(model)
    if known.bike is None or model.on_foot:
        return (TargetPart(known.name, now),)
    if not riding.is_separate(known, model, str(state.option("bike_and_rider"))):
        return (TargetPart(f"{known.name} on {known.bike.name}", now),)
    mount = state.profile(replace(model, part=riding.MOUNT))
    return (TargetPart(known.name, now), TargetPart(known.bike.name, mount, is_mount=True))


def ridden(state: GameState, model: Model) -> tuple[tuple[str, str], ...]:
    """How bike and rider count, in words, each with its rule; that of characters is said by their trait."""
    known = state.profiles[model.profile]
    if known.bike is None or model.on_foot:
        return ()
    armoured = (("Armoured bodywork: the rider’s Toughness is 1 higher", "VEH-BIKE-03"),) * known.bike.bodywork
    if known.hull is None and riding.is_separate(known, model, str(state.option("bike_and_rider"))):
        return armoured if riding.is_character(known) else (*armoured, ("Rider and mount count apart", "VEH-BIKE-05"))
    return (*armoured, ("One target: Toughness and save are the average of both", "VEH-BIKE-04"))


def damage_results(state: GameState, vehicle: VehicleState) -> frozenset[str]:
    """Which rows of the damage chart the vehicle suffers from now."""
    return ask(state, HarmToVehicles).damage_results(vehicle)


def damage_chart(state: GameState) -> DamageChart | None:
    """The damage chart that this table's vehicles are hit by; None where there is none. (VEH-CHART-01, TRI-DMG-03)"""
    return ask(state, HarmToVehicles).damage_chart(state)


# ------------------------------------------------------------------ speed and race


def race(state: GameState, unit: Unit) -> RaceProgress | None:
    """How far it has come in its race, if it is in one."""
    return cards.race(state, unit)


def speed_in(state: GameState, vehicle: Unit) -> float:
    """The most that a vehicle moves in a turn, in inches. (VEH-MOVE-01, VEH-TYPE-02)"""
    return ask(state, VehicleFacts).speed_in(state, vehicle)


def speed_words(state: GameState, unit: Unit) -> str:
    """The speed that it keeps from turn to turn, in words; nothing where it keeps none."""
    return ask(state, VehicleFacts).speed_words(state, unit) if unit.is_vehicle else ""


# ------------------------------------------------------------------ characteristics


class Withstands(NamedTuple):
    """What a bike has instead of armour. (VEH-BIKE-01)"""

    toughness: int
    save: int


def led_by(state: GameState, unit: Unit) -> str:
    """Whose Leadership a unit tests against, where its members differ. (ARAP-DICE-05)"""
    return leadership.led_by(state, unit)


def activation_value(state: GameState, unit: Unit) -> int:
    """The number that each die of its activation must not exceed. (ARAP-ACT-01)"""
    return permission.activation_value(state, unit)


def momentum(state: GameState, unit: Unit) -> VehicleFigures | None:
    """Its characteristics for driving at a speed; None for a vehicle that drives at its battle speed."""
    return ask(state, VehicleFacts).figures(state, unit) if unit.is_vehicle else None


def withstands(state: GameState, unit: Unit) -> Withstands | None:
    """Toughness and save of a bike that is hit as one; None for everything else."""
    found = ask(state, HarmToVehicles).withstands(state, unit) if unit.is_vehicle else None
    return Withstands(found.t, found.sv) if found is not None else None


# ------------------------------------------------------------------ rolled before the battle


def random_values(hull: VehicleHull) -> tuple[RandomValue, ...]:
    """What is rolled for such a vehicle when the roster is made, or before the battle. (VEH-CAR-01)"""
    return _rolled_for(hull).random_values(hull)


def settled(hull: VehicleHull, rolled: Mapping[str, float]) -> VehicleHull:
    """The vehicle with what was rolled for it, in inches by the name of the characteristic. (VEH-CAR-01)"""
    return _rolled_for(hull).settled(hull, rolled)


def _rolled_for(hull: VehicleHull) -> RolledVehicles:
    """What the rules that it is made for roll."""
    modules = (module for module in playable() if isinstance(hull, module.made.hull))
    return next((answered(module, RolledVehicles) for module in modules), RolledVehicles())
