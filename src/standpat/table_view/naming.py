"""What players call a hand (R2.5).

`describe` is the full name, ``nine-low: 9-7-5-4-2, nine-seven``. `short` is the name for a crowded table, ``9-7 low``.
`ranks` are its ranks, ``9-7-5-4-2``; `drawing_to` names the kept cards. All take cards in any form, five different
cards for a hand, and any language that has a locale file. `ranking` is a `Ranking`, its id, a `Game` or a game's id.
Anything else is a `ValueError` that says what was expected.

The best four hands of either ranking have numbers, and the first is the wheel. From the second class on, the best hand
without a pair of each class is its "nut". The place of the ace depends on the ranking: ``A-6-4-3-2``, ``6-4-3-2-A``.
"""

from collections.abc import Iterable

from standpat.cards.card import RANKS, TEXT, Cards, parse
from standpat.cards.ranking import DEUCE_TO_SEVEN, RANKINGS, Ranking
from standpat.engine import games
from standpat.engine.games import Game, game
from standpat.language import DEFAULT, Language, language

Named = str | Ranking | Game


def describe(cards: Cards, ranking: Named = DEUCE_TO_SEVEN.id, language: str | Language = DEFAULT) -> str:
    """The full name of five cards, as players call them (R2.5).

    Args:
        cards: Five different cards, as text or as ints.
        ranking: ``"deuce-to-seven"`` or ``"ace-to-five"``.
        language: The id of a language, such as ``"en"`` or ``"nb"``, or its words.

    Returns:
        The class, the ranks from the highest down, and the hand's other name if it has one.

    Raises:
        ValueError: Not five different known cards, or an unknown ranking or language.

    >>> describe("2c 3d 4h 5s 7c")
    'seven-low: 7-5-4-3-2, the wheel, number one'
    >>> describe("9c 7d 5h 4s 2c", language="nb")
    'ni-lav: 9-7-5-4-2, ni-sju'
    """
    order, say, hand = _ranking(ranking), _words(language), parse(cards)
    value = order(hand)
    held = _ranks(hand, order)
    name = say("hand.full", kind=_kind(value, held, order, say), cards="-".join(held))
    if order.category(value) != "no-pair":
        return name
    if value <= 4:
        wheel = (say("hand.wheel"),) if value == 1 else ()
        number = (say(f"hand.number.{value}"),)
        nut = (say("hand.nut", high=say(f"rank.card.{held[0]}")),) if _is_nut(held, order) else ()
        return ", ".join((name, *wheel, *number, *nut))
    return f"{name}, {_nickname(held, order, say)}"


def short(cards: Cards, ranking: Named = DEUCE_TO_SEVEN.id, language: str | Language = DEFAULT) -> str:
    """The short name of five cards. Arguments and errors are those of `describe`.

     short("9c 7d 5h 4s 2c"), short("3c 3d 6h 4s 2c"), short("2c 3d 4h 5s 7c")
    ('9-7 low', 'pair of threes', 'the wheel')
    """
    order, say, hand = _ranking(ranking), _words(language), parse(cards)
    value = order(hand)
    held = _ranks(hand, order)
    if order.category(value) != "no-pair":
        return _kind(value, held, order, say)
    return say("hand.wheel") if value == 1 else say("hand.short", high=held[0], second=held[1])


def ranks(cards: Cards, ranking: Named = DEUCE_TO_SEVEN.id) -> str:
    """The ranks of cards, from the highest down, the most frequent first.

    >>> ranks("2c 7d 4h 9c 3s")
    '9-7-4-3-2'
    """
    return "-".join(_ranks(parse(cards), _ranking(ranking)))


def drawing_to(kept: Cards, ranking: Named = DEUCE_TO_SEVEN.id, language: str | Language = DEFAULT) -> str:
    """The name of a draw by the kept cards, none to four.

    >>> drawing_to("2c 7d 4h")
    'drawing to 7-4-2'
    """
    order, say = _ranking(ranking), _words(language)
    named = ranks(kept, order)
    return say("hand.drawing", cards=named) if named else say("hand.drawing-five")


def game_name(game: Game, language: str | Language = DEFAULT) -> str:
    """The name of a game; the name of its record where the locale file has none.

    >>> game_name(game("27td"), "nb")
    '2-7 Triple Draw'
    """
    say = _words(language)
    key = f"game.{game.id}"
    return say(key) if say.has(key) else game.name


def draw_name(number: int, draws: int, language: str | Language = DEFAULT) -> str:
    """The name of a draw.

    Args:
        number: The number of the draw, from 1.
        draws: The number of draws in the game.
        language: A language or its id.

    >>> draw_name(2, 3), draw_name(4, 4), draw_name(1, 1)
    ('2nd draw', 'draw 4', 'the draw')
    """
    say = _words(language)
    if draws == 1:
        return say("round.only-draw")
    key = f"round.draw.{number}"
    return say(key) if say.has(key) else say("round.draw-number", number=number)


def low_first(cards: Iterable[int], ranking: Named = DEUCE_TO_SEVEN.id) -> tuple[int, ...]:
    """The cards sorted by rank, the lowest first."""
    order = _ranking(ranking)
    return tuple(sorted(cards, key=lambda card: (_pip(RANKS[card >> 2], order), card & 3)))


def natural_draw(cards: Cards, ranking: Named = DEUCE_TO_SEVEN.id) -> tuple[int, ...]:
    """The cards that most players would keep: one of each rank up to the eight, the lowest first.

    Five such cards are a made hand. If they make a straight or a flush, the highest is left out. This names a hand
    ("drawing to 7-4-2"). It is not advice: a player with 9-7-5-4-2 may well stand pat.
    """
    order = _ranking(ranking)
    hand = low_first(parse(cards), order)
    kept = {card >> 2: card for card in reversed(hand) if _pip(RANKS[card >> 2], order) <= RANKS.index("8")}
    low = low_first(kept.values(), order)
    return low[:4] if len(low) == 5 and order.category(order(low)) != "no-pair" else low


def _ranking(named: Named) -> Ranking:
    if isinstance(named, Ranking):
        return named
    if isinstance(named, Game):
        return RANKINGS[named.ranking]
    if isinstance(named, str) and named in RANKINGS:
        return RANKINGS[named]
    if isinstance(named, str) and named in games.ids():
        return RANKINGS[game(named).ranking]
    raise ValueError(f"unknown ranking or game {named!r}: expected one of {', '.join([*RANKINGS, *games.ids()])}")


def _words(named: str | Language) -> Language:
    return named if isinstance(named, Language) else language(named)


def _pip(rank: str, order: Ranking) -> int:
    return -1 if order.aces_low and rank == "A" else RANKS.index(rank)


def _ranks(hand: Iterable[int], order: Ranking) -> list[str]:
    """The ranks in the order of the hand's name: the most frequent first, then from the highest."""
    ranks = [TEXT[card][0] for card in hand]
    return sorted(ranks, key=lambda rank: (ranks.count(rank), _pip(rank, order)), reverse=True)


def _kind(value: int, ranks: list[str], order: Ranking, say: Language) -> str:
    kind = order.category(value)
    many = [say(f"rank.many.{rank}") for rank in dict.fromkeys(ranks)]
    match kind:
        case "no-pair":
            return say("hand.no-pair", high=say(f"rank.name.{ranks[0]}"))
        case "two-pair":
            return say("hand.two-pair", ranks=many[0], lower=many[1])
        case _:
            return say(f"hand.{kind}", ranks=many[0])


def _nickname(ranks: list[str], order: Ranking, say: Language) -> str:
    if _is_nut(ranks, order):
        return say("hand.nut", high=say(f"rank.card.{ranks[0]}"))
    return say("hand.top-two", high=say(f"rank.name.{ranks[0]}"), second=say(f"rank.name.{ranks[1]}"))


def _is_nut(ranks: list[str], order: Ranking) -> bool:
    """Whether it is the best hand of its class. The class of the wheel has no nut."""
    lowest = sorted(RANKS, key=lambda rank: _pip(rank, order))[:4]
    wheel = "5" if order.aces_low else "7"
    return ranks[0] != wheel and ranks[:0:-1] == lowest
