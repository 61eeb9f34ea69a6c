"""A response trained against the table's player on real deals: a lower bound of what that player can lose.

The responder plays like the table's player up to the last draw, and begins as it in the last round too. In a round of
training hands are dealt and played to their last round, and there it is reckoned what each action would have won with
the hands as they lay (`standpat.solver.response.full_deck_rollout`). In each cell of what it looks at, an action that
won more than the table's own play, by more than `SURE` standard errors, is what the responder does from then on: later
decisions settle first, so a few rounds do. `trained` is one round, `won` what the responder wins, on deals that no
training saw.

    book = book_of(StrategyFile.load(path))
    deviate = untrained(book)
    for seed in range(4):
        deviate = trained(book, deviate, 1_000_000, seed)
    won(book, deviate, 1_000_000)

The table's player wins nothing from itself in the mean over both seats: what the responder wins more than it is what
it wins.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import RANKINGS, WEIGHT
from standpat.solver.game.class_game import game_of
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.response.full_deck_rollout import ARMS, DRAWN, SEEN, RolloutTables, deal

SURE: Final = 2.0
"""Standard errors by which an action must be better."""
LETTERS: Final = "fxcbr"
EVALUATION: Final = 1 << 20
"""Seeds of evaluations begin here, those of training stay below."""


class Won(NamedTuple):
    """In mSB a hand: what the responder wins, half of the 95% interval, and by seat; `rounds` are the last rounds that
    were played."""

    mean: float
    margin: float
    button: float
    blind: float
    rounds: int


def untrained(book: RolloutTables) -> NDArray[np.int8]:
    """No deviation anywhere."""
    return np.full(cells(book), -1, np.int8)


def trained(book: RolloutTables, deviate: NDArray[np.int8], deals: int, seed: int) -> NDArray[np.int8]:
    """One more round of training: the action of each cell that deviates, -1 elsewhere."""
    if not 0 <= seed < EVALUATION:
        raise ValueError(f"seed {seed}: training has those from 0 to {EVALUATION - 1}")
    found = np.zeros((len(deviate), ARMS, 3))
    deal(book, deals, seed, deviate, found, np.zeros(5))
    return better(found)


def better(found: NDArray[np.float64]) -> NDArray[np.int8]:
    """The action of each cell that surely won more than the table's play, the best one; -1 where there is none."""
    _, gain, squares = (found[..., k] for k in range(3))
    sure = gain > SURE * np.sqrt(squares)
    best: NDArray[np.int8] = np.where(sure, gain, -np.inf).argmax(axis=1).astype(np.int8)
    best[~sure.any(axis=1)] = -1
    return best


def won(book: RolloutTables, deviate: NDArray[np.int8], deals: int, seed: int = 1) -> Won:
    """What the responder wins in fresh deals, each in both seats."""
    out = np.zeros(5)
    deal(book, deals, EVALUATION + seed, deviate, np.zeros((0, ARMS, 3)), out)
    scale = 1000 / float(book.blinds[1])
    mean = out[0] / deals
    spread = np.sqrt(max(out[1] / deals - mean * mean, 0) / deals)
    button, blind = scale * out[2] / deals, scale * out[3] / deals
    return Won(float(scale * mean), float(1.96 * scale * spread), float(button), float(blind), int(out[4]))


def cells(book: RolloutTables) -> int:
    """How many cells there are."""
    return int(book.decisions[-1] * book.states[-1]) * DRAWN * SEEN


def rollout_tables_of(table: StrategyFile) -> RolloutTables:
    """A table unpacked whole, a byte for each code: some 350 MB for triple draw."""
    streets = table.streets
    record, stakes = game_of(table.head["recipe"])
    counts = [len(street.counts[0]) for street in streets[:-1]]
    if any(
        street.counts[0] != street.counts[1] or street.counts[0] != tuple(range(len(street.counts[0])))
        for street in streets[:-1]
    ):
        raise ValueError("this player walks tables only where both seats draw 0 to some number of cards")
    classes = HandClasses(RANKINGS[record.ranking], table.ranks)
    data, place, first, wide = _blocks(table)
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
    for s, own in enumerate(table.keeps):
        keeps[s, :, : counts[s]] = np.frombuffer(own, np.uint8).reshape(len(classes), -1)
    by_sum, suited = _sums(classes)
    return RolloutTables(
        data=data,
        place=place,
        first=first,
        wide=wide,
        bets=np.frombuffer(table.section("bets"), np.uint8),
        draws=np.frombuffer(table.section("draws"), np.uint8),
        ends=np.frombuffer(table.section("ends"), np.uint8),
        of=np.array([np.array(states, np.int64) for states in table.states]),
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
        levels=_whole(table.levels),
        blinds=_whole([stakes.small_blind, stakes.big_blind]),
    )


def _whole(values: Sequence[int]) -> NDArray[np.int64]:
    return np.array(values, np.int64)


def _blocks(table: StrategyFile) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All blocks one after the other, and where each decision's codes begin, its own or those that stand in."""
    widths = table.widths
    wide = [len(w) for w in widths]
    first, total = [], 0
    for street in range(len(wide)):
        first.append(total)
        total += wide[street] * table.contexts(street)
    place = np.full(total, -1, np.int64)
    parts, at = [], 0
    for street, own in enumerate(widths):
        width = np.array(own, np.int64)
        for context in range(table.contexts(street)):
            block = np.frombuffer(table.read(table.first[street] + context), np.uint8)
            if not len(block):
                continue
            head = (len(own) + 7) >> 3
            there = np.unpackbits(block[:head], bitorder="little")[: len(own)].astype(bool)
            ends = np.cumsum(np.where(there, width, 0))
            here = first[street] + context * len(own)
            place[here : here + len(own)] = np.where(there, at + head + ends - width, -1)
            parts.append(block)
            at += len(block)
    late = place[first[-1] :].reshape(-1, wide[-1])
    same = np.array(table.same[table.first[-1] :]) - table.first[-1]
    place[first[-1] :] = np.where(late < 0, late[same], late).reshape(-1)
    return np.concatenate(parts), place, np.array(first, np.int64), np.array(wide, np.int64)


def _sums(classes: HandClasses) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The class of each sum of weights, off suit and suited."""
    ranking = classes.ranking
    by_sum = np.array([classes.of_value.get(value, 0) for value in ranking.by_sum], np.int64)
    suited = by_sum.copy()
    for total, value in ranking.suited.items():
        suited[total] = classes.of_value.get(value, 0)
    return by_sum, suited
