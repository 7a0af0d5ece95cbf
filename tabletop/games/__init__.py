"""The live table.

Read in this order: `models`, `selectors`, `words`, `board`, `access`, `log`, `plans`, `panels`, `pages`, `push`,
`services`, `tables`, `samples`, `views`.
"""
