"""Sources of dice, rolls with a goal and named modifiers, exact odds."""
