"""`python -m rules odds`: exact odds of what one JSON document asks for.

The document is one question or a list of them, each with a `kind`.

Every chance in the answer is {"exact": "1/18", "value": 0.0556}.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Union

import msgspec

from rules import rulesets
from rules.dice.odds import Distribution, Penetration, Question


def answers(document: str) -> object:
    """The answer to each question of the document, or the one answer. msgspec.ValidationError when it is malformed."""
    asked: Question | list[Question] = msgspec.json.decode(document, type=_one_or_several())
    return [_plain(each.answer()) for each in asked] if isinstance(asked, list) else _plain(asked.answer())


def _one_or_several() -> Any:
    """A question that any of the games answers, or a list of such questions."""
    kinds = _kinds()
    return Union[(*kinds, list[Union[kinds]])]  # type: ignore[valid-type]  # noqa: UP007


def _kinds() -> tuple[type[Question], ...]:
    return tuple(dict.fromkeys(kind for game in rulesets.playable() for kind in game.odds))


def _plain(answer: object) -> object:
    """JSON of an answer: fractions exact and as decimals, distributions with their mean."""
    if isinstance(answer, Fraction):
        return {"exact": str(answer), "value": round(float(answer), 6)}
    if isinstance(answer, Distribution):
        return {"mean": _plain(answer.mean), "chances": [_plain(each) for each in answer.chances]}
    if isinstance(answer, Penetration):
        return {name: _plain(each) for name, each in answer.by_class.items()}
    if isinstance(answer, msgspec.Struct):
        return {name: _plain(getattr(answer, name)) for name in answer.__struct_fields__}
    if isinstance(answer, Mapping):
        return {str(key): _plain(value) for key, value in answer.items()}
    if isinstance(answer, tuple):
        return [_plain(each) for each in answer]
    return answer


def _allowed(document: str) -> str:
    """What a question may look like: one of the kind that was meant, else which kinds there are."""
    try:
        asked = msgspec.json.decode(document)
    except msgspec.DecodeError:
        asked = None
    meant = [each.get("kind") for each in (asked if isinstance(asked, list) else [asked]) if isinstance(each, Mapping)]
    examples = {str(kind.__struct_config__.tag): kind.example for kind in _kinds()}
    known = [examples[kind] for kind in dict.fromkeys(meant) if isinstance(kind, str) and kind in examples]
    unknown = not known or any(not (isinstance(kind, str) and kind in examples) for kind in meant)
    kinds = [f"a question, or a list of them, of kind {', '.join(examples)}"] if unknown else []
    return "; ".join([*kinds, *(f"such as {example}" for example in known)])


def _help() -> str:
    """What the command does, and a question of each kind that any of the games answers."""
    examples = "\n".join(f"  {kind.example}" for kind in _kinds())
    return f"{__doc__}\nFor example:\n\n{examples}\n"


def main(arguments: Sequence[str]) -> int:
    """Prints the answers as JSON. Exit status 1 when the document is malformed."""
    parser = argparse.ArgumentParser(
        prog="python -m rules odds", description=_help(), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", default="-", help="a file with the document; standard input without one")
    asked = parser.parse_args(arguments)
    document = sys.stdin.read() if asked.file == "-" else Path(asked.file).read_text(encoding="utf-8")
    try:
        print(json.dumps(answers(document), indent=1))
    except msgspec.DecodeError as error:
        answer = {"code": "malformed", "message": str(error), "allowed": _allowed(document)}
        print(json.dumps({"ok": False, "error": answer}, ensure_ascii=False))
        return 1
    return 0
