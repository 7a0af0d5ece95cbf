"""Buildings (BLD-*), so far structures that were broken open and bunkers; they answer what the skirmish rules ask.

Read in this order: `walls`, `single_file`, `inside`, `bunkers`, `structures`, `ruleset`, `version_1`.
"""
