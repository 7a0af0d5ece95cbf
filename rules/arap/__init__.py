"""The Gemini-ARAP 2.4 skirmish rules: one folder for each chapter, from what only reads up to whole turns.

Read in this order: `terrain`, `units`, `damage`, `positions`, `sight`, `attacks`, `paths`, `templates`, `morale`,
`movement`, `rulings`, `shooting`, `indirect`, `reactions`, `melee`, `charge`, `turn`, `cards`, `ruleset`.
What a chapter asks of vehicles and buildings stands in its own `vehicle_interface` and `building_interface`; those here
find who answers.
"""
