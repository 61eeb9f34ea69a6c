"""Tournaments in the room: `keeper` runs one, `table_policy` plays its tables, `desk` has all of them, and `orders`
does what the operator's command asks for.
"""
