"""Close combat in houses played by sections: stormed, jumped into, fought for, left and charged out of.

Chapters: BLD-SCC.
Read in this order: `storm`, `preview`, `reaction`, `flames`, `running_flames`, `move`, `strikes`, `fighting`,
`choices`, `break_away`, `fight`, `outcome`, `charge_out`.
"""
