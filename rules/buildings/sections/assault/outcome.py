"""How a fight for a section ends: taken, repelled, those who rout destroyed or thrown out. (BLD-SCC-05, -08, -09)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.melee import charge_home, hold_back, join
from rules.arap.melee.results import HeldPoints
from rules.arap.morale import melee_morale, rout
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.graph import HouseSection
from rules.buildings.sections.outside import Yard
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option
from rules.core.words import listed
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance
from rules.progress import Progress, TaskStruct
from rules.state import ChargeMade, Event, GameState, Melee, Placement

THROWN_IN: Final = 8.0
"""Whoever is thrown out is put down no further from the wall."""

FAR_IN: Final = 200.0
"""Further than any wall of a house is from the middle of a section."""

BACK_IN: Final = 1.0
"""How far attackers go back who did not take the section. (BLD-SCC-09)"""


class RoutedInside(Event, frozen=True, kw_only=True, tag="RoutedInside"):
    """A unit that routed in a fight for a section is wiped out. (BLD-SCC-05)"""

    name: str
    """The section."""

    def evolve(self, state: GameState) -> GameState:
        """All its models are lost."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, models=tuple(replace(m, wounds=0) for m in unit.models)))

    def sentence(self, state: GameState) -> str:
        """Who is lost."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} routs in {self.name} and is wiped out"


class FightMovedOut(Event, frozen=True, kw_only=True, tag="FightMovedOut"):
    """Of a fight for a section is left what goes on before the house, by the ordinary rules. (ARAP-INT-01)"""

    melee: str

    def evolve(self, state: GameState) -> GameState:
        """It is for no section any more."""
        return replace(state, melees=tuple(self._outside(m) if m.id == self.melee else m for m in state.melees))

    @staticmethod
    def _outside(melee: Melee) -> Melee:
        return replace(melee, section="", storming=(), met=(), held=(), charges=())

    def sentence(self, state: GameState) -> str:
        """Who fights on."""
        names = (state.units[u].name for m in state.melees if m.id == self.melee for u in m.units)
        return f"{listed(names)} fight on before the house"


class StormEnded(Event, frozen=True, kw_only=True, tag="StormEnded"):
    """The assault on a section has succeeded, or is repelled. (BLD-SCC-08, BLD-SCC-09)"""

    name: str
    result: Literal["taken", "repelled", "emptied"]
    """Nobody goes into what is emptied: those who stormed it are held up before the house. (ARAP-INT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes by itself."""
        return state

    def sentence(self, state: GameState) -> str:
        """How it ended."""
        if self.result == "emptied":
            return f"{self.name[:1].upper()}{self.name[1:]} is empty: the fight before the house goes on"
        return (
            f"{self.name[:1].upper()}{self.name[1:]} is taken"
            if self.result == "taken"
            else f"The assault on {self.name} is repelled"
        )


# -- out of the house ------------------------------------------------------------------------------------------------


def exit_point(here: HouseSection, away_from: Point) -> Point:
    """Where people come out of a section on the side away from something. (BLD-SCC-08)"""
    deg = bearing(away_from, here.middle) if distance(away_from, here.middle) > 0.01 else 0.0
    far = along(here.middle, deg, FAR_IN)
    inside = rings.crossings(here.piece.points, here.middle, far)
    return between(here.middle, far, inside[0][1]) if inside else rings.nearest_on_edge(here.piece.points, here.middle)


def thrown_out(progress: Progress, unit_id: UnitId, away_from: Point, rules: tuple[str, ...]) -> None:
    """Put a unit that is in a house outside, on the side away from something; who finds no place is lost."""
    unit = progress.state.units[unit_id]
    here = occupants.house_of(progress.state, unit)
    if here is None:
        return
    yard, at = Yard(progress.state, unit, here.piece), exit_point(here, away_from)
    places = [p for m in unit.alive if m.id in unit.housed and (p := yard.beside(m, at, THROWN_IN)) is not None]
    event = ModelsMoved(
        side=unit.side, unit=unit.id, placements=tuple(places), how="thrown-out", voluntary=False, rules=rules
    )
    progress.emit(event)
    if progress.state.units[unit_id].is_housed:
        progress.emit(RoutedInside(side=unit.side, unit=unit_id, name=here.name, rules=rules))


def middle_of(state: GameState, units: Sequence[UnitId]) -> Point | None:
    """The middle of some units."""
    at = [m.at for u in units for m in state.units[u].alive]
    return (sum(p[0] for p in at) / len(at), sum(p[1] for p in at) / len(at)) if at else None


def come_out(progress: Progress, unit: UnitId, cause: UnitId | None) -> None:
    """A unit loses its nerve inside without a fight there: it comes out away from what caused it. (BLD-SCC-05)"""
    state = progress.state
    enemies = [cause] if cause is not None else [u.id for u in state.enemies_of(state.units[unit].side)]
    away = middle_of(state, enemies) or (0.0, 0.0)
    thrown_out(progress, unit, away, ("ARAP-ROUT-01", "BLD-SCC-05"))


# -- morale ----------------------------------------------------------------------------------------------------------


class SectionMorale(TaskStruct, frozen=True, kw_only=True, tag="SectionMorale"):
    """A unit that lost a round for a section tests whether it stands. (ARAP-MORAL-01, BLD-SCC-05)"""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    lost_by: int
    charges: tuple[ChargeMade, ...] = ()

    def run(self, progress: Progress) -> None:
        """Inside it is destroyed or thrown out; outside it flinches."""
        unit = progress.state.units[self.unit]
        if not unit.in_play or melee_morale.stands(progress, unit, self.enemies, self.lost_by, self.charges):
            return
        rout_inside(progress, unit, self.enemies)


def rout_inside(progress: Progress, unit: Unit, enemies: Sequence[UnitId]) -> None:
    """Who loses his nerve in a fight there is wiped out, or thrown out and flees. (BLD-SCC-05)"""
    cause = next((e for e in enemies if progress.state.units[e].in_play), None)
    here = occupants.house_of(progress.state, unit)
    if not unit.is_housed or here is None:
        rout.flinch(progress, unit.id, cause)
    elif progress.state.options.get("section_rout") == "ejected":
        away = middle_of(progress.state, enemies) or here.middle
        thrown_out(progress, unit.id, away, ("BLD-SCC-05", "BLD-SCC-08"))
        rout.flinch(progress, unit.id, cause)
    else:
        event = RoutedInside(side=unit.side, unit=unit.id, name=here.name, rules=("BLD-SCC-05", "BLD-SCC-08"))
        progress.emit(event)


# -- who has the section ---------------------------------------------------------------------------------------------


class SectionSettled(TaskStruct, frozen=True, kw_only=True, tag="SectionSettled"):
    """After the tests: the attackers have the section, or go back. (BLD-SCC-08, BLD-SCC-09)"""

    melee: str
    place: str
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    storming: tuple[ModelId, ...] = ()
    shared: bool = False
    """Both are in it and fight on. (BLD-SCC-03)"""
    met: tuple[UnitId, ...] = ()
    held: tuple[ModelId, ...] = ()
    """Those who intercepted the assault, and whom they stopped before the house. (ARAP-INT-01)"""

    def run(self, progress: Progress) -> None:
        """Nobody left inside: it is taken; else nobody is engaged any more."""
        state = progress.state
        here = graph.at_place(state, self.place)
        inside = [u for u in self.defenders if state.units[u].in_play and state.units[u].is_housed]
        able = [u for u in self.attackers if state.units[u].in_play and not state.units[u].routing]
        if self.shared and inside and able:
            return
        rule = "BLD-SCC-08" if able and not inside else "BLD-SCC-09"
        outside = self._still_met(state, able)
        join.settle(progress, self.melee, outside, rule)
        if outside:
            side = state.units[outside[0]].side
            progress.emit(FightMovedOut(side=side, unit=outside[0], melee=self.melee, rules=("ARAP-INT-01",)))
        if here is None or not able:
            return
        if inside:
            self._repelled(progress, here, able)
            return
        side = state.units[able[0]].side
        able = [u for u in able if u not in outside]
        if not able:
            rules: tuple[str, ...] = ("BLD-SCC-08", "ARAP-INT-01")
            progress.emit(StormEnded(side=side, name=here.name, result="emptied", rules=rules))
            return
        progress.emit(StormEnded(side=side, name=here.name, result="taken", rules=("BLD-SCC-08", "BLD-SCC-05")))
        routers = [u for u in self.defenders if state.units[u].on_table and state.units[u].routing]
        progress.queue(*(Occupy(unit=u, place=self.place, quarry=routers[0] if routers else None) for u in able))
        if not any(state.units[u].in_play for u in self.defenders):
            progress.queue(*(HeldPoints(unit=u) for u in able if state.units[u].held_ap))

    def _still_met(self, state: GameState, able: Sequence[UnitId]) -> tuple[UnitId, ...]:
        """Whom interceptors hold before the house, and these: they fight on there. (ARAP-INT-01)"""
        met = [u for u in self.met if state.units[u].in_play and not state.units[u].routing]
        pairs = [(unit, u) for unit in able for u in met if charge_home.in_contact(state, u, unit)]
        return (*dict.fromkeys(unit for unit, _ in pairs), *dict.fromkeys(u for _, u in pairs))

    def _repelled(self, progress: Progress, here: HouseSection, able: Sequence[UnitId]) -> None:
        """Attackers from the table go back an inch; those from a section stay there. (BLD-SCC-09)"""
        side = progress.state.units[able[0]].side
        progress.emit(StormEnded(side=side, name=here.name, result="repelled", rules=("BLD-SCC-09",)))
        for name in able:
            unit = progress.state.units[name]
            if unit.on_table:
                outside = (m for m in unit.alive if m.id not in unit.housed and m.id not in self.held)
                places = tuple(_back(here, m) for m in outside)
                event = ModelsMoved(
                    side=unit.side,
                    unit=unit.id,
                    placements=places,
                    how="repelled",
                    length_in=BACK_IN,
                    voluntary=False,
                    rules=("BLD-SCC-09",),
                )
                progress.emit(event)


def _back(here: HouseSection, model: Model) -> Placement:
    """An inch straight away from the wall."""
    wall = rings.nearest_on_edge(here.piece.points, model.at)
    deg = bearing(wall, model.at) if distance(wall, model.at) > 0.01 else 180.0
    x, y = along(model.at, deg, BACK_IN)
    return Placement(model=model.id, at=(round(x, 4), round(y, 4)), facing=model.facing)


class Occupy(TaskStruct, frozen=True, kw_only=True, tag="Occupy"):
    """Attackers who destroyed or routed the defenders go in, or after those who were thrown out. (BLD-SCC-08)"""

    unit: UnitId
    place: str
    quarry: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """Ask, where there is somebody to pursue; frenzy leaves no choice. (ARAP-PURS-07)"""
        unit = progress.state.units[self.unit]
        if not unit.in_play:
            return
        if self.quarry is None or unit.is_housed:
            self._go_in(progress)
        elif hold_back.in_frenzy(progress.state, unit):
            progress.queue(hold_back.PursuitChoice(unit=unit.id, quarry=self.quarry))
        else:
            self._ask(progress, unit)

    def _ask(self, progress: Progress, unit: Unit) -> None:
        here = graph.at_place(progress.state, self.place)
        assert here is not None
        assert self.quarry is not None
        room = min(len(unit.alive), len(occupants.fitting(progress.state, here, unit.alive)))
        quarry = progress.state.units[self.quarry].name
        progress.ask(
            self,
            unit.side,
            "occupy",
            f"{here.name} is free. Does {unit.name} occupy it, or pursue {quarry}?",
            (
                Option(id="occupy", label="Occupy it", detail=f"{room} find room, no test", rule="BLD-SCC-08"),
                Option(id="pursue", label="Pursue", detail="in each compulsory phase", rule="ARAP-PURS-01"),
            ),
            unit=unit.id,
            about=self.quarry,
            rule="BLD-SCC-08",
            decline="occupy",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """In, or after them."""
        if choice == "occupy":
            self._go_in(progress)
            return
        assert self.quarry is not None
        side = progress.state.units[self.unit].side
        rules = ("ARAP-PURS-01", "BLD-SCC-08")
        progress.emit(hold_back.PursuitBegan(side=side, unit=self.unit, quarry=self.quarry, rules=rules))

    def _go_in(self, progress: Progress) -> None:
        unit, here = progress.state.units[self.unit], graph.at_place(progress.state, self.place)
        if here is None:
            return
        coming = [m for m in unit.alive if unit.housed.get(m.id) != self.place]
        fit = occupants.fitting(progress.state, here, occupants.through_holes(progress.state, unit, coming, here))
        if fit:
            rules = ("BLD-SCC-08", "BLD-SECT-04", *(("ARAP-PURS-08",) if self.quarry else ()))
            occupants.note_holes(progress, unit, fit, here)
            unit = progress.state.units[self.unit]
            progress.emit(occupants.housed(unit, here, fit, "occupy", rules))


EVENTS: tuple[type[Event], ...] = (RoutedInside, FightMovedOut, StormEnded)
TASKS: tuple[type[TaskStruct], ...] = (SectionMorale, SectionSettled, Occupy)
