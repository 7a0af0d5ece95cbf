"""Our game as files for BattleScribe and New Recruit: a game system (`.gst`) and a catalogue (`.cat`) for each library.

People build lists with their usual tool; what they choose carries the ids of `ids.py`, by which it comes back whole.
The order of elements is that of the published schema of these files.
"""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element

from tabletop.armies.library.library import Category, Group, Kind, Library, Option, Role
from tabletop.armies.lists import ids, sheets
from tabletop.armies.lists.writing import VERSION, as_file, decimal, element

SYSTEM_SPACE: Final = "http://www.battlescribe.net/schema/gameSystemSchema"
CATALOGUE_SPACE: Final = "http://www.battlescribe.net/schema/catalogueSchema"

README: Final = (
    "Build a list and save it as .ros or .rosz, or export it as JSON, and bring it to the page “Armies”. "
    "A unit that begins in a transport has [rides in NAME] in its notes, a character who joins a unit [joins NAME], "
    "the crew of a gun [serves NAME], a transport that carries one unit alone [carries only NAME]."
)


def game_system(shipped: Library) -> bytes:
    """The `.gst`: costs, types of profile, headings and the one sort of force."""
    root = element(None, "gameSystem", id=ids.SYSTEM, name=ids.SYSTEM_NAME, revision=str(ids.SYSTEM_REVISION))
    root.attrib |= {"battleScribeVersion": VERSION, "xmlns": SYSTEM_SPACE}
    element(root, "readme").text = README
    costs = element(root, "costTypes")
    element(costs, "costType", id=ids.POINTS, name=ids.POINTS_NAME, defaultCostLimit="-1.0", hidden="false")
    types = element(root, "profileTypes")
    for sort, characteristics in sheets.TYPES.items():
        group = element(element(types, "profileType", id=sheets.type_id(sort), name=sort), "characteristicTypes")
        for name in characteristics:
            element(group, "characteristicType", id=sheets.type_id(sort, name), name=name)
    _headings(root, shipped)
    return as_file(root)


def catalogue(library: Library) -> bytes:
    """The `.cat` of a library: its kinds of unit with their members, options and limits."""
    root = element(None, "catalogue", id=ids.catalogue(library), name=library.name, revision=str(library.version))
    root.attrib |= {"battleScribeVersion": VERSION, "library": "false", "gameSystemId": ids.SYSTEM}
    root.attrib |= {"gameSystemRevision": str(ids.SYSTEM_REVISION), "xmlns": CATALOGUE_SPACE}
    if library.about:
        element(root, "readme").text = library.about
    if not ids.is_shipped_shape(library):
        _headings(root, library)
    entries = element(root, "selectionEntries")
    for kind in library.kinds:
        _kind(entries, library, kind)
    return as_file(root)


# ------------------------------------------------------------------ headings


def _headings(root: Element, library: Library) -> None:
    categories = element(root, "categoryEntries")
    for category in library.categories:
        element(categories, "categoryEntry", id=ids.category(library, category.id), name=category.name, hidden="false")
    force = element(element(root, "forceEntries"), "forceEntry", id=ids.force(library), name="Army", hidden="false")
    links = element(force, "categoryLinks")
    for category in library.categories:
        _heading(links, library, category)


def _heading(links: Element, library: Library, category: Category) -> None:
    """A heading of the force, at most so many units of it for every so many points begun."""
    target = ids.category(library, category.id)
    at = ids.id_of(target, "link")
    link = element(links, "categoryLink", id=at, name=category.name, hidden="false", targetId=target, primary="false")
    if not category.most:
        return
    most = ids.id_of(at, "most")
    if category.per:
        modifiers = element(link, "modifiers")
        _by_points(modifiers, most, category, "atLeast", f"limit::{ids.POINTS}", round_up=True)
        _by_points(modifiers, most, category, "lessThan", ids.POINTS, round_up=False)
    _constraint(element(link, "constraints"), most, "max", category.most, scope="parent")


def _by_points(modifiers: Element, most: str, category: Category, when: str, counted: str, *, round_up: bool) -> None:
    """So many more for each step of the limit, or where there is none of the points that are spent.

    With a limit the first step is counted too, so that the number begins at nothing.
    """
    if round_up:
        base = element(modifiers, "modifier", type="set", field=most, value="0")
        _limited(base, when)
    more = element(modifiers, "modifier", type="increment", field=most, value=str(category.most))
    query = {"field": counted, "scope": "roster", "value": decimal(category.per), "percentValue": "false"}
    query |= {"shared": "true", "includeChildSelections": "true", "includeChildForces": "true", "childId": "any"}
    element(element(more, "repeats"), "repeat", **query, repeats="1", roundUp=str(round_up).lower())
    _limited(more, when)


def _limited(modifier: Element, when: str) -> None:
    query = {"field": f"limit::{ids.POINTS}", "scope": "roster", "value": "1.0", "percentValue": "false"}
    query |= {"shared": "true", "includeChildSelections": "false", "includeChildForces": "false", "childId": "any"}
    element(element(modifier, "conditions"), "condition", **query, type=when)


# ------------------------------------------------------------------ units


def _kind(entries: Element, library: Library, kind: Kind) -> None:
    at = ids.kind_id(library, kind)
    entry = _entry(entries, at, kind.name, "unit")
    if kind.most:
        _constraint(element(entry, "constraints"), ids.id_of(at, "most"), "max", kind.most, scope="roster")
    if kind.note:
        rule = element(element(entry, "rules"), "rule", id=ids.id_of(at, "note"), name=kind.name, hidden="false")
        element(rule, "description").text = kind.note
    names = {category.id: category.name for category in library.categories}
    link = {"id": ids.id_of(at, "category"), "name": names.get(kind.category, kind.category), "hidden": "false"}
    target = ids.category(library, kind.category)
    element(element(entry, "categoryLinks"), "categoryLink", **link, targetId=target, primary="true")
    members = element(entry, "selectionEntries")
    for role in kind.roles:
        _role(members, library, kind, role)
    groups = element(entry, "selectionEntryGroups")
    for group in kind.groups:
        _group(groups, library, kind, group)
    _cost(entry, 0)


def _role(members: Element, library: Library, kind: Kind, role: Role) -> None:
    at = ids.part_id(library, kind, "role", role.id)
    entry = _entry(members, at, role.name, "model")
    constraints = element(entry, "constraints")
    _constraint(constraints, ids.id_of(at, "least"), "min", role.least)
    _constraint(constraints, ids.id_of(at, "most"), "max", role.most)
    sheets.write(entry, sheets.of_role(library, kind, role))
    _cost(entry, role.cost)


def _group(groups: Element, library: Library, kind: Kind, group: Group) -> None:
    at = ids.part_id(library, kind, "group", group.id)
    head = {"id": at, "name": group.name, "hidden": "false", "collective": "false", "import": "true"}
    made = element(groups, "selectionEntryGroup", **head)
    included = ids.part_id(library, kind, "included", group.id)
    if group.included:
        made.set("defaultSelectionEntryId", included)
    most = 1 if group.one else group.most
    if group.per and not group.one:
        _for_each(made, ids.id_of(at, "per"), group.per)
    constraints = element(made, "constraints")
    if group.one and group.included:
        _constraint(constraints, ids.id_of(at, "least"), "min", 1)
    if most:
        _constraint(constraints, ids.id_of(at, "most"), "max", most)
    if group.per and not group.one:
        _constraint(constraints, ids.id_of(at, "per"), "max", 0)
    options = element(made, "selectionEntries")
    if group.included:
        _most(_entry(options, included, group.included, "upgrade"), included, 1)
    for option in group.options:
        _option(options, library, kind, option)


def _for_each(group: Element, field: str, models: int) -> None:
    """One more for each so many models of the unit."""
    more = element(element(group, "modifiers"), "modifier", type="increment", field=field, value="1")
    query = {"field": "selections", "scope": "parent", "value": decimal(models), "percentValue": "false"}
    query |= {"shared": "true", "includeChildSelections": "true", "includeChildForces": "false", "childId": "model"}
    element(element(more, "repeats"), "repeat", **query, repeats="1", roundUp="false")


def _option(options: Element, library: Library, kind: Kind, option: Option) -> None:
    at = ids.part_id(library, kind, "option", option.id)
    entry = _entry(options, at, option.name, "upgrade")
    models = sum(role.most for role in kind.roles if option.role in ("", role.id))
    _most(entry, at, models if option.some else 1)
    sheets.write(entry, sheets.of_option(library, kind, option))
    _cost(entry, option.cost)


def _entry(above: Element, at: str, name: str, type: str) -> Element:
    head = {"id": at, "name": name, "hidden": "false", "collective": "false", "import": "true", "type": type}
    return element(above, "selectionEntry", **head)


def _most(entry: Element, at: str, most: int) -> None:
    _constraint(element(entry, "constraints"), ids.id_of(at, "most"), "max", most)


def _constraint(constraints: Element, at: str, type: str, value: int, *, scope: str = "parent") -> None:
    head = {"field": "selections", "scope": scope, "value": decimal(value), "percentValue": "false", "shared": "true"}
    head |= {"includeChildSelections": "true", "includeChildForces": "false"}
    element(constraints, "constraint", **head, id=at, type=type)


def _cost(entry: Element, points: int) -> None:
    element(element(entry, "costs"), "cost", name=ids.POINTS_NAME, typeId=ids.POINTS, value=decimal(points))
