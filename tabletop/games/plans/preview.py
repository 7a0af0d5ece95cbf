"""Plans: what a draft would cost and how likely it is, told for the dock, with what the board draws meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules import Action, encode, preview
from rules.core.ids import SideId, UnitId
from rules.core.preview import Average, BlowLine, Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.questions import weapons
from rules.questions.offers import placed_by_the_table
from rules.state import GameState
from tabletop.games.access import actions
from tabletop.games.access.refusals import Refused
from tabletop.games.board import overlays
from tabletop.games.board.overlays import EMPTY, Overlay
from tabletop.games.plans import drafts, guess_range, pointing, rams, shorten, split_unit, street_race
from tabletop.games.plans import weapons as plans_weapons
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.drafts import Draft, Wanted
from tabletop.games.plans.weapons import Control
from tabletop.games.words import Row, leg_notes, receipt_rows, tone
from tabletop.ui.words import count_text, inches_text, needed_text, percent_text


class Figure(NamedTuple):
    """A big figure and what it means."""

    figure: str
    meaning: str


class Group(NamedTuple):
    """One group of like weapons: what it throws, needs, and is likely to do."""

    weapon: str
    name: str
    shots: str
    need: str
    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    tick: str = ""
    """The box that lets this kind of weapon fire."""
    tone: int = 0
    """The colour of its dice where there are several groups, from 1."""


class Target(NamedTuple):
    """Something that an action may be aimed at, for the list beside the board."""

    id: str
    number: str
    side: str
    name: str
    away: str
    chosen: bool
    refusal: Refusal | None


class Plan(NamedTuple):
    """All that the plan shows."""

    kind: str
    title: str
    of: str = ""
    text: str = ""
    refusal: Refusal | None = None
    ap: int = 0
    figures: tuple[Figure, ...] = ()
    groups: tuple[Group, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    rule: str = ""
    targets: tuple[Target, ...] = ()
    controls: tuple[Control, ...] = ()
    commit: str = ""
    """The word on the button."""
    action: str = ""
    """The action's JSON; empty while there is nothing to commit."""
    overlay: Overlay = EMPTY
    aims: str = ""
    """What a press on the ground means to it: `aiming.Meaning`."""
    warns: bool = False
    """Whether the text tells of something that differs from what was drawn."""
    pointed: bool = False
    """Whether the board was pointed at, so that this can be taken off again."""
    fires: bool = False
    """Whether it is a shot of which the page of odds can show everything."""

    @property
    def drop(self) -> str:
        """The word on the button that takes the latest point off again."""
        if self.aims == "way" and any(c.name == "single" and c.value for c in self.controls):
            return "Last change off"
        return {"point": "Let the table aim", "spot": "No spot"}.get(self.aims, "Last point off")

    @property
    def draws(self) -> bool:
        """Whether a way is drawn for it, so that it can be bent and turned."""
        return button_of(self.kind).needs == "path" or self.kind in ("deploy", drafts.RULE_PLACE)

    @property
    def turns(self) -> bool:
        """Whether what is placed or walks turns on the spot at the end."""
        return self.kind not in street_race.KINDS

    @property
    def sends(self) -> str:
        """Where a commit is sent: a ruling goes its own way."""
        return "ruling" if self.kind == drafts.RULE_PLACE else "act"

    @property
    def loose(self) -> tuple[Control, ...]:
        """The controls that no group of shots carries in its head."""
        ticks = {group.tick for group in self.groups}
        return tuple(control for control in self.controls if control.name not in ticks)

    @property
    def aimed(self) -> bool:
        """Whether a target has been chosen."""
        return any(target.chosen for target in self.targets)


NOTHING = Plan("", "")


def plan(state: GameState, side: SideId, draft: Draft) -> Plan:
    """The plan of a draft on a state as its side may know it."""
    unit = state.units.get(UnitId(draft.unit))
    if draft.kind in drafts.UNITLESS:
        return _for_the_side(state, side, draft)
    if not draft.kind or unit is None:
        return NOTHING
    told = Plan(draft.kind, button_of(draft.kind).word, targets=_targets(state, unit, draft))
    aims = pointing.means(state, unit, draft)
    pointed = bool(draft.path or draft.models) and bool(aims)
    told = told._replace(controls=_controls(state, unit, draft), aims=aims, pointed=pointed)
    told = told._replace(text=street_race.hint(state, unit, draft))
    raw = _action(state, side, unit, draft)
    if isinstance(raw, Wanted):
        return told._replace(text=raw.text, overlay=_waiting_overlay(state, unit, draft))
    try:
        action = actions.action(raw, side)
    except Refused as refused:
        return told._replace(refusal=refused.refusal)
    seen = preview(state, action)
    if reached := shorten.to_reach(state, side, draft, seen):
        return _shortened(plan(state, side, reached), state, unit, draft, reached)
    if draft.kind == "get-out" and not draft.path:
        told = told._replace(text="Click beside the hull where they should get out, or take the nearest door.")
    told = _pointed(_told(told, state, unit, draft, seen, raw, action), state, raw, action)
    if seen.collision:
        told = told._replace(text=f"It {seen.collision}. {told.text}".strip(), warns=True)
    if seen.refusal is not None:
        return told
    fires = raw["type"] in ("Shoot", "FireVehicle")
    return told._replace(action=encode(action).decode(), commit=_commit_word(draft, told), fires=fires)


def _action(state: GameState, side: SideId, unit: Unit, draft: Draft) -> drafts.Made:
    if draft.kind in _ARMED and unit.side == side:
        made = _ARMED[draft.kind](state, unit, draft)
        return made if isinstance(made, Wanted) else {**made, "side": side}
    return drafts.action_of(state, side, draft)


_ARMED: dict[str, Callable[[GameState, Unit, Draft], drafts.Made]] = {
    "shoot": plans_weapons.shoot,
    "fire": plans_weapons.fire,
    "ports": plans_weapons.ports,
    "charge": plans_weapons.charge,
    "throw": guess_range.guess,
    "lob": guess_range.guess,
    "split": split_unit.split,
    **dict.fromkeys(street_race.KINDS, street_race.made),
}


def _for_the_side(state: GameState, side: SideId, draft: Draft) -> Plan:
    word, text = _SIDE_ACTS[draft.kind]
    action = actions.action(drafts.UNITLESS[draft.kind], side)
    refusal = preview(state, action).refusal
    told = Plan(draft.kind, word, text=text, refusal=refusal)
    return told if refusal else told._replace(action=encode(action).decode(), commit=word)


_SIDE_ACTS = {
    "end-activation": ("End activation", "Units that have not tried yet stay as they are; melee rounds follow."),
    "roll-off": ("Roll off", "Each side rolls a die; the higher one chooses who has the first turn."),
    "deploy-all": ("Place all", "The table places every unit that is left, well forward in its zone."),
}


def _told(
    told: Plan, state: GameState, unit: Unit, draft: Draft, seen: Preview, raw: dict[str, Any], action: Action
) -> Plan:
    title, of = _headline(told.title, draft, seen, raw, state)
    return told._replace(
        title=title,
        of=of,
        refusal=seen.refusal,
        ap=seen.ap,
        figures=tuple(figure(chance) for chance in seen.chances),
        groups=tuple(_group(line, told.controls, _noun(draft)) for line in seen.shots),
        rows=receipt_rows(seen.modifiers),
        notes=(*leg_notes(seen.legs), *seen.notes, *_NOTES.get(draft.kind, ())),
        rule=seen.rules[0] if seen.rules else "",
        overlay=_overlay(state, unit, draft, seen, raw, action),
    )


def _shortened(told: Plan, state: GameState, unit: Unit, drawn: Draft, reached: Draft) -> Plan:
    """The plan of as much of a way as can be paid for, which says so."""
    start = drafts.lead_of(unit).at
    kept, whole = (overlays.spans([start, *way.path]) for way in (reached, drawn))
    text = f"Shortened to what it can reach: {inches_text(kept)} of the {inches_text(whole)} drawn."
    rest = overlays.beyond([start, *drawn.path], kept)
    over = told.overlay._replace(preview=rest + told.overlay.preview)
    return told._replace(text=text, overlay=over, warns=True)


def _pointed(told: Plan, state: GameState, raw: dict[str, Any], action: Action) -> Plan:
    """The plan with the templates and markers of its fire, or what it rams."""
    shot = weapons.laid(state, action) if told.refusal is None else None
    if shot is not None and raw["type"] in _AT_THE_GROUND:
        drawn, words = pointing.laid(state, shot)
        over = told.overlay._replace(preview=drawn + told.overlay.preview)
        return told._replace(overlay=over, of="at the ground", notes=(*((words,) if words else ()), *told.notes))
    if raw["type"] != "Shoot":
        return told._replace(overlay=rams.shown(state, action, told.overlay))
    if shot is None:
        drawn, words, lines = pointing.astray(state, action), "", told.overlay.preview
    else:
        (drawn, words), lines = pointing.laid(state, shot), overlays.fired(shot.lines)
        told = told._replace(groups=_toned(state, told.groups))
    hint = (_HINTS[told.aims],) if told.aims in _HINTS and "aim" not in raw else ()
    over = told.overlay._replace(preview=drawn + lines)
    return told._replace(overlay=over, notes=(*((words,) if words else ()), *told.notes, *hint))


_AT_THE_GROUND = frozenset({"FireAtSpot", "FireMountsAt"})


def _toned(state: GameState, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Groups in the colours that their dice will have. (ARAP-SHOOT-09)"""
    if len(groups) < 2 or not state.option("dice_groups"):
        return groups
    return tuple(group._replace(tone=tone(n)) for n, group in enumerate(groups))


_HINTS = {
    "point": "Press on the board to point the template elsewhere",
    "spot": "Press on the ground to aim at a spot there",
}


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

_AIMED = frozenset({"shoot", "blind", *guess_range.KINDS})
"""Kinds whose path is no way but a place that is pointed at."""

_COMMITS = {
    "split": "Split off",
    "deploy": "Place here",
    "finish": "Finish",
    "shoot": "Commit fire",
    "ports": "Commit fire",
    **dict.fromkeys(("jump", "jump-down", "jump-charge"), "Commit jump"),
    drafts.RULE_PLACE: "Rule so",
}


def _commit_word(draft: Draft, told: Plan) -> str:
    if draft.kind == "drive" and any(c.name == "ram" and c.value for c in told.controls):
        return "Commit ram"
    words = {"activate": f"Roll {told.title}", **_COMMITS}
    return words.get(draft.kind) or f"Commit {button_of(draft.kind).word.lower()}"


# ------------------------------------------------------------------ figures


def figure(chance: Chance) -> Figure:
    """A chance as a figure: a share in percent, a mean to one decimal."""
    if isinstance(chance, Average):
        return Figure(f"{chance.value:.1f}", chance.label)
    return Figure(percent_text(chance.value), chance.label)


def _noun(draft: Draft) -> str:
    """A charge strikes, unless it fires on the run."""
    return "blow" if draft.kind == "charge" and not draft.ticked.get("fire") else "shot"


_MOST_FIGURES = 3


def telling(chances: Sequence[Chance]) -> Sequence[Chance]:
    """The first few, but before any others that a vehicle is destroyed."""
    end = next((c for c in chances if c.label == "destroyed by one hit"), None)
    if end is None or end in chances[:_MOST_FIGURES]:
        return chances[:_MOST_FIGURES]
    return (*chances[: _MOST_FIGURES - 1], end)


def _group(line: ShotLine, controls: Sequence[Control], word: str) -> Group:
    rows = receipt_rows(line.modifiers)
    noun = "blow" if isinstance(line, BlowLine) else word
    tick = f"w:{line.weapon}"
    return Group(
        weapon=str(line.weapon),
        name=line.name,
        shots=f"{count_text(line.shots, noun)} by {count_text(line.shooters, 'model')}" if line.shooters else "",
        need=line.goal_text or needed_text(line.goal, "low"),
        figures=tuple(figure(chance) for chance in telling(line.chances)),
        rows=rows,
        notes=line.notes,
        tick=tick if any(control.name == tick for control in controls) else "",
    )


# ------------------------------------------------------------------ the board


def _overlay(state: GameState, unit: Unit, draft: Draft, seen: Preview, raw: dict[str, Any], action: Action) -> Overlay:
    if draft.kind == "split":
        return Overlay(preview=pointing.rings(state, raw["models"]))
    if draft.kind in ("deploy", drafts.RULE_PLACE):
        return overlays.placed(state, unit, _places(state, unit, raw))
    if draft.kind in street_race.KINDS:
        return street_race.overlay(state, unit, seen, action)
    if draft.kind in ("get-out", "bootlegger"):
        return overlays.placed(state, unit, seen.ghosts)
    if seen.ghosts or seen.legs or (draft.path and draft.kind not in _AIMED):
        return overlays.walked(state, unit, _way(state, unit, draft, seen), seen)
    return _waiting_overlay(state, unit, draft)


def _places(state: GameState, unit: Unit, raw: dict[str, Any]) -> list[tuple[str, float, float, float]]:
    """Where the models would stand: as pointed at, or where the table would place them."""
    if "placements" in raw:
        return [(p["model"], p["at"][0], p["at"][1], p["facing"]) for p in raw["placements"]]
    return [(p.model, *p.at, p.facing) for p in placed_by_the_table(state, unit)]


def _way(state: GameState, unit: Unit, draft: Draft, seen: Preview) -> list[Point]:
    """The way that was drawn; a charge without one goes as its legs say, from the member nearest to the enemy."""
    if draft.kind != "charge" or not seen.legs or draft.target not in state.units:
        return [drafts.lead_of(unit).at, *(draft.path or [leg.to for leg in seen.legs])]
    foe = overlays.lead(state.units[UnitId(draft.target)]).at
    return [min((m.at for m in unit.alive), key=lambda at: distance(at, foe)), *(leg.to for leg in seen.legs)]


def _waiting_overlay(state: GameState, unit: Unit, draft: Draft) -> Overlay:
    if draft.kind in guess_range.KINDS:
        return Overlay(preview=guess_range.drawn(state, unit, draft))
    if button_of(draft.kind).needs != "target" or not unit.on_table:
        return EMPTY
    arcs = overlays.arcs_of(state, unit) if draft.kind in ("shoot", "fire") else ""
    target = state.units.get(UnitId(draft.target))
    if target is None or not target.on_table:
        return Overlay(arcs=arcs)
    aimed = overlays.aimed(state, unit, target)
    hit = weapons.faces_hit(state, unit, target) if draft.kind in ("shoot", "fire") else ()
    return Overlay(arcs, aimed.preview, overlays.armour_of(state, target, hit=hit))


# ------------------------------------------------------------------ lists and controls


def _targets(state: GameState, unit: Unit, draft: Draft) -> tuple[Target, ...]:
    """Everything that the action may be aimed at, the nearest first; what is barred follows with its reason."""
    if button_of(draft.kind).needs != "target":
        return ()
    offers = {o.target: o for o in reversed(drafts.offers_of(state, unit, draft.kind)) if o.target is not None}
    for offer in drafts.offers_of(state, unit, draft.kind):
        if offer.target is not None and offer.action is not None:
            offers[offer.target] = offer
    rows = [
        Target(
            id=str(found.id),
            number=found.id.upper(),
            side=found.side,
            name=found.name,
            away="" if weapons.must_guess(state, unit) else inches_text(_apart(unit, found)),
            chosen=found.id == draft.target,
            refusal=None if offer.action is not None else offer.refusal,
        )
        for name, offer in offers.items()
        if (found := state.units.get(name)) is not None
    ]
    return tuple(sorted(rows, key=lambda t: (t.refusal is not None, _apart(unit, state.units[UnitId(t.id)]), t.id)))


def _apart(one: Unit, other: Unit) -> float:
    """Inches between the nearest models of two units, centre to centre."""
    return min((distance(a.at, b.at) for a in one.alive for b in other.alive), default=0.0)


def _controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    ticked = draft.ticked
    if draft.kind == drafts.RULE_PLACE:
        return (Control("reason", "Reason", ticked.get("reason", ""), is_text=True),)
    if draft.kind == "split":
        return split_unit.controls(unit, draft)
    if draft.kind in street_race.KINDS:
        return street_race.controls(state, unit, draft)
    if draft.kind in ("move", "tactical"):
        single = (Control("single", "Single models", ticked.get("single", "")),) if len(unit.alive) > 1 else ()
        return (*_spends(state, draft), Control("prone", "Lie down at the end", ticked.get("prone", "")), *single)
    if draft.kind == "shoot":
        return plans_weapons.foot_controls(state, unit, draft) if draft.target or draft.path else ()
    if draft.kind == "ports":
        return plans_weapons.port_controls(state, unit, draft) if draft.target else ()
    if draft.kind == "charge":
        return plans_weapons.charge_controls(state, unit, draft) if draft.target else ()
    if draft.kind == "fire":
        return plans_weapons.hull_controls(state, unit, draft) if draft.target or draft.path else ()
    if draft.kind in guess_range.KINDS:
        return guess_range.controls(state, unit, draft)
    if draft.kind == "drive":
        points = tuple((str(n), f"{n} AP") for n in range(1, min(3, max(1, state.turn.ap)) + 1))
        gears = Control("back", "Back up", ticked.get("back", ""))
        halt = Control("stopped", "Declare it Stopped", ticked.get("stopped", ""))
        spend = Control("actions", "Spend", ticked.get("actions", "1"), points)
        return (spend, gears, halt, *rams.control(state, unit, draft))
    return ()


def _spends(state: GameState, draft: Draft) -> tuple[Control, ...]:
    """How many actions a move may take at once, where there are points for several."""
    if draft.kind != "move" or state.turn.ap < 2:
        return ()
    points = tuple((str(n), f"{n} AP") for n in range(1, min(3, state.turn.ap) + 1))
    return (Control("actions", "Spend up to", draft.ticked.get("actions", "1"), points),)


def listed(targets: Sequence[Target]) -> tuple[str, ...]:
    """The ids of the targets that may be chosen, for the board to light."""
    return tuple(t.id for t in targets if t.refusal is None)
