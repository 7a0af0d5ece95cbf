"""Which battles the house offers: sample scenarios with the armies that suit them, of each game and vehicle rules."""

from __future__ import annotations

from typing import Final, NamedTuple

from tabletop.accounts.keeping import is_sample
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.scenarios.models import ScenarioRecord


class Bill(NamedTuple):
    """What is fought, with what, and how long it takes."""

    scenario: str
    armies: tuple[str, str]
    sides: tuple[str, str]
    about: str

    @property
    def id(self) -> str:
        """As the form names it."""
        return self.scenario.lower().replace(" ", "-")


_FORD: Final = ("Northmarch", "Saltmere")

BILLS: Final = (
    Bill("Harrow Ford", ("Northmarch Rangers", "Saltmere Compact"), _FORD, "tanks and squads, six turns, 90 min"),
    Bill("Lockhouse Lane", ("Northmarch Patrol", "Saltmere Foragers"), _FORD, "small, on foot, 40 min"),
    Bill(
        "Hollin Cross",
        ("Hollin Guard", "Tidewater Raiders"),
        ("Hollin", "Tidewater"),
        "trial vehicles, five turns, 60 min",
    ),
    Bill(
        "Carrow Quarry",
        ("Carrow Guard Armour", "Fen Wardens Column"),
        ("Carrow Guard", "Fen Wardens"),
        "Rules Crusade, six rounds, 60 min",
    ),
)


def of(name: str) -> Bill | None:
    """The bill of that id."""
    return next((bill for bill in BILLS if bill.id == name), None)


def opened(bill: Bill, person: Person, name: str, *, game_id: str = "") -> Table | None:
    """A table in set-up with its scenario and armies, which that person hosts; None if they are gone."""
    scenario = ScenarioRecord.objects.filter(is_sample(), name=bill.scenario).first()
    armies = {army.name: army for army in Army.objects.filter(is_sample(), name__in=bill.armies)}
    if scenario is None or len(armies) < len(set(bill.armies)):
        return None
    table = services.open_table(person=person, host_name=name, scenario=scenario, game_id=game_id)
    for side, army in zip(scenario.value.sides, bill.armies, strict=True):
        services.bring_army(code=table.code, person=person, side=side.id, army=armies[army])
    return table


def begun(bill: Bill | None, person: Person, name: str, *, side: str, character: str, pace: str) -> Table:
    """A battle from its start for that person, the house on the other side. Raises Refused where it cannot be had."""
    table = opened(bill, person, name) if bill else None
    if table is None:
        raise Refused("no-battle", "That battle is not here any more.", "another battle, or a table of your own")
    sides = [each.id for each in table.scenario_value.sides]
    own = side if side in sides else sides[0]
    services.join(code=table.code, person=person, name=name, sides=[own])
    for other in sides:
        if other != own:
            services.seat_house(code=table.code, person=person, side=other, character=character)
    services.start_battle(code=table.code, person=person)
    services.settle_house(code=table.code, person=person, pace=pace, advice=True, lenient=True)
    return Table.objects.get(pk=table.pk)
