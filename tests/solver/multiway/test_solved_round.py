"""The last rounds between two of several in the compiled game: ranges, solutions, and whom they protect from."""

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.bots.directories import find
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_BEGIN, BET_SPOTS, BUCKETS, TWO
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import CHANCE, uniform
from standpat.solver.multiway import cfr_kernel, hand_kernel, last_round_kernel, solved_round_kernel
from standpat.solver.multiway.exploiters import Exploiter
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.hand_kernel import CAP, FOLD, PASS, WAGER
from standpat.solver.multiway.last_round_kernel import LEVELS, NODES, Rounds
from standpat.solver.multiway.response import nothing_learned, won
from standpat.solver.multiway.solved_round import rounds_of
from standpat.solver.multiway.solved_round_kernel import MET, MISSED, SOLVED
from standpat.solver.multiway.training import cards_of

pytestmark = pytest.mark.slow

GAME = game("27td")
CARDS = cards_of(GAME)
Values = NDArray[np.float64]
BETTER = np.sign(np.arange(BUCKETS)[None, :] - np.arange(BUCKETS)[:, None]).astype(float)
"""1 where the bucket of the row beats that of the column: bucket 0 is the best."""


def player(fold: float = 0.2, wager: float = 0.3) -> NDArray[np.void]:
    """A player who does the same at every spot and stands pat or draws at random."""
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :BET_SPOTS, :3] = fold, 1 - fold - wager, wager
    policy["chance"][0, BET_SPOTS:] = 0.25
    return policy


class Round:
    """A round of places 0 and 2 of three, after place 1 has folded, and a tree of it that is walked in Python.

    Args:
        begin: Its first node.
        paid: What each of the two has paid before it.
        dead: The chips of place 1.
        ranges: Shape (2, BUCKETS).
        policy: How the strategy plays.
        doubt: As `rounds_of`.
        margin: As `rounds_of`.
    """

    def __init__(
        self,
        begin: int,
        paid: int,
        dead: int,
        ranges: Values,
        policy: NDArray[np.void],
        doubt: float,
        margin: float = 0.0,
    ) -> None:
        self.begin, self.paid, self.half, self.ranges = begin, paid, dead / 2, ranges
        self.rounds = rounds_of(GAME, space=1, doubt=doubt, margin=margin)
        self.rounds.range[:] = ranges
        hand = np.zeros(1, hand_kernel.HAND)
        wagers, seat = divmod(begin, 2)
        self.front = 4 * max(wagers - 1, 0)
        hand["seats"], hand["street"], hand["live"], hand["to_act"] = 3, 3, 0b101, 2 * seat
        hand["wagers"], hand["price"], hand["aggressor"] = wagers, 4 * wagers, -1 if begin < 2 else 2 - 2 * seat
        hand["waiting"] = 0b101 if begin == 0 else 0b100 if begin == 1 else 1 << 2 * seat
        hand["commit"][0, [2 * seat, 2 - 2 * seat]] = self.front, 4 * wagers
        hand["total"][0, :3] = paid, dead, paid
        hand["total"][0] += hand["commit"][0]
        hand["last"], hand["before"], hand["paid"], hand["bettor"] = 1, 1, paid, -1
        self.hand = hand[0]
        self.play = np.zeros((2, NODES, 2, BUCKETS), np.uint8)
        for solver in (0, 1):
            last_round_kernel.solve(
                self.hand, solver, 0, float(paid), self.half, policy[0], CARDS, self.rounds, self.play[solver]
            )

    def chances(self, solver: int) -> Values:
        """The play of a solution, shape (NODES, 3, BUCKETS)."""
        play = self.play[solver] / LEVELS
        return np.stack([play[:, 0], 1 - play[:, 0] - play[:, 1], play[:, 1]], axis=1)

    def worth(self, seat: int, theirs: Values, own: Values | None = None) -> Values:
        """By bucket of a seat, what it wins against the range of the other; at best, if its play is not given."""

        def at(node: int, reach: Values) -> Values:
            actor, wagers = node & 1, node // 2
            found = {}
            for a in ([FOLD] if node >= 2 else []) + [PASS] + ([WAGER] if wagers < CAP else []):
                here = reach if actor == seat else reach * theirs[node, a]
                if a == FOLD:
                    stake = self.paid + (self.front if node == self.begin else 4 * (wagers - 1)) + self.half
                    found[a] = np.full(BUCKETS, (-stake if actor == seat else stake) * here.sum())
                elif a == WAGER:
                    found[a] = at(2 * (wagers + 1) + 1 - actor, here)
                elif node == 0 and self.begin == 0:
                    found[a] = at(1, here)
                else:
                    found[a] = (self.paid + 4 * wagers + self.half) * (BETTER @ here)
            if actor != seat:
                return np.asarray(sum(found.values()))
            if own is None:
                return np.asarray(np.max(list(found.values()), axis=0))
            return np.asarray(sum([own[node, a] * value for a, value in found.items()]))

        return at(self.begin, self.ranges[1 - seat])


def ranges(seed: int) -> Values:
    """Two uneven ranges."""
    return np.random.default_rng(seed).dirichlet(np.full(BUCKETS, 0.3), 2)


BEGINS = [(0, 6, 3), (1, 8, 0), (2, 4, 5), (3, 10, 2), (5, 6, 8), (8, 12, 1)]


@pytest.mark.parametrize(("begin", "paid", "dead"), BEGINS)
def test_without_doubt_neither_can_win_from_the_solution_of_the_other(begin: int, paid: int, dead: int) -> None:
    found = Round(begin, paid, dead, ranges(begin), player(), 0.0)
    wins = [found.ranges[1 - solver] @ found.worth(1 - solver, found.chances(solver)) for solver in (0, 1)]
    assert 0 <= sum(wins) + 0.01 < 0.01 * (paid + found.half) + 0.08


@pytest.mark.parametrize(("begin", "paid", "dead"), BEGINS)
def test_the_other_is_kept_with_their_best_response(begin: int, paid: int, dead: int) -> None:
    found = Round(begin, paid, dead, ranges(begin), player(), 1.0)
    for solver in (0, 1):
        play = found.chances(solver)
        best, kept = found.worth(1 - solver, play), found.worth(1 - solver, play, play)
        assert kept == pytest.approx(best, abs=0.02 * (paid + found.half + 4))


def test_whoever_comes_with_other_hands_wins_no_more_than_from_the_strategy() -> None:
    """The other comes with good hands only, by their range. They bet the worst hand, as a bluff."""
    both = np.zeros((2, BUCKETS))
    both[0, :6], both[1, 6:30] = 1 / 6, 1 / 24
    calls = player(fold=0.3, wager=0.1)
    trusting, careful, easy = [
        Round(0, 10, 4, both, calls, doubt, margin) for doubt, margin in ((0.0, 0.0), (1.0, 0.0), (1.0, 0.25))
    ]
    itself = np.repeat(np.array([0.3, 0.6, 0.1])[None, :, None], NODES, axis=0)
    itself = np.broadcast_to(itself, (NODES, 3, BUCKETS)).copy()
    itself[:2] = np.array([0, 6 / 7, 1 / 7])[:, None]
    itself[2 * CAP :] = np.array([1 / 3, 2 / 3, 0])[:, None]
    bluff = BUCKETS - 1
    before = careful.worth(0, itself)[bluff]
    assert trusting.worth(0, trusting.chances(1))[bluff] > before + 5
    assert careful.worth(0, careful.chances(1))[bluff] < before + 1
    margin = 0.25 * (10 + 4 / 2)
    assert before + 0.8 * margin < easy.worth(0, easy.chances(1))[bluff] < before + margin + 1


def paid_out(hands: NDArray[np.void], dead: int) -> float:
    """What place 0 wins in all lines from here together, less half of what the others have left."""
    if hands["to_act"][0] < 0:
        return hand_kernel.net(hands[0], 0) - dead / 2
    allowed, whole = hand_kernel.allowed_choices(hands[0], CARDS), 0.0
    for a in (FOLD, PASS, WAGER):
        if allowed >> a & 1:
            child = hands.copy()
            hand_kernel.bet(child[0], a)
            whole += paid_out(child, dead)
    return whole


@pytest.mark.parametrize(("begin", "paid", "dead"), BEGINS)
@pytest.mark.parametrize("sign", [1, -1, 0])
def test_chips_are_those_of_the_game(begin: int, paid: int, dead: int, sign: int) -> None:
    """Along every line of the round, with two hands, as the compiled game pays."""
    found = Round(begin, paid, dead, np.zeros((2, BUCKETS)), player(), 0.0)
    mine, theirs = (1, 1) if sign == 0 else (0, 1) if sign > 0 else (1, 0)
    found.ranges[1, theirs] = 1
    found.hand["value"][[0, 2]] = 100 - sign, 100
    always = np.ones((NODES, 3, BUCKETS))
    assert found.worth(0, always, always)[mine] == pytest.approx(paid_out(np.array([found.hand]), dead))


def played(policy: NDArray[np.void], deals: int, rounds: Rounds) -> list[tuple[NDArray[np.void], NDArray[np.void]]]:
    """Hands of three in which two are left to decide in the last round, and their ranges."""
    hands, decks, state = np.zeros(1, hand_kernel.HAND), np.zeros(1, DECK), np.zeros(1, CHANCE)
    hand, found = hands[0], []
    for _ in range(deals):
        new_deck(decks[0], state[0])
        hand_kernel.start(hand, decks[0], CARDS, 3)
        solved_round_kernel.dealt(hand, rounds)
        while hand["to_act"] >= 0:
            if solved_round_kernel.between_two(hand):
                found.append((hands.copy(), rounds.ranges[:1].copy()))
                break
            spot, allowed = hand_kernel.spot_of(hand, CARDS), hand_kernel.allowed_choices(hand, CARDS)
            choice = cfr_kernel.sampled_choice(policy["chance"][0], spot, allowed, uniform(state[0]))
            solved_round_kernel.note(hand, 0, spot, allowed, choice, policy[0], CARDS, rounds)
            hand_kernel.apply_choice(hand, decks[0], CARDS, choice)
    return found


def test_ranges_are_those_of_the_hands_that_come() -> None:
    """Real cards, by how many cards were drawn last and before; the range leaves out only cards that others hold."""
    path = find(GAME.id, several=True)
    assert path is not None
    policy = policy_of_file(MultiwayFile.load(path).strategy(3))
    told: dict[tuple[int, int], list[tuple[Values, int]]] = {}
    for hands, ranges in played(policy, 2500, rounds_of(GAME, space=1)):
        hand = hands[0]
        for place in range(3):
            if hand["live"] >> place & 1:
                drawn = min(int(hand["last"][place]), 2), min(int(hand["before"][place]), 2)
                bucket = int(CARDS["bucket"][0, hand["value"][place]])
                share = ranges[0]["now"][place] / ranges[0]["now"][place].sum()
                told.setdefault(drawn, []).append((share, bucket))
    common = {drawn: seen for drawn, seen in told.items() if len(seen) >= 300}
    assert {(0, 0), (0, 1), (1, 1), (1, 2)} <= set(common)
    for seen in common.values():
        expected = np.mean([share for share, _ in seen], axis=0).reshape(8, 6).sum(axis=1)
        happened = np.bincount([bucket for _, bucket in seen], minlength=BUCKETS).reshape(8, 6).sum(axis=1) / len(seen)
        assert abs(expected - happened).sum() < 0.12 + 1.5 / np.sqrt(len(seen))


def test_like_ranges_share_a_solution_and_lines_nobody_takes_have_none() -> None:
    policy = player()
    hand, ranges = played(policy, 40, rounds_of(GAME, space=8))[0]
    for grain, met in ((4, 1), (solved_round_kernel.EXACT, 2)):
        rounds = rounds_of(GAME, space=8, grain=grain)
        for change in (0.0, 1e-3):
            like = ranges.copy()
            like["now"][0, :, :2] += change * like["now"][0, :, :2].max(axis=1, keepdims=True)
            rounds.ranges[1:2] = like
            assert solved_round_kernel.solved(hand[0], 1, policy[0], CARDS, rounds)
        assert rounds.counts[MET] == met
        rounds.ranges[1:2] = ranges
        rounds.ranges["thin"][1] = 1
        assert not solved_round_kernel.solved(hand[0], 1, policy[0], CARDS, rounds)
        assert rounds.counts.tolist() == [2, 1, met] == [rounds.counts[k] for k in (SOLVED, MISSED, MET)]


def test_a_player_who_solves_does_not_lose_what_the_strategy_loses_at_the_end() -> None:
    """The strategy folds to nearly every bet of the last round. In the game with solutions a responder who has learned
    nothing plays their best response to them."""
    timid = player(fold=0.25, wager=0.1)
    begin = BET_BEGIN[2] * BUCKETS
    timid["chance"][0, begin : begin + TWO[2] * BUCKETS, :3] = 0.98, 0.02, 0.0
    bets = Exploiter("raises at the end", "bet", (3,), ((FOLD, WAGER), (PASS, WAGER)), 1.0).habit
    file = won(GAME, timid, 3, nothing_learned(), habit=bets, decks=3000, seeds=(1,))
    rounds = rounds_of(GAME, space=1 << 14)
    seated = won(GAME, timid, 3, nothing_learned(), decks=3000, seeds=(1,), rounds=rounds)
    assert rounds.counts[SOLVED] > 10 * rounds.counts[MISSED]
    assert file.msb > 3 * file.within
    assert seated.msb < file.msb / 2
