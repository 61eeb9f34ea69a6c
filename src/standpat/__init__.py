"""Draw lowball: 2-7 triple draw, A-5 triple draw and 2-7 single draw.

The names below are the public interface of the engine. They follow the versions of the package (docs/api_stability.md);
everything else is internal unless the documentation says that it is public.

    from standpat import Dealer, Hand, Raise, Stakes, game

    hand = Hand(game("27td"), Stakes(5, 10), stacks=[400] * 6, button=0, dealer=Dealer(seed=1))
    hand.to_act, hand.legal                 # whose turn it is, and what they may do
    hand.apply(Raise(to=20))                # the events that follow

Amounts are whole chips, seats are numbers from 0. A card is an int (rank * 4 + suit) or text such as ``7c``.
"""

from typing import TYPE_CHECKING

from standpat.lazy_names import lazy_names
from standpat.version import __version__

if TYPE_CHECKING:
    from standpat.bots.player import Situation
    from standpat.bots.registry import player
    from standpat.cards.ranking import ace_to_five, deuce_to_seven
    from standpat.engine import games
    from standpat.engine.action import (
        Action,
        Bet,
        Call,
        Check,
        Discard,
        Fold,
        IllegalAction,
        Legal,
        Muck,
        Raise,
        Show,
    )
    from standpat.engine.dealer import Dealer, DealError, ScriptedDealer
    from standpat.engine.event import Event, decode, encode
    from standpat.engine.games import Game, Stakes, game
    from standpat.engine.hand import Hand
    from standpat.engine.house import House
    from standpat.engine.rebuild import rebuild
    from standpat.history.replay import replay
    from standpat.table_view.naming import describe

__all__ = [
    "Action",
    "Bet",
    "Call",
    "Check",
    "DealError",
    "Dealer",
    "Discard",
    "Event",
    "Fold",
    "Game",
    "Hand",
    "House",
    "IllegalAction",
    "Legal",
    "Muck",
    "Raise",
    "ScriptedDealer",
    "Show",
    "Situation",
    "Stakes",
    "__version__",
    "ace_to_five",
    "decode",
    "describe",
    "deuce_to_seven",
    "encode",
    "game",
    "games",
    "player",
    "rebuild",
    "replay",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "standpat.bots.player": ("Situation",),
            "standpat.bots.registry": ("player",),
            "standpat.cards.ranking": ("ace_to_five", "deuce_to_seven"),
            "standpat.engine": ("games",),
            "standpat.engine.action": (
                "Action",
                "Bet",
                "Call",
                "Check",
                "Discard",
                "Fold",
                "IllegalAction",
                "Legal",
                "Muck",
                "Raise",
                "Show",
            ),
            "standpat.engine.dealer": ("DealError", "Dealer", "ScriptedDealer"),
            "standpat.engine.event": ("Event", "decode", "encode"),
            "standpat.engine.games": ("Game", "Stakes", "game"),
            "standpat.engine.hand": ("Hand",),
            "standpat.engine.house": ("House",),
            "standpat.engine.rebuild": ("rebuild",),
            "standpat.history.replay": ("replay",),
            "standpat.table_view.naming": ("describe",),
        },
    )
