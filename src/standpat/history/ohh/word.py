"""The words of the standard, and the engine's terms for them."""

from typing import Final

from standpat.engine.event import PostKind

VERSION: Final = "1.4.7"
EXTENSION: Final = "_standpat"
SHOWDOWN: Final = "Showdown"

STREETS: Final = ("Preflop", "Flop", "Turn", "River")
"""The names of betting rounds, in order: those of hold'em."""

BETTING: Final = {"fixed-limit": "FL", "pot-limit": "PL", "no-limit": "NL"}
POSTS: Final[dict[PostKind, str]] = {
    "ante": "Post Ante",
    "small-blind": "Post SB",
    "big-blind": "Post BB",
    "extra-blind": "Post Extra Blind",
    "dead-blind": "Post Dead",
    "straddle": "Straddle",
}
POST_KINDS: Final[dict[str, PostKind]] = {word: kind for kind, word in POSTS.items()}

DEALT: Final = "Dealt Cards"
SHOWS: Final = "Shows Cards"
MUCKS: Final = "Mucks Cards"

NOTHING: Final = frozenset({"Added Chips", "Sits Down", "Stands Up", "Player Adjustment"})
"""Actions that change nothing in the hand."""
