"""Rule files say of which kinds their offers are, for who asks for some kinds alone: none may be left out."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FILES = sorted(
    str(path.with_suffix("")).replace("/", ".")
    for path in Path("rules").rglob("*.py")
    if "\nOFFERED: Final" in path.read_text() or "\nLISTERS: Final" in path.read_text()
)


def said(file: ModuleType) -> set[str]:
    """What it says that it offers."""
    listers = getattr(file, "LISTERS", ())
    return {*getattr(file, "OFFERED", ()), *(kind for lister in listers for kind in lister.kinds)}


def made(file: ModuleType) -> Iterator[str]:
    """The kinds of the offers that its own text makes."""
    for node in ast.walk(ast.parse(Path(str(file.__file__)).read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("offered", "Offer"):
            kinds = [word.value for word in node.keywords if word.arg == "kind"]
            yield from (kind.value for kind in kinds if isinstance(kind, ast.Constant))


@pytest.mark.parametrize("name", FILES)
def test_a_rule_file_names_every_kind_that_it_offers(name: str) -> None:
    file = importlib.import_module(name)
    assert set(made(file)) <= said(file)


def test_most_kinds_are_found_in_the_files_themselves() -> None:
    files = [importlib.import_module(name) for name in FILES]
    assert len(FILES) > 40
    assert len({kind for file in files for kind in made(file)}) > 60
