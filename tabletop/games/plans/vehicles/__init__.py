"""What drafts for vehicles show beside those of people: getting in, rams, the course of a race.

Read in this order: `mounts`, `boarding`, `rams`, `street_race`.
"""
