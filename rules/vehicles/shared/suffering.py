"""Which results of the damage chart a vehicle suffers from, for cards. (VEH-DMG-01, VEH-DMG-02, TRI-DMG-04)"""

from __future__ import annotations

from rules.forces.unit import VehicleState


def is_stunned(vehicle: VehicleState) -> bool:
    """Now, or as soon as its turn comes."""
    return vehicle.stunned or vehicle.stunned_now


def is_shaken(vehicle: VehicleState) -> bool:
    """Now, or as soon as its turn comes."""
    return vehicle.shaken or vehicle.shaken_now


def results(vehicle: VehicleState) -> frozenset[str]:
    """Which rows of the damage chart the vehicle suffers from now."""
    ends = {"destroyed": "destroyed", "flipped": "flipped", "exploded": "explodes", "annihilated": "annihilated"}
    suffered = {
        "crew-shaken": is_shaken(vehicle),
        "crew-stunned": is_stunned(vehicle),
        "armament-destroyed": bool(vehicle.lost_mounts),
        "immobilised": vehicle.immobilised,
        ends.get(vehicle.wrecked, ""): vehicle.wrecked in ends,
    }
    return frozenset(row for row, so in suffered.items() if so)
