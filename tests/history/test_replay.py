"""Records played through the engine (`standpat.history.replay`)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from handwritten import ARENA, ARENA_LINES
from standpat import Call, Check, Dealer, Discard, Fold, Hand, Raise, ScriptedDealer, Stakes, game
from standpat.bots import player, situation
from standpat.cards.card import UNKNOWN
from standpat.engine.event import (
    Acted,
    DealHole,
    DrawResult,
    HandEnd,
    Mucked,
    Post,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
    Wished,
)
from standpat.engine.house import HOUSES
from standpat.engine.seen import view
from standpat.history import arena, phh, pokerstars
from standpat.history.record import Record, Told
from standpat.history.recording import record_of
from standpat.history.replay import replay


def read(text: str) -> Record:
    (hand,) = arena.read(text, name="27sd-nl")
    assert isinstance(hand, Record), hand
    return hand


# The plain header leaves the blinds to the posts; ours says what they are.
OUR_HEADER = ARENA_LINES[0][:-1] + ',"standpat":{"game":"27sd","house":{"name":"arena"},"stakes":[5,10,0]}}'


def test_agreement() -> None:
    played = replay(read(ARENA))
    assert played.disagreements == []
    assert played.complete
    assert played.hand is not None
    assert played.hand.nets == (-150, 150)
    assert [e.hi for e in played.events if isinstance(e, ShowdownShow)] == [700, 900]  # the raiser shows first


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (3, '"amount":5', '"amount":6', "post: amount 6, but the rules say 5"),
        (4, '"all_in":false', '"all_in":true', "post: all_in True"),
        (7, '"9d"', '"2c"', "2c, card 6 of the script, cannot come now"),
        (8, '"to":30', '"to":15', "may not raise to 15"),
        (8, '"street_commit":30', '"street_commit":20', "street_commit 20, but the rules say 30"),
        (8, '"all_in":false', '"all_in":true', "all_in True, but the rules say False"),
        (8, '"seat":0', '"seat":1', "seat 1 (bob) acts, but seat 0 (ann) is to act"),
        (9, '"kind":"call"', '"kind":"check"', "may not check"),
        (11, '"discarded":["Kc"]', '"discarded":["9d"]', "9d not"),
        (11, '"drawn":["6c"]', '"drawn":["2d"]', "2d, card 11 of the script, cannot come now"),
        (11, '"drawn":["6c"],"count":1', '"drawn":["6c","6d"],"count":2', "discards Kc, but the count is 2"),
        (12, '"seat":0', '"seat":1', "seat 1 (bob) draws, but seat 0 (ann) is to draw"),
        (13, '"to":40', '"to":400', "may not bet to 400"),
        (16, '"6c"', '"6d"', "cards 2c3d4h7s6d, but the rules say 2c3d4h7s6c"),
        (17, '"hi":700', '"hi":950', "1 best"),
        (17, '"seat":0', '"seat":1', "showdown-show"),
        (18, "[[1,300]]", "[[0,300]]", "pot 0 goes to seat 0 (300), but the rules say seat 1 (300)"),
        (18, "[[1,300]]", "[[1,290]]", "pot 0 goes to seat 1 (290)"),
        (18, '"pot":0', '"pot":1', "pot 1 (whole) is written"),
        (19, "[-150,150]", "[-140,140]", "nets [-140, 140], but the rules say [-150, 150]"),
    ],
)
def test_a_changed_line_is_found(line: int, old: str, new: str, reason: str) -> None:
    assert old in ARENA_LINES[line - 1]
    lines = [OUR_HEADER, *ARENA_LINES[1:]]
    lines[line - 1] = lines[line - 1].replace(old, new)
    found = replay(read("\n".join(lines))).disagreements
    assert found
    assert found[0].line == line
    assert reason in found[0].reason


def test_a_wrong_card_of_the_deal_is_found_where_it_is_missed() -> None:
    (found,) = replay(read(ARENA.replace('"7s","Kc"],"count"', '"7s","Ks"],"count"'))).disagreements
    assert found == (11, "seat 1 holds 2c3d4h7sKs: Kc not")


@pytest.mark.parametrize("line", [8, 9, 11, 12, 13, 14, 15])
def test_a_decision_left_out_is_found(line: int) -> None:
    text = "\n".join([*ARENA_LINES[: line - 1], *ARENA_LINES[line:]])
    assert replay(read(text)).disagreements


@pytest.mark.parametrize("line", [8, 9, 11, 13, 15, 16, 18, 19])
def test_a_line_told_twice_is_found(line: int) -> None:
    text = "\n".join([*ARENA_LINES[:line], *ARENA_LINES[line - 1 :]])
    found = replay(read(text)).disagreements
    assert found
    assert found[0].line in (line, line + 1)


@pytest.mark.parametrize("line", [5, 10, 16, 17, 18, 19])
def test_what_is_not_told_is_no_disagreement(line: int) -> None:
    text = "\n".join([*ARENA_LINES[: line - 1], *ARENA_LINES[line:]])
    assert replay(read(text)).disagreements == []


@pytest.mark.parametrize("length", range(7, 15))
def test_a_file_that_breaks_off(length: int) -> None:
    (found,) = replay(read("\n".join(ARENA_LINES[:length]))).disagreements
    assert found.line == length
    assert "the hand ends here, but seat" in found.reason


def test_lines_in_the_wrong_place() -> None:
    lines = list(ARENA_LINES)
    lines[9], lines[7] = lines[7], lines[9]  # the draw begins before the betting
    assert replay(read("\n".join(lines))).disagreements


def test_a_hand_that_cannot_begin() -> None:
    played = replay(read(ARENA.replace("[400,400]", "[400,0]")))
    assert played.hand is None
    assert played.events == ()
    assert "stack" in played.disagreements[0].reason


def checked_down(house: str, **options: object) -> Hand:
    """Three players check and stand pat to the showdown; their hands get worse from the left of the button."""
    deck = "7c5d4h3s2c" + "8c6d4d3h2d" + "KhQsJdTc9h"
    hand = Hand(game("27td", house=house, **options), Stakes(5, 10), [100] * 3, 0, ScriptedDealer(deck))
    while not hand.over:
        if hand.drawing:
            hand.apply(Discard())
        elif hand.legal.check:
            hand.apply(Check())
        else:
            hand.apply(Call())
    return hand


def without(record: Record, *kinds: type) -> Record:
    return replace(record, told=[told for told in record.told if not isinstance(told.event, kinds)])


def test_a_loser_who_shows_wanted_to() -> None:
    hand = checked_down("online")
    record = record_of(hand)
    record.told = [
        Told(line, ShowdownShow(event.seat, hand.cards(event.seat)) if isinstance(event, Mucked) else event)
        for line, event in record.told
    ]
    played = replay(record)
    assert played.disagreements == []
    assert [e.seat for e in played.events if isinstance(e, Wished)] == [2, 0]


def test_who_mucked_the_best_hand_gave_it_up() -> None:
    hand = checked_down("cardroom")
    record = without(record_of(hand), PotAwarded, HandEnd)
    told = [
        Told(line, Mucked(1) if isinstance(event, ShowdownShow) and event.seat == 1 else event)
        for line, event in record.told
    ]
    told = [t for t in told if not (isinstance(t.event, Mucked) and t.event.seat == 2)]
    played = replay(replace(record, told=told))
    assert played.disagreements == []
    assert [e.winners for e in played.events if isinstance(e, PotAwarded)] == [((2, 30),)]
    strict = replay(replace(record, told=told, game=game("27td")))
    assert any("has to show" in found.reason for found in strict.disagreements)


def test_a_hand_shown_after_everybody_folded() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [100] * 3, 0, Dealer(seed=4))
    hand.apply(Fold())
    hand.apply(Fold())
    record = record_of(hand)
    record.told.append(Told(99, ShowdownShow(2, hand.cards(2))))
    assert replay(record).disagreements == []
    record.told[-1] = Told(99, ShowdownShow(2, (0, 1, 2, 3, 4)))
    assert [found.line for found in replay(record).disagreements] == [99]
    record.told[-1] = Told(99, ShowdownShow(1, (0, 1, 2, 3, 4)))
    assert "no longer in the hand" in replay(record).disagreements[0].reason


def one_sided(record: Record, hero: int) -> Record:
    """The record as `hero` may see it: other players' cards are unknown until they are shown."""
    told = []
    for line, event in record.told:
        if isinstance(event, DealHole) and event.seat != hero:
            event = structs.replace(event, cards=(UNKNOWN,) * event.count)
        elif isinstance(event, DrawResult) and event.seat != hero:
            event = structs.replace(event, discarded=(), drawn=(UNKNOWN,) * event.count)
        told.append(Told(line, event))
    return replace(record, told=told, hero=hero)


def hands_with_wishes(seeds: Iterable[int]) -> Iterator[tuple[int, Hand]]:
    """Hands of every game under all house rules, played to the end, with some wishes for the showdown."""
    for seed in seeds:
        chance = Random(seed)
        seats = chance.randint(2, 6)
        rules = game(chance.choice(["27td", "a5td", "27sd"]), house=chance.choice(list(HOUSES)))
        stacks = [chance.choice([30, 55, 150, 400]) for _ in range(seats)]
        hand = Hand(rules, Stakes(5, 10), stacks, chance.randrange(seats), Dealer(str(seed)))
        kind = player("random" if seed % 4 == 0 else "caller")
        while not hand.over:
            if chance.random() < 0.1:
                still_in = [seat for seat in range(seats) if hand.live[seat]]
                hand.wish(chance.choice(still_in), "show" if chance.random() < 0.5 else "muck")
            hand.apply(kind(situation(hand, chance)))
        yield seed, hand


def as_seen(hand: Hand, viewer: int | None) -> Record:
    record = record_of(hand, hero=viewer)
    record.told = [Told(line, event) for line, event in enumerate(view(hand.events, viewer), start=1)]
    return record


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_every_hand_as_each_player_saw_it(first: int) -> None:
    """A player's own wish is in their record. The wishes of others are not; they show in what those players did."""
    for seed, hand in hands_with_wishes(range(first, first + 20)):
        for viewer in (None, *range(len(hand.stacks))):
            found = replay(as_seen(hand, viewer)).disagreements
            assert not found, (seed, viewer, found)


@pytest.mark.parametrize("seed", [1, 12, 585])
def test_files_of_a_hand_as_each_player_saw_it(seed: int) -> None:
    """In seed 585 another player has the choice to show only because one player mucked."""
    ((_, hand),) = hands_with_wishes([seed])
    for viewer in (None, *range(len(hand.stacks))):
        record = as_seen(hand, viewer)
        seen = view(hand.events, viewer)
        nobody = replace(record, hero=-1 if viewer is None else viewer)
        for text, reader in (
            (arena.write(record, seen), arena),
            (phh.write(record, seen), phh),
            (pokerstars.write(nobody, hand), pokerstars),
        ):
            for back in reader.read(text):
                assert isinstance(back, Record), back
                assert replay(back).disagreements == [], (viewer, reader)


def test_unknown_hands_are_learned_when_shown() -> None:
    record = one_sided(record_of(checked_down("arena")), hero=2)
    played = replay(record)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == (-10, 20, -10)


def test_a_shown_card_that_another_holds() -> None:
    record = one_sided(record_of(checked_down("arena")), hero=0)
    told = [
        Told(line, structs.replace(e, cards=(*e.cards[:4], record_cards(record, 0)), rank=None))
        if isinstance(e, ShowdownShow) and e.seat == 1
        else Told(line, e)
        for line, e in record.told
    ]
    found = replay(replace(record, told=told)).disagreements
    assert any("showdown-show" in reason for _, reason in found)


def record_cards(record: Record, seat: int) -> int:
    return next(e.cards[0] for _, e in record.told if isinstance(e, DealHole) and e.seat == seat)


def test_unseen_hands_are_paid_as_the_file_says() -> None:
    record = without(one_sided(record_of(checked_down("online")), hero=0), ShowdownShow, Mucked)
    record.told[-2:] = [Told(50, PotAwarded(0, "whole", ((2, 30),))), Told(51, HandEnd((-10, -10, 20)))]
    # Hero's own king-high is known: nobody else's hand was seen, so it takes the pot.
    assert replay(record).disagreements
    unseen = one_sided(record, hero=99)
    assert replay(unseen).disagreements == []
    unseen.told[-1] = Told(51, HandEnd((-10, 20, -10)))
    assert [found.line for found in replay(unseen).disagreements] == [51]


def test_rake_comes_from_the_pot() -> None:
    record = record_of(checked_down("online"))
    record.rake = 2
    record.told[-2:] = [Told(50, PotAwarded(0, "whole", ((1, 28),))), Told(51, HandEnd((-10, 18, -10)))]
    assert replay(record).disagreements == []
    record.rake = 3
    assert "28 collected and 3 rake are not the 30" in replay(record).disagreements[0].reason
    record.rake = 2
    record.told[-1] = Told(51, HandEnd((-10, 20, -10)))
    assert [found.line for found in replay(record).disagreements] == [51]
    no_pots = without(record, PotAwarded)
    assert "do not sum to the rake" in replay(no_pots).disagreements[0].reason


def test_a_pot_left_out_among_others() -> None:
    hand = Hand(game("27sd"), Stakes(5, 10), [40, 100, 100], 0, Dealer(seed=2))
    hand.apply(Raise(to=40))
    hand.apply(Raise(to=100))
    hand.apply(Call())
    while not hand.over:
        hand.apply(Discard())
    record = record_of(hand)
    assert sum(isinstance(event, PotAwarded) for _, event in record.told) == 2
    first = next(at for at, told in enumerate(record.told) if isinstance(told.event, PotAwarded))
    del record.told[first]
    assert "not the 240 in the pots" in replay(record).disagreements[0].reason


@pytest.mark.parametrize("extra", [Reshuffled(0, ("earlier",), 3), UncalledReturned(1, 5), Post(1, "ante", 1, False)])
def test_what_never_happened(extra: Reshuffled | UncalledReturned | Post) -> None:
    record = record_of(checked_down("online"))
    place = next(at for at, told in enumerate(record.told) if isinstance(told.event, StreetStart)) + 5
    record.told.insert(place, Told(77, extra))
    (found,) = replay(record).disagreements
    assert found.line == 77
    assert "but does not happen" in found.reason


def test_no_seat_of_that_number() -> None:
    record = record_of(checked_down("online"))
    at = next(k for k, told in enumerate(record.told) if isinstance(told.event, Acted))
    record.told[at] = Told(9, Acted(7, Fold(), 0, False))
    assert replay(record).disagreements[0] == (9, "there is no seat 7")
