"""Ledgers of rules, dice labels and switches as data.

Each ledger is parsed when one of its ids is first asked for; labels and switches are files of their own.

Read in this order: `ledgers`, `charts`, `switches`, `files`, `data`.
"""

from rules.rulebook.ledgers import (
    LEDGERS,
    DiceUse,
    Label,
    Ledger,
    Rule,
    Source,
    UnknownRule,
    is_rule,
    label,
    labels,
    ledger,
    rule,
    rules,
)
from rules.rulebook.switches import Switch, SwitchValue, default_options, option_faults, switch, switches

__all__ = [
    "LEDGERS",
    "DiceUse",
    "Label",
    "Ledger",
    "Rule",
    "Source",
    "Switch",
    "SwitchValue",
    "UnknownRule",
    "default_options",
    "is_rule",
    "label",
    "labels",
    "ledger",
    "option_faults",
    "rule",
    "rules",
    "switch",
    "switches",
]
