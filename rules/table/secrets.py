"""What of a scenario one side keeps from the others."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import Viewer
from rules.table.carrier import UNTOLD
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain


def without_secrets(scenario: Scenario, viewer: Viewer) -> Scenario:
    """The scenario as that viewer may know it; itself if there is nothing that others keep secret in it."""
    terrain = known_terrain(scenario.terrain, viewer)
    zones = tuple(z for z in scenario.zones if not z.hidden or z.side == viewer)
    if terrain is scenario.terrain and len(zones) == len(scenario.zones):
        return scenario
    return replace(scenario, terrain=terrain, zones=zones)


def known_terrain(terrain: tuple[Terrain, ...], viewer: Viewer) -> tuple[Terrain, ...]:
    """The pieces that the viewer may know of; the same tuple if that is all of them."""
    known = tuple(_without_outcome(t) for t in terrain if t.behind is None and t.secret in (None, viewer))
    return terrain if known == terrain else known


def _without_outcome(piece: Terrain) -> Terrain:
    """A doubtful tube without what decides whether it works. (BLD-TUBE-07)"""
    if piece.carrier is None or piece.carrier.works_on is None:
        return piece
    return replace(piece, carrier=replace(piece.carrier, works_on=UNTOLD))
