"""A drive that rams what it meets: what the board shows of it. (VEH-RAM-01)"""

from __future__ import annotations

from rules import Action
from rules.geometry.lengths import distance
from rules.questions import drives
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.ui.board.overlay import impact


def shown(state: GameState, action: Action, over: Overlay) -> Overlay:
    """The way red beyond the contact, the armour round the target, the face that is struck lit; the place on a wall."""
    struck = drives.ram(state, action)
    if struck is None:
        return over
    red = overlays.beyond(struck.path, struck.gone_in) if distance(struck.path[-1], struck.at) > 0.1 else ""
    ring = overlays.armour_of(state, state.units[struck.target], hit=(struck.face,)) if struck.target else ""
    spot = impact(struck.spot) if struck.spot is not None else ""
    return over._replace(preview=over.preview + red + spot, facings=ring)
