"""Style sheets name what they style: a browser tries every other rule on each element of a page, each time again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tabletop.ui.test_has import SHEETS, parted, selectors

ALIKE = re.compile(r":is\(((\.[\w-]+|, )+|(#[\w-]+|, )+|([a-z][\w-]*|, )+)\)$")
"""Several names of one kind at the end: written out one by one, each is found by its own."""

MOTION = re.compile(r"\b(?:animation|transition)(?:-\w+)*: (?!none;)")


def rules(text: str) -> Iterator[tuple[str, str]]:
    """Each rule that has none in it: what stands before its brace, after that of the one round it, and its inside."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    opened: list[str] = []
    for words, end in re.findall(r"([^{}]*)([{}])", bare):
        if end == "{":
            opened.append(words.rsplit(";", 1)[-1].strip())
        else:
            yield " ".join(opened), words
            opened.pop()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_names_of_one_kind_stand_each_by_itself(sheet: Path) -> None:
    found = [one for one in selectors(sheet.read_text()) if ALIKE.match(parted(one, " >+~\n")[-1])]
    assert found == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_motion_is_told_to_what_moves_where_it_is_wanted(sheet: Path) -> None:
    """To take it from everything where it is not wanted costs each element of a page two fifths of its styling."""
    wanted = "(prefers-reduced-motion: no-preference)"
    moves = [where for where, what in rules(sheet.read_text()) if MOTION.search(what)]
    assert [where for where in moves if wanted not in where] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_pieces_before_and_after_have_the_size_that_is_told(sheet: Path) -> None:
    """The rule for every element's box leaves them out, since each element would have two of them worked out."""
    for where, what in rules(sheet.read_text()):
        if re.search(r"::(before|after)", where) and "content:" in what:
            sized = re.search(r"\b(width|height):", what) and re.search(r"\b(border(?!-radius)|padding)[\w-]*: ", what)
            assert not sized or "box-sizing: border-box" in what, where
    assert not re.search(r"\*::(before|after)", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S))
