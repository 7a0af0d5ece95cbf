"""Whether what a table in set-up has can be fought: its vehicle rules, and the vehicles that are brought to it.

Opening a table, choosing what is fought, beginning, pausing, publishing.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from rules import new_game
from rules.core.ids import SideId
from rules.rulebook import option_faults
from rules.state import RULES_VERSION, GameState
from rules.table.scenario import OptionValue
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.armies.roster import fitting
from tabletop.armies.roster.fitting import Fault
from tabletop.armies.selectors import playable_by
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.log import dice, journal
from tabletop.games.models import Force, Table
from tabletop.games.services.acts import Done, commit
from tabletop.games.services.codes import new_code
from tabletop.games.services.locking import holding, push_later
from tabletop.scenarios.draft import checks
from tabletop.scenarios.models import ScenarioRecord


def faults(table: Table) -> tuple[Fault, ...]:
    """Everything that keeps the armies of the table from fighting there. (TRI-JOIN-01)"""
    if not table.scenario_content:
        return ()
    module = fitting.module_of(table.scenario_value.options, table.options)
    forces = table.forces.order_by("side")
    return (
        *fitting.table_faults(module),
        *(fault for force in forces for fault in fitting.army_faults(force.value, module)),
    )


_MOST_ENTROPY = 16

_UNNAMED = "Battle"


def open_table(
    *,
    person: Person,
    host_name: str,
    name: str = "",
    scenario: ScenarioRecord | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Table:
    """A new table, hosted by that person, in set-up."""
    check_options(options or {})
    with transaction.atomic():
        return Table.objects.create(
            code=_free_code(),
            name=(name.strip() or (scenario.name if scenario else _UNNAMED))[:80],
            host=person.key,
            host_name=host_name.strip()[:40] or "Host",
            scenario=scenario,
            scenario_content=scenario.content if scenario else {},
            options=dict(options or {}),
            game_id=secrets.token_hex(12),
        )


def _free_code() -> str:
    while Table.objects.filter(code=(code := new_code())).exists():
        pass
    return code


def check_options(options: Mapping[str, OptionValue]) -> None:
    """Raise Refused naming every switch that is not one, or has a value that it cannot have."""
    if faults := option_faults(options):
        raise malformed("; ".join(faults).capitalize() + ".", "the switches of the set-up page", code="bad-option")


def _in_set_up(table: Table) -> None:
    if table.status != Table.Status.SET_UP:
        raise Refused("already-started", "The battle has begun.", "open another table")


def set_up(
    *,
    code: str,
    person: Person,
    name: str | None = None,
    scenario: ScenarioRecord | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Table:
    """Change what a table in set-up will fight; what is not given stays."""
    check_options(options or {})
    with holding(code) as table:
        rights.be_host(table, person)
        _in_set_up(table)
        if name is not None:
            table.name = name.strip()[:80] or table.name
        if scenario is not None:
            table.scenario, table.scenario_content = scenario, scenario.content
            table.forces.exclude(side__in=[side.id for side in scenario.value.sides]).delete()
        if options is not None:
            table.options = dict(options)
        table.save()
        push_later(table, notes=True)
        return table


def armies_for(person: Person) -> Q:
    """Which armies this person may bring: own ones, public ones and samples."""
    return playable_by(person)


def bring_army(*, code: str, person: Person, side: str, army: Army, name: str = "") -> Force:
    """The army that a side fights with, copied as it is now, under a name of its own if one is given.

    For the host, or the side's own players.
    """
    with holding(code) as table:
        rights.be_welcome(table, person)
        if side not in rights.sides_of(rights.seats_of(table, person)):
            rights.be_host(table, person)
        _in_set_up(table)
        if side not in {s.id for s in table.scenario_value.sides}:
            raise malformed(f"This scenario has no side {side!r}.", "one of its sides", code="unknown-side")
        if not Army.objects.filter(armies_for(person), pk=army.pk).exists():
            raise no_right("That army belongs to somebody else.", "an army of yours, or a public one")
        content = {**army.content, "name": " ".join(name.split())[:40] or army.name}
        force, _ = Force.objects.update_or_create(table=table, side=side, defaults={"army": army, "content": content})
        push_later(table, notes=True)
        return force


def add_entropy(*, code: str, person: Person, text: str) -> None:
    """Mix a seat's own words into the dice of the battle to come."""
    with holding(code) as table:
        rights.be_welcome(table, person)
        seats = rights.seats_of(table, person)
        if not seats and not rights.is_host(table, person):
            raise no_right("Only people at the table may add to its dice.", "take a seat")
        _in_set_up(table)
        words = text.strip().replace("|", "/")[:80]
        if not words or len(table.entropy) >= _MOST_ENTROPY:
            raise malformed("There is nothing to add.", f"1 to 80 signs, {_MOST_ENTROPY} times at most")
        table.entropy = [*table.entropy, words]
        table.save(update_fields=["entropy", "updated_at"])
        push_later(table, notes=True)


def start_battle(*, code: str, person: Person, seed: bytes = b"") -> Done:
    """Begin: the dice are sealed, the first event is written, the roll-off waits. Only the sample names its seed."""
    with holding(code) as table:
        rights.be_host(table, person)
        _in_set_up(table)
        if not table.scenario_content:
            raise Refused("no-scenario", "No scenario is chosen.", "choose one")
        armies = {SideId(force.side): force.value for force in table.forces.all()}
        missing = [side.name for side in table.scenario_value.sides if side.id not in armies]
        if missing:
            raise Refused("no-army", f"There is no army yet for {' and '.join(missing)}.", "choose one for each side")
        wrong = checks.blocking(table.scenario_value)
        if wrong:
            raise Refused("not-playable", f"The scenario cannot be played: {wrong[0].text}", wrong[0].mend)
        if unfit := faults(table):
            raise Refused("unfit-vehicles", unfit[0].text, unfit[0].mend, rule=unfit[0].rule)
        table.seal = dice.sow(table, seed)
        table.rules_version = RULES_VERSION
        table.status = Table.Status.PLAYING
        table.started_at = timezone.now()
        table.save()
        events = new_game(
            table.scenario_value, armies, table.options, table.seal, game_id=table.game_id, entropy=table.entropy
        )
        return commit(table, GameState(), events, person=person)


def pause(*, code: str, person: Person) -> None:
    """Stop the battle for a while: nobody acts, the host may still rule."""
    _turn(code, person, Table.Status.PLAYING, Table.Status.PAUSED)


def resume(*, code: str, person: Person) -> None:
    """Go on after a pause."""
    _turn(code, person, Table.Status.PAUSED, Table.Status.PLAYING)


def _turn(code: str, person: Person, was: Table.Status, becomes: Table.Status) -> None:
    with holding(code) as table:
        rights.be_host(table, person)
        if table.status != was:
            raise Refused("not-now", f"The table is {table.get_status_display().lower()}.", "leave it as it is")
        table.status = becomes
        table.save(update_fields=["status", "updated_at"])
        push_later(table, notes=True)


def settle(
    *,
    code: str,
    person: Person,
    public: bool | None = None,
    locked: bool | None = None,
    spectator_chat: bool | None = None,
) -> None:
    """Publish the table in the lobby, lock its seats, let spectators chat; or the opposite."""
    wanted = {"public": public, "locked": locked, "spectator_chat": spectator_chat}
    changed = {name: value for name, value in wanted.items() if value is not None}
    with holding(code) as table:
        rights.be_host(table, person)
        for name, value in changed.items():
            setattr(table, name, value)
        table.save(update_fields=[*changed, "updated_at"])
        push_later(table, notes=True)


def publish(*, code: str, person: Person, public: bool = True) -> None:
    """List the table in the lobby, or no longer."""
    settle(code=code, person=person, public=public)


def publish_seed(*, code: str) -> bytes | None:
    """The seed of a battle that is over, so that its dice can be checked; from then on nothing is taken back."""
    with holding(code) as table:
        if table.status != Table.Status.ENDED:
            return None
        state = journal.state_at(table, table.seq)
        if state.outcome is None:
            return None
        secret = table.secret
        if secret.published_at is None:
            secret.published_at = timezone.now()
            secret.save(update_fields=["published_at"])
        return bytes(secret.value)
