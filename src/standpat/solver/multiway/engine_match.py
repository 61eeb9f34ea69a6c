"""Players against each other in the engine's own hands, with duplicate dealing; a response as a player.

Each deck is played in every cyclic seating of a random arrangement.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from standpat.bots.multiway import Multiway, Public, thrown
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import Player, Situation, situation
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.event import DrawResult
from standpat.engine.games import Stakes
from standpat.engine.games import game as record_of
from standpat.engine.hand import Hand
from standpat.lab.match.interval import Mean
from standpat.solver.multiway.hand_kernel import FOLD, PASS
from standpat.solver.multiway.response import Choices
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN, extra
from standpat.solver.multiway.training import LOW

STAKES: Final = Stakes(100, 200)
DEPTH: Final = 1000
"""Big blinds in front of each player, where nothing else is said."""


class Responder:
    """The player of a response: its choices where it learned some, the answered player's elsewhere.

    Args:
        file: The strategy file of the answered player.
        best: The choices by row (`standpat.solver.multiway.response`).
    """

    def __init__(self, file: MultiwayFile, best: Choices) -> None:
        self._file, self._best, self._player = file, best, Multiway(file)

    def __call__(self, here: Situation) -> Action:
        """The action of the response."""
        choice, value, left = self.choice(here)
        if choice == UNKNOWN:
            return self._player(here)
        legal = here.legal
        if legal.draw is not None:
            return Discard(thrown(here.cards, self._file.keep(left, value, choice)) if choice else ())
        if choice == FOLD and not legal.check:
            return Fold()
        if choice in (FOLD, PASS):
            return Check() if legal.check else Call()
        if legal.bet:
            return Bet(legal.bet.max_to)
        return Raise(legal.raise_.max_to) if legal.raise_ else self._player(here)

    def choice(self, here: Situation) -> tuple[int, int, int]:
        """The choice learned for a situation, the value of the hand, and the draws left, with the one being made."""
        public = Public(here)
        spot, value, left = spot_in(self._file, public, here)
        more = extra(public.raiser, public.place, public.seats, low_discards(here))
        return int(self._best[spot * EXTRAS + more]), value, left


def spot_in(file: MultiwayFile, public: Public, here: Situation) -> tuple[int, int, int]:
    """The spot of a decision, the value of the hand, and the draws left, with the one being made.

    Args:
        file: A strategy file of the game.
        public: The public state.
        here: The decision.
    """
    legal, value = here.legal, RANKINGS[here.game.ranking](here.cards)
    left = 3 - public.street if public.street else here.game.draw_rounds
    if legal.draw is not None:
        return public.draw_spot(file.bucket(left + 1, value)), value, left + 1
    return public.bet_spot(file.bucket(left, value), (legal.bet or legal.raise_) is not None), value, left


def low_discards(here: Situation) -> int:
    """How many of the seven lowest ranks the player has thrown away in this hand."""
    low = LOW[RANKINGS[here.game.ranking].aces_low]
    own = [event.discarded for event in here.seen if isinstance(event, DrawResult) and event.seat == here.seat]
    return sum([low >> (card >> 2) & 1 for cards in own for card in cards])


def duplicate(
    players: Sequence[Player], kinds: Sequence[int], hands: int, seed: int, game: str, *, depth: int = DEPTH
) -> Mean:
    """Play a match.

    Args:
        players: The players.
        kinds: By player, 1 if their results count, else 0.
        hands: The hands, as many whole rounds of seatings as fit.
        seed: The seed.
        game: The id of the game.
        depth: Big blinds in front of each player.

    Returns:
        By deck, what a player of kind 1 wins a hand, in mSB (a small bet is a big blind).
    """
    seats, record, mean = len(players), record_of(game), Mean()
    for deck in range(hands // seats):
        random = Random(f"{seed} {deck}")
        arrangement = random.sample(range(seats), seats)
        won = 0
        for shift in range(seats):
            at = [arrangement[(seat - shift) % seats] for seat in range(seats)]
            hand = Hand(record, STAKES, [depth * STAKES.big_blind] * seats, 0, Dealer(f"bench ring {seed} {deck}"))
            while hand.to_act is not None:
                hand.apply(players[at[hand.to_act]](situation(hand, random)))
            assert hand.nets is not None
            won += sum([net for seat, net in enumerate(hand.nets) if kinds[at[seat]]])
        mean.add(won * 1000 / STAKES.big_blind / seats / sum(kinds))
    return mean
