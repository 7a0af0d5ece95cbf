"""Tables and missions: library and editor.

Read in this order: `models`, `selectors`, `services`, `draft`, `asjson`, `edits`, `editor`, `pages`, `views`, `urls`,
`admin`, `apps`, `belongings`.
"""
