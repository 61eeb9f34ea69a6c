"""PokerStars text as we write it: in the site's form, from one player's view or with all cards."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pokerstars_sample import CASH, GOOD, IRREGULAR, SINGLE, TOURNAMENT, walk
from scene import play, start
from standpat.cards.card import parse
from standpat.engine.action import Check, Fold
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.history.pokerstars import read, write
from standpat.history.pokerstars.low import low
from standpat.history.record import Money, Record
from standpat.history.recording import record_of
from standpat.history.replay import replay

DOLLARS = Money("USD", 100)


def one(text: str) -> Record:
    (record,) = read(text)
    assert isinstance(record, Record), record
    return record


def written(record: Record) -> str:
    hand = replay(record).hand
    assert hand is not None
    return write(record, hand)


def scripted() -> Hand:
    """Three players, one of them with a short stack; the short stack and a caller stay for all draws."""
    hand = start(
        "27td",
        ["2c3d4h9sKd", "2d3c4s7h8h", "TcTdThTsJc"],
        "5c6c 7d",
        stacks=[1000, 90, 1000],
        house="pokerstars",
    )
    play(hand, "0:r40 1:r60 2:f 0:r80 1:c 1:p 0:d9sKd 1:b10 0:c 1:p 0:d6c 1:p 0:p")
    return hand


def test_a_hand_in_full() -> None:
    hand = scripted()
    assert (
        write(record_of(hand, ("Ann", "Bo", "Cy"), hand_id="12", table="One", money=DOLLARS), hand)
        == """\
PokerStars Hand #12:  Triple Draw 2-7 Lowball Limit ($0.20/$0.40 USD) - 1970/01/01 00:00:00 UTC
Table 'One' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bo ($0.90 in chips)
Seat 3: Cy ($10 in chips)
Bo: posts small blind $0.10
Cy: posts big blind $0.20
*** DEALING HANDS ***
Dealt to Bo [2d 3c 4s 7h 8h]
Dealt to Cy [Tc Td Th Ts Jc]
Dealt to Ann [2c 3d 4h 9s Kd]
Ann: raises $0.20 to $0.40
Bo: raises $0.20 to $0.60
Cy: folds
Ann: raises $0.20 to $0.80
Betting is capped
Bo: calls $0.20
*** FIRST DRAW ***
Bo: stands pat on [2d 3c 4s 7h 8h]
Ann: discards 2 cards [9s Kd]
Dealt to Ann [2c 3d 4h] [5c 6c]
Bo: bets $0.10 and is all-in
Ann: calls $0.10
*** SECOND DRAW ***
Bo: stands pat on [2d 3c 4s 7h 8h]
Ann: discards 1 card [6c]
Dealt to Ann [2c 3d 4h 5c] [7d]
*** THIRD DRAW ***
Bo: stands pat on [2d 3c 4s 7h 8h]
Ann: stands pat on [2c 3d 4h 5c 7d]
*** SHOW DOWN ***
Bo: shows [2d 3c 4s 7h 8h] (Lo: 8,7,4,3,2)
Ann: shows [2c 3d 4h 5c 7d] (Lo: 7,5,4,3,2)
Ann collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Ann (button) showed [2c 3d 4h 5c 7d] and won ($2) with Lo: 7,5,4,3,2
Seat 2: Bo (small blind) showed [2d 3c 4s 7h 8h] and lost with Lo: 8,7,4,3,2
Seat 3: Cy (big blind) folded before the Draw
"""
    )


def test_a_player_s_view() -> None:
    hand = scripted()
    text = write(record_of(hand, ("Ann", "Bo", "Cy"), hero=2), hand)
    assert "Dealt to Cy [Tc Td Th Ts Jc]" in text
    assert text.count("Dealt to") == 1
    assert "Bo: stands pat\nAnn: discards 2 cards\n" in text
    assert "9s" not in text
    assert "6c" not in text
    assert "(40 in chips)" not in text
    assert "Table 'Standpat' 6-max (Play Money) Seat #1 is the button" in text


def without_talk(text: str, *gone: str) -> list[str]:
    lines = [line for line in text.split("\n")[1:] if "Lurøy" not in line]
    talk = (" said,", "timed out", "disconnected", "connected", "joins", "removed", "is sitting out", *gone)
    return [line for line in lines if not any(word in line for word in talk)]


@pytest.mark.parametrize("text", [CASH, SINGLE, IRREGULAR], ids=["cash", "single", "irregular"])
def test_a_site_s_hand_comes_out_as_it_went_in(text: str) -> None:
    """Except for table talk and the time zones of the header."""
    assert without_talk(written(one(text))) == without_talk(text)


@pytest.mark.parametrize("name", sorted(set(GOOD) - {"unreliable"}))
def test_reading_again_changes_nothing(name: str) -> None:
    first = one(GOOD[name])
    again = one(written(first))
    for field in ("game", "stakes", "stacks", "players", "posts", "hand_id", "money", "rake", "hero", "extra"):
        assert getattr(again, field) == getattr(first, field), field
    assert again.when == first.when
    assert {e for _, e in first.told} <= {e for _, e in again.told}


def test_a_tournament_s_and_a_mix_s_header() -> None:
    header = written(one(TOURNAMENT)).split("\n")[0]
    assert header == (
        "PokerStars Hand #900100200303: Tournament #70001, $5+$0.50 USD Triple Draw 2-7 Lowball Limit - "
        "Level III (40/80) - 2026/02/04 01:00:00 UTC [2026/02/03 20:00:00 ET]"
    )
    mixed = "PokerStars Hand #5:  8-Game (Triple Draw 2-7 Lowball Limit, $2/$4 USD) - 2026/05/06 11:22:33 MSK"
    assert written(one(walk(mixed))).startswith(mixed + "\n")


def test_three_pots_and_rake() -> None:
    hand = Hand(game("27sd"), Stakes(5, 10), [30, 60, 100, 100], 0, Dealer(5))
    while hand.to_act is not None:
        if hand.drawing:
            play(hand, f"{hand.to_act}:p")
        elif hand.street == 0:
            bounds = hand.legal.raise_
            play(hand, f"{hand.to_act}:r{bounds.max_to}" if bounds else f"{hand.to_act}:c")
        else:
            hand.apply(Check())
    text = write(record_of(hand, rake=7), hand)
    pots = [line.split(" from ")[1] for line in text.split("\n") if " collected " in line]
    assert pots == ["side pot-2", "side pot-1", "main pot"]
    assert "Total pot 290 Main pot 113. Side pot-1 90. Side pot-2 80. | Rake 7" in text
    assert replay(one(text)).disagreements == []


def test_a_rake_larger_than_a_pot() -> None:
    hand = Hand(game("27sd"), Stakes(5, 10), [3, 60, 60], 0, Dealer(5))
    play(hand, "0:c 1:c 2:k 1:p 2:p 0:p 1:k 2:k")
    text = write(record_of(hand, rake=12), hand)
    assert [line for line in text.split("\n") if " collected " in line] == ["Player 2 collected 11 from side pot"]
    assert "Total pot 23 | Rake 12" in text
    assert replay(one(text)).disagreements == []


def test_a_pot_nobody_saw_the_hands_for_goes_where_the_file_says() -> None:
    text = CASH.replace("Mira_99: shows [2c 7d 4s 3h 8d] (Lo: 8,7,4,3,2)\n", "Mira_99: mucks hand\n")
    text = "\n".join(line for line in text.split("\n") if not line.startswith("Dealt to"))
    for cards in (" [Kh 9c]", " [Qs]", " on [2c 7d 4s 3h 8d]"):
        text = text.replace(cards, "")
    text = text.replace("Mira_99 collected", "Gneis collected")
    record = one(text)
    assert replay(record).disagreements == []
    assert "Gneis collected $43.50 from pot" in written(record)


def test_house_rules_and_an_odd_id_are_kept() -> None:
    hand = Hand(game("27td", house="wsop", cap=None, cap_heads_up=True), Stakes(3, 10), [100, 100], 0, Dealer(1))
    hand.apply(Fold())
    text = write(record_of(hand, hand_id="north, 4"), hand)
    assert text.endswith("House rules: wsop, cap none, cap_heads_up yes, hand north, 4\n")
    record = one(text)
    assert (record.game, record.hand_id) == (hand.game, "north, 4")


def test_stakes_that_the_posts_do_not_tell() -> None:
    hand = Hand(game("27td"), Stakes(3, 10, 2), [1, 100, 100], 2, Dealer(1))
    hand.apply(Fold())
    while hand.to_act is not None:
        play(hand, f"{hand.to_act}:{'p' if hand.drawing else 'k'}")
    text = write(record_of(hand), hand)
    assert "stakes 3/10/2" in text
    assert one(text).stakes == Stakes(3, 10, 2)


def test_names_are_mended() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [100] * 4, 0, Dealer(1))
    for _ in range(3):
        hand.apply(Fold())
    text = write(record_of(hand, ("", "two\nlines", "Ann", "Ann")), hand)
    assert one(text).players == ("Player 1", "two lines", "Ann", "Ann'")


def test_what_cannot_be_written() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [100] * 2, 0, Dealer(1))
    record = one(walk("PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit ($2/$4 USD) - 2026/05/06 11:22:33 ET"))
    with pytest.raises(ValueError, match="not over"):
        write(record, hand)
    hand.apply(Fold())
    with pytest.raises(ValueError, match="divisor of 100"):
        write(replace(record, money=Money("BTC", 1000)), hand)


def test_times() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [100] * 2, 0, Dealer(1))
    hand.apply(Fold())
    summer = record_of(hand, when=datetime(2026, 7, 1, 2, 0, 0, tzinfo=UTC))
    assert "- 2026/07/01 02:00:00 UTC [2026/06/30 22:00:00 ET]" in write(summer, hand)
    assert one(write(record_of(hand), hand)).when is None


@pytest.mark.parametrize(
    ("cards", "ranking", "words"),
    [
        ("2c3c4c5d7h", "deuce-to-seven", "7,5,4,3,2"),
        ("Ac2c3c4c5d", "deuce-to-seven", "A,5,4,3,2"),
        ("Ac2c3c4c5c", "deuce-to-seven", "a flush, Ace high"),
        ("5c5d8s2hTc", "deuce-to-seven", "a pair of Fives"),
        ("6c6d8s8hTc", "deuce-to-seven", "two pair, Eights and Sixes"),
        ("2c2d2s8hTc", "deuce-to-seven", "three of a kind, Deuces"),
        ("4c5d6s7h8c", "deuce-to-seven", "a straight, Four to Eight"),
        ("TcJdQsKhAc", "deuce-to-seven", "a straight, Ten to Ace"),
        ("6c6d6s8h8c", "deuce-to-seven", "a full house, Sixes full of Eights"),
        ("6c6d6s6h8c", "deuce-to-seven", "four of a kind, Sixes"),
        ("4c5c6c7c8c", "deuce-to-seven", "a straight flush, Four to Eight"),
        ("Ac2c3c4c5c", "ace-to-five", "5,4,3,2,A"),
        ("AcAd3c4c5c", "ace-to-five", "a pair of Aces"),
        ("AcAdKcKd5c", "ace-to-five", "two pair, Kings and Aces"),
    ],
)
def test_hand_names(cards: str, ranking: str, words: str) -> None:
    assert low(parse(cards), ranking) == words
