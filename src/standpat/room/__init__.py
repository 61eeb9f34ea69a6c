"""The room: people and bots at tables.

| package | what it has |
|---|---|
| `limits` | how much one client, one person and one address may have and do |
| `store` | the database: accounts, ledger, journal; one writer |
| `clients` | the protocol from the other side: for bots, tests and measurements |
| `tables` | one actor for each table, and the room that holds them |
| `server` | HTTP, sockets, pages, security |
| `admin` | what ``standpat admin`` does |
| `bench` | how much a room carries |
| `torture` | attacks on a room of one's own |

An action is checked, written, and then shown: no crash takes back what a viewer has seen.
"""
