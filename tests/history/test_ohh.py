"""Open Hand History: a written file reads back and has only the standard's words; hands that it has no words for are
refused."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from examples import examples
from full_tilt_sample import GOOD as FULL_TILT
from full_tilt_sample import TOURNAMENT
from play import finish, random_hand
from pokerstars_sample import CASH
from standpat import Stakes, game
from standpat.cards.card import UNKNOWN
from standpat.engine.event import Acted, DealHole, DrawResult, HandStart, PotAwarded, UncalledReturned
from standpat.engine.hand import Hand
from standpat.history.file import convert, detect, join, read
from standpat.history.record import Damaged, Money, Record, Skipped
from standpat.history.recording import record_of
from standpat.history.replay import replay

# The standard's words (hh-specs.handhistory.org, version 1.4.7).
REQUIRED = {
    *("spec_version", "site_name", "network_name", "internal_version", "game_number", "start_date_utc", "table_name"),
    *("game_type", "bet_limit", "table_size", "currency", "dealer_seat", "small_blind_amount", "big_blind_amount"),
    *("ante_amount", "players", "rounds", "pots"),
}
ACTIONS = {
    *("Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead"),
    *("Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up"),
}
STREETS = ["Preflop", "Flop", "Turn", "River"]


def only(text: str, **asked: str) -> Record:
    (hand,) = read(text, **asked)
    assert isinstance(hand, Record), hand
    return hand


def a_hand(seed: int) -> Hand:
    random = Random(seed)
    hand = random_hand(random, seed=seed, fold=seed % 3 > 0, asked=False)
    for seat in range(len(hand.stacks)):
        if hand.may_wish(seat) and random.random() < 0.2:
            hand.wish(seat, random.choice(("show", "muck")))
    finish(hand, random)
    return hand


@examples(120)
@given(st.integers(0, 10**9))
def test_a_hand_comes_back_identical(seed: int) -> None:
    random, hand = Random(seed), a_hand(seed)
    record = record_of(
        hand,
        tuple(f'p "{seat}"\n' for seat in range(len(hand.stacks))),
        hand_id=random.choice(("", "spring-17", "5")),
        table=random.choice(("", "Vega II")),
        when=random.choice((None, datetime(2026, 2, 3, 4, 5, 6, 7, tzinfo=UTC))),
        money=random.choice((Money(), Money("USD", 100), Money("EUR", 1000), Money(None, 100))),
        seat_numbers=random.choice(((), tuple(sorted(random.sample(range(1, 11), len(hand.stacks)))))),
    )
    found = only(convert(record, "ohh"))
    for name in ("game", "stakes", "stacks", "button", "players", "posts", "hand_id", "hand_no", "table", "when"):
        assert getattr(found, name) == getattr(record, name), name
    for name in ("money", "rake", "hero", "extra"):
        assert getattr(found, name) == getattr(record, name), name
    played = replay(found)
    assert played.disagreements == []
    assert played.events == hand.events


@examples(80)
@given(st.integers(0, 10**9))
@example(2097151)  # only the dealer knew whether the stub was too short without the player's own cards
def test_a_players_file_tells_what_they_saw_and_no_more(seed: int) -> None:
    hand = a_hand(seed)
    hero = seed % (len(hand.stacks) + 1) - 1  # -1 is a spectator
    text = convert(record_of(hand, hero=hero), "ohh")
    found = only(text)
    assert found.hero == hero
    for _, event in found.told:
        if isinstance(event, DealHole):
            assert (UNKNOWN in event.cards) == (event.seat != hero)
        if isinstance(event, DrawResult):
            assert event.count == 0 or bool(event.discarded) == (event.seat == hero)
    played = replay(found)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == hand.nets


@pytest.mark.parametrize("seed", range(30))
def test_the_standards_words_and_arithmetic(seed: int) -> None:
    """Another program finds only the standard's words, and pots that equal the chips put in."""
    hand = a_hand(seed)
    record = record_of(hand, hero=0, money=Money("USD", 100), hand_id="5")
    (data,) = json.loads(convert(record, "ohh"), parse_float=Decimal).values()
    assert set(data) >= REQUIRED
    assert data["game_type"] == "Draw"
    assert data["bet_limit"]["bet_type"] in ("FL", "PL", "NL")
    betting = [part["street"] for part in data["rounds"] if part["street"] != "Showdown"]
    assert betting == STREETS[: len(betting)]
    assert [part["id"] for part in data["rounds"]] == list(range(len(data["rounds"])))
    actions = [action for part in data["rounds"] for action in part["actions"]]
    assert {action["action"] for action in actions} <= ACTIONS
    assert [action["action_number"] for action in actions] == list(range(1, len(actions) + 1))
    assert "Bet" not in [action["action"] for action in data["rounds"][0]["actions"]]
    put_in = sum((action["amount"] for action in actions), Decimal(0))
    won = sum((win["win_amount"] for pot in data["pots"] for win in pot["player_wins"]), Decimal(0))
    assert won == sum(pot["amount"] - pot["rake"] for pot in data["pots"])
    back = sum(event.amount for event in hand.events if isinstance(event, UncalledReturned))
    assert put_in - Decimal(back) / 100 == won
    left: dict[int, Any] = {player["id"]: player["starting_stack"] for player in data["players"]}
    for action in actions:
        left[action["player_id"]] -= action["amount"]
        assert left[action["player_id"]] >= 0
        assert not action["is_allin"] or left[action["player_id"]] == 0


@pytest.mark.parametrize("name", ["cash", "single", "walk"])
def test_hands_of_sites_are_converted(name: str) -> None:
    hand = only(FULL_TILT[name])
    found = only(convert(hand, "ohh"))
    assert replay(found).disagreements == []
    assert (found.rake, found.money, found.stacks, found.players) == (hand.rake, hand.money, hand.stacks, hand.players)


def test_several_hands_have_a_blank_line_between_them() -> None:
    texts = [convert(record_of(a_hand(seed)), "ohh") for seed in range(3)]
    text = join(texts, "ohh")
    assert "}\n\n{" in text
    hands = list(read(text))
    assert [type(hand) for hand in hands] == [Record] * 3
    assert hands[1].line == texts[0].count("\n") + 2
    assert detect(text).name == "ohh"
    assert detect("", "x.OHH").name == "ohh"


def test_lines_are_those_of_the_actions() -> None:
    text = convert(only(CASH), "ohh")
    rows = text.split("\n")
    for line, event in only(text).told:
        if isinstance(event, Acted):
            assert '"action":' in rows[line - 1]
            assert type(event.action).__name__ in rows[line - 1]
    wrong = text.replace('"action": "Call"', '"action": "Fold"', 1)
    (first, *_) = replay(only(wrong)).disagreements
    assert first.line >= next(at for at, row in enumerate(rows, 1) if '"action": "Call"' in row)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (only(TOURNAMENT), "needs a tournament's buy-in, speed and start"),
        (only(CASH.replace("Torvald: folds\nTorvald is", "Torvald: checks\nTorvald is")), "line 18 is not: "),
    ],
    ids=["tournament", "disagreement"],
)
def test_what_the_standard_cannot_hold_is_refused(record: Record, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        convert(record, "ohh")


def test_parts_of_money_are_decimals() -> None:
    record = record_of(a_hand(1), money=Money("USD", 100))
    record.money = Money("USD", 7)
    with pytest.raises(ValueError, match="7 chips to a unit of money: Open Hand History has decimals"):
        convert(record, "ohh")


HAND = ["2c", "3c", "4c", "5d", "7h"]


def foreign(**changes: Any) -> str:
    """A hand of another program that ended before the draw: ann raises, bob and cid fold."""
    data: dict[str, Any] = {
        "spec_version": "1.4.6",
        "site_name": "Elsewhere",
        "network_name": "Elsewhere",
        "internal_version": "2.0",
        "game_number": "77-1",
        "start_date_utc": "2026-02-03T04:05:06Z",
        "table_name": "Vinga",
        "game_type": "Draw",
        "bet_limit": {"bet_type": "FL", "bet_cap": 0},
        "table_size": 6,
        "currency": "EUR",
        "dealer_seat": 2,
        "small_blind_amount": 0.5,
        "big_blind_amount": 1.0,
        "ante_amount": 0,
        "hero_player_id": 30,
        "players": [
            {"id": 30, "seat": 2, "name": "ann", "starting_stack": 20.0},
            {"id": 10, "seat": 4, "name": "bob", "starting_stack": 19.5, "is_sitting_out": False},
            {"id": 99, "seat": 5, "name": "eve", "starting_stack": 100, "is_sitting_out": True},
            {"id": 20, "seat": 6, "name": "cid", "starting_stack": 3},
        ],
        "rounds": [
            {
                "id": 0,
                "street": "Preflop",
                "cards": "",
                "actions": [
                    {"action_number": 1, "player_id": 10, "action": "Post SB", "amount": 0.5, "is_allin": False},
                    {"action_number": 2, "player_id": 20, "action": "Post BB", "amount": 1, "is_allin": False},
                    {
                        "action_number": 3,
                        "player_id": 30,
                        "action": "Dealt Cards",
                        "cards": ["2c", "3c", "4c", "5d", "7h"],
                    },
                    {"action_number": 4, "player_id": 30, "action": "Raise", "amount": 2.0, "is_allin": False},
                    {"action_number": 5, "player_id": 99, "action": "Added Chips", "amount": 5},
                    {"action_number": 6, "player_id": 10, "action": "Fold"},
                    {"action_number": 7, "player_id": 20, "action": "Fold"},
                ],
            }
        ],
        "pots": [{"number": 0, "amount": 2.5, "rake": 0.1, "player_wins": [{"player_id": 30, "win_amount": 2.4}]}],
    }
    return json.dumps({"ohh": data | changes}, indent=2)


def test_a_file_of_another_program() -> None:
    hand = only(foreign(), game="27td")
    assert (hand.game, hand.stakes, hand.money) == (game("27td"), Stakes(50, 100), Money("EUR", 100))
    assert (hand.players, hand.seat_numbers, hand.stacks) == (("ann", "bob", "cid"), (2, 4, 6), (2000, 1950, 300))
    assert (hand.button, hand.hero, hand.rake, hand.hand_id) == (0, 0, 10, "77-1")
    assert hand.when == datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert isinstance(hand.told[0].event, HandStart)
    assert [e.winners for _, e in hand.told if isinstance(e, PotAwarded)] == [((0, 240),)]
    assert replay(hand).disagreements == []
    assert only(foreign(), game="27sd", house="wsop").game == game("27sd", house="wsop")


DRAWN = {"id": 1, "street": "Flop", "cards": [], "actions": [{"action_number": 8, "player_id": 30, "action": "Check"}]}


@pytest.mark.parametrize(
    ("text", "asked", "reason"),
    [
        (foreign(), {}, "unknown game: Open Hand History says only 'Draw'; name the game, such as --game 27td"),
        (foreign(game_type="Holdem"), {"game": "27td"}, "unknown game: 'Holdem' is not a draw game"),
        (
            foreign(rounds=[*json.loads(foreign())["ohh"]["rounds"], DRAWN]),
            {"game": "27td"},
            "Open Hand History has no word for a discard: the discards of this hand are unknown",
        ),
    ],
    ids=["which", "holdem", "drawn"],
)
def test_what_is_skipped(text: str, asked: dict[str, str], reason: str) -> None:
    assert list(read(text, **asked)) == [Skipped(1, reason)]


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        ('"Raise"', '"Jump"', "'Jump' is not an action of a draw game"),
        ('"amount": 2.0', '"amount": 2.001', "not a whole number of chips"),
        ('"amount": 2.0', '"amount": 1e99', "not an amount of chips"),
        ('"amount": 2.0', '"amount": "two"', "Invalid decimal string"),
        (
            '"player_id": 20,\n            "action": "Fold"',
            '"player_id": 21,\n            "action": "Fold"',
            "player 21",
        ),
        ('"id": 10,', '"id": 30,', "two players have the same id"),
        ('"seat": 4,', '"seat": 2,', "two players have the same seat"),
        ('"2c"', '"1c"', "'1c' is not a card"),
        ('"dealer_seat": 2', '"dealer_seat": "two"', "Expected `int`"),
        ('"rounds": [', '"turns": [', "missing required field `rounds`"),
        ('"street": "Preflop",', '"street": "Preflop"', "not JSON"),
        ('"ohh"', '"osf"', "unknown hand history format"),
    ],
)
def test_damage(was: str, now: str, reason: str) -> None:
    assert was in foreign()
    (found, *after) = read(foreign().replace(was, now), game="27td")
    assert isinstance(found, Damaged), found
    assert reason in found.reason
    if reason.startswith("'Jump'"):
        assert found.line == foreign()[: foreign().index('"Raise"')].count("\n") + 1
    assert all(isinstance(hand, Damaged) for hand in after)


def test_the_hands_around_a_damaged_one_come() -> None:
    good = convert(record_of(a_hand(3)), "ohh")
    broken = good.replace('"rounds": [', '"rounds": ', 1)
    before, *damaged, after = read(f"{good}\n{broken}\n{good}")
    assert isinstance(before, Record)
    assert isinstance(after, Record)
    assert damaged
    assert all(isinstance(hand, Damaged) for hand in damaged)
