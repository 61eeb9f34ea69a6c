"""The commands of a room's operator on its database: people and their chips, tables, an audit, hands.

They are functions of a connection, for `Store.read`, and operations for `Store.commit`, as in `standpat.room.store`.
"""
