"""What climbing, rappelling, jumping and leaping have in common: a unit's way over faces and gaps, and its tests.

Formation is kept as far as it goes; each model stops where its own allowance ends, and may hang on the face there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rules.arap import building_interface, rolls
from rules.arap.damage import falls, hazards, wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.morale import casualties
from rules.arap.movement.building_interface import Passages
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import cost, end_of_move, legality
from rules.arap.paths import march as paths_march
from rules.arap.paths.allowance import Pace
from rules.arap.paths.climb import Footing, Walker
from rules.arap.paths.manners import Manner
from rules.arap.paths.march import March, Track
from rules.arap.paths.turns import Waypoint
from rules.arap.rolls import grouped
from rules.arap.sight import cover as sight_cover
from rules.arap.terrain import ground
from rules.arap.terrain.levels import LevelStep
from rules.core import kept
from rules.core.ids import ModelId, TerrainId
from rules.core.preview import Chance, Leg
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.facings import normalise
from rules.geometry.lengths import TOLERANCE, along, distance
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

BACK_OFF_IN: Final = 0.25
"""A model whose place is taken stops so much earlier, as often as it takes."""

_ASIDE_IN: Final = 0.5
_TURNS: Final = tuple(range(0, 360, 30))


class Ascent(NamedTuple):
    """A unit's way laid out, and what may be spent on it."""

    unit: Unit
    way: Manner
    march: March
    pace: Pace

    def allowances(self, rolled: Mapping[ModelId, float] | None = None) -> dict[ModelId, float]:
        """Inches of each model: its own or what the dice say; a jump pack's reach. (ARAP-CLIMB-04, -09)"""
        if self.way.reach_in is not None:
            return dict.fromkeys(self.pace.own, self.way.reach_in)
        return dict(rolled if rolled is not None else self.pace.most)


def lay_out(
    state: GameState, order: object, unit: Unit, path: Sequence[Waypoint], way: Manner, lead: ModelId | None
) -> Ascent:
    """The way asked for; kept, since check, preview and act look at it again and again."""

    def ascent() -> Ascent:
        laid = paths_march.march(state, unit, path, model=lead)
        return Ascent(unit, way, laid, paths_allowance.pace_of(state, unit, laid, "move"))

    return kept.lately(state, "ascent", order, ascent)


def face_of(state: GameState, model: Model) -> Terrain | None:
    """What a hanging model hangs on."""
    return next((t for t in state.terrain if t.id == model.on_face), None) if model.on_face else None


def widest_jump(state: GameState, unit: Unit, model: Model) -> float:
    """The widest gap that a model may jump: its move less an inch, unless the host says otherwise.

    Natural jumpers have no limit but their move. (ARAP-JUMP-02, ARAP-JUMP-03)
    """
    if leaps_by_nature(state, unit, model):
        return float("inf")
    said = next((t.partition(":")[2] for t in unit.tags if t.startswith("jump-max:")), "")
    try:
        return float(said)
    except ValueError:
        return paths_allowance.basic_move(state, unit, model) - 1


def leaps_by_nature(state: GameState, unit: Unit, model: Model) -> bool:
    """Whether jumping is how it gets about. (ARAP-JUMP-03)"""
    return state.profile(model).has("jumper") or "jumper" in unit.tags


def footing(state: GameState, ascent: Ascent, track: Track, allowance: float, *, holds: bool = True) -> Footing:
    """Where one model ends with that much allowance."""
    widest = widest_jump(state, ascent.unit, track.model)
    face = face_of(state, track.model)
    return Walker(track, allowance, ascent.way, holds=holds, face=face, widest_jump=widest).walk()


def tries(state: GameState, ascent: Ascent, allowances: Mapping[ModelId, float]) -> tuple[Footing, ...]:
    """Where each model would end if all goes well, whoever else is there."""
    return tuple(footing(state, ascent, t, allowances[t.model.id]) for t in ascent.march.tracks)


def ends(
    state: GameState, ascent: Ascent, allowances: Mapping[ModelId, float], failed: Collection[ModelId] = ()
) -> tuple[Footing, ...]:
    """Where each model ends, the foremost first to take its place; who finds its place taken stops earlier."""
    found = {
        t.model.id: footing(state, ascent, t, allowances[t.model.id], holds=t.model.id not in failed)
        for t in ascent.march.tracks
    }
    foremost = sorted(found.values(), key=_place_in_line)
    taken: list[Track] = []
    for one in foremost:
        kept = _with_room(state, ascent, one, allowances[one.model.id], taken, holds=one.model.id not in failed)
        found[kept.model.id] = kept
        taken.append(_stood(kept))
    return tuple(found.values())


def _place_in_line(found: Footing) -> float:
    """How far back it starts, seen in the direction of the whole way."""
    (x1, y1), (x2, y2) = found.track.points[0], found.track.points[-1]
    return round(-(x1 * (x2 - x1) + y1 * (y2 - y1)), 6)


def _stood(found: Footing) -> Track:
    return found.track._replace(points=(found.track.points[0], found.at))


def _with_room(
    state: GameState, ascent: Ascent, first: Footing, allowance: float, taken: Sequence[Track], *, holds: bool
) -> Footing:
    if first.landing is not None:
        return _set_aside(state, ascent, first, taken)
    tried, left = first, allowance
    while _is_taken(state, ascent, tried, taken) and left > 0:
        left -= BACK_OFF_IN
        tried = footing(state, ascent, first.track, max(0.0, left), holds=holds)
    return tried


def _is_taken(state: GameState, ascent: Ascent, found: Footing, taken: Sequence[Track]) -> bool:
    laid = ascent.march._replace(tracks=(*taken, _stood(found)))
    return found.has_moved and end_of_move.bad_place(state, ascent.unit, laid) is not None


def _set_aside(state: GameState, ascent: Ascent, found: Footing, taken: Sequence[Track]) -> Footing:
    """A faller comes down beside whoever lies there already, on the same ground."""
    level = ground.height_at(state, found.at)
    for place in (found.at, *_around(found.at)):
        moved = found._replace(at=place, landing=place if found.at == found.landing else found.landing)
        if abs(ground.height_at(state, place) - level) < TOLERANCE and not _is_taken(state, ascent, moved, taken):
            return moved
    return found


def _around(at: Point) -> Iterator[Point]:
    for ring in (1, 2, 3):
        yield from (along(at, turn, ring * _ASIDE_IN) for turn in _TURNS)


def legs(ascent: Ascent) -> Iterator[Leg]:
    """The leader's legs for the preview; gaps to be jumped cost nothing that could be read off. (ARAP-JUMP-02)"""
    lead = ascent.march.lead
    for n, (end, leg) in enumerate(zip(lead.points[1:], lead.legs, strict=True)):
        paid = [s for s in leg.steps if _is_paid(ascent.way, s)]
        ground_in = leg.cost_between(0.0, leg.length_in) + lead.turning.costs[n] + lead.extras[n]
        priced = (f"{cost.in_words(s)} {s.cost_in:.3g}″" for s in paid)
        yield Leg(
            to=end, length_in=leg.length_in, cost_in=ground_in + sum(s.cost_in for s in paid), reason="; ".join(priced)
        )


def _is_paid(way: Manner, step: LevelStep) -> bool:
    if way.pays == "steps" and (step.kind == "face" or step.terrain.depth_in):
        return False
    return way.pays != "nothing" and step.cost_in > 0


# -- refusals ------------------------------------------------------------------------------------------------------


def may_scale(state: GameState, unit: Unit) -> Refusal | None:
    """Refuse whoever cannot use hands and feet; hanging is no hindrance. (ARAP-CLIMB-04)"""
    return legality.may_go(state, unit, "climb")


def barred(state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Refusal | None:
    """Refuse a way through water or barred ground, through enemies, or over a face that this manner does not pass."""
    for one in found:
        for leg in one.track.legs[: one.leg + 1]:
            if leg.closed is not None:
                text = f"{tag(one.model.id)} cannot pass {leg.closed.called}."
                return Refusal("impassable", text, "ARAP-TERR-01", "a way that leads round it")
        if one.stopped_by is not None:
            return legality.too_steep(state, one.model, one.stopped_by)
    gone = tuple(f.track._replace(points=f.path) for f in found)
    return legality.in_the_way(state, ascent.unit, ascent.march._replace(tracks=gone))


def crowded(state: GameState, ascent: Ascent) -> Refusal | None:
    """Refuse more than a window or hole lets through, over its sill as on the flat. (BLD-DOOR-06, BLD-MOUSE-02)"""
    if state.is_older_than("13") or not state.interiors:
        return None
    ways = _gone(ends(state, ascent, ascent.allowances()))
    return building_interface.ask(Passages).crowded(state, ascent.unit, ways)


def notes_of_passages(state: GameState, ascent: Ascent, found: Sequence[Footing]) -> Sequence[str]:
    """How much of a window or hole is used up, and who bunches in it. (BLD-DOOR-05, BLD-DOOR-06, BLD-MOUSE-02)"""
    if state.is_older_than("13") or not state.interiors:
        return ()
    return building_interface.ask(Passages).notes(state, ascent.unit, _gone(found))


def _gone(found: Sequence[Footing]) -> dict[ModelId, Sequence[Point]]:
    return {f.model.id: f.path for f in found if f.has_moved}


# -- what happens --------------------------------------------------------------------------------------------------


def parties(state: GameState, models: Sequence[Model]) -> list[list[Model]]:
    """Who tests together: the unit as one, each character alone. (ARAP-CLIMB-04)"""
    alone = [[m] for m in models if state.profile(m).has("independent")]
    rest = [m for m in models if not state.profile(m).has("independent")]
    return [*([rest] if rest else []), *alone]


def party_chances(state: GameState, found: Sequence[Footing], label: str) -> tuple[Chance, ...]:
    """The chance of each party that has to test."""
    chances = []
    risking = parties(state, [f.model for f in found if f.risk is not None])
    for party in risking:
        chance = rolls.chance(state, party)
        who = label if len(risking) == 1 else f"{label}, {state.profile(party[0]).name}"
        chances.append(Chance(label=who, exact=str(chance), value=float(chance)))
    return tuple(chances)


def stakes(state: GameState, found: Sequence[Footing]) -> Iterator[str]:
    """For each height and kind of model among those who risk a fall: its hits, and the chance that they hurt.

    (ARAP-FALL-01, ARAP-FALL-03, BLD-FALL-03)
    """
    parts: dict[str, None] = {}
    for one in found:
        if one.risk is not None:
            braced = wounds_and_saves.is_braced(state, state.find_model(one.model.id)[0])
            height = round(one.risk.fall_in, 2)
            parts[stake(state.profile(one.model), height, _off_structure(one), braced=braced)] = None
    yield from parts


def stake(profile: Profile, fall_in: float, off_structure: bool, *, braced: bool = False) -> str:
    """What such a model risks that may fall so far. (ARAP-FALL-01, ARAP-FALL-03)"""
    odds = float(wounds_and_saves.fall_odds(profile, fall_in, off_structure=off_structure, braced=braced))
    lies = " and is prone" if falls.is_far(fall_in) else ""
    hits = f"D3 hits at Strength {falls.strength(fall_in)}"
    return f"Who falls {fall_in:.3g}″ takes {hits}{lies}: {odds:.0%} lose a wound. (ARAP-FALL-01)"


def test_parties(progress: Progress, unit: Unit, found: Sequence[Footing], rules: Sequence[str]) -> set[ModelId]:
    """One test for each party; of one that fails going down D6 members fall. Who fails. (ARAP-CLIMB-04, -10)"""
    risks = {f.model.id: f.risk for f in found if f.risk is not None}
    failed: set[ModelId] = set()
    for party in parties(progress.state, [f.model for f in found if f.risk is not None]):
        why = f"{unit.name}: holding on" if len(party) > 1 else f"{tag(party[0].id)}: holding on"
        if rolls.test(progress, unit.id, party, why=why, rules=rules):
            continue
        stuck = {m.id for m in party if risks[m.id].kind == "up"}
        if stuck:
            text = f"{unit.name if len(party) > 1 else tag(party[0].id)} finds no hold and rises no further"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("ARAP-CLIMB-04",)))
        failed |= stuck
        falling = [m.id for m in party if risks[m.id].kind == "down"]
        failed |= set(_fallers(progress, unit, falling))
    return failed


def _fallers(progress: Progress, unit: Unit, members: Sequence[ModelId]) -> Sequence[ModelId]:
    """D6 of those on the face, drawn at random; one alone falls itself. (ARAP-CLIMB-10)"""
    if len(members) <= 1:
        return members
    rules = ("ARAP-CLIMB-10",)
    rolled = progress.roll("fall-count", sense="sum", unit=unit.id, why=f"{unit.name}: how many fall", rules=rules)
    count = min(rolled.dice[0], len(members))
    return drawn(progress, unit, members, count, f"{unit.name}: who falls", rules)


def drawn(
    progress: Progress, unit: Unit, members: Sequence[ModelId], count: int, why: str, rules: Sequence[str]
) -> list[ModelId]:
    """So many of the members, each once, at random; all of them need no dice."""
    left = list(members)
    if count >= len(left):
        return left
    return [left.pop(progress.pick(len(left), unit=unit.id, why=why, rules=rules)) for _ in range(count)]


def carry_out(
    progress: Progress,
    ascent: Ascent,
    found: Sequence[Footing],
    rules: Sequence[str],
    failed: Collection[ModelId] = (),
) -> None:
    """Models move, fallers fall, and those who fell no further than 3 inches go on. (ARAP-FALL-03, ARAP-TERR-03)

    Where nobody climbs, because all of them `failed`, it is logged as a plain move.
    """
    unit = ascent.unit
    before = casualties.losses(progress.state, unit.id)
    fallers = [f for f in found if f.landing is not None]
    going = [f for f in found if f.landing is None]
    climbs = ascent.way.up != "hands" or not all(f.model.id in failed for f in going)
    _move(progress, ascent, going, rules, how=ascent.way.how if climbs else "move")
    if not progress.state.is_older_than("13"):
        building_interface.ask(Passages).passed(progress, unit, _gone(going))
    for (height, off), group in grouped(((_height(f), _off_structure(f)), f) for f in fallers).items():
        landings = {f.model.id: f.landing for f in group if f.landing is not None}
        models = list(landings)
        wounds_and_saves.fall(progress, unit.id, models, height, landings=landings, off_structure=off, rules=rules)
    alive = {m.id for m in progress.state.units[unit.id].alive}
    going_on = [f for f in fallers if f.model.id in alive and f.landing is not None and _goes_on(f, f.landing)]
    _move(progress, ascent, going_on, ("ARAP-FALL-03",), how=ascent.way.how)
    hazards.hazards(progress, unit.id, {f.model.id: f.path for f in found if f.model.id in alive})
    casualties.test_at_once(progress, unit.id, before)


def _goes_on(found: Footing, landing: Point) -> bool:
    return distance(found.at, landing) > TOLERANCE or found.on_face != TerrainId("")


def _height(found: Footing) -> float:
    return found.risk.fall_in if found.risk is not None else 0.0


def _off_structure(found: Footing) -> bool:
    return found.risk is not None and found.risk.step.terrain.is_structure


def _move(progress: Progress, ascent: Ascent, found: Sequence[Footing], rules: Sequence[str], *, how: str) -> None:
    moved = [f for f in found if f.has_moved]
    if not moved:
        return
    unit = progress.state.units[ascent.unit.id]
    lead = next((f for f in moved if f.model.id == ascent.march.anchor), moved[0])
    facings = (lead.model.facing, *lead.track.turning.facings)
    path = tuple((x, y, facings[min(n, len(facings) - 1)]) for n, (x, y) in enumerate(lead.path))
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(placement(f) for f in moved),
            how=how,
            path=path,
            length_in=round(sum(distance(a, b) for a, b in zip(lead.path, lead.path[1:], strict=False)), 4),
            spent_in=round(max(f.spent_in for f in moved), 4),
            cover_left="" if unit.now.moved_in else sight_cover.giver(progress.state, unit),
            rules=tuple(rules),
        )
    )


def placement(found: Footing) -> Placement:
    """Where a model ends, as an event has it."""
    x, y = found.at
    return Placement(
        model=found.model.id,
        at=(round(x, 4), round(y, 4)),
        facing=normalise(round(found.facing, 2)),
        on_face=found.on_face,
        level_in=found.level_in,
    )
