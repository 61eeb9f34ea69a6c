"""The last round of the last two of several: the line, its ranges, and what its ends pay."""

from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from standpat import Dealer, Hand, Stakes, game
from standpat.bots.directories import find
from standpat.bots.multiway import Multiway
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import Situation, situation
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import Reshuffled
from standpat.solver.subgame.last_round import LastRound
from standpat.solver.subgame.last_round_several import Course, SeveralRanges, Start, course, round_nodes

pytestmark = pytest.mark.extended

STAKES = Stakes(5, 10)


@pytest.fixture(scope="module")
def table() -> MultiwayFile:
    path = find("27td", several=True)
    assert path is not None
    return MultiwayFile.load(path)


class Followed(NamedTuple):
    """A hand whose last two are left in the last round, and all decisions before."""

    hand: Hand
    course: Course
    told: list[tuple[Situation, Action]]

    @property
    def tree(self) -> tuple[int, int]:
        """The seats that are seats 0 and 1 of the tree: who is further from the left of the button, and who is not."""
        seats = len(self.hand.live)
        order = [(self.hand.button + k) % seats for k in range(1, seats + 1)]
        blind, button = [seat for seat in order if self.hand.live[seat]]
        return button, blind


def followed(
    table: MultiwayFile, seats: int, seed: int, *, stakes: Stakes = STAKES, depth: int = 1000, mid: bool = False
) -> Followed:
    """Play hands with the player of the file until one comes there; with `mid` after a fold in the last round."""
    player, random = Multiway(table), Random(seed)
    while True:
        hand = Hand(game(table.game), stakes, [depth] * seats, 0, Dealer(random.random().hex()))
        told: list[tuple[Situation, Action]] = []
        while hand.to_act is not None:
            now = situation(hand, random)
            at = course(now)
            if at is not None and mid == (at.start.wagers > 0):
                return Followed(hand, at, told)
            told.append((now, player(now)))
            hand.apply(told[-1][1])


def acted(hand: Hand, letter: str) -> Hand:
    """The hand after an action of the tree."""
    twin, legal = hand.copy(), hand.legal
    bounds = legal.bet or legal.raise_
    action: Action = Fold() if letter == "f" else Check() if letter == "x" else Call()
    if letter in "br":
        assert bounds is not None
        action = Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)
    twin.apply(action)
    return twin


def lots(now: Situation, table: MultiwayFile, cards: tuple[int, ...], action: Action) -> float:
    """The probability that the file takes an action, or draws as many cards, with other cards."""
    policy = Multiway(table).policy(now._replace(cards=cards))
    if isinstance(action, Discard):
        return sum([p for a, p in policy.items() if isinstance(a, Discard) and len(a.cards) == len(action.cards)])
    return policy.get(action, 0.0)


@pytest.mark.parametrize(("seats", "mid"), [(3, False), (4, False), (6, False), (3, True)])
def test_chances_and_keeps_are_those_of_the_bot(table: MultiwayFile, seats: int, mid: bool) -> None:
    """The bot itself is asked with other hands at each decision of the line."""
    ranges, random, tried = SeveralRanges(table), Random(3), 0
    for seed in range(1 if mid else 3):
        hand = followed(table, seats, seed, mid=mid)
        line = ranges.line(hand.course.start)
        for tree, seat in enumerate(hand.tree):
            own = [(now, action) for now, action in hand.told if now.seat == seat]
            for _ in range(30):
                cards = tuple(random.sample(range(52), 5))
                at, stage, chance = ranges.classes.of(cards), 0, 1.0
                for now, action in own:
                    chance *= lots(now, table, cards, action)
                    if not isinstance(action, Discard):
                        continue
                    assert line.chances[tree][stage][at] == pytest.approx(chance, abs=1e-9)
                    if chance > 0:
                        drawing = Multiway(table).policy(now._replace(cards=cards))
                        many = len(action.cards)
                        kept = {
                            tuple(sorted([c >> 2 for c in cards if c not in a.cards]))
                            for a in drawing
                            if isinstance(a, Discard) and len(a.cards) == many
                        }
                        mask = int(line.keeps[tree][stage][at])
                        ranks = sorted([c >> 2 for c in cards])
                        assert tuple([rank for k, rank in enumerate(ranks) if mask >> k & 1]) in kept
                        tried += 1
                    stage, chance = stage + 1, 1.0
                rest = line.chances[tree][stage][at] if len(line.chances[tree]) > stage else 1.0
                assert rest == pytest.approx(chance, abs=1e-9)
    assert tried > 10


def test_the_sample_is_that_of_dealt_hands_that_follow_the_line(table: MultiwayFile) -> None:
    """Hands are dealt and drawn from a deck, and go on as often as the bot would play so."""
    hand, random = followed(table, 3, 5), Random(1)
    ranges = SeveralRanges(table)
    line = LastRound(ranges.line(hand.course.start), types=1, iterations=0)
    scale = np.cumsum(ranges.classes.chance)
    for tree, seat in enumerate(hand.tree):
        decks = [random.sample(range(52), 52) for _ in range(3_000)]
        alive = [(tuple(deck[:5]), deck[5:]) for deck in decks]
        weights = [1.0] * len(alive)
        for now, action in hand.told:
            if now.seat != seat:
                continue
            weights = [
                weight and weight * lots(now, table, cards, action)
                for (cards, _), weight in zip(alive, weights, strict=True)
            ]
            if isinstance(action, Discard):
                many, alive = len(action.cards), random.choices(alive, weights, k=500)
                alive = [drawn(now, table, cards, random.sample(rest, len(rest)), many) for cards, rest in alive]
                weights = [1.0] * len(alive)
        sample = line.sample(tree, 4_000, 7)
        come = random.choices(alive, weights, k=len(alive))
        strength = np.array([scale[ranges.classes.of(cards)] for cards, _ in come])
        low = np.array([sum([card >> 2 <= 5 for card in set(range(52)) - set(rest)]) for _, rest in come])
        held = sample.seen[:, :6].sum(axis=1)
        assert scale[sample.hands].mean() == pytest.approx(strength.mean(), abs=0.25 * strength.std())
        assert held.mean() == pytest.approx(low.mean(), abs=0.25 * low.std())
        assert len({len(rest) for _, rest in come}) == 1
        assert sample.seen[0].sum() == 52 - len(come[0][1])


def drawn(
    now: Situation, table: MultiwayFile, cards: tuple[int, ...], rest: list[int], many: int
) -> tuple[tuple[int, ...], list[int]]:
    """The hand and the deck after the bot has drawn so many cards."""
    policy = Multiway(table).policy(now._replace(cards=cards))
    out = next(a.cards for a in policy if isinstance(a, Discard) and len(a.cards) == many)
    return tuple([c for c in cards if c not in out]) + tuple(rest[:many]), rest[many:]


@pytest.mark.parametrize("mid", [False, True])
def test_ends_pay_what_the_engine_pays(table: MultiwayFile, mid: bool) -> None:
    """Each wins half of what the others have left, plus an amount that the other loses."""
    hand = followed(table, 3 if mid else 5, 11, stakes=Stakes(5, 10, 3), mid=mid)
    start, line = hand.course.start, SeveralRanges(table).line(hand.course.start)
    assert start.dead > 0
    button, blind = hand.tree
    hands, nodes = {0: hand.hand}, round_nodes(start)
    assert (start.facing, start.wagers > 0) == (mid, mid)
    for n, node in enumerate(nodes):
        if node.letters:
            assert hands[n].to_act == (button, blind)[node.seat]
            allowed = hands[n].legal
            assert len(node.letters) == 1 + (not allowed.check) + ((allowed.bet or allowed.raise_) is not None)
            for letter, child in zip(node.letters, node.children, strict=True):
                hands[child] = acted(hands[n], letter)
            continue
        assert hands[n].to_act is None
        nets = hands[n].nets
        assert nets is not None
        won, lost = nets[button] - start.dead / 2, nets[blind] - start.dead / 2
        assert won == -lost
        if node.exit < 0:
            assert won == line.ends.stakes[n]
        else:
            one, two = [SeveralRanges(table).classes.of(hand.hand.cards(seat)) for seat in hand.tree]
            assert won == np.sign(two - one) * line.ends.stakes[n]


def test_both_seats_see_the_same_start(table: MultiwayFile) -> None:
    """So it has nothing of anybody's cards."""
    for seed in range(3):
        hand = followed(table, 4, seed)
        after = acted(hand.hand, "b")
        other = course(situation(after, Random(0)))
        assert other is not None
        assert other.start == hand.course.start
        assert (other.node, other.seat, other.letters) == (2, 0, "fcr")
        assert hand.course[1:] == (0, 1, "xb")


def test_hands_without_a_course(table: MultiwayFile) -> None:
    hand = followed(table, 3, 2)
    now = situation(hand.hand, Random(0))
    assert course(now) is not None
    again = (*now.seen, Reshuffled(0, (), 20))
    assert course(now._replace(seen=again)) is None
    for earlier, _ in hand.told:
        assert course(earlier) is None
    two = Hand(game("27td"), STAKES, [1000, 1000], 0, Dealer("two"))
    while two.to_act is not None:
        here = situation(two, Random(0))
        assert course(here) is None
        two.apply(Discard() if two.legal.draw is not None else Check() if two.legal.check else Call())


def test_the_tree_has_the_wagers_that_rules_and_stacks_allow(table: MultiwayFile) -> None:
    start = followed(table, 3, 2).course.start
    assert start.cap == 4
    letters = {cap: [node.letters for node in round_nodes(start._replace(cap=cap))] for cap in (0, 1, 4)}
    assert letters[0] == ["x", "x", ""]
    assert letters[1] == ["xb", "xb", "fc", "", "fc", "", "", "", ""]
    assert sum(["r" in some for some in letters[4]]) == 6
    short = followed(table, 3, 2, depth=65)
    behind = min([short.hand.stacks[seat] for seat in short.tree])
    assert short.course.start.cap == min(4, behind // 20)


def test_lines_have_seeds_of_their_own(table: MultiwayFile) -> None:
    ranges, start = SeveralRanges(table), followed(table, 3, 2).course.start
    numbers = {ranges.line(start._replace(dead=dead)).number for dead in range(5)}
    assert len(numbers) == 5
    assert all([0 <= number < 2**31 for number in numbers])
    assert isinstance(start, Start)
