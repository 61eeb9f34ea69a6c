"""How two players come to their last round heads-up: the line of a context of a strategy file, as a `RoundLine`."""

from functools import partial

import numpy as np

from standpat.solver.kernels.seen_cards_round import Single, Vector
from standpat.solver.strategy_file.opponent_range import OpponentRanges, Range
from standpat.solver.subgame.last_round import Masks, RoundLine
from standpat.solver.subgame.matrix_round import Ends


def heads_up_line(beliefs: OpponentRanges, context: int) -> RoundLine:
    """The line of a context of the last street, as the bot of the strategy file plays it.

    Args:
        beliefs: The ranges of the strategy file.
        context: The number of the line.
    """
    file, path = beliefs.file, beliefs.path(context)
    ends = Ends(file.streets[-1].nodes, beliefs.along(1, path).paid, file.big_blind * beliefs.record.bets[-1])
    (button, button_keeps), (blind, blind_keeps) = [_chances(beliefs, path, seat) for seat in (0, 1)]
    own = partial(play_of_file, beliefs, context)
    return RoundLine(context, beliefs.classes, ends, (button, blind), (button_keeps, blind_keeps), own)


def play_of_file(beliefs: OpponentRanges, context: int, seat: int) -> Single:
    """What the strategy file does in the last round of a line.

    Args:
        beliefs: The ranges of the strategy file.
        context: The number of the line.
        seat: The seat.

    Returns:
        Shape (nodes, 3, classes); 0 at the nodes of the other seat.
    """
    nodes, place = beliefs.file.streets[-1].nodes, beliefs.along(1, beliefs.path(context))
    play = np.zeros((len(nodes), 3, len(beliefs.classes)), np.float32)
    for n, node in enumerate(nodes):
        if node.letters and node.seat == seat:
            play[n, : len(node.letters)] = beliefs.bets(place, node)
    return play


def _chances(beliefs: OpponentRanges, path: list[str], seat: int) -> tuple[Vector, Masks]:
    """By draw, the probability that each class of a seat plays as the line has it up to and with the draw, and the
    cards that it keeps.
    """
    file, many = beliefs.file, len(beliefs.classes)
    chances, keeps, chance = [], [], np.ones(many)
    place = Range(0, 0, 0, 0, -1, beliefs.classes.chance)
    for at, token in enumerate(path):
        street = file.streets[place.street]
        if not token.isdecimal():
            node = street.nodes[place.node]
            if node.seat == seat:
                chance = chance * beliefs.bets(place, node)[node.letters.index(token)]
        elif seat == (1 - street.first if place.turn else street.first):
            number = street.counts[seat].index(int(token))
            chances.append(chance * beliefs.draws(place)[number])
            keeps.append(np.frombuffer(file.keeps[place.street], np.uint8).reshape(many, -1)[:, number])
            chance = np.ones(many)
        place = beliefs.along(1 - seat, path[: at + 1])
    return np.array(chances), np.array(keeps)
