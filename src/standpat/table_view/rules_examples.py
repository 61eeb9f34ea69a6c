"""The pictured examples of a rules page: hands of a ranking, with what is said about each.

`examples` gives five: the ranking, standing pat, a draw, a snow, and an all-in with a side pot. The cards are data of
the ranking; names of hands are those of `standpat.table_view.naming`, and the pots are the engine's.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from standpat.cards.card import TEXT, parse
from standpat.cards.ranking import VALUE
from standpat.engine.games import Game
from standpat.engine.pot import build_pots
from standpat.language import Language
from standpat.table_view.naming import describe, short

PAID: Final = (50, 150, 150)
"""By player, the chips in the example of an all-in. The second player is the reader."""


class Pictured(msgspec.Struct, frozen=True):
    """A hand in a picture: its cards as text, those of them that are thrown, and its name."""

    cards: tuple[str, ...]
    label: str
    thrown: tuple[str, ...] = ()


class Example(msgspec.Struct, frozen=True):
    """An example: its title, a text, and the hands."""

    title: str
    text: str
    hands: tuple[Pictured, ...]


class _Hands(msgspec.Struct, frozen=True):
    """The cards of a ranking's examples; `before` and `after` are a draw, `all_in` has the hand of each player."""

    ladder: tuple[str, ...]
    pat: str
    before: str
    after: str
    snow: str
    all_in: tuple[str, ...]


HANDS: Final[Mapping[str, _Hands]] = {
    "deuce-to-seven": _Hands(
        ladder=("7c5d4h3s2c", "7d6h4s3c2d", "9h7s5c4d2h", "AsKd9c5h3s", "4c4d6h3s2d", "6s5c4h3d2s", "Jh9h6h4h2h"),
        pat="8s6d4h3c2s",
        before="Kd7c5d3h2s",
        after="8h7c5d3h2s",
        snow="8s8h8d7h7d",
        all_in=("7c6d4h3s2c", "8d6h5s3c2d", "9s7h5c4d2h"),
    ),
    "ace-to-five": _Hands(
        ladder=("5c4d3h2sAc", "6d4h3s2cAd", "6h5h4h3h2h", "8s6d4c3sAh", "KdTs7c4hAs", "2c2d5h4sAd"),
        pat="7s6d4h3cAs",
        before="Kd8c3d2hAs",
        after="6c5h3d2hAs",
        snow="8s8h8d7h7d",
        all_in=("6c4d3h2sAc", "7d6h5s3cAd", "8s7h5c4s2h"),
    ),
}


def examples(game: Game, say: Language) -> list[Example]:
    """The examples for a game.

    Args:
        game: The game.
        say: The language.
    """
    hands = HANDS[game.ranking]

    def example(name: str, *shown: Pictured, **values: object) -> Example:
        return Example(say(f"example.{name}.title"), say(f"example.{name}.text", **values), shown)

    def pictured(cards: str, label: str, thrown: tuple[str, ...] = ()) -> Pictured:
        return Pictured(_texts(cards), label, thrown)

    thrown = tuple([card for card in _texts(hands.before) if card not in _texts(hands.after)])
    main, side = build_pots(PAID, [True] * len(PAID))
    won = {_best(game, hands, pot.claimants): pot.amount for pot in (main, side)}
    names = ("Robin", say("example.all-in.you"), "Kim")
    return [
        example(f"ranking-{game.ranking}", *[pictured(hand, describe(hand, game, say)) for hand in hands.ladder]),
        example("pat", pictured(hands.pat, describe(hands.pat, game, say))),
        example(
            "draw",
            pictured(hands.before, say("example.draw.before", count=len(thrown)), thrown),
            pictured(hands.after, say("example.draw.after", hand=short(hands.after, game, say))),
        ),
        example("snow", pictured(hands.snow, short(hands.snow, game, say))),
        example(
            "all-in",
            *[
                pictured(
                    hand,
                    say(
                        f"example.all-in.{'wins' if seat in won else 'loses'}",
                        name=names[seat],
                        hand=short(hand, game, say),
                        amount=won.get(seat, 0),
                    ),
                )
                for seat, hand in enumerate(hands.all_in)
            ],
            low=PAID[0],
            high=PAID[1],
            main=main.amount,
            side=side.amount,
        ),
    ]


def _best(game: Game, hands: _Hands, seats: tuple[int, ...]) -> int:
    return min(seats, key=lambda seat: VALUE[game.ranking](hands.all_in[seat]))


def _texts(cards: str) -> tuple[str, ...]:
    return tuple([TEXT[card] for card in parse(cards)])
