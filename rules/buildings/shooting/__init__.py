"""Fire out of buildings, off high walls, round corners, into openings, at roofs.

Chapters: BLD-CRNR, BLD-SCAT, BLD-FIRE, BLD-OUT, BLD-HIGH, BLD-INTO.
Read in this order: `corners`, `through`, `reaching`, `high_walls`, `rulings`, `barrage`, `falling`, `dropping`.
"""
