"""HTML as tests compare it: how a template is laid out in lines says nothing of what it shows."""

import re


def tight(html: str) -> str:
    """The same without space around tags, and with single spaces inside them."""
    return re.sub(r"\s*(<[^<>]*>)\s*", lambda tag: re.sub(r"\s+(>?)", _inside, tag[1]), html)


def _inside(space: re.Match[str]) -> str:
    return space[1] or " "


def words(html: str) -> str:
    """What it says: the same without its tags."""
    return re.sub(r"<[^<>]*>", "", html)


def flowing(html: str) -> str:
    """The same on one line, with a single space wherever there was any."""
    return " ".join(html.split())
