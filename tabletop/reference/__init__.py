"""Charts, odds and the pages of the rulebook."""
