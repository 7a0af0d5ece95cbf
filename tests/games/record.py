"""`python -m tests.games.record [NUMBER ...]`: play and record games again, after the rules have changed on purpose.

Without numbers all of them. A change of few consequences asks for those games alone that it has altered.
"""

import sys
from collections.abc import Sequence

from tests.games.recording import FOLDER, record, save, transcript
from tests.rules.arenas import RECORDED

TOLD = (0, 1, 4)
"""Games of which a transcript is kept beside the log."""


def main(numbers: Sequence[int]) -> None:
    """Replace those recordings."""
    for number in numbers:
        for old in FOLDER.glob(f"{number:02}-*.*"):
            old.unlink()
        recording = record(number)
        path = save(recording)
        if number in TOLD:
            (FOLDER / f"{recording.name}.txt").write_text(transcript(recording))
        print(f"{path.name}: {len(recording.actions)} commands, {len(recording.events)} events")


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]] or range(RECORDED))
