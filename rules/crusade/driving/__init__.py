"""Driving: move actions, jumps, over-runs, rams, wipeout drives. (CRU-MOVE, CRU-JUMP, CRU-OVER, CRU-RAM, CRU-WIPE)

Read in this order: `move_actions`, `way`, `consequences`, `drive`, `on_the_move`, `jumping`, `over_running`, `ramming`.
"""
