"""Those aboard by the trial rules."""
