"""Files of other tools, opened with care: what could harm the server is refused before it is looked at.

A `.ros` file is XML, a `.rosz` file the same in a ZIP, New Recruit's JSON the same tree in other brackets. All three
become nested dicts and lists as that JSON has them. What a file is called does not count, only what is in it.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from typing import Any, Final
from xml.etree.ElementTree import ParseError

import msgspec
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from rules.forces import strange
from tabletop.texts import shown
from tabletop.ui.faults import of_file
from tabletop.ui.refused import Refused

LARGEST: Final = 10_000_000
"""Bytes of a file, and of what a ZIP unfolds to."""
MOST_ELEMENTS: Final = 300_000
DEEPEST: Final = 160
"""Elements within each other: each selection takes two."""

Node = dict[str, Any]

_LISTS: Final = frozenset(
    {
        "attributes",
        "categories",
        "characteristics",
        "costLimits",
        "costs",
        "forces",
        "profiles",
        "publications",
        "rules",
        "selections",
        "tags",
    }
)
_END_OF_ZIP: Final = b"PK\x05\x06"
_BOM: Final = b"\xef\xbb\xbf"
_ROSTER_FIRST: Final = re.compile(rb'\s*\{\s*"roster"\s*:')
_OWN_SAVE: Final = frozenset({"option_id", "options"})


def is_packed_or_xml(data: bytes) -> bool:
    """Whether it looks like a `.ros` or `.rosz` file, and not like JSON or CSV."""
    start = data[:200].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")
    return start.startswith((b"PK", b"<"))


def is_json_of_others(data: bytes) -> bool:
    """Whether it is JSON of another tool: it has a `roster`, wherever in the file, or is New Recruit's own save."""
    if len(data) > LARGEST or not data.removeprefix(_BOM).lstrip().startswith(b"{"):
        return False
    try:
        keys = set(msgspec.json.decode(data.removeprefix(_BOM), type=dict[str, msgspec.Raw]))
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return _ROSTER_FIRST.match(data.removeprefix(_BOM)) is not None
    return "roster" in keys or bool(_OWN_SAVE & keys)


def opened(data: bytes) -> Node:
    """The tree of a `.ros` or `.rosz` file. Raises Refused for what is none, or hostile."""
    if len(data) > LARGEST:
        raise Refused("too-large", "That file is too large for an army list.", f"at most {LARGEST:,} bytes")
    return _parsed(_unzipped(data) if data.startswith(b"PK") else data)


# ------------------------------------------------------------------ ZIP


def _unzipped(data: bytes) -> bytes:
    """What is in a ZIP of one file, when that is neither too large nor strange."""
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) != 1:
                raise _strange(f"It holds {len(entries)} files.", "a .rosz file with one list in it")
            return _entry(archive, entries[0])
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        raise _strange("It is damaged.", "the file as the tool wrote it") from None


def _check_directory(data: bytes) -> None:
    """Refuse a long directory before it is read: it is a list of files, and there should be one."""
    at = data.rfind(_END_OF_ZIP)
    if at < 0 or len(data) < at + 22:
        raise _strange("It is damaged.", "the file as the tool wrote it")
    (length,) = struct.unpack_from("<L", data, at + 12)
    if length > 70_000:
        raise _strange("It holds many files.", "a .rosz file with one list in it")


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    name = entry.orig_filename
    if "\\" in name or "\0" in name or ":" in name or name.startswith("/") or ".." in name.split("/"):
        raise _strange("The name in it leads out of the file.", "a .rosz file with one list in it")
    if entry.flag_bits & 1:
        raise _strange("It is locked by a password.", "the file without one")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _strange("It is packed in a way that such files never are.", "an ordinary ZIP")
    too_large = Refused("too-large", "What is in that file is too large.", f"at most {LARGEST:,} bytes")
    if entry.file_size > LARGEST:
        raise too_large
    with archive.open(entry) as packed:
        found = packed.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise too_large
    return found


# ------------------------------------------------------------------ XML


class _TooMuch(Exception):
    pass


class _Tree:
    """Takes what the parser finds and makes dicts of elements and lists of their containers."""

    def __init__(self) -> None:
        self.root: Node = {}
        self._open: list[tuple[str, Node | list[Any], list[str]]] = []
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) >= DEEPEST:
            raise _TooMuch
        node: Node | list[Any] = [] if name in _LISTS else dict(attributes)
        self._open.append((name, node, []))

    def data(self, text: str) -> None:
        if self._open:
            self._open[-1][2].append(text)

    def end(self, tag: str) -> None:
        name, node, said = self._open.pop()
        text = "".join(said).strip()
        if isinstance(node, dict) and text:
            node["$text"] = text
        if not self._open:
            self.root = {name: node}
            return
        above = self._open[-1][1]
        if isinstance(above, list):
            above.append(node)
        else:
            above[name] = text if isinstance(node, dict) and set(node) <= {"$text"} else node

    def close(self) -> Node:
        return self.root


def _parsed(data: bytes) -> Node:
    tree = _Tree()
    parser = DefusedXMLParser(target=tree, forbid_dtd=True)
    try:
        parser.feed(data)
        parser.close()
    except DefusedXmlException:
        raise _strange(
            "It defines entities or a document type, which such files never do.", "the file as it was"
        ) from None
    except _TooMuch:
        raise Refused("too-large", "That file has too many parts, or parts within parts.", "a shorter list") from None
    except (ParseError, ValueError, LookupError):
        raise _strange("It is no well-formed XML.", "the file as the tool wrote it") from None
    return tree.root


# ------------------------------------------------------------------ JSON


def opened_json(data: bytes) -> Node:
    """The tree of New Recruit's or List Forge's JSON. Raises Refused for what is none."""
    if len(data) > LARGEST:
        raise Refused("too-large", "That file is too large for an army list.", f"at most {LARGEST:,} bytes")
    try:
        tree = msgspec.json.decode(data.removeprefix(_BOM))
    except msgspec.ValidationError:  # of the reader alone, which asks for no form: a number beyond all bounds
        raise _strange("A number in it is out of all bounds.", "the file as the tool wrote it") from None
    except msgspec.MsgspecError as wrong:
        raise _strange(of_file(str(wrong)), "the file as the tool wrote it") from None
    except (RecursionError, ValueError):
        raise _strange("It is nested too deeply, or not written in UTF-8.", "the file as the tool wrote it") from None
    if (name := strange.twice(data.removeprefix(_BOM).decode())) != "":
        raise _strange(f"It says {shown(name)} twice in one place.", "each name once, several of a kind as [a, b]")
    if isinstance(tree, dict) and "roster" not in tree and _OWN_SAVE & set(tree):
        raise _strange("It is New Recruit’s own save, which needs its catalogues.", "its export as JSON or .ros")
    return tree if isinstance(tree, dict) else {}


def _strange(why: str, allowed: str) -> Refused:
    return Refused("no-list", f"That file cannot be taken in. {why}", allowed)
