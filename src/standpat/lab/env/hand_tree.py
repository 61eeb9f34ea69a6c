"""A hand as a tree: chance deals card by card, players take the numbers of `menu`.

For libraries that walk all of a game. The cards come from a `Setup`, whose deck may be small and whose hands may be
dealt in part beforehand, so that a game small enough to be solved is still real draw lowball. The deck must suffice for
every draw there can be: nothing is ever reshuffled, and nothing is burned.

The numbers are those of `standpat.lab.env.menu`; a discard's bits are those of the hand *sorted* by card, so that two
orders of the deal are the same to a player. Place k is seat k; the button is the last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from standpat.cards.card import DECK, text
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand

CHANCE: Final = -1
OVER: Final = -4
"""The two that are no place, numbered as OpenSpiel numbers them."""


@dataclass(frozen=True)
class Setup:
    """Who plays what with which cards. `dealt[place]` are cards that the place is dealt for sure, `deck` all others."""

    game: Game
    stakes: Stakes
    stacks: tuple[int, ...]
    deck: tuple[int, ...] = DECK
    dealt: tuple[tuple[int, ...], ...] = ()
    draw_at: int = field(init=False)  # the number of standing pat

    def __post_init__(self) -> None:
        seats, game = len(self.stacks), self.game
        object.__setattr__(self, "draw_at", 3 if game.betting == "fixed-limit" else 6)
        if not self.dealt:
            object.__setattr__(self, "dealt", ((),) * seats)
        if len(self.dealt) != seats or any(len(cards) > game.hand_size for cards in self.dealt):
            raise ValueError(f"dealt: expected up to {game.hand_size} cards for each of {seats} places")
        cards = [*self.deck, *[card for cards in self.dealt for card in cards]]
        if len(set(cards)) < len(cards) or not set(cards) <= set(DECK):
            raise ValueError("a card is in the deck and the dealt hands twice, or is none of 2c … As")
        if game.house.burn:
            raise ValueError(f"house {game.house.name} burns {game.house.burn} cards: expected a house that burns none")
        wanted = seats * (game.hand_size + game.max_discards * game.draw_rounds) - (len(cards) - len(self.deck))
        if len(self.deck) < wanted:
            raise ValueError(
                f"a deck of {len(self.deck)} cards may run out: {seats} players can want {wanted} "
                f"({game.draw_rounds} draws of up to {game.max_discards})"
            )

    @property
    def longest(self) -> int:
        """No hand has more decisions than this."""
        seats, draws = len(self.stacks), self.game.draw_rounds
        cap = self.game.house.cap if self.game.betting == "fixed-limit" and self.game.house.cap_heads_up else None
        wagers = (max(self.stacks) // self.stakes.big_blind if cap is None else cap) + seats
        return (draws + 1) * seats * (wagers + 1) + draws * seats


class HandTree:
    """One hand on its way. `player` is the place to act, `CHANCE`, or `OVER`."""

    __slots__ = (
        "_action",
        "_coming",
        "_number",
        "_wanted",
        "hand",
        "heard",
        "own",
        "player",
        "said",
        "setup",
        "undealt",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.hand: Hand | None = None  # from the last card of the deal on
        self.undealt = sorted(setup.deck)
        self.said: list[str] = []
        """Every decision as all hear it: `f`, `c`, `r` with its total, `d` with the number of cards."""
        self.heard: list[int] = []
        """The same by number: a wager's is the menu's, that of a draw `setup.draw_at` and the number of cards."""
        self.own: list[list[str]] = [[] for _ in setup.stacks]
        """What each place alone knows: its first hand, then of each draw the cards thrown and those that came."""
        self._coming: list[int] = []  # dealt by chance and not yet given to the hand
        self._action: Action | None = None  # waits for its cards
        self._number = 0  # that action's
        seats, size = len(setup.stacks), setup.game.hand_size
        self._wanted = seats * size - sum([len(cards) for cards in setup.dealt])
        self.player = CHANCE
        if not self._wanted:
            self._dealt()

    def copy(self) -> "HandTree":
        """The same, played on independently."""
        twin = HandTree.__new__(HandTree)
        twin.setup = self.setup
        twin.hand = None if self.hand is None else self.hand.copy()
        twin.undealt = self.undealt.copy()
        twin.said = self.said.copy()
        twin.heard = self.heard.copy()
        twin.own = [notes.copy() for notes in self.own]
        twin._coming = self._coming.copy()
        twin._action = self._action
        twin._number = self._number
        twin._wanted = self._wanted
        twin.player = self.player
        return twin

    def __deepcopy__(self, memo: object) -> "HandTree":
        return self.copy()

    def numbers(self) -> list[int]:
        """What may be taken now, ascending: numbers of the menu, or where chance deals the cards that may come."""
        if self.player == CHANCE:
            return self.undealt.copy()
        if self.hand is None or self.player == OVER:
            return []
        legal, first = self.hand.legal, self.setup.draw_at
        if legal.draw is not None:
            return [first + mask for mask in range(32) if mask.bit_count() <= legal.draw]
        return [*([0] if legal.fold else []), 1, *self._wagers()]

    def take(self, number: int) -> None:
        """The player, or chance, does this."""
        if number not in self.numbers():
            raise ValueError(f"{number} may not be taken: expected one of {self.numbers()}")
        if self.player == CHANCE:
            self.undealt.remove(number)
            self._coming.append(number)
            self._wanted -= 1
            if self._wanted == 0:
                self._dealt()
            return
        assert self.hand is not None
        self._action, self._number = self.action(number), number
        if isinstance(self._action, Discard):
            self._wanted = self._served_by(len(self._action.cards))
        if self._wanted:
            self.player = CHANCE
        else:
            self._do()

    def action(self, number: int) -> Action:
        """The action of the player that a number of the menu stands for."""
        assert self.hand is not None
        legal = self.hand.legal
        if legal.draw is not None:
            held = self.cards(self.player)
            return Discard(tuple([card for k, card in enumerate(held) if number - self.setup.draw_at >> k & 1]))
        if number == 0:
            return Fold()
        if number == 1:
            return Check() if legal.check else Call()
        to = self._wagers()[number]
        return Bet(to) if legal.bet else Raise(to)

    def cards(self, place: int) -> list[int]:
        """What a place holds, sorted; nothing before the deal is done or after a fold."""
        return [] if self.hand is None else sorted(self.hand.cards(place))

    def nets(self) -> list[float]:
        """What each place won, in big blinds; zeros before the end."""
        nets = None if self.hand is None else self.hand.nets
        return [chips / self.setup.stakes.big_blind for chips in nets or [0] * len(self.setup.stacks)]

    def information(self, place: int) -> str:
        """All that a place has seen, in order: what it alone knows, then what was said."""
        return f"{place}:{' '.join(self.own[place])}|{' '.join(self.said)}"

    def _wagers(self) -> dict[int, int]:
        """The totals to bet or raise to, by number."""
        assert self.hand is not None
        bounds = self.hand.legal.bet or self.hand.legal.raise_
        if bounds is None:
            return {}
        least, most = bounds
        if self.setup.game.betting == "fixed-limit" or least == most:
            return {2: least}
        betting = self.hand.betting
        pot = self.hand.pot + betting.price - betting.commits[self.player]
        half, whole = betting.price + pot // 2, betting.price + pot
        found = {2: least}
        if least < half < most:
            found[3] = half
        if least < whole < most and whole != half:
            found[4] = whole
        found[5] = most
        return found

    def _served_by(self, thrown: int) -> int:
        """How many cards are dealt after the player to act throws so many."""
        hand = self.hand
        assert hand is not None
        if hand.game.house.draws == "immediate":
            return thrown
        others = [draws for place, draws in enumerate(hand.draws) if hand.live[place] and place != self.player]
        if any(len(draws) < hand.street for draws in others):
            return 0
        return thrown + sum([draws[-1] for draws in others])

    def _dealt(self) -> None:
        """Chance has dealt all that was wanted."""
        if self.hand is not None:
            self._do()
            return
        dealer, setup = _Coming(), self.setup
        coming = iter(self._coming)
        for place, cards in enumerate(setup.dealt):
            hand = [*cards, *[next(coming) for _ in range(setup.game.hand_size - len(cards))]]
            dealer.cards += hand
            self.own[place].append(text(sorted(hand)))
        self._coming = []
        self.hand = Hand(setup.game, setup.stakes, setup.stacks, len(setup.stacks) - 1, dealer)
        self._ask()

    def _do(self) -> None:
        hand, action = self.hand, self._action
        assert hand is not None
        assert action is not None
        place = hand.to_act
        assert place is not None
        before = [set(hand.cards(seat)) for seat in range(len(hand.stacks))]
        hand.dealer.cards += self._coming  # type: ignore[attr-defined]
        self._coming, self._action = [], None
        hand.apply(action)
        match action:
            case Discard(cards=cards):
                self.said.append(f"d{len(cards)}")
                self.heard.append(self.setup.draw_at + len(cards))
                self.own[place].append(f"-{text(sorted(cards))}")
                for seat, held in enumerate(before):
                    came = sorted(set(hand.cards(seat)) - held)
                    if came:
                        self.own[seat].append(f"+{text(came)}")
            case Bet(to=to) | Raise(to=to):
                self.said.append(f"r{to}")
                self.heard.append(self._number)
            case _:
                self.said.append("f" if isinstance(action, Fold) else "c")
                self.heard.append(self._number)
        self._ask()

    def _ask(self) -> None:
        assert self.hand is not None
        self.player = OVER if self.hand.to_act is None else self.hand.to_act


class _Coming:
    """A `standpat.engine.dealer.Stub` of the cards that chance has dealt; a `Setup` makes sure that there are
    enough."""

    may_refuse = False

    def __init__(self, cards: Sequence[int] = ()) -> None:
        self.cards = list(cards)

    def new_deck(self) -> None:
        """The cards are there already."""

    def left(self, barred: int = 0) -> int:
        return len(DECK)

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        dealt, self.cards = tuple(self.cards[:count]), self.cards[count:]
        return dealt

    def burn(self) -> int:
        raise NotImplementedError("no house of a Setup burns")

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        raise NotImplementedError("no deck of a Setup runs out")

    def copy(self) -> "_Coming":
        return _Coming(self.cards)
