"""What is wrong with a field, in plain words: what the reader of JSON says names the types of a program."""

from __future__ import annotations

import re
from typing import Final

_TYPES: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object with fields",
    "null": "nothing",
}

_EXPECTED: Final = re.compile(r"^Expected (?P<wanted>`.+?`.*?)(?:, got (?P<given>.+))?$")
_MISSING: Final = re.compile(r"^Object missing required field `(?P<name>[^`]+)`$")
_VALUE: Final = re.compile(r"^Invalid (?:enum )?value (?P<given>.+)$")
_AT: Final = " - at `"

_BROKEN: Final = re.compile(r"^JSON is malformed: .+ \(byte (?P<byte>\d+)\)$")
_ENDS_EARLY: Final = "Input data was truncated"


def of_file(error: str) -> str:
    """The same about a file, "The file lacks name.", which may be no JSON at all."""
    if error == _ENDS_EARLY:
        return "It is empty, or its end is missing."
    if broken := _BROKEN.match(error):
        return f"It is no JSON from sign {int(broken['byte']) + 1} on."
    return re.sub("^the file", "The file", worded("the file", error))


def worded(kind: str, error: str) -> str:
    """A sentence about an action of that kind for what its reader said, such as "Expected `int` - at `$.dice`"."""
    what, _, where = error.partition(_AT)
    field = where.rstrip("`").removeprefix("$").removeprefix(".")
    if missing := _MISSING.match(what):
        return f"{kind} lacks {f'{field}.' if field else ''}{missing['name']}."
    name = f"{field or 'that'} of {kind}" if field else kind
    if expected := _EXPECTED.match(what):
        given = f", not {_plain(expected['given'])}" if expected["given"] else ""
        return f"{name} is {_plain(expected['wanted'])}{given}."
    if value := _VALUE.match(what):
        return f"{name} cannot be {value['given']}."
    return f"{name}: {_plain(what)}."


def _plain(types: str) -> str:
    """Types in words: "`int | null`" is "a whole number or nothing"."""
    return re.sub(r"`([^`]+)`", lambda found: _either(found[1]), types).replace("Expected ", "expected ")


def _either(types: str) -> str:
    return " or ".join(_TYPES.get(one, one) for one in types.split(" | "))
