"""Whether the vehicles of an army fit the vehicle rules of a table, and which of those rules are played here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import rules
from rules.forces import fitting
from rules.forces.army import Army
from rules.forces.fitting import Fault, rule_of
from rules.forces.modules import known, made_for, name_of
from rules.rulebook import default_options
from rules.table.scenario import OptionValue, Scenario
from tabletop.armies.roster.build import Unit
from tabletop.armies.roster.findings import Check, Mend


def module_of(scenario: Scenario, table: Mapping[str, OptionValue]) -> str:
    """The vehicle rules of a table: its game's own, else those that its switches say. (TRI-JOIN-01)"""
    return fitting.module_of(scenario.ruleset, _switches(scenario, table))


def army_faults(army: Army, scenario: Scenario, table: Mapping[str, OptionValue]) -> tuple[Fault, ...]:
    """Whoever of an army does not fit such a table. (TRI-JOIN-01, CRU-VEH-01, TRI-CHAR-05)"""
    switches = _switches(scenario, table)
    return fitting.army_faults(army, fitting.module_of(scenario.ruleset, switches), switches)


def _switches(scenario: Scenario, table: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    return {**default_options(), **scenario.options, **table}


def played() -> tuple[str, ...]:
    """The vehicle rules that tables can be played by, those of games of their own among them."""
    own = (made.id for made in known() if not made.on_core and made.ruleset in rules.games())
    return (*rules.vehicle_rules(), *own)


def table_faults(module: str) -> tuple[Fault, ...]:
    """What is wrong with a table of those rules by itself."""
    if module in played():
        return ()
    name = name_of(module) if made_for(module) else f"vehicle rules called “{module}”"
    ways = " or ".join(name_of(each) for each in played())
    return (Fault(f"This table is for {name}, which cannot be played here.", f"a scenario for {ways}", "TRI-JOIN-01"),)


def checks(units: Sequence[Unit]) -> Iterator[Check]:
    """What the builder says of vehicles for different rules, and of those that no table plays."""
    by_module: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.machine is not None:
            by_module.setdefault(unit.machine.made_for, []).append(unit)
    if len(by_module) > 1:
        yield _mixed(by_module)
    for module, those in by_module.items():
        if module not in played():
            text = f"{_names(those)}: made for {name_of(module)}, which no table plays here yet. Cards and files work."
            yield Check("warn", "No table for these vehicles.", text, rule=rule_of(module))


def _mixed(by_module: Mapping[str, Sequence[Unit]]) -> Check:
    """Vehicles for several rules in one list: those of the fewest would go."""
    text = "; ".join(f"{_names(those)} for {name_of(module)}" for module, those in by_module.items())
    fewest = min(by_module.values(), key=len)
    mends = tuple(Mend(f"Remove {unit.name}", {"do": "remove", "unit": unit.pick.id}) for unit in fewest[:3])
    title = "Vehicles for different rules."
    return Check("bad", title, f"{text}. One table has one of them.", fewest[0].pick.id, mends, "TRI-JOIN-01")


def _names(units: Iterable[Unit]) -> str:
    return ", ".join(unit.name for unit in units)
