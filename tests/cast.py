"""The people of the tests: Alice hosts and plays side A, Bob plays side B, Charlie only watches."""

from __future__ import annotations

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from rules.core.ids import ProfileId, WeaponId
from rules.forces.army import Army as ArmyValue
from rules.forces.army import Entry, Member
from rules.table.scenario import Objective, Scenario, Zone
from tabletop.accounts.people import Person, known_by
from tabletop.armies.models import Army
from tabletop.games import selectors, services
from tabletop.games.log import journal
from tabletop.games.models import Force, Seat, Table
from tabletop.scenarios.models import ScenarioRecord
from tests.builders import A, B, a_profile, a_weapon


def _guest(name: str) -> Person:
    return known_by(AnonymousUser(), {"guest": f"token of {name}", "guest_name": name})


ALICE, BOB, CHARLIE = _guest("Alice"), _guest("Bob"), _guest("Charlie")


def an_army(name: str, *, hidden: str = "") -> ArmyValue:
    """Two squads of five with rifles, cheap to fold; the one named `hidden` begins hidden."""
    squads = [f"{name} First", f"{name} Second"]
    members = (Member(profile=ProfileId("trooper"), count=5, weapons=(WeaponId("rifle"),)),)
    return ArmyValue(
        name=name,
        profiles=(a_profile("trooper", i=5),),
        weapons=(a_weapon("rifle"),),
        entries=tuple(Entry(name=s, members=members, points=50, hidden=s == hidden) for s in squads),
    )


def a_scenario() -> Scenario:
    """An open field with a deployment zone for each side and one objective."""
    west, east = ((0, 0), (12, 0), (12, 48), (0, 48)), ((60, 0), (72, 0), (72, 48), (60, 48))
    return Scenario(
        name="Open Field",
        zones=(Zone(side=A, points=west), Zone(side=B, points=east)),
        objectives=(Objective(id="o1", name="The stone", at=(36, 24)),),
    )


def a_table(*, hidden: str = "", spectator_chat: bool = False) -> Table:
    """A table in set-up with Alice on side A and Bob on side B, and their armies.

    It has the rows that `services.join` and `services.bring_army` would write: a thousand tests begin here, and only
    a few of them are about sitting down.
    """
    scenario = ScenarioRecord.of(a_scenario())
    scenario.save()
    table = services.open_table(person=ALICE, host_name="Alice", name="Test table", scenario=scenario)
    for side, person, name in (("a", ALICE, "Ash"), ("b", BOB, "Birch")):
        Seat.objects.create(table=table, person=person.key, name=person.name, side=side)
        army = Army.of(an_army(name, hidden=hidden))
        army.save()
        Force.objects.create(table=table, side=side, army=army, content=army.content)
    if spectator_chat:
        services.settle(code=table.code, person=ALICE, spectator_chat=True)
    return fresh(table)


def a_battle_at(table: Table | None = None, *, hidden: str = "") -> Table:
    """A table whose battle has begun: the roll-off waits."""
    table = table or a_table(hidden=hidden)
    if "b" not in table.words and table.seats.filter(side="b", person=BOB.key, left_at=None).exists():
        services.add_entropy(code=table.code, person=BOB)
    services.start_battle(code=table.code, person=ALICE)
    return fresh(table)


def deployed(*, hidden: str = "", first: str = "a") -> Table:
    """A table where everybody has been placed and the first player turn runs."""
    table = a_battle_at(hidden=hidden)
    deploy(table, first)
    return fresh(table)


def deploy(table: Table, first: str = "a") -> None:
    """Roll off and place everybody by the table's own choice."""
    act(table, ALICE, type="RollOff")
    prompt = state_of(table).prompt
    assert prompt is not None
    winner = prompt.side
    choice = "first" if winner == first else "last"
    act(table, ALICE if winner == "a" else BOB, type="Answer", choice=choice)
    while (state := state_of(table)).turn.number == 0:
        side = state.turn.order[state.turn.place]
        act(table, ALICE if side == "a" else BOB, type="AutoDeploy", everything=True)


def act(
    table: Table, person: Person, *, based_on: int | None = None, command: str = "", **action: object
) -> services.Done:
    """One action by one person."""
    body = msgspec.json.encode(action)
    return services.submit_action(code=table.code, person=person, action=body, based_on=based_on, command=command)


def agree_to_all(table: Table) -> None:
    """Alice and Bob agree to whatever is proposed."""
    for person in (ALICE, BOB):
        for proposal in selectors.open_proposals(fresh(table)):
            if proposal.person != person.key:
                services.agree(code=table.code, person=person, proposal=proposal.pk)


def fresh(table: Table) -> Table:
    """The table as it is in the database now."""
    return Table.objects.get(pk=table.pk)


def state_of(table: Table):
    """The state of its game now."""
    table = fresh(table)
    return journal.state_at(table, table.seq)


def browser(person: Person) -> Client:
    """A browser whose session holds this guest's token."""
    client = Client()
    session = client.session
    session["guest"], session["guest_name"] = f"token of {person.name}", person.name
    session.save()
    return client
