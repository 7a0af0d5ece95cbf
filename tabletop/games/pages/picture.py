"""The board at one moment as a PNG, for whoever is sent a link: drawn by resvg from the very SVG that pages show.

resvg knows no variables, so the style sheets of the board are read once with the colours of the light theme put in. Its
fonts are the pages' own, unpacked once for this process.
"""

from __future__ import annotations

import re
import tempfile
from collections import OrderedDict
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

import resvg_py
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from fontTools.ttLib import TTFont

from rules import GameState
from rules.questions.scenarios import round_word
from rules.questions.units import score
from tabletop.games.access.rights import Audience
from tabletop.games.models import Table
from tabletop.games.pages import fragments, frames
from tabletop.ui.board.scene import MARGIN

WIDTH: Final = 1200
HEIGHT: Final = 630
_HEAD: Final = 86
_KEPT: Final = 32
_LONGEST: Final = 44
_FONTS: Final = (
    "inter-latin-wght-normal",
    "livetable-serif-bold",
    "livetable-serif-italic",
    "livetable-serif-bold-italic",
)

_pictures: OrderedDict[tuple[str, Audience, int], bytes] = OrderedDict()
_lock = Lock()


def png(table: Table, audience: Audience, seq: int) -> bytes:
    """The board after event `seq`, with the battle's name and the score above it."""
    key = (table.game_id, audience, seq)
    with _lock:
        found = _pictures.get(key)
    if found is None:
        found = _drawn(_svg(table, audience, seq))
        with _lock:
            _pictures[key] = found
            while len(_pictures) > _KEPT:
                _pictures.popitem(last=False)
    return found


def _drawn(svg: str) -> bytes:
    made = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=_fonts(), font_family="Inter", width=WIDTH, height=HEIGHT
    )
    return bytes(made)


def _svg(table: Table, audience: Audience, seq: int) -> str:
    scene = frames.scene_at(table, audience, seq)
    board = str(fragments.whole_board(scene, still=True))
    view = re.search(r'viewBox="([^"]*)"', board)
    box = view[1] if view else f"{-MARGIN} {-MARGIN} 768 528"
    inside = board[board.index(">") + 1 : board.rindex("</svg>")]
    icons = re.sub(r"</?svg[^>]*>", "", render_to_string("ui/icons.svg"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><style>{_css()}</style><defs>{icons}</defs>'
        f'<rect class="sheet-bg" width="{WIDTH}" height="{HEIGHT}"/>{_head(table, scene.state)}'
        f'<svg class="board" x="0" y="{_HEAD}" width="{WIDTH}" height="{HEIGHT - _HEAD}" viewBox="{box}" '
        f'preserveAspectRatio="xMidYMid meet">{inside}</svg></svg>'
    )


def _head(table: Table, state: GameState) -> str:
    name = table.name if len(table.name) <= _LONGEST else f"{table.name[: _LONGEST - 1]}…"
    turn = f"{round_word(state.ruleset).capitalize()} {state.turn.number}" if state.turn.number else "Set-up"
    scores = " · ".join(f"{side.name[:18]} {score(state, side.id)}" for side in state.sides)
    return (
        f'<text class="pic-name" x="32" y="56">{escape(name)}</text>'
        f'<text class="pic-score" x="{WIDTH - 32}" y="40" text-anchor="end">{escape(scores)}</text>'
        f'<text class="pic-turn" x="{WIDTH - 32}" y="66" text-anchor="end">{escape(turn)}</text>'
    )


# ------------------------------------------------------------------ style


@cache
def _css() -> str:
    """The board's style sheet with the light theme's values in place of their names."""
    folder = Path(settings.BASE_DIR) / "static" / "css"
    tokens = (folder / "tokens.css").read_text()
    light = tokens[tokens.index(":root {") : tokens.index("@media")]
    values: dict[str, str] = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", _bare(light)))
    css = _without_blocks(_bare((folder / "board.css").read_text())) + _OWN
    for _ in range(3):
        css = re.sub(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)", lambda found: _value(values, found[1], found[2]), css)
    css = css.replace('"Inter Variable"', "Inter")
    return re.sub(r"(\d*\.?\d+)rem", lambda m: f"{float(m[1]) * 16:g}px", css).replace("<", "")


def _bare(css: str) -> str:
    """Without comments."""
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


def _value(values: dict[str, str], name: str, otherwise: str | None) -> str:
    return values.get(name, otherwise or "none")


_OWN: Final = """
.sheet-bg { fill: var(--surface); }
.pic-name { font-family: "Livetable Serif"; font-weight: 700; font-size: 40px; fill: var(--ink); }
.pic-score { font-family: Inter; font-size: 24px; fill: var(--ink); }
.pic-turn { font-family: Inter; font-size: 18px; fill: var(--ink-3); }
"""


def _without_blocks(css: str) -> str:
    """Without what holds only for some pages: media, keyframes and the like."""
    kept, depth, skipping = [], 0, False
    for part in re.split(r"([{}])", css):
        if part == "{":
            depth += 1
        elif part == "}":
            depth -= 1
            if depth == 0 and skipping:
                skipping = False
                continue
        elif depth == 0 and part.lstrip().startswith("@"):
            skipping = True
        if not skipping:
            kept.append(part)
    return "".join(kept)


@cache
def _fonts() -> list[str]:
    """The pages' fonts as files that resvg reads."""
    folder = Path(tempfile.mkdtemp(prefix="livetable-fonts-"))
    made = []
    for name in _FONTS:
        font = TTFont(Path(settings.BASE_DIR) / "static" / "fonts" / f"{name}.woff2")
        font.flavor = None
        made.append(folder / f"{name}.ttf")
        font.save(made[-1])
    return [str(path) for path in made]
