"""Dice that a test tells beforehand, for a server in another process: a file in the data folder, by label."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rules.dice.sources import Dice

SCRIPT = "dice.json"


def write_script(folder: Path, dice: Mapping[str, Sequence[int]]) -> None:
    """The faces that come next, by label, in the data folder of a server; the untold fall the same way each time."""
    draft = folder / f"{SCRIPT}.new"
    draft.write_text(json.dumps({label: list(faces) for label, faces in dice.items()}))
    draft.replace(folder / SCRIPT)


def left_over(folder: Path) -> dict[str, list[int]]:
    """The faces that have not been rolled yet."""
    path = folder / SCRIPT
    found: dict[str, list[int]] = json.loads(path.read_text()) if path.exists() else {}
    return {label: faces for label, faces in found.items() if faces}


@contextmanager
def untold(folder: Path) -> Iterator[None]:
    """Meanwhile all dice are sealed; what was told before is told after."""
    path = folder / SCRIPT
    aside = path.rename(folder / f"{SCRIPT}.aside") if path.exists() else None
    yield
    if aside:
        aside.replace(path)


class _Told:
    """Dice from the script as long as it has any for the label, then faces that depend on the label and `k` alone.

    So a test that tells too little fails always or never, not now and then. Without a script the dice are sealed.
    """

    def __init__(self, sealed: Dice, folder: Path) -> None:
        self._sealed = sealed
        self._folder = folder

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        if not (self._folder / SCRIPT).exists():
            return self._sealed.throw(label, sides, count, k)
        chance = random.Random(f"{label} {sides} {k}")
        faces = [chance.randint(1, sides) for _ in range(count)]
        found = left_over(self._folder)
        mine = found.get(label, [])
        for place, face in enumerate(mine[:count]):
            faces[place] = face
        if mine:
            write_script(self._folder, {**found, label: mine[count:]})
        return tuple(faces)


def scripted_source(sealed: Dice) -> Dice:
    """What the test settings name as TABLETOP_DICE_SOURCE."""
    return _Told(sealed, Path(os.environ["DATA_DIR"]))
