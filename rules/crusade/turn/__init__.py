"""From armies to the end of the battle: roll-off, setting up, turns, fires, victory. (CRU-TURN, CRU-BLIP-01)

Read in this order: `forces`, `setting_up`, `sides`.
"""
