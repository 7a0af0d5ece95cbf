"""What a check of a roster says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Mend(NamedTuple):
    """Something that would help: what its button says, and the edit that it sends."""

    label: str
    edit: Mapping[str, str]


class Check(NamedTuple):
    """One finding. A `bad` one makes the roster illegal; `unit` is where it is, empty for the whole roster."""

    tone: Literal["bad", "warn", "ok"]
    title: str
    text: str = ""
    unit: str = ""
    mends: tuple[Mend, ...] = ()
    rule: str = ""
