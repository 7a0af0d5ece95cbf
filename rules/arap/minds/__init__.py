"""What actions and answers are worth in a skirmish, for who plays without a person and for who asks for advice.

Everything is in points of the army lists, by what one side knows. (ARAP-ACT-02, ARAP-CHG-06, ARAP-TURN-08)

- `ground`: objectives, and who goes for which
- `threat`: what a place is worth to stand at
- `deployment`, `fire`, `blows`, `ways`, `heights`, `rolls`, `answers`: what is weighed, kind by kind
- `vehicle_interface`: what vehicles say of their own actions
- `building_interface`: what buildings say of what is done at their doors and in their sections
- `choice`: all of it, for what is on offer

Read in this order: `ground`, `threat`, `deployment`, `fire`, `blows`, `ways`, `heights`, `rolls`, `answers`, `choice`,
`vehicle_interface`, `building_interface`.
"""
