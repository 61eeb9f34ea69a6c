"""The room's database, in SQLite or PostgreSQL.

| module | contents |
|---|---|
| `store` | `Store`: one database, opened, migrated and leased; `commit` writes, `read` reads |
| `batch` | writes as values: the modules below make them, `Store.commit` takes them |
| `writer` | one thread that commits everything queued since its last commit in one transaction |
| `bulk` | inserts of many rows in one statement |
| `journal` | tables, hands, their events and decisions; the hands that a crash left unfinished |
| `repair_list` | tables that the room has set aside |
| `tournament_book`, `tournament_order` | the events of tournaments; what the operator asks of one |
| `ledger` | every chip, in double entry |
| `chain`, `log` | the hash chain over permanent records; the audit log |
| `account` | guests, registered users, bots, roles, daily chips |
| `users`, `session` | users by id and name; sessions and tokens |
| `device` | devices from which somebody has signed in before |
| `unused` | guests who never played, and how they are deleted |
| `given` | the chips that the bank has given each person on a day |
| `departure` | the chips with which a player last left a table |
| `request_book` | requests that were done, so that a repeated request is not done again |
| `tournament_door` | private tournaments: passwords, and who has opened them |
| `guest_book` | chat, admissions to private tables, notes about players |
| `share` | links by which players show their hands to others |
| `result` | one row for each hand and player, and their sums |
| `password`, `name` | passwords as argon2id; names of guests and chosen names |
| `schema`, `club_schema`, `migrations`, `migration` | the tables, and how an older database is upgraded |
| `database`, `lease` | connections; one room at a time on a database |
| `beside`, `backup` | access next to a running room; copies of the whole database |

Writes are values, and reads are functions of a connection. `await store.commit(journal.append(...),
ledger.transfer(...))` is one transaction. `await store.read(journal.hand, hand_id)` sees one state of the database.
When `commit` returns, the data is on the disk.
"""

from standpat.room.store import club_schema as club_schema  # its tables belong to the metadata
from standpat.room.store.batch import Insert, Op, StoreError, Work
from standpat.room.store.store import Store

__all__ = ["Insert", "Op", "Store", "StoreError", "Work"]
