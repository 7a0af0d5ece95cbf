"""Unit cards: figures as they are written, one card, cards on sheets.

Read in this order: `figures`, `hulls`, `bikes`, `damage_chart`, `unit_card`, `sheets`.
"""
