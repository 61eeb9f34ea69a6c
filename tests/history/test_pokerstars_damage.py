"""Broken PokerStars text: the hand is `Damaged` with the line, and the hands around it are read."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from pokerstars_sample import CASH, SINGLE, TOURNAMENT, walk
from pokerstars_sample import GOOD as SAMPLES
from standpat.history.pokerstars import read
from standpat.history.record import Damaged, Record
from standpat.history.replay import replay

HEADER = "PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit ($2/$4 USD) - 2026/05/06 11:22:33 ET"
GOOD = walk(HEADER)


def damage(text: str) -> Damaged:
    """The `Damaged` of one broken hand between two good ones, with the line counted from the start of that hand."""
    before, broken, after = read(f"{GOOD}\n{text}\n{GOOD}")
    assert isinstance(before, Record)
    assert isinstance(broken, Damaged), broken
    assert isinstance(after, Record)
    assert after.line == GOOD.count("\n") + text.count("\n") + 3
    return Damaged(broken.line - GOOD.count("\n") - 1, broken.reason)


def line_of(text: str, line: str) -> int:
    return text.split("\n").index(line) + 1


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        ("kald kaffe: calls $4", "kald kaffe: calls $4000", "only 116"),
        ("kald kaffe: calls $4", "kald kaffe: calls $4.005", "not a whole number of chips"),
        ("kald kaffe: calls $4", "kald kaffe: calls $-4", "not an amount"),
        ("kald kaffe: calls $4", "kald kaffe: calls $4,5", "not an amount"),
        ("kald kaffe: calls $4", "kald kaffe: cal#s $4", "not understood"),
        ("kald kaffe: calls $4", "kald kaff: calls $4 and is all-in", "not understood"),
        ("kald kaffe: calls $4", "\x00\x01\x02", "not understood"),
        ("kald kaffe: calls $4", "Uncalled bet ($4) returned to nobody", "not understood"),
        ("Gneis: raises $2 to $6", "Gneis: raises $2 to $0", "a raise to 0"),
        ("Torvald: posts small blind $1", "Torvald: posts small blind $100", "only 8000"),
        ("Mira_99: discards 2 cards [Kh 9c]", "Mira_99: discards 2 cards [Kh 9d]", "2 discards [Kh 9d]"),
        ("Mira_99: discards 2 cards [Kh 9c]", "Mira_99: discards 2 cards [Kh]", "2 discards [Kh]"),
        ("Mira_99: discards 2 cards [Kh 9c]", "Mira_99: discards 2 cards", "2 discards []"),
        ("Mira_99: discards 2 cards [Kh 9c]", "Mira_99: discards 2 cards [Kh 1x]", "'1x' is not a card"),
        ("Mira_99: discards 2 cards [Kh 9c]", "Mira_99: discards 6 cards", "6 cards discarded"),
        ("Dealt to Mira_99 [2c 7d 4s] [3h Qs]", "Dealt to Mira_99 [2c 7d] [3h Qs]", "is not what is left"),
        ("Dealt to Mira_99 [2c 7d 4s] [3h Qs]", "Dealt to Mira_99 [2c 7d 4s] [3h]", "1 cards drawn for 2"),
        ("Dealt to Mira_99 [2c 7d 4s] [3h Qs]", "Dealt to Mira_99 [2c 7d 4s] [3h 2c]", "is not a hand"),
        ("Dealt to Mira_99 [2c 7d Kh 4s 9c]", "Dealt to Mira_99 [2c 7d Kh 4s]", "is not a hand"),
        ("Dealt to Mira_99 [2c 7d Kh 4s 9c]", "Dealt to Mira_99 [2c 7d Kh 4s 4s]", "is not a hand"),
        ("Mira_99: stands pat on [2c 7d 4s 3h 8d]", "Mira_99: stands pat on [2c 7d 4s 3h 9d]", "pat on"),
        ("kald kaffe: discards 2 cards", "Mira_99: stands pat", "no draw round has begun"),
        ("kald kaffe: discards 2 cards", "Torvald: discards 2 cards", "the player has folded"),
        ("Gneis: bets $2", "Torvald: bets $2", "the player has folded"),
        ("*** SECOND DRAW ***", "*** THIRD DRAW ***", "draw 3 of 3, after draw 1"),
        ("Seat 2: Mira_99 ($64.50 in chips)", "Seat 1: Mira_99 ($64.50 in chips)", "comes twice"),
        ("Seat 2: Mira_99 ($64.50 in chips)", "Seat 2: Mira_99 ($many in chips)", "not an amount"),
        ("Mira_99: shows [2c 7d 4s 3h 8d] (Lo: 8,7,4,3,2)", "Mira_99: shows [2c 7d 4s 3h]", "is not a hand"),
        ("Mira_99 collected $43.50 from pot", "Mira_99 collected $43.505 from pot", "not a whole number"),
        ("Total pot $45 | Rake $1.50", "Total pot $45 | Rake $x", "not an amount"),
        ("Table 'Brisling IV' 6-max Seat #6 is the button", "Brisling IV", "expected the table's line"),
    ],
)
def test_a_broken_line(was: str, now: str, reason: str) -> None:
    found = damage(CASH.replace(was, now))
    assert reason in found.reason
    assert found.line == line_of(CASH, was)


@pytest.mark.parametrize(
    ("gone", "at", "reason"),
    [
        (
            "Dealt to Mira_99 [2c 7d 4s] [3h Qs]",
            "Mira_99: discards 2 cards [Kh 9c]",
            "new cards are missing",
        ),
        ("*** FIRST DRAW ***", "Mira_99: discards 2 cards [Kh 9c]", "no draw round has begun"),
        ("Total pot $45 | Rake $1.50", "Seat 6: Gneis (button) mucked [9d 8c 6s 4d 3s]", "breaks off"),
    ],
)
def test_a_missing_line(gone: str, at: str, reason: str) -> None:
    found = damage(CASH.replace(gone, ""))  # an empty line in its place
    assert reason in found.reason
    assert found.line == line_of(CASH, at)


@pytest.mark.parametrize("kept", range(1, CASH.count("\n") - 5))
def test_a_hand_that_breaks_off(kept: int) -> None:
    """Wherever a hand breaks off before its summary, the error names its last line or the one before it."""
    lines = CASH.split("\n")[:kept]
    found = damage("\n".join(lines) + "\n")
    assert found.line <= kept


@pytest.mark.parametrize("cut", range(0, len(SINGLE), 7))
def test_a_file_cut_in_the_middle_of_a_line(cut: int) -> None:
    hands = list(read(GOOD + "\n" + SINGLE[:cut]))
    assert isinstance(hands[0], Record)
    for hand in hands[1:]:
        if isinstance(hand, Record):  # everything that matters was there
            assert replay(hand).disagreements == []
    assert all(isinstance(hand, Damaged) for hand in hands[1:]) or "Total pot" in SINGLE[:cut]


@examples(150)
@given(st.sampled_from(sorted(SAMPLES)), st.randoms(use_true_random=False))
def test_whatever_happens_to_a_hand_the_others_come(name: str, random: Random) -> None:
    """Lines lost, repeated or exchanged, and mistyped letters: the reader and the replay cope with them."""
    lines = SAMPLES[name].split("\n")[:-1]
    for _ in range(random.randint(1, 3)):
        at, other = (random.randrange(1, len(lines)) for _ in range(2))
        match random.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                letter = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:letter] + random.choice("x7$[]: .") + lines[at][letter + 1 :]
    before, *broken, after = read(GOOD + "\n" + "\n".join(lines) + "\n\n" + GOOD)
    assert isinstance(before, Record)
    assert isinstance(after, Record)
    assert broken
    first, last = before.line + GOOD.count("\n") + 1, after.line
    for hand in broken:
        assert first <= hand.line < last
        if isinstance(hand, Record):
            assert all(first <= found.line < last for found in replay(hand).disagreements)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (HEADER.replace("Lowball Limit ($2/$4 USD)", "Low"), "not a draw lowball game"),
        (HEADER.replace(" ($2/$4 USD)", ""), "no stakes"),
        (HEADER.replace("$2/$4", "$2/$x"), "not an amount"),
        (HEADER.replace("$2/$4", "$0.005/$0.01"), "not a whole number"),
        (HEADER.replace("$2/$4", "$0/$0"), "at least 1 chip"),
        (HEADER.replace("/05/06", "/13/06"), "month"),
    ],
)
def test_a_broken_header(header: str, reason: str) -> None:
    found = damage(walk(header))
    assert reason in found.reason
    assert found.line == 1


def test_a_hand_nobody_plays() -> None:
    text = walk(HEADER)
    alone = [line for line in text.split("\n") if "Ask" not in line]
    assert "1 players" in damage("\n".join(alone)).reason


def test_an_action_left_out_is_the_replay_s_to_find() -> None:
    (record,) = read(CASH.replace("Torvald: folds\n", "").replace('Gneis said, "', 'Gneis said, "Torvald: folds\n'))
    assert isinstance(record, Damaged)  # half a chat line
    (record,) = read("\n".join(line for line in CASH.split("\n") if line != "Torvald: folds"))
    assert isinstance(record, Record)
    assert "Torvald" in replay(record).disagreements[0].reason


def test_no_deal() -> None:
    assert "no deal" in damage(CASH.replace("*** DEALING HANDS ***", "")).reason


def test_lines_after_a_hand_that_belong_to_none() -> None:
    record, stray, after = read(GOOD + "\nWinamax Poker - something else\n" + GOOD)
    assert isinstance(record, Record)
    assert stray == Damaged(GOOD.count("\n") + 2, "not understood: 'Winamax Poker - something else'")
    assert isinstance(after, Record)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("House rules: mars", "unknown house rules 'mars'"),
        ("House rules: wsop, cap 0", "cap 0: expected 1 or more, or none"),
        ("House rules: wsop, cap many", "cap many: expected 1 or more, or none"),
        ("House rules: wsop, colour red", "'colour' is not a house rule"),
        ("House rules: wsop, stakes 1/2", "expected small blind, big blind and ante"),
        ("House rules: wsop, stakes a/2/0", "'a' is not a number"),
        ("House rules: wsop, stakes 5/2/0", "small_blind 5"),
    ],
)
def test_broken_house_rules(line: str, reason: str) -> None:
    found = damage(GOOD + line + "\n")
    assert reason in found.reason
    assert found.line == GOOD.count("\n") + 1


def test_house_rules_in_the_chat_are_chat() -> None:
    text = GOOD.replace("Ask: folds", 'Ask said, "House rules: wsop"\nAsk: folds')
    (record,) = read(text)
    assert isinstance(record, Record)
    assert record.game.house.name == "pokerstars"


def test_a_deal_of_replacements_nobody_asked_for() -> None:
    text = TOURNAMENT.replace("Torsk: stands pat on [7c 4h 2c 5d 3s]\nSild: discards 2 cards", "", 1).replace(
        "*** SECOND DRAW ***", "*** SECOND DRAW ***\nDealt to Torsk [7c 4h 2c 5d] [8s]"
    )
    assert "discarded nothing before" in damage(text).reason


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff\r\n"])
def test_nothing(text: str) -> None:
    assert list(read(text)) == []


def test_another_text() -> None:
    assert list(read("\nDear diary,\ntoday I folded.\n")) == [Damaged(2, "not a PokerStars hand: 'Dear diary,'")]
