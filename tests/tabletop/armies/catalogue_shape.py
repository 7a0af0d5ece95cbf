"""The shape that the published schema of BattleScribe's files gives to game systems, catalogues and rosters.

For each element: the attributes that it must have, those that it may have, and its children in their order.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from xml.etree.ElementTree import Element

_INFO = ["profiles", "rules", "infoGroups", "infoLinks"]
_ENTRY = ["comment", "modifiers", "modifierGroups"]
_CONTAINER = [*_ENTRY, "constraints", *_INFO]
_PARTS = [*_CONTAINER, "categoryLinks", "selectionEntries", "selectionEntryGroups", "entryLinks"]
_FILE = [
    *("comment", "readme", "publications", "costTypes", "profileTypes", "categoryEntries", "forceEntries"),
    *("selectionEntries", "entryLinks", "rules", "infoLinks", "sharedSelectionEntries"),
    *("sharedSelectionEntryGroups", "sharedRules", "sharedProfiles", "sharedInfoGroups"),
]
_FILE_MAY = "revision battleScribeVersion authorName authorContact authorUrl"
_QUERY = "field percentValue shared includeChildSelections includeChildForces"
_CHOSEN = "entryGroupId customName publicationId page"
_CHOSEN_PARTS = ["customNotes", "rules", "profiles", "selections"]

Shape = dict[str, tuple[str, str, list[str]]]

CATALOGUE: Shape = {
    "gameSystem": ("id name", _FILE_MAY, _FILE),
    "catalogue": ("id name gameSystemId", f"{_FILE_MAY} library gameSystemRevision", [*_FILE, "catalogueLinks"]),
    "costType": ("id name", "defaultCostLimit hidden", ["comment"]),
    "profileType": ("id name", "", ["comment", "characteristicTypes"]),
    "characteristicType": ("id name", "", ["comment"]),
    "categoryEntry": ("id", "name hidden publicationId page", _CONTAINER),
    "forceEntry": ("id", "name hidden publicationId page", [*_CONTAINER, "forceEntries", "categoryLinks"]),
    "categoryLink": ("id targetId", "name hidden primary publicationId page", _CONTAINER),
    "selectionEntry": ("id type", "name hidden collective import publicationId page", [*_PARTS, "costs"]),
    "selectionEntryGroup": ("id", "name hidden collective import defaultSelectionEntryId", _PARTS),
    "constraint": ("id type scope value", _QUERY, ["comment"]),
    "modifier": ("type field value", "", ["comment", "repeats", "conditions", "conditionGroups"]),
    "repeat": ("scope value childId repeats", f"{_QUERY} roundUp", ["comment"]),
    "condition": ("scope value childId type", _QUERY, ["comment"]),
    "profile": ("id typeId", "name typeName hidden publicationId page", [*_ENTRY, "characteristics"]),
    "characteristic": ("name typeId", "", []),
    "rule": ("id", "name hidden publicationId page", [*_ENTRY, "description"]),
    "cost": ("name typeId value", "", []),
}
ROSTER: Shape = {
    "roster": (
        "id name gameSystemId",
        "battleScribeVersion gameSystemName gameSystemRevision",
        ["costs", "costLimits", "forces", "customNotes", "tags"],
    ),
    "force": (
        "id name entryId catalogueId",
        f"{_CHOSEN} catalogueRevision catalogueName",
        [*_CHOSEN_PARTS, "publications", "categories", "forces"],
    ),
    "selection": ("id name entryId number type", f"{_CHOSEN} from", [*_CHOSEN_PARTS, "costs", "categories"]),
    "category": ("id name entryId", f"{_CHOSEN} primary", ["customNotes", "rules", "profiles"]),
    "costLimit": ("name typeId value", "", []),
    **{name: CATALOGUE[name] for name in ("profile", "characteristic", "rule", "cost")},
}

_TEXTS = {"readme", "description", "customNotes", "comment"}
_LISTS = {
    **{f"{name}s": name for name in (*CATALOGUE, *ROSTER) if not name.endswith("y")},
    **{f"{name[:-1]}ies": name for name in (*CATALOGUE, *ROSTER) if name.endswith("y")},
}
_ONE_OF = {
    ("selectionEntry", "type"): {"upgrade", "model", "unit"},
    ("selection", "type"): {"upgrade", "model", "unit"},
    ("constraint", "type"): {"min", "max"},
    ("modifier", "type"): {"set", "increment", "decrement", "append", "add", "remove"},
    ("condition", "type"): {"lessThan", "greaterThan", "equalTo", "notEqualTo", "atLeast", "atMost", "instanceOf"},
}
_TRUTHS = {
    *("hidden", "collective", "import", "primary", "library", "percentValue", "shared", "roundUp"),
    *("includeChildSelections", "includeChildForces"),
}


def faults(root: Element, shape: Shape, space: str) -> list[str]:
    """Everything in which the file is not of that shape."""
    found: list[str] = []
    _check(root, shape, f"{{{space}}}", found)
    return found


def _check(element: Element, shape: Shape, space: str, found: list[str]) -> None:
    name = element.tag.removeprefix(space)
    if name not in shape:
        found.append(f"unknown element {element.tag}")
        return
    must, may, order = shape[name]
    found += [f"{name} lacks {key}" for key in must.split() if not element.get(key)]
    found += [f"{name} has {key}" for key in element.attrib if key not in f"{must} {may}".split()]
    found += [fault for key, value in element.attrib.items() for fault in _attribute(name, key, value)]
    children = [child.tag.removeprefix(space) for child in element]
    if children != sorted(set(children), key=(order + children).index) or set(children) - set(order):
        found.append(f"{name} has children {children}")
    for child in element:
        tag = child.tag.removeprefix(space)
        if tag in _TEXTS:
            continue
        if {each.tag.removeprefix(space) for each in child} - {_LISTS.get(tag, "")}:
            found.append(f"{tag} holds {[each.tag for each in child][:3]}")
        for each in child:
            _check(each, shape, space, found)


def _attribute(name: str, key: str, value: str) -> list[str]:
    if (name, key) in _ONE_OF and value not in _ONE_OF[name, key]:
        return [f"{name}: {key} is {value}"]
    if key in _TRUTHS and value not in ("true", "false"):
        return [f"{name}: {key} is {value}"]
    if key in ("number", "repeats", "revision", "catalogueRevision", "gameSystemRevision") and not value.isdigit():
        return [f"{name}: {key} is {value}"]
    return [f"{name}: {key} is {value}"] if key == "value" and name != "modifier" and not _is_decimal(value) else []


def _is_decimal(value: str) -> bool:
    try:
        return Decimal(value).is_finite()
    except InvalidOperation:
        return False
