"""The JSON API: what pages and programs ask for and change over HTTP. `docs/protocol.md` has the list.

| module | what it has |
|---|---|
| `routes` | every address, and its handler |
| `endpoint`, `fault` | how a handler's value or refusal becomes an answer |
| `request` | a request's body, user, table and language |
| `accounts`, `sign_in` | who you are; registering, signing in and out |
| `lobby` | options, the list of tables, a new table, a seat at once |
| `table` | one table's record, rules and password |
| `owner`, `bars` | the owner closes a table or changes its bots; whom they bar |
| `hand_history` | finished hands: lists, replay, downloads, links |
| `notes`, `stats` | notes about others; a player's own results |
"""
