"""Mounted weapons, and what fire does to hulls by numbers alone.

Read in this order: `gunnery`, which weapon fires at what; `shells`, where they come down; `calculator`;
`at_structures`, fire at walls and buildings.
"""
