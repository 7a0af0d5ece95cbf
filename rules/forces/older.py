"""JSON of older forms in the present one: the one place that knows how profiles and vehicles used to be written.

Whatever has profiles (armies, libraries, the first event of a log, states) is upgraded when it is read, so that nothing
that was ever stored or exported has to be rewritten. Whoever changes a form adds the way from the old one here, and
a file of it to the tests.
"""

from __future__ import annotations

from typing import Any, Final

HULLS: Final = {"vehicle": "gemini", "trial": "trial", "crusade": "crusade"}
"""Three fields of a profile, one for each set of vehicle rules, which `hull` has replaced."""

MARKS: Final = (
    "doors_used",
    "ports_open",
    "tried_ground",
    "mines_met",
    "speed",
    "out_of_control",
    "top_in",
    "acc_in",
    "toughness",
)
"""Fields of a vehicle's state that belong to the Gemini rules and stand in `own` now. None of them was null."""


def upgraded(value: Any) -> Any:
    """The same with all profiles and vehicles in it, wherever they stand, in the present form."""
    if isinstance(value, list):
        return [upgraded(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: _part(key, each) for key, each in value.items()}


def _part(key: str, value: Any) -> Any:
    if key == "profiles":
        return _each(profile, value)
    return _each(_unit, value) if key == "units" else value


def _each(change: Any, values: Any) -> Any:
    if isinstance(values, dict):
        return {key: change(each) for key, each in values.items()}
    return [change(each) for each in values] if isinstance(values, list) else values


def profile(value: Any) -> Any:
    """One profile. Of several hulls, which only drafts of libraries ever had, the first counts."""
    if not isinstance(value, dict) or not HULLS.keys() & value.keys():
        return value
    hulls = [{"rules": rules, **value[key]} for key, rules in HULLS.items() if isinstance(value.get(key), dict)]
    kept = {key: each for key, each in value.items() if key not in HULLS}
    return {**kept, "hull": hulls[0]} if hulls else kept


def _unit(value: Any) -> Any:
    if not isinstance(value, dict) or not isinstance(value.get("vehicle"), dict):
        return value
    return {**value, "vehicle": _state(value["vehicle"])}


def _state(value: dict[str, Any]) -> dict[str, Any]:
    own = {key: value[key] for key in MARKS if value.get(key)}
    kept = {key: each for key, each in value.items() if key not in MARKS}
    return {**kept, "own": {"rules": "gemini", **own}} if own else kept
