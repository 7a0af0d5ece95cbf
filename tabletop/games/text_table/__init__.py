"""The table as text, and commands by words: for those who cannot see the board. It asks what the board asks.

Read in this order: `places`, `ground`, `reading`, `examples`, `answers`, `offered`, `explained`,
`rulings_on_houses`, `rulings`, `commands`.
"""
