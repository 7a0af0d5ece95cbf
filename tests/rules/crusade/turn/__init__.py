"""The turn of the Rules Crusade."""
