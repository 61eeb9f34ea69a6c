"""Who is out first when several players lose their last chips (T6.3-T6.5).

In one hand the player who began it with more chips finishes higher, and players with the same share a place. In a
round of hand-for-hand the edition decides between tables: with ``"stack"`` all are in one order by their stacks
(PokerStars). With ``"share"`` they are ranked at each table first; the best of each table share a place, then the
second of each table share the next (TDA, WSOP; *ours* where a table loses several). Outside of hand-for-hand the order
of the journal decides between tables, so that each hand is ranked by itself.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import Literal, NamedTuple

from standpat.tournament.events import Dealt
from standpat.tournament.next_hand import stakes_of
from standpat.tournament.options import Options
from standpat.tournament.structure import Structure

Ties = Literal["share", "stack"]


class Bust(NamedTuple):
    """A player who lost their last chips, with the stack that is compared: the one with which the hand began, or what
    was left of it after the big blind ante (T6.3).
    """

    player: str
    table: int
    stack: int


def compared(hand: Dealt, player: str, structure: Structure, options: Options) -> int:
    """The stack of a player that counts when several lose their last chips in one hand (T6.3).

    It is the one with which the hand began, or what was left of it after the big blind ante that was paid.
    """
    at = hand.players.index(player)
    stack, stakes = hand.stacks[at], stakes_of(structure, hand.level, hand.game, len(hand.seats), options)
    if options.stack_compared == "before_ante" or stakes.ante_by != "big-blind" or hand.seats[at] != hand.big:
        return stack
    return stack - min(stakes.ante, stack if options.ante_first else max(0, stack - stakes.big_blind))


def groups(busts: Iterable[Bust], ties: Ties) -> list[tuple[str, ...]]:
    """Who is out first, second, …; the players of one group share a place.

    >>> groups([Bust("a", 1, 300), Bust("b", 2, 100), Bust("c", 1, 200)], "share")
    [('c',), ('a', 'b')]
    >>> groups([Bust("a", 1, 300), Bust("b", 2, 100), Bust("c", 1, 200)], "stack")
    [('b',), ('c',), ('a',)]
    """
    ranks: dict[int, list[str]] = defaultdict(list)  # 0 is the best
    if ties == "stack":
        for rank, players in enumerate(_by_stack(busts)):
            ranks[rank] += players
    else:
        ordered = sorted(busts, key=lambda bust: bust.table)
        for _, of_table in groupby(ordered, key=lambda bust: bust.table):
            for rank, players in enumerate(_by_stack(of_table)):
                ranks[rank] += players
    return [tuple(ranks[rank]) for rank in sorted(ranks, reverse=True)]


def _by_stack(busts: Iterable[Bust]) -> list[list[str]]:
    """The players, the largest stack first; those with the same stack are together."""
    ordered = sorted(busts, key=lambda bust: -bust.stack)
    return [[bust.player for bust in same] for _, same in groupby(ordered, key=lambda bust: bust.stack)]
