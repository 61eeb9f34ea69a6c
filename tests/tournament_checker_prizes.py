"""Prizes of the checker of tournaments: its own reading of T8.1 to T8.3."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from standpat.tournament.structure import Structure

SIT_AND_GO = {
    2: (1,),
    3: (1,),
    4: (65, 35),
    5: (65, 35),
    6: (65, 35),
    7: (50, 30, 20),
    8: (50, 30, 20),
    9: (50, 30, 20),
}
"""2 or 3 seats: *ours*; 6 and 9 seats: the sheet; between them the next larger table."""


def shares(structure: Structure, entries: int) -> tuple[float, ...]:
    """The shares of the places. A field of three plays for one prize, as a sit-and-go of three does (*ours*)."""
    if structure.payout.table:
        return structure.payout.table[:entries]
    if structure.sit_and_go and entries in SIT_AND_GO:
        return SIT_AND_GO[entries]
    if entries <= 3:
        return (1,)
    if entries <= 27:
        return (50, 30, 20)
    if entries <= 45:
        return (37, 22, 15, 11, 8, 7)
    assert entries <= 65, "the sheet has no exact shares of larger fields"
    return (30, 20, 12, 10, 8, 6.5, 5.5, 4.5, 3.5)


def prizes(structure: Structure, entries: int, pool: int) -> tuple[int, ...]:
    """Each share rounded down, then one unit each from first place down until the pool is gone (T8.2)."""
    parts = [Fraction(share) for share in shares(structure, entries)]
    found = [int(pool * part / sum(parts)) for part in parts]
    for place in range(pool - sum(found)):
        found[place % len(found)] += 1
    return tuple(found)


def tied(prizes: Sequence[int], place: int, players: int) -> tuple[int, ...]:
    """What players who tie for a place get, by registration."""
    total = sum(prizes[place - 1 : place - 1 + players])
    return tuple([total // players + (number < total % players) for number in range(players)])


def deal(form: str, stacks: Sequence[int], left: Sequence[int]) -> list[Fraction]:
    """What each player would get, exactly (T8.3)."""
    total = sum(stacks)
    if form == "even":
        return [Fraction(sum(left), len(stacks))] * len(stacks)
    if form == "chips":
        spare = sum(left) - min(left) * len(stacks)
        return [min(left) + Fraction(spare * stack, total) for stack in stacks]
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, rest = Fraction(1), total
        for player in order:
            chance, rest = chance * Fraction(stacks[player], rest or 1), rest - stacks[player]
        for player, prize in zip(order, left, strict=True):
            worth[player] += chance * prize
    return worth
