"""`standpat torture`: attacks a room of the operator's own installation, and says what held.

- `check`: what a check is, and what it found.
- `site`: the room under attack, a process of its own on a database of its own, on the loopback.
- `suite`: all checks in their order, and running them.
- The other files are the attacks, one idea each.
"""
