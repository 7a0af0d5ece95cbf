"""FIRE, FACE, ORD: which weapons may fire, from where at whom, turning to face, shells of ordnance.

To read: `allowance`, `planner`, `fire`, `ordnance`, `told`.
"""
