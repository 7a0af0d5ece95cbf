"""Ground as vehicles find it, the tests that it asks for and where one halts, what stands in the way.

Chapters: TRI-TERR.
Read in this order: `way`, `classes`, `table`, `tests`, `clearance`, `drift`, `rulings`.
"""
