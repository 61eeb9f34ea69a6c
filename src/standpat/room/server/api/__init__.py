"""The JSON API: what pages and programs read and change over HTTP. `docs/protocol.md` has a list.

| module | contents |
|---|---|
| `routes` | every address and its handler |
| `endpoint`, `fault` | how a handler's value or refusal becomes an answer |
| `request` | a request's body, user, table and language |
| `accounts`, `sign_in` | the user's account; registering, signing in and out |
| `lobby` | options, the list of tables, a new table, "Play now" |
| `table` | one table's record, rules and password |
| `owner`, `bars` | acts of a table's owner: closing, changing bots, banning people |
| `hand_history` | finished hands: lists, replay, downloads, links |
| `new_tournament`, `tournaments` | opening a tournament; the list, one of them, what players ask for |
| `tournament_access`, `tournament_director` | who sees a tournament; what its director does |
| `invitation` | the link to a table or a tournament, and its QR code |
| `reports`, `operator` | a person's report about another; what the room's operator reads and decides |
| `notes`, `stats` | notes about other players; a player's own results |
"""
