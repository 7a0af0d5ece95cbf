"""Swimming: D3+1 inches, at some risk, and getting out on to a jetty. (ARAP-SWIM-01, ARAP-SWIM-02)

Units that need no air move under water, hidden. (ARAP-SWIM-03)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap import rolls
from rules.arap.damage import hazards, wounds_and_saves
from rules.arap.events import ModelsMoved, PointsSpent, placed
from rules.arap.morale import casualties
from rules.arap.movement import climb_common, on_the_way
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import cost, end_of_move, legality
from rules.arap.paths import march as paths_march
from rules.arap.paths.allowance import Pace
from rules.arap.paths.climb import FOOT_IN
from rules.arap.paths.cut_short import affordable
from rules.arap.paths.manners import SWIM
from rules.arap.paths.march import March, march
from rules.arap.paths.turns import Waypoint
from rules.arap.sight import cover as sight_cover
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.lengths import distance, shifted, toward
from rules.progress import Action, Progress
from rules.state import Event, GameState

MISHAP = 1
"""The natural face that drowns swimmers. (ARAP-SWIM-01)"""


class Swim(Action, frozen=True, kw_only=True, tag="Swim"):
    """Swim along a path, for 1 AP: D3+1 inches, read off one D6 for the unit. (ARAP-SWIM-01)

    A natural 1 costs D6 swimmers; a character is lost only if it rolls another 1. The path may begin and end on land,
    which uses up the same inches; to get up on a jetty or quay each model needs an Initiative roll. (ARAP-SWIM-02)
    """

    unit: UnitId
    path: tuple[Waypoint, ...]
    model: ModelId | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may, on which path, through water, within 4 inches, where it ends."""
        refusal = may_act(state, self.side, self.unit, SWIM.points)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "swim") or legality.well_formed(state, unit, self.path, self.model, ())
        if refusal:
            return refusal
        laid, pace = self.laid(state)
        if not swimmers(state, laid):
            text = f"{unit.name} has no water to swim through on this way."
            return Refusal("no-water", text, "ARAP-SWIM-01", "move: 1 AP")
        return (
            legality.blocked(state, laid)
            or legality.too_far(state, unit, laid, pace)
            or legality.in_the_way(state, unit, laid)
            or end_of_move.bad_end(state, unit, laid)
        )

    def laid(self, state: GameState) -> tuple[March, Pace]:
        """The way and what may be spent on it."""
        unit = state.units[self.unit]
        laid = march(state, unit, self.path, gait="swim", model=self.model)
        return laid, paths_allowance.pace_of(state, unit, laid, "swim")

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the water, or on the banks. (ARAP-ACT-08)"""
        unit = state.units.get(self.unit)
        if unit is None or not unit.on_table or legality.well_formed(state, unit, self.path, self.model, ()):
            return 0
        return self.laid(state)[0].extra_ap

    def preview(self, state: GameState) -> Preview:
        """The legs, the chance to get there, the chance of a mishap, and of getting up on a jetty."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not unit.on_table or legality.well_formed(state, unit, self.path, self.model, ()):
            return Preview(ap=SWIM.points, refusal=refusal)
        laid, pace = self.laid(state)
        dearest = cost.dearest(laid, pace.most)
        met = on_the_way.met(state, unit, laid.paths)
        return Preview(
            ap=SWIM.points,
            refusal=refusal,
            legs=cost.legs(laid, dearest),
            spent_in=dearest.spent_in,
            allowance_in=pace.most[dearest.model.id],
            chances=(*_chances(state, laid, pace.chance_of(dearest.spent_in)), *met.chances),
            notes=("Allowance: D3+1″. On a natural 1 swimmers are lost.", *met.notes),
            rules=(*SWIM.rules, *met.rules),
            ghosts=tuple((t.model.id, *t.end, t.turning.final) for t in laid.tracks),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, roll, lose whom the water takes; the others swim on and climb out."""
        unit = progress.state.units[self.unit]
        laid, pace = self.laid(progress.state)
        rules = ("ARAP-ACT-12",)
        progress.emit(PointsSpent(side=self.side, unit=unit.id, points=SWIM.points, action=SWIM.how, rules=rules))
        before = casualties.losses(progress.state, unit.id)
        why = f"{unit.name}: how far it swims"
        die = progress.roll("swim", sense="table", unit=unit.id, why=why, rules=pace.rules).dice[0]
        if die == MISHAP:
            mishap(progress, unit, swimmers(progress.state, laid))
        self._swim_on(progress, laid, max(pace.for_roll(die).values()))
        casualties.test_at_once(progress, unit.id, before)

    def _swim_on(self, progress: Progress, laid: March, allowance: float) -> None:
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        left = self._relaid(progress.state, unit, laid)
        walked = affordable(progress.state, unit, left, dict.fromkeys((m.id for m in unit.alive), allowance))
        walked = end_of_move.settled(progress.state, unit, walked)
        stopped = climb_out(progress, unit, walked)
        placements = tuple(replace(p, at=stopped[p.model]) if p.model in stopped else p for p in walked.placements())
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=placements,
                how=SWIM.how,
                path=walked.poses,
                length_in=round(walked.length_in, 4),
                spent_in=round(max(t.spent_in for t in walked.tracks), 4),
                cover_left="" if unit.now.moved_in else sight_cover.giver(progress.state, unit),
                rules=("ARAP-SWIM-01",),
            )
        )
        hazards.hazards(progress, unit.id, walked.paths)

    def _relaid(self, state: GameState, unit: Unit, laid: March) -> March:
        """The same way for those who are left; another leads if the leader drowned."""
        lead = laid.lead.model
        if any(m.id == lead.id for m in unit.alive):
            return march(state, unit, self.path, gait="swim", model=lead.id)
        other = paths_march.anchor(unit)
        by = (other.at[0] - lead.at[0], other.at[1] - lead.at[1])
        path = tuple(Waypoint(at=shifted(w.at, by), facing=w.facing) for w in self.path)
        return march(state, unit, path, gait="swim", model=other.id)


def swimmers(state: GameState, laid: March) -> list[Model]:
    """The models whose way leads through water in which they are not at home."""
    return [
        t.model
        for t in laid.tracks
        if not any(state.profile(t.model).has(trait) for trait in ground.AT_HOME_IN_WATER)
        and any(s.terrain is not None and s.terrain.going == "water" for leg in t.legs for s in leg.stretches)
    ]


def mishap(progress: Progress, unit: Unit, swimming: Sequence[Model]) -> None:
    """D6 of the swimmers are lost, one alone itself; a character only on a second 1. (ARAP-SWIM-01)"""
    rules = ("ARAP-SWIM-01",)
    ids = [m.id for m in swimming]
    if len(ids) > 1:
        rolled = progress.roll(
            "drown-count", sense="sum", unit=unit.id, why=f"{unit.name}: how many drown", rules=rules
        )
        ids = climb_common.drawn(
            progress, unit, ids, min(rolled.dice[0], len(ids)), f"{unit.name}: whom the water takes", rules
        )
    lost = [m for m in swimming if m.id in ids and _drowns(progress, unit, m)]
    wounds = [m.id for m in lost for _ in range(m.wounds)]
    wounds_and_saves.inflict(progress, wounds, by=None, cause="drowning", rules=rules)


def _drowns(progress: Progress, unit: Unit, model: Model) -> bool:
    if not progress.state.profile(model).has("independent"):
        return True
    rolled = progress.roll(
        "drown-confirm",
        sense="low",
        goal=1,
        unit=unit.id,
        why=f"{tag(model.id)}: a second 1 drowns it",
        rules=("ARAP-SWIM-01",),
    )
    return rolled.passed


# -- getting out ---------------------------------------------------------------------------------------------------


def climbers_out(state: GameState, laid: March) -> Iterator[tuple[Model, Point]]:
    """The models whose way leads from the water on to a jetty or quay, and where they are just before it."""
    for track in laid.tracks:
        for a, b in zip(track.points, track.points[1:], strict=False):
            spot = next((_before(a, b, at) for at, t in ground.entered(state, a, b) if t.landing), None)
            if spot is not None and ground.in_water(state, spot):
                yield track.model, spot
                break


def _before(a: Point, b: Point, at_in: float) -> Point:
    return toward(a, b, max(0.0, at_in - FOOT_IN)) if distance(a, b) else a


def climb_out(progress: Progress, unit: Unit, walked: March) -> dict[ModelId, Point]:
    """Each model needs an Initiative roll; where those stop who fail. (ARAP-SWIM-02)"""
    out = list(climbers_out(progress.state, walked))
    if not out:
        return {}
    why = f"{unit.name}: out of the water"
    passed = rolls.test_each(progress, unit.id, [m for m, _ in out], why=why, rules=("ARAP-SWIM-02",))
    return {m.id: (round(p[0], 4), round(p[1], 4)) for m, p in out if m.id not in passed}


def _chances(state: GameState, laid: March, reaches: Fraction) -> Iterator[Chance]:
    outcomes = [("reaches the end", reaches), ("mishap", chance_low(1))]
    outcomes += [
        ("climbs out", chance_low(i)) for i in dict.fromkeys(state.profile(m).i for m, _ in climbers_out(state, laid))
    ]
    if all(state.profile(m).has("independent") for m in swimmers(state, laid)):
        outcomes.insert(2, ("drowns", chance_low(1) ** 2))  # a character is lost on a second 1
    yield from (Chance(label=label, exact=str(c), value=float(c)) for label, c in outcomes)


# -- under water ---------------------------------------------------------------------------------------------------

UNDERWATER = "underwater"
"""Gills, a supply of air, or no need to breathe."""


def is_under(state: GameState, unit: Unit) -> bool:
    """Whether all of the unit is under water and at home there."""
    return all(state.profile(m).has(UNDERWATER) and ground.in_water(state, m.at) for m in unit.alive)


def dive_or_surface(progress: Progress, unit_id: UnitId) -> None:
    """After a move: hidden once the last member is under water, seen again when the first comes out."""
    state = progress.state
    unit = state.units[unit_id]
    if not unit.alive or not (unit.submerged or state.profile(unit.alive[0]).has(UNDERWATER)):
        return
    under = is_under(state, unit)
    if under != unit.submerged:
        progress.emit(Submerged(side=unit.side, unit=unit_id, under=under, rules=("ARAP-SWIM-03",)))


def notes(state: GameState, unit: Unit, moved: March) -> tuple[str, ...]:
    """What such a move makes of who sees them."""
    after = placed(unit, moved.placements())
    if not after.alive or not (unit.submerged or state.profile(after.alive[0]).has(UNDERWATER)):
        return ()
    under = is_under(state, after)
    if under == unit.submerged:
        return ()
    return (f"{'They go under water, hidden' if under else 'They come out of the water, in sight'}. (ARAP-SWIM-03)",)


class Submerged(Event, frozen=True, kw_only=True, tag="Submerged"):
    """A unit has gone under water, or come up again."""

    under: bool

    def evolve(self, state: GameState) -> GameState:
        """Under water it is hidden."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], hidden=self.under, submerged=self.under))

    def sentence(self, state: GameState) -> str:
        """Down or up."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} {'goes under water' if self.under else 'comes out of the water'}"


ACTIONS: tuple[type[Action], ...] = (Swim,)
EVENTS: tuple[type[Event], ...] = (Submerged,)
