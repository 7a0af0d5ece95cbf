"""For those who only look on, and those who play alone: replays, spectators, screen, wall, stream, the house."""
