"""PokerStars text as the site writes it: what is read from made-up hands with the site's features."""

import codecs
from datetime import UTC, datetime

import pytest

from pokerstars_sample import CANCELLED, CASH, GOOD, IRREGULAR, RESHUFFLE, SINGLE, TOURNAMENT, UNRELIABLE, walk
from standpat.cards.card import UNKNOWN, parse
from standpat.engine.action import Raise
from standpat.engine.blind import ForcedBet
from standpat.engine.event import (
    Acted,
    DealHole,
    DrawResult,
    Event,
    Mucked,
    Post,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
)
from standpat.engine.games import Stakes, game
from standpat.history.pokerstars import decode, read
from standpat.history.record import Money, Record, Skipped
from standpat.history.replay import replay

HIDDEN = (UNKNOWN,) * 5


def one(text: str) -> Record:
    (record,) = read(text)
    assert isinstance(record, Record), record
    return record


def told(record: Record, kind: type[Event]) -> list[Event]:
    return [event for _, event in record.told if type(event) is kind]


@pytest.mark.parametrize("name", GOOD)
def test_the_engine_agrees(name: str) -> None:
    assert replay(one(GOOD[name])).disagreements == []


def test_a_file_of_many_hands() -> None:
    hands = list(read("\n\n\n".join(["", *GOOD.values(), ""])))
    assert [type(hand) for hand in hands] == [Record] * len(GOOD)
    assert [hand.line for hand in hands][:2] == [4, 4 + CASH.count("\n") + 3]


def test_the_cash_hand() -> None:
    record = one(CASH)
    assert record.hand_id == "900100200301"
    assert record.game == game("27td", house="pokerstars")
    assert record.stakes == Stakes(100, 200)
    assert record.money == Money("USD", 100)
    assert record.table == "Brisling IV"
    assert record.when is not None
    assert record.when.astimezone(UTC) == datetime(2026, 2, 3, 20, 15, 40, tzinfo=UTC)
    assert record.players == ("Torvald", "Mira_99", "kald kaffe", "Gneis")
    assert record.seat_numbers == (1, 2, 4, 6)
    assert record.stacks == (8000, 6450, 12000, 3300)
    assert (record.button, record.hero, record.rake, record.posts) == (3, 1, 150, None)
    assert record.extra == {"mucked 3": "9d 8c 6s 4d 3s"}


def test_each_thing_told_has_its_line() -> None:
    record = one(CASH)
    lines = CASH.split("\n")
    said = {event: lines[line - 1] for line, event in record.told}
    assert said[Post(1, "big-blind", 200, False)] == "Mira_99: posts big blind $2"
    assert said[DealHole(1, parse("2c7dKh4s9c"), 5)] == "Dealt to Mira_99 [2c 7d Kh 4s 9c]"
    assert said[DealHole(0, HIDDEN, 5)] == "*** DEALING HANDS ***"
    assert said[Acted(3, Raise(600), 600, False)] == "Gneis: raises $2 to $6"
    assert said[DrawResult(1, parse("Kh9c"), parse("3hQs"), 2)] == "Mira_99: discards 2 cards [Kh 9c]"
    assert said[DrawResult(2, HIDDEN[:2], HIDDEN[:2], 2)] == "kald kaffe: discards 2 cards"
    assert said[StreetStart(3, "draw3")] == "*** THIRD DRAW ***"
    assert said[Mucked(3)] == "Gneis: mucks hand"
    assert said[PotAwarded(0, "whole", ((1, 4350),))] == "Mira_99 collected $43.50 from pot"


def test_what_others_hold_is_unknown_until_they_show_it() -> None:
    record = one(SINGLE)
    holes = {e.seat: e.cards for _, e in record.told if isinstance(e, DealHole)}
    assert holes[6] == parse("9h8s5s3d2d")
    assert all(cards == HIDDEN for seat, cards in holes.items() if seat != 6)
    shown = {e.seat: e.cards for _, e in record.told if isinstance(e, ShowdownShow)}
    assert shown[0] == parse("8c7h6d4h2h")


def test_odd_names_seven_seats_side_pots_and_no_line_for_the_draw() -> None:
    record = one(SINGLE)
    assert record.players == ("Ole: Brumm", "[x]", "Æ Ø Å", "Ole", "b€nk (€5 in chips)", "Seat 9", "it's me")
    assert record.game.max_seats == 7
    assert record.table == "Tor's Hule"
    assert record.money == Money("EUR", 100)
    assert told(record, PotAwarded) == [PotAwarded(0, "whole", ((4, 2925),)), PotAwarded(1, "whole", ((0, 1925),))]
    assert [(e.seat, e.count) for _, e in record.told if isinstance(e, DrawResult)] == [(4, 2), (6, 0), (0, 1)]
    nets = replay(record).hand
    assert nets is not None
    assert nets.nets == (0, 0, 0, -50, 2050, 0, -2000)  # before the rake


def test_a_tournament() -> None:
    record = one(TOURNAMENT)
    assert record.players == ("Sild", "Torsk")
    assert record.seat_numbers == (2, 5)
    assert record.stakes == Stakes(20, 40, 5)
    assert record.money == Money()
    assert record.extra == {"tournament": "70001", "buy_in": "$5+$0.50 USD", "level": "Level III"}
    assert told(record, PotAwarded) == [PotAwarded(0, "whole", ((1, 45), (0, 45)))]
    draws = [e for e in told(record, DrawResult) if isinstance(e, DrawResult)]
    assert draws[1] == DrawResult(0, HIDDEN, HIDDEN, 5)


def test_dead_button_missing_small_blind_and_newcomers() -> None:
    record = one(IRREGULAR)
    assert record.button == 0  # seat 1, the last one before the empty seat 2
    assert record.extra["button"] == "2"
    assert record.posts == (
        ForcedBet(1, "big-blind", 200),
        ForcedBet(4, "extra-blind", 200),
        ForcedBet(4, "dead-blind", 100),
        ForcedBet(3, "extra-blind", 200),
    )
    (shown,) = told(record, ShowdownShow)  # although no opponent was left
    assert isinstance(shown, ShowdownShow)
    assert (shown.seat, shown.cards) == (4, parse("AsKsQsJs9d"))


def test_a_second_small_blind_is_dead() -> None:
    text = IRREGULAR.replace("Rogn: posts small & big blinds $3", "Rogn: posts big blind $2").replace(
        "Selje: posts big blind $2", "Selje: posts big blind $2\nRogn: posts small blind $1\nGran: posts small blind $1"
    )
    kinds = [(e.seat, e.kind) for e in told(one(text), Post) if isinstance(e, Post)]
    assert kinds == [(1, "extra-blind"), (4, "extra-blind"), (3, "big-blind"), (4, "dead-blind"), (1, "small-blind")]


def test_blinds_posted_all_in() -> None:
    text = TOURNAMENT.replace("Sild (900 in", "Sild (15 in").replace(
        "small blind 20\n", "small blind 10 and is all-in\n"
    )
    posts = told(one(text.replace("Sild: calls 20\nTorsk: checks\n", "")), Post)
    assert posts[2] == Post(0, "small-blind", 10, True)
    assert one(text.replace("Sild: calls 20\nTorsk: checks\n", "")).stakes == Stakes(20, 40, 5)


def test_a_reshuffle_is_before_the_seat_served_next() -> None:
    record = one(RESHUFFLE)
    assert record.game.id == "a5td"
    assert record.extra["reshuffled"] == "1:5"
    hand = replay(record).hand
    assert hand is not None
    assert [e.seat for e in hand.events if isinstance(e, Reshuffled)] == [5]


def test_cards_that_cannot_be_relied_on() -> None:
    record = one(UNRELIABLE)
    assert record.extra["unreliable"] == "Bjørk"
    assert record.hero == 0
    assert all(UNKNOWN in e.cards for e in told(record, DealHole) if isinstance(e, DealHole))
    assert told(record, DrawResult)[1] == DrawResult(0, HIDDEN[:2], HIDDEN[:2], 2)
    assert len(told(record, ShowdownShow)) == 2


def test_a_cancelled_hand_is_skipped() -> None:
    assert list(read(CANCELLED)) == [Skipped(6, "the hand was cancelled")]


HEADERS = {
    "PokerStars Game #5: Triple Draw 2-7 Lowball Limit (2/4) - 2026/05/06 - 11:22:33 (ET)": ("27td", Money(), {}),
    "PokerStars Hand #5:  Triple Draw 2-7 Lowball No Limit (1/2) - 2026/05/06 11:22:33 ET": ("27td-nl", Money(), {}),
    "PokerStars Hand #5:  Triple Draw 2-7 Lowball Pot Limit (1/2) - 2026/05/06 11:22:33 ET": ("27td-pl", Money(), {}),
    "PokerStars Hand #5:  Triple Draw A-5 Lowball Limit (2/4) - 2026/05/06 11:22:33 ET": ("a5td", Money(), {}),
    "PokerStars Zoom Hand #5:  Single Draw 2-7 Lowball No Limit (1/2) - 2026/05/06 11:22:33 UTC": (
        "27sd",
        Money(),
        {},
    ),
    "PokerStars Hand #5:  Single Draw 2-7 Lowball Fixed Limit (2/4) - 2026/05/06 11:22:33 ET": ("27sd-fl", Money(), {}),
    "POKERSTARS GAME #5: SINGLE DRAW A-5 LOWBALL LIMIT (2/4) - 2026/05/06 11:22:33 ET": ("a5sd", Money(), {}),
    "PokerStars Hand #5:  8-Game Mixed (Triple Draw 2-7 Lowball Limit, 2/4) - 2026/05/06 11:22:33 ET": (
        "27td",
        Money(),
        {"mix": "8-Game Mixed"},
    ),
    "PokerStars Home Game Hand #5: {Vors Club} Tournament #81, 50+5 8-Game (Triple Draw 2-7 Lowball Limit) - "
    "Match Round II, Level IV (2/4) - 2026/05/06 11:22:33 ET": (
        "27td",
        Money(),
        {"tournament": "81", "buy_in": "50+5", "mix": "8-Game", "level": "Match Round II, Level IV"},
    ),
    "PokerStars Hand #5: Tournament #82, Freeroll  Triple Draw 2-7 Lowball Limit - Level I (2/4) - "
    "2026/05/06 11:22:33 ET": ("27td", Money(), {"tournament": "82", "buy_in": "Freeroll", "level": "Level I"}),
}


@pytest.mark.parametrize("header", HEADERS)
def test_headers_of_chips(header: str) -> None:
    id, money, extra = HEADERS[header]
    record = one(walk(header, unit=""))
    smaller = {"max": "6"} if game(id).max_seats > 6 else {}  # the table of the sample is 6-max
    assert (record.game, record.money, record.extra) == (game(id, house="pokerstars"), money, extra | smaller)
    assert record.stakes == Stakes(1, 2)
    assert record.stacks == (100, 200)
    assert record.when is not None
    assert (record.when.month, record.when.hour, record.when.utcoffset() is None) == (5, 11, False)
    assert replay(record).disagreements == []


@pytest.mark.parametrize(
    ("unit", "stakes", "currency"),
    [
        ("$", "$2/$4 USD", "USD"),
        ("$", "$2/$4", "USD"),
        ("$", "$2/$4 CAD", "CAD"),
        ("€", "€2/€4 EUR", "EUR"),
        ("£", "£2/£4 GBP", "GBP"),
        ("Rs. ", "Rs. 2/Rs. 4 INR", "INR"),
        ("¥", "¥2/¥4 CNY", "CNY"),
        ("", "2.00/4.00", None),
    ],
)
def test_currencies(unit: str, stakes: str, currency: str | None) -> None:
    header = f"PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit ({stakes}) - 2026/05/06 11:22:33 ET"
    record = one(walk(header, unit=unit))
    assert record.money == Money(currency, 100)
    assert record.stacks == (10000, 20000)
    assert replay(record).disagreements == []


def test_a_small_blind_that_is_no_half() -> None:
    text = walk("PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit ($0.25/$0.50 USD) - 2026/05/06 11:22:33 ET")
    text = text.replace("blind $1", "blind $0.10").replace("blind $2", "blind $0.25")
    text = text.replace("($1)", "($0.15)").replace("$2 ", "$0.20 ")
    assert one(text).stakes == Stakes(10, 25)
    assert replay(one(text)).disagreements == []


def test_a_zone_nobody_can_place_is_kept_as_it_is() -> None:
    record = one(walk("PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit (2/4) - 2026/05/06 7:08:09 MSK", unit=""))
    assert record.when == datetime(2026, 5, 6, 7, 8, 9)
    assert record.extra == {"zone": "MSK"}


@pytest.mark.parametrize(
    ("table", "seats", "extra"), [("2-max", 6, {"max": "2"}), ("8-max (Play Money)", 8, {}), ("6-max", 6, {})]
)
def test_tables_of_other_sizes(table: str, seats: int, extra: dict[str, str]) -> None:
    header = "PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit (2/4) - 2026/05/06 7:08:09 ET"
    record = one(walk(header, unit="", table=table))
    assert (record.game.max_seats, record.extra) == (seats, extra)


def test_only_a_player_s_name_makes_a_deed() -> None:
    """A name that is the beginning of another name, and a chat line that looks like an action."""
    text = SINGLE.replace("[x]: folds", 'Ole said, "[x]: calls €20"\n[x]: folds\n[x] said, "Ole: checks"')
    assert [e for _, e in one(text).told] == [e for _, e in one(SINGLE).told]


def test_one_card_let_seen_is_no_hand() -> None:
    record = one(IRREGULAR.replace("Rogn: shows [As Ks Qs Js 9d] (Lo: A,K,Q,J,9)", "Rogn: shows [As]"))
    assert told(record, ShowdownShow) == []


def test_returned_chips() -> None:
    assert told(one(IRREGULAR), UncalledReturned) == [UncalledReturned(4, 200)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n"])
def test_encodings(encoding: str, end: str) -> None:
    data = (SINGLE + "\n\n" + CASH).replace("\n", end).encode(encoding)
    single, cash = read(decode(data))
    assert isinstance(single, Record)
    assert isinstance(cash, Record)
    assert single.players == one(SINGLE).players
    assert cash.players == one(CASH).players
    assert [e for _, e in cash.told] == [e for _, e in one(CASH).told]


def test_a_broken_off_utf_16_file_is_still_text() -> None:
    data = codecs.BOM_UTF16_LE + CASH.encode("utf-16-le")[:-3]
    assert decode(data).startswith("PokerStars Hand #900100200301")


def test_hard_spaces_marks_and_trailing_blanks() -> None:
    text = "\ufeff" + CASH.replace(" posts", "\u00a0posts").replace("checks\n", "checks \n").replace(
        "***\n", "***\u200e\n"
    )
    assert [e for _, e in one(text).told] == [e for _, e in one(CASH).told]


def test_the_site_s_numbers_between_hands() -> None:
    line = "*********** # {} **************\n"
    text = "Transcript for your last 2 hands\n" + line.format(1) + CASH + "\n" + line.format(2) + SINGLE
    assert [type(hand) for hand in read(text)] == [Record, Record]
