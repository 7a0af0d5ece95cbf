"""Symmetric tables: twins of what is laid, and one half as the image of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, TerrainId
from rules.geometry.rings import bounds
from rules.table.scenario import Scenario, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.things import Thing, add, altered, points_of, put, things

WAYS: Final = {"across": "left and right", "down": "top and bottom", "turned": "turned by half"}
"""The three symmetries, in words. The left half is kept, or the upper one."""

_NEAR_IN: Final = 0.75
"""So far from the middle of the table's image a thing is its own twin."""
_OPPOSITE: Final = {"a": "b", "b": "a", "c": "d", "d": "c"}


def twin(scenario: Scenario, thing: Thing, how: str) -> Thing:
    """The thing's image; what belongs to one side belongs to the other there."""
    image = altered(thing, shapes.mirrored(scenario.width_in, scenario.height_in, how))
    letters = {side.id for side in scenario.sides}
    if isinstance(image, Zone):
        return replace(image, side=_other(image.side, letters), facing_deg=_facing(image.facing_deg, how))
    if isinstance(image, Terrain) and image.secret is not None:
        return replace(image, secret=_other(image.secret, letters))
    return image


def _other(side: SideId, letters: set[SideId]) -> SideId:
    other = SideId(_OPPOSITE[side])
    return other if other in letters else side


def _facing(deg: float | None, how: str) -> float | None:
    if deg is None:
        return None
    return {"across": -deg, "down": 180 - deg, "turned": 180 + deg}[how] % 360


def symmetric(draft: Draft, how: str) -> Draft:
    """The draft with the images of its kept half in place of the other half; what lies on the middle stays."""
    scenario = draft.scenario
    held = {key: thing for key, thing in things(draft).items() if not key.startswith("g-")}
    kept: list[str] = []
    gone: list[str] = []
    for key, thing in held.items():
        place = _place(scenario, thing, how)
        (gone if place == "other" else kept).append(key)
    twins = [twin(scenario, held[key], how) for key in kept if _place(scenario, held[key], how) == "kept"]
    after, _ = add(put(draft, dict.fromkeys(gone)), twins)
    return after


def _place(scenario: Scenario, thing: Thing, how: str) -> str:
    """Whether a thing lies in the half that is kept, in the other, or in the middle, its own twin."""
    w, h = scenario.width_in, scenario.height_in
    x, y = shapes.centre(points_of(thing))
    across, down = x - w / 2, y - h / 2
    if how == "turned":
        off = max(abs(across), abs(down))
        side = across if abs(across) > _NEAR_IN else down
    else:
        side = across if how == "across" else down
        off = abs(side)
    if off <= _NEAR_IN or (isinstance(thing, Terrain) and _spans(scenario, thing, how)):
        return "own"
    return "kept" if side < 0 else "other"


def _spans(scenario: Scenario, piece: Terrain, how: str) -> bool:
    """Whether a road or river runs over nearly the whole table, so that an image of it would be one too many."""
    box = bounds(piece.points)
    across, down = box.right - box.left >= 0.8 * scenario.width_in, box.bottom - box.top >= 0.8 * scenario.height_in
    return piece.line and (across if how == "across" else down if how == "down" else across or down)


def grouped(draft: Draft, keys: Sequence[str]) -> Draft:
    """The draft with those pieces of terrain in one group, and in no other."""
    own = tuple(TerrainId(key[2:]) for key in keys if key.startswith("t-"))
    if len(own) < 2:
        return draft
    others = (tuple(key for key in group if key not in own) for group in draft.groups)
    return replace(draft, groups=(*(group for group in others if len(group) > 1), own))
