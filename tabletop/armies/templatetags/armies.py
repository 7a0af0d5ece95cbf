"""`{% load armies %}`: what the cards of an army need."""

from django import template

from tabletop.armies import sheets
from tabletop.armies.cards import Card

register = template.Library()


@register.filter
def boxes(count: int) -> str:
    """`{% for _ in 8|boxes %}`: once for each of them."""
    return "x" * count


@register.filter
def wide(card: Card) -> bool:
    """Whether the card takes the whole width of a sheet."""
    return sheets.is_wide(card)
