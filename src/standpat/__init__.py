"""Draw lowball, whole: 2-7 triple draw, A-5 triple draw and 2-7 single draw."""

from standpat.cards.ranking import ace_to_five, deuce_to_seven
from standpat.engine.action import Bet, Call, Check, Discard, Fold, IllegalAction, Muck, Raise, Show
from standpat.engine.dealer import Dealer, DealError, ScriptedDealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.table_view.naming import describe

__all__ = [
    "Bet",
    "Call",
    "Check",
    "DealError",
    "Dealer",
    "Discard",
    "Fold",
    "Hand",
    "IllegalAction",
    "Muck",
    "Raise",
    "ScriptedDealer",
    "Show",
    "Stakes",
    "ace_to_five",
    "describe",
    "deuce_to_seven",
    "game",
]
