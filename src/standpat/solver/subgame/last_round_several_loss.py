"""What solving the last round of the last two is worth with three to six seats, in hands as often as they occur.

The player of a `multiway` file takes all seats of the engine's hands (`arrivals`). Where two are left in the last
round, there are two measures:

- `loss_of_file` and `standpat.solver.subgame.last_round_loss.loss_of_solution`: what perfect play in the round wins,
  the ranges being those of the line (`standpat.solver.subgame.last_round_several`), without the cards of the players
  who have folded.
- `gain`: what the player that solves the round wins more than the file from an opponent who plays the file, with the
  hands that the two really hold. The deals are those of the whole table, so the cards of the others, the suits, and
  what the ranges leave out all count. It is the expectation over the choices in the round; the chance of the deal
  remains.
"""

from collections.abc import Iterator
from random import Random

import numpy as np

from standpat.bots.multiway import Multiway, Public
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import situation
from standpat.engine.dealer import Dealer
from standpat.engine.games import game
from standpat.engine.hand import Hand
from standpat.solver.kernels.seen_cards_round import Single, Vector
from standpat.solver.multiway.engine_match import DEPTH, STAKES
from standpat.solver.strategy_file.opponent_range import cards_held
from standpat.solver.subgame.last_round_loss import RESPONDERS, SAMPLE, Loss, loss_of_play
from standpat.solver.subgame.last_round_several import Course, SeveralRanges, course
from standpat.solver.subgame.last_round_several_player import LastTwoPlayer
from standpat.solver.subgame.matrix_round import Ends


def arrivals(table: MultiwayFile, seats: int, hands: int, seed: int) -> Iterator[Hand | None]:
    """Play hands with the player of a file in all seats.

    Args:
        table: The file.
        seats: The number of players.
        hands: The number of hands.
        seed: The seed of the deals and of the choices.

    Returns:
        Each hand, where two are first left to decide in the last round; None if it does not come there.
    """
    player, record = Multiway(table), game(table.game)
    for number in range(hands):
        random = Random(f"{seed} {number}")
        hand = Hand(record, STAKES, [DEPTH * STAKES.big_blind] * seats, number % seats, Dealer(f"{seed} {number}"))
        while hand.to_act is not None:
            now = situation(hand, random)
            if course(now) is not None:
                break
            hand.apply(player(now))
        yield None if hand.to_act is None else hand


class LastTwo:
    """Hands that came to a last round of two.

    Args:
        table: The strategy file.
        seats: The number of players.
        deals: Deals to play.
        seed: Their seed.

    Attributes:
        hands: Those that came there (`arrivals`).
        unit: mSB a hand at the table, the mean of all seats, for a chip of the mean of the last two.
    """

    def __init__(self, table: MultiwayFile, seats: int, deals: int, seed: int) -> None:
        self.hands = [hand for hand in arrivals(table, seats, deals, seed) if hand is not None]
        self.unit = 1000 / STAKES.big_blind * len(self.hands) / deals * 2 / seats


def course_of(hand: Hand) -> Course:
    """The course of a hand of `arrivals`."""
    at = course(situation(hand, Random(0)))
    assert at is not None
    return at


def loss_of_file(ranges: SeveralRanges, hand: Hand, hands: int = RESPONDERS, sample: int = SAMPLE) -> Loss:
    """What perfect play in the round wins from the file.

    Args:
        ranges: The ranges of the file.
        hand: A hand of `arrivals`.
        hands: As `RESPONDERS`.
        sample: As `SAMPLE`.
    """
    line = ranges.line(course_of(hand).start)
    return loss_of_play(line, line.own(0) + line.own(1), hands, sample)


def gain(player: LastTwoPlayer, hand: Hand) -> float:
    """What the player wins more than the file from an opponent who plays the file, in chips, the mean of both seats.

    Args:
        player: The player that solves.
        hand: A hand of `arrivals`.
    """
    ranges, start = player.ranges, course_of(hand).start
    line = player.ranges.line(start)
    live = [seat for seat in Public(situation(hand, Random(0))).places if hand.live[seat]]
    button, blind = live[1], live[0]
    file, won, classes, plays, solved = line.own(0) + line.own(1), 0.0, [], [], []
    for tree_seat, seat in enumerate((button, blind)):
        view = situation(hand, Random(0))._replace(seat=seat, cards=hand.cards(seat), seen=hand.seen_by(seat))
        classes.append(ranges.classes.of(view.cards))
        plays.append(file[:, :, classes[-1]])
        held = tuple(cards_held(view, ranges.classes.ranks))
        play = player.solved(start, tree_seat, classes[-1], held)
        solved.append(plays[-1] if play is None else play)
    sign = float(np.sign(classes[1] - classes[0]))
    for seat in (0, 1):
        both = [solved[s] if s == seat else plays[s] for s in (0, 1)]
        won += (1 - 2 * seat) * (_value(line.ends, both, sign) - _value(line.ends, plays, sign)) / 2
    return won


def _value(ends: Ends, plays: list[Single], sign: float) -> float:
    """What seat 0 wins in the round with two hands.

    Args:
        ends: The tree.
        plays: By seat, what its hand does, shape (nodes, 3).
        sign: 1 if the hand of seat 0 is the better one, -1 if it is the worse one, 0 if they are equal.
    """
    values: Vector = ends.stakes.copy()
    values[ends.shows] *= sign
    for n in range(len(values) - 1, -1, -1):
        node = ends.nodes[n]
        if node.letters:
            chances = plays[node.seat][n, : len(node.letters)].astype(float)
            values[n] = float(chances / chances.sum() @ values[list(node.children)])
    return float(values[0])
