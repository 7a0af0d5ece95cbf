"""Ways over the table: how far, at what cost, and what is against them. Reads only.

Read in this order: `allowance`, `turns`, `march`, `cut_short`, `cost`, `manners`, `climb`, `legality`, `end_of_move`,
`reach`, `faces`, `far_ways`, `charge_floors`, `charge_plan`, `charge_course`, `charge_stop`, `building_interface`.
"""
