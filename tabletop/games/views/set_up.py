"""Setting a battle up: the form that opens a table, and the same form for its host to change what will be fought."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules import read_in_whole
from rules.forces.modules import way_of
from rules.questions.scenarios import points_agreed
from rules.table.scenario import Scenario
from tabletop.accounts.keeping import is_sample, owned_by
from tabletop.accounts.limits import address_of
from tabletop.accounts.people import Person, become_known, person_of
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access import entrance, rights
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.games.rulesets.pages import agreed
from tabletop.games.tables import listing
from tabletop.games.tables.set_up import Plan, armies_listed, carry_out, scenarios_for
from tabletop.games.tables.summary import summary
from tabletop.games.views.visits import Visit, at_table, play_url, refuse
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import listing as scenario_listing
from tabletop.ui import switchboard

MOST_LISTED = 60
STEPS = (
    ("ground", "Ground", "Where is it fought?"),
    ("rules", "Rules", "Which rules does this table play?"),
    ("armies", "Armies", "Who fights?"),
    ("seats", "Seats", "Who plays?"),
)
"""The steps of the form: name, word, question."""
_REFUSED_AT = {"unknown-scenario": "ground", "malformed": "rules", "unknown-army": "armies"}
_LARGE_TABLE = 2640  # square inches, about 60 by 44


@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Choose what is fought and open a table for it."""
    person = person_of(request)
    if request.method != "POST":
        brought = {"a": request.GET.get("army", "")}
        picked = request.GET.get("scenario", "")
        proposed = dict(switchboard.PROPOSED)
        return _form(request, person, Plan(mine=("a",), scenario=picked, armies=brought, options=proposed))
    try:
        entrance.opened.check(address_of(request), person.key)
        plan = Plan.sent(request.POST)
        table = _opened(request, plan)
    except Refused as refused:
        if refused.status == 429:
            return refuse(request, refused)
        return _form(request, person, _sent_or_plain(request), refused=refused)
    entrance.opened.count(address_of(request), person_of(request).key)
    entrance.welcome_from(address_of(request), table.code)
    return redirect("games:play", code=table.code)


def _opened(request: HttpRequest, plan: Plan) -> Table:
    name = services.clean_name(request.POST.get("host_name", ""))
    plan.record(person_of(request))  # before anything is written, the session included
    person = become_known(request, name)
    with transaction.atomic():
        table = services.open_table(person=person, host_name=name, name=plan.name, scenario=plan.record(person))
        carry_out(plan, table, person)
        sides = [side for side in plan.mine if side in {s.id for s in plan.record(person).value.sides}]
        if sides:
            services.join(code=table.code, person=person, name=name, sides=sides)
    return table


def _sent_or_plain(request: HttpRequest) -> Plan:
    """What was sent, without the switches when those were what was wrong."""
    try:
        return Plan.sent(request.POST)
    except Refused:
        form = request.POST.copy()
        for key in [key for key in form if key.startswith("option.")]:
            del form[key]
        return Plan.sent(form)


@require_http_methods(["GET", "POST"])
@at_table
def change(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Change what a table in set-up will fight. For its host."""
    rights.be_host(visit.table, visit.person)
    if visit.table.status != Table.Status.SET_UP:
        return redirect(play_url(visit))
    if request.method != "POST":
        return _form(request, visit.person, Plan.of(visit.table), visit)
    try:
        carry_out(Plan.sent(request.POST), visit.table, visit.person)
    except Refused as refused:
        return _form(request, visit.person, _sent_or_plain(request), visit, refused)
    return redirect(play_url(visit))


def _form(
    request: HttpRequest, person: Person, plan: Plan, visit: Visit | None = None, refused: Refused | None = None
) -> HttpResponse:
    records = _scenarios(person, plan.scenario)
    picked = next((record for record in records if str(record.pk) == plan.scenario), _sound(records))
    listed = armies_listed(person)
    armies = [army for _, group in listed for army in group]
    scenario = picked.value if picked else Scenario(name="")
    race = scenario.race is not None
    switches = plan.switches(scenario)
    usual = switchboard.as_usual(scenario.ruleset, scenario.options, switches, race=race)
    skirmish = read_in_whole(scenario.ruleset)
    topics = switchboard.topics(switches, usual, skirmish=skirmish)
    sides = _sides(plan, picked, armies, fresh=visit is None and request.method != "POST")
    context = {
        "plan": plan,
        "picked": picked,
        "scenarios": [_choice(record, armies) for record in records],
        "unlisted": scenarios_for(person).exclude(pk__in=[record.pk for record in records]).count(),
        "sides": sides,
        "armies": listed,
        "ways": switchboard.way_cards(scenario.ruleset, {**usual, **switches}, race=race),
        "proposed": _proposed(plan, picked, person, sides),
        "agreed": agreed(scenario),
        "step": _step(request, plan, refused),
        "steps": STEPS,
        "skirmish": skirmish,
        "topics": topics,
        "switches": sum(topic.size for topic in topics if topic.plays),
        "changed": sum(topic.changed for topic in topics if topic.plays),
        "host_name": request.POST.get("host_name", person.name),
        "table": visit.table if visit else None,
        "refused": refused.refusal if refused else None,
    }
    return render(request, "games/set_up/open.html", context, status=refused.status if refused else 200)


def _step(request: HttpRequest, plan: Plan, refused: Refused | None) -> str:
    """The step to begin with: that of what was refused; past the ground where somebody comes from a scenario."""
    if refused is not None:
        return _REFUSED_AT.get(refused.refusal.code, "seats")
    return "rules" if request.method == "GET" and plan.scenario and "scenario" in request.GET else "ground"


def _proposed(plan: Plan, picked: ScenarioRecord | None, person: Person, sides: Sequence[Mapping[str, Any]]) -> Any:
    """What stands beside the form, with the armies and names that it proposes."""
    if picked is None:
        return None
    armies = {side["letter"]: side["army"] for side in sides}
    names = {side["letter"]: side["own_name"] for side in sides}
    return summary(replace(plan, armies=armies, side_names=names), picked, person)


@require_safe
def proposed(request: HttpRequest) -> HttpResponse:
    """What a table would be, as the form has it now."""
    person = person_of(request)
    try:
        plan = Plan.sent(request.GET)
        picked = plan.record(person)
    except Refused as refused:
        return refuse(request, refused)
    context = {"proposed": summary(plan, picked, person), "agreed": agreed(picked.value), "oob": True}
    return render(request, "games/set_up/_proposed.html", context)


def _scenarios(person: Person, picked: str) -> list[ScenarioRecord]:
    """What to choose from: one's own, the samples with the shortest battle first, then others', the latest first."""
    whose = Case(When(owned_by(person), then=0), When(is_sample(), then=1), default=2)
    found = scenarios_for(person).defer("draft")
    listed = list(found.order_by(whose, "-updated_at")[:MOST_LISTED])
    if 0 < len(picked) < 12 and picked.isdecimal() and not any(record.pk == int(picked) for record in listed):
        listed += found.filter(pk=picked)
    samples = [record for record in listed if record.owner_id is None and not record.guest]
    in_order = iter(sorted(samples, key=lambda sample: (sample.value.turn_limit, sample.name)))
    return [next(in_order) if record in samples else record for record in listed]


def _sound(records: Sequence[ScenarioRecord]) -> ScenarioRecord | None:
    """The first that can be played as it is; else the first."""
    return next((record for record in records if not record.faults), records[0] if records else None)


def _choice(record: ScenarioRecord, armies: Sequence[Army]) -> dict[str, Any]:
    """A scenario to pick, with the army that would suit each of its sides."""
    scenario = record.value
    suits = _suiting(scenario, armies)
    sides = [(side.id, side.name, suits.get(side.id, "")) for side in scenario.sides]
    return {
        "record": record,
        "scenario": scenario,
        "way": _way(scenario),
        "picture": listing.ground_picture(scenario),
        "sides": sides,
        "game": switchboard.played_by(scenario.ruleset, scenario.options),
        "skirmish": read_in_whole(scenario.ruleset),
        "battle": scenario_listing.battle(scenario),
        "agreed": points_agreed(scenario),
        "options": json.dumps(switchboard.values({**switchboard.PROPOSED, **scenario.options})),
    }


def _way(scenario: Scenario) -> str:
    """The id of the way to play that it has by itself."""
    way = way_of(scenario.ruleset, scenario.options, race=scenario.race is not None)
    return way.id if way is not None else ""


def _sides(plan: Plan, picked: ScenarioRecord | None, armies: Sequence[Army], *, fresh: bool) -> list[dict[str, Any]]:
    """The sides of the chosen scenario; on a `fresh` form each has a name and an army that suits it."""
    if picked is None:
        return []
    scenario = picked.value
    suits = _suiting(scenario, armies) if fresh else {}
    kept = {side for side, army in plan.armies.items() if fresh and army}
    return [
        {
            "letter": side.id,
            "name": side.name,
            "own_name": plan.side_names.get(side.id, side.name if fresh and side.id not in kept else ""),
            "army": plan.armies.get(side.id) or suits.get(side.id, ""),
            "brought": plan.armies.get(side.id, "") not in ("", *(str(army.pk) for army in armies)),
            "mine": side.id in plan.mine,
            "kept": side.id in kept,
        }
        for side in scenario.sides
    ]


def _suiting(scenario: Scenario, armies: Sequence[Army]) -> dict[str, str]:
    """The army whose name has the side's in it: on a small table the cheapest, else the dearest."""
    small = scenario.width_in * scenario.height_in < _LARGE_TABLE
    ordered = sorted(armies, key=lambda army: army.points, reverse=not small)
    pairs = [(side.id, next((a for a in ordered if side.name in a.name), None)) for side in scenario.sides]
    return {side: str(army.pk) for side, army in pairs if army is not None}
