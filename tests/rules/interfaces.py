"""Every class of questions that a chapter has for vehicles or for buildings."""

import inspect
from importlib import import_module
from pathlib import Path

import rules

_ROOT = Path(rules.__file__).parent


def questions_of(about: str) -> tuple[type, ...]:
    """The classes of questions in all files `vehicle_interface.py`, or `building_interface.py`, of the chapters."""
    found = []
    for path in sorted((_ROOT / "arap").glob(f"*/{about}_interface.py")):
        module = import_module(".".join(("rules", *path.relative_to(_ROOT).with_suffix("").parts)))
        found += [kind for kind in vars(module).values() if inspect.isclass(kind) and _asks(kind, module.__name__)]
    return tuple(found)


def _asks(kind: type, module: str) -> bool:
    """Whether it is a class of questions of that module, and no value or action that one of them speaks of."""
    return kind.__module__ == module and kind.__bases__ == (object,) and bool(methods(kind))


def methods(questions: type) -> set[str]:
    """The names of what it asks itself."""
    return {name for name, value in vars(questions).items() if inspect.isfunction(value) and not name.startswith("_")}
