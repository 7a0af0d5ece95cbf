"""What a side may do now, and for what it may not do, why."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.progress import Action
from rules.state import GameState


class Offer(Struct, frozen=True, kw_only=True):
    """One thing to do: the action as it could be sent, or why not.

    `kind` names the button ("move", "shoot", "charge", ...); several offers may share one.
    """

    kind: str
    unit: UnitId | None = None
    target: UnitId | None = None
    label: str = ""
    ap: int = 0
    action: Action | None = None
    refusal: Refusal | None = None
    tried: Action | None = None
    """What was refused: another way of doing the same costs as much."""


def offered(
    state: GameState,
    action: Action,
    *,
    kind: str,
    unit: UnitId | None = None,
    target: UnitId | None = None,
    ap: int = 0,
    label: str = "",
) -> Offer:
    """The action as an offer: itself if it is legal, its refusal if not."""
    refusal = action.check(state)
    made = Offer(kind=kind, unit=unit, target=target, ap=ap, label=label, refusal=refusal)
    return replace(made, tried=action) if refusal else replace(made, action=action)
