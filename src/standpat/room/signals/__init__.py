"""Signals of collusion and of several accounts of one person, as information for the room's operator.

`signals` finds them in the database; `chance` says how far a figure is from chance.
"""
