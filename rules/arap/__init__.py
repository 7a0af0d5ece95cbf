"""The Gemini-ARAP 2.4 skirmish rules: one folder for each chapter, from what only reads up to whole turns.

Read in this order: `events`, `rolls`, `vehicle_interface`, `building_interface`, `terrain`, `units`, `damage`,
`positions`, `sight`, `attacks`, `paths`, `templates`, `morale`, `movement`, `rulings`, `shooting`, `indirect`,
`reactions`, `ports`, `melee`, `charge`, `turn`, `cards`, `views`, `odds_of_rolls`, `odds`, `bots`, `minds`,
`version_1`, `ruleset`.

What a chapter asks of vehicles and buildings stands in its own `vehicle_interface` and `building_interface`; those here
find who answers.
"""
