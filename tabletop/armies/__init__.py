"""Rosters: builder, checks, import, printed cards.

Read in this order: `models`, `library`, `roster`, `cards`, `lists`, `selectors`, `services`, `pages`, `taking_in`,
`club_libraries`, `belongings`, `views`, `urls`, `admin`, `apps`, `templatetags`.
"""
