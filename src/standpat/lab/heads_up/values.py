"""What a hand is worth to the button, by the states of both hands, if both play as they do on average.

`values_of(game, button, blind)` computes by backward induction, exactly within the states:

- `starts[street]`: the value at the beginning of a betting round after a draw, shape (last, button's draw, big blind's
  draw, paid, state, state);
- `root`: the value of the deal, shape (state, state).

`paid` counts small bets that each has put in before the street, from 1. Values are in small bets, count the whole hand
and are the button's; the big blind's are their negatives. Blinds are half a small bet and one; there is no ante.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import RANKINGS, WEIGHT
from standpat.engine.games import Game
from standpat.lab.heads_up.average_play import LAST, AveragePlay, size_class
from standpat.lab.heads_up.hand_states import COUNTS, FINAL, Floats, HandStates, size, states_of
from standpat.lab.heads_up.rounds import CAP, End, round_of

Table = NDArray[np.float32]


class Values(NamedTuple):
    """The values of a game between two players (see the module).

    Attributes:
        game: The game.
        states: The hand states.
        plays: The average play of the button and of the big blind.
        starts: By street; the entry of street 0 is empty.
        root: The value of the deal.
        by_sum: By draws left, the state of each sum of rank weights (`standpat.cards.ranking.WEIGHT`), off suit.
    """

    game: Game
    states: HandStates
    plays: tuple[AveragePlay, AveragePlay]
    starts: tuple[Table, ...]
    root: Floats
    by_sum: tuple[NDArray[np.int64], ...]


def most_paid(game: Game, street: int) -> int:
    """The most small bets that each can have put in before a street."""
    return sum([CAP * bet for bet in game.bets[:street]])


def values_of(game: Game, button: AveragePlay, blind: AveragePlay) -> Values:
    """Compute the values of a fixed-limit game.

    Args:
        game: The game, of one draw or three.
        button: How the player on the button plays.
        blind: How the player in the big blind plays.

    Returns:
        The values.
    """
    states, draws = states_of(game), game.draw_rounds
    plays = (button, blind)
    starts: list[Table] = [np.zeros(0, np.float32)] * (draws + 1)
    beats = _beats()
    for street in range(draws, 0, -1):
        many = size(draws - street)
        table = np.zeros((LAST, COUNTS, COUNTS, most_paid(game, street) + 1, many, many), np.float32)
        bet = float(game.bets[street])
        alike: dict[int, list[Table]] = {}
        for paid in range(1, table.shape[3]):
            group = size_class(street, draws, paid)
            chances = [play.bets[street][:, :, :, group].astype(np.float32) for play in plays]
            if street < draws:

                def worth(end: End, paid: int = paid, street: int = street, bet: float = bet) -> Table:
                    total = int(paid + end.put[0] * bet)
                    return _drawing(states, plays, starts[street + 1], street, draws, end.last, total)

                table[:, :, :, paid] = _round(chances, False, float(paid), bet, worth)
                continue
            if group not in alike:  # the last round is linear in what was paid before, for the same play
                ends = [partial(_shown, beats, float(before), bet) for before in range(2)]
                alike[group] = [_round(chances, False, float(before), bet, ends[before]) for before in range(2)]
            none, one = alike[group]
            table[:, :, :, paid] = none + np.float32(paid) * (one - none)
        starts[street] = table
    chances = [play.bets[0][:, :, :, 0].astype(np.float32) for play in plays]
    root = _round(
        chances,
        True,
        0.0,
        1.0,
        lambda end: _drawing(states, plays, starts[1], 0, draws, end.last, int(end.put[0]))[:1, :1],
    )
    order = RANKINGS[game.ranking]
    value = np.zeros(5 * WEIGHT[12] + 1, np.int64)  # 0 for sums that no hand has
    value[: len(order.by_sum)] = [value if value <= order.count else 0 for value in order.by_sum]
    by_sum = tuple([state[value] for state in states.state])
    return Values(game, states, plays, tuple(starts), root[0, 0, 0].astype(np.float64), by_sum)


def _shown(beats: Table, paid: float, bet: float, end: End) -> Table:
    return np.float32(paid + end.put[0] * bet) * beats


def _round(chances: Sequence[Table], opening: bool, paid: float, bet: float, worth: Callable[[End], Table]) -> Table:
    """The value at the beginning of a round: shape (last, draw, draw, state, state)."""
    nodes = round_of(opening)
    known: dict[End, Table] = {}
    found: list[Table] = [np.zeros(0, np.float32)] * len(nodes)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        own = chances[node.seat][:, :, :, number]
        value: Table | None = None
        for action, after in enumerate(node.after):
            if after is None:
                continue
            share = own[..., action]
            share = share[..., :, None] if node.seat == 0 else share[..., None, :]
            if isinstance(after, int):
                part = share * found[after]
            elif after.folded is not None:
                lost = paid + after.put[after.folded] * bet
                part = share * np.float32(-lost if after.folded == 0 else lost)
            else:
                key = End(None, after.put, after.last)
                if key not in known:
                    known[key] = worth(key)
                part = share * known[key]
            value = part if value is None else value + part
        assert value is not None
        found[number] = value
    return found[0]


def _drawing(
    states: HandStates,
    plays: tuple[AveragePlay, AveragePlay],
    after: Table,
    street: int,
    draws: int,
    last: int,
    paid: int,
) -> Table:
    """The value before the draws that follow a street: shape (button's draw before, big blind's, state, state)."""
    moves = states.moves[draws - street].astype(np.float32)
    before = size(draws - street)
    seconds = plays[0].draws[street][0, last].astype(np.float32)  # own draw before, the other's now, state, count
    firsts = plays[1].draws[street][1, last].astype(np.float32)  # own draw before, the other's before, state, count
    drawn = []  # by the button's draw: (button's state before, big blind's draw, big blind's state after)
    for second in range(COUNTS):
        left = moves[second] @ after[last, second, :, paid].transpose(1, 0, 2).reshape(after.shape[-2], -1)
        drawn.append(left.reshape(before, COUNTS, -1))
    value = np.zeros((COUNTS, COUNTS, before, before), np.float32)
    answered, term = np.empty((2, COUNTS, before, before), np.float32)
    whole = np.empty_like(value)
    for first in range(COUNTS):
        answered[:] = 0  # over what the button draws: (button's draw before, state, state)
        for second in range(COUNTS):
            pair = drawn[second][:, first] @ moves[first].T
            np.multiply(seconds[:, first, :, second][:, :, None], pair, out=term)
            answered += term
        theirs = firsts[:, :, :, first].transpose(1, 0, 2)  # (button's draw before, big blind's, state)
        value += np.multiply(answered[:, None], theirs[:, :, None, :], out=whole)
    return value


def _beats() -> Table:
    """By final states: 1 if the first hand wins, -1 if it loses, 0 for the same state."""
    wins = np.sign(np.subtract.outer(np.arange(FINAL), np.arange(FINAL)))
    return -wins.astype(np.float32)
