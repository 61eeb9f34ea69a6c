"""A duplicate match: every deck is played once in every cyclic seating, so that luck of the deal cancels.

`play` deals deck k from `Dealer(f"{seed} {k}")` to n players n times: in seating s player p sits at seat
(p + s) mod n, the button at seat 0, all with the full stack. Player p plays it with the chance of
`Random(f"{seed} {k} {s} {p}")`. So a seed repeats a match exactly. A player that acts illegally ends it:
`IllegalAction` goes to the caller.

The n hands of a deck are one observation; `margin` is 1.96 standard errors of their mean.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from standpat.bot.player import Player, situation
from standpat.dealer import Dealer
from standpat.game import Game, Stakes
from standpat.hand import Hand


class Result(Struct, frozen=True):
    """`nets[p][k]`: what player p won with deck k, over all seatings. Chips."""

    seats: int
    big_blind: int
    nets: tuple[tuple[int, ...], ...]

    def mean(self, player: int) -> float:
        """Chips a hand."""
        return fmean(self.nets[player]) / self.seats

    def margin(self, player: int) -> float:
        """Half of the 95% interval of `mean`."""
        nets = self.nets[player]
        return 1.96 * stdev(nets) / sqrt(len(nets)) / self.seats

    def line(self, player: int) -> str:
        """The same in words, and in thousandths of a big blind (in a limit game, of a small bet)."""
        mean, margin = self.mean(player), self.margin(player)
        scale = 1000 / self.big_blind
        return f"{mean:+.2f} ±{margin:.2f} chips/hand, {mean * scale:+.0f} ±{margin * scale:.0f} mbb/hand"


def play(game: Game, stakes: Stakes, players: Sequence[Player], decks: int, *, seed: int | str, stack: int) -> Result:
    """A match over so many decks."""
    seats = len(players)
    if decks < 2:
        raise ValueError(f"a match is 2 decks or more, not {decks}")
    nets: list[list[int]] = [[0] * decks for _ in players]
    for deck in range(decks):
        for shift in range(seats):
            at = [(seat - shift) % seats for seat in range(seats)]  # the player at each seat
            chances = [Random(f"{seed} {deck} {shift} {player}") for player in at]
            hand = Hand(game, stakes, [stack] * seats, 0, Dealer(f"{seed} {deck}"))
            while (seat := hand.to_act) is not None:
                hand.apply(players[at[seat]](situation(hand, chances[seat])))
            assert hand.nets is not None
            for player, net in zip(at, hand.nets, strict=True):
                nets[player][deck] += net
    return Result(seats, stakes.big_blind, tuple([tuple(won) for won in nets]))
