"""Buildings (BLD-*), structures broken open, doors and windows, bunkers; they answer what the skirmish rules ask.

Read in this order: `walls`, `single_file`, `inside`, `depth`, `doors`, `bunkers`, `structures`, `ruleset`, `version_1`.
"""
