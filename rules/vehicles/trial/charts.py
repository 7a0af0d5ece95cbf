"""The tables of these rules, in words and with exact chances. (TRI-FIRE-12, TRI-DMG-03, TRI-DMG-05, TRI-TERR-04)"""

from __future__ import annotations

from fractions import Fraction

from rules.arap.units.vehicle_interface import ChartsOfVehicles, VehicleChart
from rules.dice.odds import chance_low
from rules.vehicles.trial.close_combat import assault
from rules.vehicles.trial.damage import odds
from rules.vehicles.trial.shooting.mounted_fire import COLUMNS, firing_rows
from rules.vehicles.trial.terrain.classes import BAD_TO


class TrialCharts(ChartsOfVehicles):
    """By the trial vehicle rules."""

    def charts(self) -> tuple[VehicleChart, ...]:
        """What fires after which move, glancing hits by two editions, tests of terrain, blows at hulls."""
        return (
            VehicleChart(
                "firing",
                tuple(COLUMNS.values()),
                firing_rows(),
                title="What fires after which move",
                rows_are="Vehicle",
                rule="TRI-FIRE-12",
            ),
            _glancing(),
            VehicleChart(
                "ground",
                (),
                tuple((f"{kind} ground", (Fraction(bad, 6),)) for kind, bad in BAD_TO.items()),
                title="Stuck, or a fast skimmer’s crash",
                rule="TRI-TERR-04",
            ),
            VehicleChart(
                "blows",
                (),
                tuple((name, (_to_hit(goal),)) for name, goal in assault.GOALS.items()),
                title="A blow hits a vehicle without WS",
                rule="TRI-CC-01",
            ),
        )


def _glancing() -> VehicleChart:
    """Of each result of a glancing hit the chance by the usual column and by that of the third edition. (TRI-DMG-05)"""
    usual, third = (odds.columns(third_edition=third)["glancing"] for third in (False, True))
    names = dict.fromkeys(cell[0] for column in (usual[:6], third[:6]) for cell in column)
    shares = [{name: Fraction(sum(c[0] == name for c in col[:6]), 6) for name in names} for col in (usual, third)]
    rows = tuple((name, (shares[0][name], shares[1][name])) for name in names)
    columns = ("As usual", "Third edition")
    return VehicleChart("glancing", columns, rows, title="A glancing hit", rows_are="Result", rule="TRI-DMG-05")


def _to_hit(goal: int) -> Fraction:
    """The chance to strike a hull without WS. (TRI-CC-01)"""
    return chance_low(goal) if goal else Fraction(1)
