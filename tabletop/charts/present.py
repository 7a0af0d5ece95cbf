"""What the page shows of an answer: figures, the chart with its bars, receipts, the comparison."""

from __future__ import annotations

from tabletop.charts import on_hull, on_troops
from tabletop.charts.answers import Answer
from tabletop.charts.asked import Asked


def answer(asked: Asked) -> Answer:
    """The answer to a question without faults."""
    if asked.hull is not None:
        return on_hull.answer(asked.fires, asked.hull)
    assert asked.troops is not None
    return on_troops.answer([each.fire for each in asked.fires], asked.troops)
