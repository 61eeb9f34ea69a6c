"""Hands as PokerStars text, made up for the tests: every name, card and number is our own."""

# ruff: noqa: E501  (a line of such text is as long as it is)

CASH = """\
PokerStars Hand #900100200301:  Triple Draw 2-7 Lowball Limit ($2/$4 USD) - 2026/02/03 21:15:40 CET [2026/02/03 15:15:40 ET]
Table 'Brisling IV' 6-max Seat #6 is the button
Seat 1: Torvald ($80 in chips)
Seat 2: Mira_99 ($64.50 in chips)
Seat 3: Lurøy ($12 in chips) is sitting out
Seat 4: kald kaffe ($120 in chips)
Seat 6: Gneis ($33 in chips)
Torvald: posts small blind $1
Mira_99: posts big blind $2
Lurøy: sits out
*** DEALING HANDS ***
Dealt to Mira_99 [2c 7d Kh 4s 9c]
Lurøy leaves the table
kald kaffe: raises $2 to $4
Gneis: raises $2 to $6
Gneis said, "Torvald: folds"
Torvald has timed out
Torvald: folds
Torvald is sitting out
Mira_99: raises $2 to $8
Betting is capped
kald kaffe: calls $4
Gneis: calls $2
*** FIRST DRAW ***
Mira_99: discards 2 cards [Kh 9c]
Dealt to Mira_99 [2c 7d 4s] [3h Qs]
kald kaffe: discards 2 cards
Gneis: discards 1 card
Mira_99: checks
Selje joins the table at seat #5
kald kaffe: checks
Gneis: bets $2
Mira_99: calls $2
kald kaffe: folds
*** SECOND DRAW ***
Mira_99: discards 1 card [Qs]
Dealt to Mira_99 [2c 7d 4s 3h] [8d]
Gneis: stands pat
Mira_99: bets $4
Gneis is disconnected
Gneis has timed out while being disconnected
Gneis is connected
Gneis: calls $4
*** THIRD DRAW ***
Mira_99: stands pat on [2c 7d 4s 3h 8d]
Gneis: discards 1 card
Mira_99: bets $4
Gneis: calls $4
*** SHOW DOWN ***
Mira_99: shows [2c 7d 4s 3h 8d] (Lo: 8,7,4,3,2)
Gneis: mucks hand
Mira_99 collected $43.50 from pot
Torvald was removed from the table for failing to post
*** SUMMARY ***
Total pot $45 | Rake $1.50
Seat 1: Torvald (small blind) folded before the Draw
Seat 2: Mira_99 (big blind) showed [2c 7d 4s 3h 8d] and won ($43.50) with Lo: 8,7,4,3,2
Seat 4: kald kaffe folded after the 1st Draw
Seat 6: Gneis (button) mucked [9d 8c 6s 4d 3s]
"""

# Seven seats, odd names, all-ins before the only draw, a side pot, no line that announces the draw.
SINGLE = """\
PokerStars Game #900100200302:  Single Draw 2-7 Lowball No Limit (€0.50/€1 EUR) - 2026/02/03 9:05:07 ET
Table 'Tor's Hule' 7-max Seat #3 is the button
Seat 1: Ole: Brumm (€20 in chips)
Seat 2: [x] (€100 in chips)
Seat 3: Æ Ø Å (€100 in chips)
Seat 4: Ole (€50 in chips)
Seat 5: b€nk (€5 in chips) (€10 in chips)
Seat 6: Seat 9 (€100 in chips)
Seat 7: it's me (€60 in chips)
Ole: posts small blind €0.50
b€nk (€5 in chips): posts big blind €1
*** DEALING HANDS ***
Dealt to it's me [9h 8s 5s 3d 2d]
Seat 9: folds
it's me: raises €2 to €3
Ole: Brumm: raises €17 to €20 and is all-in
[x]: folds
Æ Ø Å: folds
Ole: folds
b€nk (€5 in chips): calls €9 and is all-in
it's me: calls €17
b€nk (€5 in chips): discards 2 cards
it's me: stands pat on [9h 8s 5s 3d 2d]
Ole: Brumm: discards 1 card
*** SHOW DOWN ***
b€nk (€5 in chips): shows [7s 6c 5c 4d 2c] (Lo: 7,6,5,4,2)
it's me: shows [9h 8s 5s 3d 2d] (Lo: 9,8,5,3,2)
Ole: Brumm: shows [8c 7h 6d 4h 2h] (Lo: 8,7,6,4,2)
Ole: Brumm collected €19.25 from side pot
b€nk (€5 in chips) collected €29.25 from main pot
*** SUMMARY ***
Total pot €50.50 Main pot €29.25. Side pot €19.25. | Rake €2
Seat 1: Ole: Brumm showed [8c 7h 6d 4h 2h] and won (€19.25) with Lo: 8,7,6,4,2
Seat 2: [x] folded before the Draw (didn't bet)
Seat 3: Æ Ø Å (button) folded before the Draw (didn't bet)
Seat 4: Ole (small blind) folded before the Draw
Seat 5: b€nk (€5 in chips) (big blind) showed [7s 6c 5c 4d 2c] and won (€29.25) with Lo: 7,6,5,4,2
Seat 6: Seat 9 folded before the Draw (didn't bet)
Seat 7: it's me showed [9h 8s 5s 3d 2d] and lost with Lo: 9,8,5,3,2
"""

# Heads-up in a tournament, antes, a split pot. The player out of hand is not dealt in; the one sitting out is.
TOURNAMENT = """\
PokerStars Game #900100200303: Tournament #70001, $5+$0.50 USD Triple Draw 2-7 Lowball Limit - Level III (40/80) - 2026/02/03 20:00:00 ET
Table '70001 4' 6-max Seat #2 is the button
Seat 2: Sild (900 in chips) is sitting out
Seat 4: Hyse (1500 in chips) out of hand (moved from another table into small blind)
Seat 5: Torsk (1100 in chips)
Torsk: posts the ante 5
Sild: posts the ante 5
Sild: posts small blind 20
Torsk: posts big blind 40
*** DEALING HANDS ***
Dealt to Torsk [7c Kd 4h Jh 2c]
Sild: calls 20
Torsk: checks
*** FIRST DRAW ***
Torsk: discards 2 cards [Kd Jh]
Dealt to Torsk [7c 4h 2c] [5d 3s]
Sild: discards 5 cards
Torsk: checks
Sild: checks
*** SECOND DRAW ***
Torsk: stands pat on [7c 4h 2c 5d 3s]
Sild: discards 2 cards
Torsk: checks
Sild: checks
*** THIRD DRAW ***
Torsk: stands pat on [7c 4h 2c 5d 3s]
Sild: stands pat
Torsk: checks
Sild: checks
*** SHOW DOWN ***
Torsk: shows [7c 4h 2c 5d 3s] (Lo: 7,5,4,3,2)
Sild: shows [7d 5h 4c 3d 2s] (Lo: 7,5,4,3,2)
Torsk collected 45 from pot
Sild collected 45 from pot
*** SUMMARY ***
Total pot 90 | Rake 0
Seat 2: Sild (button) (small blind) showed [7d 5h 4c 3d 2s] and won (45) with Lo: 7,5,4,3,2
Seat 5: Torsk (big blind) showed [7c 4h 2c 5d 3s] and won (45) with Lo: 7,5,4,3,2
"""

# The button at an empty seat, no small blind, one who posts both, one who posts to come in; the winner shows.
IRREGULAR = """\
PokerStars Hand #900100200304:  Triple Draw 2-7 Lowball Limit ($2/$4 USD) - 2026/02/04 1:00:00 ET
Table 'Brisling IV' 6-max Seat #2 is the button
Seat 1: Bjørk ($50 in chips)
Seat 3: Gran ($50 in chips)
Seat 4: Furu ($50 in chips)
Seat 5: Selje ($50 in chips)
Seat 6: Rogn ($50 in chips)
Gran: posts big blind $2
Rogn: posts small & big blinds $3
Selje: posts big blind $2
*** DEALING HANDS ***
Dealt to Rogn [As Ks Qs Js 9d]
Furu: folds
Selje: checks
Rogn: checks
Bjørk: calls $2
Gran: checks
*** FIRST DRAW ***
Gran: discards 5 cards
Selje: discards 5 cards
Rogn: stands pat on [As Ks Qs Js 9d]
Bjørk: discards 1 card
Gran: checks
Selje: checks
Rogn: bets $2
Bjørk: folds
Gran: folds
Selje: folds
Uncalled bet ($2) returned to Rogn
Rogn collected $8.60 from pot
Rogn: shows [As Ks Qs Js 9d] (Lo: A,K,Q,J,9)
*** SUMMARY ***
Total pot $9 | Rake $0.40
Seat 1: Bjørk folded after the 1st Draw
Seat 3: Gran (big blind) folded after the 1st Draw
Seat 4: Furu folded before the Draw (didn't bet)
Seat 5: Selje folded after the 1st Draw
Seat 6: Rogn collected ($8.60)
"""

# Six players draw 25 cards at once, of the 22 that are left: the last one needs a reshuffle.
RESHUFFLE = """\
PokerStars Hand #900100200305:  Triple Draw A-5 Lowball Limit ($2/$4 USD) - 2026/02/04 1:10:00 ET
Table 'Brisling IV' 6-max Seat #6 is the button
Seat 1: a1 ($50 in chips)
Seat 2: a2 ($50 in chips)
Seat 3: a3 ($50 in chips)
Seat 4: a4 ($50 in chips)
Seat 5: a5 ($50 in chips)
Seat 6: a6 ($50 in chips)
a1: posts small blind $1
a2: posts big blind $2
*** DEALING HANDS ***
Dealt to a6 [Kc Kd Kh Ks Qc]
a3: calls $2
a4: calls $2
a5: calls $2
a6: calls $2
a1: calls $1
a2: checks
*** FIRST DRAW ***
a1: discards 4 cards
a2: discards 4 cards
a3: discards 4 cards
a4: discards 4 cards
a5: discards 4 cards
The deck is reshuffled
a6: discards 5 cards [Kc Kd Kh Ks Qc]
Dealt to a6 [2c 3c 4c 5c Ac]
a1: bets $2
a2: folds
a3: folds
a4: folds
a5: folds
a6: folds
Uncalled bet ($2) returned to a1
a1 collected $12 from pot
a1: doesn't show hand
*** SUMMARY ***
Total pot $12 | Rake $0
Seat 1: a1 (small blind) collected ($12)
"""

CANCELLED = """\
PokerStars Game #900100200306: Triple Draw 2-7 Lowball Limit ($2/$4 USD) - 2026/02/04 1:20:00 ET
Table 'Brisling IV' 6-max Seat #5 is the button
Seat 5: Bjørk ($50 in chips)
Bjørk: posts small blind $1
Gran: is sitting out
Hand cancelled
*** SUMMARY ***
Seat 5: Bjørk (button) collected ($0)
"""

# The site printed the last hand over and over and lost two lists of discards.
UNRELIABLE = """\
PokerStars Hand #900100200307:  Single Draw 2-7 Lowball No Limit ($1/$2 USD) - 2026/02/04 1:30:00 ET
Table 'Brisling IV' 7-max Seat #1 is the button
Seat 1: Bjørk ($50 in chips)
Seat 3: Gran ($50 in chips)
Bjørk: posts small blind $1
Gran: posts big blind $2
*** DEALING HANDS ***
Dealt to Bjørk [9c 7h 4d 3c 2h]
Bjørk: calls $1
Gran: checks
Gran: discards 3 cards
Bjørk: discards 2 cards []
Dealt to Bjørk [9c 7h 4d 3c 2h] [9c 7h 4d 3c 2h]
Gran: checks
Bjørk: checks
*** SHOW DOWN ***
Gran: shows [Td 8d 5s 4s 2s] (Lo: T,8,5,4,2)
Bjørk: shows [9c 7h 4d 3c 2h] (Lo: 9,7,4,3,2)
Bjørk collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Seat 1: Bjørk (button) (small blind) showed [9c 7h 4d 3c 2h] and won ($4) with Lo: 9,7,4,3,2
Seat 3: Gran (big blind) showed [Td 8d 5s 4s 2s] and lost with Lo: T,8,5,4,2
"""

GOOD = {
    "cash": CASH,
    "single": SINGLE,
    "tournament": TOURNAMENT,
    "irregular": IRREGULAR,
    "reshuffle": RESHUFFLE,
    "unreliable": UNRELIABLE,
}


def walk(header: str, *, unit: str = "$", table: str = "6-max") -> str:
    """Two players, one folds: a short hand under any header, blinds 1 and 2."""
    return f"""\
{header}
Table 'Vinga' {table} Seat #1 is the button
Seat 1: Ask ({unit}100 in chips)
Seat 2: Embla ({unit}200 in chips)
Ask: posts small blind {unit}1
Embla: posts big blind {unit}2
*** DEALING HANDS ***
Ask: folds
Uncalled bet ({unit}1) returned to Embla
Embla collected {unit}2 from pot
*** SUMMARY ***
Total pot {unit}2 | Rake {unit}0
Seat 1: Ask (button) (small blind) folded before the Draw
Seat 2: Embla (big blind) collected ({unit}2)
"""
