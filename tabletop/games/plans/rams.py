"""A drive that meets something which may be rammed: the box to tick, and what the board shows of it. (VEH-RAM-01)"""

from __future__ import annotations

from typing import Any

from rules import Action
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.questions import drives
from rules.state import GameState
from tabletop.games.access import actions
from tabletop.games.access.refusals import Refused
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.games.plans.drafts import Draft, Wanted, action_of
from tabletop.games.plans.weapons import Control


def control(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A box to ram what the way leads into, named; none where it leads into nothing that may be rammed."""
    name = met(state, action_of(state, unit.side, draft))
    return (Control("ram", f"Ram {name}", draft.ticked.get("ram", "")),) if name else ()


def met(state: GameState, raw: dict[str, Any] | Wanted) -> str:
    """The name of what a drive would ram."""
    if isinstance(raw, Wanted):
        return ""
    try:
        action = actions.action(raw, raw["side"])
    except Refused:
        return ""
    return drives.may_ram(state, action)


def shown(state: GameState, action: Action, over: Overlay) -> Overlay:
    """The way red from the place of contact on, the target's armour round it, the face that is struck lit."""
    struck = drives.ram(state, action)
    if struck is None:
        return over
    red = overlays.beyond(struck.path, struck.gone_in) if distance(struck.path[-1], struck.at) > 0.1 else ""
    ring = overlays.armour_of(state, state.units[struck.target], hit=(struck.face,)) if struck.target else ""
    return over._replace(preview=over.preview + red, facings=ring)
