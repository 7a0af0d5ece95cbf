"""A scatter that has fallen is ruled otherwise by a click: the act is played again with the same dice."""

import pytest
from msgspec.structs import replace

from rules.arap.templates.scatter import ShellBurst
from rules.dice.sources import ScriptedDice
from rules.table.building import Building
from rules.table.terrain import Terrain
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.log import dice, entries, journal
from tabletop.games.models import Proposal
from tabletop.scenarios.models import ScenarioRecord
from tests.builders import a_weapon
from tests.cast import ALICE, BOB, a_scenario, act, an_army, fresh, state_of

pytestmark = pytest.mark.django_db

LAUNCHER = a_weapon("launcher", type="assault", range_in=24, shots=1, strength=4, marker_in=3)
SHED = Terrain(
    id="shed",
    name="Shed",
    points=((30, 20), (40, 20), (40, 30), (30, 30)),
    look="building",
    building=Building(handling="tabletop"),
)


@pytest.fixture
def fallen(monkeypatch):
    """A table where a shell has scattered into the wall of a shed, and how often dice were asked for."""
    scenario = replace(a_scenario(), terrain=(SHED,), zones=())
    record = ScenarioRecord.of(scenario)
    record.save()
    table = services.open_table(person=ALICE, host_name="Alice", name="Shed", scenario=record)
    for person, name, side in ((ALICE, "Alice", "a"), (BOB, "Bob", "b")):
        services.join(code=table.code, person=person, name=name, sides=[side])
    for side, name in (("a", "Ash"), ("b", "Birch")):
        value = an_army(name)
        members = tuple(replace(m, count=1, weapons=("launcher",)) for m in value.entries[0].members)
        entry = replace(value.entries[0], members=members)
        army = Army.of(replace(value, entries=(entry,), weapons=(LAUNCHER,)))
        army.save()
        services.bring_army(code=table.code, person=ALICE, side=side, army=army)
    services.add_entropy(code=table.code, person=BOB)
    services.start_battle(code=table.code, person=ALICE)
    found = ScriptedDice({"table-roll": [6, 1], "activation": [1]})
    monkeypatch.setattr(dice, "source_for", lambda *_: found)
    act(table, ALICE, type="RollOff")
    act(table, ALICE if state_of(table).prompt.side == "a" else BOB, type="Answer", choice="first")
    places = {"a1": (35, 10), "b1": (35, 19.4)}
    while (state := state_of(table)).turn.number == 0:
        side = state.turn.order[state.turn.place]
        put = [{"model": f"{side}1.1", "at": places[f"{side}1"], "facing": 180}]
        act(table, ALICE if side == "a" else BOB, type="Deploy", unit=f"{side}1", placements=put)
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    shell = {
        "scatter-a": [5],
        "scatter-b": [3],
        "direction": [180],
        "to-wound": [1],
        "area-cover": [6],
        "suppression-test": [1, 1],
    }
    monkeypatch.setattr(dice, "source_for", lambda *_: ScriptedDice(shell))
    act(table, ALICE, type="Shoot", unit="a1", target="b1")
    return fresh(table)


def bursts(table):
    return [line.event for line in journal.lines(table, 0, table.seq) if isinstance(line.event, ShellBurst)]


def rule(table, person, ruling):
    entry = next(e for e in entries.latest(table, "a", table.seq) if e.scattered and not e.struck)
    action = {"type": "RuleScatter", "unit": entry.scattered.unit, "ruling": ruling, "reason": "as it fell"}
    done = services.propose_ruling(code=table.code, person=person, action=action, afresh=entry.head)
    return done, fresh(table)


def test_the_log_offers_what_else_may_become_of_it(fallen):
    entry = next(e for e in entries.latest(fallen, "a", fallen.seq) if e.scattered)
    assert [ruling for ruling, _ in entry.scattered.ends] == ["reverse", "bounce", "reroll"]


def test_the_host_turns_it_round_and_the_same_dice_count(fallen):
    first = bursts(fallen)[0]
    _, table = rule(fallen, ALICE, "reverse")
    last = bursts(table)[-1]
    assert (first.stopped, last.stopped, last.turned) == (True, False, "reversed")
    assert last.bearing_deg == first.bearing_deg
    assert last.at[1] < first.at[1]
    line = journal.lines(table, table.seq - 1, table.seq)[0]
    assert (line.actor_name, line.actor_side) == ("Alice", "a")


def test_a_player_asks_for_it_and_it_is_done_once_the_host_agrees(fallen):
    proposal, table = rule(fallen, BOB, "bounce")
    assert (isinstance(proposal, Proposal), len(bursts(table))) == (True, 1)
    services.agree(code=table.code, person=ALICE, proposal=proposal.pk)
    assert bursts(fresh(table))[-1].turned == "bounced"


def test_what_came_to_no_wall_or_has_been_left_behind_is_refused(fallen):
    with pytest.raises(Refused, check=lambda error: error.code == "no-scatter"):
        rule(fallen, ALICE, "keep-level")
    act(fallen, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="test")
    with pytest.raises(Refused, check=lambda error: error.code == "stale"):
        rule(fresh(fallen), ALICE, "reverse")


def test_nothing_is_played_again_while_the_battle_is_paused(fallen):
    proposal, _ = rule(fallen, BOB, "bounce")
    services.pause(code=fallen.code, person=ALICE)
    with pytest.raises(Refused, check=lambda error: error.code == "paused"):
        services.agree(code=fallen.code, person=ALICE, proposal=proposal.pk)
    assert len(bursts(fresh(fallen))) == 1
