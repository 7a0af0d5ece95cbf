"""Rosters as `.ros` and `.rosz` files, for BattleScribe and whatever else reads those."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from decimal import Decimal
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tabletop.armies.library.library import Kind, Library, Option, Role
from tabletop.armies.lists import ids, sheets
from tabletop.armies.roster import build
from tabletop.armies.roster.roster import Pick, Roster

SPACE: Final = "http://www.battlescribe.net/schema/rosterSchema"
VERSION: Final = "2.03"

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LIKE_A_TIE: Final = re.compile(r"\[+(rides in|joins|serves|carries only|rolled|trait|squadron) .+\]")


def to_ros(library: Library, roster: Roster) -> bytes:
    """The roster as XML. Units that the library does not know are named and cost nothing."""
    root = element(None, "roster", id=ids.id_of("roster", roster.name), name=roster.name, battleScribeVersion=VERSION)
    root.attrib |= {"gameSystemId": ids.SYSTEM, "gameSystemName": ids.SYSTEM_NAME}
    root.attrib |= {"gameSystemRevision": str(ids.SYSTEM_REVISION), "xmlns": SPACE}
    _cost(root, sum(unit.points for unit in build.units(library, roster)))
    if roster.limit:
        limits = element(root, "costLimits")
        element(limits, "costLimit", name=ids.POINTS_NAME, typeId=ids.POINTS, value=decimal(roster.limit))
    forces = element(root, "forces")
    for n, name in enumerate(roster.forces or ("",)):
        _force(forces, library, name, f"force-{n + 1}" if n else "force", roster)
    return as_file(root)


def _force(forces: Element, library: Library, name: str, key: str, roster: Roster) -> None:
    """The units of that force; one without a name is called as the game system calls it."""
    force = element(forces, "force", id=key, name=ids.FORCE_NAME, entryId=ids.force(library))
    if name:
        force.set("customName", name)
    force.attrib |= {"catalogueId": ids.catalogue(library), "catalogueRevision": str(library.version)}
    force.attrib["catalogueName"] = library.name
    selections = element(force, "selections")
    for pick in roster.units:
        if pick.force == name:
            _unit(selections, library, pick)
    categories = element(force, "categories")
    for category in library.categories:
        entry = ids.category(library, category.id)
        element(categories, "category", id=entry, name=category.name, entryId=entry, primary="false")


def to_rosz(library: Library, roster: Roster) -> bytes:
    """The same in a ZIP."""
    return zipped("roster.ros", to_ros(library, roster))


def zipped(name: str, data: bytes) -> bytes:
    """A ZIP with that one file in it; the same content gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def element(above: Element | None, tag: str, **attributes: str) -> Element:
    """An element, below another one unless it is the first."""
    return Element(tag, attributes) if above is None else SubElement(above, tag, attributes)


def as_file(root: Element) -> bytes:
    """The XML as those tools write it, without signs that XML does not know."""
    indent(root)
    text = _NOT_IN_XML.sub("", tostring(root, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}\n'.encode()


def decimal(value: int) -> str:
    """A number as those tools write costs."""
    return f"{Decimal(value):f}.0"


def _cost(above: Element, points: int) -> None:
    element(element(above, "costs"), "cost", name=ids.POINTS_NAME, typeId=ids.POINTS, value=decimal(points))


def _unit(selections: Element, library: Library, pick: Pick) -> None:
    kind = library.kind.get(pick.kind)
    entry = ids.kind_id(library, kind) if kind else ids.id_of(library.key, "kind", pick.kind)
    name = kind.name if kind else pick.kind
    made = element(selections, "selection", id=pick.id, name=name, entryId=entry, number="1", type="unit")
    if pick.name:
        made.set("customName", pick.name)
    if note := "\n".join(_notes(pick)):
        element(made, "customNotes").text = note
    if kind is None:
        return
    parts = element(made, "selections")
    for role in kind.roles:
        _models(parts, library, pick, kind, role)
    for option, number in build.chosen(pick, kind):
        _option(parts, library, pick, kind, option, number)
    for group in kind.groups:
        if group.included and not any(pick.options.get(option.id, 0) for option in group.options):
            entry = ids.part_id(library, kind, "included", group.id)
            _selection(parts, f"{pick.id}.{group.id}.included", group.included, entry, 1, "upgrade")
    _cost(made, 0)
    categories = element(made, "categories")
    category = next((c for c in library.categories if c.id == kind.category), None)
    if category:
        entry = ids.category(library, category.id)
        element(categories, "category", id=entry, name=category.name, entryId=entry, primary="true")


def _notes(pick: Pick) -> Iterable[str]:
    """The note, then in brackets: what it rides in, whom it joins, serves, carries, acts with; what was rolled."""
    if pick.note:
        yield f"[{pick.note}]" if _LIKE_A_TIE.fullmatch(pick.note) else pick.note
    if pick.inside:
        yield f"[rides in #{pick.inside}]"
    if pick.joins:
        yield f"[joins #{pick.joins}]"
    if pick.serves:
        yield f"[serves #{pick.serves}]"
    if pick.dedicated:
        yield f"[carries only #{pick.dedicated}]"
    if pick.squadron:
        yield f"[squadron {pick.squadron}]"
    yield from (f"[trait {trait}]" for trait in pick.traits)
    if pick.rolled or pick.throws:
        yield f"[rolled {pick.throws}: {' '.join(map(str, pick.rolled))}]"


def _models(parts: Element, library: Library, pick: Pick, kind: Kind, role: Role) -> None:
    if count := build.count_of(pick, role):
        entry = ids.part_id(library, kind, "role", role.id)
        made = _selection(parts, f"{pick.id}.{role.id}", role.name, entry, count, "model")
        sheets.write(made, sheets.of_role(library, kind, role))
        _cost(made, role.cost * count)


def _option(parts: Element, library: Library, pick: Pick, kind: Kind, option: Option, number: int) -> None:
    entry = ids.part_id(library, kind, "option", option.id)
    made = _selection(parts, f"{pick.id}.{option.id}", option.name, entry, number, "upgrade")
    group = next(group for group in kind.groups if option in group.options)
    made.set("entryGroupId", ids.part_id(library, kind, "group", group.id))
    sheets.write(made, sheets.of_option(library, kind, option))
    _cost(made, option.cost * number)


def _selection(parts: Element, key: str, name: str, entry: str, number: int, type: str) -> Element:
    return element(parts, "selection", id=key, name=name, entryId=entry, number=str(number), type=type)
