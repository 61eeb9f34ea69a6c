"""The room: people and bots at tables.

| module | promises |
|---|---|
| `wire` | every message between a table and its viewers: the sealed protocol |
| `table` | a table's record, and how a wish becomes one |
| `seating` | who sits where between hands: blinds owed, dead button, coming and going. Pure. |
| `clock` | time to act, time banks, protection. Pure. |
| `live_hand` | one hand at a table: what to write of it, what to show of it |
| `viewer`, `audience` | a connection's outbox; all who look at a table, and the versions they have |
| `allowance` | what the bank may still give each person today |
| `purse`, `sitter`, `home` | whose chips a seat plays with; who sits down, and from where |
| `bot_keeper` | between hands, which of the house's players sit there and with whose chips |
| `again`, `once` | what is asked for twice, at a table and over HTTP, and done once |
| `desk` | seats and chips between people, house players and ledger |
| `house_player` | the house's own players |
| `program`, `program_seat` | programs with seats of the house: how they are named, started, spoken with, stood in for |
| `talk` | what is said at a table |
| `croupier` | a table's hands, decision by decision, and its clock |
| `host` | a table's one writer: its mailbox, and what connections say |
| `room` | all tables, the lobby, the heartbeat, taking up where it was |
| `store` | what must not be forgotten |
| `app`, `page`, `api`, `socket`, `visitor`, `security`, `refusal`, `metric` | the web application |
| `sentence` | what an error says, in every language |
| `guest_list`, `finished` | who has been at a private table; who may see a finished hand |
| `story`, `hand_text` | finished hands for download, as their reader saw them |
| `client`, `arena_player` | the protocol from the other side: for bots and tests; poker-arena programs |

An action is checked, written, and then shown: what a viewer has seen no crash takes back.
"""
