"""A roster: what was chosen, what it comes to, what is wrong with it, how it is edited.

Read in this order: `roster`, `build`, `bringing`, `findings`, `fitting`, `checks`, `edits`, `as_library`, `soundness`.
"""
