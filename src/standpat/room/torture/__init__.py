"""`standpat torture` attacks a room of the operator's own installation, and reports which attacks it withstood.

- `check`: what a check is, and its results.
- `site`: the room under attack, in its own process with its own database, on the loopback interface.
- `suite`: all checks in their order, and how they are run.
- The other files are the attacks, one idea each.
"""
