"""Files of older forms as they were stored, which have to open for good.

Written once and never again: libraries and armies with a field of a profile for each set of vehicle
rules, logs and states with all marks of a vehicle in one place.
"""

import gzip
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent


def stored(name: str) -> Any:
    """One of them, as JSON that has been parsed."""
    return msgspec.json.decode(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
