"""Files that are too large are refused by the page, as the server would refuse them."""

import re
from pathlib import Path

import pytest

from tabletop import bodies
from tabletop.armies.lists import files
from tabletop.scenarios.draft import exchange

FOLDER = Path("templates")
PAGES = sorted(path for path in FOLDER.rglob("*.html") if 'type="file"' in path.read_text(encoding="utf-8"))
LIMITS = {
    "armies/armies.html": files.LARGEST,
    "games/replays/list.html": bodies.FILES - bodies.OTHERS,
    "scenarios/scenarios.html": exchange.LARGEST,
}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_field_for_a_file_says_how_large_it_may_be(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    most_mb = [int(found) * 1_000_000 for found in re.findall(r'data-most-mb="(\d+)"', text)]
    assert most_mb == [LIMITS[str(path.relative_to(FOLDER))]] * text.count('type="file"')
    assert "js/site/too_large.js" in text
