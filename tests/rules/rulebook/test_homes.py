"""A rule id is an address: each chapter of a ledger names one package, which lists its files in reading order."""

import re
from pathlib import Path

import pytest

from rules.rulebook.ledgers import ledger

ROOT = Path(__file__).parents[3]
RULES = ("rules/arap", "rules/vehicles/gemini", "rules/vehicles/trial", "rules/buildings", "rules/crusade")
OTHERS = ("migrations", "commands", "management", "templatetags", "sample")
"""Folders whose files are read in no order: Django's own."""

PACKAGES = [
    path
    for top in ("rules", "tabletop")
    for path in sorted((ROOT / top).rglob("__init__.py"))
    if path.parent.name not in OTHERS and len(list(path.parent.glob("*.py"))) > 2
]


def line(path: Path, start: str) -> list[str]:
    """The names that a package's docstring lists after that start."""
    found = re.search(rf"{start}: (.*?)\.\n", path.read_text(), re.DOTALL)
    return re.split(r"[,;]\s+", re.sub(r"\s*\([^)]*\)", "", found[1])) if found else []


@pytest.mark.parametrize("name", ["ARAP", "VEH", "TRI", "CRU"])
def test_each_chapter_of_a_ledger_has_one_home(name: str) -> None:
    chapters = {rule.id.rsplit("-", 1)[0] for rule in ledger(name).rules}
    homes: dict[str, list[str]] = {chapter: [] for chapter in chapters}
    for path in PACKAGES:
        for chapter in line(path, "Chapters"):
            if chapter.startswith(f"{name}-"):
                homes[chapter].append(path.parent.name)
    assert {chapter: found for chapter, found in homes.items() if len(found) != 1} == {}


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_what_a_package_says_to_read_is_there(path: Path) -> None:
    listed = [name.strip("`") for name in line(path, "Read in this order")]
    assert listed != []
    here = {p.stem for p in path.parent.glob("*.py")} | {p.name for p in path.parent.iterdir() if p.is_dir()}
    assert [name for name in listed if name not in here] == []
    files = {p.stem for p in path.parent.glob("*.py")} - {"__init__", "__main__"}
    packages = {p.parent.name for p in path.parent.glob("*/__init__.py")} - {"migrations", "management"}
    assert (files | packages) - set(listed) == set()


def test_no_class_name_means_two_things_in_the_rules() -> None:
    names: dict[str, list[str]] = {}
    for path in sorted((ROOT / "rules").rglob("*.py")):
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(), re.MULTILINE):
            names.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in names.items() if len(paths) > 1} == {}
