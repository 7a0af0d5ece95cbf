"""Texts that people read have the apostrophe of print."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STRAIGHT = re.compile(r"[a-z]'(?:[a-z]\b|clock\b)")
WRITTEN = re.compile(rf'"[^"\n]*{STRAIGHT.pattern}')
IN_EVENTS = frozenset({"the host's ruling", ", by the host's word", "by the host's word it ", "the table's edge"})
"""What events keep: games that were recorded say it so."""


def said(path: Path) -> Iterator[str]:
    """The texts of a module without its docstrings."""
    source = path.read_text()
    if not WRITTEN.search(source):
        return
    tree = ast.parse(source)
    aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
            yield node.value


@pytest.mark.parametrize("package", ["rules", "tabletop"])
def test_texts_have_typographic_apostrophes(package: str) -> None:
    modules = [path for path in (ROOT / package).rglob("*.py") if not {"migrations", "models.py"} & set(path.parts)]
    found = [(path.name, text) for path in modules for text in said(path) if STRAIGHT.search(text)]
    assert [one for one in found if one[1] not in IN_EVENTS] == []
