"""What whoever looks after a room asks of its database: people and their chips, tables, an audit, hands.

Functions of a connection, for `Store.read`, and operations for `Store.commit`, as in `standpat.room.store`.
"""
