"""`{% load armies %}`: what the cards of an army need."""

from django import template

from tabletop.armies.cards import sheets
from tabletop.armies.cards.unit_card import Card
from tabletop.ui.figures import DamageChart

register = template.Library()


@register.filter
def boxes(count: int) -> str:
    """`{% for _ in 8|boxes %}`: once for each of them."""
    return "x" * count


@register.filter
def times(count: int, length: float) -> str:
    """`{{ count|times:4.6 }}`: so many lengths, as CSS writes it."""
    return f"{count * length:g}"


@register.filter
def by_column(chart: DamageChart) -> list[list[str]]:
    """What its cells say, column by column."""
    return [[row.cells[n].text for row in chart.rows] for n in range(len(chart.columns))]


@register.filter
def wide(card: Card) -> bool:
    """Whether the card takes the whole width of a sheet."""
    return sheets.is_wide(card)
