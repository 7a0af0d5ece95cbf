"""The Gemini vehicle rules: one folder for each chapter.

Read in this order: `hull`, `motion`, `transport`, `damage`, `shooting`, `ports`, `close_combat`, `tank_shock`,
`hazards`, `ramming`, `driving`, `street`, `turn`, `module`, `ruleset`.
"""
