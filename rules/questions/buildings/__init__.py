"""Buildings as pages ask for them: who is where in them, what is left of them, what one may do from there. (BLD)

Read in this order: `walls` (what the board draws), `at_walls` (what a unit acts on), `structures` (what a host may
rule), `sections` (houses played by sections), `ways`, `bunkers`, `aimed_at` (the section or building that is
acted on), `reaching` (windows, edges and corners), `tiles`, `tables`.
"""
