"""The average play of a level (`standpat.bots.levels`), from that of the player whose habits it changes.

In the betting a level changes probabilities alike for all hands, so that its tables follow from those of the strong
player. At a draw it breaks some of the hands that would stand pat: in each state, the part that the habit has of the
hands of that state, each as likely as after the plan's draws (`hand_states.HandStates.mass`).
"""

import numpy as np

from standpat.bots.draw import classes
from standpat.bots.levels import ACE, EIGHT, Level
from standpat.engine.games import Game
from standpat.lab.heads_up.average_play import AveragePlay, Floats
from standpat.lab.heads_up.hand_states import COUNTS, size, states_of
from standpat.lab.heads_up.rounds import FOLD, PASS, WAGER


def level_play(strong: AveragePlay, level: Level, game: Game) -> AveragePlay:
    """The tables of a level.

    Args:
        strong: The average play of the player whose habits it changes.
        level: The level.
        game: A fixed-limit game of one draw or three.
    """
    bets = [_bets(table, level) for table in strong.bets]
    draws = [_draws(table, broken(level, game, game.draw_rounds - k)) for k, table in enumerate(strong.draws)]
    return AveragePlay(tuple(bets), tuple(draws))


def broken(level: Level, game: Game, left: int) -> Floats:
    """By state and number of cards: of standing pat, the part that becomes a draw of so many cards.

    Args:
        level: The level.
        game: The game.
        left: The draws left, this one included.
    """
    states, low = states_of(game), game.ranking == "ace-to-five"
    parts, total = np.zeros((size(left), COUNTS)), np.zeros(size(left))
    for value, ranks in enumerate(classes(game.ranking).ranks):
        if value:
            kept = sum([ranks >> rank & 1 for rank in range(13) if rank <= EIGHT or (low and rank == ACE)])
            state, mass = int(states.state[left][value]), float(states.mass[left][value])
            parts[state, min(max(5 - kept, 1), COUNTS - 1)] += mass * level.breaking(game.ranking, value)
            total[state] += mass
    found: Floats = parts / np.where(total > 0, total, 1)[:, None]
    return found


def _bets(table: Floats, level: Level) -> Floats:
    changed = table.copy()
    for action, part in ((FOLD, level.pays), (WAGER, level.passive)):
        changed[..., action] = (1 - part) * table[..., action]
        changed[..., PASS] += part * table[..., action]
    return changed


def _draws(table: Floats, parts: Floats) -> Floats:
    changed = table.copy()
    pat = table[..., :, :1]
    changed[..., 0] -= table[..., 0] * parts.sum(axis=1)
    changed += pat * parts
    return changed
