"""Buildings (BLD-*): broken open, entered, armoured, laid by tiles; they answer what the skirmish rules ask.

Read in this order: `storeys`, `single_file`, `inside`, `depth`, `walls`, `flames`, `levels_apart`, `through_openings`,
`upstairs`, `roofs`, `confined`, `company`, `leaping`, `edges`, `doors`, `breaking`, `carriers`, `bunkers`, `sections`,
`boarding`, `shooting`, `ports`, `tiles`, `answers`, `structures`, `rulings`, `armour_rulings`, `ruleset`, `version_1`.
"""
