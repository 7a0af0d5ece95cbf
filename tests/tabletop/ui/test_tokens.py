"""The style sheets: dark values that stand twice agree, contrast holds, and nothing comes from elsewhere."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[3] / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text()


def values(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", block))


LIGHT = values(TOKENS.split("@media", 1)[0])
BY_SYSTEM, BY_CHOICE = (
    values(block)
    for block in re.findall(
        r':root(?::not\(\[data-theme="light"\]\)|\[data-theme="dark"\]) \{(.*?)\n  \}', TOKENS, re.S
    )
)


def test_the_dark_values_agree_where_they_stand_twice() -> None:
    assert BY_SYSTEM == BY_CHOICE
    assert len(BY_SYSTEM) > 70


def test_dark_names_nothing_that_light_does_not() -> None:
    assert BY_SYSTEM.keys() <= LIGHT.keys()


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXT = [
    *[(ink, paper) for ink in ("ink", "ink-2", "ink-3") for paper in ("surface", "surface-2")],
    *[("ink", "desk"), ("ink-2", "desk"), ("on-mark", "mark"), ("ink", "mark-soft"), ("on-inverse", "inverse")],
    *[(tone, f"{tone}-soft") for tone in ("ok", "warn", "bad", "info")],
    *[(f"on-side-{side}", f"side-{side}") for side in "abcd"],
    *[(f"side-{side}-ink", f"side-{side}-soft") for side in "abcd"],
    ("b-label", "b-ground"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "paper"), TEXT)
def test_text_can_be_read(theme: str, text: str, paper: str) -> None:
    tokens = LIGHT if theme == "light" else LIGHT | BY_SYSTEM
    assert contrast(tokens[f"--{text}"], tokens[f"--{paper}"]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_of_controls_can_be_seen(theme: str) -> None:
    tokens = LIGHT if theme == "light" else LIGHT | BY_SYSTEM
    assert contrast(tokens["--line-2"], tokens["--surface"]) >= 3


def test_every_token_that_a_sheet_uses_is_defined() -> None:
    set_by_pages = {
        "--p",
        "--sheet-w",
        "--sheet-h",
        "--zoom",
        "--flag",
        "--side",
        "--side-soft",
        "--side-ink",
        "--on-side",
        "--at",
        "--wide",
        "--turn",
        "--due",
        "--house",
        "--times",
        "--map",
        "--about",
    }
    for sheet in CSS.glob("*.css"):
        text = sheet.read_text()
        used, own = (set(re.findall(form, text)) for form in (r"var\((--[\w-]+)", r"\n +(--[\w-]+):"))
        assert used - own - LIGHT.keys() - set_by_pages == set(), sheet.name


def test_no_sheet_fetches_from_elsewhere() -> None:
    for sheet in CSS.glob("*.css"):
        for address in re.findall(r"url\(([^)]+)\)", sheet.read_text()):
            assert address.strip("\"'").startswith(("#", "../fonts/")), (sheet.name, address)


def test_every_font_file_is_there_and_every_font_has_its_licence() -> None:
    fonts = CSS.parent / "fonts"
    named = set(re.findall(r"\.\./fonts/([\w-]+\.woff2)", (CSS / "fonts.css").read_text()))
    assert named == {file.name for file in fonts.glob("*.woff2")}
    assert "SIL OPEN FONT LICENSE" in (fonts / "inter-LICENSE.txt").read_text().upper()
    assert "GUST Font License" in (fonts / "pagella-LICENSE.txt").read_text()
