"""Fire, weapon by weapon. (CRU-FIRE-01)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core import ordering
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.questions.crusade import guns
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import EMPTY, Overlay
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Plan
from tabletop.games.plans.weapons import HOLD, Control, listed
from tabletop.games.rulesets.crusade.plans.asked import Asked
from tabletop.games.rulesets.crusade.plans.meeting import target
from tabletop.ui.board.overlay import arc, touched

_REACH_IN: Final = 36.0
"""How far an arc of fire is drawn where nothing limits it."""
_RINGS_IN: Final = (12.0, 24.0)
"""Where another one is off. (CRU-DICE-05)"""


def fire(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """Each weapon at the target in hand or at one of its own; blasts at the ground as well. (CRU-FIRE-01)"""
    under = guns.ground_under(state, unit, draft.target) if draft.target and not draft.path else None
    spot = draft.path[-1] if draft.path else under
    chosen = {
        name.removeprefix("m:"): value
        for name, value in draft.ticked.items()
        if value and not name.startswith("first") and name != "once" and not name.startswith(_THEN)
    }
    found = guns.targets(state, unit)
    rows = tuple(target(state.units[foe], why, draft) for foe, why in found.items())
    rows = tuple(sorted(rows, key=lambda row: row.refusal is not None))
    aimed = guns.aimed(state, unit, draft.target, spot, chosen)
    blasts = any(row.gun.blast_in for row in aimed)
    plan = Plan("fire", "Fire", targets=rows, aims="spot" if blasts else "", pointed=bool(draft.path))
    once = draft.ticked.get("once", "")
    controls = (*_weapons(state, unit, aimed, chosen.get("one", "")), *_order(aimed, draft))
    then = {} if once else {row.gun.key: _second(state, unit, row, draft) for row in aimed}
    controls += tuple(_seconds(state, unit, aimed, then))
    if guns.fires_rapidly(state, unit, aimed):
        controls += (Control("once", "No rapid fire: one attack each", once),)
    plan = plan._replace(controls=controls, overlay=_arcs(state, unit))
    if not any(row.at for row in aimed):
        why = guns.most_telling(row.refusal for row in aimed)
        text = "Choose a target, or press a spot on the ground." if blasts else "Choose a target."
        return Asked(None, plan._replace(text=text, refusal=why if draft.target or spot else None))
    lines = guns.lines(
        state,
        unit,
        (*aimed, *(row._replace(at=then[row.gun.key]) for row in aimed if row.at and then.get(row.gun.key))),
        spot,
    )
    ring = "".join(touched(at, radius) for at, radius in _blasts(state, aimed, spot))
    held = tuple(f"{row.gun.name}: {row.refusal.message}" for row in aimed if row.refusal is not None and not row.at)
    plan = plan._replace(
        of=_whom(state, (*(row.at for row in aimed), *then.values()), draft.target if under else ""),
        overlay=plan.overlay._replace(preview=ring + overlays.fired(state, lines)),
        notes=("uses its action", *held),
        commit="Commit fire",
    )
    others = {key: at for key, at in then.items() if at}
    action = guns.shot(
        unit, aimed, spot, ordering.in_order("first", _ready(aimed), draft.ticked), others, once=bool(once)
    )
    return Asked(action, plan)


_THEN: Final = "then:"
"""Names of choices of whom the second attack of a weapon is at. (CRU-WEAP-04)"""


def _second(state: GameState, unit: Unit, row: guns.GunAimed, draft: Draft) -> str:
    """Whom the second attack of a weapon is at, if it is another one than the first."""
    chosen = draft.ticked.get(_THEN + row.gun.key, "")
    return chosen if chosen != row.at and chosen in guns.seconds(state, unit, row) else ""


def _seconds(state: GameState, unit: Unit, aimed: tuple[guns.GunAimed, ...], then: dict[str, str]) -> Iterable[Control]:
    """A list for each weapon that fires rapidly, where somebody else is near enough."""
    several = sum(bool(row.at) for row in aimed) > 1
    for row in aimed:
        may = guns.seconds(state, unit, row)
        if len(may) > 1 and row.gun.key in then:
            label = f"Second attack, {_gun_name(row)}" if several else "Second attack"
            names = tuple((each, state.units[UnitId(each)].name) for each in may)
            yield Control(_THEN + row.gun.key, label, then[row.gun.key] or row.at, names, is_list=True)


def _blasts(state: GameState, aimed: tuple[guns.GunAimed, ...], spot: Point | None) -> Iterable[tuple[Point, float]]:
    """The middle of each blast and how far it reaches. (CRU-WEAP-08)"""
    for row in aimed:
        at = state.units[UnitId(row.at)].models[0].at if row.at in state.units else spot
        if row.at and row.gun.blast_in and at is not None:
            yield at, row.gun.blast_in


def _order(aimed: tuple[guns.GunAimed, ...], draft: Draft) -> tuple[Control, ...]:
    """Which of several weapons fires first, which then: what it hits may be out of play for the rest."""
    return listed(ordering.places("first", _ready(aimed), draft.ticked), "Fires first")


def _ready(aimed: Iterable[guns.GunAimed]) -> tuple[ordering.Named, ...]:
    return tuple((row.gun.key, _gun_name(row)) for row in aimed if row.at)


def _whom(state: GameState, targets: Iterable[str], under: str) -> str:
    """Each weapon has its own target; the ground may be that under an enemy who is not seen. (CRU-FIRE-01)"""
    found = dict.fromkeys(at for at in targets if at)
    ground = f"the ground under {state.units[UnitId(under)].name}" if under else "the ground"
    names = [state.units[UnitId(at)].name if at in state.units else ground for at in found]
    return f"at {names[0]}" if len(names) == 1 else f"at {len(names)} targets"


def _weapons(state: GameState, unit: Unit, aimed: tuple[guns.GunAimed, ...], one: str) -> tuple[Control, ...]:
    """A list for each weapon of a vehicle; for a troop, which of its weapons it fires: `one` without a target."""
    if not unit.is_vehicle:
        ready = [(row.gun.key, row.gun.name) for row in aimed if row.refusal is None]
        fires = next((row.gun.key for row in aimed if row.at), one)
        return (Control("m:one", "Weapon", fires, tuple(ready), kept=True),) if len(ready) > 1 else ()
    several = len(aimed) > 1
    return tuple(
        Control(f"m:{row.gun.key}", _gun_name(row), row.at or HOLD, _aims(state, row), is_list=True)
        for row in aimed
        if several and row.choices
    )


def _gun_name(row: guns.GunAimed) -> str:
    return f"{row.gun.name}, {row.gun.mount}" if row.gun.mount else row.gun.name


def _aims(state: GameState, row: guns.GunAimed) -> tuple[tuple[str, str], ...]:
    names = {each: "The ground" if each == "spot" else state.units[UnitId(each)].name for each in row.choices}
    return ((HOLD, "Holds its fire"), *names.items())


def _arcs(state: GameState, unit: Unit) -> Overlay:
    drawn = (arc(at, way, half, _REACH_IN, _RINGS_IN) for at, way, half in guns.arcs(state, unit)[:2])
    return Overlay(arcs="".join(drawn)) if unit.on_table else EMPTY
