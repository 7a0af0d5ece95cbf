"""What a plan of fire may bring: for each group dice, goal, modifiers and exact chances. (ARAP-SHOOT-01)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap import building_interface
from rules.arap.damage import riders
from rules.arap.damage.wounds_and_saves import least_goal
from rules.arap.morale import suppression
from rules.arap.shooting import rulings
from rules.arap.shooting.building_interface import StreamsAtBuildings
from rules.arap.shooting.odds import NEVER, chance, commonest, hit_odds, of_bike, per_hit, template_odds, whole
from rules.arap.shooting.plan import TWICE, FirePlan, Firing, Reach, turns
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.sight.building_interface import FireThroughOpenings, Place
from rules.arap.templates import look_out_sir, marker, scatter, strip
from rules.arap.templates.building_interface import BurstsInBuildings
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.units.weapons import is_relentless
from rules.arap.vehicle_interface import ask
from rules.core.preview import Chance, Preview, ShotLine
from rules.dice.goals import BEST_LOW, goal_text
from rules.dice.odds import chance_low
from rules.dice.odds.chances import odds_text
from rules.forces.strength import against, is_changed
from rules.forces.unit import Point, Unit
from rules.state import GameState
from rules.table.terrain import Cover

REACHES: Final[dict[Reach, str]] = {
    "lean": "leans out: shot at as if in the open until its unit is activated again (BLD-HIGH-02)",
    "wild": "held out blind: at BS1, keeps its cover (BLD-HIGH-03)",
}
"""What leaning out and firing blind mean, for a preview."""


COVERED: Final[dict[Cover, str]] = {"none": "in the open", "soft": "in soft cover", "hard": "in hard cover"}
"""Where figures under a template are, in words."""


def preview(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Preview:
    """Cost, one line for each group of shots, chances of the whole, and who does not fire and why."""
    groups = plan.groups()
    lines = tuple(line for group in groups for line in _lines(state, target, group))
    chances = tuple(of_bike(state, unit, target, plan) if target.is_vehicle else whole(state, unit, target, plan))
    turned = turns(plan, unit, None)
    notes = [
        *_harmless(target, plan),
        *_idle(state, plan),
        *_save_notes(state, target),
        *_climbers(state, target),
        *_look_out(state, target, plan),
    ]
    if turned:
        notes.append(f"{len(turned)} turn{'s' if len(turned) == 1 else ''} to face the target.")
    return Preview(
        ap=plan.ap,
        shots=lines,
        chances=chances,
        notes=tuple(notes),
        rules=tuple(_reasons(state, target, plan)),
        vain=_in_vain(state, plan, chances),
    )


def _in_vain(state: GameState, plan: FirePlan, chances: Sequence[Chance]) -> str:
    """Why it is known beforehand to hurt nobody. (ARAP-DMG-02, ARAP-AREA-07)"""
    if plan.firings and all(f.harmless for f in plan.firings):
        return "cannot hurt them"
    if not chances or any(chance.value for chance in chances):
        return ""
    met = (scatter.note_of_obstacle(state, f.model, aimed_at(state, f), f.weapon) for f in plan.firings)
    return "stopped on its way" if all(met) else ""


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
        (any(f.weapon.has("pinning") or f.weapon.has("auto-pin") for f in fired), "ARAP-PIN-03"),
        (any(f.weapon.torrent_in for f in fired), "ARAP-TMPL-05"),
        (any(f.weapon.marker_in for f in fired) and _from_centre(state), "ARAP-AREA-08"),
    )
    yield from (rule for true, rule in reasons if true)
    if bool(state.interiors):
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
    of_machine = ("VEH-BIKE-01", "ARAP-SUPP-01") if bike else ask(state, VehicleCrews).cited("no nerves")
    yield from of_machine if target.is_vehicle else _cited_of_people(state, target)


def aimed_at(state: GameState, firing: Firing) -> Point:
    """Where the board shows what is aimed at: an upper floor is laid out beside its house. (BLD-GEN-03)

    People aboard are aimed at where the plan has them stand on their hull, hulls where the plan lays the marker.
    (VEH-OPEN-01, TRI-ORD-04)
    """
    if state.profile(firing.aim).hull is not None:
        return firing.aim.at
    standing = (u for u in state.units.values() if u.aboard is None)
    model = next((m for u in standing for m in u.models if m.id == firing.aim.id), firing.aim)
    return model.at


def _aim_in_words(state: GameState, firing: Firing, target: Unit) -> str:
    """A member in the middle of all or of a part, or the whole piece of cover round a figure. (ARAP-AREA-01, -09)"""
    piece = marker.cover_of_one(state, target)
    if piece is None or any(m.id == firing.aim.id for m in target.models):
        firer = state.find_model(firing.model.id)[0]
        part = _PARTS.get(rulings.part(firer, target.id))
        return f"a member in the middle of its {part}, as ruled (ARAP-AREA-09)" if part else "a member in the middle"
    return f"the middle of {piece.name}, all of which is the target (ARAP-AREA-01)"


_PARTS: Final = {"left": "left third", "centre": "centre", "right": "right third"}


def _from_centre(state: GameState) -> bool:
    return bool(state.options.get("area_casualties_from_centre"))


def _cited_of_people(state: GameState, target: Unit) -> Iterator[str]:
    yield from ("ARAP-DICE-03", "ARAP-DICE-04", "ARAP-DMG-03")
    if suppression.is_immune(state, target):
        yield "ARAP-SUPP-05"
    if any(state.profile(m).bike is not None for m in target.alive):
        yield "VEH-BIKE-03"
    if any(m.on_face for m in target.alive):
        yield "ARAP-CLIMB-07"
    if any(is_changed(state.profile(m)) for m in target.alive):
        yield "ARAP-GEN-08"


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
        notes.append(f"Strength {first.weapon.strength_in_words(first.strength)} for each hit (TRI-FIRE-05)")
    if first.twice:
        notes.append(TWICE)
    if part := riders.note(state, target, close=first.close, area=bool(first.strip or first.weapon.marker_in)):
        notes.append(part)
    notes += _strength_notes(state, first, target)
    if first.strip is not None:
        notes += _under(state, first)
    chances = list(_to_hit(state, first, target, seven=marker.sevens(state)))
    if first.weapon.marker_in:
        barred = scatter.note_of_obstacle(state, first.model, aimed_at(state, first), first.weapon)
        if barred:
            chances = [chance("on target", NEVER)]
            notes.append(barred)
        notes.append(f"aimed at {_aim_in_words(state, first, target)}; marker of {first.weapon.marker_in:g}″")
        notes += marker.notes(state, aimed_at(state, first), first.weapon)
        if _from_centre(state) and len(target.alive) > 1:
            notes.append("wounds fall on those nearest to its centre first (ARAP-AREA-08)")
        if first.weapon.marker_in >= suppression.BIG_MARKER_IN and not suppression.is_immune(state, target):
            notes.append("who fails the test for its hits has 2 suppression points (ARAP-SUPP-02)")
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
    if target.is_vehicle or not is_changed(commonest(state, target)):
        return []
    return [f"strength {firing.strength} strikes as {against(commonest(state, target), firing.strength)} (ARAP-GEN-08)"]


def _to_hit(state: GameState, firing: Firing, target: Unit, *, seven: bool) -> Iterator[Chance]:
    """Of a template how those under it are hit, by their cover where that differs. (ARAP-TMPL-03, ARAP-TMPL-04)"""
    if firing.strip is not None:
        under = strip.under(state, firing.strip, firing.model, firing.beyond, aim=firing.aim)
        covers = {u.cover for u in under if u.unit == target.id} or {"none"}
        for cover in sorted(covers, key=list(COVERED).index):
            where = COVERED[cover] if len(covers) > 1 else ""
            yield chance(f"to hit {where}".strip(), template_odds(firing.goal, cover))
        return
    area = firing.weapon.marker_in or firing.weapon.template
    odds = hit_odds(firing.weapon, firing.goal, seven_is_hit=seven) if area else firing.hit_odds
    yield chance("on target" if firing.weapon.marker_in else "to hit", odds)


def _goal_text(firing: Firing, *, seven: bool) -> str:
    if firing.weapon.marker_in:
        return marker.scatter_text(firing.goal, seven_is_hit=seven)
    return goal_text(firing.goal, "low")


def _span(group: Sequence[Firing]) -> str:
    nearest, furthest = min(f.range_in for f in group), max(f.range_in for f in group)
    return f"{nearest:.2f}″" if furthest - nearest < 0.05 else f"{nearest:.2f}″ to {furthest:.2f}″"


def _under(state: GameState, firing: Firing) -> list[str]:
    """Who is under the strip, unit by unit and by cover."""
    assert firing.strip is not None
    under = strip.under(state, firing.strip, firing.model, firing.beyond, aim=firing.aim)
    found = Counter((u.unit, u.cover, u.indoors) for u in under)
    inside = {False: "", True: " inside, else on 3 or less each (BLD-TMPL-05)"}
    who = [
        f"under the template: {n} of {state.units[u].name} {COVERED[c]}{inside[indoors]}"
        for (u, c, indoors), n in found.items()
    ]
    return [*who, *building_interface.ask(StreamsAtBuildings).notes_of_stream(state, firing)]


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
    if not (area_fire and look_out_sir.may_pass_on(state, target)):
        return []
    count = len(look_out_sir.characters(state, target))
    who = "its character" if count == 1 else f"one of its {count} characters"
    odds = odds_text(chance_low(look_out_sir.PASSES), 0)
    return [f"Look out, sir: a hit on {who} is passed on, {odds}. (ARAP-AREA-15)"]


def _climbers(state: GameState, target: Unit) -> list[str]:
    """What a wound does to those who hang on a face. (ARAP-CLIMB-07)"""
    heights = [m.level_in for m in target.alive if m.on_face]
    if not heights:
        return []
    return [f"Whoever is wounded on the way up falls, saved or not, from up to {max(heights):.3g}″. (ARAP-CLIMB-07)"]


def _save_notes(state: GameState, target: Unit) -> list[str]:
    notes = ["Gone to ground: saves are 1 better. (ARAP-GTG-02)"] if target.gone_to_ground else []
    if not target.is_vehicle and suppression.is_immune(state, target):
        notes.append(f"{target.name} takes no suppression points. (ARAP-SUPP-05)")
    return notes
