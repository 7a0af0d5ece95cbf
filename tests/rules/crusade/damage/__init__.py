"""Damage by the Rules Crusade."""
