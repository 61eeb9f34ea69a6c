"""poker-arena logs (`standpat.history.arena`)."""

import json

import pytest

from handwritten import ARENA, ARENA_LINES
from standpat.engine.event import Mucked, ShowdownShow
from standpat.engine.games import game
from standpat.engine.house import house_rules
from standpat.history import arena
from standpat.history.record import Damaged, Record, Skipped
from standpat.history.replay import replay


def only(text: str, **given: str) -> Record:
    (hand,) = arena.read(text, **given)
    assert isinstance(hand, Record), hand
    return hand


def test_a_log_becomes_a_record() -> None:
    hand = only(ARENA, name="27sd-nl.jsonl")
    assert hand.game == game("27sd", house="arena")
    assert (hand.stakes.small_blind, hand.stakes.big_blind, hand.stakes.ante) == (5, 10, 0)
    assert (hand.players, hand.stacks, hand.button, hand.hand_no) == (("ann", "bob"), (400, 400), 0, 7)
    assert hand.posts is None
    assert hand.extra == {"deck": "3"}
    assert [line for line, _ in hand.told] == list(range(2, 20))


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("27sd-nl.jsonl", "27sd"),
        ("27sd.jsonl", "27sd"),
        ("27sd-nl_night.jsonl", "27sd"),
        ("27sd-fl.jsonl", "27sd-fl"),
        ("a5sd-fl.jsonl", "a5sd"),
    ],
)
def test_the_file_name_tells_the_game(name: str, id: str) -> None:
    assert only(ARENA, name=name).game.id == id


def test_without_a_name_the_hands_tell_the_game() -> None:
    assert only(ARENA).game.id == "27sd"
    limit = ARENA.replace('"to":30}', '"to":20}').replace('"street_commit":30', '"street_commit":20')
    limit = limit.replace('"to":40}', '"to":20}').replace('"street_commit":40', '"street_commit":20')
    limit = limit.replace('"to":120}', '"to":40}').replace('"street_commit":120', '"street_commit":40')
    limit = limit.replace("300", "120").replace("-150,150", "-60,60")
    hand = only(limit, name="log.jsonl")
    assert hand.game.id == "27sd-fl"
    assert not replay(hand).disagreements


def test_winners_tell_the_ranking_apart() -> None:
    # Ann's 6-5-4-3-2 is a straight in deuce-to-seven and beats bob's seven in ace-to-five.
    wheel = ARENA.replace('["2d","3h","5c","8s","9d"]', '["2d","3h","5c","4s","6d"]').replace("700", "950")
    wheel = wheel.replace('"to":30}', '"to":20}').replace('"street_commit":30', '"street_commit":20')
    wheel = wheel.replace('"to":40}', '"to":20}').replace('"street_commit":40', '"street_commit":20')
    wheel = wheel.replace('"to":120}', '"to":40}').replace('"street_commit":120', '"street_commit":40')
    wheel = wheel.replace("[[1,300]]", "[[0,120]]").replace("-150,150", "60,-60")
    hand = only(wheel)
    assert hand.game.id == "a5sd"
    assert not replay(hand).disagreements


def test_the_argument_overrules() -> None:
    hand = only(ARENA, name="27td-fl.jsonl", game_id="27sd", house="wsop")
    assert hand.game == game("27sd", house="wsop")
    assert only(arena.write(hand), game_id="27sd-fl").game.id == "27sd-fl"
    assert only(arena.write(hand), house="online").game == game("27sd")


def test_unknown_events_and_lines_are_skipped() -> None:
    extra = '{"hand":7,"ev":{"event":"dealer-sneezed","seat":"x"}}'
    summary = '{"log_summary":{"hands_seen":1,"hands_kept":1}}'
    hand = only("\n".join([*ARENA_LINES[:8], extra, "", *ARENA_LINES[8:], summary]), name="27sd-nl")
    assert len(hand.told) == 18
    assert not replay(hand).disagreements
    assert arena.event_or_none({"event": "dealer-sneezed"}) is None
    assert arena.event_or_none({"event": "mucked", "seat": 1}) == Mucked(1)
    with pytest.raises(ValueError, match="not an event"):
        arena.event_or_none({"seat": 1})
    with pytest.raises(ValueError, match="mucked"):
        arena.event_or_none({"event": "mucked", "seat": "one"})


def test_what_a_bot_saw_is_a_history_too() -> None:
    """Redacted events: only bob's cards are known until the showdown."""
    lines = [line.replace('"cards":["2d","3h","5c","8s","9d"],"count"', '"cards":[],"count"') for line in ARENA_LINES]
    hand = only("\n".join(lines), name="27sd-nl")
    played = replay(hand)
    assert not played.disagreements
    assert not played.complete
    assert sum(isinstance(event, ShowdownShow) for event in played.events) == 2


def test_our_header_brings_everything_back() -> None:
    hand = only(ARENA, name="27sd-nl")
    hand.game = game("27sd", house="wsop", cap=None, burn=0)
    hand.table, hand.hand_id, hand.rake, hand.hero = "Vega", "H7", 3, 1
    hand.seat_numbers, hand.extra = (2, 5), {"note": "späť"}
    again = only(arena.write(hand))
    assert again == hand
    header = json.loads(arena.write(hand).split("\n")[0])
    assert header["standpat"]["house"] == {"name": "wsop", "cap": "none", "burn": 0}


def test_a_house_of_ones_own_comes_back() -> None:
    hand = only(ARENA, name="27sd-nl")
    hand.game = game("27sd", house=house_rules("arena", showdown="optional"))
    assert only(arena.write(hand)).game == hand.game


SECOND = "\n".join(ARENA_LINES).replace('"hand":7', '"hand":8').replace('"hand_no":7', '"hand_no":8')


@pytest.mark.parametrize(
    ("line", "broken", "reason"),
    [
        (9, '{"hand":7,"ev":{"event":"acted","seat":1,"act', "not JSON"),
        (1, '{"hand":7,"deck":3,"seats":["ann",', "not JSON"),
        (1, '{"hand":7,"deck":3,"seats":["ann"]}', "1 names for 2 stacks"),
        (1, '{"hand":7,"deck":3,"seats":["ann","bob"],"standpat":{"game":"holdem"}}', "unknown game 'holdem'"),
        (3, '{"hand":7,"ev":{"event":"post","seat":0,"kind":"bring-in","amount":5,"all_in":false}}', "post: "),
        (9, '{"hand":9,"ev":{"event":"mucked","seat":1}}', "an event of hand 9"),
        (6, '{"hand":7,"ev":{"event":"deal-hole","seat":1,"cards":["2c","3x"],"count":5}}', "'3x' is not a card"),
    ],
)
def test_a_broken_line_damages_its_hand_alone(line: int, broken: str, reason: str) -> None:
    lines = list(ARENA_LINES)
    lines[line - 1] = broken
    damaged, sound = arena.read("\n".join(lines) + "\n" + SECOND, name="27sd-nl")
    assert isinstance(damaged, Damaged)
    assert damaged.line == line
    assert reason in damaged.reason
    assert isinstance(sound, Record)
    assert not replay(sound).disagreements
    assert sound.line == len(lines) + 1


def test_a_hand_without_its_start_is_damaged() -> None:
    damaged, sound = arena.read("\n".join([ARENA_LINES[0], *ARENA_LINES[2:]]) + "\n" + SECOND, name="27sd-nl")
    assert damaged == Damaged(2, "the hand has no hand-start")
    assert isinstance(sound, Record)


def test_other_games_are_skipped_and_damaged_where_the_game_is_said() -> None:
    flop = ARENA.replace('"label":"draw"', '"label":"flop"')
    assert list(arena.read(flop)) == [
        Skipped(1, "no known game is played like this hand; if one is, name it by its id")
    ]
    (damaged,) = arena.read(flop, name="27sd-nl")
    assert isinstance(damaged, Damaged)
    assert "27sd" in damaged.reason


def test_hands_without_headers() -> None:
    bare = "\n".join(ARENA_LINES[1:])
    first, second = arena.read(bare + "\n" + bare.replace('"hand":7', '"hand":8'), name="27sd-nl")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.players == ("", "")
    assert not replay(first).disagreements + replay(second).disagreements


def test_irregular_posts_are_the_tables() -> None:
    """Nobody is left to post the small blind, and a newcomer posts (R3.7)."""
    lines = list(ARENA_LINES)
    lines[2] = '{"hand":7,"ev":{"event":"post","seat":0,"kind":"extra-blind","amount":10,"all_in":false}}'
    lines[17] = lines[17].replace("300", "300")
    hand = only("\n".join(lines), name="27sd-nl")
    assert hand.posts is not None
    assert [bet.kind for bet in hand.posts] == ["extra-blind", "big-blind"]
    assert hand.stakes.small_blind == 0
    assert not replay(hand).disagreements
    assert only(arena.write(hand)).posts == hand.posts
