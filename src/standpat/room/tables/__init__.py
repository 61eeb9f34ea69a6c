"""Tables and the room that has them all. One task with one mailbox is the only writer of each table.

The room:

| module | contents |
|---|---|
| `room` | all tables and what they share; tables open and close |
| `house_tables`, `opening` | the tables of the house; who may open a table, and which tables are closed again |
| `play_now` | "Play now": a seat at once |
| `presets` | tables that forms offer to begin with |
| `lobby` | the list of tables, and the connections that watch it |
| `access`, `guest_list` | who may look at a table; who has been at a private table |
| `owner`, `bars` | what an owner may do; people who are banned |
| `daily_chips`, `allowance` | chips for today; what the bank may still give each person |
| `heartbeat`, `forgetting` | jobs that run regularly; deletion of old data |
| `repair`, `resume` | tables that are set aside; reading stored tables and checking them |
| `sessions`, `audit` | connections by session; the audit log |
| `health`, `metrics`, `gauges` | whether the database accepts writes; counters and histograms; present values |

A table:

| module | contents |
|---|---|
| `table` | a table's record, and how a request for a table becomes one |
| `actor` | the task of one table, which does all requests in order |
| `mailbox`, `timer`, `recovery` | jobs in order; when to wake up; what follows a failure |
| `requests`, `retries`, `refusal` | what messages ask for; repeated messages; answers to refused messages |
| `viewer`, `viewers`, `close_codes` | the outbox of a connection; all connections of a table; reasons for closing one |
| `sent_away`, `disuse` | people whose pages are closed; how long nobody has used a table |
| `chat` | the chat of a table |

A hand:

| module | contents |
|---|---|
| `hand_runner` | the hands of a table, decision by decision |
| `live_hand` | one hand: what to store of it, what to show of it |
| `clock`, `watch`, `timeouts` | time to act and time banks; the room's time; what happens when time is over |
| `thinking` | when a house player acts |
| `shown_cards` | cards shown after the hand |

Seats, chips and house players:

| module | contents |
|---|---|
| `seating`, `seat_views` | seats between hands, owed blinds, dead button (pure); seats as pages show them |
| `cashier`, `purse` | chips between people, house players and ledger; which account pays for a seat |
| `sitter`, `home` | who sits down; their household |
| `house_player` | what a house player does |
| `bot_keeper`, `exhibition` | which house players sit at a table; where they play only for spectators |
| `program_seat` | programs as house players |
"""
