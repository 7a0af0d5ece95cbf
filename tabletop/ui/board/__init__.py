"""The board as SVG: plain values in, a picture out.

Read in this order: `scene`, `picture`, `svg`, `defs`, `edges`, `ground`, `terrain`, `houses`, `side_view`, `tokens`,
`vehicles`, `flags`, `ties`, `flag_spots`, `flag_changes`, `flag_places`, `names`, `tracks`, `overlay`.
"""

from tabletop.ui.board.flags import flag_size
from tabletop.ui.board.picture import (
    board,
    close_up,
    flag_places,
    mini_board,
    more_flags,
    objectives_svg,
    units_svg,
)
from tabletop.ui.board.scene import (
    BoardGround,
    GateLine,
    Gun,
    ObjectiveMark,
    Piece,
    Section,
    TokenModel,
    TokenUnit,
    ZoneArea,
)
from tabletop.ui.board.side_view import side_view
from tabletop.ui.board.tokens import unit_inner, unit_label, unit_svg

__all__ = [
    "BoardGround",
    "GateLine",
    "Gun",
    "ObjectiveMark",
    "Piece",
    "Section",
    "TokenModel",
    "TokenUnit",
    "ZoneArea",
    "board",
    "close_up",
    "flag_places",
    "flag_size",
    "mini_board",
    "more_flags",
    "objectives_svg",
    "side_view",
    "unit_inner",
    "unit_label",
    "unit_svg",
    "units_svg",
]
