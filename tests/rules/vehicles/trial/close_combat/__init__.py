"""Charges and blows at hulls by the trial rules."""
