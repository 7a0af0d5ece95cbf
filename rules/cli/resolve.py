"""`python -m rules resolve`: one JSON document in, the events and the state that it leads to out.

The document: {"ruleset": "gemini-arap", "options": {...}, "state": {...} or "scenario": {...} with "armies": {side:
{...}}, "steps": [{"action": {...}, "dice": {"to-hit": [2, 5], ...}}, ...]}. A state may be partial: every field has a
default. Prints {"ok": true, "events": [[...], ...], "state": {...}}, or {"ok": false, "step": i, "error": {"code",
"message", "rule", "allowed"}} with exit status 1.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec

from rules import rulesets
from rules.cli.documents import read
from rules.codec import action_types, convert_action, convert_state, encode
from rules.core.ids import FIRST_RULESET, SideId
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice, ScriptError
from rules.engine import decide, fold, new_game
from rules.forces import fitting
from rules.forces.army import Army
from rules.rulebook import default_options
from rules.state import Event, GameState
from rules.table.scenario import Scenario


class Step(msgspec.Struct):
    """One action with the dice that it will throw, by label and in order."""

    action: dict[str, Any]
    dice: dict[str, list[int]] = {}


class Document(msgspec.Struct):
    """What is to be resolved."""

    steps: list[Step]
    ruleset: str = FIRST_RULESET
    options: dict[str, bool | int | str] = {}
    state: dict[str, Any] | None = None
    scenario: Scenario | None = None
    armies: dict[str, Army] = {}


class Failure(Exception):
    """A step that could not be resolved."""

    def __init__(self, code: str, message: str, rule: str = "", allowed: str = "") -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, "rule": rule, "allowed": allowed}


def main(arguments: Sequence[str]) -> int:
    """Resolve a document; exit status 1 when a step is refused, 2 when the document cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m rules resolve", description=__doc__)
    parser.add_argument("file", nargs="?", default="-", help="a JSON file; standard input by default")
    given = parser.parse_args(arguments)
    try:
        document = msgspec.json.decode(read(given.file), type=Document)
        state = _start(document)
    except (msgspec.MsgspecError, ValueError, KeyError) as fault:
        return _print({"ok": False, "step": None, "error": {"code": "malformed", "message": str(fault)}}, 2)
    happened: list[list[Event]] = []
    for number, step in enumerate(document.steps):
        try:
            events = _step(state, step)
        except Failure as failure:
            return _print({"ok": False, "step": number, "error": failure.error, "events": happened}, 1)
        state = fold(events, state)
        happened.append(events)
    return _print({"ok": True, "events": happened, "state": state}, 0)


def _start(document: Document) -> GameState:
    rulesets.named(document.ruleset)
    options = {**default_options(), **document.options}
    if document.state is not None:
        state = convert_state({**document.state, "ruleset": document.ruleset})
        state = msgspec.structs.replace(state, options={**options, **state.options})
        _require_numbers(state)
        return state if state.terrain else msgspec.structs.replace(state, terrain=state.scenario.terrain)
    if document.scenario is None:
        raise ValueError("a document needs a state, or a scenario with armies")
    return fold(new_game(document.scenario, document.armies, options, ruleset=document.ruleset))  # type: ignore[arg-type]


def _require_numbers(state: GameState) -> None:
    """UnfitArmy if a unit has no numbers for the rules that the state is of. (TRI-JOIN-01, CRU-VEH-01, TRI-CHAR-05)"""
    module = fitting.module_of(state.ruleset, state.options)
    names = {side.id: side.name for side in state.sides}
    found: list[fitting.Fault] = []
    for side in dict.fromkeys(unit.side for unit in state.units.values()):
        army, weapons = names.get(side, f"side {side.upper()}"), state.weapons.values()
        found += fitting.faults(army, _numbers(state, side), weapons, module, state.options)
    fitting.refuse(found)


def _numbers(state: GameState, side: SideId) -> list[fitting.Named]:
    models = ((unit.name or unit.id, model.profile) for unit in state.units_of(side) for model in unit.models)
    return [(name, state.profiles[profile]) for name, profile in models if profile in state.profiles]


def _step(state: GameState, step: Step) -> list[Event]:
    dice = ScriptedDice(step.dice)
    try:
        events = decide(state, convert_action(step.action), dice)
        dice.finish()
    except IllegalAction as refused:
        raise Failure(refused.code, refused.message, refused.rule, refused.allowed) from None
    except ScriptError as fault:
        raise Failure("dice", str(fault)) from None
    except msgspec.ValidationError as fault:
        raise Failure("malformed", str(fault), allowed=_allowed(step.action)) from None
    return events


def _allowed(action: Mapping[str, Any]) -> str:
    """What may stand in the place of what is no action: the fields of the type that it names, or the types."""
    kinds = {str(kind.__struct_config__.tag): kind for kind in action_types()}
    named = str(action.get("type"))
    if named not in kinds:
        return f"a type, one of {', '.join(sorted(kinds))}"
    fields = msgspec.structs.fields(kinds[named])
    needed, more = ([_in_words(f) for f in fields if f.required is required] for required in (True, False))
    return f"{named} with {', '.join(needed)}" + (f"; if wanted, {', '.join(more)}" if more else "")


def _in_words(field: msgspec.structs.FieldInfo) -> str:
    """A field, with what it may be where it takes only so many values."""
    choices = get_args(field.type) if get_origin(field.type) is Literal else ()
    return field.encode_name + (f" ({', '.join(map(str, choices))})" if choices else "")


def _print(answer: object, status: int) -> int:
    sys.stdout.buffer.write(msgspec.json.format(encode(answer)) + b"\n")
    return status
