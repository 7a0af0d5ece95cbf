"""What happens in the Rules Crusade, beside what happens in every game.

Read in this order: `words`, `turns`, `moves`, `weapons`, `losses`, `aboard`, `blips`.
"""
