from itertools import product
from random import Random

import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, ScriptedDealer, Stakes, game
from standpat.bots import player, players, situation, strongest
from standpat.bots.observation import Reading
from standpat.bots.registry import bots
from standpat.cards.card import Cards, parse
from standpat.engine import games
from standpat.engine.action import Action
from standpat.engine.event import Burned, DealHole, DiscardAnnounced, DrawResult, Event, Wished
from standpat.engine.house import HOUSES

LIMIT = Stakes.limit(10)


def hand_of(game_id: str, cards: Cards, *, seats: int = 2, stack: int = 1000, stakes: Stakes = LIMIT) -> Hand:
    """A hand in which these cards are dealt, five at a time from the left of the button, which is seat 0."""
    return Hand(game(game_id), stakes, [stack] * seats, 0, ScriptedDealer(cards))


def decide(hand: Hand, name: str = "rule", seed: int = 0) -> Action:
    return player(name)(situation(hand, Random(seed)))


def most(hand: Hand, name: str = "rule", tries: int = 60) -> type[Action]:
    """The player's most frequent action."""
    kinds = [type(decide(hand, name, seed)) for seed in range(tries)]
    return max(set(kinds), key=kinds.count)


def assert_nothing_leaks(seen: tuple[Event, ...], seat: int) -> None:
    for event in seen:
        if isinstance(event, DealHole) and event.seat != seat:
            assert event.cards == ()
        if isinstance(event, DrawResult) and event.seat != seat:
            assert event.discarded == event.drawn == ()
        if isinstance(event, DiscardAnnounced) and event.seat != seat:
            assert event.discarded == ()
        if isinstance(event, Burned):
            assert event.cards == ()
        if isinstance(event, Wished):
            assert event.seat == seat


@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("name", players())
def test_plays_everything_legally_and_is_told_nothing_it_may_not_see(game_id: str, name: str) -> None:
    """Under all house rules and with every number of seats, against players of every kind, with deep and short
    stacks."""
    for house, seats, ante in product(HOUSES, range(2, 7), (0, 3)):
        random = Random(f"{game_id} {house} {seats} {ante}")
        table = [name, *[random.choice(players()) for _ in range(seats - 1)]]
        random.shuffle(table)
        stacks = [random.choice((1, 4, 12, 35, 200, 1000)) for _ in range(seats)]
        hand = Hand(
            game(game_id, house=house),
            Stakes(5, 10, ante),
            stacks,
            random.randrange(seats),
            Dealer(random.random().hex()),
        )
        while (seat := hand.to_act) is not None:
            now = situation(hand, random)
            assert now.seat == seat
            assert now.cards == hand.cards(seat)
            assert_nothing_leaks(now.seen, seat)
            hand.apply(player(table[seat])(now))
        assert hand.nets is not None
        assert sum(hand.nets) == 0


@pytest.mark.parametrize("name", players())
def test_plays_single_draw_with_seven(name: str) -> None:
    """R3.1: no strategy file is for seven players, so `rule` plays where a bot's own strategy ends at six."""
    for game_id, number in product(("27sd", "27sd-fl", "a5sd"), range(3)):
        random = Random(f"{game_id} {number}")
        hand = Hand(game(game_id), Stakes(5, 10), [random.choice((12, 200, 1000))] * 7, number, Dealer(number))
        while hand.to_act is not None:
            hand.apply(player(name)(situation(hand, random)))
        assert hand.nets is not None
        assert sum(hand.nets) == 0


@pytest.mark.parametrize("name", players())
def test_the_same_chance_decides_the_same(name: str) -> None:
    hand = Hand(game("27sd"), Stakes(5, 10), [1000] * 6, 0, Dealer(4))
    while hand.to_act is not None:
        action = decide(hand, name, 9)
        assert action == decide(hand, name, 9)
        hand.apply(action)


def test_names() -> None:
    assert players()[:4] == ("random", "caller", "folder", "rule")
    assert strongest() in players()
    with pytest.raises(ValueError, match="unknown player 'shark': expected one of random, caller, folder, rule"):
        player("shark")


def test_no_decision_after_the_end() -> None:
    hand = Hand(game("27td"), LIMIT, [100, 100], 0, Dealer(1))
    hand.apply(Fold())
    with pytest.raises(ValueError, match="the hand is over"):
        situation(hand, Random(1))


def test_random_does_everything_and_folds_half_as_often() -> None:
    hand = Hand(game("27sd"), Stakes(5, 10), [1000, 1000], 0, Dealer(1))
    actions = [decide(hand, "random", seed) for seed in range(3000)]
    kinds = {kind: sum(type(a) is kind for a in actions) / 3000 for kind in (Fold, Call, Raise)}
    assert kinds[Fold] == pytest.approx(1 / 6, abs=0.03)
    assert kinds[Call] == pytest.approx(kinds[Raise], abs=0.05)
    sizes = [a.to for a in actions if isinstance(a, Raise)]
    assert min(sizes) < 60
    assert max(sizes) > 940
    hand.apply(Call())
    hand.apply(Check())
    draws = [decide(hand, "random", seed) for seed in range(100)]
    assert {len(draw.cards) for draw in draws if isinstance(draw, Discard)} == {0, 1, 2, 3, 4, 5}


def test_caller_and_folder() -> None:
    hand = Hand(game("27td"), LIMIT, [100, 100], 0, Dealer(1))
    assert decide(hand, "caller") == Call()
    assert decide(hand, "folder") == Fold()
    hand.apply(Call())
    for name in ("caller", "folder"):
        assert decide(hand, name) == Check()
    hand.apply(Check())
    for name in ("caller", "folder"):
        assert decide(hand, name) == Discard()


JUNK = "KcKdKhQsQc"
WHEEL = "7c5d4h3s2d"


def test_rule_opens_the_wheel_and_folds_junk() -> None:
    first = hand_of("27td", parse("8c8d8h9s9c") + parse(WHEEL))  # the button is dealt last and acts first
    assert {type(decide(first, seed=s)) for s in range(20)} == {Raise}
    first = hand_of("27td", parse("8c8d8h9s9c") + parse(JUNK))
    assert most(first) is Fold


def test_rule_opens_fewer_hands_the_more_are_to_act() -> None:
    early = hand_of("27td", _deal(6, 3, "8c7d3hKsQd"), seats=6)
    assert early.to_act == 3
    assert most(early) is Fold
    button = hand_of("27td", _deal(6, 0, "8c7d3hKsQd"), seats=6)
    while button.to_act != 0:
        button.apply(Fold())
    assert most(button) is Raise


def _deal(seats: int, seat: int, cards: str) -> list[int]:
    """A deal in which the seat holds these cards and the others hold random cards."""
    held = parse(cards)
    rest = [c for c in reversed(range(52)) if c not in held]
    dealt: list[int] = []
    for k in range(1, seats + 1):
        dealt += held if k % seats == seat else [rest.pop() for _ in range(5)]
    return dealt


def _last_round(mine: str, theirs: str) -> Hand:
    """Heads-up triple draw, checked down.

    `mine` are the cards of the button, who acts after the last draw and a check.
    """
    hand = hand_of("27td", parse(theirs) + parse(mine))
    hand.apply(Call())
    hand.apply(Check())
    for _ in range(3):
        hand.apply(Discard())
        hand.apply(Discard())
        hand.apply(Check())
        if hand.street < 3:
            hand.apply(Check())
    return hand


def test_rule_raises_the_wheel_to_the_cap_and_bets_no_junk_into_a_pat_hand() -> None:
    hand = _last_round(WHEEL, "9c8d6h4c2c")
    assert isinstance(decide(hand), Bet)
    hand.apply(Bet(20))
    hand.apply(Raise(40))
    assert isinstance(decide(hand), Raise)
    hand.apply(Raise(60))
    hand.apply(Raise(80))
    assert decide(hand) == Call()
    assert {type(decide(_last_round(JUNK, "9c8d6h4c2c"), seed=s)) for s in range(20)} == {Check}


def test_rule_draws_well() -> None:
    hand = hand_of("27td", parse("8c8d8h9s9c") + parse("Kc2d3d4d7d"))
    hand.apply(Call())
    hand.apply(Check())
    hand.apply(Discard())
    assert {decide(hand, seed=s) for s in range(20)} == {Discard("Kc")}
    # Of a pair it discards the card that leaves the hand further from a flush.
    hand = hand_of("27td", parse("8c8d8h9s9c") + parse("2d2s3d4d7d"))
    hand.apply(Call())
    hand.apply(Check())
    hand.apply(Discard())
    assert decide(hand, seed=1) == Discard("2d")


def test_rule_bets_no_limit_sizes_that_do_not_tell() -> None:
    """The opening size is the same with the wheel and with a one-card draw."""
    sizes = {}
    for cards in (WHEEL, "8c7d4h2sKd"):
        hand = hand_of("27sd", _deal(2, 0, cards), stakes=Stakes(5, 10))
        actions = [decide(hand, seed=s) for s in range(200)]
        sizes[cards] = {a.to for a in actions if isinstance(a, Raise)}
    assert len(sizes[WHEEL]) > 1
    assert sizes[WHEEL] == sizes["8c7d4h2sKd"]
    assert all(20 <= to <= 40 for to in sizes[WHEEL])


@pytest.mark.parametrize(("game_id", "middling"), [("27sd", "Tc8d5h4s2c"), ("27td-nl", "8c7d5h4s2c")])
def test_rule_reads_the_size_of_a_bet(game_id: str, middling: str) -> None:
    """Pat against pat, a middling hand calls a small bet and folds to a large one; the wheel calls all."""

    def calls(cards: str, bet: int) -> int:
        hand = hand_of(game_id, _deal(2, 0, cards), stakes=Stakes(5, 10), stack=5000)
        hand.apply(Call())
        hand.apply(Check())
        while hand.legal.draw is not None or hand.street < hand.game.draw_rounds:
            hand.apply(Discard() if hand.legal.draw is not None else Check())
        hand.apply(Bet(bet))
        assert Reading(situation(hand, Random(0))).sizes == [0.0, pytest.approx(bet / 20)]
        return sum([not isinstance(decide(hand, seed=s), Fold) for s in range(30)])

    assert [calls(middling, bet) for bet in (10, 20, 600, 4990)] == [30, 30, 0, 0]
    assert [calls(WHEEL, bet) for bet in (10, 600, 4990)] == [30] * 3


def test_rule_meets_bets_of_one_who_never_drew() -> None:
    """It met 7 of 200 such bets of the pot. Whoever has drawn a card is believed."""

    def met(drawn: int, bet: int) -> int:
        count = 0
        for seed in range(200):
            hand = Hand(game("27td-nl"), Stakes(5, 10), [5000] * 2, 0, Dealer(f"pat {seed}"))
            hand.apply(Call())
            hand.apply(Check())
            hand.apply(Discard(hand.cards(1)[:drawn]))
            hand.apply(decide(hand, seed=seed))
            hand.apply(Bet(bet))
            count += not isinstance(decide(hand, seed=seed), Fold)
        return count

    assert met(0, 20) > 40
    assert met(0, 200) < met(0, 20) < met(0, 10)
    assert met(1, 20) < 40


def test_the_sizes_of_a_round_are_parts_of_the_pot_after_a_call() -> None:
    hand = Hand(game("27sd"), Stakes(5, 10, 1), [1000] * 4, 0, Dealer(1))
    hand.apply(Raise(30))  # 20 more than the price, into 15 and antes of 4 and a call of 10
    hand.apply(Call())
    hand.apply(Raise(150))  # 120 more, into 79 and a call of 25
    sizes = Reading(situation(hand, Random(0))).sizes
    assert sizes == pytest.approx([0, 120 / 104, 0, 20 / 29])
    limit = hand_of("27td", _deal(2, 0, WHEEL))
    limit.apply(Raise(20))
    assert Reading(situation(limit, Random(0))).sizes == [0, 0]


def test_rule_snows_now_and_then() -> None:
    hand = hand_of("27td", parse("8c8d4h5s6c2c2d2h2s3cTc"))
    hand.apply(Call())
    hand.apply(Check())
    hand.apply(Discard("8d"))
    pats = sum(decide(hand, seed=s) == Discard() for s in range(400))
    assert 4 <= pats <= 40


def test_a_table_without_a_strategy_file_has_no_blueprint() -> None:
    assert [strongest(*at) for at in (("27td", 2), ("27td", 6), ("a5sd", 2))] == ["blueprint"] * 3
    assert [strongest(*at) for at in (("27td-pl", 2), ("27td-nl", 6), ("27sd", 7))] == ["blueprint"] * 3
    assert [strongest(*at) for at in (("27td-nl", 7), ("27td", 7))] == ["rule"] * 2
    listed = {bot.name: bot for bot in bots()}
    assert listed["blueprint"].plays("27td", 6)
    assert not listed["multiway"].plays("27td", 2)
    assert listed["resolve"].plays("27sd-fl", 2)
    assert listed["resolve"].plays("27td", 6)
    assert not listed["resolve"].plays("27sd-fl", 3)
    assert all(listed[name].plays("27td-nl", seats) for name in ("rule", "novice") for seats in range(2, 7))
