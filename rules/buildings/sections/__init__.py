"""Houses played by sections: who is where, ways between sections, fire, blasts and assaults.

Chapters: BLD-SECT, BLD-SMOV, BLD-SSHT, BLD-SCC.
Read in this order: `graph`, `occupants`, `outside`, `enter`, `look_out`, `fire`, `blast`, `reach`, `storm`, `fight`,
`outcome`, `charge_out`, `rulings`.
"""
