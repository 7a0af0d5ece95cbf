"""Close combat from the first contact to the pursuit.

Chapters: ARAP-MELEE, ARAP-COVR, ARAP-BREAK, ARAP-WDIF, ARAP-PURS.
Read in this order: `join`, `grenades`, `charge_home`, `rounds`, `close_up`, `results`, `break_off`, `hold_back`,
`pursuit`, `halt_pursuit`, `preview`, `odds`, `intercept`, `grenade_choice`, `vehicle_interface`,
`building_interface`.
"""
