"""Mounted weapons: which fires at what, where shells come down, what hits on a hull may bring, fire at what stands.

Read in this order: `gunnery`, `shells`, `hit_lines`, `mounts_at_hull`, `calculator`, `at_structures`,
`at_spot`, `behind_walls`.
"""
