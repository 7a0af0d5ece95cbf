"""What a unit is and may ask for: permission, weapons in use, formations, machines, hiding, splitting and joining.

Chapters: ARAP-COH, ARAP-WPN.
Read in this order: `permission`, `weapons`, `coherency`, `formations`, `machines`, `hidden`, `settled`,
`standing_answers`, `parts`, `split_and_join`, `states`, `vehicle_interface`, `building_interface`.
"""
