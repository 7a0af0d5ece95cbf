"""The sample content: armies and scenarios as rows without an owner, and one table that is some turns into play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

from django.db import transaction

from rules import GameState, encode
from rules.forces import stored
from rules.forces.army import Army as ArmyValue
from rules.table.scenario import Scenario
from tabletop.accounts.keeping import is_sample
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access.rights import HOUSE
from tabletop.games.log import journal
from tabletop.games.models import SAMPLE, Table
from tabletop.games.samples.battle import MOST_COMMANDS, OPTIONS, Habits, is_far_enough
from tabletop.scenarios.models import ScenarioRecord

GAME_ID: Final = f"{SAMPLE}harrow-ford"
_PLAYERS: Final = {
    "a": ("Northmarch Rangers", "Northmarch", Person(keys=("sample-a",), name="Ines")),
    "b": ("Saltmere Compact", "Saltmere", Person(keys=("sample-b",), name="Tomas")),
}

FOLDER: Final = Path(__file__).resolve().parents[2] / "sample"

_MOST_TRIES: Final = 6
"""Battles that are played until one tells something: its dice are drawn like those of any table."""

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
    if Table.objects.filter(game_id=GAME_ID).exists():
        return ""
    with transaction.atomic():  # all of it or nothing, since it is played once
        table = fight(GAME_ID)
    if table is None:
        return ""
    services.publish(code=table.code, person=HOUSE)
    return table.code


def fight(game_id: str) -> Table | None:
    """A table of that game where Harrow Ford is some turns into play and nobody sits; None if it cannot be played.

    Each command is written by itself, so that those who play elsewhere never wait for the whole battle.
    """
    scenario, armies = _content()
    if scenario is None or any(name not in armies for name, _, _ in _PLAYERS.values()):
        return None
    for _ in range(_MOST_TRIES):
        table = _fought(scenario, armies, game_id)
        if table is not None:
            return table
        Table.objects.filter(game_id=game_id).delete()
        journal.forget()  # what was played is gone, and the next try has the same id
    return None


def _content() -> tuple[ScenarioRecord | None, Mapping[str, Army]]:
    """The scenario of the battle, and the sample armies by name."""
    scenario = ScenarioRecord.objects.filter(is_sample(), name="Harrow Ford").first()
    return scenario, {army.name: army for army in Army.objects.filter(is_sample())}


def _fought(scenario: ScenarioRecord, armies: Mapping[str, Army], game_id: str) -> Table | None:
    """The table as the players leave it; None where the dice gave a battle that shows nothing."""
    table = services.open_table(person=HOUSE, host_name=HOUSE.name, scenario=scenario, options=OPTIONS, game_id=game_id)
    for side, (army, name, person) in _PLAYERS.items():
        services.join(code=table.code, person=person, name=person.name, sides=[side])
        services.bring_army(code=table.code, person=person, side=side, army=armies[army], name=name)
        services.add_entropy(code=table.code, person=person)
    services.start_battle(code=table.code, person=HOUSE)
    if not _tells_something(*_played(table)):
        return None
    for _, _, person in _PLAYERS.values():
        services.leave(code=table.code, person=person)
    return Table.objects.get(pk=table.pk)


def _played(table: Table) -> tuple[GameState, bool]:
    """Both players in turn, each command as it would come from a browser; the state at the end, and if that is far."""
    habits = Habits()
    seq, far = 1, False
    for _ in range(MOST_COMMANDS):
        state = journal.state_at(table, seq)
        far = is_far_enough(state)
        action = None if far else habits.choose(state)
        if action is None:
            break
        person = _PLAYERS[action.side][2]
        seq = services.submit_action(code=table.code, person=person, action=encode(action)).seq
    return state, far


def _tells_something(state: GameState, far: bool) -> bool:
    """Some turns into play and not over, a good shot in hand, and somebody fell."""
    fallen = any(len(unit.alive) < len(unit.models) for unit in state.units.values())
    return state.outcome is None and far and fallen
