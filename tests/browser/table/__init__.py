"""The live table itself: gathering, a turn, dice, prompts, the board and its camera, the host, lost connections."""
