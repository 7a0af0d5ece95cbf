"""The live table: a Django project around the rules engine."""

__version__ = "0.1.0"
