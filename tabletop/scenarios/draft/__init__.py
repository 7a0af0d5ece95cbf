"""A scenario on the drawing board: its parts, their bounds, what is wrong with it, and its file.

Read in this order: `draft`, `limits`, `building_bounds`, `bounds`, `shapes`, `sent`, `walls`, `floors`, `palette`,
`things`, `upper_floors`, `findings`, `house_faults`, `checks`, `exchange`.
"""
