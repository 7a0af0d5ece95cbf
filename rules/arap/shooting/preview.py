"""What a plan of fire may bring: for each group dice, goal, modifiers and exact chances. (ARAP-SHOOT-01)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.arap import building_interface
from rules.arap.damage.wounds_and_saves import goal_against, least_goal, unsaved_odds, wound_odds
from rules.arap.events import tally_of
from rules.arap.morale import leadership, suppression
from rules.arap.morale.casualties import losses
from rules.arap.morale.casualties import threshold as quarter
from rules.arap.shooting import template_odds as shooting_template_odds
from rules.arap.shooting.building_interface import StreamsAtBuildings
from rules.arap.shooting.plan import FirePlan, Firing, Reach, turns
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.sight.building_interface import FireThroughOpenings, Place
from rules.arap.templates import look_out_sir, marker, strip
from rules.arap.templates.building_interface import BurstsInBuildings
from rules.arap.units.weapons import is_relentless
from rules.arap.vehicle_interface import ask
from rules.core.preview import Average, Chance, Preview, ShotLine, average
from rules.dice.goals import BEST_LOW, goal_text
from rules.dice.odds import Distribution, binomial, casualties_shared, chance_low, convolve, suppression_odds
from rules.dice.odds.attrition import Barrage, Kind, attrition
from rules.dice.odds.chances import chance_2d6_low, odds_text
from rules.dice.odds.means import VolleyRow, hits_at_least, mean_fallen
from rules.forces.profile import Profile
from rules.forces.strength import against, is_changed
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.state import GameState

NEVER = Fraction(0)

REACHES: Final[dict[Reach, str]] = {
    "lean": "leans out: shot at as if in the open until its unit is activated again (BLD-HIGH-02)",
    "wild": "held out blind: at BS1, keeps its cover (BLD-HIGH-03)",
}
"""What leaning out and firing blind mean, for a preview."""


def preview(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Preview:
    """Cost, one line for each group of shots, chances of the whole, and who does not fire and why."""
    groups = plan.groups()
    lines = tuple(line for group in groups for line in _lines(state, target, group))
    told = of_bike(state, unit, target, plan) if target.is_vehicle else _whole(state, unit, target, plan)
    turned = turns(plan, unit, None)
    notes = [
        *_harmless(target, plan),
        *_idle(state, plan),
        *_save_notes(state, target),
        *_look_out(state, target, plan),
    ]
    if turned:
        notes.append(f"{len(turned)} turn{'s' if len(turned) == 1 else ''} to face the target.")
    return Preview(
        ap=plan.ap,
        shots=lines,
        chances=tuple(told),
        notes=tuple(notes),
        rules=tuple(_reasons(state, target, plan)),
        vain="cannot hurt them" if plan.firings and all(f.harmless for f in plan.firings) else "",
    )


def _reasons(state: GameState, target: Unit, plan: FirePlan) -> Iterator[str]:
    """The rules that have a say in the numbers of the plan."""
    fired = plan.firings
    yield from ("ARAP-SHOOT-01", "ARAP-WPN-01")
    reasons = (
        (any(not f.weapon.marker_in for f in fired), "ARAP-DICE-01"),
        (any(f.goal > BEST_LOW for f in fired), "ARAP-DICE-02"),
        (any(f.weapon.marker_in for f in fired), "ARAP-SCAT-05"),
        (any(f.weapon.marker_in for f in fired) and marker.sevens(state), "ARAP-SCAT-03"),
        (any(f.close for f in fired), "ARAP-SHOOT-04"),
        (any(m.rule == "BLD-CRNR-02" for f in fired for m in f.modifiers), "BLD-CRNR-01"),
        (any(f.reach == "lean" for f in fired), "BLD-HIGH-02"),
        (any(f.reach == "wild" for f in fired), "BLD-HIGH-03"),
        (len(plan.groups()) > 1, "ARAP-SHOOT-09"),
        (any(f.harmless for f in fired), "ARAP-DMG-02"),
        (any(f.harmless for f in fired), "ARAP-SUPP-01"),
        (any(is_relentless(state.profile(f.model), f.weapon) for f in fired), "ARAP-WPN-03"),
        (any(f.weapon.torrent_in for f in fired), "ARAP-TMPL-05"),
        (any(f.weapon.marker_in for f in fired) and _from_centre(state), "ARAP-AREA-08"),
    )
    yield from (rule for true, rule in reasons if true)
    if any(t.has_interior for t in state.terrain):
        lines = dict.fromkeys((Place(f.model.at, f.model.level_in), Place(f.aim.at, f.aim.level_in)) for f in fired)
        yield from dict.fromkeys(
            r for line in lines for r in building_interface.ask(FireThroughOpenings).fired_through(state, *line)
        )
    streams = ((f, f.strip) for f in fired if f.strip is not None)
    if any(u.indoors for f, laid in streams for u in strip.under(state, laid, f.model, f.beyond, aim=f.aim)):
        yield from ("BLD-TMPL-05", "BLD-TMPL-01")
    for aim in dict.fromkeys(aimed_at(state, f) for f in fired if f.weapon.marker_in):
        yield from building_interface.ask(BurstsInBuildings).bursts(state, aim)
    yield from dict.fromkeys(idle.refusal.rule for idle in plan.idle if idle.refusal.rule)
    bike = target.is_vehicle and state.profile(target.models[0]).bike is not None
    of_machine = ("VEH-BIKE-01", "ARAP-SUPP-01") if bike else ("VEH-JOIN-11",)
    yield from of_machine if target.is_vehicle else _cited_of_people(state, target)


def aimed_at(state: GameState, firing: Firing) -> Point:
    """Where the board shows what is aimed at: an upper floor is laid out beside its house. (BLD-GEN-03)"""
    model = next((m for u in state.units.values() for m in u.models if m.id == firing.aim.id), firing.aim)
    return model.at


def _from_centre(state: GameState) -> bool:
    return bool(state.options.get("area_casualties_from_centre"))


def _cited_of_people(state: GameState, target: Unit) -> Iterator[str]:
    yield from ("ARAP-DICE-03", "ARAP-DICE-04", "ARAP-DMG-03")
    if suppression.is_immune(state, target):
        yield "ARAP-SUPP-05"
    if any(state.profile(m).bike is not None for m in target.alive):
        yield "VEH-BIKE-03"


def _chance(label: str, odds: Fraction) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))


def _lines(state: GameState, target: Unit, group: Sequence[Firing]) -> Iterator[ShotLine]:
    first = group[0]
    shots = sum(f.shots for f in group)
    notes = [f"range {_span(group)}"]
    if first.blind:
        notes.append("not seen: at BS1")
    if first.reach:
        notes.append(REACHES[first.reach])
    if first.harmless:
        goal = least_goal(state, target, first.strength)
        notes.append(f"cannot wound from here: {goal} is needed; hits count for suppression (ARAP-DMG-02)")
    if first.is_dimmed:
        lost = first.weapon.strength - first.strength
        notes.append(f"strength {first.strength}: a laser loses {lost} in smoke (ARAP-HIT-09)")
    if first.weapon.random_sides:
        notes.append(f"Strength {first.strength} and a D{first.weapon.random_sides} for each hit (TRI-FIRE-05)")
    notes += _strength_notes(state, first, target)
    if first.strip is not None:
        notes += _under(state, first)
    chances = [_to_hit(first, seven=marker.sevens(state))]
    if first.weapon.marker_in:
        notes.append(f"aimed at a member in the middle; marker of {first.weapon.marker_in:g}″")
        notes += marker.told(state, aimed_at(state, first), first.weapon)
    if not target.is_vehicle:
        chances += list(per_hit(state, target, first.strengths, first.weapon.ap, first.close))
    shooters = len({f.model.id for f in group})
    yield ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=shooters,
        shots=shots,
        goal=first.goal,
        goal_text=_goal_text(first, seven=marker.sevens(state)),
        modifiers=first.modifiers,
        chances=tuple(chances),
        notes=tuple(notes),
    )
    if target.is_vehicle:
        yield from ask(state, ShotsAtVehicles).hit_lines(state, first.weapon, [f.model.id for f in group], target.id)


def _strength_notes(state: GameState, firing: Firing, target: Unit) -> list[str]:
    """What the commonest kind of member does to the Strength of attacks on it. (ARAP-GEN-08)"""
    if target.is_vehicle or not is_changed(_commonest(state, target)):
        return []
    return [
        f"strength {firing.strength} strikes as {against(_commonest(state, target), firing.strength)} (ARAP-GEN-08)"
    ]


def _to_hit(firing: Firing, *, seven: bool) -> Chance:
    odds = hit_odds(firing.weapon, firing.goal, seven_is_hit=seven)
    return _chance("on target" if firing.weapon.marker_in else "to hit", odds)


def hit_odds(weapon: Weapon, goal: int, *, seven_is_hit: bool = False) -> Fraction:
    """The chance of a shot, or of a figure in the open under a template, or that a shell comes down on its aim."""
    if weapon.marker_in:
        return marker.on_target(goal, seven_is_hit=seven_is_hit)
    return template_odds(goal, "none") if weapon.template else chance_low(goal)


def _goal_text(firing: Firing, *, seven: bool) -> str:
    if firing.weapon.marker_in:
        return marker.scatter_text(firing.goal, seven_is_hit=seven)
    return goal_text(firing.goal, "low")


def _span(group: Sequence[Firing]) -> str:
    nearest, furthest = min(f.range_in for f in group), max(f.range_in for f in group)
    return f"{nearest:.2f}″" if furthest - nearest < 0.05 else f"{nearest:.2f}″ to {furthest:.2f}″"


def per_hit(state: GameState, target: Unit, strengths: Sequence[int], ap: int | None, close: bool) -> Iterator[Chance]:
    """Chances of one hit on one member, for the commonest kind of member; of a hull nothing."""
    if target.is_vehicle:
        return
    profile = _commonest(state, target)
    goal = goal_against(profile, max(strengths))
    wounds = wounding(profile, strengths, close=close)
    yield _chance("to wound", wounds)
    yield _chance("not saved", unsaved_odds(profile, ap, grounded=target.gone_to_ground))
    if goal > 6:
        yield _chance(f"to wound needs {goal_text(goal, 'high')}", wounds)


def wounding(profile: Profile, strengths: Sequence[int], *, close: bool) -> Fraction:
    """The chance that a hit wounds whose Strength is one of these, each as likely. (TRI-FIRE-05)"""
    found = [wound_odds(profile, each, close=close) for each in strengths]
    return sum(found, Fraction(0)) / len(found)


def _commonest(state: GameState, unit: Unit) -> Profile:
    """The profile that most members have, the first met on a tie."""
    counts = Counter(m.profile for m in unit.alive)
    common = max(counts, key=lambda p: counts[p])
    return state.profile(next(m for m in unit.alive if m.profile == common))


def _under(state: GameState, firing: Firing) -> list[str]:
    """Who is under the strip, unit by unit and by cover."""
    assert firing.strip is not None
    under = strip.under(state, firing.strip, firing.model, firing.beyond, aim=firing.aim)
    found = Counter((u.unit, u.cover, u.indoors) for u in under)
    words = {"none": "in the open", "soft": "in soft cover", "hard": "in hard cover"}
    inside = {False: "", True: " inside, else on 3 or less each (BLD-TMPL-05)"}
    who = [
        f"under the template: {n} of {state.units[u].name} {words[c]}{inside[indoors]}"
        for (u, c, indoors), n in found.items()
    ]
    return [*who, *building_interface.ask(StreamsAtBuildings).told_of_stream(state, firing)]


def template_odds(goal: int, cover: str) -> Fraction:
    """The chance that a figure under a template is hit: by the one roll, or by its own die after a miss.

    (ARAP-TMPL-03, ARAP-TMPL-04)
    """
    bound = goal - strip.BEHIND[cover]  # type: ignore[index]
    missed = 1 - chance_low(goal)
    return chance_low(bound) + missed * Fraction(strip.SECOND_CHANCE[cover], 6)  # type: ignore[index]


# -- the whole volley ----------------------------------------------------------------------------------------------


def _whole(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Hits, losses and tests of all groups together; of templates and shells, whose figures hang together, losses."""
    groups = plan.groups()
    if any(f.strip is not None or f.weapon.marker_in for f in plan.firings):
        yield from _burst(state, unit, target, plan)
        return
    hits = convolve(binomial(sum(f.shots for f in g), chance_low(g[0].goal)) for g in groups)
    yield average("hits, average", hits.mean)
    fallen = fallen_odds(state, target, plan)
    if fallen is not None:
        yield average("casualties, average", fallen.mean)
        yield _chance("at least one casualty", fallen.at_least(1))
        yield from _quarter(state, target, fallen)
    yield from _nerve(state, unit, target, hits)


def _nerve(state: GameState, unit: Unit, target: Unit, hits: Distribution) -> Iterator[Chance]:
    """Whether such hits call for a suppression test, and how likely it fails. (ARAP-SUPP-01)"""
    tally = tally_of(state, unit.id, target.id)
    if suppression.is_immune(state, target) or tally.tested:
        return
    more = _further(hits, tally.hits)
    yield _chance("suppression test", more.at_least(suppression.threshold(target.n_start)))
    failed = suppression_odds(more, target.n_start, leadership.ld(state, target), target.s_active)
    yield _chance("suppressed", NEVER if leadership.always_passes(state, target, "suppression") else failed)


def of_bike(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Whether a bike that drives by itself is put out by its last wound, or suppressed. (VEH-BIKE-01, ARAP-SUPP-01)"""
    if any(f.weapon.marker_in for f in plan.firings):
        return
    stands, unhit = Fraction(1), Fraction(1)
    for firing in plan.firings:
        fells = ask(state, ShotsAtVehicles).fells_bike(state, target, firing.strength, firing.weapon.ap)
        if fells is None:
            return
        hit = template_odds(firing.goal, "none") if firing.strip else chance_low(firing.goal)
        stands *= (1 - hit * fells) ** firing.shots
        unhit *= (1 - hit) ** firing.shots
    if plan.firings and target.models[0].wounds == 1:
        yield _chance(f"{target.name} put out", 1 - stands)
        yield from _nerve(state, unit, target, binomial(1, stands - unhit))


def _burst(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """Losses to templates and markers, where they can be worked out exactly."""
    shots = any(f.strip is None and not f.weapon.marker_in for f in plan.firings)
    if shots and (_in_turn(target, plan) or state.option("casualty_allocation") == "quick"):
        return
    found = shooting_template_odds.losses(state, unit, target, plan.groups())
    if found is None:
        return
    yield average("casualties, average", found.mean)
    if found.any is not None:
        yield _chance("at least one casualty", found.any)


def _further(hits: Distribution, had: int) -> Distribution:
    """The distribution of all hits of the turn, those scored already among them."""
    return Distribution(weights=(0,) * had + hits.weights, total=hits.total) if had else hits


def _quarter(state: GameState, target: Unit, fallen: Distribution) -> Iterator[Chance]:
    """The chance that the losses of this turn call for a test while anybody is left to take it. (ARAP-CAS-04)"""
    needed = max(0, quarter(target.n_start) - losses(state, target.id))
    wiped = fallen.at_least(len(target.alive))
    yield _chance("25% test", fallen.at_least(needed) - wiped if needed else 1 - wiped)
    if wiped:
        yield _chance("wiped out", wiped)


def fallen_odds(state: GameState, target: Unit, plan: FirePlan) -> Distribution | None:
    """How many models fall, exactly. Hits that are shared out (ARAP-CAS-03) only where all is alike; else None."""
    row = volley_row(state, target, plan)
    if row is None:
        return _shared(state, target, plan.groups())
    return attrition(row.barrages, row.kinds, in_turn=row.in_turn)


def volley_row(state: GameState, target: Unit, plan: FirePlan) -> VolleyRow | None:
    """The volley as the odds take it; None where its hits are shared out. (ARAP-CAS-01 to -03)"""
    groups = plan.groups()
    if state.option("casualty_allocation") == "quick" and not _in_turn(target, plan):
        return None
    covered = plan.covered if _in_turn(target, plan) else ()
    counts: Counter[tuple[Profile, int, bool]] = Counter()
    for m in target.alive:
        counts[state.profile(m), m.wounds, m.id in covered] += 1
    kinds = tuple(
        Kind(count=n, wounds=wounds, sheltered=sheltered, hurt=tuple(_hurt(profile, target, g[0]) for g in groups))
        for (profile, wounds, sheltered), n in counts.items()
    )
    return VolleyRow(barrages_of(plan), kinds, bool(covered))


def barrages_of(plan: FirePlan) -> tuple[Barrage, ...]:
    """Its shots, group by group."""
    return tuple(Barrage(count=sum(f.shots for f in g), hit=chance_low(g[0].goal)) for g in plan.groups())


def mean_of(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> float:
    """How many fall on average, for who weighs many shots: the preview's number, from its own rows."""
    if any(f.strip is not None or f.weapon.marker_in for f in plan.firings):
        return sum(c.value for c in _burst(state, unit, target, plan) if isinstance(c, Average))
    row = volley_row(state, target, plan)
    if row is not None:
        return mean_fallen(row)
    shared = _shared(state, target, plan.groups())
    return float(shared.mean) if shared is not None else 0.0


def suppressed_by(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> float:
    """The chance that it suppresses, likewise. (ARAP-SUPP-01)"""
    tally = tally_of(state, unit.id, target.id)
    if suppression.is_immune(state, target) or tally.tested:
        return 0.0
    if leadership.always_passes(state, target, "suppression"):
        return 0.0
    due = hits_at_least(barrages_of(plan), suppression.threshold(target.n_start) - tally.hits)
    return due * (1 - float(chance_2d6_low(leadership.ld(state, target) - target.s_active)))


def _in_turn(target: Unit, plan: FirePlan) -> bool:
    """Whether the unit is partly in cover, so that it takes its wounds one by one. (ARAP-CAS-02)"""
    return 0 < len(plan.covered) < len(target.alive)


def _hurt(profile: Profile, target: Unit, firing: Firing) -> Fraction:
    """The chance that a hit on such a member costs it a wound."""
    wounds = wounding(profile, firing.strengths, close=firing.close)
    return wounds * unsaved_odds(profile, firing.weapon.ap, grounded=target.gone_to_ground)


def _shared(state: GameState, target: Unit, groups: Sequence[Sequence[Firing]]) -> Distribution | None:
    """Losses where like wounds are shared evenly among like members. (ARAP-CAS-03)"""
    if not groups:
        return None
    profiles = {(p.t, p.sv, p.inv, m.wounds) for m in target.alive for p in (state.profile(m),)}
    first = groups[0][0]
    if len(profiles) > 1 or any((g[0].strength, g[0].weapon.ap) != (first.strength, first.weapon.ap) for g in groups):
        return None
    profile = state.profile(target.alive[0])
    wounds = convolve(
        binomial(
            sum(f.shots for f in g),
            chance_low(g[0].goal) * wounding(profile, g[0].strengths, close=g[0].close),
        )
        for g in groups
    )
    unsaved = unsaved_odds(profile, first.weapon.ap, grounded=target.gone_to_ground)
    return casualties_shared(wounds, unsaved, len(target.alive), target.alive[0].wounds)


def _idle(state: GameState, plan: FirePlan) -> list[str]:
    """Models that do not fire, by reason."""
    reasons = Counter(i.refusal.message.partition(";")[0] for i in plan.idle)
    first = {i.refusal.message.partition(";")[0]: i.refusal.message for i in reversed(plan.idle)}
    rules = {i.refusal.message.partition(";")[0]: i.refusal.rule for i in reversed(plan.idle)}
    return [f"{n} do{'es' if n == 1 else ''} not fire: {_cited(first[why], rules[why])}" for why, n in reasons.items()]


def _cited(text: str, rule: str) -> str:
    """A sentence with the rule that it rests on."""
    return f"{text} ({rule})" if rule else text


def _harmless(target: Unit, plan: FirePlan) -> list[str]:
    """Said first where no shot of the plan can wound anybody. (ARAP-DMG-02)"""
    if not all(f.harmless for f in plan.firings):
        return []
    return [f"Nobody of {target.name} can be hurt by this; hits count for suppression all the same. (ARAP-DMG-02)"]


def _look_out(state: GameState, target: Unit, plan: FirePlan) -> list[str]:
    """How likely a hit on a character is passed on, where markers and templates fall. (ARAP-AREA-15)"""
    area_fire = any(f.strip is not None or f.weapon.marker_in for f in plan.firings)
    if not (area_fire and state.option("look_out_sir")) or len(target.alive) < 2:
        return []
    count = len(look_out_sir.characters(state, target))
    who = "its character" if count == 1 else f"one of its {count} characters"
    odds = odds_text(chance_low(look_out_sir.PASSES), 0)
    return [f"Look out, sir: a hit on {who} is passed on, {odds}. (ARAP-AREA-15)"] if count else []


def _save_notes(state: GameState, target: Unit) -> list[str]:
    notes = ["Gone to ground: saves are 1 better. (ARAP-GTG-02)"] if target.gone_to_ground else []
    if not target.is_vehicle and suppression.is_immune(state, target):
        notes.append(f"{target.name} takes no suppression points. (ARAP-SUPP-05)")
    return notes
