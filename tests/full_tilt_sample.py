"""Hands as Full Tilt text: some are written by hand, and `written` writes a hand that was played here.

Every name, card and number is our own.
"""

# ruff: noqa: E501  (a line of such text is as long as it is)

from collections.abc import Iterator
from random import Random

from standpat.cards.card import TEXT
from standpat.engine.action import Bet, Call, Check, Fold, Raise
from standpat.engine.event import (
    Acted,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    HandStart,
    Mucked,
    Post,
    PotAwarded,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
)
from standpat.engine.hand import Hand

CASH = """\
Full Tilt Poker Game #71000000001: Table Vinga (6 max) - $2/$4 - Limit 2-7 Triple Draw - 21:15:40 CET - 2026/02/03 [15:15:40 ET - 2026/02/03]
Seat 1: Torvald ($80)
Seat 2: Mira_99 ($1,064.50)
Seat 3: Lurøy ($12), is sitting out
Seat 4: kald kaffe ($120)
Seat 5: Selje ($33)
Seat 6: Gneis ($40)
Torvald posts the small blind of $1
Mira_99 posts the big blind of $2
kald kaffe posts a dead small blind of $1
kald kaffe posts $2
Gran sits down
Gran adds $25
Lurøy adds $20
The button is in seat #6
*** HOLE CARDS ***
Dealt to Mira_99 [2c 7d Kh 4s 9c]
Gran: hei
kald kaffe checks
Selje has 15 seconds left to act
Selje has timed out
Selje folds
Selje is sitting out
Gneis raises to $4
Mira_99 is feeling confused
Torvald folds
Mira_99 raises to $6
kald kaffe calls $4
Gneis calls $2
*** FIRST DRAW *** (Pot: $20)
Mira_99 discards 2 cards [Kh 9c]
kald kaffe discards 3 cards
Gneis discards 1 card
Dealt to Mira_99 [2c 7d 4s] [3h Qs]
kald kaffe is dealt 3 cards
Gneis is dealt 1 card
Mira_99 checks
kald kaffe checks
Gneis bets $2
Mira_99 calls $2
kald kaffe: Mira_99 folds
kald kaffe folds
*** SECOND DRAW *** (Total Pot: $24, 2 Players)
Mira_99 discards 1 card [Qs]
Gneis stands pat
Dealt to Mira_99 [2c 7d 4s 3h] [8d]
Mira_99 bets $4
Gneis has been disconnected
Gneis has reconnected
Gneis has requested TIME
Gneis calls $4
*** THIRD DRAW *** (Total Pot: $32, 2 Players)
Mira_99 stands pat on [2c 7d 4s 3h 8d]
Gneis discards 1 card
Gneis is dealt 1 card
Mira_99 bets $4
Gneis calls $4
*** SHOW DOWN ***
Mira_99 shows [2c 7d 4s 3h 8d] 8,7,4,3,2
Gneis mucks
Mira_99 wins the pot ($38) with 8,7,4,3,2
Torvald stands up
*** SUMMARY ***
Total pot $40 | Rake $2
Seat 1: Torvald (small blind) folded before the Draw
Seat 2: Mira_99 (big blind) showed [2c 7d 4s 3h 8d] and won ($38) with 8,7,4,3,2
Seat 3: Lurøy is sitting out
Seat 4: kald kaffe folded after the 1st Draw
Seat 5: Selje didn't bet (folded)
Seat 6: Gneis (button) mucked [9d 8c 6s 4d 3s] - 9,8,6,4,3
"""

# The newer header, antes in the order of the clicks, two all-ins with side pots, euros.
SINGLE = """\
FullTiltPoker Game #71000000002: Table Vinga Sør (6 max, deep) - NL 2-7 Single Draw - €0.50/€1 Ante €0.25 - 9:05:07 ET - 2026/02/03
Seat 1: Ole (€20)
Seat 2: Åse Ås (€100)
Seat 3: Åse (€100)
Seat 5: posts (€10)
Åse antes €0.25
posts antes €0.25
Ole antes €0.25
Åse Ås antes €0.25
posts posts the small blind of €0.50
Ole posts the big blind of €1
The button is in seat #3
*** HOLE CARDS ***
Dealt to Åse Ås [9h 8s 5s 3d 2d]
Åse Ås raises to €3
Åse raises to €50
posts calls €9.25, and is all in
Ole calls €18.75, and is all in
Åse Ås calls €47
*** DRAW *** (Total Pot: €130.50, 4 Players, 2 All-In)
posts discards 2 cards
Ole discards 1 card
Åse Ås stands pat on [9h 8s 5s 3d 2d]
Åse stands pat
posts is dealt 2 cards
Ole is dealt 1 card
Åse Ås checks
Åse bets €49.75, and is all in
Åse Ås folds
Uncalled bet of €49.75 returned to Åse
*** SHOW DOWN ***
Åse shows [Th 7s 6s 4s 2s] T,7,6,4,2
posts shows [7h 5c 4d 3s 2c] 7,5,4,3,2
Ole shows [8c 7d 6h 4c 3h] 8,7,6,4,3
Åse wins side pot #2 (€60.50) with T,7,6,4,2
Ole wins side pot #1 (€30) with 8,7,6,4,3
posts wins the main pot (€38) with 7,5,4,3,2
*** SUMMARY ***
Total pot €130.50 | Rake €2
Seat 1: Ole (big blind) showed [8c 7d 6h 4c 3h] and won (€30) with 8,7,6,4,3
Seat 2: Åse Ås folded after the Draw
Seat 3: Åse (button) showed [Th 7s 6s 4s 2s] and won (€60.50) with T,7,6,4,2
Seat 5: posts (small blind) showed [7h 5c 4d 3s 2c] and won (€38) with 7,5,4,3,2
"""

# Heads-up, play in chips, a split pot, a thousands' comma.
TOURNAMENT = """\
Full Tilt Poker Game #71000000003: $10 + $1 Heads-Up Sit & Go (9001), Table 1 - 40/80 Ante 5 - Limit A-5 Triple Draw - 20:00:00 ET - 2026/02/03
Seat 2: Sild (1,500)
Seat 5: Torsk (1,485)
Torsk antes 5
Sild antes 5
Sild posts the small blind of 20
Torsk posts the big blind of 40
The button is in seat #2
*** HOLE CARDS ***
Dealt to Torsk [7c Kd 4h Jh 2c]
Sild calls 20
Torsk checks
*** FIRST DRAW *** (Total Pot: 90, 2 Players)
Torsk discards 2 cards [Kd Jh]
Sild discards 5 cards
Dealt to Torsk [7c 4h 2c] [5d 3s]
Sild is dealt 5 cards
Torsk checks
Sild checks
*** SECOND DRAW *** (Total Pot: 90, 2 Players)
Torsk stands pat on [7c 4h 2c 5d 3s]
Sild discards 2 cards
Sild is dealt 2 cards
Torsk checks
Sild checks
*** THIRD DRAW *** (Total Pot: 90, 2 Players)
Torsk stands pat on [7c 4h 2c 5d 3s]
Sild stands pat
Torsk checks
Sild checks
*** SHOW DOWN ***
Torsk shows [7c 4h 2c 5d 3s] 7,5,4,3,2
Sild shows [7d 5h 4c 3d 2s] 7,5,4,3,2
Sild ties for the pot (45) with 7,5,4,3,2
Torsk ties for the pot (45) with 7,5,4,3,2
*** SUMMARY ***
Total pot 90 | Rake 0
Seat 2: Sild (small blind) showed [7d 5h 4c 3d 2s] and won (45) with 7,5,4,3,2
Seat 5: Torsk (big blind) showed [7c 4h 2c 5d 3s] and won (45) with 7,5,4,3,2
"""

# No small blind, one who sits out without being listed as such, all fold; the file closes as some archives do.
WALK = """\
Full Tilt Poker Game #71000000004: Table Vinga (heads up) - $0.20/$0.40 Ante $0.10 - No Limit 2-7 Single Draw - 19:20:35 ET - 2026/02/04
Seat 1: Hyse ($52.05)
Seat 2: Sei ($50.25)
Seat 4: Brosme ($60.75)
Sei antes $0.10
Brosme antes $0.10
Brosme posts the big blind of $0.40
The button is in seat #2
*** HOLE CARDS ***
Sei folds
Uncalled bet of $0.40 returned to Brosme
Brosme mucks
Brosme wins the pot ($0.20)
*** SUMMARY ***
Duration 18s
Total pot $0.20 | Rake $0
Seat 1: Hyse is sitting out
Seat 2: Sei (button) folded before the Draw
Seat 4: Brosme (big blind) collected ($0.20), mucked
"""

NOT_DEALT = """\
Full Tilt Poker Game #71000000005: Table Vinga (heads up) - $10/$20 - Limit 2-7 Triple Draw - 15:25:00 ET - 2026/02/04
Seat 1: Hyse ($500)
Seat 2: Sei ($572.50)
Hyse posts the small blind of $5
Sei is sitting out
*** SUMMARY ***
Total pot $0 | Rake $0
Seat 1: Hyse (big blind) is sitting out
Seat 2: Sei is sitting out
"""

PARTIAL = """\
Full Tilt Poker Game #71000000006: Table Vinga (6 max) - $20/$40 - Limit 2-7 Triple Draw - 03:32:00 ET - 2026/02/04 (partial)

*** SUMMARY ***
Total pot $100 | Rake $2
Seat 1: Hyse (button) folded before the Draw (didn't bet)
Seat 2: Sei (small blind) collected ($98), mucked
"""

GOOD = {"cash": CASH, "single": SINGLE, "tournament": TOURNAMENT, "walk": WALK}

_BETTING = {"fixed-limit": "Limit", "pot-limit": "Pot Limit", "no-limit": "No Limit"}
_GAME = {("deuce-to-seven", 1): "2-7 Single Draw", ("deuce-to-seven", 3): "2-7 Triple Draw"}
_GAME |= {("ace-to-five", 1): "A-5 Single Draw", ("ace-to-five", 3): "A-5 Triple Draw"}
_NTH = {1: "FIRST ", 2: "SECOND ", 3: "THIRD "}
_POSTED = {
    "ante": "antes",
    "small-blind": "posts the small blind of",
    "big-blind": "posts the big blind of",
    "extra-blind": "posts",
    "dead-blind": "posts a dead small blind of",
}


def written(hand: Hand, hero: int, random: Random) -> str:
    """The hand as the site would have written it for its player `hero`, in chips; the antes are in any order, with chat
    between the lines."""
    return "\n".join(_lines(hand, hero, random)) + "\n"


def _lines(hand: Hand, hero: int, random: Random) -> Iterator[str]:
    game, stakes, big = hand.game, hand.stakes, hand.stakes.big_blind
    names = [f"P {seat}" for seat in range(len(hand.stacks))]
    figures = (big, big * game.bets[-1]) if game.betting == "fixed-limit" else (stakes.small_blind, big)
    ante = f" Ante {stakes.ante}" if stakes.ante else ""
    title = f"{_BETTING[game.betting]} {_GAME[game.ranking, game.draw_rounds]}"
    yield f"Full Tilt Poker Game #5: Table Play (6 max) - {figures[0]}/{figures[1]}{ante} - {title} - 1:02:03 ET - 2026/02/04"
    start = hand.events[0]
    assert isinstance(start, HandStart)
    for seat, stack in enumerate(start.stacks):
        yield f"Seat {seat + 1}: {names[seat]} ({stack:,})"
    posts = [event for event in hand.events if isinstance(event, Post)]
    antes = [post for post in posts if post.kind == "ante"]
    for post in (*random.sample(antes, len(antes)), *[post for post in posts if post.kind != "ante"]):
        yield f"{names[post.seat]} {_POSTED[post.kind]} {post.amount:,}" + ", and is all in" * post.all_in
    yield f"The button is in seat #{hand.button + 1}"
    yield "*** HOLE CARDS ***"
    held: tuple[int, ...] = ()
    commits = [0] * len(names)
    for post in posts:
        commits[post.seat] += post.amount * (post.kind not in ("ante", "dead-blind"))
    shown = False
    for event in hand.events:
        if random.random() < 0.05:
            yield random.choice(
                (f"{names[0]} has 15 seconds left to act", "Q: P 1 folds", "P 9 sits down", "P 9 adds 50")
            )
        match event:
            case DealHole(seat=seat, cards=cards) if seat == hero:
                held = cards
                yield f"Dealt to {names[hero]} [{_cards(cards)}]"
            case StreetStart(street=street) if street:
                commits = [0] * len(names)
                yield f"*** {_NTH[street] if game.draw_rounds > 1 else ''}DRAW *** (Pot: {random.randint(1, 999)})"
            case Acted(seat=seat, action=action, street_commit=to, all_in=all_in):
                paid = to - commits[seat]
                commits[seat] = to
                words = {Fold: "folds", Check: "checks", Call: f"calls {paid:,}", Bet: f"bets {paid:,}"}
                words[Raise] = f"raises to {to:,}"
                yield f"{names[seat]} {words[type(action)]}" + ", and is all in" * all_in
            case DiscardAnnounced(seat=seat, discarded=discarded, count=count):
                named = f" [{_cards(discarded)}]" if seat == hero else ""
                pat = f" on [{_cards(held)}]" if seat == hero else ""
                yield f"{names[seat]} " + (
                    f"discards {count} card{'s' * (count > 1)}{named}" if count else f"stands pat{pat}"
                )
            case DrawResult(seat=seat, discarded=discarded, drawn=drawn, count=count) if count:
                if seat == hero:
                    kept = tuple(card for card in held if card not in discarded)
                    held = kept + drawn
                    yield f"Dealt to {names[hero]}" + f" [{_cards(kept)}]" * bool(kept) + f" [{_cards(drawn)}]"
                else:
                    yield f"{names[seat]} is dealt {count} card{'s' * (count > 1)}"
            case UncalledReturned(seat=seat, amount=amount):
                yield f"Uncalled bet of {amount:,} returned to {names[seat]}"
            case ShowdownShow() | Mucked() if not shown:
                shown = True
                yield "*** SHOW DOWN ***"
        match event:
            case ShowdownShow(seat=seat, cards=cards):
                yield f"{names[seat]} shows [{_cards(cards)}] a hand"
            case Mucked(seat=seat):
                yield f"{names[seat]} mucks"
    awards = [event for event in hand.events if isinstance(event, PotAwarded)]
    if not shown:
        (last,) = [seat for seat, live in enumerate(hand.live) if live]
        yield f"{names[last]} mucks"
    for award in reversed(awards):
        pot = "the pot" if len(awards) == 1 else "the main pot" if not award.pot else f"side pot #{award.pot}"
        for seat, chips in award.winners:
            yield f"{names[seat]} {'ties for' if len(award.winners) > 1 else 'wins'} {pot} ({chips:,}) with a hand"
    yield "*** SUMMARY ***"
    yield f"Total pot {sum(chips for award in awards for _, chips in award.winners):,} | Rake 0"
    for seat, name in enumerate(names):
        yield f"Seat {seat + 1}: {name} folded before the Draw"


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(TEXT[card] for card in cards)
