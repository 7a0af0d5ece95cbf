"""Odds of any shooter against any target, as a page.

Read in this order: `asked`, `sources`, `filling`, `prefill`, `face`, `on_troops`, `on_hull`, `answers`, `sheet`,
`plot`, `present`, `rolls`, `crusade`, `vehicle_tables`, `views`, `urls`.
"""
