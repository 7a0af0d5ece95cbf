"""Tank shock by the trial rules, and the assault after it."""
