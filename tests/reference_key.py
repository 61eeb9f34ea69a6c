"""Comparison keys, written from the text of R2.2 and R2.3 alone, for cards as text. A greater key is worse."""

from collections import Counter

HIGH = "23456789TJQKA"
LOW = "A23456789TJQK"
ORDER_27 = ["no-pair", "pair", "two-pair", "trips", "straight", "flush", "full-house", "quads", "straight-flush"]
ORDER_A5 = ["no-pair", "pair", "two-pair", "trips", "full-house", "quads"]
SHAPES = {
    (1, 1, 1, 1, 1): "no-pair",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two-pair",
    (3, 1, 1): "trips",
    (3, 2): "full-house",
    (4, 1): "quads",
}

Key = tuple[int, list[int]]


def _grouped(hand: list[str], order: str) -> tuple[str, list[int]]:
    """The shape of a hand, and its ranks: the most frequent first, then from the top."""
    counts = Counter(order.index(c[0]) for c in hand)
    shape = tuple(sorted(counts.values(), reverse=True))
    return SHAPES[shape], sorted(counts, key=lambda r: (counts[r], r), reverse=True)


def class_27(hand: list[str]) -> str:
    shape, ranks = _grouped(hand, HIGH)
    if shape != "no-pair":
        return shape
    straight = sorted(ranks) == list(range(min(ranks), min(ranks) + 5))
    flush = len({c[1] for c in hand}) == 1
    return {(0, 0): "no-pair", (1, 0): "straight", (0, 1): "flush", (1, 1): "straight-flush"}[straight, flush]


def key_27(hand: list[str]) -> Key:
    """The class, then the ranks, with the ace always high (R2.2). A greater key is worse."""
    return ORDER_27.index(class_27(hand)), _grouped(hand, HIGH)[1]


def key_a5(hand: list[str]) -> Key:
    """No straights, no flushes, the ace always low (R2.3). A greater key is worse."""
    shape, ranks = _grouped(hand, LOW)
    return ORDER_A5.index(shape), ranks
