"""TERR: ground as vehicles find it, the tests that it asks for and where a vehicle halts, what stands in the way.

To read: `way`, `classes`, `tests`, `clearance`, `drift`.
"""
