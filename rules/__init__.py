"""The game as values: no web, no clock, no chance."""

__version__ = "0.1.0"
