"""What lies behind the ports of buildings: a bunker, a room that is set out, a section. (BLD-PORT-01, -05, -08)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rules.arap.ports.compartment import OUTSIDE_IN, Compartment, Gap, PortRules, PortShots
from rules.arap.shooting.plan import Firing
from rules.arap.sight.cover import Covers
from rules.arap.sight.lines import Lines
from rules.arap.templates import strip
from rules.arap.templates.strip import ModelUnderStrip
from rules.buildings import confined, inside, through_openings
from rules.buildings.breaking import damage_rolls
from rules.buildings.bunkers import fire as bunkers_fire
from rules.buildings.bunkers import posts, sections
from rules.buildings.bunkers.fire import BuildingShot
from rules.buildings.bunkers.sections import ArmouredSection, is_divided
from rules.buildings.doors.openings import IN_WALL_IN
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.graph import HouseSection
from rules.buildings.walls import parts
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import layouts, rings
from rules.geometry.lengths import TOLERANCE, between, distance, distance_to_segment, is_within, toward
from rules.geometry.rings import Ring
from rules.progress import Progress
from rules.state import GameState
from rules.table.building import Opening
from rules.table.terrain import Terrain

NEAR_IN: Final = 1.0
"""Who is so near to a port may be burnt by what does not go in. (BLD-TMPL-08)"""

PORTS: Final = PortRules(
    shots=("BLD-PORT-03", "BLD-PORT-01"),
    at_port="BLD-PORT-02",
    wider="BLD-PORT-02",
    through="BLD-TMPL-07",
    shells=("BLD-PORT-04",),
    grenade=("BLD-PORT-06",),
    passes=("BLD-PORT-04", "BLD-GEN-01"),
    burst=("BLD-PORT-05",),
    stream=("BLD-PORT-07", "BLD-TMPL-07"),
    licks=("BLD-TMPL-08", "BLD-PORT-07", "BLD-GEN-01"),
)


class BehindWalls(Compartment):
    """The inside of a building, or of a part of it."""

    cites: ClassVar[PortRules] = PORTS

    def __init__(self, piece: Terrain, name: str = "") -> None:
        """Of that building."""
        self.piece = piece
        self.name = name or piece.name

    @property
    def key(self) -> str:
        """How an action names the part of the building that is meant; "" for all of it."""
        return ""

    @property
    def armoured(self) -> ArmouredSection | None:
        """The part of an armoured building that its walls are, if they have armour. (BLD-BUNK-05)"""
        return sections.at_letter(self.piece, self.key)

    def ports(self) -> tuple[Opening, ...]:
        """Ports with a place of their own."""
        return tuple(o for o in _ports(self.piece) if o.storey == 0)

    def slits(self) -> tuple[Opening, ...]:
        """Doors and windows that are open and too small for a stream to go in as by a window. (BLD-TMPL-07)"""
        return tuple(o for o in _slits(self.piece) if o.storey == 0)

    def has_ports(self) -> bool:
        """Whether there is one at all."""
        return bool(self.ports())

    def takes(self, weapon: Weapon) -> bool:
        """Whether there is an opening for it: small ones are for streams alone. (BLD-TMPL-07)"""
        return self.has_ports() or (weapon.template and bool(self.slits()))

    def barred(self, state: GameState) -> Refusal | None:
        """It has no ports, or nobody is behind them. (BLD-PORT-01)"""
        if not self.has_ports() and not self.slits():
            text, allowed = f"{self.name} has no firing ports.", "its doors and windows, or the building itself"
            return Refusal("no-port", text, "BLD-PORT-01", allowed)
        if not self.insides(state):
            text = f"Nobody is behind the ports of {self.name}."
            return Refusal("nobody-inside", text, "BLD-PORT-01", "the building itself")
        return None

    def are_shut(self, state: GameState) -> bool:
        """Whether shutters close them: nobody has fired out since the last turn of those inside. (BLD-PORT-08)"""
        return sections.has_shutters(state, self.piece) and not any(u.now.shots for u in self.insides(state))

    def none_facing(self, state: GameState) -> Refusal:
        """Shut by shutters, or none on that side. (BLD-PORT-08)"""
        if self.are_shut(state):
            text = f"The ports of {self.name} are shut: nobody has fired from them."
            allowed = "after somebody has fired through them, or the building itself"
            return Refusal("ports-shut", text, "BLD-PORT-08", allowed)
        text = f"{self.name} has no port on that side."
        return Refusal("no-port", text, "BLD-PORT-01", "another side of it, or the building itself")

    def facing(self, state: GameState, eye: Point, weapon: Weapon | None = None) -> tuple[Gap, ...]:
        """Those in walls whose outer side an eye is on, the nearest first."""
        gaps = () if self.are_shut(state) else self.every_open(state)
        small = self.slits() if weapon is not None and weapon.template else ()
        found = [g for g in (*gaps, *map(_gap, small)) if not _through_wall(self.piece, g.at, eye)]
        return tuple(sorted(found, key=lambda gap: distance(eye, gap.at)))

    def every_open(self, state: GameState) -> tuple[Gap, ...]:
        """All of them; shutters are as `facing` has it."""
        return tuple(map(_gap, self.ports()))

    def before(self, state: GameState, gap: Gap, eye: Point) -> Point:
        """A little off the wall."""
        return toward(gap.at, eye, OUTSIDE_IN)

    def holds(self, state: GameState, at: Point) -> bool:
        """Within its walls."""
        return rings.encloses(self.piece.points, at)

    def is_within(self, state: GameState, model: ModelId) -> bool:
        """Whether somebody stands inside."""
        unit, found = state.find_model(model)
        return unit.on_table and rings.holds(self.piece.points, found.at)

    def burn(self, progress: Progress, unit: UnitId, firing: Firing) -> None:
        """The outside is hit. (BLD-TMPL-08, BLD-TMPL-04)"""
        by = progress.state.units[unit]
        if self.armoured is not None:
            hit = bunkers_fire.hit(progress.state, self.armoured, firing)
            bunkers_fire.strike(progress, self.piece.id, unit, [hit])
        elif self.piece.has_interior:
            rules = ("BLD-TMPL-08", "BLD-TMPL-04")
            damage_rolls.scorch(progress, by, self.piece, firing.weapon, firing.strength, firing.aim.at, rules=rules)

    def tell(self, progress: Progress, unit: UnitId, shots: PortShots) -> None:
        """As fire at the building."""
        progress.emit(
            BuildingShot(
                side=progress.state.units[unit].side,
                unit=unit,
                terrain=self.piece.id,
                name=f"the ports of {self.name}",
                weapon=shots.group[0].weapon.id,
                shots=shots.counts,
                hits=shots.hits,
                lines=shots.lines,
                rules=("BLD-PORT-01", "BLD-PORT-02"),
            )
        )


class BehindArmour(BehindWalls):
    """What lies behind armour: ports without a place of their own are wherever fire comes from."""

    def counted(self) -> int:
        """Ports and slots that are counted alone, if none have a place of their own. (BLD-BUNK-02)"""
        return posts.firers(self.armoured) if self.armoured is not None and not self.ports() else 0

    def has_ports(self) -> bool:
        """Ports or slots. (BLD-BUNK-02)"""
        return super().has_ports() or self.counted() > 0

    def facing(self, state: GameState, eye: Point, weapon: Weapon | None = None) -> tuple[Gap, ...]:
        """Nearest to the eye, where no places are stated."""
        if not self.counted() or self.are_shut(state):
            return super().facing(state, eye, weapon)
        at = self._nearest(eye)
        return () if at is None else (Gap("port", at),)

    def _nearest(self, eye: Point) -> Point | None:
        here = self.armoured
        if here is None or here.room is None:
            return rings.nearest_on_edge(self.piece.points, eye)
        return sections.facing(here, eye)

    def every_open(self, state: GameState) -> tuple[Gap, ...]:
        """Evenly along its walls, where no places are stated."""
        here = self.armoured
        if here is None or not self.counted():
            return super().every_open(state)
        return tuple(Gap("port", at) for at in rings.spread(here.ring, self.counted()))


class BunkerInside(BehindArmour):
    """The inside of an armoured building that is not set out, or of a section of it."""

    def __init__(self, here: ArmouredSection) -> None:
        """That section, or all of it."""
        super().__init__(here.piece, here.name)
        self.here = here

    @property
    def key(self) -> str:
        """Its letter."""
        return self.here.letter

    def ports(self) -> tuple[Opening, ...]:
        """Those in its own walls."""
        return tuple(posts.ports(self.here))

    def insides(self, state: GameState) -> tuple[Unit, ...]:
        """Its garrison."""
        return tuple(unit for unit, _ in sections.occupants(state, self.here))

    def people(self, state: GameState) -> list[tuple[UnitId, ModelId]]:
        """Everybody in it."""
        return [(unit.id, m.id) for unit, models in sections.occupants(state, self.here) for m in models]

    def seen(self, state: GameState, firing: Firing, gap: Gap) -> list[tuple[UnitId, ModelId]]:
        """Whoever stands at a port with a place of its own, else anybody. (BLD-PORT-01)"""
        inside = sections.occupants(state, self.here)
        at_it = [(u.id, m.id) for u, models in inside for m in models if is_within(distance(m.at, gap.at), NEAR_IN)]
        return (at_it if gap.ends else []) or self.people(state)

    def beside(self, state: GameState, gap: Gap) -> Sequence[tuple[UnitId, ModelId]]:
        """As many as find a port, who fired out first. (BLD-TMPL-08, BLD-BUNK-02)"""
        return posts.at_ports(state, self.here)


class RoomBehind(BehindArmour):
    """A room of a house that is set out on the table: all of the house where it is not divided."""

    def __init__(self, piece: Terrain, ring: Ring, letter: str) -> None:
        """That room."""
        super().__init__(piece, f"{letter} of {piece.name}" if letter else piece.name)
        self.ring, self._letter = ring, letter

    @property
    def key(self) -> str:
        """Its letter."""
        return self._letter

    def ports(self) -> tuple[Opening, ...]:
        """Those in its own walls."""
        return tuple(o for o in super().ports() if self._is_own(o))

    def slits(self) -> tuple[Opening, ...]:
        """Those in its own walls."""
        return tuple(o for o in super().slits() if self._is_own(o))

    def _is_own(self, opening: Opening) -> bool:
        return rings.edge_distance(self.ring, between(opening.a, opening.b, 0.5)) <= IN_WALL_IN

    def insides(self, state: GameState) -> tuple[Unit, ...]:
        """Units with members in it."""
        return tuple(unit for unit, _ in self._members(state))

    def _members(self, state: GameState) -> Iterator[tuple[Unit, list[Point]]]:
        for unit, models in inside.those_inside(state, self.piece):
            own = [m.at for m in models if rings.holds(self.ring, m.at)]
            if own:
                yield unit, own

    def people(self, state: GameState) -> list[tuple[UnitId, ModelId]]:
        """Whom a burst that goes in reaches: everybody in a small room, in a larger one who is near. (BLD-PORT-05)"""
        gaps = [toward(g.at, layouts.middle_of(self.ring), 0.5) for g in self.every_open(state)]
        return [
            (u.id, m.id)
            for u in self.insides(state)
            for m in u.alive
            if rings.holds(self.ring, m.at) and any(confined.fills(state, at, m.at) for at in gaps)
        ]

    def seen(self, state: GameState, firing: Firing, gap: Gap) -> list[tuple[UnitId, ModelId]]:
        """Those in the line of fire through the port; without any who is nearest to it."""
        members = [(u.id, m) for u in self.insides(state) for m in u.alive if rings.holds(self.ring, m.at)]
        ends = gap.ends or (gap.at, gap.at)
        line = [(u, m.id) for u, m in members if rings.segments_meet(*ends, firing.model.at, m.at)]
        unit, near = min(members, key=lambda one: distance(one[1].at, gap.at))
        return line or [(unit, near.id)]

    def beside(self, state: GameState, gap: Gap) -> Sequence[tuple[UnitId, ModelId]]:
        """Within an inch of the port. (BLD-TMPL-08)"""
        return [
            (u.id, m.id)
            for u in self.insides(state)
            for m in u.alive
            if rings.holds(self.ring, m.at) and is_within(distance(m.at, gap.at), NEAR_IN)
        ]

    def under(self, state: GameState, firing: Firing, gap: Gap) -> list[ModelUnderStrip] | None:
        """Those of the room under the template, with what furniture shelters them. (BLD-TMPL-07)"""
        assert firing.strip is not None
        found: list[ModelUnderStrip] = []
        for unit in self.insides(state):
            covers = Covers(Lines(state, (gap.at,), unit))
            found += [
                ModelUnderStrip(unit.id, m.id, covers.from_point(toward(gap.at, m.at, 0.3), m).kind)
                for m in unit.alive
                if rings.holds(self.ring, m.at) and strip.reaches(state, firing.strip, m)
            ]
        return found


class SectionBehind(BehindArmour):
    """A section of a house that is played by sections."""

    def __init__(self, here: HouseSection) -> None:
        """That section."""
        super().__init__(here.piece, here.name)
        self.here = here

    @property
    def key(self) -> str:
        """Its letter."""
        return self.here.room.letter

    def ports(self) -> tuple[Opening, ...]:
        """Those in its own outer walls, on its own floor."""
        return tuple(o for o in _ports(self.piece) if self._is_own(o))

    def slits(self) -> tuple[Opening, ...]:
        """Those in its own outer walls, on its own floor."""
        outer = [o for o in _slits(self.piece) if rings.edge_distance(self.piece.points, o.a) <= IN_WALL_IN]
        return tuple(o for o in outer if self._is_own(o))

    def _is_own(self, opening: Opening) -> bool:
        room = self.here.room
        near = rings.edge_distance(room.points, between(opening.a, opening.b, 0.5)) <= IN_WALL_IN
        return near and opening.storey == room.storey

    def insides(self, state: GameState) -> tuple[Unit, ...]:
        """Units with members in it."""
        return tuple(unit for unit, _ in occupants.inside(state, self.here))

    def people(self, state: GameState) -> list[tuple[UnitId, ModelId]]:
        """Everybody in it. (BLD-PORT-05, BLD-SSHT-08)"""
        return [(unit.id, m.id) for unit, models in occupants.inside(state, self.here) for m in models]

    def is_within(self, state: GameState, model: ModelId) -> bool:
        """Nobody in a section is on the table."""
        unit, _ = state.find_model(model)
        return unit.is_housed and model in unit.housed

    def beside(self, state: GameState, gap: Gap) -> Sequence[tuple[UnitId, ModelId]]:
        """Who showed himself there. (BLD-TMPL-08, BLD-SSHT-04)"""
        shown = {m for u in self.insides(state) for m in (*u.shown, *u.now.fired_out)}
        return [one for one in self.people(state) if one[1] in shown]


def _ports(piece: Terrain) -> tuple[Opening, ...]:
    return tuple(o for o in piece.building.openings if o.kind == "port") if piece.building is not None else ()


def _slits(piece: Terrain) -> tuple[Opening, ...]:
    every = piece.building.openings if piece.building is not None else ()
    return tuple(o for o in every if not o.is_shut and distance(o.a, o.b) < through_openings.STANDARD_IN - TOLERANCE)


def _gap(opening: Opening) -> Gap:
    return Gap("port", between(opening.a, opening.b, 0.5), "", (opening.a, opening.b))


def _through_wall(piece: Terrain, gap: Point, eye: Point) -> bool:
    """Whether the line from an eye to a port goes through the building itself."""
    return rings.encloses(piece.points, toward(gap, eye, 0.3)) or rings.encloses(piece.points, eye)


def every(state: GameState) -> Iterator[BehindWalls]:
    """All that lies behind ports on this table."""
    for piece in state.terrain:
        if not piece.is_structure:
            continue
        if piece.has_sections:
            yield from (SectionBehind(here) for here in graph.sections(piece))
        elif piece.has_interior:
            yield from rooms(piece)
        else:
            yield from (BunkerInside(here) for here in sections.of_piece(state, piece))


def rooms(piece: Terrain) -> list[RoomBehind]:
    """The rooms of a house that is set out."""
    building = piece.building
    is_parted = building is not None and (building.partitions or (sections.sections(piece) and is_divided(piece)))
    named = [r for r in building.sections if r.storey == 0] if building is not None and is_parted else []
    return [RoomBehind(piece, r.points, r.letter) for r in named] or [RoomBehind(piece, piece.points, "")]


def find(state: GameState, terrain: str, key: str) -> BehindWalls | None:
    """The one that is meant."""
    return next((b for b in every(state) if b.piece.id == terrain and b.key == key), None)


def holders(state: GameState, behind: BehindWalls) -> set[SideId]:
    """The sides of those inside."""
    return {u.side for u in behind.insides(state)}


def is_whole_bunker(behind: BehindWalls) -> bool:
    """Whether it is a bunker that was not breached, in which nobody outside pokes weapons. (BLD-BUNK-04)"""
    here = behind.armoured
    return isinstance(behind, BehindArmour) and here is not None and here.is_intact


def slanted(behind: BehindWalls, gap: Gap, eye: Point) -> bool:
    """Whether a port is fired at along its wall. (BLD-INTO-04)"""
    wall = gap.ends or min(parts.walls(behind.piece), key=lambda w: distance_to_segment(gap.at, *w))
    return is_within(through_openings.angle_deg(wall, eye, gap.at), through_openings.SLANT_DEG)
