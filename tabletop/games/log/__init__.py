"""The log: journal, what a taking back rewinds, entries as read, throws, dice of a table, battles looked back on.

Read in this order: `journal`, `delay`, `rewound`, `entries`, `throws`, `initiative`, `losses`, `weight`, `commentary`,
`dice`, `stories`, `played_again`.
"""
