"""R7.2: a seat that wants to be asked shows or mucks in its turn, if the rules leave it a choice."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import pytest

from play import random_action, random_game, random_stacks
from scene import BLINDS, play, start
from standpat.engine.action import NOTHING, Action, Call, Check, Discard, Fold, IllegalAction, Legal, Muck, Raise, Show
from standpat.engine.dealer import Dealer
from standpat.engine.event import Event, HandStart, Mucked, PotAwarded, ShowdownShow, decode, encode
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.rebuild import rebuild
from standpat.engine.showdown import rule
from standpat.history.recording import record_of
from standpat.history.replay import replay

WHEEL = ("7c5d4h3s2c", "7d5h4s3c2d")
JACK, QUEEN, KING, ACE = "JcTd9h8s6c", "QcJd9s8c6d", "KcQd9c8d6h", "AcKd9d8h6s"
ALL = (0, 1, 2)
SHOWS, MUCKS = Legal(showdown="show"), Legal(showdown="muck")


def turned_up(events: Iterable[Event]) -> list[tuple[int, bool]]:
    """(seat, shown) in the order of the showdown."""
    return [(e.seat, type(e) is ShowdownShow) for e in events if isinstance(e, ShowdownShow | Mucked)]


def awarded(h: Hand) -> list[tuple[tuple[int, int], ...]]:
    return [e.winners for e in h.events if isinstance(e, PotAwarded)]


def river(hands: list[str], asks: Iterable[int] = ALL, **options: object) -> Hand:
    """Three seats of a single draw, in for 10 each, button 0, all pat: seat 1 acts first in the last round."""
    options = {"showdown": "optional"} | options
    h = start("27sd", hands, stakes=BLINDS, asks=asks, **options)  # type: ignore[arg-type]
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
    return h


def side_pot(hands: list[str], asks: Iterable[int] = ALL) -> Hand:
    """Seat 1 is all-in for a main pot of 150. Seats 2 and 0 have a side pot of 100 and check it down."""
    h = start("27sd", hands, stakes=BLINDS, stacks=[500, 50, 500], showdown="optional", asks=asks)
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:k")
    return h


def test_r7_2_each_is_asked_in_turn_and_sees_what_was_shown_before() -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:k 2:k 0:k")
    assert (h.to_act, h.legal, h.drawing, h.over) == (1, SHOWS, False, False)
    assert turned_up(h.events) == []
    assert [type(e) for e in play(h, "1:s")] == [ShowdownShow]
    assert (h.to_act, h.legal) == (2, SHOWS)
    assert turned_up(h.seen_by(0)) == [(1, True)]
    assert [type(e) for e in play(h, "2:s")] == [ShowdownShow]
    assert (h.to_act, h.legal) == (0, MUCKS)  # beaten by a shown hand
    play(h, "0:m")
    assert turned_up(h.events) == [(1, True), (2, True), (0, False)]
    assert (h.to_act, h.legal, h.nets) == (None, NOTHING, (-10, -10, 20))


def test_r7_2_the_bettor_is_asked_first_and_gives_up_the_pot_by_mucking() -> None:
    h = river([WHEEL[0], QUEEN, ACE])
    play(h, "1:k 2:k 0:b20 1:c 2:c")
    assert (h.to_act, h.legal) == (0, SHOWS)
    play(h, "0:m 1:s 2:m")
    assert turned_up(h.events) == [(0, False), (1, True), (2, False)]
    assert h.nets == (-30, 60, -30)


def test_r7_2_the_last_one_left_may_show_and_wins_either_way() -> None:
    for answer, up in (("0:s", True), ("0:m", False)):
        h = river([ACE, JACK, QUEEN])
        play(h, "1:k 2:k 0:k 1:m 2:m")
        assert (h.to_act, h.legal) == (0, MUCKS)  # without an answer the hand is not shown
        play(h, answer)
        assert turned_up(h.events) == [(1, False), (2, False), (0, up)]
        assert h.nets == (20, -10, -10)


def test_r7_2_a_beaten_hand_is_asked_and_shown_if_its_player_likes() -> None:
    h = river([ACE, JACK, QUEEN])
    play(h, "1:k 2:k 0:k 1:s")
    assert (h.to_act, h.legal) == (2, MUCKS)
    play(h, "2:s 0:m")
    assert turned_up(h.events) == [(1, True), (2, True), (0, False)]
    assert h.nets == (-10, 20, -10)


def test_r7_2_a_hand_as_good_as_the_shown_one_can_win_as_it_stands() -> None:
    h = river([ACE, *WHEEL])
    play(h, "1:k 2:k 0:k 1:s")
    assert (h.to_act, h.legal) == (2, SHOWS)
    play(h, "2:m 0:m")
    assert awarded(h) == [((1, 30),)]


def test_r7_2_who_does_not_want_to_be_asked_is_not() -> None:
    """Seats 2 and 0 follow the rules for players without a wish; the hand does not wait for them."""
    h = river([QUEEN, ACE, JACK], asks=[1])
    play(h, "1:k 2:k 0:k")
    assert (h.to_act, h.legal) == (1, SHOWS)
    assert [type(e) for e in play(h, "1:m")][:3] == [Mucked, ShowdownShow, Mucked]
    assert turned_up(h.events) == [(1, False), (2, True), (0, False)]
    assert h.nets == (-10, -10, 20)


def test_r7_2_a_wish_stated_beforehand_answers() -> None:
    h = river([QUEEN, ACE, JACK])
    h.wish(1, "muck")
    h.wish(0, "show")
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, False)]
    assert h.to_act == 2
    play(h, "2:s")
    assert turned_up(h.events) == [(1, False), (2, True), (0, True)]
    assert h.over


def test_r7_2_a_wish_while_another_is_asked_still_counts() -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:k 2:k 0:k")
    assert h.may_wish(2)
    h.wish(2, "muck")
    play(h, "1:s")
    assert turned_up(h.events) == [(1, True), (2, False)]
    assert (h.to_act, h.legal) == (0, SHOWS)


def test_r7_2_no_wish_for_a_turn_that_has_come() -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:k 2:k 0:k 1:s")
    before = h.events
    assert not h.may_wish(1)
    with pytest.raises(IllegalAction, match="seat 1 will have nothing to show"):
        h.wish(1, "muck")
    assert not h.may_wish(2)
    with pytest.raises(IllegalAction, match="seat 2 is asked now: the choice is show, muck"):
        h.wish(2, "show")
    assert h.events == before
    assert h.may_wish(0)


@pytest.mark.parametrize("policy", ["muck_losers", "show_all"])
def test_r7_2_nobody_is_asked_where_the_house_does_not_leave_it_to_them(policy: str) -> None:
    h = river([QUEEN, ACE, JACK], showdown=policy)
    play(h, "1:k 2:k 0:k")
    assert h.over
    assert h.nets == (-10, -10, 20)


def test_r7_4_the_only_one_left_is_not_asked() -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:b10 2:f 0:f")
    assert h.over
    assert turned_up(h.events) == []


def test_r7_2_beaten_for_the_main_pot_but_not_for_the_side_pot() -> None:
    """Seat 1 shows the best hand. Seat 2 chooses for the side pot and gives it up.

    Seat 0 is then the last one in the side pot. It is beaten in the main pot, so it must show for the side pot.
    """
    h = side_pot([ACE, WHEEL[0], QUEEN])
    assert (h.to_act, h.legal) == (1, SHOWS)
    play(h, "1:s")
    assert (h.to_act, h.legal) == (2, SHOWS)
    play(h, "2:m")
    assert turned_up(h.events) == [(1, True), (2, False), (0, True)]
    assert awarded(h) == [((1, 150),), ((0, 100),)]


def test_r7_2_giving_up_both_pots() -> None:
    h = side_pot([ACE, QUEEN, WHEEL[0]])
    play(h, "1:s")
    assert (h.to_act, h.legal) == (2, SHOWS)
    play(h, "2:m")
    assert h.over  # the last one left in the side pot who still contests the main pot must show: nobody asks
    assert turned_up(h.events) == [(1, True), (2, False), (0, True)]
    assert awarded(h) == [((1, 150),), ((0, 100),)]


def test_r7_2_last_in_the_side_pot_and_the_main_pot_open_must_show() -> None:
    """The bettor of the side pot mucks while the all-in hand is still to come: seat 2 must show for its side pot."""
    h = start("27sd", [WHEEL[0], ACE, QUEEN], stakes=BLINDS, stacks=[500, 50, 500], showdown="optional", asks=ALL)
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:b50 2:c")
    assert (h.to_act, h.legal) == (0, SHOWS)
    play(h, "0:m")
    assert (h.to_act, h.legal) == (1, SHOWS)
    play(h, "1:m")
    assert (h.to_act, h.legal) == (2, MUCKS)  # the last one left in both
    play(h, "2:m")
    assert awarded(h) == [((2, 150),), ((2, 200),)]


@pytest.mark.parametrize("wrong", [Fold(), Check(), Call(), Raise(20), Discard(), Discard(WHEEL[0][:2]), None, "show"])
def test_r7_2_any_other_answer_is_refused_and_changes_nothing(wrong: object) -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:k 2:k 0:k")
    before = (h.events, h.to_act, h.legal, h.stacks.copy())
    with pytest.raises(IllegalAction, match="the choice is show, muck"):
        h.apply(wrong)  # type: ignore[arg-type]
    assert (h.events, h.to_act, h.legal, h.stacks) == before


def test_r7_2_show_and_muck_are_no_answers_before_the_showdown() -> None:
    h = start("27sd", [QUEEN, ACE, JACK], stakes=BLINDS, showdown="optional", asks=ALL)
    for line in ("0:c 1:c 2:k", "1:p 2:p 0:p", "1:k 2:k"):
        for action in (Show(), Muck()):
            with pytest.raises(IllegalAction):
                h.apply(action)
        play(h, line)
    play(h, "0:k 1:s 2:s 0:m")
    for action in (Show(), Muck()):
        with pytest.raises(IllegalAction, match="over"):
            h.apply(action)


@pytest.mark.parametrize("bad", [[3], [-1], [None], ["1"], [True], [1.0]])
def test_asks_that_are_no_seats_are_refused(bad: list[object]) -> None:
    with pytest.raises(ValueError, match=r"asks: .* is not a seat: expected 0\.\.2"):
        river([QUEEN, ACE, JACK], asks=bad)  # type: ignore[arg-type]


def test_who_is_asked_stands_in_the_first_event_and_is_left_out_where_nobody_is() -> None:
    h = river([QUEEN, ACE, JACK], asks=[2, 0, 2])
    start_event = h.events[0]
    assert isinstance(start_event, HandStart)
    assert start_event.asks == (0, 2)
    assert b'"asks":[0,2]' in encode(start_event)
    assert decode(encode(start_event)) == start_event
    assert b"asks" not in encode(river([QUEEN, ACE, JACK], asks=[]).events[0])
    assert h.seen_by(None)[0] == start_event


def test_the_wait_is_part_of_a_copy() -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:k 2:k 0:k 1:s")
    twin = h.copy()
    play(twin, "2:m 0:m")
    assert (h.to_act, h.legal) == (2, SHOWS)
    play(h, "2:s 0:s")
    assert turned_up(twin.events) == [(1, True), (2, False), (0, False)]
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]
    assert twin.nets == (-10, 20, -10)
    assert h.nets == (-10, -10, 20)


# Random hands -----------------------------------------------------------------------------------------------


def to_the_showdown(seed: int) -> tuple[Hand, list[Action]]:
    """A random hand under `optional` with few folds, in which all players want to be asked, up to a question or the
    end; and its actions so far."""
    random = Random(seed)
    seats = random.randint(2, 5)
    record = random_game(random)
    rules = game(record.id, house=record.house, showdown="optional")
    stacks = random_stacks(random, seats, random.choice((1, 2, 6)))
    hand = Hand(rules, Stakes(1, 2, random.choice((0, 0, 1))), stacks, seed % seats, Dealer(seed), asks=range(seats))
    done: list[Action] = []
    while hand.to_act is not None and hand.legal.showdown is None:
        action = random_action(hand, random)
        if isinstance(action, Fold) and random.random() < 0.8:
            action = Call() if hand.legal.call is not None else Check()
        hand.apply(action)
        done.append(action)
    return hand, done


def stated_beforehand(hand: Hand, done: Sequence[Action], wishes: Mapping[int, str], seed: int) -> Hand:
    """The same hand without questions: the wishes are stated before the last of these actions."""
    start = hand.events[0]
    assert isinstance(start, HandStart)
    twin = Hand(hand.game, hand.stakes, start.stacks, start.button, Dealer(seed))
    for at, action in enumerate(done, start=1):
        if at == len(done):
            for seat, wish in wishes.items():
                twin.wish(seat, "show" if wish == "show" else "muck")
        twin.apply(action)
    return twin


def test_r7_2_random_answers_come_out_as_the_same_wishes_stated_beforehand() -> None:
    asked = answered = several_pots = 0
    for seed in range(900):
        hand, done = to_the_showdown(seed)
        random = Random(f"answers {seed}")
        wishes: dict[int, str] = {}
        while hand.to_act is not None:
            seat = hand.to_act
            wishes[seat] = random.choice(("show", "muck"))
            hand.apply(Show() if wishes[seat] == "show" else Muck())
        answered += bool(wishes)
        asked += len(wishes)
        several_pots += bool(wishes) and len(awarded(hand)) > 1
        twin = stated_beforehand(hand, done, wishes, seed)
        assert twin.over
        assert turned_up(hand.events) == turned_up(twin.events), seed
        assert awarded(hand) == awarded(twin), seed
        assert hand.nets == twin.nets
        assert hand.stacks == twin.stacks
        told = replay(record_of(hand))
        assert told.disagreements == [], seed
    assert asked > 900
    assert answered > 500
    assert several_pots > 100


def test_r7_2_asked_is_exactly_who_could_show_or_muck() -> None:
    """If a seat is not asked, both of its wishes lead to the same result; if it is asked, they do not."""
    forced = free = 0
    for seed in range(400):
        hand, _ = to_the_showdown(seed)
        if hand.over:
            continue
        random = Random(f"answers {seed}")
        pots, order = hand.pots, list(hand._values)
        wishes: dict[int, str] = {}
        asked: set[int] = set()
        while hand.to_act is not None:
            seat = hand.to_act
            asked.add(seat)
            wishes[seat] = random.choice(("show", "muck"))
            hand.apply(Show() if wishes[seat] == "show" else Muck())
        shown: dict[int, bool] = {}
        for seat in order:
            ruling = rule("optional", pots, hand._values, shown, seat)
            both = [ruling.shown(wish) for wish in ("show", "muck")]
            shown[seat] = ruling.shown(wishes.get(seat))
            assert (both[0] != both[1]) == (seat in asked), seed
            forced += both[0] == both[1]
            free += both[0] != both[1]
    assert forced > 20
    assert free > 400


def test_r7_2_the_answer_given_for_who_says_nothing_costs_them_no_chip() -> None:
    questions = 0
    for seed in range(400):
        hand, _ = to_the_showdown(seed)
        random = Random(f"answers {seed}")
        while hand.to_act is not None:
            seat, default = hand.to_act, hand.legal.showdown
            ends = {}
            for answer in (Show(), Muck()):
                twin = hand.copy()
                twin.apply(answer)
                while twin.to_act is not None:
                    twin.apply(Show() if twin.legal.showdown == "show" else Muck())
                assert twin.nets is not None
                ends["show" if isinstance(answer, Show) else "muck"] = twin.nets[seat]
            assert default is not None
            assert ends[default] == max(ends.values()), seed
            if default == "muck":  # nothing depends on it, so nothing is shown
                assert ends["show"] == ends["muck"], seed
            questions += 1
            hand.apply(random.choice((Show(), Muck())))
    assert questions > 400


@pytest.mark.parametrize("seed", range(0, 120, 3))
def test_a_hand_that_asks_is_rebuilt_from_every_prefix(seed: int) -> None:
    hand, _ = to_the_showdown(seed)
    random = Random(f"answers {seed}")
    waits = [(len(hand.events), hand.to_act, hand.legal)]
    while hand.to_act is not None:
        still = [s for s in range(len(hand.stacks)) if hand.may_wish(s)]
        if still and random.random() < 0.2:
            hand.wish(random.choice(still), random.choice(("show", "muck")))
        hand.apply(random.choice((Show(), Muck())))
        waits.append((len(hand.events), hand.to_act, hand.legal))
    stored = [decode(encode(event)) for event in hand.events]
    for length in range(1, len(stored) + 1):
        again = rebuild(hand.game, hand.stakes, stored[:length], Dealer(seed))
        assert again.events == hand.events[: len(again.events)]
        assert rebuild(hand.game, hand.stakes, again.events).legal == again.legal
    for length, seat, legal in waits:
        again = rebuild(hand.game, hand.stakes, stored[:length], Dealer(seed))
        assert (len(again.events), again.to_act, again.legal) == (length, seat, legal)
