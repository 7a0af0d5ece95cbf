"""The rules that the chapters of the core cite for what vehicles do. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.arap.units.vehicle_interface import Cited

CITED: Final[Mapping[Cited, tuple[str, ...]]] = {
    "activation": ("TRI-JOIN-02",),
    "own weapons": ("TRI-JOIN-02",),
    "no nerves": ("TRI-JOIN-04",),
    "never locked": ("TRI-CC-01",),
    "charge": ("TRI-WALK-01",),
    "arcs": ("TRI-CC-01",),
    "fewer attacks": ("TRI-CC-01",),
    "blows": ("TRI-CC-01",),
    "planting": ("TRI-CC-01",),
    "bursts": ("TRI-ORD-06",),
    "immobilised": ("TRI-DMG-04",),
    "shaken": ("TRI-DMG-04",),
    "stunned": ("TRI-DMG-04",),
    "armament": ("TRI-DMG-04",),
    "aboard": ("TRI-TRAN-02",),
    "stunned crew": ("TRI-DMG-04",),
}
"""The weightiest first."""
