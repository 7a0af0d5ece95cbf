"""What a table would be, beside the set-up form: its ground, its rules, and armies that do not fit. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from rules import games
from rules.forces.fitting import Fault
from rules.forces.modules import way_of, ways
from rules.table.scenario import OptionValue, Scenario
from tabletop.accounts.people import Person
from tabletop.armies.roster import fitting
from tabletop.games.access.refusals import Refused
from tabletop.games.tables.set_up import Plan
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import listing
from tabletop.ui import switchboard

_MOST_TOLD: Final = 1


class Summary(NamedTuple):
    """A table to be, in a few lines."""

    name: str
    picture: SafeString
    lines: tuple[tuple[str, str], ...]
    faults: tuple[Fault, ...]
    """Whoever is brought without the numbers for these rules: the first of them."""
    further: int
    """How many more of those there are."""


def summary(plan: Plan, record: ScenarioRecord, person: Person) -> Summary:
    """Of what is chosen so far."""
    scenario = record.value
    options = plan.switches(scenario)
    found = _faults(plan, scenario, person, options)
    lines = (
        ("Rules", _rules(scenario, options)),
        ("Sides", ", ".join(plan.side_names.get(side.id) or side.name for side in scenario.sides)),
        ("Length", listing.length(scenario)),
        ("Changed", _changed(scenario, options)),
    )
    return Summary(
        record.name,
        listing.card(record).picture,
        lines,
        found[:_MOST_TOLD],
        max(0, len(found) - _MOST_TOLD),
    )


def _rules(scenario: Scenario, options: Mapping[str, OptionValue]) -> str:
    """`Skirmish rules, trial vehicles`."""
    game = games().get(scenario.ruleset, scenario.ruleset)
    way = way_of(scenario.ruleset, {**scenario.options, **options}, race=scenario.race is not None)
    named = way is not None and way.on_core and way != ways()[0]
    return f"{game}, {way.title.lower()}" if way is not None and named else game


def _changed(scenario: Scenario, options: Mapping[str, OptionValue]) -> str:
    race = scenario.race is not None
    usual = switchboard.as_usual(scenario.ruleset, scenario.options, options, race=race)
    others = [key for key in switchboard.differing(options, usual) if switchboard.is_in_play(key, scenario.ruleset)]
    if not others:
        return "nothing, all as usual"
    return ", ".join(switchboard.field(key, options).said for key in others)


def _faults(plan: Plan, scenario: Scenario, person: Person, options: Mapping[str, OptionValue]) -> tuple[Fault, ...]:
    """Vehicles that are not for this table, and people without numbers for it; whatever army is chosen."""
    try:
        brought = plan.brought(person, scenario)
    except Refused:
        return ()
    return tuple(fault for army in brought.values() for fault in fitting.army_faults(army.value, scenario, options))
