"""How two players come to their last round heads-up: the line of a context of a strategy file, as a `RoundLine`."""

import numpy as np

from standpat.solver.kernels.seen_cards_round import Vector
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
    return RoundLine(context, beliefs.classes, ends, (button, blind), (button_keeps, blind_keeps))


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
