"""A draft of an action: what is pointed at, chosen and previewed before it is sent.

Read in this order: `drafts`, `pointing`, `firers`, `sections`, `weapons`, `guess_range`, `dropping`, `split_unit`,
`vehicles`, `standing`, `among`, `ways`, `buttons`, `doubts`, `plan`, `figures`, `choices`, `picks`, `on_board`,
`reaching`, `preview`.
"""
