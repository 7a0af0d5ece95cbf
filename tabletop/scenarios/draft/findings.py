"""What a check of a scenario finds."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tabletop.scenarios.draft.shapes import Point

Tone = Literal["bad", "warn", "ok"]


class Check(NamedTuple):
    """One finding. `keys` are what it is about, `at` is where it is marked on the board."""

    tone: Tone
    code: str
    text: str
    keys: tuple[str, ...] = ()
    at: Point | None = None
    mend: str = ""
