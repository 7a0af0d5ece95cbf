"""What all sets of vehicle rules have alike. (TRI-JOIN-01)

To read: `hull`, where a vehicle stands; `ground`, what it drives on; `events`, what befalls it; `turn` and `sliding`,
what becomes of it in a turn; `cover`, what hides it; `damage`, what hits make of it; `shooting`, its weapons;
`walk_up`, who gets in; `standing_room` and `outside`, where people stand beside it and who get out;
`forced_out`, who says so at a wreck; `rulings`, what the host rules of its weapons and of who
rides in it;
`beside`, `charge_course`, `running_fire`, `charge` and `attacks`, what troops on foot do to its hull;
`machines`, which fight as creatures do; `formations`, squadrons and sections; `worth`.

Read in this order: `hull`, `ground`, `events`, `turn`, `sliding`, `damage`, `cover`, `shooting`, `standing_room`,
`outside`, `walk_up`, `forced_out`, `rulings`, `beside`, `charge_course`, `running_fire`, `charge`,
`attacks`, `machines`, `formations`, `worth`.
"""
