"""Whether what a table in set-up has can be fought: its vehicle rules, and the vehicles that are brought to it."""

from __future__ import annotations

from tabletop.armies import fitting
from tabletop.armies.fitting import Fault
from tabletop.games.models import Table


def faults(table: Table) -> tuple[Fault, ...]:
    """Everything that keeps the armies of the table from fighting there. (TRI-JOIN-01)"""
    if not table.scenario_content:
        return ()
    module = fitting.module_of(table.scenario_value.options, table.options)
    forces = table.forces.order_by("side")
    return (
        *fitting.table_faults(module),
        *(fault for force in forces for fault in fitting.army_faults(force.value, module)),
    )
