"""Tables at which bots have played a sample battle for a while, to be looked at by people."""

from __future__ import annotations

import secrets

import msgspec
from django.utils import timezone

from rules import Event, GameState, decide, evolve, fold, new_game
from rules.bots import next_action, to_act
from rules.dice.sources import SeededDice
from rules.forces.army import Army
from rules.table.scenario import Scenario
from tabletop.accounts.people import Person
from tabletop.armies.roster import fitting
from tabletop.games.log import dice, journal
from tabletop.games.models import Seat, Table
from tabletop.games.samples import samples
from tabletop.games.services.tables import free_code

LEAST = 45
"""Commands that are played; then on until somebody has a unit in hand and nobody is asked anything."""
MOST = 120


def build(sample: str, number: str, alice: tuple[Person, str], bob: tuple[Person, str]) -> dict[str, str]:
    """A table with that sample as bots with those dice have played it, and who sits there."""
    scenario = samples.read(f"{sample}.scenario.json", Scenario)
    log = played(scenario, int(number))
    table = Table.objects.create(
        code=free_code(),
        name=scenario.name,
        host=alice[0].key,
        host_name="Alice",
        scenario_content=msgspec.to_builtins(scenario),
        status=Table.Status.PLAYING,
        game_id=secrets.token_hex(12),
        started_at=timezone.now(),
    )
    table.seal = dice.sow(table)
    table.save()
    journal.append(table, GameState(), log)
    for side, (person, _) in zip(scenario.sides, (alice, bob), strict=True):
        Seat.objects.create(table=table, person=person.key, name=person.name, side=side.id)
    acts = to_act(fold(log))
    return {"code": table.code, "alice": alice[1] if acts != "b" else bob[1], "bob": bob[1]}


def played(scenario: Scenario, number: int) -> list[Event]:
    """The log of a game between bots that is not over yet."""
    sides = [side.id for side in scenario.sides]
    log = new_game(scenario, dict(zip(sides, _armies(scenario), strict=True)), game_id=f"bots-{number}")
    state, throws, choices = fold(log), SeededDice(number), SeededDice(number + 1000)
    for command in range(MOST):
        if command >= LEAST and state.turn.active and state.prompt is None and state.owed is None:
            break
        action = next_action(state, choices, command * 10)
        events = decide(state, action, throws) if action is not None else []
        for event in events:
            state = evolve(state, event)
        if state.outcome is not None:
            break
        log += events
    return log


def _armies(scenario: Scenario) -> list[Army]:
    """Two sample armies that can fight there, rather such as have vehicles."""
    fit = [army for army in samples.armies() if not fitting.army_faults(army, scenario, {})]
    return sorted(fit, key=lambda army: not any(profile.hull for profile in army.profiles))[:2]
