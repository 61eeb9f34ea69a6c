"""The last betting round played perfectly against the bot of a strategy file: what that wins with real cards.

Up to the last draw the responder plays the bot's own strategy. In the last round it knows the probabilities of the
opponent's hands (`standpat.solver.strategy_file.opponent_range`) and takes at each decision the action with the highest
expectation to the end of the hand. As with any fixed way to play, the result is a lower bound of what the bot can lose.

`LastRoundResponse(file).gain(hand)` needs fewer deals than a match. The hand was played by the bot in both seats up to
the last round, as it is with the responder in either seat. From there the two hands are known, and two expectations are
computed over all action probabilities: what the responder wins, and what the bot would have won in its place. Over both
seats the bot wins nothing from itself, so the mean of the differences is what the responder wins.
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
    """A node of the last round.

    Attributes:
        node: The number of the node.
        held: The opponent's range there, by class.
        real: The probability that the opponent's real hand reaches the node.
        mine: Chips that the responder has put in since the round began.
        theirs: Chips that the opponent has put in since the round began.
    """

    node: int
    held: Vector
    real: float
    mine: int
    theirs: int


class _Worth(NamedTuple):
    """Values in chips: what the responder expects, and what it is with the real hands."""

    believed: float
    real: float


class LastRoundResponse:
    """The best response in the last round to the bot of a strategy file.

    Attributes:
        file: The strategy file.
        beliefs: The opponent's ranges.
        player: The bot.
        stakes: The stakes that the strategy file counts in.
    """

    def __init__(self, file: StrategyFile) -> None:
        self.file = file
        self.beliefs = OpponentRanges(file)
        self.player = Blueprint(file)
        recipe = file.head["recipe"]
        self.stakes = Stakes(recipe["small_blind"], recipe["big_blind"])
        self._bet = recipe["big_blind"] * self.beliefs.record.bets[-1]

    def play(self, dealer: Dealer, random: Random) -> Hand:
        """Play a hand of the bot against itself up to the last round, or to its end if that is earlier.

        Args:
            dealer: Deals the cards.
            random: Decides the bot's actions.

        Returns:
            The hand.
        """
        hand = Hand(self.beliefs.record, self.stakes, [1000 * self.stakes.big_blind] * 2, 0, dealer)
        while hand.to_act is not None:
            now = situation(hand, random)
            if now.legal.draw is None and self.player.place(now).street == self._last:  # type: ignore[union-attr]
                break
            hand.apply(self.player(now))
        return hand

    @property
    def _last(self) -> int:
        return len(self.file.streets) - 1

    def gain(self, hand: Hand) -> tuple[float, float]:
        """What the responder wins more than the bot in each seat.

        Args:
            hand: A hand from `play`.

        Returns:
            The gains in seats 0 and 1, in small bets.
        """
        if hand.to_act is None:
            return 0.0, 0.0
        places = [self._arrived(hand, seat) for seat in (0, 1)]
        classes = [self.beliefs.classes.of(hand.cards(seat)) for seat in (0, 1)]
        button = self._played(places[0], classes[0], classes[1], 0, 1.0, 0, 0)
        gains = []
        for seat, fair in ((0, button), (1, -button)):
            now = self._situation(hand, seat)
            opponent_range = self.beliefs.held(now, places[seat].reach)
            line = Line(0, opponent_range, 1.0, 0, 0)
            best = self._best(seat, places[seat], classes[seat], classes[1 - seat], line).real
            gains.append((best - fair) / self.stakes.big_blind)
        return gains[0], gains[1]

    def _situation(self, hand: Hand, seat: int) -> Situation:
        return Situation(hand.game, hand.stakes, seat, hand.cards(seat), hand.seen_by(seat), hand.legal, Random(1))

    def _arrived(self, hand: Hand, seat: int) -> Range:
        return self.beliefs.arrived(self._situation(hand, seat))

    def _best(self, seat: int, place: Range, mine: int, theirs: int, line: Line) -> _Worth:
        """What the responder wins from a node on, counting the whole hand, weighted by the opponent's reach
        probability.
        """
        node = self.file.streets[place.street].nodes[line.node]
        if not node.letters:
            return self._over(seat, place, node, mine, theirs, line)
        if node.seat == seat:
            return max([self._best(seat, place, mine, theirs, after) for after in self._lines(seat, node, line, None)])
        play = self.beliefs.bets(place, node)
        parts = [self._best(seat, place, mine, theirs, after) for after in self._lines(seat, node, line, play, theirs)]
        return _Worth(sum([p.believed for p in parts]), sum([p.real for p in parts]))

    def _lines(self, seat: int, node: Node, line: Line, play: Vector | None, class_held: int = 0) -> list[Line]:
        """Where a node's actions lead. `play` has the opponent's probabilities where it is their decision."""
        lines = []
        for choice, (letter, child) in enumerate(zip(node.letters, node.children, strict=True)):
            mine, theirs = line.mine, line.theirs
            if play is None:
                mine = self._in(letter, mine, theirs)
                lines.append(Line(child, line.held, line.real, mine, theirs))
            else:
                theirs = self._in(letter, theirs, mine)
                chance = float(play[choice, class_held])
                lines.append(Line(child, line.held * play[choice], line.real * chance, mine, theirs))
        return lines

    def _in(self, letter: str, own: int, other: int) -> int:
        """The chips that a player has in after an action."""
        return other + self._bet if letter in "br" else other if letter == "c" else own

    def _over(self, seat: int, place: Range, node: Node, mine: int, theirs: int, line: Line) -> _Worth:
        opponent_range = line.held
        if node.exit < 0:
            won = -(place.paid + line.mine) if line.mine < line.theirs else place.paid + line.theirs
            return _Worth(won * float(opponent_range.sum()), won * line.real)
        stake = place.paid + line.mine
        share = float(opponent_range[mine + 1 :].sum() - opponent_range[:mine].sum())
        return _Worth(stake * share, stake * line.real * ((mine < theirs) - (mine > theirs)))

    def _played(self, place: Range, button: int, blind: int, node: int, chance: float, paid: int, other: int) -> float:
        """What the button wins in chips if the bot plays both seats. `paid` and `other` are the chips of the button and
        of the blind in this round.
        """
        at = self.file.streets[place.street].nodes[node]
        if not at.letters:
            if at.exit < 0:
                return chance * (-(place.paid + paid) if paid < other else place.paid + other)
            return chance * (place.paid + paid) * ((button < blind) - (button > blind))
        play = self.beliefs.bets(place, at)[:, blind if at.seat else button]
        value = 0.0
        for letter, child, share in zip(at.letters, at.children, play.tolist(), strict=True):
            if share > 0:
                now = (paid, self._in(letter, other, paid)) if at.seat else (self._in(letter, paid, other), other)
                value += self._played(place, button, blind, child, chance * share, *now)
        return value
