"""Tables before they are played: the listing, set-up, invitations, what belongs to whom.

Read in this order: `listing`, `set_up`, `summary`, `invitation`, `belongings`, `wall`.
"""
