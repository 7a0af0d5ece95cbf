"""Those aboard, and boarders, by the Rules Crusade."""
