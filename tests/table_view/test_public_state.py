"""The table as a seat sees it: folded from seen events only, and in agreement with the hand at every step."""

from random import Random

import pytest

from irregular import random_posts
from standpat.bots import player, situation
from standpat.cards.card import parse
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Muck, Raise, Show
from standpat.engine.dealer import Dealer, ScriptedDealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.seen import seen
from standpat.table_view.public_state import Picture

DEAL = "2c4d7sJhKs2d3d4h8cTc5s6s6d9h9c"  # seats 1, 2, 0


def three_handed(house: str = "online", **options: object) -> Hand:
    return Hand(game("27td", house, **options), Stakes(5, 10), [400, 400, 30], 0, ScriptedDealer(DEAL + "3c5h8s9d7d6c"))


def picture_of(hand: Hand, viewer: int | None) -> Picture:
    picture = Picture(hand.game, hand.stakes, ("a", "b", "c"), viewer)
    for event in hand.seen_by(viewer):
        picture.see(event)
    return picture


def test_the_trail_is_there_for_every_round() -> None:
    hand = three_handed()
    for action in (Call(), Call(), Check(), Discard("JhKs"), Discard("Tc"), Discard("9c")):
        hand.apply(action)
    picture = picture_of(hand, 1)
    assert [seat.trail for seat in picture.seats] == [[1], [2], [1]]
    assert not picture.drawing
    assert picture.rail[picture.at] == "bet"
    for action in (Check(), Check(), Check(), Discard()):
        hand.apply(action)
    picture = picture_of(hand, 1)
    assert [seat.trail for seat in picture.seats] == [[1], [2, 0], [1]]
    assert picture.drawing
    assert picture.rail[picture.at] == "draw"


def test_own_cards_follow_the_draw_and_the_new_ones_are_marked() -> None:
    hand = three_handed()
    for action in (Call(), Call(), Check(), Discard("JhKs")):
        hand.apply(action)
    own = picture_of(hand, 1).own
    assert own is not None
    assert set(own.cards) == set(parse("2c4d7s3c5h"))
    assert own.fresh == parse("3c5h")


def test_announced_draws_are_counted_when_announced() -> None:
    hand = three_handed(draws="announced")
    for action in (Call(), Call(), Check(), Discard("JhKs")):
        hand.apply(action)
    picture = picture_of(hand, 0)
    assert [seat.trail for seat in picture.seats] == [[], [2], []]
    assert picture.drawing
    own = picture_of(hand, 1).own
    assert own is not None
    assert set(own.cards) == set(parse("2c4d7sJhKs"))  # not served yet


def test_nothing_of_others_is_known() -> None:
    picture = picture_of(three_handed(), 1)
    assert [seat.cards for seat in picture.seats] == [(), parse("2c4d7sJhKs"), ()]
    assert [seat.backs for seat in picture.seats] == [5, 5, 5]
    assert [seat.cards for seat in picture_of(three_handed(), None).seats] == [(), (), ()]


def test_side_pots_and_the_half_bet_rule() -> None:
    hand = three_handed()
    for action in (Raise(to=20), Call(), Raise(to=30)):
        hand.apply(action)
    picture = picture_of(hand, 1)
    assert picture.wagers == hand.betting.wagers == 3
    assert picture.seats[2].all_in
    more: tuple[Action, ...] = (Call(), Call(), Discard(), Discard(), Discard(), Bet(to=10), Call())
    for step in more:
        hand.apply(step)
    assert [tuple(pot) for pot in picture_of(hand, 1).pots] == [(90, (0, 1, 2)), (20, (0, 1))]


def test_the_cap_between_two_players() -> None:
    hand = three_handed(house="wsop")
    hand.apply(Fold())
    assert picture_of(hand, 1).cap == 5  # the round began three-handed
    for action in (Call(), Check(), Discard(), Discard()):
        hand.apply(action)
    assert picture_of(hand, 1).cap is None


@pytest.mark.parametrize("id", ["27td", "a5td", "27sd", "27td-pl"])
@pytest.mark.parametrize("house", ["online", "cardroom", "wsop", "arena"])
def test_it_agrees_with_the_hand_all_the_way(id: str, house: str) -> None:
    chance, bot = Random(f"{id} {house}"), player("random")
    for seed in range(12):
        seats = 2 + seed % 5
        stacks = [chance.randrange(8, 300) for _ in range(seats)]
        stakes = Stakes(5, 10, seed % 2, "big-blind" if seed % 4 == 3 else "everyone")
        posts = random_posts(chance, stakes, seats, seed % seats) if seed % 3 == 2 else None
        hand = Hand(game(id, house=house), stakes, stacks, seed % seats, Dealer(seed), posts=posts)
        for viewer in (0, None):
            picture = Picture(hand.game, hand.stakes, tuple("abcdef"[:seats]), viewer)
            twin = hand.copy()
            done = 0
            while True:
                for event in twin.events[done:]:
                    known = seen(event, viewer)
                    if known is not None:
                        picture.see(known)
                done = len(twin.events)
                assert [seat.stack for seat in picture.seats] == twin.stacks
                assert [seat.live for seat in picture.seats] == twin.live
                assert picture.pot == twin.pot
                if twin.to_act is None:
                    break
                assert picture.pots == twin.pots
                assert picture.drawing == twin.drawing
                assert [seat.trail for seat in picture.seats] == twin.draws
                if not twin.drawing:
                    assert [seat.bet for seat in picture.seats] == twin.betting.commits
                    assert (picture.wagers, picture.price) == (twin.betting.wagers, twin.betting.price)
                if viewer is not None and twin.live[viewer]:
                    assert sorted(picture.seats[viewer].cards) == sorted(twin.cards(viewer))
                twin.apply(bot(situation(twin, chance)))
            assert picture.over
            assert picture.nets == twin.nets
            assert sum(seat.won for seat in picture.seats) == sum(c for e in picture.awards for _, c in e.winners)


def test_the_showdown_is_lit_from_its_first_hand_on_and_the_bets_are_in_the_middle() -> None:
    hand = Hand(
        game("27td", showdown="optional"), Stakes(5, 10), [400, 400, 400], 0, ScriptedDealer(DEAL), asks=[0, 1, 2]
    )
    while hand.street < 3 or hand.drawing:
        hand.apply(Discard() if hand.drawing else Check() if hand.legal.check else Call())
    hand.apply(Bet(20))
    hand.apply(Call())
    hand.apply(Call())
    assert hand.legal.showdown
    picture = picture_of(hand, 0)
    assert [picture.rail[picture.at], picture.showing] == ["bet", False]  # no event says that the first is asked
    picture.open_showdown()
    assert picture.rail[picture.at] == "showdown"
    hand.apply(Muck())
    picture = picture_of(hand, 0)
    assert [picture.rail[picture.at], picture.showing, picture.over] == ["showdown", True, False]
    assert [seat.bet for seat in picture.seats] == [0, 0, 0]
    assert picture.pot == hand.pot
    hand.apply(Muck())
    hand.apply(Show())
    picture = picture_of(hand, 0)
    assert picture.over
    assert [seat.stack for seat in picture.seats] == hand.stacks
