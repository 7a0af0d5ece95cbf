"""`python -m tests.games.record`: play and record every game anew, after the rules have changed on purpose."""

from tests.games.recording import FOLDER, record, save, transcript

GAMES = 56
TOLD = (0, 1, 4)
"""Games of which a transcript is kept beside the log."""


def main() -> None:
    """Replace all recordings."""
    for old in (*FOLDER.glob("*.json.gz"), *FOLDER.glob("*.txt")):
        old.unlink()
    for number in range(GAMES):
        recording = record(number)
        path = save(recording)
        if number in TOLD:
            (FOLDER / f"{recording.name}.txt").write_text(transcript(recording))
        print(f"{path.name}: {len(recording.actions)} commands, {len(recording.events)} events")


if __name__ == "__main__":
    main()
