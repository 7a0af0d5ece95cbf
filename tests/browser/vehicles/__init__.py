"""Vehicles by clicking, by each of the four sets of vehicle rules."""
