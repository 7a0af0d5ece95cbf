"""Strips, markers and scatter: who lies under them and who is hit.

Chapters: ARAP-TMPL, ARAP-AREA, ARAP-SCAT.
Read in this order: `strip`, `strip_hits`, `marker`, `scatter`, `trenches`, `look_out_sir`, `building_interface`,
`vehicle_interface`.
"""
