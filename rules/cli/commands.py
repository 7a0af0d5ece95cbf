"""The commands by name. Each is a module of this package with `main(arguments) -> exit status`."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import cast

COMMANDS: Mapping[str, str] = {
    "balance": "play two armies on a scenario many times and plot who wins",
    "coverage": "list the tests that prove each rule",
    "odds": "work out exact odds",
    "replay": "print a game from its log",
    "resolve": "resolve actions given as JSON, with scripted dice",
    "schema": "print the JSON Schema of actions, events and state",
    "simulate": "play games by random legal choices",
    "verify": "check the sealed dice of a finished game",
}
"""Name and what it does; the module is imported when its command is called."""


def main(arguments: Sequence[str]) -> int:
    """Runs the command named first. Exit status 2 when there is none."""
    name = arguments[0] if arguments else ""
    if name in ("-h", "--help"):
        print(usage())
        return 0
    if name not in COMMANDS:
        print(usage(), file=sys.stderr)
        return 2
    try:
        module = import_module(f"rules.cli.{name}")
    except ModuleNotFoundError as missing:
        print(f"python -m rules {name} needs {missing.name}: run make setup first.", file=sys.stderr)
        return 2
    command = cast("Callable[[Sequence[str]], int]", module.main)
    return command(arguments[1:])


def usage() -> str:
    """What may be called."""
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:{width}}  {about}" for name, about in COMMANDS.items())
    return f"usage: python -m rules COMMAND [--help]\n\n{listed}"
