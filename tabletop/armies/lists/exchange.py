"""Rosters as files: our own JSON, and CSV for spreadsheets. Described in docs/armies.md.

Illegal armies are taken and reported; files that are no rosters are refused.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from rules.forces import stored, strange
from tabletop.armies.library.library import Library
from tabletop.armies.library.rolling import MOST_FACES
from tabletop.armies.lists import files
from tabletop.armies.roster import build, soundness
from tabletop.armies.roster.edits import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_MODELS,
    MOST_POINTS,
    MOST_TRAITS,
    MOST_UNITS,
    unknown_traits,
)
from tabletop.armies.roster.roster import FORMAT, TIES, Pick, Roster
from tabletop.texts import ESCAPED, has_control, shown
from tabletop.ui.faults import of_file
from tabletop.ui.refused import Refused

LARGEST: Final = 1_000_000
"""Bytes of a file. A roster of two hundred units has about 60,000."""

_KEY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]{0,59}")
_COLUMNS: Final = (
    "army",
    "limit",
    "library",
    "library_version",
    "unit",
    "kind",
    "name",
    "models",
    "options",
    "inside",
    "joins",
    "note",
    "points",
    "rolled",
    "throws",
    "serves",
    "force",
    "traits",
    "dedicated",
    "squadron",
)
_FORMULA: Final = ("=", "+", "-", "@", "'")


class WithLibrary(Roster, frozen=True, kw_only=True):
    """A roster with the library of its units: that of an army that was not built here, such as a sample."""

    brings: Library


def schema() -> bytes:
    """The JSON Schema of a roster's file."""
    (plain, bringing), named = msgspec.json.schema_components((Roster, WithLibrary), schema_hook=_any_hull)
    return msgspec.json.format(msgspec.json.encode({"anyOf": [plain, bringing], "$defs": named}), indent=2)


def _any_hull(kind: type) -> dict[str, str]:
    """What one set of vehicle rules alone knows bears its tag."""
    return {"type": "object", "title": kind.__name__}


def to_json(roster: Roster, brings: Library | None = None) -> bytes:
    """The roster as JSON, for people to read as well; with the library that it brings, if any."""
    content = WithLibrary(**msgspec.structs.asdict(roster), brings=brings) if brings else roster
    return msgspec.json.format(msgspec.json.encode(content), indent=2)


def is_ours(data: bytes) -> bool:
    """Whether a file looks like our own JSON or CSV, and not like a list of another tool."""
    return not (files.is_packed_or_xml(data) or files.is_json_of_others(data))


def read(data: bytes) -> Roster:
    """A roster from a file of either kind. Raises Refused for what is none, or too large."""
    if len(data) > LARGEST:
        raise Refused("too-large", "That file is too large for a roster.", f"at most {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _no_roster("It is not written in UTF-8.") from None
    if has_control(text) or ESCAPED.search(text):
        raise _no_roster("It has signs that cannot be shown.")
    return from_json(text) if text.lstrip().startswith(("{", "[")) else from_csv(text)


def from_json(text: str) -> Roster:
    """A roster from our JSON of this version or an older one."""
    try:
        version = msgspec.json.decode(text, type=_Head).format
        if version > FORMAT:
            newest = f"a file of version {FORMAT} or older"
            raise Refused("too-new", f"That file is of version {version}, newer than this server knows.", newest)
        parts = msgspec.json.decode(text)
        if (name := strange.twice(text)) != "":
            raise _no_roster(f"It says {shown(name)} twice in one place.", "each field once")
        if "units" not in parts:
            raise _no_roster("It has no units.")
        kind = WithLibrary if "brings" in parts else Roster
        if (wrong := strange.field_of(parts, kind)) is not None:
            raise _unknown(wrong.text, wrong.fields)
        read = stored.read(text, kind)
        return _sound(read) if isinstance(read, WithLibrary) else _clean(read)
    except msgspec.MsgspecError as fault:
        raise _no_roster(of_file(str(fault)), strange.values_at(str(fault), WithLibrary)) from None
    except RecursionError:
        raise _no_roster("It is nested too deeply.") from None


def _sound(roster: WithLibrary) -> Roster:
    """The roster when its library can be built from."""
    if not _KEY.fullmatch(roster.brings.key) or roster.library != roster.brings.key:
        raise _no_roster("It names another library than it brings.")
    if wrong := soundness.faults(roster.brings):
        raise _no_roster(f"Its library is not sound. {' '.join(wrong[:3])}")
    return _clean(roster)


class _Head(msgspec.Struct):
    format: int = FORMAT


def to_csv(library: Library, roster: Roster) -> str:
    """The roster as a table, one unit to a row, with its cost."""
    points = {unit.pick.id: unit.points for unit in build.units(library, roster)}
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(_COLUMNS)
    head = (roster.name, roster.limit or "", roster.library, roster.library_version)
    for p in roster.units or (Pick(id="", kind=""),):
        row = (*head, p.id, p.kind, p.name, _pairs(p.counts), _pairs(p.options), p.inside, p.joins, p.note)
        last = (points.get(p.id, ""), " ".join(map(str, p.rolled)), p.throws or "", p.serves, p.force)
        table.writerow([_safe(str(cell)) for cell in (*row, *last, "; ".join(p.traits), p.dedicated, p.squadron)])
    return out.getvalue()


def from_csv(text: str) -> Roster:
    """A roster from such a table. The cost is worked out again."""
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        rows = list(reader)
    except csv.Error as wrong:
        words = f"A cell is longer than {csv.field_size_limit():,} signs" if "limit" in str(wrong) else wrong
        raise _no_roster(f"{words}.") from None
    if not rows or not {"army", "unit", "kind"} <= set(rows[0]):
        raise _no_roster("It has no columns called army, unit and kind.")
    if (more := next((column for row in rows for column in row if column not in _COLUMNS), "")) != "":
        words = f"There is no column {more}." if more else "A row has more cells than there are columns."
        raise _unknown(words, f"the columns {', '.join(_COLUMNS)}")
    named = list(reader.fieldnames or ())
    if (again := next((column for column in named if named.count(column) > 1), "")) != "":
        raise _no_roster(f"It has the column {again} twice.", "each column once")
    cells = [{key: _plain(value or "") for key, value in row.items() if isinstance(value, str | None)} for row in rows]
    _be_one_army(cells)
    first = cells[0]
    return _clean(
        Roster(
            name=first["army"],
            limit=_whole(first.get("limit", "")),
            library=first.get("library", ""),
            library_version=_whole(first.get("library_version", "")),
            units=tuple(_row(row) for row in cells if row["kind"]),
        )
    )


def _be_one_army(rows: Sequence[Mapping[str, str]]) -> None:
    """Refuse rows of several armies, and a unit of no kind: they would be lost."""
    armies = list(dict.fromkeys(row["army"] for row in rows if row["army"].strip()))
    if len(armies) > 1:
        raise _no_roster(
            f"It has {len(armies)} armies, “{armies[0][:40]}” and “{armies[1][:40]}”.", "one army to a file"
        )
    lost = next((row["unit"] or row.get("name", "") for row in rows if not row["kind"] and _tells(row)), None)
    if lost is not None:
        raise _no_roster(f"It does not say what kind of unit “{lost[:40]}” is.", "a kind of the library in each row")


def _tells(row: Mapping[str, str]) -> bool:
    """Whether a row says anything of a unit; that of an army without units does not."""
    return any(row.get(column, "").strip() for column in ("unit", "name", "models", "options", "note"))


def _row(row: Mapping[str, str]) -> Pick:
    return Pick(
        id=row["unit"],
        kind=row["kind"],
        name=row.get("name", ""),
        counts=_numbers(row.get("models", "")),
        options=_numbers(row.get("options", "")),
        inside=row.get("inside", ""),
        joins=row.get("joins", ""),
        note=row.get("note", ""),
        rolled=tuple(_whole(face) for face in row.get("rolled", "").split()),
        throws=_whole(row.get("throws", "")),
        serves=row.get("serves", ""),
        force=row.get("force", ""),
        dedicated=row.get("dedicated", ""),
        squadron=row.get("squadron", ""),
        traits=tuple(trait.strip() for trait in row.get("traits", "").split(";") if trait.strip()),
    )


def _pairs(numbers: Mapping[str, int]) -> str:
    return "; ".join(f"{key}={number}" for key, number in numbers.items())


def _numbers(text: str) -> dict[str, int]:
    pairs = [part.partition("=") for part in text.split(";") if part.strip()]
    names = [key.strip() for key, _, _ in pairs]
    if (again := next((name for name in names if names.count(name) > 1), "")) != "":
        raise _no_roster(f"It says {again[:40]} twice in one cell.", "each once, as sergeant=1; ranger=7")
    return {name: _whole(number) for name, (_, _, number) in zip(names, pairs, strict=True)}


def _whole(text: str) -> int:
    text = text.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise _no_roster(f"“{text[:20]}” is no whole number.")
    return int(text)


def _safe(cell: str) -> str:
    """Nothing that a spreadsheet would work out."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


# ------------------------------------------------------------------ within bounds


def _clean(roster: Roster) -> Roster:
    """The same roster, when everything in it is within bounds."""
    ids = [pick.id for pick in roster.units]
    if len(ids) > MOST_UNITS:
        raise _no_roster(f"It has {len(ids)} units, more than {MOST_UNITS}.")
    if len(set(ids)) != len(ids):
        raise _no_roster("Two of its units have the same id.")
    if not 0 <= roster.limit <= MOST_POINTS:
        raise _no_roster("Its limit is out of bounds.")
    if not 0 <= roster.library_version <= MOST_POINTS or (roster.library and not _KEY.fullmatch(roster.library)):
        raise _no_roster("It names no library that could be.")
    name = _line(roster.name, LONGEST_NAME) or "Army"
    return msgspec.structs.replace(roster, name=name, format=FORMAT, units=tuple(map(_clean_pick, roster.units)))


def _clean_pick(pick: Pick) -> Pick:
    ties = filter(None, (getattr(pick, tie) for tie in TIES))
    keys = [pick.id, pick.kind, *pick.counts, *pick.options, *ties]
    strange = next((key for key in keys if not _KEY.fullmatch(key)), None)
    if strange is not None:
        raise _no_roster(f"“{strange[:40]}” is no name for anything in it.")
    if not all(0 <= number <= MOST_MODELS for number in (*pick.counts.values(), *pick.options.values())):
        raise _no_roster(f"A number of “{pick.id}” is out of bounds.")
    if len(pick.rolled) > MOST_FACES or not all(1 <= face <= 6 for face in pick.rolled):
        raise _no_roster(f"What was rolled for “{pick.id}” is out of bounds.")
    if not 0 <= pick.throws <= MOST_MODELS:
        raise _no_roster(f"A number of “{pick.id}” is out of bounds.")
    if len(pick.traits) > MOST_TRAITS:
        raise _no_roster(f"“{pick.id}” has more than {MOST_TRAITS} traits.")
    if (wrong := unknown_traits(pick.traits)) is not None:
        raise wrong
    force, squadron = _line(pick.force, LONGEST_NAME), _line(pick.squadron, LONGEST_NAME)
    name, note = _line(pick.name, LONGEST_NAME), _line(pick.note, LONGEST_NOTE)
    return msgspec.structs.replace(pick, name=name, note=note, force=force, squadron=squadron)


def _line(text: str, longest: int) -> str:
    """Words in one line. Raises Refused for more of them than are kept."""
    line = " ".join(text.split())
    if len(line) > longest:
        raise _no_roster(f"“{line[:40]}…” is longer than {longest} signs.", f"at most {longest} signs")
    return line


def _no_roster(why: str, allowed: str = "") -> Refused:
    return Refused("no-roster", f"That file is no roster. {why}", allowed or "a file that was exported here")


def _unknown(why: str, allowed: str) -> Refused:
    return Refused("unknown-field", f"That file cannot be taken in. {shown(why, 200)}", allowed)
