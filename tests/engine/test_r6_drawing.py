"""R6: drawing rounds, running out under every policy and its fallback, burns, refused discards.

The scenes use up the deck on purpose: `thirst` makes each seat discard given numbers of cards, round by round. A
scripted dealer shows which cards may come: it refuses a card that is not in the stub or that the player may not get.
"""

import pytest

from scene import LIMIT, of_kind, pat_round, play, start, table
from standpat.cards.card import DECK, parse, text
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, IllegalAction
from standpat.engine.dealer import Dealer, DealError, ScriptedDealer, Stub
from standpat.engine.event import Burned, DiscardAnnounced, DrawResult, Event, Reshuffled, StreetStart
from standpat.engine.games import game
from standpat.engine.hand import Hand


def six(house: str = "online", fold: int = 0, dealer: Stub | None = None, **options: object) -> Hand:
    """Six seats, button 5, so seats draw from 0 on. The first `fold` seats in turn (2, 3, 4) fold; the others call."""
    h = Hand(game("27td", house=house, **options), LIMIT, [1000] * 6, 5, dealer or Dealer(seed=1))
    for _ in range(fold):
        h.apply(Fold())
    to_draw(h)
    return h


def stacked(house: str = "online", fold: int = 0) -> Hand:
    """The same with the deck in order from the deuces: seat 0 holds 2c 2d 2h 2s 3c."""
    return six(house, fold, ScriptedDealer(DECK))


def to_draw(h: Hand) -> None:
    """Call and check up to the next draw."""
    while not h.drawing:
        assert h.to_act is not None
        h.apply(Check() if h.legal.check else Call())


def throw(h: Hand, *counts: int) -> list[Event]:
    """The next seats discard this many of their first cards."""
    events: list[Event] = []
    for count in counts:
        assert h.drawing
        assert h.to_act is not None
        events += h.apply(Discard(h.cards(h.to_act)[:count]))
    return events


def reshuffles(events: list[Event]) -> list[tuple[int, set[str], int]]:
    return [(e.seat, set(e.piles), e.count) for e in events if isinstance(e, Reshuffled)]


def scripted(h: Hand, cards: str) -> None:
    """From here on the dealer deals these cards."""
    dealer = h.dealer
    assert isinstance(dealer, ScriptedDealer)
    dealer._script = dealer._script[: dealer._at] + parse(cards)


def test_r6_1_zero_to_five_once_each_from_the_left() -> None:
    h = six()
    assert h.legal.draw == 5
    for seat, count in enumerate((0, 1, 2, 3, 4, 5)):
        assert h.to_act == seat
        throw(h, count)
        assert h.draws[seat] == [count]
    assert not h.drawing
    assert h.to_act == 0


def test_r6_1_kept_cards_stay_and_five_are_held() -> None:
    h = start("27td", ["7c5d4h3s2c", "Kc8d4s3h2d"], "6s9h", button=0)
    play(h, "0:c 1:k")
    (result,) = h.apply(Discard("Kc 3h"))
    assert result == DrawResult(1, parse("Kc3h"), parse("6s9h"), 2)
    assert set(h.cards(1)) == set(parse("8d4s2d6s9h"))
    assert h.draws == [[], [2]]


def test_r6_2_immediate_replaces_before_the_next_chooses() -> None:
    h = six()
    seen = [type(e) for e in throw(h, 2, 0, 5, 0, 0, 0) if not isinstance(e, Reshuffled)]
    assert seen == [DrawResult] * 6


def test_r6_2_announced_deals_after_all_have_spoken_in_the_same_order() -> None:
    h = stacked("ultimate")
    held = [h.cards(s) for s in range(6)]
    first = throw(h, 2, 0, 5, 0, 1)
    assert first == [
        DiscardAnnounced(0, held[0][:2], 2),
        DiscardAnnounced(1, (), 0),
        DiscardAnnounced(2, held[2], 5),
        DiscardAnnounced(3, (), 0),
        DiscardAnnounced(4, held[4][:1], 1),
    ]
    assert [h.cards(s) for s in range(6)] == held
    last = throw(h, 3)
    deck = DECK
    assert last[:7] == [
        DiscardAnnounced(5, held[5][:3], 3),
        DrawResult(0, held[0][:2], deck[30:32], 2),
        DrawResult(1, (), (), 0),
        DrawResult(2, held[2], deck[32:37], 5),
        DrawResult(3, (), (), 0),
        DrawResult(4, held[4][:1], deck[37:38], 1),
        DrawResult(5, held[5][:3], deck[38:41], 3),
    ]
    assert not h.drawing


def test_r6_2_counts_are_public_before_the_cards_come() -> None:
    h = six("ultimate")
    throw(h, 2, 0)
    assert h.draws[:3] == [[2], [0], []]


# R6.3, served. Section 9: S2's and S4's examples.


def s2(draws: str) -> Hand:
    """Seats 0, 1 and 2 are left. They drew 5 5 5 and 1 1 1, so 22 - 18 = 4 cards are in the stub of the third draw."""
    h = Hand(game("27td", draws=draws), LIMIT, [1000] * 6, 5, ScriptedDealer(DECK))
    h.apply(Call())
    for _ in range(3):
        h.apply(Fold())
    to_draw(h)
    throw(h, 5, 5, 5)
    to_draw(h)
    throw(h, 1, 1, 1)
    to_draw(h)
    assert h.dealer.left() == 4
    return h


@pytest.mark.parametrize("draws", ["immediate", "announced"])
def test_r9_s2_run_out(draws: str) -> None:
    h = s2(draws)
    stub = DECK[48:]
    mine = h.cards(0)[:3]
    scripted(h, text(stub) + text(mine[:1]) + text(mine[1:2]))
    events = throw(h, 3, 2, 1)
    results = [e for e in events if isinstance(e, DrawResult)]
    assert [e.drawn for e in results] == [stub[:3], (stub[3], mine[0]), (mine[1],)]
    # 15 folded, 15 and 3 of earlier rounds, player 1's 3.
    assert reshuffles(events) == [(1, {"folded", "earlier", "served"}, 36)]
    at = events.index(next(e for e in events if isinstance(e, Reshuffled)))
    assert events.index(results[0]) < at < events.index(results[1])


@pytest.mark.parametrize("draws", ["immediate", "announced"])
def test_r9_s2_player_two_gets_none_of_his_own(draws: str) -> None:
    h = s2(draws)
    stub = text(DECK[48:])
    his = text(h.cards(1)[:2])
    scripted(h, stub + his)
    if draws == "immediate":
        throw(h, 3)
        with pytest.raises(DealError):
            throw(h, 2)
        assert h.to_act == 1
    else:
        throw(h, 3, 2)
        with pytest.raises(DealError):
            throw(h, 1)
        assert h.to_act == 2


def test_r9_s2_player_two_gets_none_of_player_threes_announced_cards() -> None:
    h = s2("announced")
    stub = text(DECK[48:])
    scripted(h, stub + text(h.cards(2)[:1]) + text(h.cards(0)[:1]))
    throw(h, 3, 2)
    with pytest.raises(DealError):
        throw(h, 1)


def test_r9_s2_player_three_may_get_player_twos_once_he_is_served() -> None:
    """They are not in the stub of the first reshuffle, which has the folded hands.

    A second reshuffle would include them.
    """
    h = s2("announced")
    stub = text(DECK[48:])
    folded = text(DECK[15:17])
    scripted(h, stub + folded)
    throw(h, 3, 2, 1)
    assert not h.drawing


@pytest.mark.parametrize("draws", ["immediate", "announced"])
def test_r9_s4_run_out(draws: str) -> None:
    """A stub of five: player 1 takes three, and player 2 has two of four when it ends."""
    h = Hand(game("27td", draws=draws), LIMIT, [1000] * 6, 5, ScriptedDealer(DECK))
    h.apply(Call())
    for _ in range(3):
        h.apply(Fold())
    to_draw(h)
    throw(h, 5, 5, 5)
    to_draw(h)
    throw(h, 1, 1, 0)
    to_draw(h)
    stub = DECK[47:]
    ones = h.cards(0)[:3]
    folded = DECK[15:17]
    scripted(h, text(stub) + text(ones[2:]) + text(folded))
    events = throw(h, 3, 4, 1)
    results = [e for e in events if isinstance(e, DrawResult)]
    assert [e.drawn for e in results] == [stub[:3], (*stub[3:], ones[2], folded[0]), (folded[1],)]
    assert reshuffles(events) == [(1, {"folded", "earlier", "served"}, 15 + 17 + 3)]


def test_r6_3_no_reshuffle_where_the_stub_just_suffices() -> None:
    h = six()
    events = throw(h, 5, 5, 5, 5, 2, 0)
    assert reshuffles(events) == []
    assert h.dealer.left() == 0


def test_r6_3_standing_pat_on_an_empty_stub_gathers_nothing() -> None:
    """The cards are gathered for the next player who needs one."""
    for house in ("online", "classic", "pokerstars", "full_tilt", "ultimate"):
        h = six(house)
        throw(h, 5, 5, 5, 5, 2, 0)
        to_draw(h)
        events = throw(h, 0, 0, 1, 0, 0, 0)
        assert [(seat, count) for seat, _, count in reshuffles(events)] == [(2, 22)], house


def test_r6_3_standing_pat_on_an_empty_stub_gathers_nothing_in_wsop_either() -> None:
    """One burn and 21 draws: the last card completed the round.

    The players who stand pat in the next round need no cards.
    """
    h = six("wsop")
    throw(h, 5, 5, 5, 5, 1, 0)
    assert h.dealer.left() == 0
    to_draw(h)
    events = throw(h, 0, 0, 1, 0, 0, 0)
    assert [(seat, count) for seat, _, count in reshuffles(events)] == [(2, 22)]


def test_r6_3_served_opens_this_rounds_discards_of_the_served_only() -> None:
    h = stacked("online")
    throw(h, 5, 5, 5, 5)
    own, later = h.cards(4), h.cards(5)
    for bad in (own[0], later[0]):
        scripted(h, text(DECK[50:]) + "2c2d" + text([bad]))
        with pytest.raises(DealError):
            throw(h, 5)
        assert h.to_act == 4
    scripted(h, text(DECK[50:]) + "2c2d2h")
    events = throw(h, 5)
    assert reshuffles(events) == [(4, {"served"}, 20)]
    assert h.cards(4) == DECK[50:] + parse("2c2d2h")


def test_r6_3_served_announced_never_an_unserved_players_cards() -> None:
    h = stacked("ultimate")
    unserved = h.cards(5)[0]
    throw(h, 5, 5, 5, 5, 5)
    rest = text(DECK[30:52])
    scripted(h, rest + "2c2d" + text([unserved]))
    with pytest.raises(DealError):
        throw(h, 1)
    scripted(h, rest + "2c2d2h" + "2s")
    events = throw(h, 1)
    assert reshuffles(events) == [(4, {"served"}, 20)]


def test_r6_3_previous_rounds_opens_folded_and_earlier_only() -> None:
    h = six("classic", fold=3)  # seats 2, 3, 4 fold; 0, 1, 5 play
    throw(h, 5, 5, 5)
    to_draw(h)
    throw(h, 5)
    assert h.dealer.left() == 2
    events = throw(h, 5)
    assert reshuffles(events) == [(1, {"folded", "earlier"}, 30)]


def test_r6_3_previous_rounds_leaves_this_rounds_discards_in_the_muck() -> None:
    h = stacked("classic", fold=3)
    throw(h, 5, 5, 5)
    to_draw(h)
    zero = h.cards(0)
    throw(h, 5)
    scripted(h, text(DECK[50:]) + "2c2d" + text(zero[:1]))
    with pytest.raises(DealError):
        throw(h, 5)
    scripted(h, text(DECK[50:]) + "2c2d2h")
    throw(h, 5)


def test_r6_3_previous_rounds_falls_back_to_the_served_and_says_so() -> None:
    h = six("classic")
    events = throw(h, 5, 5, 5, 5, 5)
    assert reshuffles(events) == [(4, {"served"}, 20)]


def test_r6_3_previous_rounds_opens_piles_one_after_the_other() -> None:
    """One hand folded, five players draw 5 5 5 5 5: 20 of the 22, then 2 and 3 of the five folded cards; in the next
    round all the rest."""
    h = six("classic", fold=1)
    events = throw(h, 5, 5, 5, 5, 5)
    assert reshuffles(events) == [(5, {"folded"}, 5)]
    to_draw(h)
    events = throw(h, 4)
    assert reshuffles(events) == [(0, {"earlier"}, 25)]


def test_r6_3_full_tilt_opens_folded_then_earlier_then_served() -> None:
    h = six("full_tilt", fold=3, draws="immediate")
    throw(h, 5, 5, 5)
    to_draw(h)
    events = throw(h, 5, 5)
    assert reshuffles(events) == [(1, {"folded"}, 15)]  # 2 of the stub, 3 of the 15
    events = throw(h, 5)
    assert reshuffles(events) == []  # 12 left before, 7 after
    to_draw(h)
    events = throw(h, 5, 5)
    assert reshuffles(events) == [(1, {"earlier"}, 30)]
    assert h.dealer.left() == 27


def test_r6_3_full_tilt_reaches_this_rounds_discards_last() -> None:
    h = six("full_tilt", draws="immediate")
    events = throw(h, 5, 5, 5, 5, 5)
    assert reshuffles(events) == [(4, {"served"}, 20)]


def test_r6_3_pokerstars_shuffles_what_is_left_of_the_stub_with_all_other_muck() -> None:
    h = stacked("pokerstars")
    throw(h, 5, 5, 5, 5)
    assert h.dealer.left() == 2
    scripted(h, "2c2d2h2s3c")  # not one of the two left has to come first
    events = throw(h, 5)
    assert reshuffles(events) == [(4, {"served"}, 22)]
    assert h.cards(4) == parse("2c2d2h2s3c")


@pytest.mark.parametrize(("house", "wanted"), [("pokerstars", 5), ("wsop", 2)])
def test_r6_3_what_is_left_of_the_stub_is_shuffled_in_and_not_dealt_first(house: str, wanted: int) -> None:
    """The top card of the old stub comes first in some hands and not at all in others."""
    came = set()
    for seed in range(40):
        h = six(house, fold=1, dealer=Dealer(seed))
        throw(h, 5, 5, 5, *([5] if house == "wsop" else [4]))
        rest = h.dealer.copy()
        # pokerstars dealt 19 of 22 by now; wsop, still to deal, will have one left of its 21.
        last = rest.deal(rest.left())[-1]
        events = throw(h, wanted)
        (mine,) = [e.drawn for e in events if isinstance(e, DrawResult) and e.seat == 5]
        came.add(mine.index(last) if last in mine else None)
    assert None in came
    assert len(came) > 1


def earlier_card_again(house: str) -> Hand:
    """Seat 1 discarded 3d 3h 3s 4c 4d in the first draw, one card in the second, and all five in the third."""
    h = stacked(house, fold=3)
    throw(h, 5, 5, 5)
    to_draw(h)
    throw(h, 0, 1, 0)
    to_draw(h)
    throw(h, 5)
    assert h.dealer.left() == 1
    return h


def test_r6_3_pokerstars_never_any_card_he_threw_earlier_in_the_hand() -> None:
    h = earlier_card_again("pokerstars")
    threw = [e.discarded for e in h.events if isinstance(e, DrawResult) and e.seat == 1]
    for bad in (threw[0][0], threw[1][0]):
        scripted(h, "4s5c5d5h" + text([bad]))
        with pytest.raises(DealError):
            throw(h, 5)
        assert h.to_act == 1
        assert h.drawing
    # Seat 0's discards, of an earlier round and of this one, may come.
    zero = [e.discarded for e in h.events if isinstance(e, DrawResult) and e.seat == 0]
    scripted(h, "5c5d5h" + text([zero[0][0], zero[2][0]]))
    throw(h, 5)


def test_r6_3_served_lets_a_card_of_an_earlier_round_come_back() -> None:
    h = earlier_card_again("online")
    threw = [e.discarded for e in h.events if isinstance(e, DrawResult) and e.seat == 1]
    scripted(h, text([DECK[51], threw[0][0], threw[1][0]]) + "5c5d")
    throw(h, 5)
    assert threw[0][0] in h.cards(1)


# wsop: announced, one burn before each draw, so the first draw has 21 cards.


def test_r6_3_wsop_the_last_card_that_completes_the_draw_is_dealt() -> None:
    h = six("wsop")
    events = throw(h, 5, 5, 5, 5, 1, 0)
    assert reshuffles(events) == []
    assert h.dealer.left() == 0


def test_r6_3_wsop_the_last_card_is_shuffled_in() -> None:
    """22 cards are needed of 21, and one hand is folded: the last card, the burn and the folded hand form the stub."""
    h = six("wsop", fold=1)
    events = throw(h, 5, 5, 5, 5, 2)  # seats 0, 1, 3, 4 draw five, 5 draws two
    assert reshuffles(events) == [(5, {"folded", "burned"}, 7)]


def test_r6_3_wsop_the_last_card_is_not_first_out() -> None:
    h = stacked("wsop", fold=1)
    throw(h, 5, 5, 5, 5)
    folded = DECK[10:12]
    dealer = h.dealer
    assert isinstance(dealer, ScriptedDealer)
    # 20 of the 21 go out; both of seat 5's cards may come of the folded hand.
    script = dealer._script[30:50]
    scripted(h, text(script) + text(folded))
    events = throw(h, 2)
    assert [e.drawn for e in events if isinstance(e, DrawResult) and e.seat == 5] == [folded]


def test_r6_3_wsop_this_rounds_discards_are_not_included_while_others_suffice() -> None:
    h = stacked("wsop", fold=1)
    throw(h, 5, 5, 5, 5)
    dealer = h.dealer
    assert isinstance(dealer, ScriptedDealer)
    scripted(h, text(dealer._script[30:50]) + "2c2d")
    with pytest.raises(DealError):
        throw(h, 2)  # 2c and 2d are seat 0's discards of this round


def test_r6_3_wsop_falls_back_where_that_is_not_enough() -> None:
    """Nobody folded: 21 cards and the burn for 5 5 5 5 5 0, then this round's discards of the players who were
    served."""
    h = six("wsop")
    events = throw(h, 5, 5, 5, 5, 5, 0)
    got = reshuffles(events)
    assert [seat for seat, _, _ in got] == [4, 4]
    assert got[0] == (4, {"burned"}, 2)
    assert got[1][1] == {"served"}


@pytest.mark.parametrize(
    "house", ["online", "ultimate", "classic", "cardroom", "wsop", "pokerstars", "full_tilt", "arena"]
)
def test_r6_4_six_players_throwing_everything_always_suffices(house: str) -> None:
    for seed in range(20):
        h = table(seats=6, house=house, seed=seed)
        while not h.over:
            if h.drawing:
                assert h.to_act is not None
                h.apply(Discard(h.cards(h.to_act)))
            else:
                h.apply(Check() if h.legal.check else Call())
        assert [len(d) for d in h.draws] == [3] * 6
        assert of_kind(h.events, Reshuffled)


def test_r6_6_burns_before_each_draw_round() -> None:
    h = table(house="wsop", burn=2)
    to_draw(h)
    at = [type(e) for e in h.events].index(StreetStart, 4)
    tail = [type(e) for e in h.events[at:]]
    assert tail == [StreetStart, Burned, Burned]
    pat_round(h)
    to_draw(h)
    pat_round(h)
    to_draw(h)
    burned = [e for e in h.events if isinstance(e, Burned)]
    assert sum(e.count for e in burned) == 6
    assert len({c for e in burned for c in e.cards}) == 6


def test_r6_6_no_burn_by_default() -> None:
    h = table()
    to_draw(h)
    assert not of_kind(h.events, Burned)


def test_r6_6_a_burn_where_the_stub_allows() -> None:
    h = six("online", burn=1)
    throw(h, 5, 5, 5, 5, 1, 0)  # 1 burned, 21 dealt
    before = len(h.events)
    to_draw(h)
    assert not of_kind(h.events[before:], Burned)


def test_r6_6_burns_are_muck() -> None:
    h = six("online", burn=1)
    events = throw(h, 5, 5, 5, 5, 2)
    assert reshuffles(events) == [(4, {"burned", "served"}, 21)]


# R6.7


@pytest.mark.parametrize("draws", ["immediate", "announced"])
@pytest.mark.parametrize("bad", ["2h", "2c2c", "2c2h", "7c5d4h3s2c2c", "7c5d4h3s2cKh", "??", "2c??"])
def test_r6_7_a_wrong_discard_is_refused_whole(draws: str, bad: str) -> None:
    h = start("27td", ["8c6d4s3h2d", "7c5d4h3s2c"], "KhQsJdTc9c", draws=draws)
    play(h, "0:c 1:k")
    before = (h.events, h.cards(1), h.dealer.left(), h.legal, h.to_act, [d.copy() for d in h.draws])
    with pytest.raises(IllegalAction):
        h.apply(Discard(bad))
    assert (h.events, h.cards(1), h.dealer.left(), h.legal, h.to_act, h.draws) == before
    h.apply(Discard("2c"))


@pytest.mark.parametrize("bad", ["2", "xx", [99], [-1], [None], 5])
def test_r6_7_what_is_no_card_is_no_discard(bad: object) -> None:
    with pytest.raises(IllegalAction):
        Discard(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [Fold(), Check(), Call(), Bet(20)])
def test_r6_7_a_bet_is_no_draw_and_a_draw_no_bet(bad: Action) -> None:
    h = table()
    with pytest.raises(IllegalAction):
        h.apply(Discard())
    to_draw(h)
    with pytest.raises(IllegalAction):
        h.apply(bad)
    assert h.drawing


@pytest.mark.parametrize("bad", [None, "fold", 5, object(), Discard, ("fold",)])
def test_r5_1_r6_7_what_is_no_action_is_refused(bad: object) -> None:
    h = table()
    with pytest.raises(IllegalAction):
        h.apply(bad)  # type: ignore[arg-type]
    to_draw(h)
    with pytest.raises(IllegalAction):
        h.apply(bad)  # type: ignore[arg-type]


def test_r6_7_anothers_cards_cannot_be_thrown() -> None:
    h = table()
    to_draw(h)
    assert h.to_act == 1
    with pytest.raises(IllegalAction):
        h.apply(Discard(h.cards(2)[:1]))


@pytest.mark.parametrize(("last", "seats"), [(0, []), (1, [4]), (2, [4, 5])])
def test_r6_3_wsop_the_last_card_goes_in_where_even_one_more_card_is_wanted(last: int, seats: list[int]) -> None:
    """Of 21 cards 20 are dealt, and seat 4 needs the last one. Seat 4 may get it if seat 5 stands pat."""
    h = six("wsop")
    events = throw(h, 5, 5, 5, 5, 1, last)
    assert [seat for seat, _, _ in reshuffles(events)] == seats


@pytest.mark.parametrize(("counts", "seats"), [((5, 5, 5, 5, 1, 0), [4]), ((5, 5, 5, 5, 0, 1), []), ((5,) * 4, [])])
def test_r6_3_wsop_with_immediate_draws_only_the_last_to_draw_may_have_the_last_card(
    counts: tuple[int, ...], seats: list[int]
) -> None:
    h = six("wsop", draws="immediate")
    assert [seat for seat, _, _ in reshuffles(throw(h, *counts))] == seats
