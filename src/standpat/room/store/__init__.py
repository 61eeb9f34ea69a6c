"""What the room must not forget, in SQLite or PostgreSQL.

| module | promises |
|---|---|
| `store` | `Store`: one database, opened, migrated and leased; `commit` writes, `read` reads |
| `batch` | what a write is: a value, made by the modules below and handed to `Store.commit` |
| `writer` | one thread that commits everything queued since its last commit in one transaction |
| `journal` | tables, hands, their events and decisions; what is unfinished after a crash |
| `repair_list` | tables that the room has set aside |
| `ledger` | every chip, in double entry |
| `chain`, `log` | links over all that is written for good; who did what |
| `account` | guests, names with passwords, bots, roles, daily chips |
| `users`, `session` | users by id and name; sessions and tokens |
| `given` | what the bank has given each person a day |
| `departure` | with how many chips somebody left a table last |
| `request_book` | what was asked for and done, so that it is not done again |
| `guest_book` | chat, who has been let in at private tables, people's notes |
| `share` | links by which players show their hands to others |
| `result` | what hands were for their players, and the sums of it |
| `password`, `name` | passwords as argon2id; names given and names chosen |
| `schema`, `migrations`, `migration` | the tables, and how an older file becomes today's |
| `database`, `lease` | connections; one room at a time on a database |

Writes are values and reads are functions of a connection: `await store.commit(journal.append(...),
ledger.transfer(...))` is one transaction, `await store.read(journal.hand, hand_id)` one consistent look.
A result of `commit` means that the disk has it.
"""

from standpat.room.store.batch import Insert, Op, StoreError, Work
from standpat.room.store.store import Store

__all__ = ["Insert", "Op", "Store", "StoreError", "Work"]
