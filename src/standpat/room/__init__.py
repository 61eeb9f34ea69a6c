"""The room: people and bots at tables.

| module | promises |
|---|---|
| `seating` | who sits where between hands: blinds owed, dead button, coming and going. Pure. |
"""
