"""What a unit is and may ask for: permission, weapons in use, hiding, splitting and joining.

Chapters: ARAP-COH, ARAP-WPN.
Read in this order: `permission`, `weapons`, `coherency`, `hidden`, `settled`,
`standing_answers`, `parts`, `set_down`, `split_and_join`, `states`, `vehicle_interface`, `building_interface`.
"""
