"""The room: people and bots at tables.

| package | contents |
|---|---|
| `limits` | limits for each client, person and address |
| `store` | the database: accounts, ledger, journal; one writer |
| `clients` | clients of the room's protocol, for bots, tests and measurements |
| `tables` | one actor for each table, and the room that holds them |
| `club` | clubs: members, seasons, evenings, results, the group's ledger |
| `server` | HTTP, sockets, pages, security |
| `admin` | the commands of ``standpat admin`` |
| `bench` | load tests: how many players a room can serve |
| `torture` | attacks on a test room |

An action is checked, written to the database, and only then shown. No crash takes back what a viewer has seen.
"""
