"""The ledger's worked examples as cases of a test, and how they are compared."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from rules.rulebook import rule

Given = Mapping[str, Any]
Worked = Callable[[Given, Given], Mapping[str, object]]
"""What is given and the dice, to results by the ledger's names."""


def cases(worked: Mapping[str, Worked], left_out: Mapping[str, tuple[int, ...]] | None = None) -> list[Any]:
    """Every example of those rules that gives figures, but those left out by number."""
    return [
        pytest.param(worked[rule_id], example, id=f"{rule_id}-{number}")
        for rule_id in worked
        for number, example in enumerate(rule(rule_id).examples)
        if "given" in example and number not in (left_out or {}).get(rule_id, ())
    ]


def agrees(work: Worked, example: Given) -> None:
    """Every result of the example of which anything is found is as the ledger says, and at least one is."""
    found = work(example["given"], example.get("dice", {}))
    result = {name: value for name, value in example["result"].items() if name in found}
    assert result, f"{sorted(found)} says nothing of {sorted(example['result'])}"
    assert {name: found[name] for name in result} == result
    shown = str(example.get("probability", "")).partition(" ")[0]
    if shown and "chance" in found:
        assert found["chance"] == Fraction(shown)
