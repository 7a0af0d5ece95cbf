"""The folder that keeps everything of one installation: database, secret key, collected static files."""

import os
import secrets
from pathlib import Path


def opened(folder: Path) -> Path:
    """The folder, made readable by its owner alone where it does not exist yet."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def private(file: Path) -> Path:
    """A database file that its owner alone can read, whatever the umask; made empty where there is none yet.

    SQLite gives the journals beside it the same rights.
    """
    file.touch(mode=0o600)
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    return file


def secret_key(folder: Path) -> str:
    """The installation's secret key, made on the first run; two first runs at once agree on one key."""
    return _key(folder / "secret-key")


def seed_key(folder: Path) -> str:
    """The key that seeds of dice are encrypted with, made on the first run likewise."""
    return _key(folder / "seed-key")


def _key(path: Path) -> str:
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(64))
    return path.read_text(encoding="ascii").strip()


def _write_once(path: Path, content: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(content + "\n")
    try:
        os.link(draft, path)  # whole or not at all, and never over a key that is there
    except FileExistsError:
        pass
    finally:
        draft.unlink()
