"""Which weapons may fire, from where at whom, turning to face, shells of ordnance.

Chapters: TRI-FIRE, TRI-FACE, TRI-ORD.
Read in this order: `allowance`, `gunnery`, `fire`, `ordnance`, `ordnance_preview`, `barrage`, `at_structures`,
`at_spot`, `numbers`, `mounted_fire`.
"""
