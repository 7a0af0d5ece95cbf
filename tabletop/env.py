"""Reading settings from the environment, with errors that say what is wrong with which variable."""

import os

from django.core.exceptions import ImproperlyConfigured

_WORDS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "": False,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def text(name: str, default: str = "") -> str:
    """The variable without surrounding space, or the default where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """A switch: 1, true, yes, on, or their opposites; the default where it is unset.

    Raises ImproperlyConfigured for other words.
    """
    word = text(name, "1" if default else "").lower()
    if word not in _WORDS:
        raise ImproperlyConfigured(f"{name}={word} is not a yes or no: write 1 or 0.")
    return _WORDS[word]


def number(name: str, default: int, low: int, high: int) -> int:
    """A whole number from low to high. Raises ImproperlyConfigured for anything else."""
    word = text(name, str(default))
    if not word.isascii() or not word.isdigit() or not low <= int(word) <= high:
        raise ImproperlyConfigured(f"{name}={word} is not a whole number from {low} to {high}.")
    return int(word)


def words(name: str) -> list[str]:
    """The parts of a list separated by commas or spaces."""
    return text(name).replace(",", " ").split()
