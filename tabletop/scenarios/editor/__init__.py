"""The page of the editor: its board, its panels, the storeys of a building.

Read in this order: `desk`, `canvas`, `storeys`.
"""
