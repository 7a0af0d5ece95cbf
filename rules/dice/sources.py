"""Where dice come from: sealed for live play, seeded for bots, scripted for tests.

A source gives natural faces, 1 to `sides`. The number of the die, `k`, is kept by the game state, so that a
roll taken back comes up the same again.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Protocol

_WORD = 4
_WORD_VALUES = 1 << (8 * _WORD)
_SEPARATOR = "|"
_DIRECTION_SIDES = 360


class Dice(Protocol):
    """A source of dice."""

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        """`count` natural faces of dice with `sides` sides under `label`; the first is die number `k`."""


class ScriptError(ValueError):
    """A script and the dice asked for differ, at `position` (from 1) of `label`."""

    def __init__(self, label: str, position: int, problem: str) -> None:
        super().__init__(f"{label}, die {position}: {problem}")
        self.label = label
        self.position = position


class SealedDice:
    """Dice that anyone can check once the seed is published.

    Die `k` comes from HMAC-SHA256 under the seed of "game id|entropy|...|k|action", read as 32-bit words, big end
    first. The first word below the largest multiple of `sides` counts; when all eight are refused the digest is the
    next message. `asked` is the JSON of the action whose dice they are: taken back and asked again it throws the
    same, and nobody knows beforehand what another action throws. Dice of the first rule depend on `k` alone.
    """

    def __init__(self, seed: bytes, game_id: str, entropy: tuple[str, ...] = (), *, asked: bytes = b"") -> None:
        if any(_SEPARATOR in part for part in (game_id, *entropy)):
            raise ValueError(f"no {_SEPARATOR!r} in a game id or entropy: it parts them")
        self._seed = seed
        self._prefix = _SEPARATOR.join((game_id, *entropy, ""))
        self._asked = _SEPARATOR.encode() + asked if asked else b""

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        """`count` faces; the label does not matter to the dice."""
        return tuple(self._face(sides, number) for number in range(k, k + count))

    def _face(self, sides: int, k: int) -> int:
        message = f"{self._prefix}{k}".encode() + self._asked
        while True:
            message = hmac.digest(self._seed, message, "sha256")
            face = _fair_face(message, sides)
            if face is not None:
                return face


def _fair_face(digest: bytes, sides: int) -> int | None:
    """A face from the first word that favours none, or None when no word will do."""
    limit = _WORD_VALUES - _WORD_VALUES % sides
    for start in range(0, len(digest), _WORD):
        word = int.from_bytes(digest[start : start + _WORD], "big")
        if word < limit:
            return word % sides + 1
    return None


def seal(seed: bytes) -> str:
    """What is published before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class SeededDice(SealedDice):
    """Dice of a numbered bot game: the same number, the same dice."""

    def __init__(self, seed: int) -> None:
        super().__init__(str(seed).encode(), "seeded")


class ScriptedDice:
    """Dice given beforehand, by label, in the order in which they are rolled."""

    def __init__(self, by_label: Mapping[str, Sequence[int]]) -> None:
        self._script = {label: tuple(faces) for label, faces in by_label.items()}
        self._used = dict.fromkeys(self._script, 0)

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        """The next `count` faces of the label. ScriptError when one is missing or the die has no such face."""
        start = self._used.get(label, 0)
        faces = tuple(self._face(label, sides, place) for place in range(start, start + count))
        self._used[label] = start + count
        return faces

    def _face(self, label: str, sides: int, place: int) -> int:
        script = self._script.get(label, ())
        if place >= len(script):
            raise ScriptError(label, place + 1, f"missing from the script, a D{sides} is rolled")
        face = script[place]
        if sides == _DIRECTION_SIDES and face == 0:
            return _DIRECTION_SIDES  # a direction may be given as it reads: 0 is north
        if not 1 <= face <= sides:
            raise ScriptError(label, place + 1, f"{face} is no face of a D{sides}")
        return face

    def leftover(self) -> dict[str, tuple[int, ...]]:
        """The dice not rolled yet, by label; labels used up are left out."""
        rest = {label: faces[self._used[label] :] for label, faces in self._script.items()}
        return {label: faces for label, faces in rest.items() if faces}

    def finish(self) -> None:
        """ScriptError when a die is left over."""
        rest = self.leftover()
        if rest:
            label = next(iter(rest))
            named = ", ".join(f"{name} {list(faces)}" for name, faces in rest.items())
            raise ScriptError(label, self._used[label] + 1, f"left over: {named}")
