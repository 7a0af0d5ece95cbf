"""The Gemini vehicle rules: one folder for each chapter.

Read in this order: `events`, `hull`, `motion`, `transport`, `damage`, `shooting`, `ports`, `close_combat`,
`tank_shock`, `hazards`, `ramming`, `driving`, `street`, `turn`, `cites`, `module`, `ruleset`, `version_1`.
"""
