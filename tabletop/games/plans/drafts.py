"""Drafts: what a player has pointed at so far, and the action that it makes.

A draft is in the page's words (a kind of action, a path, a target, ticked boxes). It becomes an action's JSON here,
which goes through the same door as a command, so that what is previewed is exactly what a commit would send.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules import Action, Offer, encode, legal_actions, preview
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.lengths import along, distance, rotated, shifted
from rules.questions import drives, reach
from rules.questions.drives import Waypoint
from rules.questions.offers import block
from rules.state import GameState

MOST_POINTS = 32
FARTHEST_IN = 480.0
"""Beyond every table: what lies farther off is not looked at."""
RULE_PLACE = "rule-place"
"""Moving a unit by hand: a ruling, for any unit, with its reason."""
STREET_KINDS = frozenset({"street", "slow", "j-turn", "walk-back"})
"""Drives of those that keep their speed. (VEH-RACE-02)"""
_BACKWARDS_DEG = 120.0
"""A hull that is sent this far off its heading backs up rather than turning round."""
_STRAIGHT_DEG = 4.0
"""A hull that is sent so nearly along its heading goes straight on: nobody means to pay for such a turn."""

UNITLESS: dict[str, dict[str, Any]] = {
    "end-activation": {"type": "EndActivation"},
    "roll-off": {"type": "RollOff"},
    "deploy-all": {"type": "AutoDeploy", "everything": True, "spread": True, "among": True},
}
"""Acts of a side rather than of one of its units."""


class Draft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is on the board's pencil. Lengths in inches; `ticked` are the plan's own controls by name."""

    kind: str = ""
    unit: str = ""
    target: str = ""
    path: tuple[Point, ...] = ()
    facing: float | None = None
    models: dict[str, Point] = {}
    ticked: dict[str, str] = {}
    exact: dict[str, Any] = {}
    """The very action, as advice gave it, until something else is pointed at."""


class Wanted(Struct, frozen=True):
    """What is still missing before there is an action: a sentence that says what the player is to do."""

    text: str
    refusal: Refusal | None = None
    """Why nothing of the kind is possible now, with its rule and the way out."""
    so_far: dict[str, Any] | None = None
    """The action as far as it goes, where something can be said of it already. (ARAP-AREA-10)"""


def read(raw: dict[str, Any]) -> Draft:
    """A draft from JSON that has passed the door. Raises msgspec.ValidationError naming the field that is wrong."""
    draft = msgspec.convert(raw, Draft)
    if len(draft.path) > MOST_POINTS or len(draft.models) > MOST_POINTS:
        raise msgspec.ValidationError(f"more than {MOST_POINTS} points")
    if not all(abs(n) <= FARTHEST_IN for point in (*draft.path, *draft.models.values()) for n in point):
        raise msgspec.ValidationError(f"a point is more than {FARTHEST_IN:g}″ off")
    return draft


def lead_of(unit: Unit) -> Model:
    """The model whose way a path is: the leader, or the first one living."""
    members = unit.alive or unit.models
    return next((m for m in members if m.leader), members[0])


def action_of(state: GameState, side: SideId, draft: Draft) -> dict[str, Any] | Wanted:
    """The action's JSON, or what is still missing."""
    if draft.exact:
        return {**draft.exact, "side": side}
    if draft.kind in UNITLESS:
        return UNITLESS[draft.kind] | {"side": side}
    unit = state.units.get(UnitId(draft.unit))
    if unit is None or (unit.side != side and draft.kind != RULE_PLACE):
        return Wanted("Pick a unit of your own, on the board or from the list.")
    maker = _MAKERS.get(draft.kind, _offered)
    made = maker(state, unit, draft)
    return made if isinstance(made, Wanted) else {**made, "side": side}


Made = dict[str, Any] | Wanted


# ------------------------------------------------------------------ paths


_SCRAMBLES = {
    "climb": "Climb",
    "rappel": "Rappel",
    "jump-down": "JumpDown",
    "jump": "JumpAcross",
    "leap": "LeapUp",
    "swim": "Swim",
}
"""Kinds of action that follow a path as a whole unit, over faces and through water."""

_WALKS = {"tactical": "TacticalMove", **_SCRAMBLES}


def _walk(state: GameState, unit: Unit, draft: Draft) -> Made:
    if draft.kind in _SCRAMBLES and not draft.path:
        return _offered(state, unit, draft)
    if not draft.path and draft.facing is None and not draft.models:
        return Wanted("Drag from the unit, click where it should go, or use the arrow keys.")
    lead = lead_of(unit)
    path: list[dict[str, Any]] = [{"at": point} for point in draft.path] or [{"at": lead.at}]
    if draft.facing is not None:
        path[-1]["facing"] = normalise(draft.facing)
    action: dict[str, Any] = {"type": _WALKS.get(draft.kind, "Move"), "unit": unit.id, "path": path}
    if draft.kind in _SCRAMBLES:
        return action
    if draft.kind == "crawl":
        action["gait"] = "crawl"
    gaits = gaits_of(draft)
    if any(gaits) and draft.kind == "move":
        for point, gait in zip(path, gaits, strict=False):
            point["gait"] = gait or "walk"
    if action["type"] == "Move" and actions_of(draft) > 1:
        action["actions"] = actions_of(draft)
    if placements := _others(state, unit, draft):
        action["placements"] = placements
    if draft.ticked.get("prone"):
        action["prone"] = True
    return action


def _others(state: GameState, unit: Unit, draft: Draft) -> list[dict[str, Any]]:
    """Where others end than the formation has it: in file behind their lead, or where single models were put."""
    filed = reach.filed(state, unit, draft.kind, draft.path) if draft.ticked.get("file") else ()
    behind = [{"model": p.model, "at": p.at, "facing": p.facing, "prone": p.prone} for p in filed]
    return [p for p in behind if p["model"] not in draft.models] + nudged(unit, draft.models)


def actions_of(draft: Draft) -> int:
    """How many actions one after the other a move may take."""
    chosen = draft.ticked.get("actions", "")
    return int(chosen) if draft.kind == "move" and chosen in ("2", "3") else 1


def gaits_of(draft: Draft) -> tuple[str, ...]:
    """How each leg of a move on foot goes if not straight ahead: backwards or aside. (ARAP-MOVE-05, ARAP-MOVE-06)

    They are told by the leg from which each holds: "back", or "back0.walk2" for two legs backwards and the rest ahead.
    """
    gaits = {int(leg or 0): gait for gait, leg in _GAITS.findall(draft.ticked.get("gait", ""))}
    found: list[str] = []
    for leg in range(max(1, len(draft.path))):
        gait = gaits.get(leg, found[-1] if found else "")
        found.append(gait if draft.kind == "move" and gait in reach.GAITS else "")
    return tuple(found)


def with_gait(draft: Draft, gait: str) -> str:
    """The same words where the last leg that is drawn, and all after it, go like that."""
    gaits = (*gaits_of(draft)[:-1], gait)
    turns = (
        f"{now or 'walk'}{leg}" for leg, (was, now) in enumerate(zip(("", *gaits), gaits, strict=False)) if was != now
    )
    return ".".join(turns) or "walk"


_GAITS: Final = re.compile(r"(walk|back|sidestep)(\d*)")


def nudged(unit: Unit, models: Mapping[str, Point]) -> list[dict[str, Any]]:
    """Places of single models, as actions take them."""
    known = {str(m.id): m for m in unit.alive}
    return [
        {"model": name, "at": at, "facing": known[name].facing, "prone": known[name].prone}
        for name, at in models.items()
        if name in known
    ]


def _drive(state: GameState, unit: Unit, draft: Draft) -> Made:
    if not draft.path and draft.facing is None:
        return Wanted("Drag from the hull, click where it should go, or turn it with Alt and the arrows.")
    return sent(drives.drive(state, unit, driven(unit, draft), draft.ticked))


def driven(unit: Unit, draft: Draft) -> tuple[Waypoint, ...]:
    """The places of a hull: each ahead, or back where that is what was pointed at; turned at the end if asked."""
    at, heading = unit.models[0].at, unit.models[0].facing
    path: list[Waypoint] = []
    for point in draft.path:
        course = bearing(at, point) if point != at else heading
        backs = bool(draft.ticked.get("back")) or abs(turn(heading, course)) > _BACKWARDS_DEG
        ahead = normalise(course + 180) if backs else course
        if abs(turn(heading, ahead)) <= _STRAIGHT_DEG:
            gone = distance(at, point) * (-1 if backs else 1)
            point = _rounded(along(at, heading, gone))
        else:
            heading = ahead
        path.append(Waypoint(at=point, gait="back" if backs else None))
        at = point
    if draft.facing is not None:
        path = path or [Waypoint(at=at)]
        path[-1] = replace(path[-1], facing=normalise(draft.facing))
    return tuple(path)


def places_of(unit: Unit, draft: Draft) -> tuple[Point, ...]:
    """Where a way begins and every place on it: of a drive as the hull goes it, which may be straighter than drawn."""
    places = (step.at for step in driven(unit, draft)) if draft.kind == "drive" else draft.path
    return (lead_of(unit).at, *places)


def sent(action: Action | None) -> Made:
    """The JSON of an action that the table's vehicle rules have, or that they have none."""
    return plain(action) if action is not None else Wanted("The vehicle rules of this table know no such thing.")


def _get_out(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Near where one pointed, or where the table takes them; single models elsewhere. (VEH-BRD-10, TRI-TRAN-11)"""
    action = drives.get_out(state, unit, draft.path[-1] if draft.path else None, draft.ticked)
    made = sent(action)
    if action is None or isinstance(made, Wanted) or not draft.models:
        return made
    ghosts = preview(state, action).ghosts
    placements = [{"model": m, "at": draft.models.get(m, (x, y)), "facing": facing} for m, x, y, facing in ghosts]
    return {**made, "placements": placements} if placements else made


def _deploy(state: GameState, unit: Unit, draft: Draft) -> Made:
    if draft.ticked.get("auto"):
        return {"type": "AutoDeploy", "unit": unit.id}
    if unit.deployed:
        return Wanted(f"{unit.name} is placed.")
    if not draft.path:
        return Wanted("Click or drag into your zone, or let the table place it.")
    placements = [
        {"model": p.model, "at": draft.models.get(p.model, p.at), "facing": p.facing}
        for p in block(state, unit, draft.path[-1], draft.facing)
    ]
    return {"type": "Deploy", "unit": unit.id, "placements": placements}


def _rule_place(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Every model shifted as the lead is, and turned about it."""
    if unit.aboard is not None and not draft.models:
        return _put_out(state, unit, draft)
    if not draft.path and draft.facing is None and not draft.models:
        return Wanted("Drag the unit to where it should stand, or use the arrow keys.")
    lead = lead_of(unit)
    end = draft.path[-1] if draft.path else lead.at
    turned = turn(lead.facing, draft.facing) if draft.facing is not None else 0.0
    shift = (end[0] - lead.at[0], end[1] - lead.at[1])
    placements = [
        {
            "model": m.id,
            "at": draft.models.get(m.id) or _rounded(shifted(rotated(m.at, lead.at, turned), shift)),
            "facing": normalise(m.facing + turned),
            "prone": m.prone,
        }
        for m in unit.alive
    ]
    reason = draft.ticked.get("reason", "").strip()
    return {"type": "RulePlace", "unit": unit.id, "placements": placements, "reason": reason}


def _put_out(state: GameState, unit: Unit, draft: Draft) -> Made:
    """People aboard stand round the place that was pressed. (ARAP-GEN-01)"""
    if not draft.path:
        return Wanted("Press where the unit should stand.")
    placed = block(state, unit, draft.path[-1], draft.facing)
    placements = [{"model": p.model, "at": _rounded(p.at), "facing": p.facing, "prone": p.prone} for p in placed]
    reason = draft.ticked.get("reason", "").strip()
    return {"type": "RulePlace", "unit": unit.id, "placements": placements, "reason": reason}


def _rounded(point: Point) -> Point:
    return (round(point[0], 3), round(point[1], 3))


# ------------------------------------------------------------------ everything else


def _drop(state: GameState, unit: Unit, draft: Draft) -> Made:
    """A bomb on the place that was pressed, by the bearer nearest to it; else on the enemy below. (ARAP-WPN-01)"""
    drops = [action for o in offers_of(state, unit, "drop") if (action := plain(o.action))]
    if not draft.path or not drops:
        return _offered(state, unit, draft)
    spot = draft.path[-1]
    nearest = min(drops, key=lambda drop: distance(unit.model(ModelId(drop["model"])).at, spot))
    return {**nearest, "at": spot, "target": None}


def plain(action: Action | None) -> dict[str, Any]:
    """An action as its JSON, empty for none."""
    fields: dict[str, Any] = msgspec.json.decode(encode(action)) if action is not None else {}
    return fields


def _activate(state: GameState, unit: Unit, draft: Draft) -> Made:
    dice = draft.ticked.get("dice", "")
    if not (dice.isascii() and dice.isdecimal() and len(dice) < 3):  # how many there may be the rules say
        return Wanted("Choose how many dice to roll.")
    return {"type": "Activate", "unit": unit.id, "dice": int(dice)}


def lies_down(model: Model, draft: Draft) -> bool:
    """Whether a model is one of those who lie down: all who stand, unless somebody is left out. (ARAP-PRONE-03)"""
    return not model.prone and bool(draft.ticked.get(f"l:{model.id}", "1"))


def _lie_down(state: GameState, unit: Unit, draft: Draft) -> Made:
    made = _offered(state, unit, draft)
    down = [m.id for m in unit.alive if lies_down(m, draft)]
    if isinstance(made, Wanted) or len(down) == sum(not m.prone for m in unit.alive):
        return made
    return {**made, "models": down} if down else Wanted("Tick who lies down.")


def _offered(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The first legal action of that kind on offer for this unit and, where one has to be chosen, this target."""
    found = offers_of(state, unit, draft.kind)
    aimed = [o for o in found if not draft.target or o.target in (None, draft.target)]
    best = next((o for o in aimed if o.action is not None), None)
    if best is None or best.action is None:
        why = next((o.refusal for o in aimed or found if o.refusal is not None), None)
        return Wanted("That cannot be done now.", why)
    if best.target is not None and not draft.target:
        return Wanted("Choose a target, on the board or from the list.")
    return plain(best.action)


def offers_of(state: GameState, unit: Unit, kind: str) -> list[Offer]:
    """What is on offer of one kind for one unit."""
    return [o for o in offers(state, unit.side) if o.unit == unit.id and o.kind == kind]


_lately: list[tuple[GameState, SideId, tuple[Offer, ...]]] = []
"""Offers of the states asked about last: dock, targets and plan of one moment need the same ones."""


def offers(state: GameState, side: SideId) -> tuple[Offer, ...]:
    """Everything on offer to a side. Known again by the identity of the state, which never changes."""
    for known, of, found in tuple(_lately):
        if known is state and of == side:
            return found
    found = legal_actions(state, side)
    _lately.insert(0, (state, side, found))
    del _lately[24:]
    return found


_MAKERS: dict[str, Callable[[GameState, Unit, Draft], Made]] = {
    "move": _walk,
    "crawl": _walk,
    "tactical": _walk,
    **dict.fromkeys(_SCRAMBLES, _walk),
    "go-prone": _lie_down,
    "drive": _drive,
    "deploy": _deploy,
    "activate": _activate,
    "get-out": _get_out,
    "drop": _drop,
    RULE_PLACE: _rule_place,
}
