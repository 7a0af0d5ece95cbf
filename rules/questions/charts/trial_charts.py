"""The tables of the trial vehicle rules, in words and with exact chances. (TRI-FIRE-12, TRI-DMG-03, TRI-TERR-04)"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.dice.odds import chance_low
from rules.rulebook.charts import damage_chart
from rules.vehicles.trial.close_combat import assault
from rules.vehicles.trial.shooting.told import COLUMNS, firing_rows
from rules.vehicles.trial.terrain.classes import BAD_TO


class FiringChart(NamedTuple):
    """What fires after which move: the columns, and each row with its name."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def firing() -> FiringChart:
    """The table of all kinds of vehicle. (TRI-FIRE-12)"""
    return FiringChart(tuple(COLUMNS.values()), firing_rows())


def glancing() -> tuple[tuple[str, Fraction, Fraction], ...]:
    """Of each result of a glancing hit the chance by the usual column and by that of the third edition. (TRI-DMG-05)"""
    usual, third = damage_chart()["glancing"], damage_chart("trial", "third_edition")["glancing"]
    names = dict.fromkeys(cell[0] for column in (usual[:6], third[:6]) for cell in column)
    shares = [{name: Fraction(sum(c[0] == name for c in col[:6]), 6) for name in names} for col in (usual, third)]
    return tuple((name, shares[0][name], shares[1][name]) for name in names)


def ground() -> tuple[tuple[str, Fraction], ...]:
    """The chance to be stuck, or to crash, in each kind of ground. (TRI-TERR-04, TRI-TERR-06)"""
    return tuple((str(kind), Fraction(bad, 6)) for kind, bad in BAD_TO.items())


def blows() -> tuple[tuple[str, Fraction], ...]:
    """The chance to strike a hull without WS by how it stands. (TRI-CC-01)"""
    return tuple((name, chance_low(goal) if goal else Fraction(1)) for name, goal in assault.GOALS.items())
