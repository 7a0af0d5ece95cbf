"""What fire would do to troops, worked out from numbers alone: no table is needed. (ARAP-SHOOT-01, ARAP-HIT-01)

The same goals, modifiers and odds as in play: `to_hit.named`, `hurting`, `casualties`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, lcm
from typing import Final, NamedTuple

from rules.arap.damage.wounds_and_saves import Save, goal_against, save_goal, unsaved_odds
from rules.arap.morale import suppression
from rules.arap.shooting import to_hit
from rules.arap.shooting.odds import wounding
from rules.arap.shooting.planner import SMOKE_LOSS, SMOKE_STRENGTH
from rules.arap.shooting.to_hit import Circumstances
from rules.arap.shooting.vehicle_interface import OwnScatter
from rules.arap.sight import cover as sight_cover
from rules.arap.sight.cover import PENALTIES
from rules.arap.templates import marker, strip, strip_hits
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.dice.odds import (
    CasualtiesTest,
    Distribution,
    binomial,
    casualties,
    casualties_test_odds,
    chance_2d6_low,
    chance_low,
    convolve,
)
from rules.dice.odds.distribution import mixed
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon, strengths_of
from rules.table.terrain import Cover

ALWAYS: Final = Fraction(1)
NEVER: Final = Fraction(0)


class Fire(NamedTuple):
    """Like shots: the weapon, how many, by what skill, under which circumstances.

    Of a template or marker `shots` are the figures under it. `cover` is the target's against these shots; `fleeting` if
    it ran there from another piece. `close` is short range, `near` under half range.
    """

    weapon: Weapon
    shots: int = 1
    skill: int = 3
    found: Circumstances = Circumstances()
    cover: Cover = "none"
    fleeting: bool = False
    close: bool = True
    near: bool = False
    smoke: bool = False
    sevens: bool = False
    """Whether a total of 7 is a direct hit of a shell. (ARAP-SCAT-03)"""
    extra: tuple[Modifier, ...] = ()
    """Modifiers that are not of ARAP-HIT-02."""
    twice: bool = False
    """Each miss is thrown once more. (TRI-FIRE-08)"""
    own_scatter: OwnScatter | None = None
    """By which dice a shell scatters, if not by those of people on foot. (TRI-ORD-04)"""

    @property
    def strength(self) -> int | None:
        """The weapon's strength; a laser loses some in smoke, or does not carry at all. (ARAP-HIT-09)"""
        if not self.smoke or not self.weapon.has("laser"):
            return self.weapon.strength
        return self.weapon.strength - SMOKE_LOSS if self.weapon.strength >= SMOKE_STRENGTH else None


class Troops(NamedTuple):
    """Like members of one unit: the profile, how many stand, the wounds that each has left."""

    profile: Profile
    models: int
    wounds: int
    grounded: bool = False
    started: int = 0
    """How many there were at the start of the turn; 0 for as many as stand."""


class TroopLine(NamedTuple):
    """What one kind of fire needs, and the chances of one shot at each step."""

    fire: Fire
    goal: int
    modifiers: tuple[Modifier, ...]
    hit: Fraction
    wound_goal: int
    wound: Fraction
    save: Save
    unsaved: Fraction

    @property
    def hurt(self) -> Fraction:
        """The chance that one shot costs a wound."""
        return self.hit * self.wound * self.unsaved


class TroopOutlook(NamedTuple):
    """What the whole volley does: hits, wounds that stand, models lost, and the tests that follow."""

    lines: tuple[TroopLine, ...]
    hits: Distribution
    wounds: Distribution
    fallen: Distribution
    test: CasualtiesTest
    suppression_due: Fraction
    suppressed: Fraction


def modifiers(fire: Fire) -> tuple[Modifier, ...]:
    """The rows of ARAP-HIT-02 that apply, cover among them unless an area is hit. (ARAP-HIT-06, -10)"""
    cover: tuple[Modifier, ...] = ()
    if fire.cover != "none" and not to_hit.is_area(fire.weapon):
        said = Modifier(PENALTIES[fire.cover], f"{fire.cover} cover", "ARAP-HIT-06")
        cover = (sight_cover.fleeting() if fire.fleeting else said,)
    return (*to_hit.named(fire.weapon, fire.found._replace(cover=cover)), *fire.extra)


def line(fire: Fire, troops: Troops) -> TroopLine:
    """Goals and chances of one shot."""
    found = modifiers(fire)
    goal = modified(fire.skill, found)
    profile, strength = troops.profile, fire.strength
    strengths = strengths_of(strength or 0, fire.weapon.random_sides)
    return TroopLine(
        fire=fire,
        goal=goal,
        modifiers=found,
        hit=sum((chance * each for chance, each in branches(fire, goal)), start=Fraction(0)),
        wound_goal=goal_against(profile, max(strengths)),
        wound=wounding(profile, strengths, close=fire.close),
        save=save_goal(profile, fire.weapon.ap, grounded=troops.grounded),
        unsaved=unsaved_odds(profile, fire.weapon.ap, grounded=troops.grounded),
    )


def branches(fire: Fire, goal: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """What the dice that all figures share may bring: its chance, and that of each figure to be hit then.

    Shots that fly on their own have one branch. (ARAP-TMPL-03, ARAP-TMPL-04, ARAP-AREA-02, ARAP-AREA-04)
    """
    if fire.strength is None:
        return ((ALWAYS, Fraction(0)),)
    if fire.weapon.template:
        return template_branches(goal, fire.cover)
    if fire.weapon.marker_in:
        there = fire.own_scatter.on_aim if fire.own_scatter else marker.on_target(goal, seven_is_hit=fire.sevens)
        escapes = Fraction(marker.ESCAPES.get(fire.cover, 6), 6)
        return ((there, escapes), (1 - there, Fraction(0)))
    once = chance_low(goal)
    return ((ALWAYS, 1 - (1 - once) ** 2 if fire.twice else once),)


def template_branches(goal: int, cover: Cover) -> tuple[tuple[Fraction, Fraction], ...]:
    """A template over figures in that cover: all hit, none, or after a miss a die for each. (TMPL-03, -04)"""
    hit, through = chance_low(goal), chance_low(goal - strip.BEHIND[cover])
    second = Fraction(strip_hits.SECOND_CHANCE[cover], 6)
    return ((through, ALWAYS), (hit - through, Fraction(0)), (1 - hit, second))


def outlook(fires: Sequence[Fire], troops: Troops) -> TroopOutlook:
    """Exact distributions of the whole volley."""
    return _outlook(tuple(fires), troops)


@lru_cache(maxsize=64)
def _outlook(fires: tuple[Fire, ...], troops: Troops) -> TroopOutlook:
    lines = tuple(line(fire, troops) for fire in fires)
    hits = convolve(_count(each, ALWAYS) for each in lines)
    wounds = [_count(each, each.wound * each.unsaved) for each in lines]
    fallen = _fallen(lines, wounds, troops)
    started = troops.started or troops.models
    ld = 12 if troops.profile.has("passes-casualties") else troops.profile.ld
    due = Fraction(0) if suppression.is_immune_model(troops.profile) else hits.at_least(suppression.threshold(started))
    return TroopOutlook(
        lines=lines,
        hits=hits,
        wounds=convolve(wounds),
        fallen=fallen,
        test=casualties_test_odds(fallen, troops.models, ld),
        suppression_due=due,
        suppressed=NEVER if troops.profile.has("passes-suppression") else due * (1 - chance_2d6_low(troops.profile.ld)),
    )


def _count(each: TroopLine, after: Fraction) -> Distribution:
    """How many of a kind's shots hit and, with that chance each, do more."""
    shots = each.fire.shots
    return mixed((chance, binomial(shots, hit * after)) for chance, hit in branches(each.fire, each.goal))


def _fallen(lines: Sequence[TroopLine], wounds: Sequence[Distribution], troops: Troops) -> Distribution:
    """How many fall. Shots pick a member each, the fallen too (ARAP-CAS-01); a burst strikes different members."""
    bursts = [troops.wounds == 1 and to_hit.is_area(each.fire.weapon) for each in lines]
    single = convolve(count for count, burst in zip(wounds, bursts, strict=True) if not burst)
    found = casualties(single, troops.models, troops.wounds)
    for count, burst in zip(wounds, bursts, strict=True):
        found = _after_burst(found, count, troops.models) if burst else found
    return found


def _after_burst(fallen: Distribution, wounded: Distribution, models: int) -> Distribution:
    """The same after a burst that wounded so many different members, whoever they are."""
    weights = [Fraction(0)] * (models + 1)
    struck = enumerate(wounded.chances[: models + 1])
    for (before, one), (count, other) in product(enumerate(fallen.chances), list(struck)):
        for more in range(min(count, models - before) + 1) if one and other else ():
            ways = comb(models - before, more) * comb(before, count - more)
            weights[before + more] += one * other * Fraction(ways, comb(models, count))
    total = lcm(*(weight.denominator for weight in weights))
    return Distribution(weights=tuple(int(weight * total) for weight in weights), total=total)
