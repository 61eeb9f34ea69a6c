"""The rules of tournaments. Pure: no clock, no sockets, no storage; amounts are whole numbers of the smallest unit.

| module | what it has |
|---|---|
| `payouts` | prizes that sum to the pool exactly, and what tied players get (T8.1, T8.2) |
| `deals` | what each player gets by ICM, by chips or evenly (T8.3) |
| `cancellation` | who gets what back when a tournament is cancelled (T9.2) |
| `season` | the points of a league (T9.3) |

Ids such as T8.2 are those of the table in `docs/tournaments.md`.
"""
