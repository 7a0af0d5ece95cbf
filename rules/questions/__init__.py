"""What pages, bots and calculators ask of a state, answered in plain frozen values: no dice, no change.

In reading order:
(what is on offer by kind, and places for it), `weapons` (what may fire, and what it would strike), `drives` (hulls and
