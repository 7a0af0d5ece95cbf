"""MOVE, ROAD, SKIM, WALK: the Movement step, tank shock included. (SHOCK in `tank_shock`)

To read: `step`, `offers`, `told`.
"""
