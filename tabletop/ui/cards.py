"""Damage cards as drawings: a glyph for each kind. (CRU-DMG-03)"""

from __future__ import annotations

from typing import Final

from tabletop.ui.icons import icon_id

ICONS: Final = {name: f"card-{name.lower()}" for name in ("CREW", "DRIVE", "HULL", "WEAPON", "FIRE")}
"""Glyphs of the damage cards."""


def glyph(card: str) -> str:
    """The id in the sprite of what is drawn on a card; of no card, a warning."""
    return icon_id(ICONS.get(card, "alert"))
