"""The ledgers hold together: every id, label and switch that is named exists."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.rulebook import LEDGERS, UnknownRule, is_rule, label, labels, ledger, rule, rules, switches

ID = re.compile(r"\b(?:ARAP|BLD|TRI|CRU|VEH)-[A-Z]+-\d\d\b")
DICE = re.compile(r"(\d+|N)(D(\d+|N)(-keep-highest|-singly)?|R)|card|any")


def texts(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from texts(key)
            yield from texts(value)
    elif isinstance(node, list | tuple):
        for value in node:
            yield from texts(value)


def test_a_rule_is_found_by_its_id() -> None:
    found = rule("ARAP-HIT-03")
    assert (found.title, found.status, found.ledger, found.topic) == (
        "Small groups and small targets",
        "core",
        "ARAP",
        "HIT",
    )


@pytest.mark.parametrize("rule_id", ["ARAP-HIT-99", "XYZ-HIT-01", "", "ARAP"])
def test_an_unknown_id_is_told(rule_id: str) -> None:
    assert not is_rule(rule_id)
    with pytest.raises(UnknownRule):
        rule(rule_id)


def test_the_ledgers_are_complete() -> None:
    assert {key: len(ledger(key).rules) for key in LEDGERS} == {
        "ARAP": 246,
        "BLD": 194,
        "VEH": 184,
        "TRI": 94,
        "CRU": 97,
    }
    assert len(rules()) == 815
    assert len(rules("ARAP")) == 246


def test_ids_are_unique_and_named_after_their_ledger() -> None:
    assert [rule_id for rule_id, count in Counter(entry.id for entry in rules()).items() if count > 1] == []
    assert [
        entry.id for key in LEDGERS for entry in rules(key) if not re.fullmatch(rf"{key}-[A-Z]+-\d\d", entry.id)
    ] == []


def test_every_id_that_a_rule_mentions_exists() -> None:
    entries = [(entry.id, (entry.needs, entry.text, entry.ruling, entry.formula, entry.table)) for entry in rules()]
    assert [
        (where, other)
        for where, node in entries
        for text in texts(node)
        for other in ID.findall(text)
        if not is_rule(other)
    ] == []


def test_dice_have_a_label_and_its_sense() -> None:
    uses = [(entry.id, use) for entry in rules() for use in entry.dice]
    assert [where for where, use in uses if use.label not in labels()] == []
    assert [where for where, use in uses if label(use.label).sense not in ("none", use.sense)] == []
    assert [where for where, use in uses if not all(DICE.fullmatch(part) for part in use.dice.split(" or "))] == []
    assert set(labels()) == {use.label for _, use in uses}


def test_optional_rules_say_who_turns_them_on() -> None:
    assert [e.id for e in rules() if e.status in ("optional", "gm") and not (e.switch or e.override)] == []


def test_switches_and_rules_name_each_other() -> None:
    named = {key: sorted(entry.id for entry in rules() if key in entry.switch) for key in switches()}
    assert named == {key: sorted(row.rules) for key, row in switches().items()}
    assert {key for entry in rules() for key in entry.switch} == set(switches())
