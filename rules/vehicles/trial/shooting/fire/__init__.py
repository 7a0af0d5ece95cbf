"""Fire of mounted weapons at one unit. (TRI-FIRE-01, TRI-FACE-01, TRI-ORD-02)

Read in this order: `aim`, `preview`, `step`, `offers`.
"""
