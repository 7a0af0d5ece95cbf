"""The rules themselves and the dice labels, typed."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from rules.rulebook.files import read

LEDGERS: Mapping[str, str] = {
    "ARAP": "arap-basic",
    "BLD": "gemini-buildings",
    "VEH": "gemini-vehicles",
    "TRI": "trial-vehicles",
    "CRU": "crusade-vehicles",
}
"""The files of the ledgers by the first part of their ids."""

Status = Literal["core", "optional", "gm", "reference"]
"""Always on; agreed before play; left to the host; of the older turn, not played."""

Sense = Literal["low", "high", "sum", "pick", "table", "none"]


class UnknownRule(LookupError):
    """No ledger has this id."""


class DiceUse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roll that a rule asks for: `goal` is what the die must show, `classic` the older high-roll form."""

    label: str
    dice: str
    sense: Sense
    goal: str | int
    note: str = ""
    classic: str = ""


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of a ledger. `table` and `examples` are plain data; `rules.rulebook.charts` reads tables typed."""

    id: str
    title: str
    section: str
    status: Status
    text: str
    formula: str = ""
    table: object = None
    dice: tuple[DiceUse, ...] = ()
    inputs: Mapping[str, object] = {}
    outputs: Mapping[str, object] = {}
    needs: tuple[str, ...] = ()
    switch: tuple[str, ...] = ()
    override: str = ""
    ambiguity: str = ""
    ruling: str = ""
    examples: tuple[Mapping[str, object], ...] = ()
    ui: str = ""
    reconstructed: str = ""
    house: bool = False

    @property
    def ledger(self) -> str:
        """The first part of the id, "ARAP" or another."""
        return self.id.split("-")[0]

    @property
    def topic(self) -> str:
        """The middle part of the id, such as "HIT"."""
        return self.id.split("-")[1]


class Recovery(msgspec.Struct, frozen=True, kw_only=True):
    """A place that a lost rule was recovered from, and what it gave."""

    key: str
    where: str
    gives: str


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a ledger comes from."""

    key: str
    title: str
    about: str
    builds_on: tuple[str, ...] = ()
    recovered_from: tuple[Recovery, ...] = ()
    not_recovered: str = ""


class Ledger(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole ledger: its source, what holds throughout, its rules in order."""

    source: Source
    conventions: tuple[str, ...]
    rules: tuple[Rule, ...]


class Label(msgspec.Struct, frozen=True, kw_only=True, rename={"purpose": "for"}):
    """A kind of roll: its dice, how they are read, what it is for."""

    label: str
    dice: str
    sense: Sense
    purpose: str

    @property
    def is_pool(self) -> bool:
        """Whether it is of combat dice, which show 0 to 3. (CRU-DICE-01)"""
        return self.dice.endswith("R")

    @property
    def is_doubles(self) -> bool:
        """Whether any two equal dice fail it. (CRU-DICE-07)"""
        return self.purpose.startswith("doubles test")


@cache
def ledger(key: str) -> Ledger:
    """The ledger whose ids begin with `key`. UnknownRule when there is none."""
    if key not in LEDGERS:
        raise UnknownRule(f"no ledger {key}; there are {', '.join(LEDGERS)}")
    return msgspec.convert(read(LEDGERS[key]), Ledger)


@cache
def _by_id(key: str) -> Mapping[str, Rule]:
    return {entry.id: entry for entry in ledger(key).rules}


def rule(rule_id: str) -> Rule:
    """The rule of that id. UnknownRule when there is none."""
    found = _by_id(rule_id.split("-")[0]).get(rule_id)
    if found is None:
        raise UnknownRule(f"no rule {rule_id}")
    return found


def is_rule(rule_id: str) -> bool:
    """Whether a ledger has this id."""
    key = rule_id.split("-")[0]
    return key in LEDGERS and rule_id in _by_id(key)


def rules(key: str | None = None) -> tuple[Rule, ...]:
    """All rules in the order of the ledgers, or those of one ledger."""
    if key is not None:
        return ledger(key).rules
    return tuple(entry for each in LEDGERS for entry in ledger(each).rules)


@cache
def labels() -> Mapping[str, Label]:
    """Every dice label by its name, in order."""
    rows = msgspec.convert(read("labels")["labels"], tuple[Label, ...])
    return {row.label: row for row in rows}


def label(name: str) -> Label:
    """The dice label of that name. KeyError when there is none."""
    return labels()[name]
