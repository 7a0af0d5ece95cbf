"""One list in the forms in which tools write it, invented for these tests: a company of two forces, one within the
other, with notes, rules, a configuration, a squad with its leader and a tank inside a lore."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.tabletop.armies import foreign

CONFIGURED = """
<selection id="c1" name="Battle Size" entryId="e-size" number="1" type="upgrade">
 <selections><selection id="c2" name="Ranger section" entryId="e-skirmish" number="1" type="upgrade"/></selections>
 <categories><category id="k8" name="Configuration" entryId="k-conf" primary="true"/></categories>
</selection>
<selection id="c3" name="Detachment rules" entryId="e-detachment" number="1" type="upgrade">
 <categories><category id="k9" name="Reference" entryId="k-ref" primary="true"/></categories>
</selection>"""

LED = """
<selection id="s8" name="Grey Company" entryId="e-grey" number="1" type="unit">
 <customNotes>They hold the ford.</customNotes>
 <selections>
  <selection id="s9" name="Northmarch captain" entryId="e-captain" number="1" type="model">
   <costs><cost name="pts" typeId="points" value="20.0"/></costs></selection>
  <selection id="s10" name="Bulwark carrier" entryId="e-bulwark" number="1" type="upgrade">
   <costs><cost name="pts" typeId="points" value="30.0"/></costs></selection>
 </selections>
 <costs><cost name="pts" typeId="points" value="5.0"/></costs>
</selection>"""

LORE = f"""
<selection id="s20" name="Lore of Iron" entryId="e-lore" number="1" type="upgrade">
 <selections>{foreign.TANK}
  <selection id="s21" name="Iron verse" entryId="e-verse" number="1" type="upgrade"/></selections>
</selection>"""

INNER = f"""
<force id="f2" name="Outriders" entryId="fe-2" catalogueId="cat-2" catalogueRevision="7" catalogueName="Saltmere">
 <customNotes>Arrive from the east.</customNotes>
 <costs><cost name="pts" typeId="points" value="5"/></costs>
 <selections>{LORE}</selections></force>"""

ROS = foreign.ros(CONFIGURED, foreign.TROOPS, LED, nested=INNER, points="277.0")

Tree = dict[str, Any]


def _tree() -> Tree:
    tree: Tree = json.loads(foreign.as_json(ROS))
    return tree


def _each(node: Any, change: Callable[[Tree], Tree]) -> Any:
    """The tree with every dict changed, the innermost first."""
    if isinstance(node, list):
        return [_each(each, change) for each in node]
    if isinstance(node, dict):
        return change({key: _each(value, change) for key, value in node.items()})
    return node


def _by_singular(node: Tree) -> Tree:
    return {
        key: {_singular(key): value[0] if len(value) == 1 else value} if isinstance(value, list) else value
        for key, value in node.items()
    }


def _singular(key: str) -> str:
    return "category" if key == "categories" else key.removesuffix("s")


def _by_number(node: Tree) -> Tree:
    return {
        key: {str(n): each for n, each in enumerate(value)} if isinstance(value, list) else value
        for key, value in node.items()
    }


def _alone(node: Tree) -> Tree:
    """A list of one as that one."""
    return {key: value[0] if isinstance(value, list) and len(value) == 1 else value for key, value in node.items()}


def _texts_wrapped(node: Tree) -> Tree:
    return {key: {"$text": said} if key in ("description", "customNotes") else said for key, said in node.items()}


def _turned_round(node: Tree) -> Tree:
    return dict(reversed(node.items()))


def _written(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False).encode()


FORMS: dict[str, bytes] = {
    "ros": ROS,
    "rosz": foreign.zipped(ROS),
    "new-recruit": foreign.as_json(ROS),
    "list-forge": _written({"name": "Dry Column", "generatedBy": "https://newrecruit.eu", "costs": [], **_tree()}),
    "byte-order-mark": b"\xef\xbb\xbf" + _written({"version": 3, "options": [], **_tree()}),
    "keys-turned-round": _written(_each(_tree(), _turned_round)),
    "lists-by-singular": _written(_each(_tree(), _by_singular)),
    "lists-by-number": _written(_each(_tree(), _by_number)),
    "lists-of-one-alone": _written(_each(_tree(), _alone)),
    "texts-wrapped": _written(_each(_tree(), _texts_wrapped)),
}
