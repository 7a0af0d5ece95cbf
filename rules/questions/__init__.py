"""What pages, bots and calculators ask of a state, answered in plain frozen values: no dice, no change.

In reading order: `units` (what a card says), `offers` (what is on offer by kind, and places for it), `weapons` (what
may fire, and what it would strike), `drives` (hulls and what they run into), `reach` (how far feet carry), `street`
(courses at a speed), `board` (lines of sight, ground, what an event looked like), `rulings` (what a host may decide),
`calculator` and `pools` (odds from numbers alone), `trial_charts` (tables of one set of vehicle rules), `shots` (the
numbers of a shot on a table), `crusade` (what that game's pages ask), `decided` (what a battle turned on), `timeline`
(its acts in a line), `luck` (what was due).
"""
