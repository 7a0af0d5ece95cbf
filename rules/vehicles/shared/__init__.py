"""What all sets of vehicle rules have alike. (TRI-JOIN-01)

To read: `hull`, where a vehicle stands; `events`, what befalls it; `turn`, `sliding` and `suffering`, what becomes of
it in a turn; `cover`, what hides it; `penetration` and `fate`, what hits make of it; `shooting`, its weapons;
`outside`, where people stand who get out of it; `forced_out`, who says so at a wreck; `beside`, `charge_course`,
`charge` and `attacks`, what troops on foot do to its hull; `machines`, which fight as creatures do; `formations`,
squadrons and sections; `worth`.

Read in this order: `hull`, `events`, `turn`, `sliding`, `suffering`, `cover`, `penetration`, `fate`, `shooting`,
`outside`, `forced_out`, `beside`, `charge_course`, `charge`, `attacks`, `machines`, `formations`, `worth`.
"""
