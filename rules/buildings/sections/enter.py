"""Into a house that is played by sections, from the table or at set-up.

(BLD-SECT-01, BLD-SECT-04, BLD-SECT-05, BLD-DOOR-11, BLD-MOUSE-02)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.positions.placing import zones_of
from rules.arap.sight.building_interface import Place
from rules.arap.terrain import ground
from rules.arap.turn import setup
from rules.arap.units.permission import may_act
from rules.buildings.bunkers import sections as bunkers_sections
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.graph import HouseSection, WayIn
from rules.buildings.walls import passages
from rules.buildings.walls.passages import Gone
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within, toward
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

REACH_IN: Final = 2.0
"""How near a way in one must come to count as having gone in. (BLD-DOOR-11, BLD-SECT-05)"""

LOCKED_FROM: Final = 13
"""A building with that armour or more is a bunker proper, which is locked. (BLD-BUNK-01, BLD-BUNK-04)"""

MOST_ACTIONS: Final = 3


def known_section(state: GameState, terrain: TerrainId, letter: str) -> HouseSection | Refusal:
    """A section by its house and letter."""
    piece = graph.house(state, terrain)
    if piece is None:
        known = ", ".join(p.name for p in graph.houses(state)) or "none on this table"
        return Refusal("no-sections", "There is no such house played by sections.", "BLD-SECT-01", known)
    found = graph.section(piece, letter)
    if found is None:
        return unknown(piece, letter)
    return found


def unknown(piece: Terrain, letter: str) -> Refusal:
    letters = ", ".join(s.room.letter for s in graph.sections(piece)) or "a house with sections"
    return Refusal("no-section", f"{piece.name} has no section {quoted(letter)}.", "BLD-SECT-01", letters)


def chosen(unit: Unit, models: Sequence[ModelId]) -> Refusal | None:
    """Only its own living members are named, each once."""
    if len(set(models)) == len(models) and {m.id for m in unit.alive}.issuperset(models):
        return None
    text = "Only living members of the unit are named, each once."
    return Refusal("unknown-model", text, "BLD-SECT-04", unit.name)


def held(state: GameState, here: HouseSection, side: SideId) -> Refusal | None:
    """Refuse a section that enemies are in: it is stormed. (BLD-SCC-03)"""
    if not occupants.foes(state, here, side):
        return None
    return Refusal("enemy-held", f"Enemies are in {here.name}.", "BLD-SCC-03", "storming it")


def locked(state: GameState, here: HouseSection, side: SideId) -> Refusal | None:
    """Refuse a whole section of a bunker that enemies are in and no friends. (BLD-BUNK-04, BLD-BUNK-01)"""
    bunker = bunkers_sections.at_letter(here.piece, here.room.letter)
    if bunker is None or bunker.armour.av < LOCKED_FROM or not bunker.is_intact:
        return None
    if not bunkers_sections.keeps_locked(state, here.piece):
        return None
    sides = {s for each in graph.sections(here.piece) for s in occupants.holders(state, each)}
    if not sides or side in sides:
        return None
    text = f"{here.name} is whole, and {here.piece.name} is locked: enemies are inside."
    return Refusal("locked", text, "BLD-BUNK-04", "breaching it first")


def is_up(state: GameState, model: Model) -> bool:
    """Whether it goes anywhere: who has fallen over does not, up to version 14 only as a whole unit. (AGIL-02)"""
    return not model.sprawled or state.is_older_than("15")


def full(state: GameState, here: HouseSection, wanted: Sequence[Model], *, named: bool) -> Refusal | None:
    """Refuse more than it holds; unless they were `named`, as many as fit may go. (BLD-SECT-04)"""
    fit = occupants.fitting(state, here, wanted)
    if len(fit) == len(wanted) or (fit and not named):
        return None
    taken = occupants.taken(state, here)
    room = f"there is room for {len(fit)} of {len(wanted)}"
    text = f"{here.name} holds {occupants.capacity(here)}; {taken} places are taken: {room}."
    allowed = f"{len(fit)} of the owner’s choice; the others stay where they are"
    return Refusal("section-full", text, "BLD-SECT-04", allowed)


class WayInside(NamedTuple):
    """One member that can go in: by which way, and what the way there costs it in inches."""

    model: Model
    way: WayIn
    cost_in: float
    extra_ap: int = 0
    """What ground on that way costs more. (ARAP-ACT-08)"""
    to: Point | None = None
    """Where it is near enough."""

    @property
    def walk(self) -> tuple[Point, ...]:
        """The way over the ground."""
        return (self.model.at, self.to if self.to is not None else self.model.at)


class EnterSection(Action, frozen=True, kw_only=True, tag="EnterSection"):
    """Go into a section from the table, with a movement action or several. (BLD-SECT-05, BLD-DOOR-11)

    A member is in when it comes within two inches of a way in that is not locked. `models` are those who go, none
    named: as many as get there and find room; the others stay, but for those whose place `placements` names.
    """

    unit: UnitId
    terrain: TerrainId
    section: str
    models: tuple[ModelId, ...] = ()
    actions: int = 1
    placements: tuple[Placement, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, on foot and free, the section, who holds it, a way in within reach, room."""
        known = state.units.get(self.unit)
        refusal = may_act(state, self.side, self.unit, self.ap(state) if known is not None else self.actions)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "move") or chosen(unit, self.models)
        found = known_section(state, self.terrain, self.section)
        if refusal or isinstance(found, Refusal):
            return refusal or (found if isinstance(found, Refusal) else None)
        if not 1 <= self.actions <= MOST_ACTIONS:
            return Refusal("bad-actions", "One to three movement actions.", "BLD-SECT-05", "1, 2 or 3")
        refusal = held(state, found, self.side) or locked(state, found, self.side)
        return refusal or self._shut(found) or self._too_far(state, unit, found)

    def ap(self, state: GameState) -> int:
        """Its actions, the first of which may have been paid at a door. (BLD-DOOR-01)"""
        return self.actions - (1 if is_begun(state, state.units[self.unit]) else 0)

    def _shut(self, here: HouseSection) -> Refusal | None:
        ways = [w for w in graph.ways_in(here) if w.storey == 0]
        if any(w.is_passable for w in ways):
            return None
        text = (
            f"No way into {here.name} from the table is unlocked."
            if ways
            else f"{here.name} has no way in from the table."
        )
        allowed = "hacking, forcing or breaking one" if ways else "through another section"
        return Refusal("no-way-in", text, "BLD-SECT-05", allowed)

    def _too_far(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        near = [ways[0].model for ways in self._near(state, unit, here)]
        missing = [m for m in self.models if m not in {model.id for model in near}]
        if not near or missing:
            who = f"{tag(missing[0])} does not come" if missing else f"Nobody of {unit.name} comes"
            text = f"{who} within {REACH_IN:g}″ of an unlocked way into {here.name}."
            return Refusal("out-of-reach", text, "BLD-DOOR-11", "moving nearer first, or more action points")
        refusal = full(state, here, near, named=bool(self.models)) or self._too_narrow(state, unit, here)
        refusal = refusal or self._misplaced(state, unit, here)
        if refusal is not None or state.is_older_than("15"):
            return refusal
        inside = [(Place(m.at), here.place_of_all) for m in self.going(state)]
        placed = [(Place(unit.model(p.model).at), Place(p.at)) for p in self.placements]
        return end_of_move.comes_nearer_inside(state, unit, [*inside, *placed])

    def _misplaced(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        going = {m.id for m in self.going(state)}
        for place in self.placements:
            if place.model in going or place.model not in {m.id for m in unit.alive}:
                return Refusal("unknown-model", "Those who stay outside are placed.", "BLD-SECT-04", unit.name)
            model = unit.model(place.model)
            leg = ground.cost_of_leg(state, model, model.at, place.at)
            most = most_in(state, unit, model, self.actions)
            if leg.barred is not None or not is_within(leg.cost_in, most):
                text = f"{tag(place.model)} does not get there."
                return Refusal("too-far", text, "ARAP-MOVE-01", f"{most:g}″ of open way")
        return None

    def entries(self, state: GameState, unit: Unit, here: HouseSection) -> list[WayInside]:
        """Who gets in, those with the least way first; by holes as many as these let through. (BLD-MOUSE-02)"""
        return [entry for entry, refusal in self._ways(state, unit, here) if refusal is None]

    def _ways(self, state: GameState, unit: Unit, here: HouseSection) -> Iterator[tuple[WayInside, Refusal | None]]:
        """By which way each goes in, or the nearest and why it lets him not through."""
        gone: dict[WayIn, list[Gone]] = {}
        for near in sorted(self._near(state, unit, here), key=lambda ways: round(ways[0].cost_in, 2)):
            why = [self._through(state, here, entry, gone) for entry in near]
            free = next((entry for entry, refusal in zip(near, why, strict=True) if refusal is None), None)
            if free is None:
                yield near[0], why[0]
                continue
            passage = graph.passage_of(state, here, free.way)
            gone.setdefault(free.way, []).extend([Gone(passage, free.model)] if passage is not None else [])
            yield free, None

    def _through(
        self, state: GameState, here: HouseSection, entry: WayInside, gone: dict[WayIn, list[Gone]]
    ) -> Refusal | None:
        passage = graph.passage_of(state, here, entry.way)
        if passage is None:
            return None
        return passages.refused(state, [*gone.get(entry.way, ()), Gone(passage, entry.model)])

    def _near(self, state: GameState, unit: Unit, here: HouseSection) -> Iterator[list[WayInside]]:
        """Of each member the ways in that it comes within two inches of, the nearest first."""
        ways = [w for w in graph.ways_in(here) if w.is_passable]
        for model in unit.alive:
            wanted = (not self.models or model.id in self.models) and model.id not in unit.housed
            if wanted and is_up(state, model):
                near = sorted(ways_near(state, unit, model, ways, self.actions), key=lambda e: round(e.cost_in, 2))
                if near:
                    yield near

    def _too_narrow(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        """Nobody gets through, or not all who were named. (BLD-DOOR-06, BLD-MOUSE-02)"""
        why = [refusal for _, refusal in self._ways(state, unit, here)]
        kept = [refusal for refusal in why if refusal is not None]
        return kept[0] if kept and (self.models or len(kept) == len(why)) else None

    def going(self, state: GameState) -> tuple[Model, ...]:
        """Who goes in, in the unit's order."""
        unit, here = state.units[self.unit], known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        fit = {m.id for m in occupants.fitting(state, here, [e.model for e in self.entries(state, unit, here)])}
        return tuple(m for m in unit.alive if m.id in fit)

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the ground before the house, for who goes over it. (ARAP-ACT-08)"""
        unit, here = state.units.get(self.unit), known_section(state, self.terrain, self.section)
        if unit is None or not unit.on_table or isinstance(here, Refusal):
            return 0
        going = {m.id for m in self.going(state)}
        ways = (e.extra_ap for e in self.entries(state, unit, here) if e.model.id in going)
        placed = (ground.surcharge(state, m.at, p.at) for p in self.placements for m in unit.alive if m.id == p.model)
        return max((*ways, *placed), default=0)

    def preview(self, state: GameState) -> Preview:
        """Who goes in, how far it is, and what room is left."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        unit, here = state.units[self.unit], known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        going = self.going(state)
        ways = {e.model.id: e for e in self.entries(state, unit, here)}
        most = max(ways[m.id].cost_in for m in going)
        stay = len(unit.alive) - len(going)
        who = f"{len(going)} of {unit.name} go in" if len(unit.alive) > 1 else f"{unit.name} goes in"
        notes = [f"{who} by {_named(ways[m.id].way for m in going)}."]
        notes += [f"{stay} stay outside; they are one unit while they stand together."] if stay else []
        left = occupants.room_left(state, here) - occupants.counts_as(state, going)
        notes.append(f"{left} of {occupants.capacity(here)} places left then.")
        begun = allowance.paid_already(unit) if is_begun(state, unit) else ("", ())
        notes += [begun[0]] if begun[0] else []
        return Preview(
            ap=self.ap(state),
            spent_in=round(most, 2),
            allowance_in=min(most_in(state, unit, m, self.actions) for m in going),
            chances=dangerous_ground.harms(state, unit, self._walks(state, unit, here)),
            notes=tuple(notes),
            rules=("BLD-SECT-05", "BLD-DOOR-11", "BLD-SECT-04", "BLD-SECT-01", *begun[1]),
        )

    def _walks(self, state: GameState, unit: Unit, here: HouseSection) -> dict[ModelId, tuple[Point, ...]]:
        """Who goes over the ground which way: those who go in, and those who are placed outside."""
        going = {m.id for m in self.going(state)}
        inside = {e.model.id: e.walk for e in self.entries(state, unit, here) if e.model.id in going}
        return inside | {p.model: (unit.model(p.model).at, p.at) for p in self.placements}

    def resolve(self, progress: Progress) -> None:
        """They are inside; the others stand where they stood, or where they were put."""
        state = progress.state
        unit, here = state.units[self.unit], known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        going = self.going(state)
        ways, walks = {e.model.id: e.way for e in self.entries(state, unit, here)}, self._walks(state, unit, here)
        rules = ("BLD-SECT-05", "BLD-DOOR-11", "BLD-SECT-04")
        paid = PointsSpent(side=unit.side, unit=unit.id, points=self.ap(state), action="move", rules=rules)
        progress.emit(paid)
        if self.placements:
            length = max(distance(unit.model(p.model).at, p.at) for p in self.placements)
            moved = ModelsMoved(side=unit.side, unit=unit.id, placements=self.placements, length_in=round(length, 4))
            progress.emit(moved)
        go_on = casualties.brave(progress, unit.id, walks)
        unit = progress.state.units[self.unit]
        left = {m.id for m in unit.alive}
        if go_on and any(m.id in left for m in going):
            self._inside(progress, unit, here, {m.id: ways[m.id] for m in going if m.id in left})

    @staticmethod
    def _inside(progress: Progress, unit: Unit, here: HouseSection, ways: Mapping[ModelId, WayIn]) -> None:
        """Through the openings, and in."""
        state, going = progress.state, tuple(unit.model(model) for model in ways)
        through = ((graph.passage_of(state, here, ways[m.id]), m) for m in going)
        passages.note_through(progress, unit, (Gone(passage, m) for passage, m in through if passage is not None))
        progress.emit(occupants.housed(unit, here, going, "enter", ("BLD-SECT-05", "BLD-DOOR-11", "BLD-SECT-04")))


def is_begun(state: GameState, unit: Unit) -> bool:
    """Whether the way in goes on with an action that was paid at a door. (BLD-DOOR-01)"""
    return allowance.is_begun(unit, "move") and not state.is_older_than("13")


def most_in(state: GameState, unit: Unit, model: Model, actions: int) -> float:
    """Inches of so many movement actions, less what was spent at a door in the first."""
    whole = allowance.basic_move(state, unit, model)
    first = whole if state.is_older_than("13") else allowance.left_in_action(state, unit, model)
    return first + (actions - 1) * whole


def ways_near(state: GameState, unit: Unit, model: Model, ways: Sequence[WayIn], actions: int) -> Iterator[WayInside]:
    """The ways in that a member comes within two inches of."""
    most = most_in(state, unit, model, actions)
    for way in ways:
        gap = distance(model.at, way.at)
        if not is_within(gap, most + REACH_IN):
            continue
        to = model.at if is_within(gap, REACH_IN) else toward(model.at, way.at, gap - REACH_IN)
        leg = ground.cost_of_leg(state, model, model.at, to)
        if leg.barred is None and is_within(leg.cost_in, most):
            yield WayInside(model, way, leg.cost_in, leg.extra_ap, to)


def _named(ways: Iterator[WayIn]) -> str:
    return " and ".join(dict.fromkeys(w.name for w in ways))


class DeployInSection(Action, frozen=True, kw_only=True, tag="DeployInSection"):
    """Set a unit up in a section whose middle is in its own zone. (BLD-SECT-01, BLD-SECT-04)"""

    unit: UnitId
    terrain: TerrainId
    section: str

    def check(self, state: GameState) -> Refusal | None:
        """In turn, people on foot, the section, in the zone, nobody of the other side there, room for all."""
        refusal = setup.deploying(state, self.side) or setup.waiting(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, found = state.units[self.unit], known_section(state, self.terrain, self.section)
        if isinstance(found, Refusal):
            return found
        if unit.is_vehicle:
            return Refusal("vehicle", f"{unit.name} is a vehicle.", "BLD-SECT-04", "people on foot")
        if not any(rings.encloses(zone, found.middle) for zone in zones_of(state, self.side)):
            return Refusal(
                "outside-zone", f"{found.name} is outside its zone.", "BLD-SECT-01", "a section in the marked zone"
            )
        return held(state, found, self.side) or full(state, found, unit.alive, named=True)

    def resolve(self, progress: Progress) -> None:
        """It is inside; the next side places."""
        unit, here = progress.state.units[self.unit], known_section(progress.state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        rules = ("BLD-SECT-01", "BLD-SECT-04")
        progress.emit(occupants.housed(unit, here, unit.alive, "deploy", rules))
        progress.queue(setup.NextToDeploy())


ACTIONS: tuple[type[Action], ...] = (DeployInSection, EnterSection)
