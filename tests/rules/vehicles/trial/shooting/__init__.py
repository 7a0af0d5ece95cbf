"""The Shooting step of the trial rules."""
