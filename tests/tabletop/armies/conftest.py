"""Random rosters take their time to be drawn on a busy machine, which says nothing about them."""

from hypothesis import HealthCheck, settings

settings.register_profile("rosters", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rosters")
