"""Imagined histories have the law of the one that happened: exactly where all random choices can be enumerated."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from standpat import Bet, Check, Dealer, Stakes, game
from standpat.bots.player import Situation, sampled, situation
from standpat.bots.registry import bot
from standpat.cards.card import DECK
from standpat.engine.action import Action, Discard, Legal
from standpat.engine.event import Acted, DealHole, DiscardAnnounced, DrawResult, Event, Reshuffled
from standpat.engine.hand import Hand
from standpat.engine.seen import view
from standpat.lab.match.imagined import Decision, History, Known, cards_of, imagined, picked

STAKES = Stakes(5, 10)
FREE = (0, 5, 10, 15)
"""The cards that the other player was not dealt."""
WAGER: Action = Bet(10)


class Branch:
    """Random numbers of which every outcome is visited, with its probability."""

    def __init__(self, script: Sequence[int]) -> None:
        self._script = list(script)
        self.chosen: list[int] = []
        self.others: list[tuple[int, ...]] = []
        self.likely = 1.0

    def choices(self, options: Sequence[Any], weights: Sequence[float], k: int = 1) -> list[Any]:
        return [options[self._one([weight / sum(weights) for weight in weights])] for _ in range(k)]

    def sample(self, options: Sequence[Any], k: int) -> list[Any]:
        ways = list(permutations(options, k))
        return list(ways[self._one([1 / len(ways)] * len(ways))])

    def _one(self, chances: Sequence[float]) -> int:
        possible = [at for at, p in enumerate(chances) if p > 0]
        at = len(self.chosen)
        if at < len(self._script):
            answer = self._script[at]
        else:
            answer = possible[0]
            self.others += [(*self.chosen, other) for other in possible[1:]]
        self.chosen.append(answer)
        self.likely *= chances[answer]
        return answer


def branches(run: Callable[[Random], Any]) -> Iterator[tuple[float, Any]]:
    """Every outcome of a function of random numbers, with its probability."""
    todo: list[tuple[int, ...]] = [()]
    while todo:
        branch = Branch(todo.pop())
        outcome = run(cast(Random, branch))
        todo += branch.others
        yield branch.likely, outcome


def policy(situation: Situation) -> Mapping[Action, float]:
    """Bets good cards more often, throws bad ones more often, and goes by what it has thrown."""
    cards = situation.cards
    if situation.legal.draw is not None:
        throws: dict[Action, float] = {Discard((card,)): 0.1 + card / 30 for card in cards}
        return {Discard(): 1 - sum(throws.values()), **throws}
    thrown = [event.discarded for event in situation.seen if isinstance(event, DrawResult)]
    wager = [0.9, 0.25, 0.5, 0.0][max(cards) // 5] * (0.4 if thrown == [(5,)] else 1)
    return {Check(): 1 - wager, WAGER: wager}


BET = Legal(check=True, bet=(10, 10))  # type: ignore[arg-type]
DRAW = Legal(draw=1)


class Own(NamedTuple):
    """What seat 0 was dealt, threw and drew."""

    dealt: tuple[int, ...]
    thrown: tuple[int, ...]
    drawn: tuple[int, ...]


def happened(own: Own, first: Action, second: Action) -> tuple[Hand, list[Decision]]:
    """A hand with a card or two for seat 0, and all but `FREE` for the other."""
    rest = tuple([card for card in DECK if card not in FREE])
    many = len(own.thrown)
    events: list[Event] = [
        DealHole(1, rest, len(rest)),
        DealHole(0, own.dealt, len(own.dealt)),
        Acted(0, first, 0, False),
        DiscardAnnounced(0, own.thrown, many),
        DrawResult(0, own.thrown, own.drawn, many),
        Acted(0, second, 0, False),
    ]
    hand = SimpleNamespace(events=tuple(events), game=game("27sd-fl"), stakes=STAKES)
    course = [
        Decision(0, BET, first, None, 2),
        Decision(0, DRAW, Discard(own.thrown), None, 3),
        Decision(0, BET, second, None, 5),
    ]
    return cast(Hand, hand), course


def everything(size: int, throws: bool) -> Iterator[Own]:
    """All that seat 0 may have been dealt, thrown and drawn, each equally likely before the policy counts."""
    for dealt in permutations(FREE, size):
        if not throws:
            yield Own(dealt, (), ())
            continue
        for thrown, drawn in product(dealt, [card for card in FREE if card not in dealt]):
            yield Own(dealt, (thrown,), (drawn,))


def played(size: int, first: Action, throws: bool, second: Action) -> Iterator[tuple[float, Hand, list[Decision]]]:
    """All histories with this public course, with their probabilities, as `policy` plays them."""
    for own in everything(size, throws):
        hand, course = happened(own, first, second)
        likely = 1.0
        for decision, thrown, drawn in zip(course, [(), (), own.thrown], [(), (), own.drawn], strict=True):
            cards = (*[card for card in own.dealt if card not in thrown], *drawn)
            seen = hand.events[: decision.before]
            chances = policy(Situation(hand.game, STAKES, 0, cards, seen, decision.legal, Random(1)))
            likely *= chances.get(decision.action, 0)
        if likely:
            yield likely, hand, course


def means(
    weighs: Known, size: int, first: Action, throws: bool, second: Action, count: int
) -> tuple[float, float, float]:
    """The expectation of a made-up estimate as it happens, of its average over imagined histories, and of the square of
    the difference."""

    def estimate(history: History) -> float:
        return float(np.sin(sum([card * 7.3**at for at, card in enumerate(history.used)])))

    plain = less = square = total = 0.0
    for likely, hand, course in played(size, first, throws, second):
        for chance, histories in branches(partial(imagined, hand, course, 0, weighs, count)):
            weights = np.array([history.likely for history in histories])
            values = np.array([estimate(history) for history in histories])
            average = float(weights @ values / weights.sum())
            plain += likely * chance * values[0]
            less += likely * chance * average
            square += likely * chance * (values[0] - average) ** 2
            total += likely * chance
    return plain / total, less / total, square / total


@pytest.mark.parametrize(("size", "count"), [(1, 2), (1, 3), (2, 2)])
@pytest.mark.parametrize(
    ("first", "throws", "second"), [(WAGER, True, Check()), (Check(), True, WAGER), (WAGER, False, WAGER)]
)
def test_the_average_has_the_expectation_of_what_happened(
    first: Action, throws: bool, second: Action, size: int, count: int
) -> None:
    """Exactly, over all that may have happened and all random choices of the histories."""
    plain, less, square = means(Known(policy), size, first, throws, second, count)
    assert less == pytest.approx(plain, abs=1e-12)
    assert square > 1e-2


def test_a_policy_that_is_not_the_players_is_noticed() -> None:
    def other(situation: Situation) -> Mapping[Action, float]:
        chances = policy(situation)
        return {action: (p + 0.3 * (action == WAGER)) / 1.3 if WAGER in chances else p for action, p in chances.items()}

    plain, less, _ = means(Known(other), 1, WAGER, True, Check(), 3)
    assert abs(plain - less) > 1e-3


def test_the_parts_of_picked_histories_are_their_weights_on_average() -> None:
    histories = [History() for _ in range(5)]
    for history, likely in zip(histories, (0.5, 0.01, 0.2, 0.04, 0.75), strict=True):
        history.likely = likely
    mean = np.zeros(5)
    for start in (np.arange(1000) + 0.5) / 1000:
        random = cast(Random, SimpleNamespace(random=lambda start=start: start))
        parts = picked(histories, 3, random)
        assert len(parts) <= 3
        assert sum([part for part, _ in parts]) == pytest.approx(1)
        for part, history in parts:
            mean[histories.index(history)] += part / 1000
    assert mean == pytest.approx(np.array([0.5, 0.01, 0.2, 0.04, 0.75]) / 1.5, abs=1e-3)


def test_a_policy_must_list_what_was_done() -> None:
    hand, course = happened(Own((0,), (), ()), Check(), WAGER)
    with pytest.raises(ValueError, match="seat 0 has a policy that did not list Bet"):
        imagined(hand, course, 0, Known(lambda situation: {Check(): 1.0, Discard(): 1.0}), 3, Random(1))


def a_hand(game_id: str, players: tuple[str, ...], house: str, seed: int) -> tuple[Hand, list[Decision], list[Known]]:
    """A hand between bots, with its decisions, and the policies by seat."""
    hand = Hand(game(game_id, house=house), STAKES, [1000] * len(players), 0, Dealer(seed))
    known = [Known(policy, bot(name).by_cards) for name in players if (policy := bot(name).policy)]
    random, course = Random(seed), []
    while hand.to_act is not None:
        chances = known[hand.to_act].policy(situation(hand, random))
        action = sampled(chances, random)
        course.append(Decision(hand.to_act, hand.legal, action, chances, len(hand.events)))
        hand.apply(action)
    return hand, course, known


@pytest.mark.parametrize("house", ["online", "wsop", "ultimate"])
@pytest.mark.parametrize(
    ("game_id", "players"), [("27td", ("casual", "rule")), ("a5sd", ("blueprint", "novice", "rule", "blueprint"))]
)
def test_imagined_histories_are_hands_of_the_game(game_id: str, players: tuple[str, ...], house: str) -> None:
    for seed in range(8):
        hand, course, known = a_hand(game_id, players, house, seed)
        if any([isinstance(event, Reshuffled) for event in hand.events]):
            continue
        for seat, one in enumerate(known):
            first, *rest = imagined(hand, course, seat, one, 12, Random(seed))
            given = [event for event in hand.events if isinstance(event, DealHole | DrawResult)]
            others = {card for event in given if event.seat != seat for card in cards_of(event)}
            draws = [event for event in given if event.seat == seat and isinstance(event, DrawResult)]
            assert first.seen(hand.events, seat) == view(hand.events, seat)
            assert list(first.chances) == [decision.chances for decision in course if decision.seat == seat]
            for history in rest:
                assert len(set(history.used)) == len(first.used) == len(history.used)
                assert not others.intersection(history.used)
                assert [len(discard.cards) for discard in history.discards] == [event.count for event in draws]


def test_policies_by_cards_are_the_policies() -> None:
    """The histories of every bot with a shorter way are those by its policy, at one table and another."""
    for players in (("blueprint", "regular"), ("blueprint", "multiway", "novice")):
        for seed in range(8):
            hand, course, known = a_hand("27td", players, "online", seed)
            for seat, one in enumerate(known):
                assert one.by_cards is not None
                short = imagined(hand, course, seat, one, 6, Random(seed))
                long = imagined(hand, course, seat, one._replace(by_cards=None), 6, Random(seed))
                assert [history.used for history in short] == [history.used for history in long]
                assert [history.chances for history in short] == [history.chances for history in long]
                assert [history.likely for history in short] == pytest.approx([history.likely for history in long])
