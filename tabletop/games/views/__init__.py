"""Pages, questions and commands of the lobby and the tables.

Read in this order: `lobby`, `seats`, `set_up`, `pages`, `visits`, `play`, `parse`, `commands`, `questions`, `ways`,
`house`, `seal`, `ending`, `looking_back`, `replay`, `files`, `text`, `wall`.
"""
