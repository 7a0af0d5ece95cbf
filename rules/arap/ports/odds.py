"""What fire at firing ports may bring, with exact chances. (VEH-PORT-01 to -03, BLD-PORT-03 to -07)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.arap.damage.wounds_and_saves import unsaved_odds, wound_odds
from rules.arap.ports.bursts import PASSES
from rules.arap.ports.compartment import Compartment, Gap
from rules.arap.ports.hits import Openings
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Firing
from rules.core.preview import Chance, Preview, ShotLine, average
from rules.dice.goals import goal_text
from rules.dice.odds import Distribution, binomial, chance_low, convolve
from rules.forces.unit import Unit
from rules.state import GameState

EVEN: Final = Fraction(PASSES, 6)
"""The chance that a hit on a port goes in."""


def preview(state: GameState, behind: Compartment, plan: FirePlan, at: Openings, how: HowFired = ON_FOOT) -> Preview:
    """Each group, the chances of the whole, who does not fire and why."""
    groups = plan.groups()
    inside = max(behind.insides(state), key=lambda u: len(u.alive))
    lines = tuple(_line(state, behind, inside, g, at[g[0].model.id, g[0].weapon.id], how) for g in groups)
    reasons = Counter(i.refusal.message for i in plan.idle)
    notes = [f"{n} do{'es' if n == 1 else ''} not fire: {why}" for why, n in reasons.items()]
    count = len(behind.people(state))
    notes.insert(0, f"{count} {'person' if count == 1 else 'people'} inside")
    return Preview(
        ap=plan.ap,
        shots=lines,
        chances=tuple(whole(state, behind, groups)),
        notes=tuple(notes),
        rules=behind.cites.shots,
    )


def chance(label: str, odds: Fraction) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))


def passing(state: GameState, behind: Compartment, firing: Firing, opening: Gap, how: HowFired = ON_FOOT) -> Fraction:
    """The chance that one stream, shell or grenade goes in."""
    port = opening.kind == "port"
    near = behind.is_close(state, opening, firing.model.at)
    if firing.strip is not None:
        return chance_low(firing.goal)
    if not port and near:
        return Fraction(1)
    hit = chance_low(firing.goal) if firing.weapon.is_thrown else how.aims(state, firing)[1]
    return hit * EVEN if port else hit


def _is_whole(firing: Firing) -> bool:
    """Whether it strikes everybody inside once it is in."""
    return firing.strip is not None or firing.weapon.marker_in > 0


def _line(
    state: GameState, behind: Compartment, inside: Unit, group: Sequence[Firing], opening: Gap, how: HowFired
) -> ShotLine:
    first = group[0]
    whole = _is_whole(first)
    if whole:
        chances = [chance("goes in", passing(state, behind, first, opening, how))]
    else:
        chances = [chance("to hit", chance_low(first.goal))]
    chances += shooting_odds.per_hit(state, inside, first.strengths, first.weapon.ap, first.close)
    shell = first.weapon.marker_in > 0 and not first.weapon.is_thrown
    text = how.aims(state, first)[0] if shell else goal_text(first.goal, "low")
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len({f.model.id for f in group}),
        shots=sum(f.shots for f in group),
        goal=first.goal,
        goal_text=text,
        modifiers=first.modifiers,
        chances=tuple(chances),
        notes=(f"at {opening.name}", *(("everybody inside is hit",) if whole else ("half of all hits go in",))),
    )


def whole(state: GameState, behind: Compartment, groups: Sequence[Sequence[Firing]]) -> Iterator[Chance]:
    """How many direct hits go in on average, and how likely anybody falls, where that can be worked out exactly."""
    direct = [g for g in groups if not _is_whole(g[0])]
    if not direct:
        return
    hits = convolve(binomial(sum(f.shots for f in g), chance_low(g[0].goal)) for g in direct)
    through = sum((Fraction(k // 2) * p for k, p in enumerate(hits.chances)), Fraction(0))
    yield average("average hits that go in", through)
    yield chance("a hit goes in", hits.at_least(2))
    if len(direct) == len(groups) and (hurt := _hurt(state, behind, direct)) is not None:
        yield chance("at least one casualty", casualty_odds(hits, hurt))


def casualty_odds(hits: Distribution, hurt: Fraction) -> Fraction:
    """The chance that of half of so many hits at least one takes somebody out."""
    return 1 - sum((p * (1 - hurt) ** (k // 2) for k, p in enumerate(hits.chances)), Fraction(0))


def _hurt(state: GameState, behind: Compartment, groups: Sequence[Sequence[Firing]]) -> Fraction | None:
    """The chance that a hit takes somebody out, where all inside and all weapons are alike and wounds single."""
    first = groups[0][0]
    kinds = {(g[0].strength, g[0].weapon.ap, g[0].close) for g in groups}
    profiles = {
        (p.t, p.sv, p.inv, m.wounds) for u in behind.insides(state) for m in u.alive for p in (state.profile(m),)
    }
    if len(kinds) > 1 or len(profiles) > 1 or next(iter(profiles))[3] > 1:
        return None
    profile = state.profile(behind.insides(state)[0].alive[0])
    wounds = wound_odds(profile, first.strength, close=first.close)
    return wounds * unsaved_odds(profile, first.weapon.ap, grounded=False)
