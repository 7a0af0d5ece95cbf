"""The sample content: armies and scenarios as rows without an owner, and one table that is some turns into play."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeVar

from django.db import transaction

from rules import encode
from rules.forces import stored
from rules.forces.army import Army as ArmyValue
from rules.table.scenario import Scenario
from tabletop.accounts.keeping import is_sample
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access.rights import HOUSE, SAMPLE
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.samples.battle import MOST_COMMANDS, OPTIONS, Habits, is_far_enough
from tabletop.scenarios.models import ScenarioRecord

GAME_ID: Final = f"{SAMPLE}harrow-ford"
SEED: Final = bytes([1]) * 32
"""Anybody may know the dice of the sample. This seed gives both sides something to tell."""

_PLAYERS: Final = {
    "a": ("Northmarch Rangers", "Northmarch", Person(keys=("sample-a",), name="Ines")),
    "b": ("Saltmere Compact", "Saltmere", Person(keys=("sample-b",), name="Tomas")),
}

FOLDER: Final = Path(__file__).resolve().parents[2] / "sample"

Value = TypeVar("Value")


def read(name: str, kind: type[Value]) -> Value:
    """One file of the sample folder. Raises msgspec.ValidationError where it is not of that kind."""
    return stored.read((FOLDER / name).read_bytes(), kind)


def armies() -> tuple[ArmyValue, ...]:
    """Every sample army, by file name."""
    return tuple(read(path.name, ArmyValue) for path in sorted(FOLDER.glob("*.army.json")))


def scenarios() -> tuple[Scenario, ...]:
    """Every sample scenario, by file name."""
    return tuple(read(path.name, Scenario) for path in sorted(FOLDER.glob("*.scenario.json")))


def load_armies() -> int:
    """Keep each sample army once; an army that stands already is left alone. Returns how many are new."""
    known = set(Army.objects.filter(is_sample()).values_list("name", flat=True))
    new = [army for army in armies() if army.name not in known]
    for army in new:
        Army.of(army, public=True).save()
    return len(new)


def load_scenarios() -> int:
    """Keep each sample scenario once, as `load_armies` does."""
    known = set(ScenarioRecord.objects.filter(is_sample()).values_list("name", flat=True))
    new = [scenario for scenario in scenarios() if scenario.name not in known]
    for scenario in new:
        ScenarioRecord.of(scenario, public=True).save()
    return len(new)


def load_battle() -> str:
    """Play the sample battle once. Returns its table's code, or nothing when it stands already or cannot be played."""
    scenario = ScenarioRecord.objects.filter(is_sample(), name="Harrow Ford").first()
    armies = {army.name: army for army in Army.objects.filter(is_sample())}
    complete = scenario is not None and all(name in armies for name, _, _ in _PLAYERS.values())
    if not complete or Table.objects.filter(game_id=GAME_ID).exists():
        return ""
    with transaction.atomic():
        table = _opened(scenario)
        for side, (army, name, person) in _PLAYERS.items():
            services.join(code=table.code, person=person, name=person.name, sides=[side])
            services.bring_army(code=table.code, person=person, side=side, army=armies[army], name=name)
        services.start_battle(code=table.code, person=HOUSE, seed=SEED)
        _play(table)
        for _, _, person in _PLAYERS.values():
            services.leave(code=table.code, person=person)
        services.publish(code=table.code, person=HOUSE)
    return table.code


def _opened(scenario: ScenarioRecord | None) -> Table:
    table = services.open_table(person=HOUSE, host_name=HOUSE.name, scenario=scenario, options=OPTIONS)
    table.game_id = GAME_ID
    table.save(update_fields=["game_id"])
    return table


def _play(table: Table) -> None:
    """Both players in turn, each command as it would come from a browser."""
    habits = Habits()
    seq = 1
    for _ in range(MOST_COMMANDS):
        state = journal.state_at(table, seq)
        action = None if is_far_enough(state) else habits.choose(state)
        if action is None:
            return
        person = _PLAYERS[action.side][2]
        seq = services.submit_action(code=table.code, person=person, action=encode(action)).seq
