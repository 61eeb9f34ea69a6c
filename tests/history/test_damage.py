"""Damaged files: a reader reports the damage and continues, and a writer writes what reads back or says why it
cannot."""

import json
from functools import cache
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from damage import damaged, encoded
from examples import examples
from full_tilt_sample import GOOD as FULL_TILT
from handwritten import ARENA, ARENA_LINES, PHH
from play import finish, random_hand
from pokerstars_sample import GOOD as POKERSTARS
from standpat.engine.event import Burned, DealHole, DrawResult, Event, HandEnd, Post, PotAwarded, ShowdownShow
from standpat.history import arena, full_tilt, ohh, phh, pokerstars
from standpat.history.file import convert, read
from standpat.history.formats import written_names
from standpat.history.record import MOST_CHIPS, Damaged, Money, Record, Told, writable
from standpat.history.recording import record_of
from standpat.history.replay import replay


@cache
def texts(seed: int) -> list[str]:
    """The handwritten files, and one of our own hands in every format."""
    random = Random(seed)
    hand = random_hand(random, seed=seed, fold=seed % 3 > 0)
    finish(hand, random)
    names = tuple(f"p{seat}" for seat in range(len(hand.stacks)))
    record = record_of(hand, names, hand_id="5", money=Money("USD", 100), hero=random.choice((None, 0)))
    ours = [convert(record, form) for form in written_names()]
    return [ARENA, ARENA * 2, PHH, f"[1]\n{PHH}\n[2]\n{PHH}", *POKERSTARS.values(), *FULL_TILT.values(), *ours, *ours]


def hold(text: str, name: str = "") -> None:
    """Reading, replaying and writing the text raises only documented errors."""
    lines = text.count("\n") + text.count("\r") + 1
    for hand in read(text, name=name):
        if not isinstance(hand, Record):
            assert 1 <= hand.line <= lines
            assert hand.reason
            continue
        played = replay(hand)
        assert all(1 <= line <= lines and reason for line, reason in played.disagreements)
        for form in written_names():
            try:
                written = convert(hand, form, played)
            except ValueError as error:
                assert str(error)  # noqa: PT017  (the message is the promise)
                continue
            (again,) = read(written)
            if not played.disagreements:
                assert isinstance(again, Record), again
                assert replay(again).disagreements == [], form


@examples(300)
@given(seed=st.integers(0, 10**9))
@example(seed=52490)
def test_no_damage_stops_the_reader(seed: int) -> None:
    random = Random(seed)
    text = damaged(random.choice(texts(seed % 50)), random)
    hold(text, random.choice(("27sd-nl.jsonl", "x.phh", "")))


@examples(100)
@given(seed=st.integers(0, 10**9))
def test_no_encoding_stops_the_reader(seed: int) -> None:
    random = Random(seed)
    hold(pokerstars.decode(encoded(damaged(random.choice(texts(seed % 50)), random), random)))


@examples(60)
@given(seed=st.integers(0, 10**9))
def test_no_damage_stops_the_reader_of_another_format(seed: int) -> None:
    random = Random(seed)
    text = damaged(random.choice(texts(seed % 50)), random)
    for reader in (arena.read, phh.read, pokerstars.read, full_tilt.read, ohh.read):
        for hand in reader(text):
            assert isinstance(hand, Record) or hand.reason


OURS = ARENA_LINES[0][:-1] + ',"standpat":{"game":"27sd","house":{"name":"arena"},"stakes":[5,10,0]}}'


def with_header(**settings: object) -> str:
    """The arena's hand under a header of our own with these settings."""
    header = json.loads(OURS)
    header["standpat"] |= settings
    return "\n".join([json.dumps(header), *ARENA_LINES[1:]]) + "\n"


# Faults that random damage has found: readers or writers raised undocumented errors.
FOUND = {
    "a post of no seat": ARENA.replace('"post","seat":0', '"post","seat":4'),
    "a post made twice": "\n".join([OURS, *ARENA_LINES[1:4], ARENA_LINES[2], *ARENA_LINES[4:]]),
    "an event's name that is a list": ARENA.replace('{"event":"hand-end"', '{"event":["hand-end"]'),
    "an event's name that is an object": ARENA.replace('{"event":"hand-end"', '{"event":{"hand-end":1}'),
    "an amount of 5,000 digits": PHH.replace("small_bet = 1", f"small_bet = {'9' * 5000}"),
    "a stack of 5,000 digits": PHH.replace("[20, 20.00, 20]", f"[20, {'9' * 5000}, 20]"),
    "an exponent beyond measure": PHH.replace("small_bet = 1", "small_bet = 1e999999999"),
    "decimals beyond measure": PHH.replace("small_bet = 1", "small_bet = 1e-999999999"),
    "a raise beyond measure": PHH.replace("'p1 cbr 2'", "'p1 cbr 1e999999999'"),
    "a stack without limit": PHH.replace("[20, 20.00, 20]", "[20, inf, 20]"),
    "figures of 5,000 digits": POKERSTARS["cash"].replace("calls $4", f"calls ${'4' * 5000}"),
    "replacements for a hand not seen": POKERSTARS["cash"]
    .replace("Dealt to Mira_99 [2c 7d Kh 4s 9c]\n", "")
    .rstrip("\n")
    + "\nHouse rules: wsop\n",
    "a rake larger than the pots": POKERSTARS["cash"].replace("Rake $1.50", "Rake $150"),
    "a rake as large as the pots, of which none is told": POKERSTARS["cash"]
    .replace("Mira_99 collected $43.50 from pot\n", "")
    .replace("Rake $1.50", "Rake $45"),
    "money of no scale": with_header(money=["USD", 0]),
    "money of no currency": with_header(money=["dollars ($/€)", 100]),
    "a button of no seat": with_header().replace('"button":0', '"button":9'),
    "seat numbers for others": with_header(seat_numbers=[1, 2, 3]),
    "a rake below 0": with_header(rake=-5),
    "a number for what came between the actions": PHH + "_standpat_between = 5\n",
    "text for what came between the actions": PHH + "_standpat_between = 'none'\n",
    "a number for what came between, in JSON": '{"ohh":{"game_type":"Draw","rounds":[],"dealer_seat":1,'
    '"players":[{"id":1,"seat":1,"starting_stack":50},{"id":2,"seat":2,"starting_stack":50}],'
    '"small_blind_amount":1,"big_blind_amount":2,"_standpat":{"game":"27td","between":5}}}',
    "eleven at one table": PHH.replace("[20, 20.00, 20]", f"[{', '.join(['20'] * 11)}]"),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found(name: str) -> None:
    assert FOUND[name] not in (ARENA, PHH, *POKERSTARS.values())
    hold(FOUND[name])


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("a post of no seat", 1, "a post (small-blind) of seat 4, which does not exist: expected 0..1"),
        ("a post made twice", 1, "seat 0 posts the small-blind twice"),
        ("an event's name that is a list", 19, "unknown event"),
        ("an amount of 5,000 digits", 5, "not TOML: Exceeds the limit"),
        ("an exponent beyond measure", 5, "not an amount of chips"),
        ("decimals beyond measure", 5, "more than 9 decimals"),
        ("a raise beyond measure", 13, "not an amount of chips"),
        ("figures of 5,000 digits", 22, "not an amount of chips"),
        ("replacements for a hand not seen", 25, "discarded nothing before"),
        ("money of no scale", 1, "0 chips to a unit of money"),
        ("a button of no seat", 1, "button 9"),
        ("seat numbers for others", 1, "3 seat numbers for 2 seats"),
        ("a rake below 0", 1, "the rake is whole chips"),
        ("a number for what came between the actions", 37, "'5' is not a list"),
        ("text for what came between the actions", 37, "'none' is not a list"),
        ("a number for what came between, in JSON", 1, "'5' is not a list"),
        ("eleven at one table", 4, "3 antes and 3 blinds for 11 players"),
    ],
)
def test_what_was_found_is_damage(name: str, line: int, reason: str) -> None:
    (found,) = read(FOUND[name], name="27sd-nl.jsonl" if FOUND[name].startswith("{") else "")
    assert isinstance(found, Damaged), found
    assert reason in found.reason
    assert found.line == line


@pytest.mark.parametrize("form", ["arena", "phh"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a rake larger than the pots", "a rake of 15000, but only 4500 are in the pots"),
    ],
)
def test_what_was_found_is_a_disagreement(name: str, reason: str, form: str) -> None:
    (hand,) = read(FOUND[name])
    assert isinstance(hand, Record)
    assert reason in [found.reason for found in replay(hand).disagreements]
    assert convert(hand, form)  # as told


def record() -> Record:
    (hand,) = read(with_header())
    assert isinstance(hand, Record)
    return hand


@pytest.mark.parametrize(
    "event",
    [
        Post(2, "ante", 1, False),
        Post(-1, "ante", 1, False),
        DealHole(0, (53,), 1),
        DealHole(0, (-1,), 1),
        DealHole(0, (), 10**30),
        DealHole(0, (), -1),
        DrawResult(0, (), (3,) * 53, 53),
        Burned((), 10**30),
        ShowdownShow(7, (0, 1, 2, 3, 4)),
        PotAwarded(0, "whole", ((2, 5),)),
        HandEnd((1, 2, -3)),
    ],
    ids=repr,
)
def test_an_event_no_format_can_hold_is_refused_by_every_writer(event: Event) -> None:
    hand = record()
    hand.told.append(Told(3, event))
    for write in (arena.write, phh.write):
        with pytest.raises(ValueError, match=str(event.__struct_config__.tag)):
            write(hand)
    with pytest.raises(ValueError, match=str(event.__struct_config__.tag)):
        writable(hand, [event])


def test_a_record_whose_parts_do_not_fit_cannot_be_made() -> None:
    good = {name: getattr(record(), name) for name in ("game", "stakes", "stacks", "button", "players", "told", "line")}
    assert Record(**good).stacks == (400, 400)
    for part, reason in (
        ({"stacks": (400,)}, "two players or more, not 1"),
        ({"stacks": (400, -1)}, "the stack of seat 1 is whole chips"),
        ({"stacks": (400, MOST_CHIPS + 1)}, "the stack of seat 1 is whole chips"),
        ({"button": 2}, "button 2 is not a seat"),
        ({"button": -1}, "button -1 is not a seat"),
        ({"players": ("ann",)}, "1 names for 2 seats"),
        ({"seat_numbers": (1,)}, "1 seat numbers for 2 seats"),
        ({"money": Money("USD", 0)}, "0 chips to a unit of money"),
        ({"rake": -1}, "the rake is whole chips"),
        ({"stacks": (400,) * 10, "players": ("",) * 10}, "10 players: the deck is enough for 9"),
    ):
        with pytest.raises(ValueError, match=reason):
            Record(**(good | part))
    assert Record(**(good | {"stacks": (400,) * 9, "players": ("",) * 9})).button == 0


@pytest.mark.parametrize("form", ["arena", "phh"])
@pytest.mark.parametrize("name", ["cash", "single", "irregular"])
def test_a_raked_hand_is_converted_with_what_was_collected(name: str, form: str) -> None:
    """The engine's own pots are those before the rake."""
    (hand,) = read(POKERSTARS[name])
    assert isinstance(hand, Record)
    assert hand.rake
    played = replay(hand)
    assert played.disagreements == []
    (nets,) = [event.nets for event in played.events if isinstance(event, HandEnd)]
    assert sum(nets) == -hand.rake
    (again,) = read(convert(hand, form, played))
    assert isinstance(again, Record)
    assert again.rake == hand.rake
    assert replay(again).disagreements == []
