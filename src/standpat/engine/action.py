"""The actions of a player, and which of them are legal (R5.1, R6.1, R7.2).

Amounts are whole chips, and `to` is the *total* a player then has in on this betting round ("raise to").
In JSON an action is tagged with `kind`: ``{"kind":"raise","to":20}``, ``{"kind":"discard","cards":["7c"]}``.
"""

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct, structs

from standpat.cards.card import TEXT, Cards, parse


class IllegalAction(ValueError):
    """An action that is not allowed now. The hand has not changed. The message says what is allowed."""


class Fold(Struct, frozen=True, gc=False, tag_field="kind", tag="fold"):
    """Give up the hand and the chips bet on it."""


class Check(Struct, frozen=True, gc=False, tag_field="kind", tag="check"):
    """Bet nothing when there is nothing to call."""


class Call(Struct, frozen=True, gc=False, tag_field="kind", tag="call"):
    """Match the price, or put in the rest of the stack if that is less."""


class Bet(Struct, frozen=True, gc=False, tag_field="kind", tag="bet"):
    """The first bet of a round: `to` chips, the total that the player then has in on this round."""

    to: int


class Raise(Struct, frozen=True, gc=False, tag_field="kind", tag="raise"):
    """Raise the price to `to` chips, the total that the player then has in on this round."""

    to: int


class Discard(Struct, frozen=True, gc=False, tag_field="kind", tag="discard"):
    """Discard these cards; no cards means standing pat.

    Attributes:
        cards: The cards, as ints. Text such as ``"7c 2d"`` is accepted too.

    Raises:
        IllegalAction: The text or the ints are not cards.
    """

    cards: tuple[int, ...] = ()

    if TYPE_CHECKING:

        def __init__(self, cards: Cards = ()) -> None: ...

    def __post_init__(self) -> None:
        cards = self.cards
        if type(cards) is tuple:
            for card in cards:
                if type(card) is not int or not 0 <= card <= 52:
                    break
            else:
                return
        try:
            structs.force_setattr(self, "cards", parse(cards))
        except ValueError as error:
            raise IllegalAction(f"discard: {error}") from None

    def __repr__(self) -> str:
        return f"Discard({' '.join([TEXT[c] for c in self.cards])!r})"


class Show(Struct, frozen=True, gc=False, tag_field="kind", tag="show"):
    """Turn the hand up at the showdown (R7.2)."""


class Muck(Struct, frozen=True, gc=False, tag_field="kind", tag="muck"):
    """Muck the hand at the showdown without showing it. Others take the pots it could have won (R7.2)."""


Action: TypeAlias = Fold | Check | Call | Bet | Raise | Discard | Show | Muck


class Bounds(NamedTuple):
    """The smallest and the largest total that a bet or raise may be *to*, in chips; equal where there is one size."""

    min_to: int
    max_to: int


class Legal(Struct, frozen=True, gc=False):
    """What the player to act may do.

    Attributes:
        fold: Whether they may fold.
        check: Whether they may check.
        call: The chips that a call adds; None where there is nothing to call.
        bet: The bounds of a bet; None where none is allowed.
        raise_: The bounds of a raise; None where none is allowed.
        draw: The largest number of cards they may discard; None where the decision is not a draw.
        showdown: What happens if they do not answer; set where they are asked to show or muck, else None.
    """

    fold: bool = False
    check: bool = False
    call: int | None = None
    bet: Bounds | None = None
    raise_: Bounds | None = None
    draw: int | None = None
    showdown: Literal["show", "muck"] | None = None


NOTHING: Final = Legal()


def options(legal: Legal) -> str:
    """The legal actions in words, for an error message: ``fold, call 10, raise to 20``."""
    if legal.showdown is not None:
        return "show, muck"
    ways = [word for word, may in (("fold", legal.fold), ("check", legal.check)) if may]
    if legal.call is not None:
        ways.append(f"call {legal.call}")
    for word, bounds in (("bet", legal.bet), ("raise", legal.raise_)):
        if bounds:
            low, high = bounds
            ways.append(f"{word} to {low}" if low == high else f"{word} to {low}..{high}")
    return ", ".join(ways)


def said(action: object) -> str:
    """An attempted action in words, for an error message: ``raise to 35``."""
    if isinstance(action, Bet | Raise):
        return f"{type(action).__name__.lower()} to {action.to!r}"
    return type(action).__name__.lower() if isinstance(action, Action) else f"do {action!r}"
