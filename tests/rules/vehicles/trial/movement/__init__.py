"""The Movement step of the trial rules."""
