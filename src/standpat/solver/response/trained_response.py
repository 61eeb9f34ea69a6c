"""A response trained against the bot of a strategy file on real deals: a lower bound of what the bot can lose.

The responder plays like the bot up to the last draw, and at first in the last round too. In a round of training, hands
are dealt and played to their last round, and there the value of each action with the two real hands is computed
(`standpat.solver.response.full_deck_rollout`). In each cell, an action that won more than the bot's play by more than
`SURE` standard errors becomes the responder's play. Later decisions settle first, so a few rounds are enough. `trained`
is one round; `won` measures the responder on deals that no training saw.

    tables = rollout_tables_of(StrategyFile.load(path))
    deviate = untrained(tables)
    for seed in range(4):
        deviate = trained(tables, deviate, 1_000_000, seed)
    won(tables, deviate, 1_000_000)

Over both seats the bot wins nothing from itself, so what the responder wins more than the bot is what it wins.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import WEIGHT
from standpat.solver.game.class_game import game_of
from standpat.solver.game.hand_classes import HandClasses, hand_classes
from standpat.solver.response.full_deck_rollout import ARMS, DRAWN, SEEN, RolloutTables, deal

SURE: Final = 2.0
"""Standard errors by which an action must be better."""
LETTERS: Final = "fxcbr"
EVALUATION: Final = 1 << 20
"""The first seed of evaluations. Seeds of training lie below."""


class Won(NamedTuple):
    """What a responder wins, in mSB a hand.

    Attributes:
        mean: The mean over both seats.
        margin: Half the width of its 95% confidence interval.
        button: The gain on the button.
        blind: The gain in the big blind.
        rounds: The last rounds that were played.
    """

    mean: float
    margin: float
    button: float
    blind: float
    rounds: int


def untrained(tables: RolloutTables) -> NDArray[np.int8]:
    """The responder before training: no deviation in any cell."""
    return np.full(cells(tables), -1, np.int8)


def trained(tables: RolloutTables, deviate: NDArray[np.int8], deals: int, seed: int) -> NDArray[np.int8]:
    """One more round of training.

    Args:
        tables: The strategy file.
        deviate: By cell, the responder's action, -1 for the bot's play.
        deals: The number of deals.
        seed: The seed, below `EVALUATION`.

    Returns:
        By cell, the new action, -1 for the bot's play.

    Raises:
        ValueError: The seed is one of the evaluations.
    """
    if not 0 <= seed < EVALUATION:
        raise ValueError(f"seed {seed}: seeds of training are 0 to {EVALUATION - 1}")
    gains = np.zeros((len(deviate), ARMS, 3))
    deal(tables, deals, seed, deviate, gains, np.zeros(5))
    return better(gains)


def better(gains: NDArray[np.float64]) -> NDArray[np.int8]:
    """The best action of each cell that won more than the bot's play by `SURE` standard errors; -1 where there is none.

    Args:
        gains: Shape (cells, ARMS, 3), from `full_deck_rollout.deal`.

    Returns:
        By cell, the number of the action.
    """
    _, gain, squares = (gains[..., k] for k in range(3))
    sure = gain > SURE * np.sqrt(squares)
    best: NDArray[np.int8] = np.where(sure, gain, -np.inf).argmax(axis=1).astype(np.int8)
    best[~sure.any(axis=1)] = -1
    return best


def won(tables: RolloutTables, deviate: NDArray[np.int8], deals: int, seed: int = 1) -> Won:
    """Measure a responder on new deals, each in both seats.

    Args:
        tables: The strategy file.
        deviate: By cell, the responder's action, -1 for the bot's play.
        deals: The number of deals.
        seed: The seed; seeds of training are never used.

    Returns:
        What the responder wins.
    """
    out = np.zeros(5)
    deal(tables, deals, EVALUATION + seed, deviate, np.zeros((0, ARMS, 3)), out)
    scale = 1000 / float(tables.blinds[1])
    mean = out[0] / deals
    spread = np.sqrt(max(out[1] / deals - mean * mean, 0) / deals)
    button, blind = scale * out[2] / deals, scale * out[3] / deals
    return Won(float(scale * mean), float(1.96 * scale * spread), float(button), float(blind), int(out[4]))


def cells(tables: RolloutTables) -> int:
    """The number of cells."""
    return int(tables.decisions[-1] * tables.states[-1]) * DRAWN * SEEN


def rollout_tables_of(file: StrategyFile) -> RolloutTables:
    """Unpack a strategy file, a byte for each code: some 350 MB for triple draw.

    Args:
        file: The strategy file.

    Returns:
        The file as arrays.

    Raises:
        ValueError: The two seats draw different counts, or counts that do not begin with 0, 1, ….
    """
    streets = file.streets
    record, stakes = game_of(file.head["recipe"])
    counts = [len(street.counts[0]) for street in streets[:-1]]
    if any(
        street.counts[0] != street.counts[1] or street.counts[0] != tuple(range(len(street.counts[0])))
        for street in streets[:-1]
    ):
        raise ValueError("rollouts need a strategy file in which both seats draw 0 to some number of cards")
    classes = hand_classes(record.ranking, file.ranks)
    data, place, first, wide = _blocks(file)
    shape = (len(streets), max(len(street.nodes) for street in streets))
    seat, many, exit_, number, row = (np.zeros(shape, np.int64) for _ in range(5))
    child, letter = np.zeros((*shape, 3), np.int64), np.zeros((*shape, 3), np.int64)
    for s, street in enumerate(streets):
        for n, node in enumerate(street.nodes):
            seat[s, n], many[s, n], exit_[s, n] = node.seat, len(node.letters), node.exit
            number[s, n], row[s, n] = node.number, node.row
            for a, after in enumerate(node.children):
                child[s, n, a], letter[s, n, a] = after, LETTERS.index(node.letters[a])
    rounds = np.zeros((len(streets), max(streets[-1].paid) + 1), np.int64)
    for s, street in enumerate(streets):
        for at, paid in enumerate(street.paid):
            rounds[s, paid] = at
    keeps = np.zeros((len(counts), len(classes), max(counts)), np.uint8)
    for s, own in enumerate(file.keeps):
        keeps[s, :, : counts[s]] = np.frombuffer(own, np.uint8).reshape(len(classes), -1)
    by_sum, suited = _sums(classes)
    return RolloutTables(
        data=data,
        place=place,
        first=first,
        wide=wide,
        bets=np.frombuffer(file.section("bets"), np.uint8),
        draws=np.frombuffer(file.section("draws"), np.uint8),
        ends=np.frombuffer(file.section("ends"), np.uint8),
        of=np.array([np.array(states, np.int64) for states in file.states]),
        keeps=keeps,
        by_sum=by_sum,
        suited=suited,
        weight=np.array(WEIGHT, np.int64),
        seat=seat,
        many=many,
        child=child,
        letter=letter,
        exit=exit_,
        number=number,
        row=row,
        states=_whole([street.states for street in streets]),
        exits=_whole([street.exits for street in streets]),
        outcomes=_whole([street.outcomes for street in streets]),
        rows=_whole([street.rows for street in streets]),
        decisions=_whole([len(street.decisions) for street in streets]),
        counts=_whole([*counts, 1]),
        bet=_whole([stakes.big_blind * bet for bet in record.bets]),
        rounds=rounds,
        levels=_whole(file.levels),
        blinds=_whole([stakes.small_blind, stakes.big_blind]),
    )


def _whole(values: Sequence[int]) -> NDArray[np.int64]:
    return np.array(values, np.int64)


def _blocks(file: StrategyFile) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All blocks one after the other, and where the codes of each decision begin: its own codes, or those of its
    representative.
    """
    widths = file.widths
    wide = [len(w) for w in widths]
    first, total = [], 0
    for street in range(len(wide)):
        first.append(total)
        total += wide[street] * file.contexts(street)
    place = np.full(total, -1, np.int64)
    parts, at = [], 0
    for street, own in enumerate(widths):
        width = np.array(own, np.int64)
        for context in range(file.contexts(street)):
            block = np.frombuffer(file.read(file.first[street] + context), np.uint8)
            if not len(block):
                continue
            head = (len(own) + 7) >> 3
            present = np.unpackbits(block[:head], bitorder="little")[: len(own)].astype(bool)
            ends = np.cumsum(np.where(present, width, 0))
            begin = first[street] + context * len(own)
            place[begin : begin + len(own)] = np.where(present, at + head + ends - width, -1)
            parts.append(block)
            at += len(block)
    last_two = place[first[-1] :].reshape(-1, wide[-1])
    same = np.array(file.same[file.first[-1] :]) - file.first[-1]
    place[first[-1] :] = np.where(last_two < 0, last_two[same], last_two).reshape(-1)
    return np.concatenate(parts), place, np.array(first, np.int64), np.array(wide, np.int64)


def _sums(classes: HandClasses) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The class of each sum of rank weights, off suit and suited."""
    ranking = classes.ranking
    by_sum = np.array([classes.of_value.get(value, 0) for value in ranking.by_sum], np.int64)
    suited = by_sum.copy()
    for total, value in ranking.suited.items():
        suited[total] = classes.of_value.get(value, 0)
    return by_sum, suited
