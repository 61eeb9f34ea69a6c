"""What perfect play in the last round wins from a player as it is seated, on real cards.

Deals are played up to the last round by the bot of the strategy file in both seats, with 52 cards, suits and dead
discards (`standpat.solver.response.full_deck_rollout`). For a line of a deal, `losses` computes what each hand of
the player does, from its policy, the solution at the table included. Then a responder sits in either seat in up to
`MOST` deals of the line. It knows the player's range, and at every decision the mean play of each class over the
discards with which it comes (`LastRound.sample`); it weighs all that by the cards it has held, its discards
included, and takes the best action to the end (`standpat.solver.kernels.last_round_gain`). The gain over the player
in its place is counted with the hand that the opponent really has. So it is a lower bound of the loss, whatever the
responder believes.

Lines are drawn as often as they occur, so the mean over lines is the mean over hands. The same responder is used
against every player: against the blueprint it finds what the blueprint loses.
"""

from collections.abc import Iterator
from time import process_time
from typing import Final, NamedTuple

import numpy as np

from standpat.bots.strategy_file import StrategyFile
from standpat.solver.kernels.last_round_gain import gains
from standpat.solver.kernels.seen_cards_round import Numbers, Single, Vector
from standpat.solver.response.full_deck_rollout import last_rounds
from standpat.solver.response.trained_response import rollout_tables_of
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges
from standpat.solver.subgame.last_round import LastRound

MOST: Final = 400
"""Deals of a line."""
SAMPLE: Final = 6_000
"""Hands of each seat from which the mean play of the classes is computed."""


class Loss(NamedTuple):
    """What the responder wins in a line, in chips a deal that comes to the last round, the mean of the seats.

    Attributes:
        real: With the hands that the opponents really have.
        believed: Over the ranges of the responder.
        seconds: The processor time of the player's solution.
    """

    real: float
    believed: float
    seconds: float


class LastRounds:
    """Deals that came to their last round.

    Args:
        file: The strategy file.
        deals: Deals to play.
        seed: Their seed.

    Attributes:
        share: The fraction of the deals that came to the last round.
    """

    def __init__(self, file: StrategyFile, deals: int, seed: int) -> None:
        self.beliefs = OpponentRanges(file)
        at, seen = np.zeros((deals, 8), np.int64), np.zeros((deals, 2, 13), np.int64)
        came = last_rounds(rollout_tables_of(file), deals, seed, at, seen)
        self.share = came / deals
        order = np.argsort(at[:came, 0], kind="stable")
        self._context, self._hands, self._seen = at[order, 0], at[order, 2:4], seen[order]

    def drawn(self, lines: int, seed: int) -> Iterator[tuple[int, Numbers, Numbers]]:
        """Draw lines as often as they occur.

        Args:
            lines: How many.
            seed: The seed.

        Returns:
            For each the context, and up to `MOST` of its deals: the classes, shape (deals, 2), and the cards of each
            rank that each seat has held, shape (deals, 2, 13).
        """
        generator = np.random.default_rng(seed)
        for pick in generator.choice(len(self._context), lines):
            context = int(self._context[pick])
            begin, end = np.searchsorted(self._context, [context, context + 1])
            some = np.arange(begin, end)
            if len(some) > MOST:
                some = generator.choice(some, MOST, replace=False)
            yield context, self._hands[some], self._seen[some]


def loss_of_blueprint(beliefs: OpponentRanges, context: int, hands: Numbers, seen: Numbers) -> Loss:
    """What the responder wins from the blueprint in deals of a line (`LastRounds.drawn`)."""
    line = LastRound(beliefs, context, types=1, iterations=0)
    plays = np.zeros((len(line.ends.nodes), 3, len(beliefs.classes)))
    for n, node in enumerate(line.ends.nodes):
        if node.letters:
            plays[n, : len(node.letters)] = beliefs.bets(line.place, node)
    typed = np.stack([plays[:, :, hands[:, seat]] for seat in (0, 1)]).astype(np.float32)
    return _loss(line, plays, typed, hands, seen, 0.0)


def loss_of_solution(beliefs: OpponentRanges, context: int, hands: Numbers, seen: Numbers, **options: int) -> Loss:
    """The same for the player that solves the last round (`LastRound`)."""
    began = process_time()
    line = LastRound(beliefs, context, **options)
    seconds = process_time() - began
    typed = np.stack([line.policy(seat, hands[:, seat].copy(), seen[:, seat].copy()) for seat in (0, 1)])
    return _loss(line, mean_play(line), typed, hands, seen, seconds)


def mean_play(line: LastRound, many: int = SAMPLE) -> Vector:
    """What each class does on average over the discards with which it comes, shape (nodes, 3, classes)."""
    beliefs = line.beliefs
    classes, tree = len(beliefs.classes), line.tree
    plays, generator = np.zeros((len(tree.many), 3, classes)), np.random.default_rng(line.context)
    for seat in (0, 1):
        hands, seen = line.sample(seat, many, 2 * line.context + seat + 1_000_003)
        rare = np.setdiff1d(np.flatnonzero(line.reach[seat] > 0), hands)  # with the discards of others
        discards = (seen - beliefs.ranks[hands])[generator.integers(0, many, len(rare))]
        hands = np.concatenate([hands, rare])
        seen = np.concatenate([seen, np.minimum(beliefs.ranks[rare] + discards, 4)])
        play = line.policy(seat, hands, seen)
        reach = np.ones((len(tree.many), len(hands)))
        for n in range(len(tree.many)):
            actions = range(int(tree.many[n]))
            own = tree.seat[n] == seat
            for a in actions:
                reach[tree.child[n, a]] = reach[n] * play[n, a] if own else reach[n]
            if own and actions:
                whole = np.bincount(hands, reach[n], classes)
                for a in actions:
                    part = np.bincount(hands, reach[n] * play[n, a], classes)
                    plays[n, a] = np.where(whole > 0, part / np.where(whole > 0, whole, 1), 1 / len(actions))
    return plays


def _loss(line: LastRound, plays: Vector, typed: Single, hands: Numbers, seen: Numbers, seconds: float) -> Loss:
    out = np.zeros((len(hands), 2, 2))
    reach = np.stack(line.reach)
    gains(line.tree, plays, typed, reach, line.beliefs.cells, WAYS, hands, seen, out)
    real, believed = out.mean(axis=(0, 1)).tolist()
    return Loss(real, believed, seconds)
