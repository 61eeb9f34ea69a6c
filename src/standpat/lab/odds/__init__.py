"""Odds of draw lowball hands: what a hand becomes, who wins how often, what to discard.

>>> becomes("2c3d4h7sKc", draws=1).chance("8")
0.2553191489361702

`becomes` computes the probabilities of one hand's final values, `matchup` the equities of two to six players, `matrix`
those of each hand against each other hand, and `discards` the value of every discard. Ranges have a text notation
(`range`), and so have drawing policies (`policy`). An equity with several draws to come is that of its policies.
``docs/odds.md`` describes everything with examples.
"""

from standpat.lab.odds.becoming import Becoming, becomes
from standpat.lab.odds.discard import DiscardOdds, discards
from standpat.lab.odds.matchup import MatchUp, Side, matchup
from standpat.lab.odds.matrix import Matrix, matrix
from standpat.lab.odds.range import Range, hand_range

__all__ = [
    "Becoming",
    "DiscardOdds",
    "MatchUp",
    "Matrix",
    "Range",
    "Side",
    "becomes",
    "discards",
    "hand_range",
    "matchup",
    "matrix",
]
