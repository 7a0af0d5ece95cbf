"""Ways over the table: along legs and arcs, round what is in the way, to places far off behind walls.

Read in this order: `routes`, `detours`, `roadmap`.
"""
