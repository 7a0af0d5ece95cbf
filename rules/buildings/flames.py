"""Template weapons against buildings: who inside is hit, whether the wall is. (BLD-TMPL-03, BLD-TMPL-04, -06, -08)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.arap.damage.allocation import Lot
from rules.arap.shooting import volley
from rules.arap.shooting.plan import Firing
from rules.arap.templates import strip, strip_hits
from rules.buildings import inside
from rules.buildings.walls import outline
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, distance_to_segment, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Cover, Terrain

SPLASH: Final = 3
"""On this or less a template that was not aimed well strikes all the same. (BLD-TMPL-03, BLD-TMPL-04)"""

NEAR_IN: Final = 1.0
"""How near to an opening somebody inside is hit by what is aimed at the building. (BLD-TMPL-03)"""


def strikes(
    progress: Progress,
    unit: Unit,
    firing: Firing,
    name: str,
    near: Sequence[tuple[UnitId, ModelId]],
    lots: volley.Lots,
) -> bool:
    """One roll for a stream at a building: whether that is hit; those by its openings are hit or roll for it.

    (BLD-TMPL-03, BLD-TMPL-04)
    """
    why = f"{firing.weapon.name} at {name}"
    bounds: dict[Cover, int] = {"hard": firing.goal - strip.BEHIND["hard"]} if near else {}
    rules = ("BLD-TMPL-04", "BLD-TMPL-01", *(("BLD-TMPL-03",) if near else ()))
    die, second = strip_hits.one_roll(
        progress, unit, firing.goal, bounds, firing.base, firing.modifiers, None, why, rules=rules
    )
    passed = die is not None and strip_hits.is_hit(die, second, firing.goal)
    sure = die is not None and near and strip_hits.is_hit(die, second, firing.goal - strip.BEHIND["hard"])
    caught = list(near) if sure else _each(progress, unit, firing, name, near, passed=passed)
    _burnt(progress, unit, firing, caught, lots)
    return passed or licks(progress, unit, why)


def licks(progress: Progress, unit: Unit, why: str) -> bool:
    """Whether a stream that was not aimed well strikes the building all the same. (BLD-TMPL-04)"""
    rules = ("BLD-TMPL-04", "BLD-GEN-01")
    return progress.roll("template-cover", sense="low", goal=SPLASH, unit=unit.id, why=why, rules=rules).passed is True


def _each(
    progress: Progress,
    unit: Unit,
    firing: Firing,
    name: str,
    near: Sequence[tuple[UnitId, ModelId]],
    *,
    passed: bool,
) -> list[tuple[UnitId, ModelId]]:
    if not near:
        return []
    rolled = progress.roll(
        "template-cover",
        len(near),
        sense="low",
        goal=miss_goal(progress.state, passed=passed),
        unit=unit.id,
        why=f"{firing.weapon.name}: who is within 1″ of an opening of {name}",
        rules=("BLD-TMPL-03", "BLD-GEN-01"),
    )
    return [one for one, made in zip(near, rolled.made, strict=True) if made]


def miss_goal(state: GameState, cover: Cover = "hard", *, passed: bool) -> int:
    """What somebody inside is hit on who is not hit by the roll itself. (BLD-TMPL-03, -05, ARAP-TMPL-04)"""
    basic = state.option("template_miss_in_buildings") == "basic"
    return strip_hits.SECOND_CHANCE[cover] if basic and not passed else SPLASH


def _burnt(
    progress: Progress, unit: Unit, firing: Firing, caught: Sequence[tuple[UnitId, ModelId]], lots: volley.Lots
) -> None:
    """Hits that count for suppression and wait for their wounds."""
    for victim in dict.fromkeys(u for u, _ in caught):
        models = tuple(m for u, m in caught if u == victim)
        progress.emit(
            volley.ShotsFired(
                side=unit.side,
                unit=unit.id,
                target=victim,
                weapon=firing.weapon.id,
                shots={},
                hits=len(models),
                rules=("BLD-TMPL-03", "ARAP-SUPP-01"),
            )
        )
        lot = Lot(weapon=firing.weapon.id, strength=firing.strength, ap=firing.weapon.ap, victims=models)
        lots.setdefault(victim, []).append(lot)


def by_openings(
    state: GameState, piece: Terrain, firing: Firing, floor_in: float = 0.0
) -> list[tuple[UnitId, ModelId]]:
    """Those inside a house that is set out who are under a template and within an inch of what is open in its walls.

    `floor_in` is how high its floor is where it is laid on its house. (BLD-TMPL-03)
    """
    if piece.has_sections:
        return _at_windows(state, piece, firing)
    gaps = [(o.a, o.b) for o in outline.openings_of(piece) if not o.is_shut or o.kind == "port"]
    shape = strip.whole(firing.model, firing.weapon, firing.aim.at)
    return [
        (unit.id, m.id)
        for unit, models in inside.those_inside(state, piece)
        for m in models
        if m.id != firing.model.id
        and m.level_in >= floor_in - TOLERANCE
        and strip.reaches(state, shape, m)
        and any(is_within(distance_to_segment(m.at, *gap), NEAR_IN) for gap in gaps)
    ]


def _at_windows(state: GameState, piece: Terrain, firing: Firing) -> list[tuple[UnitId, ModelId]]:
    """Those in the sections behind the wall that is struck who showed themselves at its openings. (BLD-SSHT-04)"""
    rooms = piece.building.sections if piece.building is not None else ()
    struck = {
        f"{piece.id}/{room.letter}"
        for room in rooms
        if room.storey == 0 and is_within(rings.distance_to_ring(room.points, firing.aim.at), NEAR_IN)
    }
    return [
        (unit.id, model)
        for unit in state.units.values()
        for model in (*unit.shown, *unit.now.fired_out)
        if unit.housed.get(model) in struck and unit.model(model).alive
    ]
