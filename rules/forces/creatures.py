"""The basic move that a kind of creature has, for profiles that lack one. (ARAP-MOVE-02, ARAP-GEN-07)"""

from __future__ import annotations

from functools import cache

from rules.rulebook.charts import rows


@cache
def moves() -> dict[str, float]:
    """Basic moves in inches by the creature's name in the chart."""
    return {str(row["creature"]): float(str(row["m"])) for row in rows("ARAP-MOVE-02")}


def basic_move_of(creature: str) -> float | None:
    """The basic move of a named creature, else that of its kind ("most" of them); None if the chart has neither."""
    wanted = creature.strip().casefold()
    by_name = {name.casefold(): m for name, m in moves().items()}
    for name in (wanted, f"{wanted} (most)", f"{wanted} and similar"):
        if name in by_name:
            return by_name[name]
    return next((m for name, m in by_name.items() if wanted and wanted in name.split(" (")[0].split(" or ")), None)
