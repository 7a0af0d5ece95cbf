"""Reading what commands are given: a file's name or standard input."""

import sys
from pathlib import Path


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
