"""What an edit of a scenario gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.sent import Sent


class Edited(NamedTuple):
    """A draft after an edit, the keys of what is then in hand, and what was done, in words."""

    draft: Draft
    hand: tuple[str, ...]
    said: str


Edit = Callable[[Draft, Sent], Edited]
