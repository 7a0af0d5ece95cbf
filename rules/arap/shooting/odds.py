"""Exact odds of a whole volley: wounds, who falls, what follows from it. (ARAP-SHOOT-01)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.damage import riders
from rules.arap.damage.wounds_and_saves import goal_against, unsaved_odds, wound_odds
from rules.arap.events import tally_of
from rules.arap.morale import leadership, suppression
from rules.arap.morale import pinning as morale_pinning
from rules.arap.morale.casualties import is_exempt, losses
from rules.arap.morale.casualties import threshold as quarter
from rules.arap.shooting import template_odds as shooting_template_odds
from rules.arap.shooting.losses import differs
from rules.arap.shooting.plan import FirePlan, Firing, hits_of
from rules.arap.shooting.template_odds import BurstOutcome, Losses
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.templates import marker, strip, strip_hits
from rules.arap.vehicle_interface import ask
from rules.core import kept
from rules.core.ids import ModelId
from rules.core.preview import Average, Chance, average
from rules.dice.goals import goal_text
from rules.dice.odds import Distribution, binomial, casualties_result_odds, chance_low, convolve, suppression_odds
from rules.dice.odds.attrition import Barrage, Kind, attrition
from rules.dice.odds.chances import chance_2d6_low
from rules.dice.odds.means import LikeShots, LikeVictims, VolleyRow, fallen_in_turn, falls, hits_at_least
from rules.dice.odds.sharing import SharedFall, shared_out
from rules.forces import riding
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon, strengths_of
from rules.state import GameState

NEVER = Fraction(0)


def chance(label: str, odds: Fraction) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))


def hit_odds(weapon: Weapon, goal: int, *, seven_is_hit: bool = False) -> Fraction:
    """The chance of a shot, or of a figure in the open under a template, or that a shell comes down on its aim."""
    if weapon.marker_in:
        return marker.on_target(goal, seven_is_hit=seven_is_hit)
    return template_odds(goal, "none") if weapon.template else chance_low(goal)


def per_hit(state: GameState, target: Unit, strengths: Sequence[int], ap: int | None, close: bool) -> Iterator[Chance]:
    """Chances of one hit on one member, for the commonest kind of member; of a hull nothing."""
    if target.is_vehicle:
        return
    profile = commonest(state, target)
    goal = goal_against(profile, max(strengths))
    wounds = wounding(profile, strengths, close=close)
    yield chance("to wound", wounds)
    yield chance("not saved", unsaved_odds(profile, ap, grounded=target.gone_to_ground))
    if goal > 6:
        yield chance(f"to wound needs {goal_text(goal, 'high')}", wounds)


def wounding(profile: Profile, strengths: Sequence[int], *, close: bool) -> Fraction:
    """The chance that a hit wounds whose Strength is one of these, each as likely. (TRI-FIRE-05)"""
    found = [wound_odds(profile, each, close=close) for each in strengths]
    return sum(found, Fraction(0)) / len(found)


def commonest(state: GameState, unit: Unit) -> Profile:
    """The profile that most members have, the first met on a tie."""
    counts = Counter(m.profile for m in unit.alive)
    common = max(counts, key=lambda p: counts[p])
    return state.profile(next(m for m in unit.alive if m.profile == common))


def template_odds(goal: int, cover: str) -> Fraction:
    """The chance that a figure under a template is hit: by the one roll, or by its own die after a miss.

    (ARAP-TMPL-03, ARAP-TMPL-04)
    """
    bound = goal - strip.BEHIND[cover]  # type: ignore[index]
    missed = 1 - chance_low(goal)
    return chance_low(bound) + missed * Fraction(strip_hits.SECOND_CHANCE[cover], 6)  # type: ignore[index]


def whole(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Hits, losses and tests of all groups together; of templates and shells, whose figures hang together, losses."""
    groups = plan.groups()
    if any(f.strip is not None or f.weapon.marker_in for f in plan.firings):
        yield from _burst(state, unit, target, plan)
        return
    hits = convolve(binomial(sum(f.shots for f in g), g[0].hit_odds) for g in groups)
    yield average("hits, average", hits.mean)
    fallen = fallen_odds(state, target, plan)
    if fallen is not None:
        yield average("casualties, average", fallen.mean)
        yield chance("at least one casualty", fallen.at_least(1))
        yield from _quarter(state, target, fallen)
    elif (shared := _shared(state, target, groups)) is not None:
        yield average("casualties, average", shared.mean)
    yield from _unhorsed(state, target, groups)
    yield from nerve(state, unit, target, hits)
    yield from _pinned(state, target, plan)


def _pinned(state: GameState, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Whether weapons of the plan pin the target: outright if they hit, or by a test for a loss. (ARAP-PIN-03)"""
    stunning = [g for g in plan.groups() if g[0].weapon.has("auto-pin")]
    if stunning and not (target.routing or target.gone_to_ground or target.pinned):
        yield chance("pinned", convolve(binomial(sum(f.shots for f in g), g[0].hit_odds) for g in stunning).at_least(1))
        return
    pinning = tuple(f for f in plan.firings if f.weapon.has("pinning"))
    fallen = fallen_odds(state, target, plan._replace(firings=pinning)) if pinning else None
    if fallen is not None:
        yield chance("pinned", fallen.at_least(1) * morale_pinning.chance(state, target))


def _unhorsed(state: GameState, target: Unit, groups: Sequence[Sequence[Firing]]) -> Iterator[Chance]:
    """Whether hits from afar that fall on what is ridden put any of it out. (VEH-BIKE-05, VEH-BIKE-06)"""
    far = [g for g in groups if not g[0].close]
    if not far or not all(riders.is_separate(state, m) for m in target.alive):
        return
    mount = state.profile(replace(target.alive[0], part=riding.MOUNT))
    stays = Fraction(1)
    for group in far:
        lost = group[0].hit_odds * (1 - riders.share(close=False)) * _hurt(mount, target, group[0])
        stays *= (1 - lost) ** sum(f.shots for f in group)
    yield chance("at least one mount put out", 1 - stays)


def nerve(state: GameState, unit: Unit, target: Unit, hits: Distribution) -> Iterator[Chance]:
    """Whether such hits call for a suppression test, and how likely it fails. (ARAP-SUPP-01)"""
    tally = tally_of(state, unit.id, target.id)
    if suppression.is_immune(state, target) or tally.tested:
        return
    more = _further(hits, tally.hits)
    yield chance("suppression test", more.at_least(suppression.threshold(target.n_start)))
    failed = suppression_odds(more, target.n_start, leadership.ld(state, target), target.s_active)
    yield chance("suppressed", NEVER if leadership.always_passes(state, target, "suppression") else failed)


def once_hit(state: GameState, unit: Unit, target: Unit) -> Iterator[Chance]:
    """How likely the hits of fire at a guessed range suppress, once there are enough: where it falls nobody knows.

    (ARAP-SUPP-01, ARAP-AREA-10)
    """
    tally = tally_of(state, unit.id, target.id)
    if suppression.is_immune(state, target) or tally.tested:
        return
    needed = max(1, suppression.threshold(target.n_start) - tally.hits)
    failed = 1 - chance_2d6_low(leadership.ld(state, target) - target.s_active)
    passes = leadership.always_passes(state, target, "suppression")
    yield chance(f"suppressed, if {needed} {'is' if needed == 1 else 'are'} hit", NEVER if passes else failed)


def of_bike(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Whether a bike that drives by itself is put out by its last wound, or suppressed. (VEH-BIKE-01, ARAP-SUPP-01)"""
    if any(f.weapon.marker_in for f in plan.firings):
        return
    stands, unhit = Fraction(1), Fraction(1)
    for firing in plan.firings:
        fells = ask(state, ShotsAtVehicles).fells_bike(state, target, firing.strength, firing.weapon.ap)
        if fells is None:
            return
        hit = template_odds(firing.goal, "none") if firing.strip else firing.hit_odds
        stands *= (1 - hit * fells) ** firing.shots
        unhit *= (1 - hit) ** firing.shots
    if plan.firings and target.models[0].wounds == 1:
        yield chance(f"{target.name} put out", 1 - stands)
        yield from nerve(state, unit, target, binomial(1, stands - unhit))


def _burst(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Losses to templates and markers, where they can be worked out exactly, and what their hits lead to."""
    shots = any(f.strip is None and not f.weapon.marker_in for f in plan.firings)
    found = shooting_template_odds.struck(state, unit, target, plan.groups())
    if not (shots and (_in_turn(target, plan) or state.option("casualty_allocation") == "quick")):
        yield from chances_of_losses(found.losses)
    yield from nerve(state, unit, target, found.hits)


def of_burst(state: GameState, unit: Unit, target: Unit, found: BurstOutcome) -> Iterator[Chance]:
    """What shells or flames alone come to: losses, and the test that their hits call for. (ARAP-SUPP-01)"""
    yield from chances_of_losses(found.losses)
    yield from nerve(state, unit, target, found.hits)


def chances_of_losses(found: Losses) -> Iterator[Chance]:
    """How many fall and whether anybody does, as far as that is known."""
    yield average("casualties, average", found.mean)
    if found.any is not None:
        yield chance("at least one casualty", found.any)


def _further(hits: Distribution, had: int) -> Distribution:
    """The distribution of all hits of the turn, those scored already among them."""
    return Distribution(weights=(0,) * had + hits.weights, total=hits.total) if had else hits


def _quarter(state: GameState, target: Unit, fallen: Distribution) -> Iterator[Chance]:
    """The chance that the losses of this turn call for a test while anybody is left to take it, and of its results.

    (ARAP-CAS-04 to -06)
    """
    needed = max(0, quarter(target.n_start) - losses(state, target.id))
    wiped = fallen.at_least(len(target.alive))
    due = fallen.at_least(needed) - wiped if needed else 1 - wiped
    exempt = is_exempt(state, target)
    if not exempt:
        yield chance("25% test", due)
    if not (exempt or leadership.always_passes(state, target, "casualties")):
        _, pinned, routs = casualties_result_odds(leadership.ld(state, target) - target.s_active)
        yield chance("pinned by losses", due * pinned)
        yield chance("flinches and routs", due * routs)
    if wiped:
        yield chance("wiped out", wiped)


def fallen_odds(state: GameState, target: Unit, plan: FirePlan) -> Distribution | None:
    """How many models fall, exactly; None where hits are shared out and that takes too long. (ARAP-CAS-03)"""
    row = volley_row(state, target, plan)
    if row is None:
        found = _shared(state, target, plan.groups())
        return found.fallen if found is not None else None
    return attrition(row.barrages, row.kinds, in_turn=row.in_turn)


def volley_row(state: GameState, target: Unit, plan: FirePlan) -> VolleyRow | None:
    """The volley as the odds take it; None where its hits are shared out. (ARAP-CAS-01 to -03)"""
    groups = plan.groups()
    if state.option("casualty_allocation") == "quick" and not _in_turn(target, plan):
        return None
    covered = plan.covered if _in_turn(target, plan) else ()
    counts: Counter[tuple[Profile, int, bool, bool]] = Counter()
    for m in target.alive:
        counts[state.profile(m), m.wounds, m.id in covered, riders.is_separate(state, m)] += 1
    kinds = tuple(
        Kind(
            count=n,
            wounds=wounds,
            sheltered=sheltered,
            hurt=tuple(
                _hurt(profile, target, g[0]) * riders.share(g[0].close) if parted else _hurt(profile, target, g[0])
                for g in groups
            ),
        )
        for (profile, wounds, sheltered, parted), n in counts.items()
    )
    return VolleyRow(barrages_of(groups), kinds, bool(covered))


def barrages_of(groups: Sequence[Sequence[Firing]]) -> tuple[Barrage, ...]:
    """The shots, group by group."""
    return tuple(Barrage(count=sum(f.shots for f in g), hit=g[0].hit_odds) for g in groups)


LikeFire = tuple[LikeShots, ...]
"""A volley: so many shots with their chance to hit, group by group."""


def mean_of(
    state: GameState, unit: Unit, target: Unit, plan: FirePlan, groups: Sequence[Sequence[Firing]], shots: LikeFire
) -> float:
    """How many fall on average, for who weighs many shots: the preview's number, of its own chances.

    `groups` are the plan's, `shots` are `like_shots` of them.
    """
    firsts = [group[0] for group in groups]
    if any(f.strip is not None or f.weapon.marker_in for f in firsts):
        return sum(c.value for c in _burst(state, unit, target, plan) if isinstance(c, Average))
    in_turn = _in_turn(target, plan)
    if not in_turn and state.option("casualty_allocation") == "quick":
        shared = _shared(state, target, groups)
        return float(shared.mean) if shared is not None else 0.0
    hits = [LikeHit(f.strength, f.weapon.random_sides, f.weapon.ap, f.close) for f in firsts]
    grounded, covered, size = target.gone_to_ground, plan.covered, len(target.alive)
    fallen, victims = 0.0, []
    kinds = _kinds(state, target)
    for kind, members in kinds:
        hurt = tuple([_hurts_on_average(kind, hit, grounded) for hit in hits])
        if not in_turn:
            fallen += len(members) * falls(shots, hurt, kind.wounds, size)
            continue
        behind = sum([each in members for each in covered]) if len(kinds) > 1 else len(covered)
        if behind < len(members):
            victims.append(LikeVictims(len(members) - behind, kind.wounds, hurt))
        if behind:
            victims.append(LikeVictims(behind, kind.wounds, hurt, sheltered=True))
    return fallen_in_turn(shots, tuple(victims)) if in_turn else fallen


class LikeMember(NamedTuple):
    """What counts of a member for who is hit at random."""

    profile: Profile
    wounds: int
    parted: bool


class LikeHit(NamedTuple):
    """What counts of a hit for who it falls on."""

    strength: int
    sides: int
    ap: int | None
    close: bool


def like_shots(groups: Sequence[Sequence[Firing]]) -> LikeFire:
    """The shots of each group with their chance to hit."""
    return tuple([LikeShots(sum([f.shots for f in g]), _hits_on_average(g[0].goal, g[0].twice)) for g in groups])


def _kinds(state: GameState, target: Unit) -> tuple[tuple[LikeMember, frozenset[ModelId]], ...]:
    """The members of a unit by kind; kept on the unit as it stands."""
    known = kept.on_these_grounds(target, "kinds of members", state.profiles, state.options)
    found: tuple[tuple[LikeMember, frozenset[ModelId]], ...] | None = known.get(())
    if found is None:
        kinds = [(_member(state, models[0]), frozenset([m.id for m in models])) for models in _alike(target.alive)]
        found = known[()] = tuple(kinds)
    return found


def _alike(models: Sequence[Model]) -> Iterator[Sequence[Model]]:
    """Those who are alike to who is hit at random, together; in most units that takes a look or two along the line."""
    while models:
        one = models[0]
        kind, wounds, on_foot, part = one.profile, one.wounds, one.on_foot, one.part
        like: list[Model] = []
        others: list[Model] = []
        for m in models:
            same = m.profile == kind and m.wounds == wounds and m.on_foot is on_foot and m.part == part
            (like if same else others).append(m)
        yield like
        models = others


def _member(state: GameState, model: Model) -> LikeMember:
    return LikeMember(state.profile(model), model.wounds, riders.is_separate(state, model))


@lru_cache(maxsize=4096)
def _hurts_on_average(member: LikeMember, hit: LikeHit, grounded: bool) -> float:
    """The chance that a hit costs such a member a wound."""
    hurt = _hurts(member.profile, strengths_of(hit.strength, hit.sides), hit.ap, hit.close, grounded)
    return float(hurt * riders.share(hit.close) if member.parted else hurt)


@lru_cache(maxsize=256)
def _hits_on_average(goal: int, twice: bool) -> float:
    return float(hits_of(goal, twice=twice))


def suppressed_by(state: GameState, unit: Unit, target: Unit, shots: LikeFire) -> float:
    """The chance that it suppresses, likewise. (ARAP-SUPP-01)"""
    tally = tally_of(state, unit.id, target.id)
    steady = steadiness(state, target)
    if steady.immune or steady.passes or tally.tested:
        return 0.0
    due = hits_at_least(shots, suppression.threshold(target.n_start) - tally.hits)
    return due * (1 - float(chance_2d6_low(steady.ld - target.s_active)))


class Steadiness(NamedTuple):
    """How a unit stands being hit: whether nothing suppresses it, whether it passes the test anyway, its Ld."""

    immune: bool
    passes: bool
    ld: int


def steadiness(state: GameState, target: Unit) -> Steadiness:
    """How it stands being hit; kept on the unit as it is."""
    known = kept.on_these_grounds(target, "steadiness", state.profiles, state.options)
    found: Steadiness | None = known.get(())
    if found is None:
        profiles = [kind.profile for kind, _ in _kinds(state, target)]
        passes = all(p.has("passes-suppression") for p in profiles)
        immune = suppression.is_immune_of(target, profiles)
        found = known[()] = Steadiness(immune, passes, max([p.ld for p in profiles]))
    return found


def _in_turn(target: Unit, plan: FirePlan) -> bool:
    """Whether the unit is partly in cover, so that it takes its wounds one by one. (ARAP-CAS-02)"""
    return 0 < len(plan.covered) < len(target.alive)


def _hurt(profile: Profile, target: Unit, firing: Firing) -> Fraction:
    """The chance that a hit on such a member costs it a wound."""
    return _hurts(profile, firing.strengths, firing.weapon.ap, firing.close, target.gone_to_ground)


@lru_cache(maxsize=4096)
def _hurts(profile: Profile, strengths: Sequence[int], ap: int | None, close: bool, grounded: bool) -> Fraction:
    return wounding(profile, strengths, close=close) * unsaved_odds(profile, ap, grounded=grounded)


def _shared(state: GameState, target: Unit, groups: Sequence[Sequence[Firing]]) -> SharedFall | None:
    """Losses where hits of the commonest Strength and AP are shared evenly and the others drawn. (ARAP-CAS-03)

    In a unit whose members differ hits are shared out, in others wounds. None where a weapon's Strength is thrown for,
    riders and mounts are hit apart, or like hits hurt unlike from near and from afar.
    """
    loose = any(len(g[0].strengths) > 1 for g in groups)
    if not groups or loose or riders.any_separate(state, target):
        return None
    classes: dict[tuple[int, int | None], list[Sequence[Firing]]] = {}
    for group in groups:
        classes.setdefault((group[0].strength, group[0].weapon.ap), []).append(group)
    if any(len({g[0].close for g in like}) > 1 for like in classes.values()):
        return None
    each = differs(state, target)
    counts = Counter((state.profile(m), m.wounds) for m in target.alive)
    firsts = [like[0][0] for like in classes.values()]
    kinds = tuple(
        Kind(count=n, wounds=wounds, hurt=tuple(_costs(profile, target, f, hit=each) for f in firsts))
        for (profile, wounds), n in counts.items()
    )
    one = state.profile(target.alive[0])
    barrages = tuple(
        tuple(
            Barrage(
                count=sum(f.shots for f in g),
                hit=g[0].hit_odds * (1 if each else wounding(one, g[0].strengths, close=g[0].close)),
            )
            for g in like
        )
        for like in classes.values()
    )
    return shared_out(barrages, kinds)


def _costs(profile: Profile, target: Unit, firing: Firing, *, hit: bool) -> Fraction:
    """The chance that what is shared out, a hit or a wound, costs such a member a wound."""
    if hit:
        return _hurt(profile, target, firing)
    return unsaved_odds(profile, firing.weapon.ap, grounded=target.gone_to_ground)
