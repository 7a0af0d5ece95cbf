"""Building those tables, inside a process of the server's own settings."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from rules.questions.crusade import order
from tabletop.accounts.people import Person, known_by
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.samples import samples
from tabletop.scenarios.models import ScenarioRecord
from tests.browser import bot_games
from tests.browser.battles.by_name import BATTLES, HOT_SEAT, SHORT_SKIRMISH, WARBANDS
from tests.browser.battles.muster import Battle

BOTS = "bots "
"""Before the name of a sample and a number: a battle that bots have played so far."""
SAMPLE = "sample"
"""The battle that a new visitor sees, some turns into play; Alice plays both sides."""
FACING = {"a": 90.0, "b": 270.0}
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
"""When the tables were laid: what tests choose from comes first where only so much is listed."""


def keep_rows() -> None:
    """What people choose from on the set-up page, where the newest come first."""
    ScenarioRecord.of(SHORT_SKIRMISH).save()
    for warband in WARBANDS:
        Army.of(warband).save()


def build(name: str) -> dict[str, str]:
    """The battle of that name, deployed, with side A to act: its code and the players' session keys."""
    assert settings.SESSION_ENGINE.endswith(".db")
    if name.startswith(BOTS):
        return bot_games.build(*name.removeprefix(BOTS).split(), _guest("Alice"), _guest("Bob"))
    if name == SAMPLE:
        return _sample(*_guest("Alice"))
    battle, both = BATTLES[name], name in HOT_SEAT
    alice, hers = _guest("Alice")
    bob, his = _guest("Bob")
    scenario = ScenarioRecord.of(battle.scenario(f"Test {name}"))
    scenario.save()
    table = services.open_table(person=alice, host_name="Alice", scenario=scenario, options=battle.options)
    services.join(code=table.code, person=alice, name="Alice", sides=["a", "b"] if both else ["a"])
    if not both:
        services.join(code=table.code, person=bob, name="Bob", sides=["b"])
    brought = []
    for side, value in (("a", battle.a), ("b", battle.b)):
        army = Army.of(value)
        army.save()
        brought.append(army.pk)
        services.bring_army(code=table.code, person=alice, side=side, army=army)
    if not both:
        services.add_entropy(code=table.code, person=bob)
    services.start_battle(code=table.code, person=alice)
    _deploy(table.code, {"a": alice, "b": alice if both else bob}, battle)
    ScenarioRecord.objects.filter(pk=scenario.pk).update(updated_at=LONG_AGO)
    Army.objects.filter(pk__in=brought).update(updated_at=LONG_AGO)
    return {"code": table.code, "alice": hers, "bob": his}


def _sample(alice: Person, hers: str) -> dict[str, str]:
    table = samples.fight(secrets.token_hex(12))
    assert table is not None
    services.join(code=table.code, person=alice, name="Alice", sides=["a", "b"])
    return {"code": table.code, "alice": hers, "bob": hers}


def _guest(name: str) -> tuple[Person, str]:
    """Somebody with a browser that is known to the site; the key of the session."""
    session = SessionStore()
    session["guest"], session["guest_name"] = secrets.token_urlsafe(24), name
    session.save()
    key = session.session_key
    assert key
    return known_by(AnonymousUser(), session), key


def _deploy(code: str, players: dict[str, Person], battle: Battle) -> None:
    crusade = battle.ruleset == "rules-crusade"
    _act(code, players["a"], type="RollForPlacement" if crusade else "RollOff")
    winner = _state(code).prompt.side
    first = "a" if crusade else "first" if winner == "a" else "last"
    _act(code, players[winner], type="Answer", choice=first)
    while not (state := _state(code)).turn.number:
        side = state.turn.order[state.turn.place]
        waiting = order.to_set_up(state, side) if crusade else state.units_of(side)
        unit = next(u for u in waiting if not (u.deployed or u.reserve))
        if crusade:
            at, facing = battle.places[unit.id][0], FACING[side]
            _act(code, players[side], type="SetUpModel", side=side, unit=unit.id, at=at, facing=facing)
            continue
        if unit.id in battle.housed:
            house, section = battle.housed[unit.id]
            inside = {"unit": unit.id, "terrain": house, "section": section}
            _act(code, players[side], type="DeployInSection", side=side, **inside)
            continue
        stand = zip(unit.models, battle.places[unit.id], strict=True)
        placements = [{"model": m.id, "at": at, "facing": FACING[side]} for m, at in stand]
        _act(code, players[side], type="Deploy", side=side, unit=unit.id, placements=placements)


def _act(code: str, person: Person, **action: object) -> None:
    """Dice that are thrown by hand show their highest face, the next one less and so on."""
    services.submit_action(code=code, person=person, action=msgspec.json.encode(action))
    if owed := _state(code).owed:
        _act(code, person, type="EnterDice", faces=[owed.asked.sides - n for n in range(owed.asked.count)])


def _state(code: str):
    table = Table.objects.get(code=code)
    return journal.state_at(table, table.seq)
