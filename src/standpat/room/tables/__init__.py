"""Tables: one task with one mailbox is the only writer of each; and the room that holds them all.

The room:

| module | what it has |
|---|---|
| `room` | all tables and what they share: the room opens, tables come and go |
| `house_tables`, `opening` | the house's own tables; who may open a table, and which are closed again |
| `play_now` | a seat at once |
| `lobby` | the list of tables, and who watches it |
| `access`, `guest_list` | who may look at a table; who has been at a private one |
| `owner`, `bars` | what an owner may do; people who are barred |
| `daily_chips`, `allowance` | chips for today; what the bank still gives each person |
| `heartbeat`, `forgetting` | what is done now and then; what nobody needs any more |
| `repair`, `resume` | tables that are set aside; tables taken up as they were written |
| `sessions`, `audit` | connections by session; who did what to whom |
| `health`, `metrics`, `gauges` | whether the database takes what is written; what is counted; figures of the moment |

A table:

| module | what it has |
|---|---|
| `table` | a table's record, and how a wish becomes one |
| `actor` | one table's task: what it is asked, and in which order |
| `mailbox`, `timer`, `recovery` | jobs in order; when to wake; what follows a failure |
| `requests`, `retries`, `refusal` | what messages ask for; messages that come twice; what a refused one is told |
| `viewer`, `viewers`, `close_codes` | a connection's outbox; all who look at a table; why a connection is over |
| `sent_away`, `disuse` | people whose pages are closed; how long nobody has used a table |
| `chat` | what is said at a table |

A hand:

| module | what it has |
|---|---|
| `hand_runner` | a table's hands, decision by decision |
| `live_hand` | one hand: what to write of it, what to show of it |
| `clock`, `watch`, `timeouts` | time to act and time banks; the room's monotonic time; what is done when time is over |
| `shown_cards` | cards shown when the hand is over |

Seats, chips and the house's players:

| module | what it has |
|---|---|
| `seating`, `seat_views` | who sits where between hands, blinds owed, dead button (pure); seats as pages show them |
| `cashier`, `purse` | chips between people, house players and ledger; whose they are |
| `sitter`, `home` | who sits down, and from where |
| `house_player`, `thinking` | what a house player does, and when |
| `bot_keeper`, `exhibition` | where they sit; where they play for those who watch |
| `program_seat` | programs with seats of the house |
"""
