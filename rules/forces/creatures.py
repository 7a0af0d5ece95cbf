"""The basic move that a kind of creature has, for profiles that lack one. (ARAP-MOVE-02, ARAP-GEN-07)"""

from __future__ import annotations

from functools import cache

from rules.rulebook.charts import rows


@cache
def moves() -> dict[str, float]:
    """Basic moves in inches by the creature's name in the chart."""
    return {str(row["creature"]): float(str(row["m"])) for row in rows("ARAP-MOVE-02")}


def kind_of(creature: str) -> str | None:
    """The row of the chart for a named creature, else for its kind ("most" of them); None if it has neither."""
    wanted = creature.strip().casefold()
    by_name = {name.casefold(): name for name in moves()}
    for name in (wanted, f"{wanted} (most)", f"{wanted} and similar"):
        if name in by_name:
            return by_name[name]
    return next((row for name, row in by_name.items() if wanted and wanted in name.split(" (")[0].split(" or ")), None)


def basic_move_of(creature: str) -> float | None:
    """The basic move of a named creature or its kind; None if the chart has neither."""
    kind = kind_of(creature)
    return None if kind is None else moves()[kind]
