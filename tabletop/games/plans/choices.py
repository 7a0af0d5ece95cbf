"""What a plan lets choose: whom it is aimed at, and the controls of each kind of draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules import Action, preview
from rules.core.ids import UnitId
from rules.forces.unit import Unit, tag
from rules.questions import drives, ranges, reach
from rules.questions.weapons import must_guess, range_of
from rules.state import GameState
from tabletop.games.plans import among, drafts, dropping, figures, picks, reaching, split_unit, standing, weapons
from tabletop.games.plans.buttons import button_of, may_go_round
from tabletop.games.plans.drafts import STREET_KINDS, Draft
from tabletop.games.plans.guess_range import throws
from tabletop.games.plans.plan import Target, deciding
from tabletop.games.plans.vehicles import boarding, street_race
from tabletop.games.plans.weapons import Control
from tabletop.ui.words import inches_text

_BY_RANGE = ("shoot", "fire")
"""What is aimed along lines of fire: it is as far as the nearest of those who would fire."""

_MOST_TOLD = 6
"""Targets of the list that say what decides: each is a shot worked out in full."""

Controls = Callable[[GameState, Unit, Draft], tuple[Control, ...]]


def targets(state: GameState, unit: Unit, draft: Draft) -> tuple[Target, ...]:
    """Everything that the action may be aimed at, the nearest first; what is barred follows with its reason."""
    if button_of(draft.kind).needs != "target":
        return ()
    offers = {o.target: o for o in reversed(drafts.offers_of(state, unit, draft.kind)) if o.target is not None}
    for offer in drafts.offers_of(state, unit, draft.kind):
        if offer.target is not None and offer.action is not None:
            offers[offer.target] = offer

    def away(other: Unit) -> float:
        action = offers[other.id].action
        if draft.kind == "charge":
            return ranges.charge_in(state, unit, other)
        fired = range_of(state, action) if action is not None and draft.kind in _BY_RANGE else None
        return fired or ranges.apart_in(state, unit, other, firing=draft.kind == "fire")

    apart = {name: away(found) for name in offers if (found := state.units.get(name)) is not None}
    guessed = must_guess(state, unit)
    rows = [
        Target(
            id=str(found.id),
            number=found.id.upper(),
            side=found.side,
            name=found.name,
            away="" if guessed else inches_text(apart[name]),
            chosen=found.id == draft.target,
            refusal=None if offer.action or may_go_round(draft.kind, offer.refusal) else offer.refusal,
        )
        for name, offer in offers.items()
        if (found := state.units.get(name)) is not None
    ]
    rows.sort(key=lambda t: (t.refusal is not None, apart[UnitId(t.id)], t.id))
    if guessed or draft.kind not in _BY_RANGE or not draft.target:
        return tuple(rows)
    return tuple(
        row._replace(text=_promised(state, action)) if action is not None and not row.chosen and n < _MOST_TOLD else row
        for n, row in enumerate(rows)
        for action in (offers[UnitId(row.id)].action,)
    )


def _promised(state: GameState, action: Action) -> str:
    """What decides, should this be done instead."""
    seen = preview(state, action)
    chances = tuple(figures.figure(chance) for chance in figures.worth_saying(seen.chances))
    decides = deciding(chances, tuple(figures.group(line, (), "shot") for line in seen.shots))
    return seen.in_vain or " · ".join(f"{each.figure} {each.meaning}" for each in decides)


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """The controls of that kind of draft; none for most."""
    found = _CONTROLS.get(draft.kind)
    return found(state, unit, draft) if found is not None else ()


def _ruled(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    return (Control("reason", "Reason", draft.ticked.get("reason", ""), is_text=True),)


def _walked(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    ticked = draft.ticked
    apart = (("file", "In file"), ("single", "Single models"))
    several = tuple(Control(name, word, ticked.get(name, "")) for name, word in apart)
    lies = (Control("prone", "Lie down at the end", ticked.get("prone", "")),) if reach.may_lie(state, unit) else ()
    return (
        *_spends(state, unit, draft),
        *_gaits(draft),
        *lies,
        *(several if len(unit.alive) > 1 else ()),
    )


def _lying(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A box for each who stands, where there are several. (ARAP-PRONE-03)"""
    standing = [m for m in unit.alive if not m.prone]
    boxes = (Control(f"l:{m.id}", tag(m.id), "1" if drafts.lies_down(m, draft) else "") for m in standing)
    return tuple(boxes) if len(standing) > 1 else ()


def _gaits(draft: Draft) -> tuple[Control, ...]:
    """Which way a move on foot faces on its last leg, and on all after it. (ARAP-MOVE-05, ARAP-MOVE-06)"""
    if draft.kind != "move":
        return ()
    words = (("", "Ahead"), ("back", "Backwards"), ("sidestep", "Sideways"))
    ways = tuple((drafts.with_gait(draft, gait), word) for gait, word in words)
    return (Control("gait", "How they go", drafts.with_gait(draft, drafts.gaits_of(draft)[-1]), ways),)


def _driven(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    path = drafts.driven(unit, draft)
    return tuple(weapons.control(setting) for setting in drives.settings(state, unit, path, draft.ticked))


def _on_foot(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Weapons, and who leans out or fires blind. (BLD-HIGH-02, BLD-HIGH-03)"""
    own = reaching.controls(state, unit, draft) if draft.target else ()
    return (*weapons.foot_controls(state, unit, draft), *own)


def _getting_out(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    single = (Control("single", "Single models", draft.ticked.get("single", "")),) if len(unit.alive) > 1 else ()
    return (*(weapons.control(s) for s in drives.get_out_settings(state, unit, draft.ticked)), *single)


def _aimed(found: Controls, *, ground: bool = False) -> Controls:
    """The same once there is a target, or a spot on the ground where that will do."""

    def shown(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
        return found(state, unit, draft) if draft.target or (ground and draft.path) else ()

    return shown


def _spends(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """How many actions a move may take at once, where there are points for several; one may be paid already.

    (BLD-DOOR-01, TRI-JOIN-06)
    """
    paid = 1 if unit.now.at_doors else 0
    most = min(3, state.turn.ap + paid)
    if draft.kind != "move" or most < 2:
        return ()
    points = tuple((str(n), f"{n - paid} AP") for n in range(1, most + 1))
    return (Control("actions", "Spend up to", draft.ticked.get("actions", "1"), points),)


def listed(targets: Sequence[Target]) -> tuple[str, ...]:
    """The ids of the targets that may be chosen, for the board to light."""
    return tuple(t.id for t in targets if t.refusal is None)


_CONTROLS: dict[str, Controls] = {
    drafts.RULE_PLACE: _ruled,
    "move": _walked,
    "tactical": _walked,
    "go-prone": _lying,
    "drive": _driven,
    "get-out": _getting_out,
    "split": split_unit.controls,
    "standing": standing.controls,
    **dict.fromkeys(boarding.KINDS, boarding.controls),
    **dict.fromkeys(among.KINDS, among.controls),
    **dict.fromkeys(picks.AT_WALLS, picks.controls),
    **dict.fromkeys(("shoot", *reaching.KINDS), _aimed(_on_foot, ground=True)),
    dropping.KIND: dropping.controls,
    "fire": _aimed(weapons.hull_controls, ground=True),
    "ports": _aimed(weapons.port_controls),
    "charge": _aimed(weapons.charge_controls),
    **dict.fromkeys(STREET_KINDS, street_race.controls),
    **dict.fromkeys(throws.KINDS, throws.controls),
}
