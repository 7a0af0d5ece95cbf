"""Infantry by clicking: on the move, in fire, in close combat."""
