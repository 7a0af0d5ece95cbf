"""The rulebook: an index by ledger and topic, a search, a page for each topic, the switches and the dice."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from rules import rulebook as ledgers
from tabletop.reference import search, wording
from tabletop.reference.entries import SENSES, entry, switch_line
from tabletop.reference.topics import Topic, sections, topics


@require_safe
@vary_on_headers("HX-Request")
def rulebook(request: HttpRequest) -> HttpResponse:
    """The index, or what was found for `q`; alone for htmx, so that results come as one types."""
    query = request.GET.get("q", "").strip()
    ledger = request.GET.get("ledger", "")
    results = search.found(query, ledger if ledger in ledgers.LEDGERS else "")
    template = "reference/_found.html" if request.headers.get("HX-Request") else "reference/index.html"
    context = {
        "query": query,
        "ledger": ledger,
        "count": len(results),
        "results": results[: search.SHOWN],
        "sections": sections(),
    }
    return render(request, template, context)


@require_safe
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    """To the place of one rule on the page of its topic."""
    known = rule_id.upper()
    if not ledgers.is_rule(known):
        raise Http404(f"There is no rule {known}.")
    return HttpResponseRedirect(wording.rule_address(known))


@require_safe
def topic(request: HttpRequest, key: str) -> HttpResponse:
    """Every rule of one topic."""
    shown = topics().get(key.upper())
    if shown is None:
        raise Http404(f"There is no topic {key.upper()}.")
    section = next(each for each in sections() if each.key == shown.ledger)
    before, after = _beside(shown)
    context = {"topic": shown, "section": section, "body": _body(shown.key), "before": before, "after": after}
    return render(request, "reference/topic.html", context)


@require_safe
def ledger(request: HttpRequest, key: str) -> HttpResponse:
    """What a ledger is, what holds throughout, and its rules by title."""
    section = next((each for each in sections() if each.key == key.upper()), None)
    if section is None:
        raise Http404(f"There is no ledger {key.upper()}.")
    context = {"section": section, "conventions": _conventions(section.key)}
    return render(request, "reference/ledger.html", context)


@require_safe
def switches(request: HttpRequest) -> HttpResponse:
    """Every switch with its explanation, by what it is set for."""
    lines = [switch_line(each) for each in ledgers.switches().values()]
    scopes = {scope: [line for line in lines if line.scope == scope] for scope in dict.fromkeys(x.scope for x in lines)}
    return render(request, "reference/switches.html", {"scopes": scopes})


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """Every kind of roll by its label."""
    rows = [(each.label, each.dice, SENSES[each.sense], each.purpose) for each in ledgers.labels().values()]
    return render(request, "reference/dice.html", {"rows": rows})


@cache
def _body(key: str) -> SafeString:
    """The rules of a topic as HTML. They never change while the process lives."""
    return SafeString(render_to_string("reference/_rules.html", {"entries": [entry(r) for r in topics()[key].rules]}))


@cache
def _conventions(key: str) -> tuple[SafeString, ...]:
    return tuple(wording.linked(line) for line in ledgers.ledger(key).conventions)


def _beside(shown: Topic) -> tuple[Topic | None, Topic | None]:
    """The topics before and after this one in the book."""
    everything = list(topics().values())
    at = everything.index(shown)
    return (everything[at - 1] if at else None), (everything[at + 1] if at + 1 < len(everything) else None)
