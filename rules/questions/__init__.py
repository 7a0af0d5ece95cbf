"""What pages, bots and calculators ask of a state, answered in plain frozen values: no dice, no change.

Read in this order: `scenarios` (what one is to its game), `armies` (how often units act), `units` (what a card
says), `prompts`, `offers` (what is on offer by kind, and places for it), `ranges` (how far it is), `weapons` (what
may fire, and what it would strike), `shots` (the numbers of a shot on a table), `drives` (hulls and what they run
into), `reach` (how far feet carry), `street` (courses at a speed), `board` (lines of sight, ground), `buildings`,
`events` (what one looked like), `rulings` (what a host may decide), `house` (what a player without a person would
do), `crusade` (what that game's pages ask), `charts` (odds and tables from numbers alone), `logs` (a battle looked
back on).
"""
