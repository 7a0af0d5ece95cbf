"""Ways over the table: how far, at what cost, and what is against them. Reads only.

Read in this order: `allowance`, `march`, `cost`, `climb`, `legality`, `reach`, `charge_course`, `building_interface`.
"""
