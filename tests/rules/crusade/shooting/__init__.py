"""Shooting by the Rules Crusade."""
