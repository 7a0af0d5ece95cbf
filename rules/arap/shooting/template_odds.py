"""What templates and markers may do to a unit: exact chances, figure by figure. (ARAP-TMPL-03, -04, ARAP-AREA-02, -04)

A template has one die for everybody under it; a shell may come down wherever its scatter dice and direction lead it,
and every such place is looked at. Sources are independent of each other, figures under one of them are not. A hit on
a character may go to somebody of its company, who then takes two at worst. (ARAP-AREA-15)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import hypot, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.arap.damage.wounds_and_saves import unsaved_odds, wound_odds
from rules.arap.shooting.plan import Firing
from rules.arap.sight.cover import PRONE_IN, Covers
from rules.arap.sight.lines import Lines
from rules.arap.templates import look_out_sir, marker, scatter, strip, strip_hits, trenches
from rules.arap.templates.scatter import Shell, stopped
from rules.arap.templates.vehicle_interface import UnderTemplates
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId
from rules.dice.faces import bearing_deg
from rules.dice.odds import Distribution, binomial, certain, chance_low, convolve
from rules.dice.odds.distribution import mixed
from rules.dice.scatter import reduced
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.areas import Ground
from rules.geometry.lengths import TOLERANCE, along, distance, is_beyond, longest_within
from rules.geometry.rings import Bounds
from rules.state import GameState
from rules.table.terrain import Cover

NEVER = Fraction(0)
ALWAYS = Fraction(1)
EVEN = Fraction(1, 2)

Place = tuple[Cover, bool]
"""The cover of a figure under a template, and whether it is burnt through an opening of a house."""


class BurstSource(NamedTuple):
    """One thing that may hurt: the wounds of each figure, the chance that nobody takes one, and how often it comes.

    `hits` is how many figures it hits, wounded or not. (ARAP-SUPP-01)
    """

    wounds: dict[ModelId, Distribution]
    spares: Fraction
    hits: Distribution
    times: int = 1


class Losses(NamedTuple):
    """How many fall on average, and the chance that anybody does; None where figures have several wounds left."""

    mean: Fraction
    any: Fraction | None


def losses(state: GameState, unit: Unit, target: Unit, groups: Sequence[Sequence[Firing]]) -> Losses:
    """What fire with templates or markers among it does to troops."""
    return _together(target, [_source(state, unit, target, f) for group in groups for f in group])


class BurstOutcome(NamedTuple):
    """What a volley with templates or markers does: losses, and how many hits it scores before wounds and saves."""

    losses: Losses
    hits: Distribution


def struck(state: GameState, unit: Unit, target: Unit, groups: Sequence[Sequence[Firing]]) -> BurstOutcome:
    """Losses, and the hits that a suppression test goes by. (ARAP-SUPP-01)"""
    sources = [_source(state, unit, target, f) for group in groups for f in group]
    return BurstOutcome(_together(target, sources), convolve(s.hits for s in sources for _ in range(s.times)))


class BurstVolley(NamedTuple):
    """Fire from and at places of its own: chargers stand elsewhere when they are burnt than when they set out."""

    state: GameState
    target: Unit
    firings: Sequence[Firing]


def losses_together(unit: Unit, volleys: Sequence[BurstVolley]) -> Losses:
    """What several volleys at the same figures do to them before any of them falls. (ARAP-STAND-05)"""
    sources = [_source(v.state, unit, v.target, f) for v in volleys for f in v.firings]
    return _together(volleys[0].target, sources)


class ScatteredShell(NamedTuple):
    """One with a scatter of its own: inches by the ways in which its dice fall, and in how many of them it is lost."""

    firing: Firing
    falls: Mapping[float, int]
    lost: int = 0


def struck_by_shells(state: GameState, unit: Unit, target: Unit, shells: Sequence[ScatteredShell]) -> BurstOutcome:
    """What several do that scatter round their aims each by dice of its own. (ARAP-AREA-02, ARAP-AREA-04)"""
    shots = ((shell, _Shot(state, target, shell.firing)) for shell in shells)
    sources = [_marker(state, unit, target, s.firing, shot, s.falls, lost=s.lost) for s, shot in shots]
    return BurstOutcome(_together(target, sources), convolve(s.hits for s in sources for _ in range(s.times)))


def of_shell(state: GameState, unit: Unit, target: Unit, firing: Firing, scatter: Mapping[float, int]) -> BurstOutcome:
    """The same of a shell whose scatter is thrown by dice of its own: inches by the ways in which they fall."""
    return struck_by_shells(state, unit, target, [ScatteredShell(firing, scatter)])


def _together(target: Unit, sources: Sequence[BurstSource]) -> Losses:
    mean = sum((_falls(m, sources) for m in target.alive), start=NEVER)
    if any(m.wounds > 1 for m in target.alive):
        return Losses(mean, None)
    return Losses(mean, 1 - prod((each.spares**each.times for each in sources), start=ALWAYS))


def _falls(model: Model, sources: Iterable[BurstSource]) -> Fraction:
    """The chance that a figure takes as many wounds as it has left."""
    found = [(s.wounds[model.id], s.times) for s in sources if model.id in s.wounds]
    if model.wounds == 1:
        return 1 - prod((each.chance(0) ** times for each, times in found), start=ALWAYS)
    return convolve(each for each, times in found for _ in range(times)).at_least(model.wounds)


def _hurt(state: GameState, target: Unit, firing: Firing) -> dict[ModelId, Fraction]:
    """The chance that a hit costs each figure a wound."""
    return {
        m.id: wound_odds(profile, firing.strength, close=firing.close)
        * unsaved_odds(profile, firing.weapon.ap, grounded=target.gone_to_ground)
        for m in target.alive
        for profile in (state.profile(m),)
    }


def _source(state: GameState, unit: Unit, target: Unit, firing: Firing) -> BurstSource:
    shot = _Shot(state, target, firing)
    if firing.strip is not None:
        return _template(state, target, firing, shot)
    if firing.weapon.marker_in:
        falls = _lengths(firing, unit, target, seven=marker.sevens(state))
        return _marker(state, unit, target, firing, shot, falls)
    each = chance_low(firing.goal) / len(shot.hurt)
    shares = {model: each * chance for model, chance in shot.hurt.items()}
    wounds = {model: binomial(1, share) for model, share in shares.items()}
    return BurstSource(
        wounds, 1 - sum(shares.values(), start=NEVER), binomial(1, chance_low(firing.goal)), firing.shots
    )


class _Shot:
    """What one template or shell does, case by case: who is hit with which chance, and who is wounded in the end."""

    def __init__(self, state: GameState, target: Unit, firing: Firing) -> None:
        self.hurt = _hurt(state, target, firing)
        self._takers = look_out_sir.takers(state, target)
        self._spares = NEVER
        self._found: dict[tuple[ModelId, int], Fraction] = defaultdict(Fraction)
        self._hit: dict[tuple[Fraction, ...], Fraction] = defaultdict(Fraction)

    def case(self, chance: Fraction, hit: Mapping[ModelId, Fraction]) -> None:
        """One case with its chance, and that of each figure to be hit in it, by dice of his own."""
        taken: dict[ModelId, list[Fraction]] = {}
        self._hit[tuple(sorted(hit.values()))] += chance
        spared = ALWAYS
        for model, struck in hit.items():
            ends = {taker: struck * share * self.hurt[taker] for taker, share in self._ends(model)}
            spared *= 1 - sum(ends.values(), start=NEVER)
            for taker, wounded in ends.items():
                taken.setdefault(taker, []).append(wounded)
        self._spares += chance * spared
        for model, each in taken.items():
            for count, share in enumerate(_counts(each)):
                self._found[model, count] += chance * share

    def _ends(self, model: ModelId) -> Iterator[tuple[ModelId, Fraction]]:
        """Who takes a hit on a figure, each with his share. (ARAP-AREA-15)"""
        takers = self._takers.get(model, ())
        passed = chance_low(look_out_sir.PASSES) if takers else NEVER
        yield model, 1 - passed
        for taker in takers:
            yield taker, passed / len(takers)

    def source(self, times: int = 1) -> BurstSource:
        """All its cases together."""
        cases: dict[ModelId, list[tuple[Fraction, Distribution]]] = {}
        for (model, count), chance in self._found.items():
            cases.setdefault(model, []).append((chance, certain(count)))
        wounds = {
            m: mixed([*each, (1 - sum((c for c, _ in each), start=NEVER), certain(0))]) for m, each in cases.items()
        }
        return BurstSource(wounds, self._spares, mixed((c, _hits(each)) for each, c in self._hit.items()), times)


@lru_cache(maxsize=512)
def _hits(chances: tuple[Fraction, ...]) -> Distribution:
    """How many figures are hit, each by a die of its own."""
    return convolve(binomial(n, each) for each, n in Counter(chances).items())


def _counts(chances: Sequence[Fraction]) -> Sequence[Fraction]:
    """The chance of each count of wounds that may be taken, one by one with these chances."""
    if len(chances) == 1:
        return (1 - chances[0], chances[0])
    return convolve(binomial(1, each) for each in chances).chances


def _template(state: GameState, target: Unit, firing: Firing, shot: _Shot) -> BurstSource:
    """One die against BS, its margin deciding cover; after a miss a die for each figure. (ARAP-TMPL-03, -04)"""
    assert firing.strip is not None
    covered = strip.under(state, firing.strip, firing.model, firing.beyond, aim=firing.aim)
    under: dict[ModelId, Place] = {u.model: (u.cover, u.indoors) for u in covered if u.unit == target.id}
    cases = _cases(firing.goal, basic=state.option("template_miss_in_buildings") == "basic")
    for chance, hit in cases:
        shot.case(chance, {model: hit[place] for model, place in under.items()})
    return shot.source()


@cache
def _cases(goal: int, *, basic: bool) -> tuple[tuple[Fraction, dict[Place, Fraction]], ...]:
    """What the one die of a template may bring: its chance, and that of a figure to be hit by cover and place.

    In a house whom the die does not hit is hit on even odds; `basic` has misses as in the open. (BLD-TMPL-05)
    """
    through = {cover: chance_low(goal - margin) for cover, margin in strip.BEHIND.items()}
    second = {cover: Fraction(bound, 6) for cover, bound in strip_hits.SECOND_CHANCE.items()}
    found = []
    order: tuple[Cover, ...] = ("hard", "soft", "none")
    better = NEVER
    for n, cover in enumerate(order):
        reached = {c: ALWAYS if c in order[n:] else NEVER for c in order}
        indoors = {c: max(share, EVEN) for c, share in reached.items()}
        found.append((through[cover] - better, _by_place(reached, indoors)))
        better = through[cover]
    missed = second if basic else dict.fromkeys(order, EVEN)
    return (*found, (1 - through["none"], _by_place(second, missed)))


def _by_place(open_air: dict[Cover, Fraction], indoors: dict[Cover, Fraction]) -> dict[Place, Fraction]:
    return {(c, inside): share for inside, of in ((False, open_air), (True, indoors)) for c, share in of.items()}


# -- markers -------------------------------------------------------------------------------------------------------

Caught = tuple[tuple[ModelId, Cover], ...]
"""Who is under a marker, each with his cover against it."""

HIT_IN: Final[dict[Cover, Fraction]] = {"none": ALWAYS, **{c: Fraction(n, 6) for c, n in marker.ESCAPES.items()}}
"""The chance that a figure under a marker is hit. (ARAP-AREA-04)"""


def _marker(
    state: GameState,
    unit: Unit,
    target: Unit,
    firing: Firing,
    shot: _Shot,
    falls: Mapping[float, int],
    lost: int = 0,
) -> BurstSource:
    """Every place where the shell may come down, with whom its marker covers there. (ARAP-AREA-02 to -05, -07)

    `lost` is in how many ways it comes down nowhere: a brick that misses. (ARAP-GREN-06)
    """
    around = _Around(state, unit, target, firing, max(falls))
    found: Counter[Caught] = Counter()
    for length, pairs in falls.items():
        for caught, directions in around.in_all_directions(length):
            found[caught] += pairs * directions
    places = (sum(falls.values()) + lost) * 360
    if lost:
        shot.case(Fraction(lost * 360, places), {})
    for caught, weight in found.items():
        shot.case(Fraction(weight, places), {model: HIT_IN[cover] for model, cover in caught})
    return shot.source(firing.shots)


def _lengths(firing: Firing, unit: Unit, target: Unit, *, seven: bool) -> Counter[float]:
    """How far the shell scatters, in inches, by how many of the 36 pairs of dice. (ARAP-AREA-02, -03)"""
    away = distance(firing.model.at, firing.aim.at)
    shell = Shell(firing.model, unit, firing.weapon, firing.aim.at, target.id, firing.modifiers, away)
    most = away / 2 if shell.is_limited else float("inf")
    pairs = ((a, b) for a in range(1, 7) for b in range(1, 7))
    found = (reduced(a, b, 360, firing.goal, seven_is_hit=seven).distance_in for a, b in pairs)
    return Counter(min(float(inches), most) for inches in found)


class _Around:
    """The ground round an aim: who is under a marker wherever it falls, and what shelters him there."""

    def __init__(self, state: GameState, unit: Unit, target: Unit, firing: Firing, most: float) -> None:
        carried = next((c for c in ask(state, UnderTemplates).on_hulls(state) if c.unit.id == target.id), None)
        self.worn = carried.cover if carried else None
        target = carried.unit if carried else target
        self.state, self.target, self.firer, self.aim = state, target, firing.model, firing.aim.at
        x, y = firing.aim.at
        far = most + firing.weapon.marker_in
        corners = ((x - far, y - far), (x + far, y + far))
        self.lines = Lines(state, (firing.model.at, *corners), target)
        self.covers = Covers(self.lines)
        box = rings.bounds((firing.model.at, *corners))
        lobbed = firing.weapon.is_lobbed or firing.weapon.is_thrown or firing.weapon.type == "bomb"
        tall = Ground(() if lobbed else scatter.obstacles(state, unit.id, box))
        # No flight to where it may come down leaves the aim's line by more than its scatter.
        self.tall = Ground(tall.beside(firing.model.at, firing.aim.at, most + TOLERANCE))
        self.trenches = trenches.has_any(state)
        radius = firing.weapon.marker_in / 2
        self.reach = [(m, *m.at, longest_within(radius + state.profile(m).body_radius_in)) for m in target.alive]
        self.prone = {m.id for m in target.alive if m.prone and is_beyond(distance(firing.model.at, m.at), PRONE_IN)}
        self.open = [self._in_the_open(m) for m, *_ in self.reach]
        self.shelters = [self._shelters(m, longest) for m, _, _, longest in self.reach]
        given = zip(self.reach, self.open, self.shelters, strict=True)
        self.known = {m.id: cover for (m, *_), cover, boxes in given if not (self.trenches or boxes)}
        self.places = np.array([(x, y) for _, x, y, _ in self.reach])
        self.longest = np.array([longest for *_, longest in self.reach])

    def in_all_directions(self, length: float) -> Iterator[tuple[Caught, int]]:
        """Whoever is caught where it scatters so far, each with how many of the 360 directions lead there."""
        if not length:
            yield self.caught(_directions()[0], 0.0), len(_directions())
        elif self.tall.areas or self.trenches:
            yield from Counter(self.caught(step, length) for step in _directions()).items()
        else:
            yield from self._freely(length)

    def _freely(self, length: float) -> Iterator[tuple[Caught, int]]:
        """The same where nothing stops it on its way: all directions at once, and only those in doubt one by one."""
        falls = np.array(self.aim) + np.array(_directions()) * length
        away = np.hypot(*(falls[:, None, :] - self.places[None, :, :]).transpose(2, 0, 1))
        inside = away <= self.longest
        close = np.abs(away - self.longest) < _CLOSE_CALL
        single = (close | (inside & self._maybe_sheltered(falls))).any(axis=1)
        for row in np.flatnonzero(single):
            yield self.caught(_directions()[int(row)], length), 1
        for who, directions in Counter(map(bytes, np.packbits(inside[~single], axis=1))).items():
            under = np.unpackbits(np.frombuffer(who, dtype=np.uint8), count=len(self.reach))
            figures = zip(self.reach, self.open, under, strict=True)
            yield tuple([(m.id, cover) for (m, *_), cover, is_in in figures if is_in]), directions

    def _maybe_sheltered(self, falls: NDArray[np.float64]) -> NDArray[np.bool_]:
        """For each of those places and each figure, whether anything that could give cover may lie between them."""
        found = np.zeros((len(falls), len(self.reach)), dtype=bool)
        for n, (at, boxes) in enumerate(zip(self.places, self.shelters, strict=True)):
            low, high = np.minimum(falls, at), np.maximum(falls, at)
            for left, top, right, bottom in boxes:
                beside = (left <= high[:, 0]) & (low[:, 0] <= right) & (top <= high[:, 1]) & (low[:, 1] <= bottom)
                found[:, n] |= beside
        return found

    def _shelters(self, model: Model, longest: float) -> tuple[Bounds, ...]:
        """The rectangles round all that could give cover and is so near to a figure as a marker that reaches it."""
        if self.worn is not None or self.lines.is_open:
            return ()
        near = rings.bounds((model.at,)).grown(longest + TOLERANCE)
        if self.covers.stands_in(model):
            return (near,)  # whatever lies between
        ground = (rings.bounds(area.points) for area in self.lines.table.ground.near(near))
        return (*ground, *(box for box in self.lines.objects if near.meets(box)))

    def _in_the_open(self, model: Model) -> Cover:
        return self.worn if self.worn is not None else "soft" if model.id in self.prone else "none"

    def caught(self, step: Point, length: float) -> Caught:
        """Who is under a marker that scatters so far that way, unless something stops it on its way."""
        at = (self.aim[0] + step[0] * length, self.aim[1] + step[1] * length)
        if self.tall.areas:
            at = stopped(self.firer.at, at, self.tall.beside(self.firer.at, at)) or at
        trench = trenches.trench_at(self.state, at) if self.trenches else None
        left, top = at
        found = [m for m, x, y, longest in self.reach if hypot(x - left, y - top) <= longest]
        if trench is not None:
            found = [m for m, *_ in self.reach if m in found or marker.shares(self.state, trench, at, m)]
        return tuple([(m.id, self._cover(at, m)) for m in found])

    def _cover(self, at: Point, model: Model) -> Cover:
        known = self.known.get(model.id)
        if known is not None:
            return known
        if self.worn is not None or self.lines.is_open:
            return self._in_the_open(model)
        return marker.sheltered(self.covers, at, self.target, model, self.firer).cover


_CLOSE_CALL: Final = 1e-6
"""Inches: nearer to its limit than that a length is measured by itself, as everywhere else."""


@cache
def _directions() -> tuple[tuple[float, float], ...]:
    """One inch in each direction of the D360."""
    return tuple(along((0.0, 0.0), bearing_deg(face), 1.0) for face in range(1, 361))
