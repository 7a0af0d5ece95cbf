"""A drive that rams what it meets: what the board shows of it. (VEH-RAM-01)"""

from __future__ import annotations

from rules import Action
from rules.geometry.lengths import distance
from rules.questions import drives
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay


def shown(state: GameState, action: Action, over: Overlay) -> Overlay:
    """The way red from the place of contact on, the target's armour round it, the face that is struck lit."""
    struck = drives.ram(state, action)
    if struck is None:
        return over
    red = overlays.beyond(struck.path, struck.gone_in) if distance(struck.path[-1], struck.at) > 0.1 else ""
    ring = overlays.armour_of(state, state.units[struck.target], hit=(struck.face,)) if struck.target else ""
    return over._replace(preview=over.preview + red, facings=ring)
