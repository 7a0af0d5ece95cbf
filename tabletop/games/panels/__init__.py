"""The panels beside the board: dock, unit card, rail, turn tracker, prompt, club screen, table in words.

Read in this order: `dock`, `unit_card`, `unit_rail`, `turn_tracker`, `prompt`, `odds`, `club_screen`,
`table_in_words`.
"""
