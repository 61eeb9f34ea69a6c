"""History files of any format (`standpat.history.file`), and records of hands that were played here."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from handwritten import ARENA, PHH
from irregular import random_irregular_hand
from play import finish, random_action, random_hand
from standpat import Dealer, Hand, Stakes, game
from standpat.engine.action import Fold
from standpat.engine.blind import ForcedBet
from standpat.engine.event import Reshuffled
from standpat.history import pokerstars
from standpat.history.file import convert, detect, join, read, read_file, written_format
from standpat.history.formats import written_names
from standpat.history.record import Damaged, Money, Record
from standpat.history.recording import record_of
from standpat.history.replay import replay

HEADER = "PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ($0.10/$0.20 USD) - 2026/01/02 20:00:05 CET"


def played(seed: int) -> Hand:
    """A hand of any game under any house rules.

    In every third hand six players stay to the end, so that the stub runs out. Nobody is asked at the showdown: a file
    has decisions but no questions, so a replay would have an additional wish.
    """
    random = Random(seed)
    hand = random_hand(random, seed=seed, seats=6 * (seed % 3 == 0), fold=bool(seed % 3), asked=False)
    while hand.to_act is not None:
        wisher = random.randrange(len(hand.stacks))
        if hand.live[wisher] and random.random() < 0.05:
            hand.wish(wisher, random.choice(("show", "muck")))
        hand.apply(random_action(hand, random))
    return hand


@examples(150)
@given(seed=st.integers(min_value=0, max_value=10**9))
def test_any_hand_comes_back_identical(seed: int) -> None:
    hand = played(seed)
    record = record_of(hand, tuple(f"player {seat}" for seat in range(len(hand.stacks))))
    once = replay(record)
    assert once.disagreements == []
    assert once.events == hand.events
    for form in ("arena", "phh"):
        (again,) = read(convert(record, form, once))
        assert isinstance(again, Record), again
        assert (again.game, again.stakes, again.posts) == (record.game, record.stakes, record.posts)
        twice = replay(again)
        assert twice.disagreements == []
        assert twice.events == hand.events


@pytest.mark.parametrize("seed", range(60))
def test_r3_7_hands_with_irregular_posts_come_back_identical(seed: int) -> None:
    """A record has the forced bets that were due, including those that nobody had the chips for."""
    random = Random(seed)
    hand = random_irregular_hand(random, seed=seed, repeated=False, asked=False)
    finish(hand, random)
    record = record_of(hand, tuple(f"player {seat}" for seat in range(len(hand.stacks))))
    once = replay(record)
    assert once.disagreements == []
    for form in ("arena", "phh"):
        (again,) = read(convert(record, form, once))
        assert isinstance(again, Record), again
        assert (again.game, again.stakes, again.posts) == (record.game, record.stakes, record.posts)
        twice = replay(again)
        assert twice.disagreements == []
        assert twice.events == hand.events


@pytest.mark.parametrize("seed", range(8))
def test_t10_5_straddles_are_in_all_formats(seed: int) -> None:
    random = Random(seed)
    posts = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(3, "straddle", 20)]
    played = game(("27td", "27sd")[seed % 2], house="pokerstars")
    hand = Hand(played, Stakes(5, 10), [random.choice((30, 400)) for _ in range(5)], 0, Dealer(seed), posts=posts)
    finish(hand, random)
    record = record_of(hand)
    again = replay(record)
    words = {"arena": "straddle", "phh": "[5, 10, 20, 0, 0]", "ohh": "Straddle", "pokerstars": "straddle 20"}
    for form, word in words.items():
        text = convert(record, form, again)
        assert word in text
        (found,) = read(text)
        assert isinstance(found, Record), found
        told = replay(found)
        assert told.disagreements == []
        assert told.hand is not None
        assert ForcedBet(3, "straddle", 20) in told.hand.posts
        assert told.hand.nets == hand.nets


def test_t10_6_chopped_blinds_are_in_all_formats() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [400] * 3, 0, Dealer(1))
    hand.apply(Fold())
    hand.chop()
    record = record_of(hand)
    once = replay(record)
    assert once.disagreements == []
    assert once.events == hand.events
    for form in written_names():
        (again,) = read(convert(record, form, once))
        assert isinstance(again, Record), again
        told = replay(again)
        assert told.disagreements == []
        assert told.hand is not None
        assert told.hand.nets == (0, 0, 0)


def test_reshuffles_are_among_them() -> None:
    assert any(isinstance(event, Reshuffled) for seed in range(0, 30, 3) for event in played(seed).events)


@pytest.mark.parametrize("seed", range(40))
def test_what_one_player_saw_goes_through_all_formats(seed: int) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed)
    finish(hand, random)
    names = tuple(f"player {seat}" for seat in range(len(hand.stacks)))
    record = record_of(hand, names, hand_id="77", hero=random.randrange(len(names)))
    (seen,) = read(convert(record, "pokerstars"))
    assert isinstance(seen, Record), seen
    first = replay(seen)
    assert first.disagreements == []
    for form in ("arena", "phh"):
        (again,) = read(convert(seen, form, first))
        assert isinstance(again, Record), again
        second = replay(again)
        assert second.disagreements == []
        assert second.events == first.events


@pytest.mark.parametrize(
    ("text", "name", "form"),
    [
        (ARENA, "", "arena"),
        ("{broken\n" + ARENA, "x.phh", "arena"),
        (PHH, "", "phh"),
        (f"[1]\n{PHH}", "x.txt", "phh"),
        (HEADER, "", "pokerstars"),
        ("\n\n" + HEADER, "x.jsonl", "pokerstars"),
        ("nothing", "x.phhs", "phh"),
        ("nothing", "27td-fl.jsonl", "arena"),
    ],
)
def test_formats_are_recognised(text: str, name: str, form: str) -> None:
    assert detect(text, name).name == form


def test_what_is_no_history() -> None:
    with pytest.raises(ValueError, match="unknown hand history format"):
        detect("Dear diary,", "diary.txt")
    (damaged,) = read("Dear diary,")
    assert isinstance(damaged, Damaged)
    assert damaged.line == 1
    with pytest.raises(ValueError, match="'pgn' is not a known format: expected one of arena, ohh, phh, pokerstars"):
        written_format("pgn")


@pytest.mark.parametrize("text", [ARENA, PHH], ids=["arena", "phh"])
@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-be"),
        lambda text: text.replace("\n", "\r\n").encode(),
    ],
    ids=["utf-8", "bom", "utf-16", "utf-16-be", "crlf"],
)
def test_encodings_and_line_ends(text: str, encode: Callable[[str], bytes], tmp_path: Path) -> None:
    path = tmp_path / "history.txt"
    path.write_bytes(encode(text))
    (expected,) = read(text)
    assert list(read_file(path)) == [expected]


def test_the_game_and_house_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "27td-fl.jsonl"
    path.write_text(ARENA)
    (other,) = read_file(path)
    assert isinstance(other, Damaged)  # by its name it would be triple draw
    (hand,) = read_file(path, game="27sd-nl", house="wsop")
    assert isinstance(hand, Record)
    assert hand.game == game("27sd", house="wsop")
    with pytest.raises(ValueError, match="unknown game 'holdem'"):
        list(read_file(path, game="holdem"))
    with pytest.raises(ValueError, match="unknown house rules 'casino'"):
        list(read_file(path, house="casino"))
    (stars,) = read(convert(hand, "pokerstars"), house="full_tilt")
    assert isinstance(stars, Record)
    assert stars.game.house.name == "full_tilt"


def test_a_hand_the_engine_disagrees_with_is_converted_as_told() -> None:
    (hand,) = read(ARENA.replace("[-150,150]", "[-140,140]"), name="27sd-nl")
    assert isinstance(hand, Record)
    for form in ("arena", "phh"):
        (again,) = read(convert(hand, form))
        assert isinstance(again, Record)
        assert [reason for _, reason in replay(again).disagreements] == [
            "nets [-140, 140], but the rules say [-150, 150]"
        ]
    with pytest.raises(ValueError, match="line 19 is not: nets"):
        convert(hand, "pokerstars")


@pytest.mark.parametrize("form", written_names())
def test_files_of_many_hands(form: str) -> None:
    hands = []
    for number in range(4):
        random = Random(number)
        hand = Hand(game("27td"), Stakes(5, 10), [200, 150, 90], 1, Dealer(number), hand_no=number + 1)
        finish(hand, random)
        hands.append(record_of(hand, ("ann", "bob", "cid"), hand_id=str(number + 1), table="Vega"))
    text = join([convert(hand, form) for hand in hands], form)
    again = list(read(text))
    assert len(again) == 4
    for first, second in zip(hands, again, strict=True):
        assert isinstance(second, Record), second
        assert second.stacks == first.stacks
        assert replay(second).disagreements == []


def test_a_record_needs_a_finished_hand_and_its_names() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [100, 100], 0, Dealer(seed=1))
    with pytest.raises(ValueError, match="not over"):
        record_of(hand)
    finish(hand, Random(1))
    with pytest.raises(ValueError, match="3 names for 2 seats"):
        record_of(hand, ("a", "b", "c"))
    assert record_of(hand).players == ("", "")


def test_money_is_kept() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [105, 100], 0, Dealer(seed=1))
    finish(hand, Random(1))
    record = record_of(hand, ("ann", "bob"), hand_id="9", money=Money("EUR", 100))
    for form in written_names():
        (again,) = read(convert(record, form))
        assert isinstance(again, Record)
        assert (again.money, again.stacks) == (Money("EUR", 100), (105, 100))
    assert pokerstars.decode("€".encode()) == "€"
