"""Clubs: a group of people with members, seasons, evenings, results and a ledger of their own.

| module | what it has |
|---|---|
| `refusal` | the refusals, and the texts of people that are checked |
| `roles` | owner, organiser, member, and what each may do |
| `code` | invitation codes |
| `book` | a club: founded, changed, closed; the row that every act checks first |
| `membership` | join, admit, leave, remove, roles, hand over |
| `calendar` | evenings in the club's time zone |
| `feed` | the calendar as iCalendar, at a secret address for each member |
| `season` | seasons and their formulas |
| `record` | `Result`: what an evening recorded, and how it is corrected |
| `home_game` | the results of a home game, from the session of its table |
| `tournament` | the club's tournaments: who sees them, and their results |
| `standings` | points, champions and statistics, computed from the results |
| `balance` | the group's note of buy-ins, prizes and payments |
| `view` | what a member sees of a club, and of all their clubs |

A club is private: whoever is not a member learns nothing, not even that it exists. Acts are operations for
`Store.commit`, and check everything in the transaction that writes them. A refused act has changed nothing.
"""
