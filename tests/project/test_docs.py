"""What the documents say, held against the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").glob("*.md"))),
]


def test_every_setting_is_explained() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "tabletop" / "settings.py").read_text()))
    rows = [line for line in (ROOT / "docs" / "operations.md").read_text().splitlines() if line.startswith("| `")]
    explained = {name for line in rows for name in re.findall(r"`([A-Z_]+)`", line.split("|")[1])}
    assert {"HOST", "REDIS_URL"} <= read
    assert explained == read


@pytest.mark.parametrize("page", PAGES)
def test_links_between_files_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", (ROOT / page).read_text())
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_files_that_the_operations_page_names_are_there() -> None:
    named = re.findall(r"`((?:deploy|scripts)/[^` ]+)", (ROOT / "docs" / "operations.md").read_text())
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_target_that_the_readme_names_is_one_of_make() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:    |`)make ([a-z]+)", (ROOT / "README.md").read_text())) <= targets
