"""The pages of the armies: the list, one army to build or to read, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.questions.scenarios import usual_points
from tabletop.accounts import keeping
from tabletop.accounts.limits import Limit, address_of
from tabletop.accounts.people import Person, become_known, person_of
from tabletop.armies import selectors, services, taking_in
from tabletop.armies.cards import unit_card
from tabletop.armies.cards.sheets import Paper, Size, sheets
from tabletop.armies.library.library import shipped
from tabletop.armies.lists import exchange, files, ids, system, writing
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord, ListFile, OriginalFile
from tabletop.armies.pages import builder, imported_list, pdf, summary
from tabletop.armies.roster.edits import LONGEST_NAME, MOST_POINTS
from tabletop.armies.roster.roster import Roster
from tabletop.ui.refused import Refused
from tabletop.ui.words import is_number

A_PAGE = 20

made = Limit("armies", each=120, person=40, said="Too many new armies in a minute.")

answering_refusals = keeping.answering_refusals("armies")


@require_GET
def armies(request: HttpRequest) -> HttpResponse:
    """My armies, and those to start from."""
    person = person_of(request)
    words, archived = request.GET.get("q", "").strip()[:LONGEST_NAME], "archived" in request.GET
    found = Paginator(selectors.armies_of(person, archived=archived, words=words), A_PAGE)
    context = {
        "page": found.get_page(request.GET.get("page")),
        "words": words,
        "archived": archived,
        "catalogues": [] if words or archived else _catalogues(person),
        "samples": [] if words or archived else list(selectors.samples()[:12]),
    }
    return render(request, "armies/armies.html", context)


def _catalogues(person: Person) -> list[LibraryRecord]:
    LibraryEdition.shelve()
    return list(selectors.usable_by(person)[:30])


@require_POST
@answering_refusals
def new(request: HttpRequest) -> HttpResponse:
    """Begin an army with a name and a limit; with none said, that which its game proposes. (CRU-TURN-04)"""
    name = " ".join(request.POST.get("name", "").split())[:LONGEST_NAME] or "New army"
    limit = request.POST.get("limit", "")
    key = str(request.POST.get("library", ""))
    edition = _newest(request, key)
    usual = usual_points(edition.value.game) if edition else 0
    points = min(int(limit), MOST_POINTS) if limit.isascii() and limit.isdigit() and len(limit) < 9 else usual
    roster = Roster(name=name, limit=points, library=key, library_version=edition.version if edition else 0)
    _take_one(request)
    begun = services.begin(become_known(request), roster)
    return redirect("armies:army", pk=begun.pk)


def _take_one(request: HttpRequest) -> None:
    """One more army of this person's. Raises Refused for too many."""
    made.take(address_of(request), person_of(request).key)


def _newest(request: HttpRequest, key: str) -> LibraryEdition | None:
    record = selectors.reached_by(person_of(request), key)
    return record.editions.first() if record else None


@require_GET
def army(request: HttpRequest, pk: int) -> HttpResponse:
    """One army: to build for its owner, to read for others who may see it."""
    person = person_of(request)
    found = selectors.shown(person, pk)
    if not keeping.is_owner(person, found) or found.roster is None:
        return _reading(request, found)
    context = builder.builder(found, request.GET.get("unit", ""))
    context["newer"] = selectors.newer_edition(found, person)
    if request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"):
        return render(request, "armies/_builder.html", context)
    context["link"] = request.build_absolute_uri(reverse("armies:shared", args=[found.token])) if found.token else ""
    context["offers"] = builder.offers(selectors.library_of(found))
    return render(request, "armies/army.html", context)


@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """An army that somebody shares by a link."""
    return _reading(request, selectors.shared(token), token)


def _reading(request: HttpRequest, found: Army, token: str = "") -> HttpResponse:
    cards = unit_card.cards(found.value, builder.notes(found))
    context = {"army": found, "cards": cards, "token": token, "files": _files_of(found, token)}
    return render(request, "armies/reading.html", context)


_SAID = {"json": "JSON", "csv": "CSV", "ros": ".ros", "rosz": ".rosz", "txt": "Plain text"}


def _files_of(found: Army, token: str) -> list[tuple[str, str]]:
    """The words and the address of each file that it leaves as."""
    if token:
        return [(said, reverse("armies:shared-file", args=[token, form])) for form, said in _SAID.items()]
    return [(said, reverse(f"armies:{form}", args=[found.pk])) for form, said in _SAID.items()]


@require_GET
def army_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """The cards of an army, on sheets of paper."""
    found = selectors.shown(person_of(request), pk)
    return _cards(request, found, reverse("armies:army", args=[pk]))


@require_GET
def shared_cards(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever has the link."""
    return _cards(request, selectors.shared(token), reverse("armies:shared", args=[token]))


@require_GET
@answering_refusals
def army_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The cards of an army as PDF."""
    return _pdf(request, selectors.shown(person_of(request), pk))


@require_GET
@answering_refusals
def shared_pdf(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever has the link."""
    return _pdf(request, selectors.shared(token))


def _pdf(request: HttpRequest, found: Army) -> HttpResponse:
    paper, size = _format(request)
    data = pdf.pdf(found, unit_card.cards(found.value, builder.notes(found)), paper, size)
    name = f'inline; filename="{slugify(found.name) or "army"}-cards.pdf"'
    return HttpResponse(data, content_type="application/pdf", headers={"Content-Disposition": name})


def _format(request: HttpRequest) -> tuple[Paper, Size]:
    paper: Paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    size: Size = "large" if request.GET.get("size") == "large" else "standard"
    return paper, size


def _cards(request: HttpRequest, found: Army, back: str) -> HttpResponse:
    paper, size = _format(request)
    cards = unit_card.cards(found.value, builder.notes(found))
    context = {
        "army": found,
        "back": back,
        "paper": paper,
        "size": size,
        "sheets": sheets(cards, size),
        "count": len(cards),
        "shared": len(cards) < found.unit_count,
    }
    return render(request, "armies/cards.html", context)


@require_GET
def army_summary(request: HttpRequest, pk: int) -> HttpResponse:
    """The army on one page, to print or to paste."""
    found = selectors.shown(person_of(request), pk)
    return _summary(request, found, reverse("armies:army", args=[pk]))


@require_GET
def shared_summary(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever has the link."""
    return _summary(request, selectors.shared(token), reverse("armies:shared", args=[token]))


def _summary(request: HttpRequest, found: Army, back: str) -> HttpResponse:
    link = request.build_absolute_uri(reverse("armies:shared", args=[found.token])) if found.token else ""
    context = {"army": found, "summary": summary.of(found), "back": back, "link": link, "turns": range(1, TURNS + 1)}
    return render(request, "armies/summary.html", context)


TURNS: Final = 8
"""Turns that have a box for victory points on the printed page."""


@require_GET
def kind_sheet(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """The profiles and weapons of a kind of unit that may be added."""
    library = selectors.library_of(selectors.mine(person_of(request), pk))
    if kind not in library.kind:
        raise Http404
    return render(request, "armies/_kind.html", {"sheet": builder.sheet(library, library.kind[kind])})


# ------------------------------------------------------------------ files


@require_GET
def exported(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """The army as a file of that form, for whoever sees it."""
    return _file(selectors.shown(person_of(request), pk), form)


@require_GET
def shared_export(request: HttpRequest, token: str, form: str) -> HttpResponse:
    """The same for whoever has the link."""
    found = selectors.shared(token)
    if form not in FORMS:
        raise Http404
    return _file(found, form)


def _as_json(found: Army) -> bytes:
    """The roster; one that was not built here brings the library of its units along."""
    library, roster = services.library_and_roster(found)
    return exchange.to_json(roster, library if found.roster is None else None)


FORMS: Mapping[str, tuple[str, Callable[[Army], bytes]]] = {
    "json": ("application/json", _as_json),
    "csv": (
        "text/csv; charset=utf-8",
        lambda found: exchange.to_csv(*services.library_and_roster(found)).encode("utf-8-sig"),
    ),
    "txt": ("text/plain; charset=utf-8", lambda found: summary.of(found).text.encode()),
    "ros": ("application/xml", lambda found: writing.to_ros(*services.library_and_roster(found))),
    "rosz": ("application/zip", lambda found: writing.to_rosz(*services.library_and_roster(found))),
}
"""Of each form of file: its type, and how an army is written in it."""


def _file(found: Army, form: str) -> HttpResponse:
    kind, write = FORMS[form]
    return _download(write(found), f"{slugify(found.name) or 'army'}.{form}", kind)


def _download(data: bytes, name: str, kind: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@require_GET
def game_system(request: HttpRequest) -> HttpResponse:
    """Our game for BattleScribe and New Recruit."""
    return _download(system.game_system(shipped()), "gemini-arap.gst", "application/xml")


@require_GET
def catalogue(request: HttpRequest, key: str) -> HttpResponse:
    """A library for those tools, as its newest edition has it."""
    LibraryEdition.shelve()
    record = get_object_or_404(selectors.usable_by(person_of(request)), key=key)
    edition = record.editions.first()
    if edition is None:
        raise Http404
    return _download(system.catalogue(edition.value), f"{key}.cat", "application/xml")


@require_GET
def schema(request: HttpRequest) -> HttpResponse:
    """What such a JSON file may hold."""
    return HttpResponse(exchange.schema(), content_type="application/schema+json")


@require_POST
@answering_refusals
def take_in(request: HttpRequest) -> HttpResponse:
    """An army from a file."""
    file = request.FILES.get("file")
    if file is None:
        raise Refused("no-file", "No file was sent.", "choose one")
    data = file.read(files.LARGEST + 1)
    earlier = taking_in.came_before(person_of(request), data)
    if earlier is not None:
        return render(request, "armies/again.html", {"army": earlier})
    _take_one(request)
    return _taken_in(taking_in.from_file(become_known(request), data, file.name or ""))


@require_POST
@answering_refusals
def take_in_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Another army from the file that one came from."""
    before = get_object_or_404(OriginalFile, army=selectors.mine(person_of(request), pk))
    _take_one(request)
    return _taken_in(taking_in.from_file(person_of(request), before.data, before.name))


def _taken_in(army: Army) -> HttpResponse:
    file = ListFile.objects.filter(army=army).defer("tree").first()
    complete = file is None or (file.system == ids.SYSTEM and not file.open_lines)
    return redirect("armies:army" if complete else "armies:army-file", pk=army.pk)


@require_GET
def original(request: HttpRequest, pk: int) -> HttpResponse:
    """The file that an army came from, as it came."""
    found = get_object_or_404(OriginalFile, army=selectors.mine(person_of(request), pk))
    stem, _, ending = found.name.rpartition(".")
    ending = ending.lower() if ending.isascii() and ending.isalnum() else ""
    name = f"{slugify(stem) or 'army'}.{ending[:5] or 'txt'}"
    return _download(found.data, name, "application/octet-stream")


@require_http_methods(["GET", "POST"])
@answering_refusals
def army_file(request: HttpRequest, pk: int) -> HttpResponse:
    """What the list of another tool says, line by line, and what each line is here."""
    found = selectors.mine(person_of(request), pk)
    file = get_object_or_404(ListFile, army=found)
    if request.method == "POST":
        _said_about_file(request, found, file)
        return redirect("armies:army-file", pk=pk)
    return render(request, "armies/file.html", imported_list.page(found, file))


def _said_about_file(request: HttpRequest, army: Army, file: ListFile) -> None:
    person, does = person_of(request), request.POST.get("do")
    if does == "undo":
        taking_in.undo_answers(person, army.pk)
    elif does == "forget":
        taking_in.forget_reused(person, army.pk)
    else:
        said = imported_list.answers(army, file, {key: str(value) for key, value in request.POST.items()})
        taking_in.answer(person, army.pk, said.answers, said.once)


# ------------------------------------------------------------------ edits


@require_POST
@answering_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """One edit, saved and shown."""
    sent = {key: str(value) for key, value in request.POST.items()}
    changed, unit = services.change(person_of(request), pk, sent)
    return _changed(request, changed, unit or sent.get("in_hand", ""))


@require_http_methods(["GET", "POST"])
@answering_refusals
def bring(request: HttpRequest, pk: int) -> HttpResponse:
    """Units of another army for this one: whose, which of them, and then the army with those."""
    person = person_of(request)
    found = selectors.mine(person, pk)
    if request.method == "POST":
        return _brought(request, pk)
    source = request.GET.get("from", "")
    if not is_number(source):
        words = request.GET.get("q", "").strip()[:LONGEST_NAME]
        context = {"army": found, "words": words, **selectors.sources(person, found, words)}
        return render(request, "armies/bring/_from.html", context)
    other = selectors.playable(person, int(source))
    return render(
        request, "armies/bring/_bring.html", {"army": found, "source": other, "fits": services.units_of(found, other)}
    )


def _brought(request: HttpRequest, pk: int) -> HttpResponse:
    person, source = person_of(request), request.POST.get("from", "")
    other = selectors.playable(person, int(source) if is_number(source) else 0)
    changed, done = services.bring(person, pk, other, request.POST.getlist("u"), request.POST.get("in_hand", ""))
    return _changed(request, changed, done.unit or request.POST.get("in_hand", ""), done.lost)


@require_POST
@answering_refusals
def turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the latest edit back, or do it again."""
    changed = services.turn(person_of(request), pk, back=request.POST.get("to") != "on")
    return _changed(request, changed, request.POST.get("in_hand", ""))


def _changed(request: HttpRequest, changed: Army, unit: str, lost: Sequence[str] = ()) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('armies:army', args=[changed.pk])}?unit={unit}")
    return render(request, "armies/_builder.html", {**builder.builder(changed, unit), "lost": lost})


@require_POST
@answering_refusals
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """A roster of one's own, like one that may be seen; a link's token shows that it may."""
    token = request.POST.get("token", "")
    source = selectors.shared(token) if token else selectors.shown(person_of(request), pk)
    _take_one(request)
    twin = services.copy(become_known(request), source)
    return redirect("armies:army", pk=twin.pk)


@require_POST
@answering_refusals
def put_away(request: HttpRequest, pk: int) -> HttpResponse:
    """Into the archive, or out of it."""
    archived = request.POST.get("archived") == "1"
    done = services.put_away(person_of(request), pk, archived=archived)
    messages.success(request, f"{done.name} is {'put away' if archived else 'back'}.")
    return redirect("armies:armies")


@require_POST
@answering_refusals
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """For good."""
    services.delete(person_of(request), pk)
    return redirect(reverse("armies:armies") + "?archived")


@require_POST
@answering_refusals
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """With nobody, with whoever has the link, or with everybody."""
    services.share(person_of(request), pk, with_whom=request.POST.get("with", ""))
    return redirect("armies:army", pk=pk)
