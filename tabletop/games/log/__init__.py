"""The log: its journal, what a taking back rewinds, its entries as read, throws, the dice of a table, battles looked back on.

Read in this order: `journal`, `rewound`, `entries`, `throws`, `dice`, `stories`.
"""
