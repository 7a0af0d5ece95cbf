"""Options of a game: what may be switched, between which values, and what holds when nothing is said."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal

import msgspec

from rules.rulebook.files import read

SwitchValue = bool | int | str

Scope = Literal[
    "table",
    "side",
    "unit",
    "area",
    "structure",
    "room",
    "section",
    "lift",
    "tube",
    "vehicle",
    "structure_or_vehicle",
]
"""What a value is set for: the whole table, or each area, building, vehicle and so on."""


class Switch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option. `values` lists what it may be, or says it in words for an open-ended number."""

    key: str
    scope: Scope
    type: Literal["bool", "choice", "int"]
    values: tuple[SwitchValue, ...] | str
    default: SwitchValue
    about: str
    rules: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        """Whether `value` is one of the values, of the right type."""
        if type(value) is not {"bool": bool, "choice": str, "int": int}[self.type]:
            return False
        if isinstance(self.choices, tuple):
            return value in self.choices
        return isinstance(value, int) and value >= self.least

    @property
    def least(self) -> int:
        """The smallest value of an open-ended number."""
        said = re.search(r">= (\d+)", self.values) if isinstance(self.values, str) else None
        return int(said[1]) if said else 1

    @property
    def allowed(self) -> str:
        """The values in words."""
        if isinstance(self.values, str):
            return f"a whole number, {self.least} or more"
        return ", ".join(str(value).lower() for value in self.choices)

    @property
    def choices(self) -> tuple[SwitchValue, ...] | str:
        """What it may be now: its values, or those of what has been entered for it."""
        source = _sources.get(self.key)
        return source() if source is not None else self.values


_sources: Final[dict[str, Callable[[], tuple[SwitchValue, ...]]]] = {}


def values_from(key: str, source: Callable[[], tuple[SwitchValue, ...]]) -> None:
    """A switch has the values of what is entered elsewhere, such as sets of vehicle rules; once, on import."""
    _sources[key] = source


@cache
def switches() -> Mapping[str, Switch]:
    """Every switch by its key, in order."""
    rows = msgspec.convert(read("switches")["switches"], tuple[Switch, ...])
    return {row.key: row for row in rows}


def switch(key: str) -> Switch:
    """The switch of that key. KeyError when there is none."""
    return switches()[key]


def default_options(scope: Scope | None = None) -> dict[str, SwitchValue]:
    """The default of every switch, or of those of one scope."""
    return {key: row.default for key, row in switches().items() if scope in (None, row.scope)}


def option_faults(options: Mapping[str, object]) -> tuple[str, ...]:
    """Everything that is wrong with these options, in their order; empty when nothing is."""
    return tuple(fault for key, value in options.items() if (fault := _fault(key, value)))


def _fault(key: str, value: object) -> str:
    known = switches().get(key)
    if known is None:
        return f"there is no switch {key}"
    return "" if known.accepts(value) else f"{key} cannot be {value!r}: it may be {known.allowed}"
