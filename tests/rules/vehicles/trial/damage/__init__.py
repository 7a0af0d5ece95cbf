"""Armour and damage charts of the trial rules."""
