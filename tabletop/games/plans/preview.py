"""Plans: what a draft would cost and how likely it is, in words for the dock, with what the board draws meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules import Action, encode, preview
from rules.core.ids import SideId, UnitId
from rules.core.preview import Chance, HitLine, Mishap, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.questions import drives, shots, street, weapons
from rules.state import GameState
from tabletop.games.access import actions
from tabletop.games.access.refusals import Refused
from tabletop.games.board import overlays
from tabletop.games.plans import (
    among,
    choices,
    doubts,
    drafts,
    dropping,
    figures,
    firers,
    on_board,
    picks,
    pointing,
    reaching,
    sections,
    split_unit,
    standing,
)
from tabletop.games.plans import weapons as plans_weapons
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.drafts import STREET_KINDS, Draft, Wanted
from tabletop.games.plans.firers import Firers
from tabletop.games.plans.guess_range import throws
from tabletop.games.plans.plan import NOTHING, Figure, Group, Plan
from tabletop.games.plans.vehicles import boarding, mounts, street_race
from tabletop.games.plans.ways import shorten, through
from tabletop.games.plans.weapons import Control
from tabletop.games.words import ends_activations, leg_notes, receipt_rows
from tabletop.ui.board.overlay import under_plates
from tabletop.ui.words import count_text, inches_text, percent_text


def plan(state: GameState, side: SideId, draft: Draft) -> Plan:
    """The plan of a draft on a state as its side may know it."""
    found = _planned(state, side, draft)
    tints = on_board.tinted(state, found.ground)
    return found._replace(overlay=found.overlay._replace(arcs=tints + found.overlay.arcs)) if tints else found


def _planned(state: GameState, side: SideId, draft: Draft) -> Plan:
    unit = state.units.get(UnitId(draft.unit))
    if draft.kind in drafts.UNITLESS:
        return _for_the_side(state, side, draft)
    if not draft.kind or unit is None:
        return NOTHING
    stranger = _stranger(state, unit, draft)
    if stranger is not None:
        return Plan(draft.kind, button_of(draft.kind).word, refusal=stranger)
    if draft.kind in STREET_KINDS and not street.races(state, unit):
        return Plan(draft.kind, button_of(draft.kind).word, refusal=street.barred(state, side, unit))
    drawn = Plan(draft.kind, button_of(draft.kind).word, targets=choices.targets(state, unit, draft))
    aims = pointing.means(state, unit, draft)
    pointed = bool(draft.path or draft.models) and bool(aims)
    drawn = drawn._replace(controls=choices.controls(state, unit, draft), aims=aims, pointed=pointed)
    drawn = drawn._replace(text=street_race.hint(state, unit, draft))
    if draft.kind in _ON_THE_TABLE:
        drawn = drawn._replace(table=weapons.firing_table(state, unit))
    if draft.kind == "drive":
        drawn = drawn._replace(ground=drives.ground_table(state, unit, 0.0))
    raw = _action(state, side, unit, draft)
    if isinstance(raw, Wanted):
        if draft.kind == drafts.RULE_PLACE:
            drawn = drawn._replace(title=f"Move {unit.name}", of="by ruling")
        waiting = on_board.waiting(state, unit, draft)
        if raw.refusal is not None:
            return drawn._replace(refusal=raw.refusal, overlay=waiting)
        return _so_far(drawn._replace(text=raw.text, overlay=waiting), state, side, unit, draft, raw)
    try:
        action = actions.action(raw, side)
    except Refused as refused:
        return drawn._replace(refusal=refused.refusal)
    seen = preview(state, action)
    reached = shorten.to_reach(state, side, draft, seen) if not _may_ram(drawn, seen) else None
    if by_doors := through.led(state, draft, seen, reached):
        return _by_doors(_planned(state, side, by_doors), drawn, draft, by_doors)
    if reached is not None:
        why = shorten.bars_beyond(state, side, draft, reached, seen.refusal)
        return _shortened(_planned(state, side, reached), state, unit, draft, reached, why)
    if draft.kind == "get-out" and not draft.path:
        drawn = drawn._replace(text=boarding.where_to_get_out(state, unit))
    drawn = drawn._replace(sections=sections.cards(state, unit, draft, among.picked_of(state, unit, draft)))
    if draft.kind in among.KINDS and not (drawn.text or drawn.sections):
        drawn = drawn._replace(text=picks.says(state, unit, draft))
    drawn = drawn._replace(ways=reaching.ways(state, draft, action), side_view=reaching.side_view(state, action))
    drawn = on_board.pointed(_plan(drawn, state, unit, draft, seen, raw, action), state, raw, action)
    drawn = mounts.with_weapons(drawn, state, unit, draft)
    if draft.kind == "finish":
        drawn = _left_alone(drawn, state, side, seen)
    if seen.doubts:
        drawn = _in_doubt(drawn, state, unit, draft, seen)
    drawn = on_board.numbered(drawn, unit)
    if seen.collision:
        at_length = (drawn.text.removesuffix("."),) if drawn.text else ()
        drawn = drawn._replace(text=f"It {seen.collision}.", warns=True, notes=(*at_length, *drawn.notes))
    if seen.refusal is not None:
        return drawn
    target = state.units.get(UnitId(draft.target))
    shot = raw["type"] == "Shoot" or weapons.is_mounted_fire(state, action)
    fires = shot and target is not None and shots.is_calculated(state, target)
    commit = _in_vain(draft, seen.in_vain) or _commit_word(draft, drawn)
    return drawn._replace(action=encode(action).decode(), commit=commit, fires=fires, vain=seen.in_vain)


def _stranger(state: GameState, unit: Unit, draft: Draft) -> Refusal | None:
    """Why nothing is said of a draft that no page sends: what vehicles do, of people; fire at who is not there."""
    if draft.kind in _FOR_VEHICLES and not unit.is_vehicle:
        return Refusal("not-a-vehicle", f"{unit.name} is no vehicle.", allowed="a vehicle")
    target = state.units.get(UnitId(draft.target))
    if draft.kind in _AT_UNITS and draft.target and (target is None or not target.alive):
        return Refusal("unknown-unit", "There is no such target.", allowed="a unit on the table")
    return None


def _so_far(plan: Plan, state: GameState, side: SideId, unit: Unit, draft: Draft, wanted: Wanted) -> Plan:
    """What can be said of an action that still lacks something: of a throw all but how far it is. (ARAP-AREA-10)"""
    if wanted.so_far is None:
        return plan
    action = actions.action({**wanted.so_far, "side": side}, side)
    seen = preview(state, action)
    title, of = _headline(plan.title, draft, seen, wanted.so_far, state)
    return plan._replace(
        title=title,
        of=of,
        figures=tuple(figures.figure(chance) for chance in figures.worth_saying(seen.chances)),
        groups=_groups(plan, draft, seen, None),
        notes=seen.notes,
        rule=seen.rules[0] if seen.rules else "",
    )


def _may_ram(plan: Plan, seen: Preview) -> bool:
    """Whether a way ends at what may be rammed: that is asked before it is cut short. (VEH-RAM-01)"""
    barred = seen.refusal is not None and seen.refusal.code != "too-far"
    return barred and any(control.name == "ram" for control in plan.controls)


def _in_doubt(plan: Plan, state: GameState, unit: Unit, draft: Draft, seen: Preview) -> Plan:
    over = plan.overlay._replace(preview=under_plates(plan.overlay.preview, doubts.drawn(state, seen.doubts)))
    if plan.firers is not None:
        unsure = [d.model for d in seen.doubts if d.to is not None and not d.settled]
        plan = plan._replace(firers=firers.in_doubt(plan.firers, unsure))
    return plan._replace(doubts=doubts.notes(state, unit, state.units.get(UnitId(draft.target)), seen), overlay=over)


def _action(state: GameState, side: SideId, unit: Unit, draft: Draft) -> drafts.Made:
    if draft.exact:
        return drafts.action_of(state, side, draft)
    if draft.kind in _ARMED and unit.side == side:
        made = _ARMED[draft.kind](state, unit, draft)
        if not isinstance(made, Wanted) and made["type"] == "Shoot":
            made = reaching.reached(state, unit, draft, made)
        return made if isinstance(made, Wanted) else {**made, "side": side}
    return drafts.action_of(state, side, draft)


_ARMED: dict[str, Callable[[GameState, Unit, Draft], drafts.Made]] = {
    **dict.fromkeys(("shoot", *reaching.KINDS), plans_weapons.shoot),
    dropping.KIND: dropping.made,
    "fire": plans_weapons.fire,
    "ports": plans_weapons.ports,
    "charge": plans_weapons.charge,
    "throw": throws.guess,
    "lob": throws.guess,
    "split": split_unit.split,
    "standing": standing.given,
    **dict.fromkeys(boarding.KINDS, boarding.board),
    **dict.fromkeys(among.KINDS, among.chosen),
    **dict.fromkeys(picks.AT_WALLS, picks.made),
    **dict.fromkeys(STREET_KINDS, street_race.made),
}


def _for_the_side(state: GameState, side: SideId, draft: Draft) -> Plan:
    word, text = _SIDE_ACTS[draft.kind]
    action = actions.action(drafts.UNITLESS[draft.kind], side)
    seen = preview(state, action)
    title = ends_activations(state, side) if draft.kind == "end-activation" else word
    whole = _left_alone(Plan(draft.kind, title, text=text, refusal=seen.refusal), state, side, seen)
    return whole if seen.refusal else whole._replace(action=encode(action).decode(), commit=word)


def _left_alone(plan: Plan, state: GameState, side: SideId, seen: Preview) -> Plan:
    """An end of acting that leaves vehicles to roll on by themselves warns of it and shows where. (VEH-RACE-04)"""
    if seen.refusal or not seen.notes:
        return plan
    shown = street_race.rolling_on(state, side, seen.notes)
    text, notes = street_race.words_of_rolling(seen.notes)
    return plan._replace(text=text, warns=True, overlay=shown, notes=notes, rule=seen.rules[0])


_AT_UNITS = frozenset({"shoot", "fire", *reaching.KINDS})
_FOR_VEHICLES = STREET_KINDS | {"drive", "fire"}
_ON_THE_TABLE = frozenset({"drive", "fire", "lob"})
"""Kinds that the table of what fires after a move is shown with. (TRI-FIRE-12)"""

_SIDE_ACTS = {
    "end-activation": ("End activations", "Units that have not tried yet stay as they are; melee rounds follow."),
    "roll-off": ("Roll off", "Each side rolls a die; the higher one chooses who has the first turn."),
    "deploy-all": ("Place all", "The table places every unit that is left, well forward in its zone."),
}


def _plan(
    plan: Plan, state: GameState, unit: Unit, draft: Draft, seen: Preview, raw: dict[str, Any], action: Action
) -> Plan:
    title, of = _headline(plan.title, draft, seen, raw, state)
    fire = firers.of(state, unit, draft, action)
    ram = drives.ram(state, action) if draft.kind in ("drive", "ram") else None
    return plan._replace(
        firers=fire,
        title=title,
        of=of,
        refusal=seen.refusal,
        ap=seen.ap,
        figures=_figures(draft, seen),
        groups=_groups(plan, draft, seen, fire),
        rows=receipt_rows(seen.modifiers),
        notes=(*leg_notes(seen.legs), *seen.notes, *_NOTES.get(draft.kind, ())),
        rule=seen.rules[0] if seen.rules else "",
        overlay=on_board.drawn(state, unit, draft, seen, raw, action),
        table=weapons.firing_table(state, unit, seen.spent_in) if draft.kind == "drive" else plan.table,
        ground=drives.ground_table(state, unit, seen.spent_in) if draft.kind == "drive" else None,
        ways_out=boarding.ways_out(state, unit) if draft.kind == "get-out" else (),
        marks=draft.kind in picks.STRUCK or ram is not None,
        struck=str(ram.target or "") if ram is not None else "",
    )


def _figures(draft: Draft, seen: Preview) -> tuple[Figure, ...]:
    """The chances; where a race would end at an obstacle, first what the impact does at worst. (VEH-RACE-05)"""
    own = tuple(figures.figure(chance) for chance in figures.worth_saying(seen.chances))
    if draft.kind != "street":
        return own
    worst = ((line.name, c) for line in seen.shots for c in _without_mishaps(line.chances)[-1:])
    crashes = (Figure(percent_text(end.value), f"{end.label}, {name[:1].lower()}{name[1:]}") for name, end in worst)
    return (*crashes, *own)


def _without_mishaps(chances: Sequence[Chance]) -> list[Chance]:
    return [chance for chance in chances if not isinstance(chance, Mishap)]


def _groups(plan: Plan, draft: Draft, seen: Preview, fire: Firers | None) -> tuple[Group, ...]:
    return figures.ticked_once(
        figures.group(line, plan.controls, _noun(draft))._replace(
            step=fire.steps.get(line.weapon) if fire and not isinstance(line, HitLine) else None
        )
        for line in seen.shots
    )


def _shortened(plan: Plan, state: GameState, unit: Unit, drawn: Draft, reached: Draft, why: Refusal | None) -> Plan:
    """The plan of as much of a way as can be gone, which says so, and what bars the rest."""
    gone, way = drafts.places_of(unit, reached), drafts.places_of(unit, drawn)
    kept, whole = overlays.spans(gone), overlays.spans(way)
    said, drew = inches_text(kept), inches_text(whole)
    text = f"Shortened to {said} of the {drew} drawn." if said != drew else f"Shortened by a hair, to {said}."
    if drawn.models and reached.path == drawn.path:
        text = "Who is placed apart goes as far as he can."
    elif drawn.models and not reached.models:
        text += " Nobody is placed apart there."
    rest = overlays.beyond(way, kept)
    over = plan.overlay._replace(preview=rest + plan.overlay.preview)
    alone = " In file they go one behind the other." if drawn.kind in _IN_RANKS and len(unit.alive) > 1 else ""
    bars = (f"The rest: {why.message}{alone}",) if why is not None else ()
    meant = _meant(choices.controls(state, unit, drawn), plan.controls)
    return plan._replace(text=text, overlay=over, warns=True, notes=(*bars, *plan.notes), controls=meant)


def _by_doors(gone: Plan, plan: Plan, drawn: Draft, led: Draft) -> Plan:
    """The plan of a way that was led by what is open, or in single file: that it is, and whether it is cut short."""
    round_it = len(led.path) > len(drawn.path) or led.path[:-1] != drawn.path[: len(led.path) - 1]
    filed = bool(led.exact.get("placements"))
    cut = distance(drawn.path[-1], led.path[-1]) > shorten.FINE_IN
    said = ((round_it, "round by what is open"), (filed, "in single file"), (cut, "as far as it goes"))
    text = ", ".join(words for true, words in said if true)
    return gone._replace(text=f"{text[:1].upper()}{text[1:]}.", controls=plan.controls)


def _meant(drawn: tuple[Control, ...], gone: tuple[Control, ...]) -> tuple[Control, ...]:
    """A ram is meant by the whole way; else what is asked is asked of the way that is gone. (VEH-RAM-01, TRI-TERR-01)

    What was chosen for the whole way stays, so that it can be chosen otherwise.
    """
    if any(control.name == "ram" for control in drawn):
        return drawn
    asked = {control.name: control for control in gone}
    return tuple(asked.get(c.name, c) for c in drawn if c.name in asked or c.value)


_IN_RANKS = ("move", "crawl", "tactical")
"""Moves on foot, in which a rank wider than a door is stopped by the wall beside it."""


def _headline(title: str, draft: Draft, seen: Preview, raw: dict[str, Any], state: GameState) -> tuple[str, str]:
    if draft.kind == "activate":
        return count_text(int(raw["dice"]), "die", "dice"), ""
    if draft.kind == "split":
        return f"Split off {count_text(len(raw['models']), 'model')}", ""
    if draft.kind == drafts.RULE_PLACE:
        return f"Move {state.units[UnitId(draft.unit)].name}", "by ruling"
    if draft.kind == "deploy":
        return f"Place {state.units[UnitId(draft.unit)].name}", ""
    if draft.kind == "jump" and seen.allowance_in:
        return title, f"up to {inches_text(seen.allowance_in)}"  # how wide the gap is shows when they jump
    if seen.allowance_in or seen.legs:
        of = f"of {inches_text(seen.allowance_in)}" if seen.allowance_in else ""
        return f"{title} {inches_text(seen.spent_in)}", of
    if draft.target and draft.target in state.units:
        return title, f"at {state.units[UnitId(draft.target)].name}"
    return title, ""


_NOTES = {
    "split": (
        "Each part makes its own activation roll",
        "parts within 3″ of each other are one unit again once both have made it",
    )
}
"""What goes with a kind of action, whatever its preview says. (ARAP-COH-02)"""

_COMMITS = {
    "split": "Split off",
    "deploy": "Place here",
    "finish": "Finish",
    "go-to-ground": "Go to ground",
    "go-prone": "Lie down",
    "stop": "Stop for boarding",
    **dict.fromkeys(("shoot", *reaching.KINDS), "Commit fire"),
    "standing": "So from now on",
    dropping.KIND: "Drop it",
    "ports": "Commit fire",
    **dict.fromkeys(("shoot-building", "building-ports", "fire-built-in", "shoot-wall"), "Commit fire"),
    **dict.fromkeys(("enter-bunker", "enter-house", "enter-section"), "Go in"),
    "go-section": "Go there",
    "leave-section": "Come out",
    "storm": "Commit assault",
    **dict.fromkeys(("charge-out", "charge-bunker"), "Commit charge"),
    "blast-section": "Commit fire",
    "look-out": "Do so",
    "deploy-section": "Place there",
    "lay-tile": "Open and lay",
    **dict.fromkeys(("work-door", "work-section-door"), "Do so"),
    "ride-lift": "Ride",
    "try-tube": "Toss it in",
    **dict.fromkeys(("strike-wall", "smash-lock"), "Strike"),
    "hack-lock": "Hack it",
    "force-door": "Force it",
    **dict.fromkeys(("jump", "jump-down", "jump-out", "jump-charge"), "Commit jump"),
    drafts.RULE_PLACE: "Rule so",
}


def _commit_word(draft: Draft, plan: Plan) -> str:
    if draft.kind == "drive" and any(c.name == "ram" and c.value for c in plan.controls):
        return "Commit ram"
    words = {"activate": f"Roll {plan.title}", **_COMMITS}
    return words.get(draft.kind) or f"Commit {button_of(draft.kind).word.lower()}"


def _in_vain(draft: Draft, why: str) -> str:
    """The word on the button of what is known to fail: "Charge, falls short"."""
    return f"{button_of(draft.kind).word}, {why}" if why else ""


def _noun(draft: Draft) -> str:
    """A charge strikes, unless it fires on the run."""
    return "blow" if draft.kind == "charge" and not draft.ticked.get("fire") else "shot"
