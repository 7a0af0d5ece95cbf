"""Odds of any shooter against any target, as a page."""
