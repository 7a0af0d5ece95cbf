"""The 3rd-edition trial vehicle rules (TRI-*): one folder for each chapter or two.

Read in this order: `hull`, `terrain`, `transport`, `damage`, `shooting`, `tank_shock`, `close_combat`, `movement`,
`events`, `turn`, `charts`, `cites`, `module`, `ruleset`.
"""
