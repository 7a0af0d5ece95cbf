"""Army lists of other tools: BattleScribe's rosters and New Recruit's JSON; our own game system for those tools.

Read in this order: `reading`, `files`, `ids`, `listing`, `placing`, `exchange`, `sheets`, `system`, `writing`.
"""
