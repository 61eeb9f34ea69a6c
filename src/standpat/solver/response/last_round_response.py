"""The last betting round played perfectly against the table's player: what that wins with real cards.

Up to the last draw the responder plays the table's own strategy; in the last round it has the chances of the other's
hands (`standpat.solver.strategy_file.opponent_range`) and takes, at each of its decisions, what is best against them to
the end of the hand. Like every fixed way to play it gives a lower bound of what the table's player can lose.

`EndResponse(table).gain(hand)` needs fewer deals than a match to be sure of it. The hand was played by the table's
player in both seats up to the last round, as it is with the responder in either seat. From there, with the two hands as
they lie, what the responder wins and what the table's player would have won in its place are reckoned over all dice.
The table's player wins nothing from itself in the mean over both seats, so the mean of the differences is what the
responder wins.
"""

from random import Random
from typing import NamedTuple

from standpat.bots.blueprint import Blueprint
from standpat.bots.player import Situation, situation
from standpat.bots.strategy_file import Node, StrategyFile
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes
from standpat.engine.hand import Hand
from standpat.solver.strategy_file.opponent_range import OpponentRanges, Range, Vector


class Line(NamedTuple):
    """A node in the last round: the other's range there, the chance of its own real hand to do so, and the chips that
    the responder and the other have put in since the round began."""

    node: int
    held: Vector
    real: float
    mine: int
    theirs: int


class _Worth(NamedTuple):
    """In chips: what the responder believes, and what it is with the hands as they lie."""

    believed: float
    real: float


class EndResponse:
    """`stakes` are the ones that the table counts in."""

    def __init__(self, table: StrategyFile) -> None:
        self.table = table
        self.beliefs = OpponentRanges(table)
        self.player = Blueprint(table)
        recipe = table.head["recipe"]
        self.stakes = Stakes(recipe["small_blind"], recipe["big_blind"])
        self._bet = recipe["big_blind"] * self.beliefs.record.bets[-1]

    def play(self, dealer: Dealer, random: Random) -> Hand:
        """A hand of the table's player against itself, up to the last round or its end."""
        hand = Hand(self.beliefs.record, self.stakes, [1000 * self.stakes.big_blind] * 2, 0, dealer)
        while hand.to_act is not None:
            now = situation(hand, random)
            if now.legal.draw is None and self.player.place(now).street == self._last:  # type: ignore[union-attr]
                break
            hand.apply(self.player(now))
        return hand

    @property
    def _last(self) -> int:
        return len(self.table.streets) - 1

    def gain(self, hand: Hand) -> tuple[float, float]:
        """What the responder wins more than the table's player in seat 0 and in seat 1, in small bets."""
        if hand.to_act is None:
            return 0.0, 0.0
        places = [self._arrived(hand, seat) for seat in (0, 1)]
        classes = [self.beliefs.classes.of(hand.cards(seat)) for seat in (0, 1)]
        button = self._played(places[0], classes[0], classes[1], 0, 1.0, 0, 0)
        found = []
        for seat, fair in ((0, button), (1, -button)):
            now = self._situation(hand, seat)
            held = self.beliefs.held(now, places[seat].reach)
            line = Line(0, held, 1.0, 0, 0)
            best = self._best(seat, places[seat], classes[seat], classes[1 - seat], line).real
            found.append((best - fair) / self.stakes.big_blind)
        return found[0], found[1]

    def _situation(self, hand: Hand, seat: int) -> Situation:
        return Situation(hand.game, hand.stakes, seat, hand.cards(seat), hand.seen_by(seat), hand.legal, Random(1))

    def _arrived(self, hand: Hand, seat: int) -> Range:
        return self.beliefs.arrived(self._situation(hand, seat))

    def _best(self, seat: int, here: Range, mine: int, theirs: int, line: Line) -> _Worth:
        """What the responder wins from a node on, in all of the hand, weighed by how likely the other comes there."""
        node = self.table.streets[here.street].nodes[line.node]
        if not node.letters:
            return self._over(seat, here, node, mine, theirs, line)
        if node.seat == seat:
            return max([self._best(seat, here, mine, theirs, after) for after in self._lines(seat, node, line, None)])
        play = self.beliefs.bets(here, node)
        parts = [self._best(seat, here, mine, theirs, after) for after in self._lines(seat, node, line, play, theirs)]
        return _Worth(sum([p.believed for p in parts]), sum([p.real for p in parts]))

    def _lines(self, seat: int, node: Node, line: Line, play: Vector | None, theirs: int = 0) -> list[Line]:
        """Where a node's actions lead; `play` are the other's, where it is their decision."""
        found = []
        for choice, (letter, child) in enumerate(zip(node.letters, node.children, strict=True)):
            mine, his = line.mine, line.theirs
            if play is None:
                mine = self._in(letter, mine, his)
                found.append(Line(child, line.held, line.real, mine, his))
            else:
                his = self._in(letter, his, mine)
                chance = float(play[choice, theirs])
                found.append(Line(child, line.held * play[choice], line.real * chance, mine, his))
        return found

    def _in(self, letter: str, own: int, other: int) -> int:
        """What a player has in after an action."""
        return other + self._bet if letter in "br" else other if letter == "c" else own

    def _over(self, seat: int, here: Range, node: Node, mine: int, theirs: int, line: Line) -> _Worth:
        held = line.held
        if node.exit < 0:
            won = -(here.paid + line.mine) if line.mine < line.theirs else here.paid + line.theirs
            return _Worth(won * float(held.sum()), won * line.real)
        stake = here.paid + line.mine
        share = float(held[mine + 1 :].sum() - held[:mine].sum())
        return _Worth(stake * share, stake * line.real * ((mine < theirs) - (mine > theirs)))

    def _played(self, here: Range, button: int, blind: int, node: int, chance: float, paid: int, other: int) -> float:
        """What the button wins in chips where the table's player has both seats; `paid` and `other` are its chips and
        the blind's."""
        at = self.table.streets[here.street].nodes[node]
        if not at.letters:
            if at.exit < 0:
                return chance * (-(here.paid + paid) if paid < other else here.paid + other)
            return chance * (here.paid + paid) * ((button < blind) - (button > blind))
        play = self.beliefs.bets(here, at)[:, blind if at.seat else button]
        value = 0.0
        for letter, child, share in zip(at.letters, at.children, play.tolist(), strict=True):
            if share > 0:
                now = (paid, self._in(letter, other, paid)) if at.seat else (self._in(letter, paid, other), other)
                value += self._played(here, button, blind, child, chance * share, *now)
        return value
