"""Reading what a request asks: JSON or a form, with the same names."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tabletop.games.access import actions
from tabletop.games.access.refusals import Refused, malformed
from tabletop.texts import has_control, shown

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def fields(request: HttpRequest) -> dict[str, Any]:
    """The fields of a request. In a form `action` is itself JSON. Raises Refused for what cannot be read."""
    if request.method == "GET":
        asked: dict[str, Any] = request.GET.dict()
    elif request.content_type in FORMS:
        asked = request.POST.dict()
    else:
        asked = actions.parse(request.body)
        if wrong := next((name for name, value in asked.items() if _is_unshown(name) or _is_unshown(value)), None):
            raise _cannot_be_shown(shown(wrong) or "A name")
        return asked
    if isinstance(asked.get("action"), str):
        asked["action"] = actions.read(asked["action"])
    return asked


def _is_unshown(value: object) -> bool:
    """Whether any text in it has a control character, be it one that nothing reads."""
    if isinstance(value, dict):
        return any(_is_unshown(name) or _is_unshown(part) for name, part in value.items())
    if isinstance(value, list):
        return any(_is_unshown(part) for part in value)
    return isinstance(value, str) and has_control(value)


def _cannot_be_shown(name: str) -> Refused:
    return malformed(f"{name} has a sign that cannot be shown.", "letters, figures, spaces and line breaks")


def action(asked: dict[str, Any]) -> dict[str, Any]:
    """The action that is asked. Raises Refused when there is none."""
    found = asked.get("action")
    if not isinstance(found, dict):
        raise malformed("There is no action.", "an object named action with a type")
    side = asked.get("as")
    return {**found, "side": side} if side and "side" not in found else found


def number(asked: dict[str, Any], name: str) -> int | None:
    """A whole number, or None where none is given. Raises Refused for anything else."""
    value = asked.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9:
        return value
    raise malformed(f"{name} is no whole number.", "0 or more")


def needed(asked: dict[str, Any], name: str) -> int:
    """A whole number that must be given."""
    value = number(asked, name)
    if value is None:
        raise malformed(f"{name} is missing.", "a whole number")
    return value


def text(asked: dict[str, Any], name: str, longest: int = 500) -> str:
    """A text, empty where none is given."""
    value = asked.get(name, "")
    if not isinstance(value, str) or len(value) > longest:
        raise malformed(f"{name} is no text of at most {longest} signs.", "a short text")
    if has_control(value):
        raise _cannot_be_shown(name)
    return value


def switch(asked: dict[str, Any], name: str) -> bool | None:
    """On or off, or None where it is not said."""
    value = asked.get(name)
    if value is None or isinstance(value, bool):
        return value
    return str(value).lower() in ("1", "on", "true", "yes")
