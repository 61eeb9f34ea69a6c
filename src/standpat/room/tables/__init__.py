"""Tables: one task with one mailbox is the only writer of each; and the room that holds them all.

| module | what it has |
|---|---|
| `table` | a table's record, and how a wish becomes one |
| `seating` | who sits where between hands: blinds owed, dead button, coming and going. Pure. |
| `clock`, `watch` | time to act, time banks, protection (pure); the room's monotonic time |
| `live_hand` | one hand at a table: what to write of it, what to show of it |
| `hand_runner` | a table's hands, decision by decision, and its clock |
| `actor` | a table's mailbox, and what connections say |
| `viewer`, `viewers` | a connection's outbox; all who look at a table, and the versions they have |
| `cashier`, `purse` | chips between people, house players and ledger; whose they are |
| `allowance` | what the bank still gives each person today |
| `sitter`, `home`, `guest_list` | who sits down, and from where; who has been at a private table |
| `house_player`, `bot_keeper`, `exhibition` | the house's players: what they do, where they sit, tables of their own |
| `program_seat` | programs with seats of the house |
| `retries` | what is asked for twice and done once |
| `chat` | what is said at a table |
| `refusal` | what somebody is told whose message was refused |
| `resume`, `repair` | tables taken up as they were written; tables set aside, and what is wrong with them |
| `room` | all tables, the lobby, the heartbeat |
| `opening`, `sessions` | who may open a table; connections by session |
| `health`, `metrics` | whether the database takes what is written; what is counted |
"""
