"""The table as a seat sees it: folded only from events that the seat has seen, and in agreement with the hand at every
step."""

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
from standpat.table_view.public_state import PublicState

DEAL = "2c4d7sJhKs2d3d4h8cTc5s6s6d9h9c"  # seats 1, 2, 0


def three_handed(house: str = "online", **options: object) -> Hand:
    return Hand(game("27td", house, **options), Stakes(5, 10), [400, 400, 30], 0, ScriptedDealer(DEAL + "3c5h8s9d7d6c"))


def state_of(hand: Hand, viewer: int | None) -> PublicState:
    return PublicState.of(hand.game, hand.stakes, hand.seen_by(viewer), viewer)


def test_the_trail_is_there_for_every_round() -> None:
    hand = three_handed()
    for action in (Call(), Call(), Check(), Discard("JhKs"), Discard("Tc"), Discard("9c")):
        hand.apply(action)
    state = state_of(hand, 1)
    assert [seat.trail for seat in state.seats] == [[1], [2], [1]]
    assert not state.drawing
    assert state.rounds[state.at] == "bet"
    for action in (Check(), Check(), Check(), Discard()):
        hand.apply(action)
    state = state_of(hand, 1)
    assert [seat.trail for seat in state.seats] == [[1], [2, 0], [1]]
    assert state.drawing
    assert state.rounds[state.at] == "draw"


def test_own_cards_follow_the_draw_and_the_new_ones_are_marked() -> None:
    hand = three_handed()
    for action in (Call(), Call(), Check(), Discard("JhKs")):
        hand.apply(action)
    own = state_of(hand, 1).own
    assert own is not None
    assert set(own.cards) == set(parse("2c4d7s3c5h"))
    assert own.fresh == parse("3c5h")


def test_announced_draws_are_counted_when_announced() -> None:
    hand = three_handed(draws="announced")
    for action in (Call(), Call(), Check(), Discard("JhKs")):
        hand.apply(action)
    state = state_of(hand, 0)
    assert [seat.trail for seat in state.seats] == [[], [2], []]
    assert state.drawing
    own = state_of(hand, 1).own
    assert own is not None
    assert set(own.cards) == set(parse("2c4d7sJhKs"))  # not served yet


def test_nothing_of_others_is_known() -> None:
    state = state_of(three_handed(), 1)
    assert [seat.cards for seat in state.seats] == [(), parse("2c4d7sJhKs"), ()]
    assert [seat.backs for seat in state.seats] == [5, 5, 5]
    assert [seat.cards for seat in state_of(three_handed(), None).seats] == [(), (), ()]


def test_side_pots_and_the_half_bet_rule() -> None:
    hand = three_handed()
    for action in (Raise(to=20), Call(), Raise(to=30)):
        hand.apply(action)
    state = state_of(hand, 1)
    assert state.wagers == hand.betting.wagers == 3
    assert state.seats[2].all_in
    more: tuple[Action, ...] = (Call(), Call(), Discard(), Discard(), Discard(), Bet(to=10), Call())
    for step in more:
        hand.apply(step)
    assert [tuple(pot) for pot in state_of(hand, 1).pots] == [(90, (0, 1, 2)), (20, (0, 1))]


def test_the_cap_between_two_players() -> None:
    hand = three_handed(house="wsop")
    hand.apply(Fold())
    assert state_of(hand, 1).cap == 5  # the round began three-handed
    for action in (Call(), Check(), Discard(), Discard()):
        hand.apply(action)
    assert state_of(hand, 1).cap is None


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
            state = PublicState(hand.game, hand.stakes, viewer)
            twin = hand.copy()
            done = 0
            while True:
                for event in twin.events[done:]:
                    known = seen(event, viewer)
                    if known is not None:
                        state.apply(known)
                done = len(twin.events)
                assert [seat.stack for seat in state.seats] == twin.stacks
                assert [seat.live for seat in state.seats] == twin.live
                assert state.pot == twin.pot
                if twin.to_act is None:
                    break
                assert state.pots == twin.pots
                assert state.drawing == twin.drawing
                assert [seat.trail for seat in state.seats] == twin.draws
                if not twin.drawing:
                    assert [seat.bet for seat in state.seats] == twin.betting.commits
                    assert (state.wagers, state.price) == (twin.betting.wagers, twin.betting.price)
                if viewer is not None and twin.live[viewer]:
                    assert sorted(state.seats[viewer].cards) == sorted(twin.cards(viewer))
                twin.apply(bot(situation(twin, chance)))
            assert state.over
            assert state.nets == twin.nets
            assert sum(seat.won for seat in state.seats) == sum(c for e in state.awards for _, c in e.winners)


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
    state = state_of(hand, 0)
    assert [state.rounds[state.at], state.showing] == ["bet", False]  # no event says that the first is asked
    state.open_showdown()
    assert state.rounds[state.at] == "showdown"
    hand.apply(Muck())
    state = state_of(hand, 0)
    assert [state.rounds[state.at], state.showing, state.over] == ["showdown", True, False]
    assert [seat.bet for seat in state.seats] == [0, 0, 0]
    assert state.pot == hand.pot
    hand.apply(Muck())
    hand.apply(Show())
    state = state_of(hand, 0)
    assert state.over
    assert [seat.stack for seat in state.seats] == hand.stacks
