"""What people make and keep here: whose it is, with whom it is shared, into the archive and away for good.

For models with `owner`, `guest`, `archived`, `public` and `token`. With neither owner nor guest it is a sample.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db.models import Model, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tabletop.accounts.people import Person
from tabletop.ui.refused import Refused

Kept = TypeVar("Kept", bound=Model)
View = Callable[..., HttpResponse]


# ------------------------------------------------------------------ whose it is


def owned_by(person: Person) -> Q:
    """What this person's account has, and what was made as a guest in this browser."""
    own = Q(owner_id=person.user_id, owner__isnull=False)
    return own | Q(guest__in=[key for key in person.keys if key])


def is_sample() -> Q:
    """What belongs to nobody."""
    return Q(owner=None, guest="")


def open_to(person: Person) -> Q:
    """What this person may look at without a link: own, public and samples."""
    return owned_by(person) | Q(public=True) | is_sample()


def mine(model: type[Kept], person: Person, pk: int) -> Kept:
    """One's own. Raises Http404 for any other, whether it exists or not."""
    return _found(model, owned_by(person) & Q(pk=pk))


def shown(model: type[Kept], person: Person, pk: int) -> Kept:
    """One that this person may look at. Raises Http404 for any other."""
    return _found(model, open_to(person) & Q(pk=pk))


def shared(model: type[Kept], token: str) -> Kept:
    """The one that a link leads to. Raises Http404 for a link that is no longer shared."""
    return _found(model, Q(token=token) & ~Q(token=""))


def _found(model: type[Kept], which: Q) -> Kept:
    found = model._default_manager.filter(which).first()
    if found is None:
        raise Http404
    return found


def adopt(model: type[Model], person: Person) -> int:
    """Give the account what was made as a guest in this browser. Returns how much that was."""
    guests = [key for key in person.keys if key.startswith("g")]
    if person.user_id is None or not guests:
        return 0
    return model._default_manager.filter(guest__in=guests).update(owner_id=person.user_id, guest="")


def is_owner(person: Person, record: Any) -> bool:
    """Whether this is this person's to change."""
    by_account = record.owner_id is not None and record.owner_id == person.user_id
    return by_account or person.is_one_of(record.guest)


# ------------------------------------------------------------------ what is done with one's own


def put_away(record: Any, *, archived: bool) -> None:
    """Into the archive, or out of it. Tables that were set up with it keep their copy."""
    record.archived = archived
    record.save(update_fields=["archived", "updated_at"])


def delete(record: Any) -> None:
    """For good; only from the archive."""
    if not record.archived:
        what = record._meta.verbose_name
        raise Refused("not-archived", f"Delete nothing in use: this {what} is not put away.", "put it away first")
    record.delete()


def share(record: Any, *, with_whom: str) -> None:
    """With nobody, with whoever has the link, or with everybody."""
    if with_whom not in ("nobody", "link", "everybody"):
        what = record._meta.verbose_name
        raise Refused("unknown-share", f"This {what} cannot be shared like that.", "nobody, link or everybody")
    record.public = with_whom == "everybody"
    record.token = "" if with_whom == "nobody" else record.token or secrets.token_urlsafe(12)
    record.save(update_fields=["public", "token", "updated_at"])


def answering_refusals(folder: str) -> Callable[[View], View]:
    """A view whose refusals become a fragment that says so on the page, or a page of its own, from that folder."""

    def decorated(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Refused as refused:
                page = "_refused.html" if request.headers.get("HX-Request") else "refused.html"
                return render(request, f"{folder}/{page}", {"refused": refused.refusal}, status=refused.status)

        return wrapped

    return decorated
