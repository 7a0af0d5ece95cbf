"""The live table.

Read in this order: `models`, `selectors`, `words`, `ruling_words`, `seeds`, `board`, `access`, `log`, `plans`,
`panels`, `rulesets`, `text_table`, `pages`, `push`, `consumers`, `routing`, `services`, `tables`, `samples`,
`house`, `views`, `urls`, `admin`, `apps`, `management`.
"""
