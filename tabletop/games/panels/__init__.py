"""The panels beside the board: dock, cards, rail, turn tracker, prompt, dice thrown by hand, club screen, words.

Read in this order: `waiting`, `dock`, `unit_card`, `unit_rail`, `turn_tracker`, `prompt`, `odds`, `hand_dice`,
`club_screen`, `going_on`, `table_in_words`, `section_plan`, `houses_from_afar`,
`luck`, `battle_figures`, `plots`, `advice`, `clocks`.
"""
