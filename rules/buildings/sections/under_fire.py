"""Sections as those meet them who fire into them by other rules: mounted shells and streams. (BLD-SSHT-08, -10)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.building_interface import AtSection, FireIntoSections
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Idle
from rules.buildings.sections import enter, graph, reach, shelling
from rules.buildings.sections.blast import BlastSection
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState

LAST: Final = 15
"""How near to firing those came whose weapons burst nowhere."""


class SectionsUnderFire(FireIntoSections):
    """The answers of houses that are played by sections."""

    def sections_held(self, state: GameState, unit: Unit) -> Iterator[tuple[str, AtSection]]:
        """By each open way into each section with enemies that a side knows of."""
        for piece in graph.houses(state):
            for here in graph.sections(piece):
                if any(not f.hidden for f in reach.foes(state, here, unit.side)):
                    yield from _ways(unit, here)

    def no_section(self, state: GameState, at: AtSection) -> Refusal | None:
        """None there, nobody in it, no such opening."""
        here = enter.known_section(state, at.terrain, at.section)
        if isinstance(here, Refusal):
            return here
        return shelling.nobody_there(state, at.side, here) or shelling.shut(here, at.way)

    def mark_in(self, state: GameState, at: AtSection) -> GameState:
        """In the opening."""
        seen, spot = shelling.before(state, _here(state, at), at.way)
        return shoot_at_spot.marked(seen, at.side, spot)

    def bursting(self, state: GameState, at: AtSection, plan: FirePlan) -> FirePlan:
        """Shells and streams; without any a plan that is refused. (BLD-SSHT-08)"""
        unit, here = state.units[at.unit], _here(state, at)
        fit = plan._replace(firings=tuple(f for f in plan.firings if shelling.bursts(f.weapon)))
        if plan.firings and not fit.firings:
            text = f"Nothing of {unit.name} bursts in a section."
            why = Refusal("no-blast", text, "BLD-SSHT-08", "an area weapon or a template, or those who show themselves")
            return FirePlan((), (Idle(unit.models[0].id, LAST, why),))
        return shelling.aimed(state, unit, here, at.way, fit)

    def section_preview(self, state: GameState, at: AtSection, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """As for people on foot, but for shells that scatter by other dice."""
        return shelling.preview(state, at, _here(state, at), plan, how)

    def take_section_fire(self, progress: Progress, at: AtSection, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """As for people on foot, but for shells that scatter by other dice."""
        shelling.roll(progress, at, _here(progress.state, at), plan, how)


def _ways(unit: Unit, here: HouseSection) -> Iterator[tuple[str, AtSection]]:
    terrain, letter = here.piece.id, here.room.letter
    for n, way in enumerate(graph.ways_in(here)):
        if way.is_open:
            at = BlastSection(side=unit.side, unit=unit.id, terrain=terrain, section=letter, way=n, weapon=WeaponId(""))
            yield f"{here.name} by {way.name}", at


def _here(state: GameState, at: AtSection) -> HouseSection:
    here = enter.known_section(state, at.terrain, at.section)
    assert not isinstance(here, Refusal)
    return here
