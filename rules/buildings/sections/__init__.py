"""Houses played by sections: who is where, ways between sections, fire, blasts and assaults.

Chapters: BLD-SECT, BLD-SMOV, BLD-SSHT.
Read in this order: `graph`, `occupants`, `outside`, `enter`, `go_between`, `leave`, `doors`, `offers`,
`look_out`, `leaning`, `fire`, `throws`, `burst`, `shelling`, `blast`, `under_fire`, `outer_walls`, `reach`,
`assault`, `rulings`.
"""
