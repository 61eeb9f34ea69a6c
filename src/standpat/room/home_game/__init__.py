"""The home game: what an evening at a table comes to, and how the players settle it.

| module | what it has |
|---|---|
| `settle_up` | the fewest payments that settle an evening, and debts that are carried on |
| `session` | the summary of a table's session, read from the ledger and the journal |
| `export` | the summary as CSV and as text |
"""
