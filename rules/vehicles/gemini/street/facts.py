"""What pages tell of one vehicle: its states, how it drives, what it withstands. (VEH-DMG-01 to -06, VEH-RACE-02)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from rules.arap.units import states as units_states
from rules.arap.units.states import Row
from rules.arap.units.vehicle_interface import HarmToVehicles, RandomValue, RolledVehicles, VehicleFacts, VehicleFigures
from rules.core.harm import Harm
from rules.forces.gemini import GeminiHull
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.unit import Unit, VehicleState
from rules.rulebook.charts import DamageChart, damage_chart
from rules.state import Event, GameState
from rules.vehicles.gemini.damage import bikes, states
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.transport import fire_ports, passengers
from rules.vehicles.shared.damage import hurt_crew, suffering
from rules.vehicles.shared.hull import condition


def _shares(state: GameState, unit: Unit) -> str:
    found = fire_ports.shares(state, unit)
    if not fire_ports.have_shot(state, unit).out:
        return _room(state, unit)
    sides = ", ".join(f"{face} {shot} of {most}" for face, (most, shot) in found.items() if most or shot)
    hatches = len(fire_ports.have_shot(state, unit).hatch)
    return f"Shot out in this turn: {sides}" + (f", {hatches} from hatches" if hatches else "")


def _room(state: GameState, unit: Unit) -> str:
    """For how many there is room to shoot out, to each side and in all."""
    rooms = {face: fire_ports.places(state, unit, face) for face in fire_ports.FACES}
    most, hatches = rooms["left"].most, rooms["left"].at_hatches
    sides = ", ".join(f"{face} {min(room.at_face, most)}" for face, room in rooms.items() if room.at_face)
    return f"May shoot out: {sides}" + (f", hatches {min(hatches, most)}" if hatches else "") + f"; {most} in all"


def _shot_out(rule: str) -> Row:
    """Who may still shoot out to which side, by the rule of such vehicles."""

    def holds(state: GameState, unit: Unit) -> bool:
        now = condition(unit)
        barred = suffering.is_shaken(now) or suffering.is_stunned(now)
        return unit.on_table and not barred and _carries(state, unit) and fire_ports.rule_of(state, unit) == rule

    return Row("embarked", holds, _shares, rule)


def _carries(state: GameState, unit: Unit) -> bool:
    return any(u.alive and not u.clinging for u in passengers.aboard(state, unit.id))


SHOT_OUT: Final = tuple(map(_shot_out, (fire_ports.OPEN_TOP, fire_ports.CLOSED)))
"""Over the sides of an open top, through the ports of a closed vehicle. (VEH-FROM-04, VEH-FROM-07)"""


class GeminiFacts(VehicleFacts, HarmToVehicles, RolledVehicles):
    """The Gemini vehicle rules' own words."""

    def rows(self) -> tuple[Row, ...]:
        """What shots did to it, control, speed."""
        return (*states.ROWS, *SHOT_OUT)

    def rows_aboard(self) -> tuple[Row, ...]:
        """Passengers, and those on the outside. (VEH-JOIN-10, VEH-BRD-13)"""
        inside = units_states.aboard("VEH-JOIN-10")
        return (
            inside._replace(when=lambda s, u: u.aboard and not u.clinging and not u.is_gone),
            units_states.clinging("VEH-BRD-13"),
            *hurt_crew.aboard("VEH-DMG-02", "VEH-DMG-01"),
        )

    def damage_results(self, vehicle: VehicleState) -> frozenset[str]:
        """Rows of VEH-CHART-01."""
        return suffering.results(vehicle)

    def damage_chart(self, state: GameState) -> DamageChart:
        """The one that there is. (VEH-CHART-01)"""
        return damage_chart()

    def speed_words(self, state: GameState, unit: Unit) -> str:
        """Under the Street Race rules alone. (VEH-RACE-02)"""
        return states.speed_words(unit) if momentum.uses(state, unit) else ""

    def figures(self, state: GameState, unit: Unit) -> VehicleFigures | None:
        """Under the Street Race rules alone. (VEH-RACE-01)"""
        if not momentum.uses(state, unit):
            return None
        return VehicleFigures(momentum.top_in(state, unit), momentum.acc_in(state, unit), momentum.trr(state, unit))

    def speed_in(self, state: GameState, unit: Unit) -> float:
        """Its battle speed, rolled or not. (VEH-MOVE-01, VEH-TYPE-02, VEH-TYPE-04)"""
        return profile_of(state, unit).battle_speed_in

    def withstands(self, state: GameState, unit: Unit) -> Profile | None:
        """A bike's Toughness and save. (VEH-BIKE-01)"""
        return bikes.withstands(state, unit) if bikes.is_bike(state, unit) else None

    def random_values(self, hull: VehicleHull) -> tuple[RandomValue, ...]:
        """Maximum speed and Acc/Dec. (VEH-CAR-01)"""
        assert isinstance(hull, GeminiHull)
        added, rule = momentum.ADDED_IN.get("" if hull.civilian else hull.type, (20.0, "VEH-CAR-01"))
        least = hull.battle_speed_in if hull.type == "tracked" else 0.0
        speed = [RandomValue("Maximum speed", 6, added, least, rule)] * hull.random_speed
        return (*speed, *([RandomValue("Acc/Dec", 4, 4.0, 0.0, "VEH-CAR-01")] * hull.random_acceleration))

    def settled(self, hull: VehicleHull, rolled: Mapping[str, float]) -> VehicleHull:
        """Maximum speed and Acc/Dec are random no more. (VEH-CAR-01)"""
        assert isinstance(hull, GeminiHull)
        if "Acc/Dec" in rolled:
            hull = replace(hull, acc_dec_in=rolled["Acc/Dec"], random_acceleration=False)
        if "Maximum speed" in rolled:
            hull = replace(hull, top_speed_in=rolled["Maximum speed"], random_speed=False)
        return hull

    def harm(self, event: Event) -> Harm | None:
        """Hull points that absorbed a hit. (VEH-HULL-01)"""
        if not isinstance(event, HullPointsLost) or event.unit is None:
            return None
        return Harm(event.unit, event.by, hull=event.lost)
