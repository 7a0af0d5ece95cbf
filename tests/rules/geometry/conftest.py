"""How hypothesis tries the geometry: without a clock, since a busy machine is no fault of the rules."""

from hypothesis import settings

settings.register_profile("table", deadline=None, max_examples=60)
settings.load_profile("table")
