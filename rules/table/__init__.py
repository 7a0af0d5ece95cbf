"""The battlefield and its conditions: terrain, zones, objectives, scenario.

Read in this order: `terrain`, `building`, `carrier`, `armoured`, `ruins`, `tiles`, `read_ground`, `secrets`, `scale`,
`scenario`.
"""
