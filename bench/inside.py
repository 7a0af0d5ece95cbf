"""What is measured inside one process of the product: `python -m bench.inside [render|store|armies] ROUNDS`: JSON.

Run in the environment of a prepared installation; the database is that of its settings.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from django.template.loader import render_to_string
from django.test import Client

from bench import battle
from bench.clock import calibration, interleaved
from bench.fanout import actions
from bench.stage import a_table, somebody  # sets Django up
from tabletop.accounts.people import Person
from tabletop.armies import services
from tabletop.armies.cards import unit_card
from tabletop.armies.library.library import shipped
from tabletop.armies.lists import placing, reading
from tabletop.armies.pages import builder, pdf
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.games.access.rights import Audience
from tabletop.games.models import Table
from tabletop.games.pages import frames
from tabletop.games.services import submit_action
from tests.tabletop.armies import foreign

AUDIENCES: tuple[Audience, ...] = (battle.A, battle.B, "public", "screen")


KINDS = ("direct", "ordnance", "direct")
"""Kinds of weapons of the volley on the page of odds."""


class Play:
    """A table in this process at which somebody acts."""

    def __init__(self) -> None:
        self.person: Person = somebody()[0]
        self.table: Table = a_table(self.person, battle.state())
        self._steps = actions()
        self.act()

    def act(self) -> tuple[int, int]:
        """One more action; the last event before it and its own last one."""
        was = self.table.seq
        done = submit_action(code=self.table.code, person=self.person, action=next(self._steps))
        self.table.refresh_from_db()
        return was, done.seq


def render(rounds: int) -> dict[str, list[float]]:
    """Frames of one action for every audience; the least sizes of the screen's and of the others' as well."""
    play = Play()
    sizes: list[tuple[int, int]] = []

    def one(number: int) -> Callable[[], object]:
        was, now = play.act()
        for audience in AUDIENCES:
            frames.parts_at(play.table, audience, was)

        def work() -> None:
            drawn = {a: len(frames.frame(play.table, a, was, now).encode()) for a in AUDIENCES}
            sizes.append((drawn.pop("screen"), min(drawn.values())))

        return work

    def whole(number: int) -> Callable[[], object]:
        _, now = play.act()
        return lambda: frames.frame(play.table, "public", 0, now)

    def odds(number: int) -> Callable[[], object]:
        """A volley of three kinds that nobody has asked for yet, with the whole page round it."""
        shots = "&".join(f"shots{n}={13 + n}&s{n}={7 + n % 2}&ap{n}=1&type{n}={t}" for n, t in enumerate(KINDS, 1))
        query = f"{shots}&is=open&cover=soft&hull={abs(number) % 4}&guns=4"
        return lambda: browser.get(f"/charts/?{query}").content

    browser = Client()
    took = interleaved({"calibration": calibration, "frames": one, "whole": whole, "odds": odds}, rounds)
    return took | {"sizes": [float(size) for size in min(sizes)]}


def store(rounds: int) -> dict[str, list[float]]:
    """Submitting an action: read, decided, written, committed."""
    play = Play()

    def one(number: int) -> Callable[[], object]:
        return play.act

    return interleaved({"calibration": calibration, "submit": one}, rounds)


def armies(rounds: int) -> dict[str, list[float]]:
    """One edit of sixty units with what the page shows, a list of 5 MB read and placed, cards of 37 units as PDF."""
    person = somebody()[0]
    library = shipped()
    kinds = [library.kinds[n % len(library.kinds)].id for n in range(60)]
    picks = tuple(Pick(id=f"u{n}", kind=kind) for n, kind in enumerate(kinds, 1))
    large = services.begin(person, Roster(name="Horde", limit=5000, units=picks))
    army = services.begin(person, Roster(name="Column", units=picks[:37]))
    one = foreign.TANK.replace("<selections>", f"<rules>{LONG_RULE}</rules><selections>", 1)
    data = foreign.ros(one * 2400)

    def edit(number: int) -> Callable[[], object]:
        sent = {"do": "count", "unit": "u3", "role": "ranger", "number": str(4 + abs(number) % 8)}

        def work() -> object:
            changed, unit = services.change(person, large.pk, sent)
            return render_to_string("armies/_builder.html", builder.builder(changed, unit))

        return work

    def listing(number: int) -> Callable[[], object]:
        return lambda: placing.place(library, reading.read(data))

    def cards_of(number: int) -> Callable[[], object]:
        made = unit_card.cards(army.value, {"Ranger section": f"Round {number}"})
        return lambda: pdf.pdf(army, made, "a4", "standard")

    return interleaved({"calibration": calibration, "edit": edit, "listing": listing, "pdf": cards_of}, rounds)


LONG_RULE = f'<rule id="r" name="Long" hidden="false"><description>{"sand " * 320}</description></rule>'

MODES = {"render": render, "store": store, "armies": armies}


def main() -> int:
    """Measure and print."""
    began = time.perf_counter()
    took = MODES[sys.argv[1]](int(sys.argv[2]))
    print(json.dumps(took | {"all": [time.perf_counter() - began]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
