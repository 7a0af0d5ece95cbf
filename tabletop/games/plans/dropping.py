"""Grenades dropped out of windows as drafts: which, how many, by whom, on whom or where. (BLD-HIGH-05)"""

from __future__ import annotations

from typing import Any

from rules.core.ids import UnitId, WeaponId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.questions import weapons
from rules.questions.buildings import reaching
from rules.state import GameState
from tabletop.games.plans.drafts import Draft, Made, Wanted
from tabletop.games.plans.weapons import Control

KIND = "drop-grenade"


def _kinds(state: GameState, unit: Unit) -> list[WeaponId]:
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    return [w for w in carried if state.weapons[w].is_thrown]


def _weapon(state: GameState, unit: Unit, draft: Draft) -> WeaponId | None:
    kinds = _kinds(state, unit)
    return next((w for w in kinds if w == draft.ticked.get("with")), kinds[0] if kinds else None)


def _aims(state: GameState, draft: Draft) -> list[Point]:
    """The spot that was pressed, else every member of the target."""
    target = state.units.get(UnitId(draft.target))
    if draft.path:
        return [draft.path[-1]]
    return [m.at for m in target.alive] if target is not None and target.on_table else []


def _drops(state: GameState, unit: Unit, draft: Draft, weapon: WeaponId) -> list[Any]:
    """Who can drop it there, the nearest first; who was named before that."""
    tried = ((at, reaching.droppers(state, unit, weapon, at)) for at in _aims(state, draft))
    found = [(distance(drops[0].at, at), drops) for at, drops in tried if drops]
    drops = list(min(found, key=lambda each: each[0])[1]) if found else []
    return sorted(drops, key=lambda d: draft.ticked.get("who") != d.model)


def _count(unit: Unit, draft: Draft, most: int) -> int:
    said = draft.ticked.get("count", "1")
    return max(1, min(most, weapons.most_throwers(unit), int(said) if said in ("1", "2", "3", "4", "5") else 1))


def made(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The drop that was pointed at."""
    weapon = _weapon(state, unit, draft)
    if weapon is None:
        return Wanted("Nobody carries anything of that kind.")
    if not _aims(state, draft):
        return Wanted("Choose an enemy below, or press a spot under the window.")
    drops = _drops(state, unit, draft, weapon)
    if not drops:
        return Wanted("Nobody at a window or edge is right above that.")
    chosen = [{"model": d.model, "at": d.at} for d in drops[: _count(unit, draft, len(drops))]]
    action: dict[str, Any] = {"type": "DropGrenade", "unit": unit.id, "weapon": weapon, "drops": chosen}
    return {**action, "target": draft.target} if draft.target else action


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Which weapon, how many, and who drops the first."""
    weapon = _weapon(state, unit, draft)
    if weapon is None:
        return ()
    found: list[Control] = []
    kinds = _kinds(state, unit)
    if len(kinds) > 1:
        words = tuple((str(w), state.weapons[w].name) for w in kinds)
        found.append(Control("with", "With", str(weapon), words, is_list=True))
    drops = _drops(state, unit, draft, weapon)
    most = min(len(drops), weapons.most_throwers(unit))
    if most > 1:
        numbers = tuple((str(n), str(n)) for n in range(1, most + 1))
        found.append(Control("count", "How many", str(_count(unit, draft, most)), numbers, is_list=True))
    if len(drops) > 1:
        names = tuple((str(d.model), d.model.upper()) for d in sorted(drops, key=lambda d: d.model))
        found.append(Control("who", "Who drops", str(drops[0].model), names, is_list=True))
    return tuple(found)
