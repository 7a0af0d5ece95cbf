"""Drives, walks and getting out. (CRU-MOVE, CRU-TROOP, CRU-TRAN)"""

from __future__ import annotations

from collections.abc import Iterable

from rules import Action, preview
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.forces.unit import Unit
from rules.questions.crusade import feet, ways
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.games.plans import figures
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Consequence, Plan
from tabletop.games.plans.weapons import Control
from tabletop.games.rulesets.crusade.plans.asked import Asked
from tabletop.ui.words import inches_text


def drive(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """One move action over the points that were drawn; what it runs into may be rammed or jumped. (CRU-MOVE-01)"""
    backs = Control("back", "Back up", draft.ticked.get("back", ""))
    plan = Plan("drive", "Drive", controls=(backs,), turn_by=ways.TURN_DEG)
    if not draft.path and draft.facing is None:
        text = "Drag from the hull, click where it should go, or turn it with Alt and the arrows."
        return Asked(None, plan._replace(text=text))
    way = ways.course(state, unit, draft.path, draft.facing, back=bool(draft.ticked.get("back")))
    barring = ways.ahead(state, unit, way)
    near = ways.met_in_the_air(state, side, unit, way)
    ram, jump = _through(barring, near, draft)
    action = ways.drive(state, side, unit, way, ram, jump=jump)
    seen = preview(state, action)
    title = f"{'Back up' if way.back else 'Drive'} {inches_text(seen.spent_in)}"
    plan = plan._replace(
        title=title,
        of=f"of {inches_text(seen.allowance_in)}",
        controls=(*plan.controls, *_ways_through(barring, near, draft)),
        overlay=_driven(state, unit, seen),
        commit=_commit(state, ram, jump=jump),
        notes=_price(action),
        follows=tuple(
            Consequence(each.what, each.how, tuple(figures.figure(chance) for chance in each.chances))
            for each in (ways.comes_of(state, action) if _may_come(seen) else ())
        ),
    )
    if way.back and draft.path and not way.legs:
        plan = plan._replace(text="That lies ahead: to back up, point behind it.", warns=True)
    if ways.is_shortened(action, way):
        plan = plan._replace(text="Shortened to what is left of its move action.", warns=True)
    elif way.cut:
        plan = plan._replace(text="Shortened to what one move action pays for.", warns=True)
    return Asked(action, plan)


def _may_come(seen: Preview) -> bool:
    """Whether what the way meets may come about, once what bars it is rammed or jumped. (CRU-OVER-01)"""
    return seen.refusal is None or seen.refusal.code in ("vehicle-ahead", "barred", "gap-ahead", "does-not-fit")


def _commit(state: GameState, ram: str, *, jump: bool) -> str:
    """What the button says that is done on the way."""
    met = state.units.get(UnitId(ram))
    if met is not None and not met.is_vehicle:
        return "Commit over-run"
    return "Commit ram" if ram else "Commit jump" if jump else "Commit drive"


def _through(barring: ways.Ahead | None, near: Iterable[ways.Ahead], draft: Draft) -> tuple[str, bool]:
    """What is rammed, and whether a gap is jumped: as it was ticked."""
    flyer = next((each.id for each in near if draft.ticked.get("flyer") == each.id), "")
    if barring is None:
        return flyer, False
    if barring.gap:
        return flyer, bool(draft.ticked.get("jump"))
    return (barring.id if draft.ticked.get("ram") else flyer), False


def _ways_through(barring: ways.Ahead | None, near: tuple[ways.Ahead, ...], draft: Draft) -> tuple[Control, ...]:
    found: tuple[Control, ...] = ()
    if barring is not None and barring.gap:
        found += (Control("jump", f"Jump {barring.name}", draft.ticked.get("jump", "")),)
    elif barring is not None:
        found += (Control("ram", f"Ram {barring.name}", draft.ticked.get("ram", "")),)
    if near:
        word = "Ram or over-run" if any(each.troop for each in near) else "Ram in the air"
        choices = (("", "Nobody"), *((each.id, each.name) for each in near))
        found += (Control("flyer", word, draft.ticked.get("flyer", ""), choices, is_list=True),)
    return found


def _price(action: Action) -> tuple[str, ...]:
    if getattr(action, "rest", False):
        return ("goes on with the move action that was broken off (CRU-WIPE-02)",)
    return ("uses its action: no fire in this turn (CRU-TURN-03)",) if getattr(action, "extra", False) else ()


def _driven(state: GameState, unit: Unit, seen: Preview) -> Overlay:
    return overlays.walked(state, unit, [unit.models[0].at, *(leg.to for leg in seen.legs)], seen)


def move(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """A troop on its way, by its move or by the one that its action buys. (CRU-TURN-02)"""
    bought = feet.must_buy(state, unit)
    ticked = draft.ticked.get("extra", "1" if bought else "")
    controls = (Control("extra", "By its action", ticked),)
    plan = Plan("move", "Move", controls=controls)
    if not draft.path:
        return Asked(None, plan._replace(text="Drag from the model, click where it should go, or use the arrow keys."))
    action, cut = feet.walk(state, unit, draft.path, extra=bool(ticked))
    seen = preview(state, action)
    plan = plan._replace(
        title=f"Move {inches_text(seen.spent_in)}",
        of=f"of {inches_text(seen.allowance_in)}",
        overlay=overlays.walked(state, unit, [unit.models[0].at, *action.path], seen),
        notes=("uses its action (CRU-TURN-02)",) if action.extra else (),
        commit="Commit move",
    )
    return Asked(action, plan._replace(text="Shortened to what is left of its move.", warns=True) if cut else plan)


def get_out(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """Beside the hull, as near as that to where one pressed. (CRU-TRAN-01)"""
    plan = Plan("get-out", "Get out", aims="", commit="Get out here")
    action = feet.get_out(state, unit, draft.path[-1] if draft.path else None)
    if action is None:
        return Asked(None, plan._replace(text="There is no free place beside it."))
    if not draft.path:
        plan = plan._replace(text="Click beside the hull where it should get out, or take the nearest place.")
    place = (unit.models[0].id, *action.at, unit.models[0].facing)
    return Asked(
        action, plan._replace(overlay=overlays.placed(state, unit, [place]), notes=price_of_step(action.extra))
    )


def price_of_step(extra: bool) -> tuple[str, ...]:
    return ("by the move that its action buys (CRU-TURN-02)",) if extra else ()
