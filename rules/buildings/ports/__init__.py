"""Fire at people behind the firing ports of bunkers and of houses that were made ready. (BLD-PORT-01 to -08)

What goes in is rolled for by `rules.arap.ports`, as at vehicles. Read in this order: `behind`, `fire`,
`under_fire`.
"""
