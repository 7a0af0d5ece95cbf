"""Who stands where, whom they can strike, and where models may be placed. Reads only.

Read in this order: `occupied`, `melee_weapons`, `engagement`, `melee_to_hit`, `placing`, `fronts`,
`single_models`, `building_interface`.
"""
