"""Who may do what at a table, how a body becomes an action, and how often codes may be tried.

Read in this order: `rights`, `actions`, `refusals`, `entrance`.
"""
