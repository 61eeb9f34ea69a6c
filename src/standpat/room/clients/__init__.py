"""Clients of the room: one for bots and tests, and programs that speak the poker-arena protocol."""
