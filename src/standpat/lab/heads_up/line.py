"""The public course of a hand between two players, in the terms of `standpat.lab.heads_up.average_play`."""

from collections.abc import Sequence

from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.games import Game, Stakes
from standpat.lab.heads_up.average_play import size_class
from standpat.lab.heads_up.hand_states import COUNTS
from standpat.lab.heads_up.rounds import BLIND, BUTTON, FOLD, NOBODY, PASS, WAGER, node_at
from standpat.lab.heads_up.values import most_paid

LETTER = {Fold: "f", Check: "x", Call: "c", Bet: "b", Raise: "r"}
NUMBER = {Fold: FOLD, Check: PASS, Call: PASS, Bet: WAGER, Raise: WAGER}


class Line:
    """What both players know at a decision. Seat 0 is the button. Call `follow` after each action.

    Attributes:
        street: The number of draws that have been completed.
        letters: The betting of the round so far.
        last: Who made the last wager of the round before (`rounds`); during a draw, of the round that just ended.
        drew: By seat, the cards drawn last, 3 at most; 0 before the first draw.
        new: By seat, the cards drawn in the draw in progress; None for a seat that has not drawn.
        paid: Small bets that each has put in before the street, as far as the values know them.
    """

    def __init__(self, game: Game, stakes: Stakes) -> None:
        self._game, self._stakes = game, stakes
        self.street = 0
        self.letters = ""
        self.last = NOBODY
        self.drew = [0, 0]
        self.new: list[int | None] = [None, None]
        self.paid = 0
        self._now = NOBODY

    @property
    def node(self) -> int:
        """The node of the betting round."""
        return node_at(not self.street, self.letters)

    @property
    def size(self) -> int:
        """The class of what each has put in."""
        return size_class(self.street, self._game.draw_rounds, self.paid) if self.street else 0

    @property
    def left(self) -> int:
        """The draws that have not been completed."""
        return self._game.draw_rounds - self.street

    def follow(self, seat: int, action: Action, drawing: bool, put: Sequence[float]) -> None:
        """Follow an action.

        Args:
            seat: Who acted.
            action: The action.
            drawing: Whether the hand is at a draw after the action, or was before.
            put: By seat, the chips put in after it, antes left out.
        """
        if isinstance(action, Discard):
            self.new[seat] = min(len(action.cards), COUNTS - 1)
            if None not in self.new:
                self.drew = [count or 0 for count in self.new]
                self.street += 1
            return
        self.letters += LETTER[type(action)]
        if isinstance(action, Bet | Raise):
            self._now = BLIND if seat else BUTTON
        if drawing:
            self.bet_to_its_end(self._now, max(put))
            self._now = NOBODY

    def bet_to_its_end(self, last: int, put: float) -> None:
        """Begin a draw.

        Args:
            last: Who made the last wager of the round (`rounds`).
            put: The chips that each has put in.
        """
        self.last, self.letters, self.new = last, "", [None, None]
        whole = round(put / self._stakes.big_blind)
        self.paid = min(max(whole, 1), most_paid(self._game, self.street + 1))
