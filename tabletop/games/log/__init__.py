"""The log: its journal, its entries as read, throws, the dice of a table.

Read in this order: `journal`, `entries`, `throws`, `dice`.
"""
