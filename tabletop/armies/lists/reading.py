"""From the opened file to a list: every part within bounds, what is unknown left out, nothing trusted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

from tabletop.armies.lists import files
from tabletop.armies.lists.files import Node
from tabletop.armies.lists.listing import Category, Cost, Force, Listing, Rule, Selection, Sheet, Stat
from tabletop.texts import has_control, shown, unturned
from tabletop.ui.refused import Refused

MOST_SELECTIONS: Final = 5000
DEEPEST: Final = 64
LARGEST_NUMBER: Final = 100_000

_LONGEST: Final = {"id": 400, "name": 200, "text": 20_000}
_SAID: Final = ("$text", "#text")
"""Where a text stands that has attributes beside it."""
_ONE_OF: Final = [
    "attribute",
    "characteristic",
    "cost",
    "costLimit",
    "force",
    "profile",
    "publication",
    "rule",
    "selection",
]
_SINGULAR: Final = {"categories": "category"} | {f"{one}s": one for one in _ONE_OF}
_CENT: Final = Decimal("0.000001")


def read(data: bytes) -> Listing:
    """A list from a `.ros` or `.rosz` file or New Recruit's JSON. Raises Refused for what is none."""
    tree = files.opened(data) if files.is_packed_or_xml(data) else files.opened_json(data)
    roster = tree.get("roster")
    if not isinstance(roster, dict):
        what = next(iter(tree), "")
        known = {"catalogue": "a catalogue", "gameSystem": "a game system"}.get(what, "no army list")
        wanted = "a roster: .ros, .rosz, or the JSON of New Recruit or List Forge"
        raise Refused("no-list", f"That file is {known}.", wanted)
    return _Reader().listing({"generatedBy": tree.get("generatedBy", ""), **roster})


def _text(node: Node, key: str, kind: str = "name") -> str:
    """A text however it was written: ids may have become numbers, and truths words."""
    value = node.get(key, "")
    if isinstance(value, dict):
        value = next((value[said] for said in _SAID if said in value), "")
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str | int | float):
        return ""
    text = unturned(_written(value))[: _LONGEST[kind]].strip()
    if has_control(text):
        why = f"The {key} “{shown(text)}” has a sign that cannot be shown."
        raise Refused("no-list", f"That file cannot be taken in. {why}", "letters, figures, spaces and line breaks")
    return text if kind == "text" else " ".join(text.split())


def _written(value: str | float) -> str:
    """As text; a number of very many digits is none."""
    try:
        return str(value)
    except ValueError:
        return ""


def _items(node: Node, key: str) -> Iterator[Node]:
    """The parts of a container that may be missing. Some tools write a dict where others write a list."""
    return (each for each in _listed(node.get(key), _SINGULAR.get(key, "")) if isinstance(each, dict))


def _listed(found: Any, singular: str) -> Iterable[Any]:
    """`[a, b]`, `{"force": [a, b]}`, `{"force": a}`, `{"0": a, "1": b}` and a lone `a` are the same."""
    if isinstance(found, list):
        return found
    if not isinstance(found, dict):
        return ()
    if singular in found:
        within = found[singular]
        return within if isinstance(within, list) else (within,)
    if all(isinstance(each, dict) for each in found.values()):
        return found.values()
    return (found,)


def _shown(node: Node, key: str) -> Iterator[Node]:
    """Those that are not hidden."""
    return (each for each in _items(node, key) if _text(each, "hidden") != "true")


def _whole(node: Node, key: str, usual: int) -> int:
    value = _decimal(node.get(key, usual))
    if value is None or value != int(value) or not 0 <= value <= LARGEST_NUMBER:
        raise Refused("no-list", f"A number of “{_text(node, 'name')[:40]}” is out of bounds.", "a whole number")
    return int(value)


def _decimal(value: Any) -> Decimal | None:
    try:
        found = Decimal(str(value).strip())
        return found.quantize(_CENT).normalize() if found.is_finite() and abs(found) < 1_000_000_000 else None
    except (ArithmeticError, ValueError):  # no number, or one with an exponent beyond all bounds
        return None


def _revision(node: Node, key: str) -> int:
    value = _decimal(node.get(key, 0))
    return int(value) if value is not None and 0 <= value <= LARGEST_NUMBER else 0


def _costs(node: Node, key: str = "costs") -> tuple[Cost, ...]:
    pairs = ((each, _decimal(each.get("value", 0))) for each in _items(node, key))
    return tuple(
        Cost(name=_text(each, "name"), type=_text(each, "typeId", "id"), value=value)
        for each, value in pairs
        if value is not None
    )


def _sheet(node: Node) -> Sheet:
    stats = [*_items(node, "characteristics"), *_items(node, "attributes")]
    return Sheet(
        name=_text(node, "name"),
        type=_text(node, "typeId", "id"),
        type_name=_text(node, "typeName"),
        stats=tuple(_stat(each) for each in stats),
        publication=_text(node, "publicationId", "id"),
        page=_text(node, "page"),
    )


def _stat(node: Node) -> Stat:
    return Stat(name=_text(node, "name"), type=_text(node, "typeId", "id"), text=_text(node, "$text", "text"))


def _rule(node: Node) -> Rule:
    return Rule(
        name=_text(node, "name"),
        text=_text(node, "description", "text"),
        publication=_text(node, "publicationId", "id"),
        page=_text(node, "page"),
    )


def _category(node: Node) -> Category:
    entry = _text(node, "entryId", "id")
    return Category(name=_text(node, "name"), entry=entry, primary=_text(node, "primary") == "true")


class _Reader:
    """Reads one list and counts what it has read."""

    def __init__(self) -> None:
        self._count = 0

    def listing(self, roster: Node) -> Listing:
        forces = tuple(self._force(each, 0) for each in _items(roster, "forces"))
        publications = [p for force in _items(roster, "forces") for p in _items(force, "publications")]
        return Listing(
            name=_text(roster, "name") or "Army",
            system=_text(roster, "gameSystemId", "id"),
            system_name=_text(roster, "gameSystemName"),
            system_revision=_revision(roster, "gameSystemRevision"),
            made_by=_text(roster, "generatedBy"),
            note=_text(roster, "customNotes", "text"),
            costs=_costs(roster),
            limits=_costs(roster, "costLimits"),
            publications={_text(p, "id", "id"): _text(p, "name") for p in publications},
            forces=forces,
        )

    def _force(self, node: Node, depth: int) -> Force:
        self._check(depth)
        return Force(
            id=_text(node, "id", "id"),
            name=_text(node, "customName") or _text(node, "name"),
            entry=_text(node, "entryId", "id"),
            catalogue=_text(node, "catalogueId", "id"),
            catalogue_name=_text(node, "catalogueName"),
            catalogue_revision=_revision(node, "catalogueRevision"),
            named=bool(_text(node, "customName")),
            note=_text(node, "customNotes", "text"),
            costs=_costs(node),
            categories=tuple(map(_category, _items(node, "categories"))),
            profiles=tuple(map(_sheet, _shown(node, "profiles"))),
            rules=tuple(map(_rule, _shown(node, "rules"))),
            parts=tuple(self._selection(each, depth + 1) for each in _items(node, "selections")),
            forces=tuple(self._force(each, depth + 1) for each in _items(node, "forces")),
        )

    def _selection(self, node: Node, depth: int) -> Selection:
        self._check(depth)
        self._count += 1
        return Selection(
            id=_text(node, "id", "id"),
            name=_text(node, "name"),
            entry=_text(node, "entryId", "id"),
            group=_text(node, "entryGroupId", "id") or _text(node, "group", "id"),
            number=_whole(node, "number", 1),
            type=_text(node, "type") or "upgrade",
            own_name=_text(node, "customName"),
            note=_text(node, "customNotes", "text"),
            publication=_text(node, "publicationId", "id"),
            page=_text(node, "page"),
            costs=_costs(node),
            categories=tuple(map(_category, _items(node, "categories"))),
            profiles=tuple(map(_sheet, _shown(node, "profiles"))),
            rules=tuple(map(_rule, _shown(node, "rules"))),
            parts=tuple(self._selection(each, depth + 1) for each in _items(node, "selections")),
        )

    def _check(self, depth: int) -> None:
        if depth > DEEPEST or self._count >= MOST_SELECTIONS:
            most = f"at most {MOST_SELECTIONS} selections, {DEEPEST} deep"
            raise Refused("too-large", "That list has too many selections, or too many within each other.", most)
