"""The rules of tournaments. Pure: no clock, no sockets, no storage; amounts are whole numbers of the smallest unit.

| module | what it has |
|---|---|
| `events` | what happens, as data: the journal of a tournament |
| `state`, `table`, `fold` | the state as the fold of its events |
| `director` | what follows by the rules alone: `bubble`, `eliminations` (T6), `moving`, `seat_plan` (T5) |
| `dealing` | the next hand of a table (T2.1, T3.1) |
| `commands` | what players and the director may ask for |
| `structure` | games, levels, entering and prizes as data, checked, with JSON |
| `next_hand` | the game, house rules and stakes of a table's next hand (T4.5, T7) |
| `presets` | structures to begin with, by game, speed and size |
| `length` | how long a tournament is likely to last |
| `no_shows` | players who never take a hand (T3.5) |
| `timebank` | time banks and extra time without a connection (T3.2, T3.3) |
| `clock` | one clock for all tables: level, breaks, pauses, outages (T2.1, T2.3) |
| `rotation` | several games in turn, by hands, orbits or levels (T2.2) |
| `registration` | who may enter, rebuy or add on, at what cost; the chips in play (T1.3 to T1.7) |
| `costs` | what players have paid |
| `payouts` | prizes that sum to the pool exactly, and what tied players get (T8.1, T8.2) |
| `deals` | what each player gets by ICM, by chips or evenly (T8.3) |
| `cancellation` | who gets what back when a tournament is cancelled (T9.2) |
| `season` | the points of a league (T9.3) |
| `chance` | the seeded draw of seats and buttons (T1.1) |
| `options` | wherever published rules differ, the difference as data |
| `positions` | the button and the blinds of a table (T4.1-T4.4) |
| `seating` | tables, the first draw of seats, and who comes late (T1.1, T1.3) |
| `balancing` | who moves from where to where, and which table waits (T5.1-T5.4) |
| `breaking` | the order in which tables break, and the draw of new seats (T5.5) |
| `final_table` | when tables combine, and draws of all seats anew (T5.6) |

Ids such as T8.2 are those of the table in `docs/tournaments.md`.
"""
