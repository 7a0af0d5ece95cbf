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
from rules.core.refusal import quoted
from rules.forces.army import Army as ArmyValue
from rules.forces.fitting import Fault
from rules.rulebook import option_faults
from rules.state import RULES_VERSION, GameState
from rules.table.scenario import OptionValue
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.armies.roster import fitting
from tabletop.armies.selectors import playable_by
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.log import delay, dice, journal
from tabletop.games.models import Force, Seat, Table
from tabletop.games.services.acts import Done, commit
from tabletop.games.services.codes import new_code
from tabletop.games.services.locking import holding, push_later
from tabletop.scenarios.draft import checks
from tabletop.scenarios.models import ScenarioRecord


def faults(table: Table) -> tuple[Fault, ...]:
    """Everything that keeps the armies of the table from fighting there. (TRI-JOIN-01)"""
    if not table.scenario_content:
        return ()
    scenario, options = table.scenario_value, table.options
    forces = table.forces.order_by("side")
    return (
        *fitting.table_faults(fitting.module_of(scenario, options)),
        *(fault for force in forces for fault in fitting.army_faults(force.value, scenario, options)),
    )


_LONGEST_WORDS = 80

_UNNAMED = "Battle"


def open_table(
    *,
    person: Person,
    host_name: str,
    name: str = "",
    scenario: ScenarioRecord | None = None,
    options: Mapping[str, OptionValue] | None = None,
    game_id: str = "",
) -> Table:
    """A new table, hosted by that person, in set-up. Its dice are sealed at once."""
    check_options(options or {})
    with transaction.atomic():
        table = Table.objects.create(
            code=free_code(),
            name=(name.strip() or (scenario.name if scenario else _UNNAMED))[:80],
            host=person.key,
            host_name=host_name.strip()[:40] or "Host",
            scenario=scenario,
            scenario_content=scenario.content if scenario else {},
            options=dict(options or {}),
            game_id=game_id or secrets.token_hex(12),
        )
        table.seal = dice.sow(table)
        table.save(update_fields=["seal"])
        return table


def free_code() -> str:
    """A code that no table has."""
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
            raise malformed(f"This scenario has no side {quoted(side)}.", "one of its sides", code="unknown-side")
        if not Army.objects.filter(armies_for(person), pk=army.pk).exists():
            raise no_right("That army belongs to somebody else.", "an army of yours, or a public one")
        content = {**army.content, "name": " ".join(name.split())[:40] or army.name}
        force, _ = Force.objects.update_or_create(table=table, side=side, defaults={"army": army, "content": content})
        push_later(table, notes=True)
        return force


def add_entropy(*, code: str, person: Person, text: str = "", side: str = "") -> None:
    """Add one's words to the dice of the battle to come, once for each of one's sides or for the one named.

    Without words the side passes. The seal is published before, so that nobody draws a seed to suit the words.
    """
    words = text.strip().replace("|", "/")
    if len(words) > _LONGEST_WORDS:
        raise malformed("Those words are too long.", f"at most {_LONGEST_WORDS} signs")
    with holding(code) as table:
        rights.be_welcome(table, person)
        _in_set_up(table)
        sides = rights.sides_of(rights.seats_of(table, person))
        if not sides or (side and side not in sides):
            raise no_right("Only who plays a side may add to its dice.", "take a seat", code="no-seat")
        _seal(table)
        table.words = {**table.words, **dict.fromkeys([side] if side else sides, words)}
        table.save(update_fields=["seal", "words", "updated_at"])
        push_later(table, notes=True)


def _seal(table: Table) -> None:
    """Tables from before dice were sealed at the opening are sealed before the first words."""
    if not table.seal:
        table.seal = dice.sow(table)


def unspoken(table: Table, person: Person) -> list[str]:
    """Who, other than this person, has a side that has neither added words to the dice nor passed."""
    people: dict[str, list[Seat]] = {}
    for seat in Seat.objects.filter(table=table, left_at=None, removed=False).exclude(side=""):
        people.setdefault(seat.side, []).append(seat)
    waiting = [there for side, there in people.items() if side not in table.words]
    return [there[0].name for there in waiting if not any(person.is_one_of(seat.person) for seat in there)]


def _words(table: Table) -> list[str]:
    """What goes into the dice: the words of the sides in order, after any that a table of before had."""
    return [*table.entropy, *(table.words[side] for side in sorted(table.words) if table.words[side])]


def start_battle(*, code: str, person: Person) -> Done:
    """Begin: the first event is written, the roll-off waits. Whoever begins without words of their own passes."""
    with holding(code) as table:
        rights.be_host(table, person)
        _in_set_up(table)
        armies = _ready(table)
        if waiting := unspoken(table, person):
            who = " and ".join(waiting)
            allowed = "wait until each side has added its words or passed"
            raise Refused("words-missing", f"{who} may still add words to the dice.", allowed)
        _seal(table)
        plays = bool(rights.sides_of(rights.seats_of(table, person)))
        table.host_eye = table.host_eye is not False and not plays
        table.seen_all = sorted(person.keys) if table.host_eye else []
        table.rules_version = RULES_VERSION
        table.status = Table.Status.PLAYING
        table.started_at = timezone.now()
        table.save()
        events = new_game(
            table.scenario_value, armies, table.options, table.seal, game_id=table.game_id, entropy=_words(table)
        )
        return commit(table, GameState(), events, person=person)


def _ready(table: Table) -> dict[SideId, ArmyValue]:
    """The armies that will fight. Raises Refused for a table that cannot begin."""
    if not table.scenario_content:
        raise Refused("no-scenario", "No scenario is chosen.", "choose one")
    armies = {SideId(force.side): force.value for force in table.forces.all()}
    missing = [side.name for side in table.scenario_value.sides if side.id not in armies]
    if missing:
        raise Refused("no-army", f"There is no army yet for {' and '.join(missing)}.", "choose one for each side")
    wrong = checks.blocking(table.scenario_value)
    if wrong:
        more = f" {len(wrong) - 1} more in the editor." if wrong[1:] else ""
        raise Refused("not-playable", f"The scenario cannot be played: {wrong[0].text}{more}", wrong[0].mend)
    if unfit := faults(table):
        raise Refused("unfit-vehicles", unfit[0].text, unfit[0].mend, rule=unfit[0].rule)
    return armies


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
    seats_open: bool | None = None,
    host_eye: bool | None = None,
    pinned: bool | None = None,
    delay_s: int | None = None,
    answer_s: int | None = None,
) -> None:
    """Publish the table in the lobby, close its seats or open them to all, let spectators chat; or the opposite.

    `delay_s` is how many seconds onlookers are behind the table, 0 for none; `answer_s` what the clock gives to whoever
    is asked in another's turn, 0 for no clock. (ARAP-ACT-11)

    Before the battle a host who will not play chooses whether to see everything.
    """
    wanted = {"public": public, "locked": locked, "spectator_chat": spectator_chat, "seats_open": seats_open}
    wanted["pinned"] = pinned
    changed: dict[str, bool | int] = {name: value for name, value in wanted.items() if value is not None}
    if delay_s is not None:
        changed["delay_s"] = _lawful_delay(delay_s)
    if answer_s is not None:
        changed["answer_s"] = _lawful_answer(answer_s)
    with holding(code) as table:
        rights.be_host(table, person)
        if host_eye is not None:
            _in_set_up(table)
            changed["host_eye"] = host_eye
        for name, value in changed.items():
            setattr(table, name, value)
        table.save(update_fields=[*changed, "updated_at"])
        push_later(table, notes=True)


def _lawful_delay(delay_s: int) -> int:
    if delay_s and not delay.SHORTEST_S <= delay_s <= delay.LONGEST_S:
        raise Refused("bad-delay", f"A delay of {delay_s} s cannot be set.", "0, or 30 s to 10 min (600)")
    return delay_s


def _lawful_answer(answer_s: int) -> int:
    if answer_s and not 10 <= answer_s <= 600:
        raise Refused("bad-answer-time", f"{answer_s} s to answer in cannot be set.", "0, or 10 s to 10 min (600)")
    return answer_s


def publish(*, code: str, person: Person, public: bool = True) -> None:
    """List the table in the lobby, or no longer."""
    settle(code=code, person=person, public=public)


def publish_seed(*, code: str, person: Person) -> None:
    """Publish the seed of a battle that is over, so that it can be checked; from then on nothing is taken back."""
    with holding(code) as table:
        rights.be_welcome(table, person)
        shown = delay.delayed(table) if rights.is_onlooker(table, person) else table
        if shown.status != Table.Status.ENDED or journal.state_at(table, table.seq).outcome is None:
            raise Refused("not-over", "The seed is published when the battle is over.", "wait for the end")
        secret = table.secret
        if secret.published_at is None:
            secret.published_at = timezone.now()
            secret.save(update_fields=["published_at"])
            push_later(table, notes=True)
