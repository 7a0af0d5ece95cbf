"""The 3rd-edition trial vehicle rules (TRI-*): one folder for each chapter or two.

Read in this order: `hull`, `events`, `damage`, `transport`, `movement`, `shooting`, `tank_shock`, `close_combat`,
`turn`, `module`, `ruleset`.
"""
