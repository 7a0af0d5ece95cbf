"""The ways in which a visitor may look at a battle that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.urls import reverse

from rules.questions.scenarios import round_word
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import no_right
from tabletop.games.access.rights import Audience
from tabletop.games.log import journal, played_again
from tabletop.games.models import Table
from tabletop.games.panels.turn_tracker import tracker
from tabletop.games.views.visits import Visit
from tabletop.games.words import HOUSE_PLAYERS


class Seen(NamedTuple):
    """One way of looking at the battle: its name in addresses, as whom one sees, and its name for people."""

    value: str
    audience: Audience
    name: str
    side: str = ""


def ways(visit: Visit) -> list[Seen]:
    """How this visitor may look at it: all of it and as each side once its seed is published, for the battle stands
    then; before, as somebody who watched, and what they may see as a player.
    """
    sides = [(side.id, side.name) for side in journal.state_at(visit.table, visit.table.seq).sides]
    if is_open(visit):
        return [Seen("all", "host", "All"), *(Seen(letter, letter, name, letter) for letter, name in sides)]
    own = rights.sides_of(rights.seats_of(visit.table, visit.person))
    return [Seen("watch", "public", "As watched"), *(Seen(s, s, name, s) for s, name in sides if s in own)]


def is_open(visit: Visit) -> bool:
    """Whether all of the battle may be seen by everybody."""
    return selectors.published_seed(visit.table) is not None


def chosen(found: Sequence[Seen], wanted: str) -> Seen:
    """The way that was asked for, or the first. Raises Refused for one that is not open."""
    for way in found:
        if wanted in ("", way.value):
            return way
    raise no_right("That view of the battle is not open to you.", ", ".join(way.value for way in found))


def bar(visit: Visit, tab: str) -> dict[str, Any]:
    """What the head of each page about a battle that is over shows."""
    state = journal.state_at(visit.table, visit.table.seq)
    sides = [(side.id, side.name) for side in state.sides]
    players = selectors.players(visit.table)
    return {
        "facts": selectors.facts(visit.table),
        "tab": tab,
        "sides_to_play": sides if is_open(visit) else [],
        "ends_with": tracker(state),
        "round_word": round_word(state.ruleset),
        "my_name": visit.person.name,
        "house_players": HOUSE_PLAYERS,
        "who": [players.get(side, "") for side, _ in sides],
    } | from_afar(visit.table)


def from_afar(table: Table) -> dict[str, Any]:
    """Whether a battle from elsewhere verifies, or how much of it has been played again so far."""
    waits = played_again.waits(table)
    so_far = played_again.done(table) if waits else 0
    brought, pending = table.brought_in, played_again.waits(table)
    seedless = brought is not None and not selectors.published_seed(table)
    doubtful = seedless or bool(brought and brought.get("fault"))
    return {
        "brought": brought,
        "seedless": seedless,
        "tone": "info" if pending else "warn" if doubtful else "ok",
        "so_far": so_far if pending else None,
        "checked": reverse("games:checked", args=[table.code]) if waits else "",
    }
