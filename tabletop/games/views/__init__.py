"""Pages, questions and commands of the lobby and the tables."""
