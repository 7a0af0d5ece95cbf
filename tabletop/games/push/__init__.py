"""Telling everybody what happened: rooms, hubs, outboxes. See `rooms`."""
