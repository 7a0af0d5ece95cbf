"""Charts, odds and the pages of the rulebook.

Read in this order: `entries`, `topics`, `tables`, `wording`, `search`, `views`, `urls`, `apps`.
"""
