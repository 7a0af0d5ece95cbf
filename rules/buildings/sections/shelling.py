"""What bursts in a section from whoever it comes: the opening, what it costs, how likely it gets in.

(BLD-SSHT-08 to -12, BLD-INTO-04, BLD-INTO-06, BLD-INTO-10)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.shooting import odds, shoot_at_spot, volley
from rules.arap.shooting.building_interface import AtSection
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.buildings import levels_apart, through_openings
from rules.buildings.doors.openings import IN_WALL_IN
from rules.buildings.sections import burst, graph, occupants, reach
from rules.buildings.sections.burst import ShotAtSection
from rules.buildings.sections.graph import HouseSection, WayIn
from rules.core.ids import SideId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import chance_low
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within, toward
from rules.progress import Progress
from rules.state import GameState

BESIDE_IN: Final = 2.0
"""From no further off a shell always passes the opening. (BLD-INTO-10)"""


def bursts(weapon: Weapon) -> bool:
    """Whether it goes off in a section as a whole; what is lobbed at a guess does not get in."""
    return (weapon.is_thrown or weapon.marker_in > 0 or weapon.template) and not weapon.is_guessed


# -- the section and its openings --------------------------------------------------------------------------------------


def nobody_there(state: GameState, side: SideId, here: HouseSection) -> Refusal | None:
    """No enemies in it, or they are fighting."""
    foes = reach.foes(state, here, side)
    if not foes:
        return Refusal("nobody-there", f"No enemy is in {here.name}.", "BLD-SSHT-08", "a section with enemies")
    if any(state.is_locked(f.id) for f in foes):
        text = f"In {here.name} they are fighting: nobody can say whom it would hit."
        return Refusal("target-locked", text, "ARAP-GEN-01", "after that fight")
    return None


def opening(here: HouseSection, way: int) -> WayIn | None:
    """The window, door or breach aimed through, by its place in the section's list, if it is open."""
    ways = graph.ways_in(here)
    return ways[way] if 0 <= way < len(ways) and ways[way].is_open else None


def shut(here: HouseSection, way: int) -> Refusal | None:
    """No such opening, or it is shut. (BLD-SSHT-10)"""
    if opening(here, way) is not None:
        return None
    text = f"{here.name} has no such opening that is open."
    ways = ", ".join(w.name for w in graph.ways_in(here) if w.is_open)
    return Refusal("no-opening", text, "BLD-SSHT-10", ways or "breaking one open")


def before(state: GameState, here: HouseSection, way: int) -> tuple[GameState, Point]:
    """The state in which the house does not hide its opening, and where that is."""
    found = opening(here, way)
    assert found is not None
    return replace(state, terrain=tuple(p for p in state.terrain if p.id != here.piece.id)), found.at


# -- what is fired -----------------------------------------------------------------------------------------------------


def aimed(state: GameState, unit: Unit, here: HouseSection, way: int, laid: FirePlan) -> FirePlan:
    """The fire at a mark in the opening as fire into the section: nobody fires through the house itself."""
    idle = [i._replace(refusal=_named(i.refusal, here)) for i in laid.idle]
    found = opening(here, way) if not occupants.is_in(state, unit, here.piece) else None
    firings = []
    for firing in laid.firings:
        if found is not None and rings.encloses(here.piece.points, toward(found.at, firing.model.at, IN_WALL_IN)):
            text = f"{found.name[:1].upper()}{found.name[1:]} is on another side of {here.piece.name}."
            idle.append(Idle(firing.model.id, 12, Refusal("other-side", text, "BLD-SSHT-10", "an opening in sight")))
        elif found is not None and (apart := _storeys_apart(state, here, firing)) is not None:
            idle.append(Idle(firing.model.id, 12, apart))
        else:
            firings.append(shoot_at_spot.aimed(state, unit, firing, _through(state, here, found, firing)))
    return FirePlan(tuple(firings), tuple(idle))


def _storeys_apart(state: GameState, here: HouseSection, firing: Firing) -> Refusal | None:
    """That streams go up or down a storey, and what is thrown less far upwards. (BLD-TMPL-02, BLD-HIGH-06)"""
    if state.is_older_than("13"):
        return None
    return levels_apart.unfit(state, firing._replace(aim=replace(firing.aim, level_in=here.height_in)))


def _through(state: GameState, here: HouseSection, way: WayIn | None, firing: Firing) -> tuple[Modifier, ...]:
    """At a slant to the wall, steeply, through a small opening: what it costs at doors and windows.

    (BLD-INTO-04, BLD-INTO-05, BLD-INTO-06)
    """
    building = here.piece.building
    if way is None or way.opening is None or building is None:
        return ()
    gap, eye = building.openings[way.opening], firing.model
    found = through_openings.at_opening((gap.a, gap.b), eye.at, way.at, firing.weapon)
    if state.is_older_than("13") or not state.option("vertical_angle_modifier"):
        return found
    height = levels_apart.height_of(state, eye)
    return (*found, *through_openings.steeply(eye.at, height, way.at, here.height_in + gap.sill_in))


def _named(refusal: Refusal, here: HouseSection) -> Refusal:
    return replace(refusal, message=refusal.message.replace(" that spot", f" {here.name}"))


def _is_beside(at: AtSection, here: HouseSection, firing: Firing) -> bool:
    way = opening(here, at.way)
    return way is not None and is_within(distance(firing.model.at, way.at), BESIDE_IN)


def roll(progress: Progress, at: AtSection, here: HouseSection, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
    """Each shot by itself; wounds at the end."""
    unit = progress.state.units[at.unit]
    lots: volley.Lots = {}
    for firing in plan.firings:
        for _ in range(firing.shots):
            ShotAtSection(progress, unit, here, firing, lots, _is_beside(at, here, firing), how).go_off()
    volley.wound(progress, lots, HitSource(by=unit.id))


# -- what it may bring -------------------------------------------------------------------------------------------------


def preview(state: GameState, at: AtSection, here: HouseSection, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
    """What it takes, where it may land, and what it would do to those inside."""
    lines = tuple(_line(state, at, here, f, how) for f in plan.firings)
    notes = (*_notes(state, at, here), *_if_not(state, at, here, plan))
    return Preview(ap=plan.ap, shots=lines, notes=notes, rules=_rules(state, at, here))


def _line(state: GameState, at: AtSection, here: HouseSection, firing: Firing, how: HowFired) -> ShotLine:
    foe = reach.foes(state, here, at.side)[0]
    beside, own = _is_beside(at, here, firing), own_dice(firing, how)
    lands = chance_to_land(state, state.units[at.unit], here, firing, beside=beside)
    if own and not beside:
        lands = how.aims(state, firing)[1]
    words = "lands in it" if firing.strip is None else "burns everybody"
    per_hit = odds.per_hit(state, foe, firing.strengths, firing.weapon.ap, firing.close)
    return ShotLine(
        weapon=firing.weapon.id,
        name=firing.weapon.name,
        shooters=1,
        shots=firing.shots,
        goal=firing.goal,
        goal_text=how.aims(state, firing)[0] if own else goal_text(firing.goal, "low"),
        modifiers=() if own else firing.modifiers,
        chances=(Chance(label=words, exact=str(lands), value=float(lands)), *per_hit),
    )


def own_dice(firing: Firing, how: HowFired) -> bool:
    """Whether a shell scatters by dice of its own: ordnance, where vehicle rules say so. (TRI-ORD-04)"""
    return how is not ON_FOOT and firing.weapon.type == "ordnance"


def _notes(state: GameState, at: AtSection, here: HouseSection) -> Iterator[str]:
    inside = sum(len(models) for _, models in occupants.inside(state, here))
    if graph.is_open_space(state, here):
        yield f"{inside} inside: each escapes on {burst.ESCAPES} or less. (BLD-SSHT-09)"
    elif graph.has_inner_cover(state, here):
        yield f"{inside} inside: inner cover, each is hit on {burst.IN_COVER} or less. (BLD-SSHT-08)"
    else:
        friends = any(u.side == at.side for u, _ in occupants.inside(state, here))
        yield f"{inside} inside{', friends among them' if friends else ''}: everybody is hit. (BLD-SSHT-08)"


def _if_not(state: GameState, at: AtSection, here: HouseSection, plan: FirePlan) -> Iterator[str]:
    """What becomes of a shot from outside that does not get in. (BLD-SSHT-11)"""
    may_miss = [f for f in plan.firings if f.strip is None and (f.weapon.is_thrown or not _is_beside(at, here, f))]
    if occupants.is_in(state, state.units[at.unit], here.piece) or not may_miss:
        return
    strays = any(burst.strays(state, f) for f in may_miss)
    yield f"What does not get in {'scatters outside' if strays else 'bursts harmlessly outside'}. (BLD-SSHT-11)"


def _rules(state: GameState, at: AtSection, here: HouseSection) -> tuple[str, ...]:
    inside = occupants.is_in(state, state.units[at.unit], here.piece)
    space = ("BLD-SSHT-09",) if graph.is_open_space(state, here) else ()
    return (
        "BLD-SSHT-08",
        "BLD-SSHT-12" if inside else "BLD-SSHT-10",
        *(() if inside else ("BLD-INTO-08",)),
        *space,
    )


def lands_by_dice(goal: int) -> Fraction:
    """The chance that an area weapon comes down where it was aimed: a double, or no more than the skill."""
    good = sum(a == b or a + b - goal <= 0 for a in range(1, 7) for b in range(1, 7))
    return Fraction(good, 36)


def chance_to_land(state: GameState, unit: Unit, here: HouseSection, firing: Firing, *, beside: bool) -> Fraction:
    """The chance that it goes off in the section aimed for. (BLD-SSHT-10, BLD-SSHT-12)"""
    if firing.strip is not None:
        return chance_low(firing.goal)
    if beside and firing.weapon.marker_in and not firing.weapon.is_thrown:
        return Fraction(1)
    hits = chance_low(firing.goal) if firing.weapon.is_thrown else lands_by_dice(firing.goal)
    inside = occupants.is_in(state, unit, here.piece)
    return hits + (1 - hits) * Fraction(burst.STAYS, 6) if inside else hits
