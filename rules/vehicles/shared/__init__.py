"""What all sets of vehicle rules have alike. (TRI-JOIN-01)

To read: `hull`, where a vehicle stands; `events`, what befalls it; `turn`, `sliding` and `suffering`, what becomes of
it in a turn; `cover`, what hides it; `ground`,
who has said what it drives on; `penetration`, `hits_in_turn` and `fate`, what hits make of it; `shooting`, its
weapons; `standing_room` and `outside`, where people stand beside it and who get out; `forced_out`, who says so at a
wreck; `beside`, `charge_course`, `charge` and `attacks`, what troops on foot do to its hull; `machines`, which fight
as creatures do; `formations`, squadrons and sections; `worth`.

Read in this order: `hull`, `events`, `turn`, `sliding`, `suffering`, `cover`, `ground`, `penetration`, `hits_in_turn`,
`fate`, `shooting`, `standing_room`, `outside`, `forced_out`, `beside`, `charge_course`, `charge`, `attacks`,
`machines`, `formations`, `worth`.
"""
