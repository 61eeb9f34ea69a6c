"""Short ways to set a scene for the tests of the rules: scripted hands, and a line of play as text.

`start` deals given hands (by seat) and scripts the replacements in the order in which they will be dealt. `play`
applies tokens ``seat:what`` and checks that this seat is to act: ``f`` fold, ``k`` check, ``c`` call, ``b20`` bet to
20, ``r40`` raise to 40, ``p`` stand pat, ``d7c5d`` discard these cards; at a question at the showdown ``s`` show, ``m``
muck.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from standpat.cards.card import DECK, parse, text
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Muck, Raise, Show
from standpat.engine.dealer import Dealer, ScriptedDealer
from standpat.engine.event import Event
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand

LIMIT = Stakes.limit(20)
"""Blinds 10 and 20, small bet 20, big bet 40."""

BLINDS = Stakes(small_blind=5, big_blind=10)


def table(
    id: str = "27td",
    seats: int = 3,
    *,
    stacks: Sequence[int] = (),
    stakes: Stakes = LIMIT,
    button: int = 0,
    house: str = "online",
    seed: int = 1,
    **options: object,
) -> Hand:
    """A hand whose cards do not matter."""
    return Hand(game(id, house=house, **options), stakes, list(stacks) or [1000] * seats, button, Dealer(seed=seed))


def start(
    id: str,
    hands: Sequence[str],
    replacements: str = "",
    *,
    stacks: Sequence[int] = (),
    stakes: Stakes = LIMIT,
    button: int = 0,
    house: str = "online",
    asks: Iterable[int] = (),
    **options: object,
) -> Hand:
    """A hand in which seat k holds `hands[k]` and the replacements are scripted."""
    seats = len(hands)
    order = [(button + k) % seats for k in range(1, seats + 1)]
    script = "".join(hands[seat] for seat in order) + replacements
    rules = game(id, house=house, **options)
    return Hand(rules, stakes, list(stacks) or [1000] * seats, button, ScriptedDealer(script), asks=asks)


def spare(*used: str) -> list[str]:
    """The other cards of the deck, as texts, deuces first."""
    gone = {c for some in used for c in parse(some)}
    return [text([c]) for c in DECK if c not in gone]


def action(word: str) -> Action:
    kind, rest = word[0], word[1:]
    match kind:
        case "f":
            return Fold()
        case "k":
            return Check()
        case "c":
            return Call()
        case "b":
            return Bet(to=int(rest))
        case "r":
            return Raise(to=int(rest))
        case "p":
            return Discard()
        case "d":
            return Discard(parse(rest))
        case "s":
            return Show()
        case "m":
            return Muck()
    raise AssertionError(word)


def play(hand: Hand, line: str) -> tuple[Event, ...]:
    """Apply the tokens. Returns all their events."""
    events: list[Event] = []
    for token in line.split():
        seat, word = token.split(":")
        assert hand.to_act == int(seat), f"{token}: seat {hand.to_act} is asked, {hand.legal}"
        events += hand.apply(action(word))
    return tuple(events)


def bounds(hand: Hand) -> tuple[int, int] | None:
    """The bounds of a bet or raise of the player to act."""
    legal = hand.legal
    assert legal.bet is None or legal.raise_ is None
    both = legal.bet or legal.raise_
    return None if both is None else (both.min_to, both.max_to)


def pat_round(hand: Hand) -> None:
    """Everybody stands pat in this drawing round."""
    assert hand.drawing
    street = hand.street
    while hand.drawing and hand.street == street:
        hand.apply(Discard())


def check_round(hand: Hand) -> None:
    """Everybody checks, or calls what they owe, to the end of the betting round."""
    street = hand.street
    while hand.to_act is not None and not hand.drawing and hand.street == street:
        hand.apply(Check() if hand.legal.check else Call())


E = TypeVar("E")


def of_kind(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [e for e in events if type(e) is kind]
