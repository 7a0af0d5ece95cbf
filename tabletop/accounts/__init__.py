"""People: signing up, signing in and out, a forgotten password.

Read in this order: `models`, `people`, `forms`, `keeping`, `passwords`, `limits`, `views`, `urls`, `admin`, `apps`,
`belongings`.
"""
