"""Dice of the Rules Crusade, and their odds."""
