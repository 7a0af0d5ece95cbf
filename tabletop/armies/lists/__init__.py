"""Army lists of other tools: BattleScribe's rosters and New Recruit's JSON; our own game system for those tools."""
