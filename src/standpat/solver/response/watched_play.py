"""The average play of the bot of a strategy file, counted over hands with real cards (compiled).

`watched(file, game, hands)` plays the bot against itself and adds up its probabilities at each decision in the tables
of `standpat.lab.heads_up.average_play`. A part of all actions and draws (`ASTRAY`) is chosen at random, so that lines
the bot itself seldom takes are seen too.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.compute.compiled import fast_allocating_kernel
from standpat.engine.games import game as catalogue
from standpat.lab.heads_up.average_play import AveragePlay, Watch, size_class
from standpat.lab.heads_up.hand_states import COUNTS, STATES, states_of
from standpat.lab.heads_up.rounds import node_at
from standpat.lab.heads_up.values import most_paid
from standpat.solver.response.full_deck_rollout import (
    RolloutTables,
    bet_chances,
    class_of,
    draw_chances,
    exchange,
    pick,
    shuffle_some,
)
from standpat.solver.response.trained_response import LETTERS, rollout_tables_of

ASTRAY: Final = 0.12


@fast_allocating_kernel
def _play(
    tables: RolloutTables,
    state: NDArray[np.int64],
    nodes: NDArray[np.int64],
    sizes: NDArray[np.int64],
    hands: int,
    seed: int,
    astray: float,
    bets: NDArray[np.float64],
    draws: NDArray[np.float64],
) -> None:
    """Play hands and add up the bot's probabilities.

    Args:
        tables: The strategy file.
        state: By street and class, the state of the hand.
        nodes: By street and node of the file, the node of the round.
        sizes: By street and chips paid, the class of what each has put in.
        hands: The number of hands.
        seed: The seed.
        astray: The part of random decisions.
        bets: Shape (streets, last, draw, draw, size, node, state, action): adds the probabilities.
        draws: Shape (draws, seat, last, own before, other, state, count): adds the probabilities.
    """
    np.random.seed(seed)
    deck = np.arange(52)
    held, chances, commits = np.zeros((2, 5), np.int64), np.zeros(6), np.zeros(2, np.int64)
    classes, drew, now = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    streets = len(tables.states)
    for _ in range(hands):
        shuffle_some(deck)
        held[0], held[1] = deck[0:5], deck[5:10]
        stub, context, paid, last = 10, 0, 0, 0
        drew[:] = 0
        for street in range(streets):
            for k in range(2):
                classes[k] = class_of(tables, held[k])
                commits[k] = 0 if street else tables.blinds[k]
            round_ = tables.rounds[street, paid]
            size = sizes[street, paid]
            node, folded, wagered = 0, False, 0
            while tables.many[street, node] > 0:
                seat = tables.seat[street, node]
                many = tables.many[street, node]
                bet_chances(tables, street, context, round_, node, tables.of[street, classes[seat]], chances)
                into = bets[street, last, drew[0], drew[1], size, nodes[street, node], state[street, classes[seat]]]
                for a in range(many):
                    letter = tables.letter[street, node, a]
                    into[0 if letter == 0 else 1 if letter <= 2 else 2] += chances[a]
                a = np.random.randint(many) if np.random.random() < astray else pick(chances, many)
                letter = tables.letter[street, node, a]
                if letter == 0:
                    folded = True
                    break
                if letter == 2:
                    commits[seat] = commits[1 - seat]
                elif letter >= 3:
                    commits[seat] = commits[1 - seat] + tables.bet[street]
                    wagered = 1 + seat
                node = tables.child[street, node, a]
            if folded or street == streets - 1:
                break
            last = wagered
            exit_ = tables.exit[street, node]
            paid += commits[0]
            outcome, many = 0, tables.counts[street]
            for turn in range(2):
                seat = 1 - turn
                own = classes[seat]
                first = 0 if turn == 0 else 1 + now[1]
                draw_chances(tables, street, context, round_, exit_, first, tables.of[street, own], chances)
                known = drew[0] if turn == 0 else min(now[1], COUNTS - 1)
                into = draws[street, seat, last, drew[seat], known, state[street, own]]
                for a in range(many):
                    into[min(a, COUNTS - 1)] += chances[a]
                a = np.random.randint(many) if np.random.random() < astray else pick(chances, many)
                now[seat] = a
                stub += exchange(held[seat], tables.keeps[street, own, a], deck, stub)
                outcome = outcome * many + a
            for k in range(2):
                drew[k] = min(now[k], COUNTS - 1)
            context = (context * tables.exits[street] + exit_) * tables.outcomes[street] + outcome


def watched(file: StrategyFile, hands: int, seed: int = 1) -> AveragePlay:
    """The average play of a strategy file's bot.

    Args:
        file: The strategy file.
        hands: The number of hands to play.
        seed: The seed.

    Returns:
        The tables.
    """
    game = catalogue(file.game)
    streets, draws = len(file.streets), game.draw_rounds
    tables, states = rollout_tables_of(file), states_of(game)
    unit = int(tables.blinds[1])
    watch = Watch(draws)
    state = np.array([states.state[draws - street][1:] for street in range(streets)])
    most = most_paid(game, draws) * unit
    sizes = np.zeros((streets, most + 1), np.int64)
    for street in range(1, streets):
        for paid in range(unit, most + 1):
            sizes[street, paid] = size_class(street, draws, paid // unit)
    nodes = np.zeros((streets, max([len(street.nodes) for street in file.streets])), np.int64)
    for s, tree in enumerate(file.streets):
        paths = {0: ""}
        for number, node in enumerate(tree.nodes):
            for letter, after in zip(node.letters, node.children, strict=True):
                paths[after] = paths[number] + letter
            if node.letters:
                nodes[s, number] = node_at(not s, paths[number])
    assert LETTERS == "fxcbr"
    shape = (streets, *np.max([table.shape for table in watch.bets], axis=0).tolist())
    bets = np.zeros(shape)
    counts = np.zeros((draws, *watch.draws[0].shape[:-2], STATES, COUNTS))
    _play(tables, state, nodes, sizes, hands, seed, ASTRAY, bets, counts)
    for s, table in enumerate(watch.bets):
        table += bets[s][tuple([slice(length) for length in table.shape])]
    for s, table in enumerate(watch.draws):
        table += counts[s]
    return watch.play()
