"""The weaker levels have the habits that they say, at every table, and nothing else."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from standpat.bots.blueprint import blueprint_policy
from standpat.bots.levels import LEVELS, Level, natural_draw
from standpat.bots.player import Player, Situation, situation
from standpat.cards.card import parse, text
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Legal, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand

TABLES = (("27td", 2), ("27td", 4), ("a5td", 2), ("27sd", 3), ("27sd-fl", 2), ("27td-pl", 2))


def decisions(player: Player, id: str, seats: int, hands: int) -> Iterator[tuple[Situation, Action]]:
    random, record = Random(3), game(id)
    stakes = Stakes.limit(10) if record.betting == "fixed-limit" else Stakes(5, 10)
    for number in range(hands):
        hand = Hand(record, stakes, [400] * seats, number % seats, Dealer(number))
        while hand.to_act is not None:
            now = situation(hand, random)
            action = player(now)
            yield now, action
            hand.apply(action)


def holding(cards: str, id: str = "27td") -> Situation:
    legal = Legal(fold=False, check=False, call=None, bet=None, raise_=None, draw=5)
    return Situation(game(id), Stakes.limit(10), 0, parse(cards), (), legal, Random(1))


@pytest.mark.parametrize(
    ("cards", "id", "thrown"),
    [
        ("9c7d6h5s3c", "27td", "9c"),
        ("9c7d6h5s3c", "a5td", "9c"),
        ("Ac7d6h5s3c", "27td", "Ac"),
        ("KcAd6h5s3c", "a5td", "Kc"),
        ("6c6d6h5s3c", "27td", "6d6h"),
        ("8c7d6h5s4c", "27td", "8c"),  # a straight
        ("Ac7c6c5c3c", "a5td", "7c"),
        ("KcQdJhTs9c", "27td", "KcQdJhTs9c"),
    ],
)
def test_the_natural_draw(cards: str, id: str, thrown: str) -> None:
    found = natural_draw(holding(cards, id)).cards
    kept_pairs = sorted(text([card])[0] for card in found)
    assert kept_pairs == sorted(text([card])[0] for card in parse(thrown))


@pytest.mark.parametrize("level", LEVELS, ids=[bot.name for bot in LEVELS])
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_they_play_every_table_by_the_rules(level: object, id: str, seats: int) -> None:
    bot = next(bot for bot in LEVELS if bot is level)
    assert bot.policy is not None
    for now, action in decisions(bot.player, id, seats, 6):
        chances = bot.policy(now)
        assert sum(chances.values()) == pytest.approx(1)
        assert min(chances.values()) > 0
        assert action in chances


@pytest.mark.parametrize(("id", "seats"), TABLES[:4])
def test_each_habit_is_the_part_that_it_says(id: str, seats: int) -> None:
    level = Level(pays=0.5, passive=0.25, breaks=0.4, straight=0.9)
    seen = set()
    for now, _ in decisions(level.player, id, seats, 25):
        before, after = blueprint_policy(now), level.policy(now)
        if now.legal.draw is not None:
            what = made_of(now)
            part = {"eight": 0.0, "rough": 0.4, "nothing": 0.9}[what]
            assert after.get(Discard(), 0.0) == pytest.approx((1 - part) * before.get(Discard(), 0.0))
            seen |= {what} if before.get(Discard()) else set()
        else:
            passive: Action = Check() if now.legal.check else Call()
            wagers = sum([chance for action, chance in before.items() if isinstance(action, Bet | Raise)])
            after_wagers = sum([chance for action, chance in after.items() if isinstance(action, Bet | Raise)])
            assert after_wagers == pytest.approx(0.75 * wagers)
            folds = before.get(Fold(), 0.0)
            assert after.get(Fold(), 0.0) == pytest.approx(0.5 * folds)
            assert after.get(passive, 0.0) == pytest.approx(before.get(passive, 0.0) + 0.25 * wagers + 0.5 * folds)
            seen |= {"fold"} if folds else set()
            seen |= {"wager"} if wagers else set()
    assert {"fold", "wager", "eight", "rough"} <= seen


def made_of(now: Situation) -> str:
    """An eight or better, a rougher hand without a pair, a straight or a flush, or nothing of that."""
    low = now.game.ranking == "ace-to-five"
    ranks = sorted([-1 if low and card >> 2 == 12 else card >> 2 for card in now.cards])
    flush, straight = len({card & 3 for card in now.cards}) == 1, ranks[-1] - ranks[0] == 4
    if len(set(ranks)) < 5 or (not low and (flush or straight)):
        return "nothing"
    return "eight" if ranks[-1] <= 6 else "rough"


def test_a_level_is_weaker_in_every_habit_than_the_next() -> None:
    habits = [bot.player.__self__ for bot in LEVELS]  # type: ignore[attr-defined]
    for weak, strong in pairwise(habits):
        assert all(a > b for a, b in zip(weak, strong, strict=True))
    nothing = Level(0, 0, 0, 0)
    for now, _ in decisions(nothing.player, "27td", 2, 5):
        assert nothing.policy(now) == dict(blueprint_policy(now))
