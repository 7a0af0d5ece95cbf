"""Templates stand in folders by what they show; each that is named is there, and each that is there is named."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
TEMPLATES = ROOT / "templates"
MOST = 25
"""Files in a folder."""

NAMED = re.compile(r"""["']((?:[\w-]+/)+[\w-]+\.(?:html|txt|svg|xml|js))["']""")


def named() -> dict[str, str]:
    """Templates by the names that other templates and the pages' code give them, each with a file that does."""
    tops = {p.name for p in TEMPLATES.iterdir() if p.is_dir()}
    found = {}
    for path in [*TEMPLATES.rglob("*.html"), *(ROOT / "tabletop").rglob("*.py")]:
        for name in NAMED.findall(path.read_text()):
            if name.split("/")[0] in tops:
                found[name] = str(path.relative_to(ROOT))
    return found


def test_every_template_that_is_named_is_there() -> None:
    assert {name: by for name, by in named().items() if not (TEMPLATES / name).exists()} == {}


def test_no_folder_of_templates_is_a_heap() -> None:
    folders = [TEMPLATES, *(p for p in TEMPLATES.rglob("*") if p.is_dir())]
    counts = {str(f.relative_to(ROOT)): sum(p.is_file() for p in f.iterdir()) for f in folders}
    assert {folder: count for folder, count in counts.items() if count > MOST} == {}
