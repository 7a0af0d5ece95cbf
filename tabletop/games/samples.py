"""The sample content: armies and scenarios as rows without an owner, and one table that is some turns into play."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeVar

import msgspec

from rules.forces.army import Army as ArmyValue
from rules.table.scenario import Scenario
from tabletop.armies.models import Army
from tabletop.scenarios.models import ScenarioRecord

FOLDER: Final = Path(__file__).resolve().parent.parent / "sample"

Value = TypeVar("Value")


def read(name: str, kind: type[Value]) -> Value:
    """One file of the sample folder. Raises msgspec.ValidationError where it is not of that kind."""
    return msgspec.json.decode((FOLDER / name).read_bytes(), type=kind)


def armies() -> tuple[ArmyValue, ...]:
    """Every sample army, by file name."""
    return tuple(read(path.name, ArmyValue) for path in sorted(FOLDER.glob("*.army.json")))


def scenarios() -> tuple[Scenario, ...]:
    """Every sample scenario, by file name."""
    return tuple(read(path.name, Scenario) for path in sorted(FOLDER.glob("*.scenario.json")))


def load_armies() -> int:
    """Keep each sample army once; an army that stands already is left alone. Returns how many are new."""
    known = set(Army.objects.filter(owner=None).values_list("name", flat=True))
    new = [army for army in armies() if army.name not in known]
    for army in new:
        Army.of(army, public=True).save()
    return len(new)


def load_scenarios() -> int:
    """Keep each sample scenario once, as `load_armies` does."""
    known = set(ScenarioRecord.objects.filter(owner=None).values_list("name", flat=True))
    new = [scenario for scenario in scenarios() if scenario.name not in known]
    for scenario in new:
        ScenarioRecord.of(scenario, public=True).save()
    return len(new)
