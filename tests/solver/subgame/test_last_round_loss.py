"""What perfect play in the last round wins: less from the solution; from samples that are what they claim to be."""

import numpy as np
import pytest

from standpat.bots.strategy_file import StrategyFile
from standpat.solver.strategy_file.opponent_range import OpponentRanges
from standpat.solver.subgame import last_round_loss
from standpat.solver.subgame.last_round import LastRound, RoundLine
from standpat.solver.subgame.last_round_heads_up import heads_up_line
from standpat.solver.subgame.last_round_heads_up_loss import LastRounds, loss_of_blueprint, loss_of_solved

pytestmark = pytest.mark.extended


def narrow_line(file: StrategyFile, part: float) -> RoundLine:
    """A line on which the button stands pat in the last draw with so small a part of its hands, whatever they are."""
    came = LastRounds(file, 20_000, 5)
    line = heads_up_line(OpponentRanges(file), next(came.drawn(1, 1)))
    wide, blind = line.chances
    narrow = wide.copy()
    narrow[-1] = np.where(np.random.default_rng(3).random(wide.shape[1]) < part, 1.0, 1e-9)
    return line._replace(chances=(narrow, blind))


def test_hands_of_a_narrow_line_are_not_a_few_repeated(file: StrategyFile) -> None:
    """One in a hundred plays so: five of 500 hands that are dealt. The responder's and the player's are hundreds."""
    line = LastRound(narrow_line(file, 0.01), types=1, iterations=0)
    few, many = line.sample(0, 500, 7), line.sample(0, 500, 7, times=800)
    assert len(few.hands) == len(many.hands) == 500
    assert few.worth < 10
    assert len(set(many.cards.tolist())) > 10 * few.worth
    assert (np.diff(many.hands) >= 0).all()
    for some in last_round_loss._came(line, 500, 1000)[::2]:
        assert len(set(some.cards.tolist())) > 200


@pytest.mark.slow
def test_perfect_play_wins_less_from_the_solution_than_from_the_blueprint(file: StrategyFile) -> None:
    came = LastRounds(file, 20_000, 5)
    before, after = [], []
    for context in came.drawn(3, 1):
        before.append(loss_of_blueprint(came.beliefs, context, 1000, 100))
        after.append(loss_of_solved(came.beliefs, context, 100, 1000, types=4000, iterations=40))
    for loss in (*before, *after):
        assert loss.least <= loss.most  # equal where the responder does the same with every hand
        assert loss.most > 0
    for losses in (before, after):
        assert sum([loss.least for loss in losses]) < sum([loss.most for loss in losses])
    assert sum([loss.most for loss in after]) < 0.6 * sum([loss.least for loss in before])
