"""A log as lines: what was written is read again, and of anything else the first bad line is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules import log_lines, verified
from rules.cli import verify
from rules.log_lines import BadLineError, read
from tests.tabletop.games.finished import fought

Lines = list[bytes]


def test_what_was_written_is_read_again_and_verifies() -> None:
    battle = fought()
    log = read(battle.data)
    assert tuple(each.event for each in log.lines) == battle.events
    assert tuple(each.state for each in log.lines) == battle.states
    assert verified(log.finished).fault == ""
    assert log.lines[0].line.by == "Ines"
    assert {each.head for each in log.lines if not each.line.begins} <= {each.event.seq for each in log.lines}


def test_the_command_line_verifies_such_a_file(tmp_path, capsys) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(fought().data)
    assert verify.main([str(path)]) == 0
    assert "all as sealed" in capsys.readouterr().out


def _changed(place: int | str, **values: Any) -> Callable[[Lines], Lines]:
    """The event of that line (from 1, or of that kind) with other values."""

    def change(lines: Lines) -> Lines:
        number = _number(place)
        line = json.loads(lines[number - 1])
        line["event"] |= values
        return [*lines[: number - 1], json.dumps(line).encode() + b"\n", *lines[number:]]

    return change


def _put(place: int, *lines: bytes) -> Callable[[Lines], Lines]:
    """Those lines instead of that one (from 1)."""
    return lambda log: [*log[: place - 1], *lines, *log[place:]]


def _number(place: int | str) -> int:
    """Of a line: as given, the first one with an event of that kind, or what would come after the end.

    It is looked up when it is asked for: the battle is not fought where these tests are merely collected.
    """
    if place == END:
        return len(fought().lines)
    if place == AFTER:
        return len(fought().lines) + 1
    if isinstance(place, int):
        return place
    return next(n for n, line in enumerate(fought().lines, start=1) if f'"type":"{place}"'.encode() in line)


AFTER = "after the end"
END = "the end"
ROLLED = "Rolled"
WRONG: dict[str, tuple[Callable[[Lines], Lines], int | str, str]] = {
    "nothing": (lambda lines: [], 1, "empty"),
    "no head": (lambda lines: lines[1:], 1, "does not say what it is"),
    "another format": (_put(1, b'{"livetable":7,"name":"x","seed":"00"}\n'), 1, "format 7"),
    "no seed": (_put(1, b'{"livetable":1,"name":"x","seed":"seven"}\n'), 1, "hexadecimal"),
    "a head alone": (lambda lines: lines[:1], 1, "before its first event"),
    "half a line": (_put(9, b'{"event":{"type":"Rol\n'), 9, "cannot be read"),
    "no JSON": (_put(9, b"<script>alert(1)</script>\n"), 9, "cannot be read"),
    "no text": (_put(9, b'{"event":"\xff\xfe"}\n'), 9, "not written in UTF-8"),
    "an unknown kind": (_changed(9, type="Exploit"), 9, "cannot be read"),
    "a field too many": (_put(9, b'{"event":{"type":"Note","seq":8},"admin":true}\n'), 9, "cannot be read"),
    "a gap": (lambda lines: [*lines[:8], *lines[9:]], 9, "stands in the place of event 8"),
    "twice the same": (lambda lines: [*lines[:9], *lines[8:]], 10, "stands in the place of event 9"),
    "another beginning": (lambda lines: [lines[0], *lines[2:]], 2, "stands in the place of event 1"),
    "a unit that is not there": (
        _changed("UnitActivated", unit="zz9"),
        "UnitActivated",
        "names zz9, which is not in this game",
    ),
    "a number out of range": (_changed(ROLLED, goal=10**9), ROLLED, "out of all range"),
    "no number": (_changed(ROLLED, goal="six"), ROLLED, "cannot be read"),
    "a sign that cannot be shown": (_changed(ROLLED, why="a\x00b"), ROLLED, "cannot be shown"),
    "a sign that turns the text": (_changed(ROLLED, why="a\u202eb"), ROLLED, "cannot be shown"),
    "such a sign as it is": (
        _put(9, '{"event":{"type":"Note","seq":8,"text":"\u2066x"}}\n'.encode()),
        9,
        "cannot be shown",
    ),
    "one in the head": (
        _put(1, '{"livetable":1,"name":"\u202ex"}\n'.encode()),
        1,
        "cannot be shown",
    ),
    "a field twice": (_put(9, b'{"event":{"type":"Note","seq":8,"text":"x","text":"y"}}\n'), 9, "text twice"),
    "an event twice": (_put(9, b'{"event":{"type":"Note","seq":8},"event":{}}\n'), 9, "event twice"),
    "a name twice in the head": (_put(1, b'{"livetable":1,"name":"x","name":"y"}\n'), 1, "name twice"),
    "an end twice": (
        lambda lines: [*lines[:-1], lines[-1].replace(b'"reason":', b'"reason":"x","reason":')],
        END,
        "reason twice",
    ),
    "nested too deep": (_put(9, b'{"event":' + b"[" * 5000 + b"]" * 5000 + b"}\n"), 9, "nested deeper"),
    "a line too long": (_put(9, b'{"event":"' + b"x" * 2_000_001 + b'"}\n'), 9, "longer than 2 MB"),
    "back to what is to come": (
        _put(9, b'{"event":{"type":"Undone","seq":8,"to":8,"reason":""}}\n'),
        9,
        "not before it",
    ),
    "restored out of nothing": (_put(9, b'{"event":{"type":"Redone","seq":8,"of":3}}\n'), 9, "took nothing back"),
    "a wrong command": (
        _put(9, b'{"event":{"type":"Note","seq":8,"text":"x"},"asked":{"type":"Win"}}\n'),
        9,
        "cannot be",
    ),
    "a die that there is not": (_changed(ROLLED, sides=0), ROLLED, "dice that there are not"),
    "a face that there is not": (_changed(ROLLED, dice=[7, 1]), ROLLED, "dice that there are not"),
    "too many dice at once": (_changed(ROLLED, dice=[1] * 600), ROLLED, "too many at once"),
    "a text too long": (_changed(ROLLED, why="x" * 2001), ROLLED, "longer than 2,000 signs"),
    "something after the end": (lambda lines: [*lines, lines[8]], AFTER, "follows the end"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_the_first_bad_line_is_named(wrong: str) -> None:
    change, line, why = WRONG[wrong]
    with pytest.raises(BadLineError, match=why) as found:
        read(b"".join(change(list(fought().lines))))
    assert found.value.line == _number(line)


def test_a_log_has_its_limits(monkeypatch) -> None:
    monkeypatch.setattr(log_lines, "MOST", 20)
    with pytest.raises(BadLineError, match="more than 20 events") as found:
        read(fought().data)
    assert found.value.line == 22
    monkeypatch.setattr(log_lines, "LARGEST", 1_000)
    with pytest.raises(BadLineError, match="longer than"):
        read(fought().data)


def test_forged_dice_read_and_do_not_verify() -> None:
    line = json.loads(fought().lines[_number(ROLLED) - 1])
    face = line["event"]["dice"][0]
    forged = _changed(ROLLED, dice=[face % 6 + 1, *line["event"]["dice"][1:]])(list(fought().lines))
    assert "the seed gives" in verified(read(b"".join(forged)).finished).fault
