"""The Rules Crusade: a game of its own with dice pools and a damage deck.

Chapters: CRU-TURN, CRU-DICE, CRU-VEH, CRU-TROOP, CRU-WEAP, CRU-MOVE, CRU-JUMP, CRU-FALL, CRU-BLIP, CRU-OVER, CRU-RAM,
CRU-WIPE, CRU-FIRE, CRU-SNAP, CRU-SHOT, CRU-RUSH, CRU-DMG, CRU-DEST, CRU-EXPL, CRU-TRAN, CRU-BOARD, CRU-POD, CRU-LIST.

Read in this order: `marks`, `models`, `grounds`, `sight`, `events`, `dice`, `hand`, `rulings`, `spotting`,
`damage`, `courses`, `driving`, `shooting`, `troops`, `entries`, `melee`, `transport`, `pods`, `motions`, `turn`,
`states`, `offers`, `wipeout_minds`, `place_minds`, `mind`, `ruleset`.
"""
