"""What perfect play in the last round wins from a player as it is seated, on real cards.

Both seats come by a line (`RoundLine`) as the bot of the strategy file plays, with 52 cards. Then a responder takes one
of them. It knows the line, its own hand and discards, how likely the player comes with every hand *and its discards*,
and what the player does with each, the solution at the table included. At every decision it takes the best action to
the end of the hand.

Given the line, both have drawn known numbers of cards, so the hands of both, with their discards, come as two
independent samples (`LastRound.sample`) of which only pairs without a common card count. Each hand of the responder is
weighed against every hand of a sample, by the probability that they have no common card if all suits are equally likely
(`standpat.solver.subgame.seen_cards.APART`). So all blocked cards and all discards count, and there is no noise from
the hand that one opponent happens to hold. Only what a responder could make of the suits is left out.

What remains is that the player's hands are a sample. A responder that chooses its actions against one sample and is
counted against another one wins, in the mean, no more than perfect play: a *lower* bound (`Loss.least`). One that
chooses against the same sample as it is counted against also fits its noise: an *upper* bound (`Loss.most`). Both come
closer to perfect play with larger samples.

Where lines are drawn as often as they occur (`standpat.solver.subgame.last_round_heads_up_loss`,
`standpat.solver.subgame.last_round_several_loss`), the mean over lines is the mean over hands.
"""

from collections.abc import Callable
from time import process_time
from typing import Final, NamedTuple, Unpack

import numpy as np

from standpat.solver.kernels.seen_cards_round import Numbers, Single, Vector
from standpat.solver.subgame.last_round import LastRound, Options, RoundLine, Sample
from standpat.solver.subgame.seen_cards import APART

RESPONDERS: Final = 500
"""Hands of the responder in each seat of a line."""
SAMPLE: Final = 8_000
"""Hands of the player in each of the two samples of a seat."""
COMING: Final = 400_000
"""At least so many hands come by the line, of which a sample is taken. On a line that 1 in 50 plays at one decision,
500 hands alone would be ten different ones, repeated."""

_NEVER: Final = -100.0
"""The logarithm of a chance of 0."""


class Loss(NamedTuple):
    """What the responder wins in a line, in chips a deal that comes to the last round, the mean of the seats.

    Attributes:
        least: Against hands that it has not seen: a lower bound.
        most: Against the hands by which it chose: an upper bound.
        seconds: The processor time of a decision of the player that solves; 0 if it does not.
    """

    least: float
    most: float
    seconds: float


def loss_of_play(line: RoundLine, play: Single, hands: int = RESPONDERS, sample: int = SAMPLE) -> Loss:
    """What the responder wins in a line from a player who does not look at the discards.

    Args:
        line: The line.
        play: Shape (nodes, 3, classes): what the player does.
        hands: As `RESPONDERS`.
        sample: As `SAMPLE`.
    """
    last_round = LastRound(line, types=1, iterations=0)
    came = _came(last_round, hands, sample)
    return _loss(last_round, came, [play[:, :, some.hands] for some in came], 0.0)


def loss_of_solution(
    line: Callable[[], RoundLine], hands: int = RESPONDERS, sample: int = SAMPLE, **options: Unpack[Options]
) -> Loss:
    """What the responder wins in a line from the player that solves the last round.

    Args:
        line: Makes the line. That is part of the player's decision, and of its time.
        hands: As `RESPONDERS`.
        sample: As `SAMPLE`.
        options: Options of `LastRound`.
    """
    began = process_time()
    last_round = LastRound(line(), **options)
    one = last_round.sample(0, 1, 1)
    last_round.policy(0, one.hands, one.seen)
    seconds = process_time() - began
    came = _came(last_round, hands, sample)
    asked = [
        (np.concatenate([some.hands for some in came[seat::2]]), np.concatenate([some.seen for some in came[seat::2]]))
        for seat in (0, 1)
    ]
    parts = [np.split(play, [hands, hands + sample], axis=2) for play in last_round.policies(*asked)]
    return _loss(last_round, came, [parts[seat][part] for part in range(3) for seat in (0, 1)], seconds)


def _came(line: LastRound, hands: int, sample: int) -> list[Sample]:
    """The responder's hands in seats 0 and 1, the first samples of the player's, and the second ones."""
    sizes = (hands, sample, sample)
    return [
        line.sample(seat, size, _seed(line, seat, part), times=-(-COMING // size))
        for part, size in enumerate(sizes)
        for seat in (0, 1)
    ]


def _loss(line: LastRound, came: list[Sample], plays: list[Single], seconds: float) -> Loss:
    least = most = 0.0
    for seat in (0, 1):
        own, played = came[seat], plays[seat]
        first, second = [_worth(line, seat, own, came[k], plays[k]) for k in (3 - seat, 5 - seat)]
        met = first.weight + second.weight
        if met <= 0:
            continue
        both = first.values + second.values
        fair = _value(line, seat, both, played)
        ours = _value(line, seat, first.values, _best(line, seat, second.values))
        ours += _value(line, seat, second.values, _best(line, seat, first.values))
        least += (ours - fair) / met / 2
        most += (_value(line, seat, both, _best(line, seat, both)) - fair) / met / 2
    return Loss(least, most, seconds)


class _Worth(NamedTuple):
    """What the responder's hands win against a sample of the player's.

    Attributes:
        values: Shape (nodes, hands): by end, in chips, summed over the player's hands.
        weight: The number of pairs of hands.
    """

    values: Vector
    weight: float


def _worth(line: LastRound, seat: int, own: Sample, theirs: Sample, play: Single) -> _Worth:
    nodes, tree = len(line.ends.nodes), line.tree
    reach = np.ones((nodes, len(theirs.hands)), np.float32)
    for n in range(nodes):
        for a in range(int(tree.many[n])):
            reach[tree.child[n, a]] = reach[n] * play[n, a] if tree.seat[n] != seat else reach[n]
    apart = _apart(own.seen, theirs.seen)
    values, ends = np.zeros((nodes, len(own.hands))), line.ends
    values[ends.folds] = (1 - 2 * seat) * ends.stakes[ends.folds, None] * (reach[ends.folds] @ apart.T)
    weight = float(apart.sum(dtype=np.float64))
    apart *= np.sign(theirs.hands - own.hands[:, None]).astype(np.float32)
    values[ends.shows] = ends.stakes[ends.shows, None] * (reach[ends.shows] @ apart.T)
    return _Worth(values, weight)


def _best(line: LastRound, seat: int, ends: Vector) -> Single:
    """The best actions of the responder's hands against a sample, as a policy."""
    values, tree = ends.copy(), line.tree
    play = np.zeros((len(values), 3, values.shape[1]), np.float32)
    for n in range(len(values) - 1, -1, -1):
        below = values[tree.child[n, : tree.many[n]]]
        if not len(below):
            continue
        if tree.seat[n] == seat:
            play[n, below.argmax(axis=0), np.arange(values.shape[1])] = 1
        values[n] = below.max(axis=0) if tree.seat[n] == seat else below.sum(axis=0)
    return play


def _value(line: LastRound, seat: int, ends: Vector, play: Single) -> float:
    """What the responder's hands win together if they play so."""
    values, tree = ends.copy(), line.tree
    for n in range(len(values) - 1, -1, -1):
        actions = int(tree.many[n])
        if actions:
            below = values[tree.child[n, :actions]]
            values[n] = (play[n, :actions] * below).sum(axis=0) if tree.seat[n] == seat else below.sum(axis=0)
    return float(values[0].sum())


def _seed(line: LastRound, seat: int, part: int) -> int:
    """A seed that the solution does not use."""
    return (1_000_003 + 8 * line.line.number + 3 * seat + part) % 2**32


def _apart(own: Numbers, theirs: Numbers) -> Single:
    """The probability that two hands have no common card, shape (own, theirs), by the cards of each rank held."""
    with np.errstate(divide="ignore"):
        table = np.maximum(np.log(APART), _NEVER)
    left = table[own][..., 1:].reshape(len(own), -1).astype(np.float32)
    held = (theirs[..., None] == np.arange(1, 5)).reshape(len(theirs), -1).astype(np.float32)
    return np.asarray(np.exp(left @ held.T))
