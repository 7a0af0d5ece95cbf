"""Up to somebody else: melee, boarding, getting in. (CRU-RUSH, CRU-BOARD, CRU-TRAN)"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules import Action, Offer, preview
from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.questions.crusade import feet
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Plan, Target
from tabletop.games.rulesets.crusade.plans.asked import Asked, word
from tabletop.games.rulesets.crusade.plans.moving import price_of_step


def melee(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    rows = _rows(state, feet.enemies_to_fight(state, unit), draft)
    return _up_to(state, unit, draft, rows, lambda: feet.fight(state, unit, UnitId(draft.target), draft.path))


def board(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    rows = _rows(state, feet.enemies_to_board(state, unit), draft)
    return _up_to(state, unit, draft, rows, lambda: feet.board(state, unit, UnitId(draft.target), draft.path))


def get_in(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    rows = _rows(state, feet.carriers(state, unit), draft)
    return _up_to(state, unit, draft, rows, lambda: feet.get_in(state, unit, UnitId(draft.target), draft.path))


def _up_to(state: GameState, unit: Unit, draft: Draft, rows: tuple[Target, ...], make: Callable[[], Action]) -> Asked:
    """A way up to a model, over the bends that were pressed, and what is done there."""
    plan = Plan(draft.kind, word(draft), targets=rows)
    if not any(row.chosen for row in rows):
        return Asked(None, plan._replace(text="Choose a target, on the board or from the list."))
    target = state.units[UnitId(draft.target)]
    action = make()
    path = getattr(action, "path", ())
    way = [unit.models[0].at, *path]
    plan = plan._replace(
        of=f"at {target.name}" if draft.kind == "melee" else target.name,
        aims="way" if unit.aboard is None else "",
        pointed=bool(draft.path),
        overlay=overlays.walked(state, unit, way, preview(state, action)) if path else _aimed(state, unit, target),
        notes=price_of_step(bool(getattr(action, "extra", False))),
        commit={"melee": "Attack", "board": "Try to board", "get-in": "Get in"}[draft.kind],
    )
    return Asked(action, plan)


def _aimed(state: GameState, unit: Unit, target: Unit) -> Overlay:
    return overlays.aimed(state, unit, target)._replace(facings="")


def _rows(state: GameState, found: Iterable[Offer], draft: Draft) -> tuple[Target, ...]:
    rows = [(state.units[o.target], o.refusal if o.action is None else None) for o in found if o.target is not None]
    return tuple(
        target(unit, refusal, draft) for unit, refusal in sorted(rows, key=lambda row: (row[1] is not None, row[0].id))
    )


def target(unit: Unit, refusal: Refusal | None, draft: Draft, away: str = "") -> Target:
    chosen = unit.id == draft.target
    return Target(str(unit.id), unit.id.upper(), unit.side, unit.name, away, chosen, refusal)
