"""PHH files (`standpat.history.phh`)."""

from datetime import UTC, datetime
from random import Random

import pytest

from handwritten import PHH
from play import finish, random_hand
from standpat import Dealer, Hand, Stakes, game
from standpat.engine import games
from standpat.engine.blind import ForcedBet
from standpat.engine.event import Acted, Burned, DealHole, DiscardAnnounced, DrawResult, HandEnd, ShowdownShow, Wished
from standpat.history import phh
from standpat.history.record import Damaged, Money, Record, Skipped
from standpat.history.recording import record_of
from standpat.history.replay import replay


def only(text: str, **given: str) -> Record:
    (hand,) = phh.read(text, **given)
    assert isinstance(hand, Record), hand
    return hand


def line_of(part: str) -> int:
    return PHH[: PHH.index(part)].count("\n") + 1


def test_a_file_of_another_program() -> None:
    hand = only(PHH)
    assert hand.game == game("27td", house="wsop")
    assert hand.stakes == Stakes(50, 100)
    assert hand.money == Money("USD", 100)
    assert (hand.players, hand.button, hand.stacks[0]) == (("ann", "bob", "cid"), 2, hand.stacks[2])
    played = replay(hand)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == tuple(chips * hand.money.scale for chips in (5, -5, 0))


def test_lines_are_the_files() -> None:
    told = only(PHH).told
    assert [line for line, e in told if isinstance(e, DealHole)] == [line_of("'d dh p1 7c"), 10, 11]
    assert [line for line, e in told if isinstance(e, Acted)][:3] == [12, 13, 14]
    first_round = [(line, type(e), e.count) for line, e in told if isinstance(e, DiscardAnnounced | DrawResult)][:4]
    assert first_round == [
        (line_of("'p1 sd 6h'"), DiscardAnnounced, 1),
        (line_of("'p2 sd ????'"), DiscardAnnounced, 2),
        (line_of("'d dh p1 Td'"), DrawResult, 1),
        (line_of("'d dh p2 ????'"), DrawResult, 2),
    ]
    assert [line for line, e in told if isinstance(e, HandEnd)] == [line_of("finishing_stacks")]


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        (
            "'p1 cbr 2',\n  'p2 cc',\n  'p1 sd 6h'",
            "'p1 cbr 3',\n  'p2 cc',\n  'p1 sd 6h'",
            "'p1 cbr 2'",
            "raise to 300",
        ),
        ("'p1 sd 6h'", "'p1 sd 6d'", "'p1 sd 6h'", "6d not"),
        ("'d dh p1 Td'", "'d dh p1 9s'", "'d dh p1 Td'", "9s, card 16 of the script, cannot come now"),
        ("'p2 sd',", "'p3 sd',", "'p2 sd',", "seat 2 (cid) draws, but seat 1 (bob) is to draw"),
        ("p2 sm 8c6d5d3c2d", "p2 sm 7c6d5d3c2d", "'p2 sm", "showdown-show"),
        ("p1 sm 7c4c3d2c5s", "p1 sm 7c4c3d2c5h", "'p1 sm", "5h"),
        ("[25.0, 15.00, 20]", "[15.0, 25.00, 20]", "finishing_stacks", "nets [-500, 500, 0]"),
        ("  'p1 cc',\n", "", "'p2 cc',\n  'p1 sd Js'", "seat 1 (bob) acts, but seat 0 (ann) is to act"),
    ],
)
def test_a_changed_line_is_found(old: str, new: str, at: str, reason: str) -> None:
    assert old in PHH
    line = line_of(at) - (1 if not new else 0)
    found = replay(only(PHH.replace(old, new, 1))).disagreements
    assert found
    assert found[0].line == line
    assert reason in found[0].reason


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("variant = 'F2L3D'\n", "", "variant", "the field variant is missing"),
        ("'p2 cc',", "'p2 call',", "'p2 cc',", "expected 'd dh'"),
        ("'p2 cc',", "'p9 cc',", "'p2 cc',", "'p9' is not a player"),
        ("'p1 cbr 1'", "'p1 cbr one'", "'p1 cbr 1'", "not an amount"),
        ("'d dh p1 Td'", "'d dh p1 Tx'", "'d dh p1 Td'", "'Tx' is not a card"),
        ("'d dh p1 Td'", "'d dh p3 Td'", "'d dh p1 Td'", "discarded nothing"),
        ("small_bet = 1", "small_bet = 0.5", "small_bet", "small_bet is 50"),
        ("big_bet = 2", "big_bet = 3", "big_bet", "has 200"),
        ("[0.50, 1, 0]", "[0.50, 1, 0.75]", "blinds_or_straddles", "p3 posts 75, which is not a straddle over 100"),
        ("[0.50, 1, 0]", "[0.50, 1]", "blinds_or_straddles", "2 blinds for 3 players"),
        ("[20, 20.00, 20]", "[20, inf, 20]", "starting_stacks", "not an amount of chips"),
        ("[20, 20.00, 20]", "[20, 'many', 20]", "starting_stacks", "not an amount"),
        ("['ann', 'bob', 'cid']", "['ann']", "players", "expected 3 players"),
        ("'p1 sd Js',", "'p1 sd Js,", "'p1 sd Js'", "not TOML"),
        ("small_bet = 1", "small_bet = = 1", "small_bet", "not TOML"),
    ],
)
def test_a_file_that_cannot_be_played_is_damaged(old: str, new: str, at: str, reason: str) -> None:
    assert old in PHH
    (damaged,) = phh.read(PHH.replace(old, new, 1))
    assert isinstance(damaged, Damaged)
    assert reason in damaged.reason
    assert damaged.line == (1 if not new else line_of(at))


def test_a_hand_of_another_game_is_skipped() -> None:
    line = line_of("variant")
    codes = ", ".join([phh.variant(game(id)) for id in games.ids()])
    assert codes.startswith("F2L3D, FA5L3D, N2L1D, ")
    reason = f"unknown game: 'NT', expected one of {codes}"
    other, hand = phh.read(f"{PHH.replace('F2L3D', 'NT')}\n[2]\n{PHH}".replace("# A comment", "[1]\n# A comment", 1))
    assert other == Skipped(line + 1, reason)
    assert isinstance(hand, Record)


def test_several_hands_in_a_file() -> None:
    fields = PHH.partition("\n")[2]
    broken = fields.replace("'p1 sd Js',", "'p1 sd Js,")
    text = f"[1]\n{fields}\n[2] # the second\n{broken}\n['third']\n{fields}"
    first, second, third = phh.read(text)
    assert isinstance(first, Record)
    assert first.line == 1
    assert isinstance(second, Damaged)
    assert second.line == text[: text.index("sd Js,\n")].count("\n") + 1
    assert isinstance(third, Record)
    assert not replay(first).disagreements + replay(third).disagreements
    assert [line for line, e in third.told if isinstance(e, HandEnd)] == [
        text[: text.rindex("finishing")].count("\n") + 1
    ]


def test_the_house_may_be_said() -> None:
    hand = only(PHH, house="online", game_id="27td")
    assert hand.game == game("27td")
    assert not any(isinstance(e, DiscardAnnounced) for _, e in hand.told)
    assert replay(hand).disagreements == []


def test_heads_up_the_blinds_are_reversed() -> None:
    text = """
variant = "N2L1D"
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [300, 200]
actions = ["d dh p1 2c3c4c5c7d", "d dh p2 8s8h8d8c2s", "p2 cc", "p1 cc", "p1 sd", "p2 sd 8s8h",
  "d dh p2 3s4s", "p1 cbr 20", "p2 cbr 190", "p1 cc", "p2 sm 8d8c2s3s4s", "p1 sm -"]
"""
    hand = only(text)
    assert (hand.button, hand.stakes) == (1, Stakes(5, 10))
    played = replay(hand)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == (200, -200)


def test_a_late_blind_and_an_ante_of_one_player() -> None:
    hand = Hand(
        game("27td", house="ultimate"),
        Stakes(5, 10),
        [100, 90, 80, 70],
        2,
        Dealer(seed=3),
        posts=[
            ForcedBet(3, "small-blind", 5),
            ForcedBet(0, "big-blind", 10),
            ForcedBet(1, "extra-blind", 10),
            ForcedBet(1, "dead-blind", 5),
        ],
    )
    finish(hand, Random(3))
    text = phh.write(record_of(hand))
    assert "blinds_or_straddles = [5, 10, -10, 0]" in text
    assert "antes = [0, 0, 5, 0]" in text
    assert replay(only(text)).events == hand.events
    plain = "\n".join(row for row in text.split("\n") if not row.startswith("_standpat"))
    assert replay(only(plain)).disagreements == []


def test_what_the_format_has_no_field_for_comes_back() -> None:
    seen = set()
    for seed in range(60):
        random = Random(seed)
        hand = random_hand(random, seed=seed, seats=6, fold=False, asked=False)
        hand.wish(random.randrange(6), "show")
        finish(hand, random)
        record = record_of(
            hand,
            ("ann", "b'o\"b", "çid", "dan\\", "", "fay"),
            hand_id="H 5",
            table="Vega",
            when=datetime(2026, 3, 1, 20, 15, 30, tzinfo=UTC),
            money=Money("USD", 100),
            hero=2,
            seat_numbers=(1, 2, 3, 5, 6, 8),
        )
        again = only(phh.write(record))
        assert replay(again).events == hand.events
        for name in ("game", "stakes", "stacks", "button", "players", "posts", "hand_id", "hand_no", "table", "when"):
            assert getattr(again, name) == getattr(record, name), name
        for name in ("money", "rake", "hero", "seat_numbers", "extra"):
            assert getattr(again, name) == getattr(record, name), name
        seen |= {type(event) for event in hand.events}
    assert {Wished, Burned, ShowdownShow} <= seen


def test_codes_are_one_a_game() -> None:
    codes = {phh.variant(game(id)) for id in games.ids()}
    assert len(codes) == len(games.ids())


def test_r3_5_an_ante_of_the_big_blind_is_the_tables() -> None:
    """As in the World Series' single draw: the ante that one player posts is money of the main pot, and the stakes say
    so."""
    text = """variant = 'N2L1D'
antes = [0, 225, 0]
blinds_or_straddles = [75, 150, 0]
min_bet = 150
starting_stacks = [5000, 3000, 1000]
actions = [
  'd dh p1 8c6d4s3h2d', 'd dh p2 Kc7d5h4c2h', 'd dh p3 7c5d4h3s2c',
  'p3 cbr 1000', 'p1 f', 'p2 cc', 'p2 sd', 'p3 sd', 'p2 sm Kc7d5h4c2h', 'p3 sm 7c5d4h3s2c',
]
finishing_stacks = [4925, 1775, 2300]
"""
    record = only(text)
    assert record.stakes == Stakes(75, 150, 225, "big-blind")
    assert record.posts is None
    assert replay(record).disagreements == []


def test_r3_5_a_table_ante_that_is_short_comes_back() -> None:
    """If an ante is not paid in full, the file has the amount paid, because other programs take antes first."""
    stakes = Stakes(5, 10, 15, "big-blind")
    hand = Hand(game("27sd"), stakes, [100, 100, 17], 0, Dealer(2))
    finish(hand, Random(2))
    text = phh.write(record_of(hand))
    assert "antes = [0, 7, 0]" in text
    record = only(text)
    assert (record.stakes, record.posts) == (stakes, None)
    again = replay(record)
    assert again.disagreements == []
    assert again.events == hand.events


def test_t10_5_a_straddle_is_read_and_written() -> None:
    posts = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(3, "straddle", 20)]
    hand = Hand(game("27sd"), Stakes(5, 10), [200] * 4, 0, Dealer(2), posts=posts)
    finish(hand, Random(4))
    text = phh.write(record_of(hand))
    assert "blinds_or_straddles = [5, 10, 20, 0]" in text
    foreign = "\n".join([line for line in text.splitlines() if not line.startswith("_standpat")])
    for told in (text, foreign):
        again = replay(only(told, game_id="27sd", house="online"))
        assert again.hand is not None
        assert sorted(again.hand.nets or ()) == sorted(hand.nets or ())
