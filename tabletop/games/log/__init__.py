"""The log: its journal, what a taking back rewinds, its entries as read, throws, the dice of a table.

Read in this order: `journal`, `rewound`, `entries`, `throws`, `dice`.
"""
