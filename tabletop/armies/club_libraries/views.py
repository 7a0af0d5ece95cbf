"""The pages of libraries: the list, one library to read or to work on, one kind, profile or weapon in a form."""

from __future__ import annotations

import msgspec
from django.contrib import messages
from django.db.models import Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.forces import traits
from rules.forces.weapon import Weapon
from tabletop.accounts import keeping
from tabletop.accounts.people import become_known, person_of
from tabletop.armies import selectors, services
from tabletop.armies.cards import figures
from tabletop.armies.club_libraries import defaults, editions
from tabletop.armies.club_libraries import own as club_libraries_own
from tabletop.armies.club_libraries.own import PARTS, Head, Part
from tabletop.armies.library import forms
from tabletop.armies.library.forms import Choices
from tabletop.armies.library.library import Kind, Library
from tabletop.armies.models import LibraryEdition, LibraryRecord
from tabletop.armies.roster import soundness
from tabletop.armies.views import answering_refusals
from tabletop.ui.refused import Refused

TITLES: dict[Part, tuple[str, str]] = {
    "kinds": ("Kinds of unit", "kind"),
    "profiles": ("Profiles", "profile"),
    "weapons": ("Weapons", "weapon"),
}


@require_GET
def libraries_page(request: HttpRequest) -> HttpResponse:
    """Libraries of one's own, and those to build from or to copy."""
    LibraryEdition.shelve()
    person = person_of(request)
    own = LibraryRecord.objects.filter(keeping.owned_by(person)).annotate(
        latest=Max("editions__version"), changed=Q(draft__isnull=False)
    )
    open_to_all = selectors.usable_by(person).exclude(pk__in=own.values("pk")).select_related("owner")
    return render(request, "armies/libraries.html", {"own": own.defer("draft"), "others": open_to_all[:200]})


@require_POST
@answering_refusals
def copy(request: HttpRequest, key: str) -> HttpResponse:
    """A library of one's own, like this one."""
    made = club_libraries_own.copy(become_known(request), key)
    return redirect("armies:library", key=made.key)


@require_GET
def library(request: HttpRequest, key: str) -> HttpResponse:
    """One library: to work on for its owner, to read for others."""
    LibraryEdition.shelve()
    record = selectors.reached_by(person_of(request), key)
    if record is None:
        raise Http404
    mine = _is_mine(request, record)
    edition = record.editions.first()
    shown = club_libraries_own.draft_of(record) if mine or edition is None else edition.value
    context = {
        "record": record,
        "library": shown,
        "mine": mine,
        "shown_to": record.get_visibility_display() if mine else "",
        "edition": edition,
        "editions": record.editions.defer("content")[:20],
        "faults": soundness.faults(shown) if mine else (),
        "parts": _lists(shown),
        "link": request.build_absolute_uri(),
        "fields": _fields(Head, shown, shown) if mine else (),
    }
    return render(request, "armies/library.html", context)


def _is_mine(request: HttpRequest, record: LibraryRecord) -> bool:
    person = person_of(request)
    return (record.owner_id is not None and record.owner_id == person.user_id) or person.is_one_of(record.guest)


def _lists(shown: Library) -> list[tuple[str, str, str, list[tuple[str, str, str]]]]:
    """Kinds, profiles and weapons, each with its words."""
    costs = {kind.id: f"{sum(role.cost * role.usual for role in kind.roles)} points" for kind in shown.kinds}
    rows: dict[Part, list[tuple[str, str, str]]] = {
        "kinds": [(kind.id, kind.name, costs[kind.id]) for kind in shown.kinds],
        "profiles": [(profile.id, profile.name, figures.profile_words(profile)) for profile in shown.profiles],
        "weapons": [(weapon.id, weapon.name, figures.weapon_words(weapon)) for weapon in shown.weapons],
    }
    return [(part, *TITLES[part], lines) for part, lines in rows.items()]


@require_POST
@answering_refusals
def head(request: HttpRequest, key: str) -> HttpResponse:
    """Its name, what it is about, its headings."""
    club_libraries_own.edit_head(person_of(request), key, request.POST, str(request.POST.get("do", "")))
    return redirect(reverse("armies:library", args=[key]) + "#head")


@require_http_methods(["GET", "POST"])
@answering_refusals
def part(request: HttpRequest, key: str, part: str, id: str) -> HttpResponse:
    """One kind, profile or weapon of one's own library."""
    which, person = _part(part), person_of(request)
    record = selectors.my_library(person, key)
    do = str(request.POST.get("do", ""))
    if do == "remove":
        club_libraries_own.remove_part(person, key, which, id)
        return redirect(reverse("armies:library", args=[key]) + f"#{which}")
    if request.method == "POST":
        try:
            club_libraries_own.edit_part(person, key, which, id, request.POST, do)
        except Refused as refused:
            return _part_form(request, record, which, id, refused)
        if do == "save":
            messages.success(request, "Saved in the draft.")
        return redirect(request.path)
    return _part_form(request, record, which, id)


def _part_form(
    request: HttpRequest, record: LibraryRecord, which: Part, id: str, refused: Refused | None = None
) -> HttpResponse:
    """The form of a kind, profile or weapon; one that is refused comes back as it was typed, with the reason."""
    draft = club_libraries_own.draft_of(record)
    found = next((each for each in getattr(draft, which) if each.id == id), None)
    if found is None:
        raise Http404
    about = [text for text in soundness.faults(draft) if text.startswith(found.name)]
    fields = _fields(PARTS[which], found, draft, found if isinstance(found, Kind) else None)
    context = {
        "record": record,
        "library": draft,
        "part": which,
        "refused": refused.refusal if refused else None,
        "word": TITLES[which][1],
        "it": found,
        "fields": forms.as_sent(fields, request.POST) if refused else fields,
        "faults": about,
        "creatures": defaults.of_creatures() if which == "profiles" else (),
        "creature": defaults.kind_of(request.POST.get("name", "") or found.name) if which == "profiles" else "",
        "bikes": defaults.of_bikes() if which == "profiles" else (),
        "vehicles": defaults.of_vehicles() if defaults.is_gemini(found) else (),
    }
    return render(request, "armies/part.html", context, status=refused.status if refused else 200)


def _part(part: str) -> Part:
    if part not in PARTS:
        raise Http404
    return part


def _fields(
    kind: type[msgspec.Struct], value: msgspec.Struct, shown: Library, of: Kind | None = None
) -> tuple[forms.Field | forms.Rows, ...]:
    choices = _choices(shown, of)
    known = traits.of("weapon" if kind is Weapon else "model")
    choices = {**choices, "traits": [(key, trait.words) for key, trait in known.items()]}
    return forms.fields(kind, msgspec.to_builtins(value), choices)


def _choices(shown: Library, kind: Kind | None) -> Choices:
    """What fields that name something else may name."""
    weapons = sorted(((str(w.id), w.name) for w in shown.weapons), key=lambda pair: pair[1])
    profiles = sorted(((str(p.id), p.name) for p in shown.profiles), key=lambda pair: pair[1])
    icons = sorted({each.icon for each in shown.kinds})
    found: Choices = {
        **dict.fromkeys(("weapons", "give", "take"), weapons),
        "weapon": [("", "none"), *weapons],
        "profile": [("", "none"), *profiles],
        "holds": [(str(p.id), p.name) for p in shown.profiles if p.is_vehicle],
        "category": [(category.id, category.name) for category in shown.categories],
        "icon": [(icon, icon) for icon in icons],
    }
    roles = [("", "all members"), *((role.id, role.name) for role in kind.roles)] if kind else []
    return {**found, "role": roles} if kind else found


@require_POST
@answering_refusals
def add(request: HttpRequest, key: str, part: str) -> HttpResponse:
    """Something new, like something that is there."""
    name, like = str(request.POST.get("name", "")), str(request.POST.get("like", ""))
    made = club_libraries_own.add_part(person_of(request), key, _part(part), name, like)
    return redirect("armies:library-part", key=key, part=part, id=made)


@require_POST
@answering_refusals
def publish(request: HttpRequest, key: str) -> HttpResponse:
    """The draft becomes the next version."""
    made = club_libraries_own.publish(person_of(request), key)
    messages.success(request, f"Version {made.version} stands. Armies that were built before are offered it.")
    return redirect("armies:library", key=key)


@require_POST
@answering_refusals
def discard(request: HttpRequest, key: str) -> HttpResponse:
    """Back to the newest version."""
    club_libraries_own.discard(person_of(request), key)
    return redirect("armies:library", key=key)


@require_POST
@answering_refusals
def share(request: HttpRequest, key: str) -> HttpResponse:
    """With nobody, with whoever has the link, or with everybody."""
    club_libraries_own.share(person_of(request), key, with_whom=str(request.POST.get("with", "")))
    return redirect("armies:library", key=key)


@require_POST
@answering_refusals
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """For good."""
    club_libraries_own.delete(person_of(request), key)
    return redirect("armies:libraries")


@require_http_methods(["GET", "POST"])
@answering_refusals
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    """What a newer version of its library changes for an army, and taking it."""
    person = person_of(request)
    army = selectors.mine(person, pk)
    if request.method == "POST":
        done = services.renew(person, pk)
        assert done.edition is not None
        messages.success(request, f"{done.name} is built on version {done.edition.version} now.")
        return redirect("armies:army", pk=pk)
    edition = selectors.newer_edition(army, person) if army.roster is not None else None
    if edition is None:
        raise Refused("no-newer", "It is built on the newest version already.", "edit it in the builder")
    changes = editions.changes(selectors.library_of(army), edition.value, army.roster_value)
    return render(request, "armies/renew.html", {"army": army, "edition": edition, "changes": changes})
