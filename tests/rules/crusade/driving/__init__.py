"""Driving by the Rules Crusade."""
