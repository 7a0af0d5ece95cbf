"""Buildings (BLD-*): broken open, entered, armoured, laid by tiles; they answer what the skirmish rules ask.

Read in this order: `walls`, `single_file`, `inside`, `depth`, `doors`, `bunkers`, `tiles`, `structures`, `ruleset`,
`version_1`.
"""
