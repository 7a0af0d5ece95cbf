"""The Rules Crusade (CRU-*): a game of its own with dice pools and a damage deck, one file for each chapter.

Read in this order: `marks` (what is noted), `models` (DICE, VEH, TROOP), `odds`, `sight`, `events`, `hand` and `turn`
(TURN), `pools` (DICE), `spotting` (TROOP), `damage` (DMG, DEST, EXPL, FALL, WIPE), `courses` and `driving` (MOVE, JUMP,
OVER, RAM, BLIP), `shooting` (FIRE, SHOT, WEAP), `troops` (TROOP), `melee` (RUSH, SNAP), `transport` (TRAN, BOARD),
`pods` (POD), `states`, `offers`, `ruleset`.
"""
