"""Cover, judged for each firer. (ARAP-HIT-06, ARAP-HIT-07, ARAP-PRONE-02, VEH-COV-01)

A model is in the cover of a piece
- that it stands in, if the piece can be entered (a wood, a crater, a ruin);
- that the line of fire crosses no more than 3 inches before it, if the piece is a wall, a hedge or anything else that
  cannot be entered;
- or that hides it in part, so that only an edge of it is seen.
A piece in which the firer stands, or at the very edge of which it stands, gives no cover against it. A model that lies
down more than 4 inches off counts as in soft cover at least; one that leans out is in none (BLD-HIGH-02). A vehicle
is in cover if half of what faces the firer is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.arap import building_interface
from rules.arap.sight import smoke
from rules.arap.sight.building_interface import CoverOfBuildings
from rules.arap.sight.lines import CLEAR, Lines, hull_of
from rules.arap.terrain.ground import TableGround, table_of
from rules.core.modifier import Modifier
from rules.forces.unit import Model, Point, Unit, UnitTurn
from rules.geometry import rings, sight
from rules.geometry.areas import Area
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, is_beyond, is_within
from rules.geometry.sight import Sight
from rules.state import GameState
from rules.table.terrain import Cover, Terrain

AT_EDGE_IN: Final = 0.25
"""A firer whose base is no further than this from a wall fires over it."""

PRONE_IN: Final = 4.0
"""A prone model is hard to hit from further off than this. (ARAP-PRONE-02)"""

GRADES: Final = {"none": 0, "soft": 1, "hard": 2}

PENALTIES: Final = {"none": 0, "soft": -1, "hard": -2}


class CoverOf(NamedTuple):
    """The cover that one model has, and the piece that gives it ("" if it has none or lies down)."""

    kind: Cover = "none"
    piece: str = ""
    area_id: str = ""
    rule: str = ""
    """What gives it, where that is not as usual. (BLD-INTO-02, BLD-OUT-01)"""


OPEN: Final = CoverOf()

PRONE: Final = CoverOf("soft", "lying down")


class UnitCover(NamedTuple):
    """The cover of a unit against one firer: what counts for all of it, and how many have it. (ARAP-HIT-07)"""

    kind: Cover = "none"
    covered: int = 0
    members: int = 0
    piece: str = ""
    area_id: str = ""
    rule: str = ""

    def modifier(self) -> Modifier | None:
        """The change to the goal, by name. (ARAP-HIT-06, ARAP-HIT-07)"""
        if self.kind == "none":
            return None
        if self.piece == PRONE.piece:
            return Modifier(-1, "lying down", "ARAP-PRONE-02")
        whole = self.covered == self.members
        share = "" if whole and self.members == 1 else f", {self.covered} of {self.members} members"
        reason = f"{self.kind} cover, {self.piece}{share}"
        return Modifier(PENALTIES[self.kind], reason, self.rule or ("ARAP-HIT-06" if whole else "ARAP-HIT-07"))


class Covers:
    """Cover of the members of one unit against firers of another, worked out line by line."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._members = lines.target.alive
        self._buildings = building_interface.ask(CoverOfBuildings)
        self._known: dict[tuple[str, str], CoverOf] = {}
        self._owned: dict[Point, set[str]] = {}
        self._stands_in = {m.id: _entered(lines, m) for m in self._members} if not lines.is_open else {}

    def stands_in(self, target: Model) -> Sequence[Terrain]:
        """The pieces in which a model stands and that shelter whoever does."""
        return self._stands_in.get(target.id, ())

    def of_model(self, firer: Model, target: Model) -> CoverOf:
        """The better cover of a model against a firer."""
        known = self._known.get((firer.id, target.id))
        if known is None:
            known = self._known[firer.id, target.id] = self._judged(firer, target)
        return known

    def _judged(self, firer: Model, target: Model) -> CoverOf:
        hull = hull_of(self.lines.state, target)
        if hull is not None:
            return self._of_hull(firer.at, hull, target)
        found = OPEN
        if self.lines.target.leans_to(target) is not None:
            return OPEN
        if not self.lines.is_open:
            house = self.lines.floor_between(firer.at, self.lines.eye_of(firer), target)
            if house is not None:
                return CoverOf("hard", house.name, house.id, "BLD-INTO-02")
            seen = self.lines.sight(firer, target)
            found = self._from_pieces(firer.at, _radius(self.lines.state, firer), target, seen)
        if target.prone and found.kind == "none" and is_beyond(distance(firer.at, target.at), PRONE_IN):
            return PRONE
        return found

    def from_point(self, eye: Point, target: Model) -> CoverOf:
        """The cover of a model from a point on the table, such as the centre of a marker. (ARAP-AREA-05)"""
        if self.lines.is_open:
            return OPEN
        entered = self.stands_in(target)
        if self._lies_bare(eye, target, entered):
            return self._from_pieces(eye, 0.0, target, CLEAR) if entered else OPEN
        seen = self.lines.sight_from(eye, sight.EYE_IN, target)
        return self._from_pieces(eye, 0.0, target, seen)

    def from_burst(self, centre: Point, target: Model) -> CoverOf:
        """The cover of a model from the centre of a marker. (ARAP-AREA-05)

        A wood or rubble covers whoever is in it, wherever the centre lies, but not the one whose base the centre
        touches; walls and other lines cover those on their far side.
        """
        found = self.from_point(centre, target)
        if is_within(distance(centre, target.at), _radius(self.lines.state, target)):
            return found
        inside = (self._given_in(p, centre, target) for p in self.stands_in(target))
        return max((found, *inside), key=lambda c: GRADES[c.kind])

    def _lies_bare(self, eye: Point, target: Model, entered: Sequence[Terrain]) -> bool:
        """Whether nothing is on that line but pieces in which the model stands, none of them deep enough to hide it."""
        if self.lines.is_near_object(eye, target.at):
            return False
        near = self.lines.table.ground.beside(eye, target.at)
        if not near:
            return True
        ids, away = {t.id for t in entered}, distance(eye, target.at)
        return all(a.id in ids and (not a.height or away < a.depth) for a in near)

    def of_unit(self, firer: Model) -> UnitCover:
        """What counts for the whole unit: hard if half have hard cover, else soft if half have any. (ARAP-HIT-07)"""
        return unit_cover([self.of_model(firer, m) for m in self._members])

    def _from_pieces(self, eye: Point, radius: float, target: Model, seen: Sight) -> CoverOf:
        if not seen.crossings and not self.stands_in(target):
            return OPEN
        own = self._owned.get(eye)
        if own is None:
            own = self._owned[eye] = self._own(eye, radius)
        near = [t for t in self.stands_in(target) if t.id not in own]
        for crossing in seen.crossings:
            piece = self.lines.terrain(crossing.area_id)
            if not piece or piece.id in own or not is_within(crossing.from_target_in, piece.cover_behind_in):
                continue
            if _shelters(piece) or (self._buildings.covers_behind(piece) and not self.lines.state.is_older_than("10")):
                near.append(piece)
        best = max((self._given_in(p, eye, target) for p in near), key=lambda c: GRADES[c.kind], default=OPEN)
        for area_id in seen.blocked_by:
            hidden = self._hidden_by(area_id, eye, target.at)
            best = max(best, hidden, key=lambda c: GRADES[c.kind])
        return best

    def _given_in(self, piece: Terrain, eye: Point, target: Model) -> CoverOf:
        """What a piece gives the model against that eye: in a building it may depend on the opening between them."""
        kind = self._buildings.cover(piece, eye, target.at)
        if kind is None:
            return _given(piece)
        return CoverOf(kind, piece.name, piece.id, self._buildings.cited(piece, eye, target.at))

    def _hidden_by(self, area_id: str, eye: Point, at: Point) -> CoverOf:
        """The cover of whoever is hidden by an area: that of the piece, hard behind anything else but smoke."""
        piece = self.lines.terrain(area_id)
        if piece is None:
            return CoverOf("hard", "behind a large object", area_id)
        if smoke.is_shot_into(piece) and piece.look == "smoke":
            return OPEN
        near = self.lines.state.options.get("corners_near")
        corner = self._buildings.at_corner(piece, eye, at) if near else None
        if corner is not None:
            return CoverOf(corner, f"the corner of {piece.name}", piece.id, "BLD-CRNR-02")
        return _given(piece) if piece.cover != "none" else CoverOf("hard", piece.name, piece.id)

    def _own(self, eye: Point, radius: float) -> set[str]:
        """Pieces that a firer stands in or right at the edge of."""
        ground = self.lines.table.ground
        ids = (*ground.areas_at(eye), *ground.near_edge(eye, radius + AT_EDGE_IN)) if radius else ground.areas_at(eye)
        return {t.id for area_id in ids if (t := self.lines.terrain(area_id)) is not None}

    def _of_hull(self, eye: Point, hull: Hull, target: Model) -> CoverOf:
        found = hull_cover(self.lines, eye, hull, target)
        return found.cover if is_within(0.5, found.share) else OPEN


class HullCover(NamedTuple):
    """How much of a hull is hidden from a point, 0 to 1, and the cover that hides most of it. (VEH-COV-01)"""

    share: float
    cover: CoverOf


def hull_cover(lines: Lines, eye: Point, hull: Hull, target: Model) -> HullCover:
    """How much of a hull's visible faces is hidden, and by what. (VEH-COV-01)"""
    if lines.is_open:
        return HullCover(0.0, OPEN)
    vehicle = lines.state.profile(target).hull
    assert vehicle is not None
    box = rings.bounds((eye, *hull.corners()))  # nothing else is between them
    hiding = [
        (Area(a.id, a.points, piece.height_in), _given(piece))
        for a in lines.table.ground.near(box)
        if (piece := lines.table.terrain[a.id]).height_in and piece.cover != "none"
    ]
    others = zip(lines.others, lines.objects, strict=True)
    hiding += [(area, CoverOf("hard", "behind a large object", area.id)) for area, at in others if at.meets(box)]
    blockers = tuple(area for area, _ in hiding)
    share = sight.hidden_fraction(eye, hull, blockers, hull_height=vehicle.height_in) if blockers else 0.0
    if not share:
        return HullCover(0.0, OPEN)
    by_share = [
        (sight.hidden_fraction(eye, hull, (area,), hull_height=vehicle.height_in), GRADES[c.kind], c)
        for area, c in hiding
    ]
    return HullCover(share, max(by_share, key=lambda found: found[:2])[2])


def _radius(state: GameState, model: Model) -> float:
    return state.profile(model).base_radius_in


def _entered(lines: Lines, model: Model) -> tuple[Terrain, ...]:
    """Pieces that shelter a model because it stands in them."""
    table: TableGround = lines.table
    found = (table.terrain[a] for a in table.ground.areas_at(model.at))
    return tuple(t for t in found if t.cover != "none" and not _shelters(t))


def _shelters(piece: Terrain) -> bool:
    """Whether a piece covers those behind it rather than those in it."""
    return piece.cover != "none" and (piece.line or piece.going == "impassable")


def _given(piece: Terrain) -> CoverOf:
    return CoverOf(piece.cover, piece.name, piece.id)


def unit_cover(members: Sequence[CoverOf]) -> UnitCover:
    """The cover of a unit of which each member has that cover. (ARAP-HIT-07)"""
    hard = [c for c in members if c.kind == "hard"]
    some = [c for c in members if c.kind != "none"]
    if members and 2 * len(hard) >= len(members):
        return UnitCover("hard", len(hard), len(members), *_commonest(hard))
    if members and 2 * len(some) >= len(members):
        return UnitCover("soft", len(some), len(members), *_commonest(some))
    return UnitCover("none", len(some), len(members))


def _commonest(covers: Sequence[CoverOf]) -> tuple[str, str, str]:
    """The piece that covers most, the first met on a tie."""
    counts: dict[tuple[str, str, str], int] = {}
    for c in covers:
        counts[c.piece, c.area_id, c.rule] = counts.get((c.piece, c.area_id, c.rule), 0) + 1
    return max(counts, key=lambda k: counts[k])


def of_unit(state: GameState, firer: Unit, target: Unit) -> UnitCover:
    """The cover of a unit against another, from that firer's member that is nearest to it."""
    lines = Lines(state, tuple(m.at for m in firer.alive), target, but=(firer.id,))
    nearest = min(firer.alive, key=lambda m: min(distance(m.at, t.at) for t in target.alive))
    return Covers(lines).of_unit(nearest)


def giver(state: GameState, unit: Unit) -> str:
    """The piece that half of a unit's members or more stand in or right behind, the commonest of several; or "".

    Fleeting targets run from one such piece to another. (ARAP-HIT-10)
    """
    ground = table_of(state).ground
    furthest = max((piece.cover_behind_in for piece in table_of(state).terrain.values()), default=0.0)
    counts: dict[str, int] = {}
    for model in unit.alive:
        for area in ground.near(rings.bounds((model.at,)).grown(furthest)):
            piece = table_of(state).terrain[area.id]
            reach = piece.cover_behind_in if _shelters(piece) else 0.0
            if piece.cover != "none" and is_within(rings.distance_to_ring(area.points, model.at), reach):
                counts[piece.id] = counts.get(piece.id, 0) + 1
    most = max(counts, key=lambda k: counts[k], default="")
    return most if most and 2 * counts[most] >= len(unit.alive) else ""


def last_turn(state: GameState, unit: Unit) -> UnitTurn:
    """The record of the unit's latest player turn that is over: that of its present one does not count yet."""
    return unit.before if unit.side == state.active_side else unit.now


def gone_in(state: GameState, unit: Unit) -> float:
    """Inches that it moved in that turn, of its own will or in flight and pursuit. (ARAP-HIT-08)"""
    record = last_turn(state, unit)
    return record.moved_in + record.fled_in


def fleeting() -> Modifier:
    """What cover is worth to a target that ran to it from another piece. (ARAP-HIT-10)"""
    return Modifier(-1, "target ran from cover to cover", "ARAP-HIT-10")


def is_fleeting(state: GameState, target: Unit, cover: UnitCover) -> bool:
    """Whether the target went to the piece that covers it from another one in its last turn. (ARAP-HIT-10)"""
    return ran_from(state, target, cover.area_id)


def ran_from(state: GameState, target: Unit, piece: str) -> bool:
    """Whether the target came to that piece of cover from another one. (ARAP-HIT-10)"""
    record = last_turn(state, target)
    return bool(record.moved_in and record.was_in_cover and piece) and record.was_in_cover != piece
