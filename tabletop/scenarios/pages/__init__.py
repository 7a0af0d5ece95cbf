"""Pages of scenarios besides the editor, and the printed map.

Read in this order: `listing`, `drawing`, `printed_map`.
"""
