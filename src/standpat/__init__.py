"""Draw lowball, whole: 2-7 triple draw, A-5 triple draw and 2-7 single draw."""

from standpat.action import Bet, Call, Check, Discard, Fold, IllegalAction, Muck, Raise, Show
from standpat.dealer import Dealer, DealError, ScriptedDealer
from standpat.game import Stakes, game
from standpat.hand import Hand
from standpat.naming import describe
from standpat.ranking import ace_to_five, deuce_to_seven

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
