"""Actions offered for several places at once: which of them is chosen from a list. (BLD-BUNK-06, BLD-DOOR-01)"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rules import Action, Offer, encode
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import between
from rules.questions.buildings import at_walls
from rules.state import GameState
from tabletop.games.plans import firers, sections
from tabletop.games.plans.drafts import Draft, Made, Wanted, offers_of
from tabletop.games.plans.weapons import Control, boxes_on_the_run, on_the_run
from tabletop.ui.board.ground import named_apart

NOBODY: Final = "Take in at least one model."

AT_DOORS: Final = ("work-door", "force-door", "hack-lock", "smash-lock")

IN_HOUSES: Final = (
    *("enter-section", "go-section", "leave-section", "work-section-door", "deploy-section"),
    *("storm", "charge-out", "blast-section", "look-out"),
)
"""What units do in houses that are played by sections. (BLD-SECT-01)"""

BY_DOORS: Final = ("enter-house",)
"""Into a house that is set out, from within two inches of a way in. (BLD-DOOR-11)"""

INTO: Final = (
    *("shoot-building", "building-ports", "enter-bunker", "charge-bunker"),
    *("enter-section", "go-section", "storm", "blast-section"),
)
"""What is about a whole building, or a section of one."""

KINDS: Final = (
    "shoot-building",
    "building-ports",
    "enter-bunker",
    "charge-bunker",
    "fire-built-in",
    "lay-tile",
    "ride-lift",
    "jump-out",
    "try-tube",
    "ladder",
    "stairs",
    "shoot-wall",
    "strike-wall",
    *AT_DOORS,
    *BY_DOORS,
    *IN_HOUSES,
)


def chosen(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The offer that was picked, the first one unless another was."""
    picked = picked_of(state, unit, draft)
    if picked is None:
        why = next((o.refusal for o in offers_of(state, unit, draft.kind) if o.refusal is not None), None)
        return Wanted("That cannot be done now.", why)
    action: dict[str, Any] = msgspec.json.decode(encode(picked.action))
    if action.get("fire"):
        fired = on_the_run(state, unit, draft)
        return fired if isinstance(fired, Wanted) else {**action, **fired}
    going = firers.goers(state, unit, draft, picked.action) if picked.action is not None else None
    if going == ():
        return Wanted(NOBODY)
    return action if going is None else {**action, "models": going}


def picked_of(state: GameState, unit: Unit, draft: Draft) -> Offer | None:
    """That offer, where there is any."""
    found = _open(state, unit, draft)
    return next((o for o in found if o.label == draft.ticked.get("which")), found[0] if found else None)


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A list, where there is more than one; of sections, which are picked by cards, what may be done to one.

    Of fire on the run a box for each weapon, where there are several. (ARAP-FCHG-01)
    """
    picked = picked_of(state, unit, draft)
    if picked is None:
        return ()
    running = boxes_on_the_run(state, unit, draft) if getattr(picked.action, "fire", False) else []
    return (*_which(state, unit, draft, picked), *running)


def _which(state: GameState, unit: Unit, draft: Draft, picked: Offer) -> tuple[Control, ...]:
    labels = tuple(o.label for o in sections.of_same(state, draft.kind, _open(state, unit, draft), picked))
    if len(labels) < 2:
        return ()
    wanted = draft.ticked.get("which", labels[0])
    return (Control("which", "Which", wanted, tuple((label, label) for label in labels), is_list=True),)


def _open(state: GameState, unit: Unit, draft: Draft) -> list[Offer]:
    """Those that are open; of several that read alike each says in which square of the map it is."""
    found = [o for o in offers_of(state, unit, draft.kind) if o.action is not None]
    blows = [at_walls.planted(o.action) for o in found if o.action is not None and not at_walls.plants(o.action)]
    # Charges are a box beside blows at the same place; where blows can do nothing they stand for themselves.
    found = [o for o in found if o.action is None or not (at_walls.plants(o.action) and o.action in blows)]
    labels = [o.label for o in found]
    if len(set(labels)) == len(labels):
        return found
    names = named_apart([(o.label, _place(state, unit, o.action)) for o in found])
    return [replace(o, label=name) for o, name in zip(found, names, strict=True)]


def _place(state: GameState, unit: Unit, action: Action | None) -> Point:
    """Where that is done: at a wall or door, else at the piece that it is about."""
    ends = at_walls.place_of(state, action) if action is not None else None
    if ends is not None:
        return between(*ends, 0.5)
    about = {getattr(action, key, None) for key in ("ladder", "door", "terrain")}
    piece = next((p for p in state.terrain if p.id in about), None)
    return piece.points[0] if piece is not None else unit.alive[0].at
