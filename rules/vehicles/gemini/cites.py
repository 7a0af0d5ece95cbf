"""The rules that the chapters of the core cite for what vehicles do. (VEH-JOIN-01)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.arap.units.vehicle_interface import Cited

CITED: Final[Mapping[Cited, tuple[str, ...]]] = {
    "activation": ("VEH-JOIN-02",),
    "own weapons": ("VEH-VFIRE-02",),
    "no nerves": ("VEH-JOIN-11",),
    "never locked": ("VEH-JOIN-09",),
    "charge": ("VEH-MECH-01",),
    "arcs": ("VEH-WS-04",),
    "fewer attacks": ("VEH-WS-03",),
    "blows": ("VEH-WS-01", "VEH-JOIN-01"),
    "planting": ("VEH-WS-05",),
    "bursts": ("VEH-AREA-04",),
    "out_of_control": ("VEH-LOC-01",),
    "immobilised": ("VEH-DMG-05",),
    "shaken": ("VEH-DMG-01",),
    "stunned": ("VEH-DMG-02",),
    "armament": ("VEH-DMG-04",),
    "aboard": ("VEH-BRD-04",),
    "clinging": ("VEH-BRD-12",),
    "stunned crew": ("VEH-JOIN-07",),
}
"""The weightiest first."""
