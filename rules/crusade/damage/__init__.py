"""Hits, damage cards, wrecks, explosions, falls and wipeout checks. (CRU-DMG, CRU-DEST, CRU-EXPL, CRU-FALL, CRU-WIPE)

Everything here is a task: one card after another, what each card does before the next is drawn.

Read in this order: `places`, `deck`, `wipeout`, `hits`, `falls`.
"""
