"""Telling everybody what happened: rooms, hubs, outboxes.

Read in this order: `wire`, `outbox`, `hub`, `rooms`, `presence`.
"""
