"""What is to be fought, as the set-up form says it and as a table in set-up has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from django.db.models import QuerySet
from django.http import QueryDict

from rules.forces.modules import WayToPlay
from rules.table.scenario import OptionValue, Scenario
from tabletop.accounts.keeping import is_owner
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access.refusals import malformed
from tabletop.games.models import Table
from tabletop.games.services.tables import armies_for
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.selectors import playable_by
from tabletop.ui import switchboard
from tabletop.ui.words import is_number


def scenarios_for(person: Person) -> QuerySet[ScenarioRecord]:
    """Scenarios that this person may play: own ones, public ones and samples."""
    return ScenarioRecord.objects.filter(playable_by(person))


def armies_listed(person: Person) -> list[tuple[str, list[Army]]]:
    """Armies to choose from under headings: one's own, and those that anybody may bring."""
    columns = ("name", "points", "owner", "guest", "limit", "faults", "made_for")
    armies = list(Army.objects.filter(armies_for(person)).only(*columns))
    own = [army for army in armies if is_owner(person, army)]
    others = [army for army in armies if not is_owner(person, army)]
    return [(name, group) for name, group in (("My armies", own), ("Ready to play", others)) if group]


@dataclass(kw_only=True)
class Plan:
    """Everything that is chosen before a battle. Keys of rows are kept as they were sent until they are looked up."""

    name: str = ""
    scenario: str = ""
    armies: dict[str, str] = field(default_factory=dict)
    side_names: dict[str, str] = field(default_factory=dict)
    mine: tuple[str, ...] = ()
    options: dict[str, OptionValue] = field(default_factory=dict)
    way: WayToPlay | None = None
    """The way to play that is chosen; None for what the scenario and its switches say."""
    public: bool = False

    @classmethod
    def sent(cls, form: QueryDict) -> Self:
        """As a form says it. Raises Refused for switches that cannot be so."""
        return cls(
            name=form.get("name", ""),
            scenario=form.get("scenario", ""),
            armies={side: form.get(f"army.{side}", "") for side in "abcd"},
            side_names={side: form.get(f"side_name.{side}", "") for side in "abcd"},
            mine=tuple(form.getlist("mine")),
            options=_options(form),
            way=switchboard.sent_way({key: str(value) for key, value in form.dict().items()}),
            public="public" in form,
        )

    @classmethod
    def of(cls, table: Table) -> Self:
        """As a table in set-up has it."""
        forces = list(table.forces.all())
        own = {force.side: force.content.get("name", "") for force in forces}
        return cls(
            name=table.name,
            scenario=str(table.scenario_id or ""),
            armies={force.side: str(force.army_id or "") for force in forces},
            side_names={f.side: own[f.side] for f in forces if f.army is None or f.army.name != own[f.side]},
            options=dict(table.options),
            public=table.public,
        )

    def switches(self, scenario: Scenario) -> dict[str, OptionValue]:
        """Those that are chosen, as the way to play has them. (TRI-JOIN-01)"""
        return switchboard.by_way(self.way, scenario.ruleset, self.options, race=scenario.race is not None)

    def record(self, person: Person) -> ScenarioRecord:
        """The scenario that is chosen. Raises Refused for none, and for one that is not this person's to play."""
        found = scenarios_for(person).filter(pk=self.scenario).first() if is_number(self.scenario) else None
        if found is None:
            raise malformed("No scenario is chosen.", "one of those offered", code="unknown-scenario")
        return found

    def brought(self, person: Person, scenario: Scenario) -> dict[str, Army]:
        """The army of each side for which one is chosen. Raises Refused for one that is not this person's to bring."""
        keys = {side.id: self.armies.get(side.id, "") for side in scenario.sides}
        rows = Army.objects.filter(armies_for(person)).in_bulk([int(key) for key in keys.values() if is_number(key)])
        missing = [side.name for side in scenario.sides if keys[side.id] and _row(rows, keys[side.id]) is None]
        if missing:
            raise malformed(f"There is no such army for {missing[0]}.", "one of those offered", code="unknown-army")
        return {side: row for side, key in keys.items() if (row := _row(rows, key)) is not None}


def _options(form: QueryDict) -> dict[str, OptionValue]:
    try:
        return switchboard.said({key: str(value) for key, value in form.dict().items()})
    except switchboard.NoSuchValue as wrong:
        raise malformed(str(wrong), wrong.allowed) from None


def _row(rows: Mapping[int, Army], key: str) -> Army | None:
    return rows.get(int(key)) if is_number(key) else None


def carry_out(plan: Plan, table: Table, person: Person) -> None:
    """Make a table in set-up as planned. Raises Refused for anybody but its host."""
    record = plan.record(person)
    brought = plan.brought(person, record.value)
    options = switchboard.differing(plan.switches(record.value), record.value.options)
    services.set_up(code=table.code, person=person, name=plan.name, scenario=record, options=options)
    for side, army in brought.items():
        name = plan.side_names.get(side, "")
        services.bring_army(code=table.code, person=person, side=side, army=army, name=name)
    if plan.public != table.public:
        services.settle(code=table.code, person=person, public=plan.public)
