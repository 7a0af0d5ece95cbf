"""What hits make of a vehicle, whichever rules it is made for. (VEH-PEN-01, VEH-DMG-11, TRI-DMG-02, TRI-DMG-04)

To read: `suffering`, what results mean, and a wreck leaves undone; `penetration`, dice against armour; `hits_in_turn`,
one after the other; `fate`, what the odds of further hits depend on; `hurt_crew`, what lasts, in words for cards.

Read in this order: `suffering`, `penetration`, `hits_in_turn`, `fate`, `hurt_crew`.
"""
