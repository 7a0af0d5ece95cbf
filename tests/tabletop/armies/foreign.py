"""Army lists as other tools write them, invented for these tests: a game called Dust Wars, of which we know nothing."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any
from xml.etree.ElementTree import Element, fromstring

SPACE = "http://www.battlescribe.net/schema/rosterSchema"

TROOPS = """
<selection id="s1" name="Dust Walkers" entryId="l-1::e-walkers" number="1" type="unit" page="12" publicationId="p1">
 <profiles><profile id="pr1" name="Walker" hidden="false" typeId="pt-1" typeName=" Unit"><characteristics>
  <characteristic name="Move" typeId="c-1">6"</characteristic><characteristic name="Save" typeId="c-2"></characteristic>
 </characteristics></profile>
 <profile id="pr2" name="Secret" hidden="true" typeId="pt-1" typeName="Unit"/></profiles>
 <rules><rule id="r1" name="Dry Throats" hidden="false" page="3">
  <description>They thirst &amp; march.</description></rule></rules>
 <selections>
  <selection id="s2" name="Walker" entryId="e-walker" number="9" type="model">
   <selections>
    <selection id="s3" name="Dust rifle" entryId="l-2::e-rifle" entryGroupId="g-1" number="9" type="upgrade"/>
   </selections>
   <costs><cost name="pts" typeId="points" value="45.0"/><cost name=" Water" typeId="w" value="4.5"/></costs>
  </selection>
  <selection id="s4" name="Sergeant" entryId="e-sergeant" number="1" type="model">
   <costs><cost name="pts" typeId="points" value="10.0"/><cost name=" Water" typeId="w" value="0.0"/></costs>
  </selection>
 </selections>
 <costs><cost name="pts" typeId="points" value="0.0"/></costs>
 <categories><category id="k1" name="Troops" entryId="k-troops" primary="true"/></categories>
</selection>"""

TANK = """
<selection id="s5" name="Anvil battle tank" entryId="e-tank" number="1" type="model" customName="Old Bess">
 <customNotes>Keep her dry.</customNotes>
 <selections><selection id="s6" name="Extra plating" entryId="e-plate" number="1" type="upgrade">
  <costs><cost name="pts" typeId="points" value="12.0"/></costs></selection></selections>
 <costs><cost name="pts" typeId="points" value="150.0"/></costs>
 <categories><category id="k2" name="Tanks" entryId="k-tanks" primary="true"/></categories>
</selection>"""

CONFIGURATION = '<selection id="52408" name="Battle Size" entryId="e-size" number="1" type="upgrade"/>'


def ros(*selections: str, points: str = "217.0", water: str = "4.5", nested: str = "") -> bytes:
    """A `.ros` file with those selections in one force, and a force within it."""
    parts = "".join(selections or (CONFIGURATION, TROOPS, TANK))
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="r1" name="Dry Column" battleScribeVersion="2.03" generatedBy="https://newrecruit.eu" gameSystemId="sys-dust"
 gameSystemName="Dust Wars" gameSystemRevision="3" xmlns="{SPACE}">
<costs><cost name="pts" typeId="points" value="{points}"/><cost name=" Water" typeId="w" value="{water}"/></costs>
<costLimits><costLimit name="pts" typeId="points" value="500.0"/></costLimits>
<forces><force id="f1" name="Patrol" entryId="fe-1" catalogueId="cat-1" catalogueRevision="2" catalogueName="Nomads">
<selections>{parts}</selections>
<publications><publication id="p1" name="Dust Book"/></publications>
<categories><category id="k1" name="Troops" entryId="k-troops" primary="false"/></categories>
<forces>{nested}</forces></force></forces></roster>""".encode()


def zipped(data: bytes, name: str = "Dry Column.ros", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The same in a ZIP."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


def as_json(data: bytes) -> bytes:
    """The same as New Recruit exports it: numbers and truths typed, texts beside attributes under `$text`."""
    root = fromstring(data)
    return json.dumps({"roster": {**_node(root), "xmlns": SPACE}}, ensure_ascii=False).encode()


def _node(element: Element) -> dict[str, Any]:
    node: dict[str, Any] = {key: _typed(value) for key, value in element.attrib.items()}
    text = (element.text or "").strip()
    if text:
        node["$text"] = text
    for child in element:
        name = child.tag.rpartition("}")[2]
        if name in ("description", "customNotes"):
            node[name] = (child.text or "").strip()
        elif len(child):
            node[name] = [_node(each) for each in child]
    return node


def _typed(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    if re.fullmatch(r"[1-9][0-9]{0,9}|0", value):
        return int(value)
    return float(value) if re.fullmatch(r"[0-9]+\.[0-9]+", value) else value
