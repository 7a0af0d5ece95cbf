"""Street Race: speed as momentum, courses, manoeuvres, loss of control, crashes.

Chapters: VEH-RACE, VEH-TRR, VEH-LOC, VEH-REV, VEH-SLOW, VEH-BOOT.
Read in this order: `drive`, `path`, `run`, `odds`, `manoeuvres`, `crash`, `damage`, `way_round`, `offers`,
`courses`, `facts`, `worth`.
"""
