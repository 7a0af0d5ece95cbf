"""Entries of the log as parts of a page: one, several, the button for older ones, the last act on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from rules.questions.logs.chances import ChanceStep
from tabletop.games.access.rights import Audience
from tabletop.games.log.entries import PAGE, Entry, round_before
from tabletop.games.log.initiative import goes_on
from tabletop.games.models import Table
from tabletop.games.pages.scene import Scene
from tabletop.games.panels import club_screen
from tabletop.games.panels import going_on as panel


@lru_cache(maxsize=512)
def entry(shown: Entry) -> str:
    """One entry of the log, drawn once for all who may read the same."""
    return get_template("games/log/_entry.html").render({"entry": shown})


def headline(shown: Entry | None) -> str:
    """One entry in one line, empty for none."""
    return shown.headline if shown is not None else ""


def act(newest: Entry | None, chances: Sequence[ChanceStep] = ()) -> str:
    """One entry large, as a replay shows it; before the first one nothing has happened yet."""
    shown = [(step.name, f"{step.chance * 100:.{0 if step.chance >= 0.1 else 1}f} %") for step in chances]
    return get_template("games/log/_act.html").render({"entry": newest, "chances": shown})


def going_on(newest: Entry | None, scene: Scene) -> SafeString:
    """What the newest act was and for whom the table waits, above the log of those who look on."""
    if not scene.begun:
        return mark_safe("")
    did = panel.did(scene.state, newest) if newest is not None else ()
    shown = {"now": scene.going_on, "did": did, "newest": newest}
    return mark_safe(get_template("games/log/_going_on.html").render(shown))  # noqa: S308 -- rendered by the template


def log(shown: Iterable[Entry]) -> SafeString:
    """Entries of the log, as given."""
    return mark_safe("".join(entry(one) for one in shown))  # noqa: S308 -- rendered by the template


def older(table: Table, audience: Audience, shown: Sequence[Entry]) -> str:
    """The button that asks for what is older than these entries, or nothing when there is nothing."""
    asked = {"facts": table, "audience": audience, "log_next": next_page(shown)}
    return get_template("games/log/_older.html").render(asked)


def next_page(shown: Sequence[Entry]) -> int:
    """The command before which the log goes on, or 0 where it ends."""
    return shown[-1].head if len(shown) == PAGE else 0


def last_act(table: Table, shown: Sequence[Entry]) -> dict[str, SafeString]:
    """The newest of these entries as the club's screen shows it, by region: what is tried, and what came of it."""
    seq = goes_on(shown[0].parts) if shown else 0
    before = round_before(table, "public", seq) if seq else ()
    newest = {"last": club_screen.last(shown[0] if shown else None, before)}
    parts = {"tried": "games/tv/_tried.html", "last": "games/tv/_last.html"}
    return {name: mark_safe(get_template(part).render(newest)) for name, part in parts.items()}  # noqa: S308 -- escaped
