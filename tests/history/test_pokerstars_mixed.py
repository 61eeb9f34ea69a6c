"""PokerStars text with hands of other games, under a cap, with chips added, and with burned cards."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from examples import examples
from play import random_action, random_game
from pokerstars_sample import CASH, walk
from standpat.engine.action import Call, Check, Discard
from standpat.engine.dealer import Dealer
from standpat.engine.event import Burned
from standpat.engine.games import Stakes
from standpat.engine.hand import Hand
from standpat.history.pokerstars import read, write
from standpat.history.record import Damaged, Record, Skipped
from standpat.history.recording import record_of
from standpat.history.replay import replay

HEADER = "PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit ($2/$4 USD) - 2026/05/06 11:22:33 ET"
OTHERS = {
    "Hold'em No Limit": HEADER.replace("Triple Draw 2-7 Lowball Limit", "Hold'em No Limit"),
    "8-Game Mixed USD (Razz Limit": HEADER.replace("Triple Draw 2-7 Lowball Limit (", "8-Game Mixed USD (Razz Limit, "),
    "Badugi Limit": HEADER.replace("Triple Draw 2-7 Lowball Limit", "Badugi Limit"),
    "$1+$0.10 USD 5 Card Draw Limit - Level I": (
        "PokerStars Game #9: Tournament #3, $1+$0.10 USD 5 Card Draw Limit - Level I (10/20) - 2026/05/06 11:22:33 ET"
    ),
    "Triple Draw 2-7 Lowball": HEADER.replace("Lowball Limit", "Lowball"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_hand_of_another_game_is_skipped_whatever_its_lines_say(name: str) -> None:
    other = walk(OTHERS[name]).replace("Ask: folds", "Ask: brings in for $1\n*** 4th STREET *** [As]")
    before, skipped, after = read(f"{CASH}\n{other}\n{CASH}")
    assert isinstance(before, Record)
    assert isinstance(after, Record)
    assert skipped == Skipped(CASH.count("\n") + 2, f"unknown game: {name!r} is not draw lowball")


def test_a_draw_lowball_that_no_game_here_is_skipped() -> None:
    (skipped,) = read(walk(HEADER.replace("Triple", "Double")))
    assert skipped == Skipped(1, "unknown game: 'Double Draw 2-7 Lowball Limit'")


@pytest.mark.parametrize(
    "line",
    ["Lurøy adds $5", "Gneis adds $20.50", "Mira_99 re-buys and receives 1500 chips for $5", "Torvald sits down"],
)
@pytest.mark.parametrize("before", ["Torvald: posts", "*** DEALING", "Gneis: bets", "*** SUMMARY"])
def test_chips_added_are_talk(line: str, before: str) -> None:
    """They come into play with the next hand."""
    (plain,) = read(CASH)
    (record,) = read(CASH.replace(before, f"{line}\n{before}", 1))
    assert isinstance(plain, Record)
    assert isinstance(record, Record), record
    assert record.stacks == plain.stacks
    assert replay(record).disagreements == []


CAP = """\
PokerStars Hand #900100200310:  Single Draw 2-7 Lowball No Limit ($0.25/$0.50 - $15 Cap -  USD) - 2026/02/05 9:05:07 ET
Table 'Vinga' 7-max Seat #1 is the button
Seat 1: Ask ($100 in chips)
Seat 2: Embla ($22.75 in chips)
Seat 3: Trym ($9 in chips)
Embla: posts small blind $0.25
Trym: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Ask [7c 5d 4h 3s 2d]
Ask: raises $14.50 to $15 and has reached the $15 cap
Embla: calls $14.75 and has reached the $15 cap
Trym: calls $8.50 and is all-in
Embla: discards 1 card
Trym: stands pat
Ask: stands pat on [7c 5d 4h 3s 2d]
*** SHOW DOWN ***
Embla: shows [9d 8c 6h 4c 2c] (Lo: 9,8,6,4,2)
Ask: shows [7c 5d 4h 3s 2d] (Lo: 7,5,4,3,2)
Ask collected $12 from side pot
Trym: mucks hand
Ask collected $26 from main pot
*** SUMMARY ***
Total pot $39 Main pot $27. Side pot $12. | Rake $1
Seat 1: Ask (button) showed [7c 5d 4h 3s 2d] and won ($38) with Lo: 7,5,4,3,2
Seat 2: Embla (small blind) showed [9d 8c 6h 4c 2c] and lost with Lo: 9,8,6,4,2
Seat 3: Trym (big blind) mucked
"""


@pytest.mark.parametrize(
    "stakes",
    ["$0.25/$0.50 - $15 Cap -  USD", "$0.25/$0.50 - $15 Cap - USD", "$0.25/$0.50 Cap $15 USD", "$0.25/$0.50 - $15 Cap"],
)
def test_under_a_cap_nobody_plays_for_more(stakes: str) -> None:
    (record,) = read(CAP.replace("$0.25/$0.50 - $15 Cap -  USD", stakes))
    assert isinstance(record, Record), record
    assert record.stakes == Stakes(25, 50)
    assert record.money.currency == "USD"
    assert record.stacks == (1500, 1500, 900)
    assert (record.extra["cap"], record.extra["stacks"]) == ("1500", "10000 2275 900")
    played = replay(record)
    assert played.disagreements == []
    assert played.hand is not None
    written = write(record, played.hand)
    for line in CAP.split("\n")[2:13]:
        assert line in written.split("\n")
    assert "($0.25/$0.50 - $15 Cap - USD)" in written
    (again,) = read(written)
    assert isinstance(again, Record)
    assert (again.stacks, again.extra) == (record.stacks, record.extra)
    assert replay(again).disagreements == []


def test_more_than_the_cap_is_damage() -> None:
    (found,) = read(CAP.replace("raises $14.50 to $15", "raises $15.50 to $16"))
    assert isinstance(found, Damaged)
    assert (found.line, "only 1500" in found.reason) == (10, True)


def burning(seed: int) -> Hand:
    """A hand that uses up the deck, with cards burned before each draw."""
    random = Random(seed)
    rules = random_game(random)
    if random.random() < 0.9:
        rules = structs.replace(rules, house=structs.replace(rules.house, burn=random.choice((1, 2, 3))))
    seats = random.choice((2, 3, 4, 5, 6, 6, 6))
    stacks = [random.choice((100, 1000)) for _ in range(seats)]
    hand = Hand(rules, Stakes(5, 10), stacks, random.randrange(seats), Dealer(seed))
    thirsty = random.random() < 0.7
    while not hand.over:
        legal = hand.legal
        if legal.draw is not None and thirsty:
            assert hand.to_act is not None
            hand.apply(Discard(random.sample(hand.cards(hand.to_act), random.choice((5, 5, 4, 3)))))
        elif legal.draw is None and legal.showdown is None and thirsty and random.random() < 0.85:
            hand.apply(Check() if legal.check else Call())
        else:
            hand.apply(random_action(hand, random))
    return hand


def comes_back(hand: Hand, hero: int | None) -> None:
    text = write(record_of(hand, hero=hero), hand)
    (found,) = read(text)
    assert isinstance(found, Record), found
    played = replay(found)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == hand.nets
    burned = [event for event in hand.events if isinstance(event, Burned)]
    if hero is None:
        assert [event for event in played.events if isinstance(event, Burned)] == burned
    assert (bool(burned) and hero is None) == ("burned " in text)


@pytest.mark.parametrize("seed", [1189, 3444, 4345, 5138, 5281])
def test_whose_burned_card_it_was_decides_when_the_stub_is_short(seed: int) -> None:
    """Under the site's rule no player gets back a card of their own, so a card that was burned is not in the stub."""
    comes_back(burning(seed), None)


@examples(150)
@given(st.integers(0, 10**9), st.booleans())
def test_hands_with_burns_come_back(seed: int, one_sided: bool) -> None:
    hand = burning(seed)
    comes_back(hand, seed % len(hand.stacks) if one_sided else None)


def test_what_a_player_did_not_see_burn_is_not_in_their_file() -> None:
    hand = burning(1189)
    assert "burned" in write(record_of(hand), hand)
    for hero in range(len(hand.stacks)):
        assert "burned" not in write(record_of(hand, hero=hero), hand)
