"""Traits are one list: whatever is in it is read somewhere, whatever is read or shipped is in it."""

import ast
import json
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from rules.forces import traits
from rules.forces.profile import Bike, Profile
from rules.forces.traits import TRAITS
from rules.forces.unit import Model
from rules.forces.weapon import Weapon
from rules.rulebook import is_rule

ROOT = Path(__file__).parents[3]
BUILT = ("passes-", "strength-", "struck-")
"""How traits begin that are put together where they are read."""
WORDS_OF_HULLS = ("skimmer", "walker", "flyer", "tank", "fast", "heavy", "low", "open-topped", "tall")


def sources():
    return [p for part in ("rules", "tabletop") for p in (ROOT / part).rglob("*.py") if p.name != "traits.py"]


class Read(NamedTuple):
    """What the code of rules and pages reads."""

    texts: set[object]
    fields: set[str]
    asked: set[object]
    """What some `has` is asked for."""


@pytest.fixture(scope="module")
def code():
    read = Read(set(), set(), set())
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant):
                read.texts.add(node.value)
            elif isinstance(node, ast.Attribute):
                read.fields.add(node.attr)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "has":
                read.asked.update(each.value for each in node.args[:1] if isinstance(each, ast.Constant))
    return read


def test_every_trait_is_read_somewhere(code):
    assert [name for name in TRAITS if name not in code.texts and not name.startswith(BUILT)] == []


def test_every_trait_that_is_asked_for_is_in_the_list(code):
    assert code.asked - set(TRAITS) - set(WORDS_OF_HULLS) == set()


@pytest.mark.parametrize("kind", [Profile, Weapon, Bike, Model])
def test_every_field_is_read_somewhere(code, kind):
    assert [f.name for f in msgspec.structs.fields(kind) if f.name not in code.fields] == []


def test_every_trait_has_words_and_a_rule():
    assert all(trait.words and is_rule(trait.rule) and trait.of for trait in TRAITS.values())


def test_what_is_shipped_names_known_traits():
    found = []
    for path in (*(ROOT / "tabletop").rglob("*.library.json"), *(ROOT / "tabletop").rglob("*.army.json")):
        data = json.loads(path.read_text())
        found += [(path.name, t) for p in data["profiles"] for t in traits.unknown(p.get("traits", ()), "model")]
        found += [(path.name, t) for w in data["weapons"] for t in traits.unknown(w.get("traits", ()), "weapon")]
    assert found == []


def test_numbers_and_names_within_traits_are_known():
    assert traits.unknown(["hated:b", "strength-plus-3", "brave"], "model") == ["brave"]
    assert traits.unknown(["laser", "fearless", "rending"], "weapon") == ["fearless", "rending"]


def test_the_documents_list_every_trait_with_its_words():
    text = (ROOT / "docs" / "armies.md").read_text()
    rows = [f"| `{name}` | {', '.join(t.of)} | {t.words} | {t.rule} |" for name, t in TRAITS.items()]
    assert [row for row in rows if row not in text] == []
