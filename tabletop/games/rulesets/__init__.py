"""What a table's pages show of the game that is played: dock, plans, cards, turn tracker, and what lies beside it.

`pages` says what each game answers and who answers for a state. Read in this order: `skirmish`, `crusade`, `pages`.
"""
