"""Direct fire: what a shot needs to hit, the plan, its preview, the volley, the losses.

Chapters: ARAP-SHOOT, ARAP-HIT.
Read in this order: `to_hit`, `plan`, `legality`, `line_of_fire`, `planner`, `preview`, `odds`, `template_odds`,
`volley`, `losses`, `doubtful`, `shoot`, `by_mounts`, `shoot_at_spot`, `rulings`, `calculator`, `hull_question`,
`vehicle_interface`, `building_interface`.
"""
