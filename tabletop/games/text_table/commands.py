"""Commands by words: a line becomes a draft, the plan of the draft is said, and a yes commits what the board would.

Nothing is done here. An answer holds the action that a yes sends to the table by the same way as everybody's.
"""

from __future__ import annotations

import difflib
import math
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing, normalise
from rules.questions.offers import placed_by_the_table
from rules.questions.ranges import apart_in
from rules.state import GameState
from tabletop.games.panels import hand_dice, prompt
from tabletop.games.plans.buttons import BUTTONS, button_of
from tabletop.games.plans.drafts import Draft
from tabletop.games.rulesets import pages
from tabletop.games.text_table import examples, places, reading, rulings
from tabletop.games.text_table.answers import (
    Answer,
    Asker,
    Choice,
    as_json,
    headline,
    in_hand,
    kept,
    planned,
    standing,
    unit_of,
)
from tabletop.games.text_table.explained import why
from tabletop.games.text_table.offered import offered, option_words, word_of
from tabletop.games.text_table.reading import Line
from tabletop.ui.words import compass_text, inches_text

_VERBS: Final = {
    "fire": "shoot",
    "shoot": "shoot",
    "attack": "shoot",
    "go": "move",
    "walk": "move",
    "run": "move",
    "move": "move",
    "drive": "drive",
    "assault": "charge",
    "done": "finish",
    "place": "deploy",
    "mount": "board",
    "embark": "board",
    "disembark": "get-out",
}
"""What people say for kinds of action; every button's own word is understood as well."""

_LIKE: Final = {
    "shoot": ("shoot", "fire"),
    "move": ("move", "drive", "street"),
    "drive": ("drive", "street", "move"),
}
"""Kinds that one word may mean, in the order in which they are tried."""

_RULES: Final = ("rule", "ruling", "dispute", "doubt", "always", "never", "ask")
_ASKS: Final = ("help", "near", "where", "what", "options", "can", "list", "card", "describe", "why", "now", "status")
_DOES: Final = ("activate", "end", "roll", "place", "deploy", "answer", "dice", "leave", "back", "undo", "take")
_MORE: Final = (
    *("then", "turn", "face", "left", "right", "set", "do", "guess", "all", "everything"),
    *("off", "backwards", "sideways"),
)
_LEFT: Final = ("yes", "no", "cancel", "again", "over", "phase", "activation")
KNOWN: Final = frozenset((*_RULES, *_ASKS, *_DOES, *_MORE, *_VERBS, *_LEFT))


def answer(state: GameState, asker: Asker, text: str) -> Answer:
    """The answer to somebody who says that, on a state as they may know it."""
    line = reading.read(text, state, verbs=KNOWN)
    if not state.sides:
        return Answer("The battle has not begun.")
    if line.unclear:
        return _which(state, line, text)
    if found := _asked_only(state, asker, line):
        return found
    if asker.side is None:
        return Answer("You are watching.", ("You may ask: near, where, card, now.",))
    return _done(state, asker, asker.side, line, text)


def _which(state: GameState, line: Line, text: str) -> Answer:
    """A word that several units are called by: a numbered list."""
    units = [state.units[name] for name in line.unclear]
    word = next((w for w in line.words if all(w in u.name.lower() for u in units)), "")
    choices = tuple(Choice(f"{u.id.upper()} {u.name}", text.lower().replace(word, u.id, 1)) for u in units)
    return Answer("Which one?", choices=choices)


def _asked_only(state: GameState, asker: Asker, line: Line) -> Answer | None:
    named = state.units[line.units[0]] if line.units else unit_of(state, asker.unit)
    if line.says("help"):
        return Answer("What you may say", examples.helped(state, asker.side))
    if line.says("now", "status"):
        return Answer(headline(state, asker.side), standing(state))
    if line.says("near") and (named is not None or line.place):
        if line.place or named is None:
            return Answer("Near there", places.near(state, line.place or (0.0, 0.0), bearings=asker.bearings))
        lines = places.near(state, places.at_of(named), unit=named, bearings=asker.bearings)
        return Answer(f"Near {named.id.upper()} {named.name}", lines)
    if line.says("where", "card", "describe") and named is not None:
        return _where(state, asker, named)
    if line.says("list"):
        rows = places.rows(state, in_hand(state, asker) or unit_of(state, asker.unit), asker.bearings)
        return Answer("Units", tuple(f"{r.number} {r.name}: {r.away or r.square}, {r.text}" for r in rows))
    if line.says("why"):
        return why(state, asker, f"{line.numbers[0]:g}" if line.numbers else "")
    if line.says("what", "options", "can") and asker.side is not None:
        return offered(state, asker, named if named is not None and named.side == asker.side else None)
    return None


def _where(state: GameState, asker: Asker, unit: Unit) -> Answer:
    held = in_hand(state, asker) or unit_of(state, asker.unit)
    row = next((r for r in places.rows(state, held, asker.bearings) if r.id == unit.id), None)
    if row is None:
        return Answer(f"{unit.id.upper()} {unit.name}", ("It is not on the table.",))
    away = f"{row.away} from {held.id.upper()} {held.name}" if held is not None and row.away else ""
    lines = (f"Square {row.square}", away, row.text, *pages.of(state).card_in_words(state, unit))
    return Answer(f"{row.number} {row.name}", tuple(line for line in lines if line), unit=kept(asker))


def _done(state: GameState, asker: Asker, side: SideId, line: Line, text: str) -> Answer:
    if line.says("no", "cancel"):
        return Answer("Dropped. Nothing was done.", unit=kept(asker))
    if line.says("back", "undo"):
        title = "Take back the last command."
        return Answer(title, commit="Take it back", sends="undo", action="{}", unit=kept(asker))
    if line.says(*_RULES):
        return _of_the_table(state, asker, line, text)
    if (owed := hand_dice.throwing(state)) and owed.side == side:
        return _dice(line, side)
    if line.says("answer") or _is_asked(state, side) or _is_answer(state, side, text):
        return _answered(state, side, text, asker)
    if line.says("roll"):
        return planned(state, side, Draft(kind="roll-off"))
    if line.says("end"):
        return planned(state, side, Draft(kind=pages.of(state).ends))
    actor = next(iter(reading.of_side(state, line.units, side)), None)
    held = actor or in_hand(state, asker)
    if line.says("activate", "dice"):  # nobody throws by hand now: dice are those of an activation
        return _activated(state, side, held, line, asker)
    if line.says("place", "deploy"):
        return _placed(state, side, actor or held, line)
    if line.says("guess") and asker.draft.kind:
        return _guessed(state, side, asker.draft, line)
    if line.says("set") and asker.draft.kind:
        return _set(state, side, asker.draft, text)
    if line.says("then", "turn", "face") and asker.draft.kind:
        return _further(state, side, asker.draft, line)
    kind = _kind(state, side, held, line, text)
    if kind and held is None:
        return offered(state, asker, None)._replace(title="Say first who does it.")
    if kind and held is not None:
        return _acted(state, side, held, kind, line)
    if (actor is not None and not line.words) or (line.says("take") and actor is not None):
        return offered(state, asker, actor)
    if line.units and not line.words:
        return _where(state, asker, state.units[line.units[0]])
    return _unknown(line, text)


def _of_the_table(state: GameState, asker: Asker, line: Line, text: str) -> Answer:
    """What people settle among themselves."""
    if line.says("always", "never"):
        return rulings.from_now_on(state, asker, text)
    if line.says("ask"):
        return rulings.asked_again(asker, text)
    if line.says("dispute", "doubt"):
        return rulings.doubted(asker, text)
    return rulings.ruled(state, asker, line, text)


def _is_asked(state: GameState, side: SideId) -> bool:
    question = prompt.question(state)
    return question is not None and question.side == side and not question.on_the_board


def _is_answer(state: GameState, side: SideId, text: str) -> bool:
    """Whether it is in so many words what a question offers that is answered on the board as well. (CRU-WIPE-02)"""
    question = prompt.question(state)
    if question is None or question.side != side:
        return False
    return text.lower().strip() in {said.lower() for c in question.choices for said in (c.id, c.label)}


def _dice(line: Line, side: SideId) -> Answer:
    if line.says("leave"):
        left = as_json({"type": "LeaveDice", "side": side})
        return Answer("Let the server throw.", commit="Let it throw", action=left)
    faces = [int(n) for n in line.numbers if n == int(n)]
    if not faces:
        return Answer("Say what the dice show.", ("dice 4 1 6",))
    said = ", ".join(map(str, faces))
    action: dict[str, Any] = {"type": "EnterDice", "faces": faces, "side": side}
    return Answer(f"Dice: {said}.", commit="Enter them", action=as_json(action))


def _answered(state: GameState, side: SideId, text: str, asker: Asker) -> Answer:
    question = prompt.question(state)
    if question is None or question.side != side:
        return Answer("Nothing is asked of you now.")
    said = text.lower().removeprefix("answer").strip()
    open_to = [c for c in question.choices if not c.refused]
    alike = [c for c in open_to if said in (c.id.lower(), c.label.lower())]
    fits = alike or [c for c in open_to if said in c.label.lower()]
    if not said or len(fits) != 1:
        return offered(state, asker, None)
    chosen = fits[0]
    action = {"type": "Answer", "choice": chosen.id, "side": side}
    return Answer(question.text, (option_words(chosen),), commit=chosen.label, action=as_json(action), rule=chosen.rule)


def _activated(state: GameState, side: SideId, unit: Unit | None, line: Line, asker: Asker) -> Answer:
    if unit is None or not line.numbers:
        return offered(state, asker, unit)
    return planned(state, side, Draft(kind="activate", unit=unit.id, ticked={"dice": str(int(line.numbers[0]))}))


def _placed(state: GameState, side: SideId, unit: Unit | None, line: Line) -> Answer:
    if line.says("all", "everything") or unit is None:
        return planned(state, side, Draft(kind="deploy-all"))
    at, facing = _spot(state, line)
    if at is None:
        plan = planned(state, side, Draft(kind="deploy", unit=unit.id, ticked={"auto": "1"}))
    else:
        plan = planned(state, side, Draft(kind="deploy", unit=unit.id, path=(at,), facing=facing))
    return plan._replace(lines=(*_stands(state, unit, plan.action), *plan.lines))


def _stands(state: GameState, unit: Unit, action: str) -> tuple[str, ...]:
    """Where the first of those who are placed would stand, and which way they look."""
    asked: dict[str, Any] = msgspec.json.decode(action) if action else {}
    found: list[dict[str, Any]] = asked.get("placements") or [asked]
    if asked.get("type") == "AutoDeploy":
        found = [{"at": p.at, "facing": p.facing} for p in placed_by_the_table(state, unit)]
    if not found or not found[0].get("at"):
        return ()
    (x, y), facing = found[0]["at"], found[0].get("facing")
    looks = f", facing {compass_text(facing)}" if facing is not None else ""
    edges = f"{inches_text(x)} from the west edge, {inches_text(y)} from the north edge"
    return (f"In square {places.square((x, y))}, {edges}{looks}.",)


def _spot(state: GameState, line: Line) -> tuple[Point | None, float | None]:
    """The middle of a square, or so far from it ("square b4, 2 east, 1 north"); a bearing without a length faces."""
    at = line.place
    lengths = line.inches(state)
    for deg, far in zip(line.bearings, lengths, strict=False):
        at = _along(at, deg, far) if at is not None else None
    left = line.bearings[len(lengths) :]
    return at, left[0] if left else None


def _kind(state: GameState, side: SideId, unit: Unit | None, line: Line, text: str) -> str:
    """The kind of action that is meant, among those of the unit in hand before all others."""
    shown = pages.of(state).dock(state, side, unit.id if unit else "")
    acts = [*shown.acts, *getattr(shown, "extras", ())]
    own: list[str] = [act.kind for act in acts]
    if line.says("do"):
        return next((word for word in text.split() if word in own or word in BUTTONS), "")
    said = f" {' '.join(line.words)} "
    for act, kind in zip(acts, own, strict=True):
        if f" {word_of(act).lower()} " in said or f" {kind.replace('-', ' ')} " in said:
            return kind
    meant = next((_VERBS[word] for word in line.words if word in _VERBS), "")
    if not meant:
        meant = next((kind for kind, button in BUTTONS.items() if f" {button.word.lower()} " in said), "")
    return next((kind for kind in _LIKE.get(meant, (meant,)) if kind in own), meant)


def _acted(state: GameState, side: SideId, unit: Unit, kind: str, line: Line) -> Answer:
    aimed = [other for other in (state.units[name] for name in line.units) if other.id != unit.id]
    target = aimed[0].id if aimed else ""
    draft = Draft(kind=kind, unit=unit.id, target=target)
    if button_of(kind).needs == "path":
        path, facing = _way(state, unit, (), line, aimed)
        draft = replace(draft, path=path, facing=facing, target="", ticked=_gait(line))
    elif (spot := _spot(state, line)[0]) is not None and not target:
        draft = replace(draft, path=(spot,))  # where it lands, gets out, comes down
    draft = _listed(state, side, draft, line)
    plan = planned(state, side, draft)
    if target and (ticked := _weapons(state, side, draft, line)):
        return planned(state, side, replace(draft, ticked=ticked))
    return plan


def _listed(state: GameState, side: SideId, draft: Draft, line: Line) -> Draft:
    """The entry of a list that is named: "enter by the yard window"; the first where none is, or several are."""
    if button_of(draft.kind).needs != "plan":
        return draft
    which = next((c for c in pages.of(state).plan(state, side, draft).controls if c.name == "which"), None)
    said = set(line.words)
    fit = (
        sorted(((len(said & set(text.lower().split())), key) for key, text in which.choices), reverse=True)
        if which
        else []
    )
    clear = len(fit) > 1 and fit[0][0] > fit[1][0]
    return replace(draft, ticked={"which": fit[0][1]}) if clear else draft


def _gait(line: Line) -> dict[str, str]:
    """How a move on foot goes: "backwards", "sideways". (ARAP-MOVE-05, ARAP-MOVE-06)"""
    gait = "back" if line.says("backwards") else "sidestep" if line.says("sideways") else ""
    return {"gait": gait} if gait else {}


def _weapons(state: GameState, side: SideId, draft: Draft, line: Line) -> dict[str, str]:
    """Only the weapons that are named, where the plan has boxes for them."""
    boxes = [c for c in pages.of(state).plan(state, side, draft).controls if c.name.startswith("w:")]
    named = [c for c in boxes if any(word in c.label.lower().split() for word in line.words)]
    return {c.name: "1" if c in named else "" for c in boxes} if named and len(named) < len(boxes) else {}


def _way(
    state: GameState, unit: Unit, path: tuple[Point, ...], line: Line, aimed: list[Unit]
) -> tuple[tuple[Point, ...], float | None]:
    """Where a line leads: so far in a direction, towards a unit, or to a square."""
    start = path[-1] if path else places.at_of(unit)
    lengths = line.inches(state)
    if line.place is not None:
        at, facing = _spot(state, line)
        return ((*path, at) if at is not None else path), facing
    if aimed:
        to = places.at_of(aimed[0])
        far = lengths[0] if lengths else max(0.0, apart_in(state, unit, aimed[0]) - 1)
        return (*path, _along(start, bearing(start, to) if to != start else 0.0, far)), None
    if lengths:
        course = line.bearings[0] if line.bearings else unit.models[0].facing
        if line.says("backwards"):
            course = normalise(course + 180)
        elif line.says("sideways") and not line.bearings:
            course = normalise(course + (-90 if line.says("left") else 90))
        return (*path, _along(start, course, lengths[0])), None
    return path, line.bearings[0] if line.bearings else None


def _along(start: Point, deg: float, far: float) -> Point:
    x, y = start[0] + far * math.sin(math.radians(deg)), start[1] - far * math.cos(math.radians(deg))
    return (round(x, 3), round(y, 3))


def _further(state: GameState, side: SideId, draft: Draft, line: Line) -> Answer:
    """One more bend, or a turn at the end."""
    unit = state.units[UnitId(draft.unit)]
    if line.says("turn", "face"):
        was = draft.facing if draft.facing is not None else unit.models[0].facing
        by = line.numbers[0] if line.numbers else 90.0
        turned = line.bearings[0] if line.bearings else normalise(was + (-by if line.says("left") else by))
        return planned(state, side, replace(draft, facing=turned))
    aimed = [state.units[name] for name in line.units if name != unit.id]
    path, facing = _way(state, unit, draft.path, line, aimed)
    return planned(state, side, replace(draft, path=path, facing=facing if facing is not None else draft.facing))


def _set(state: GameState, side: SideId, draft: Draft, text: str) -> Answer:
    _, _, said = text.partition("set ")
    name, _, value = said.partition(" ")
    return planned(state, side, replace(draft, ticked={**draft.ticked, name: value}))


def _guessed(state: GameState, side: SideId, draft: Draft, line: Line) -> Answer:
    """Ranges that are guessed, one for each throw, in the table's unit; the last holds for all that follow."""
    asked = [c for c in pages.of(state).plan(state, side, draft).controls if c.name.startswith("far:") and not c.barred]
    if not asked or not line.numbers:
        plan = planned(state, side, draft)
        return plan._replace(title="Guess how far: guess 14." if asked else "Nothing is guessed here.")
    guesses = [*line.numbers, *[line.numbers[-1]] * len(asked)]
    said = {control.name: f"{guess:g}" for control, guess in zip(asked, guesses, strict=False)}
    return planned(state, side, replace(draft, ticked={**draft.ticked, **said}))


def _unknown(line: Line, text: str) -> Answer:
    words = sorted({*KNOWN, *(button.word.lower() for button in BUTTONS.values())})
    near = [w for word in line.words for w in difflib.get_close_matches(word, words, n=2)]
    choices = tuple(Choice(word, text.lower().replace(line.words[0], word, 1)) for word in dict.fromkeys(near))
    return Answer(f"“{text[:60]}” is not understood.", ("help tells what may be said.",), choices)
