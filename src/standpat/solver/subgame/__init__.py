"""Solve the end of a hand again at the table (subgame resolving)."""
