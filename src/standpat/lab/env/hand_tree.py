"""A hand as a tree: chance deals card by card, players take the numbers of `menu`.

It is for libraries that walk a whole game. The cards come from a `Setup`, whose deck may be small and whose hands may
be dealt in part beforehand, so that a game small enough to be solved is still real draw lowball. The deck must suffice
for every possible draw: nothing is ever reshuffled and nothing is burned.

The numbers are those of `standpat.lab.env.menu`. The bits of a discard are those of the hand *sorted* by card, so that
two orders of the deal are the same to a player. Place k is seat k; the button is the last place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Final, TypeAlias

from standpat.cards.card import DECK, text
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import DrawResult
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand

CHANCE: Final = -1
OVER: Final = -4
"""Values of `HandTree.player` that are not a place, numbered as in OpenSpiel."""


FOLD: Final = Fold()
CHECK: Final = Check()
CALL: Final = Call()

Note: TypeAlias = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Setup:
    """Who plays what with which cards.

    Attributes:
        game: The game.
        stakes: The stakes.
        stacks: Chips by place.
        deck: The cards that chance deals.
        dealt: By place, cards that the place is certain to be dealt.
        draw_at: The number of standing pat in the menu.
        throws: The numbers of the discards that the game allows, ascending.
        in_deck: By card, 1 if it is in the deck.

    Raises:
        ValueError: The cards are wrong, or the deck could run out.
    """

    game: Game
    stakes: Stakes
    stacks: tuple[int, ...]
    deck: tuple[int, ...] = DECK
    dealt: tuple[tuple[int, ...], ...] = ()
    draw_at: int = field(init=False)
    throws: tuple[int, ...] = field(init=False)
    in_deck: bytes = field(init=False)

    def __post_init__(self) -> None:
        seats, game = len(self.stacks), self.game
        object.__setattr__(self, "draw_at", 3 if game.betting == "fixed-limit" else 6)
        masks = [mask for mask in range(32) if mask.bit_count() <= game.max_discards]
        object.__setattr__(self, "throws", tuple([self.draw_at + mask for mask in masks]))
        if not self.dealt:
            object.__setattr__(self, "dealt", ((),) * seats)
        if len(self.dealt) != seats or any(len(cards) > game.hand_size for cards in self.dealt):
            raise ValueError(f"dealt: expected up to {game.hand_size} cards for each of {seats} places")
        cards = [*self.deck, *[card for cards in self.dealt for card in cards]]
        if len(set(cards)) < len(cards) or not set(cards) <= set(DECK):
            raise ValueError("a card comes twice in the deck and the dealt hands, or is not one of 2c … As")
        if game.house.burn:
            raise ValueError(f"house {game.house.name} burns {game.house.burn} cards: expected a house that burns none")
        object.__setattr__(self, "in_deck", bytes([card in self.deck for card in DECK]))
        wanted = seats * (game.hand_size + game.max_discards * game.draw_rounds) - (len(cards) - len(self.deck))
        if len(self.deck) < wanted:
            raise ValueError(
                f"a deck of {len(self.deck)} cards may run out: {seats} players can want {wanted} "
                f"({game.draw_rounds} draws of up to {game.max_discards})"
            )

    @property
    def longest(self) -> int:
        """The most decisions that a hand can have."""
        seats, draws = len(self.stacks), self.game.draw_rounds
        cap = self.game.house.cap if self.game.betting == "fixed-limit" and self.game.house.cap_heads_up else None
        wagers = (max(self.stacks) // self.stakes.big_blind if cap is None else cap) + seats
        return (draws + 1) * seats * (wagers + 1) + draws * seats


class HandTree:
    """A hand in progress.

    Attributes:
        player: The place to act, `CHANCE`, or `OVER`.
        hand: The engine's hand; None until the deal is complete.
        undealt: By card, 1 if chance can still deal it.
        left: The number of these cards.
        public_actions: Every decision as all players see it: `f`, `c`, `r` with its total, `d` with the number of
            cards.
        public_numbers: The same as numbers: that of the menu, or for a draw `setup.draw_at` plus the number of cards.
        private_notes: By place, what only this place knows, as a sign and cards, sorted: its first hand (no sign), then
            for each draw its discards (`-`) and the cards it got (`+`).
    """

    __slots__ = (
        "_action",
        "_dealt_by_chance",
        "_may",
        "_number",
        "_wanted",
        "hand",
        "left",
        "player",
        "private_notes",
        "public_actions",
        "public_numbers",
        "setup",
        "undealt",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.hand: Hand | None = None  # once the last card of the deal is known
        self.undealt = bytearray(setup.in_deck)
        self.left = len(setup.deck)
        self.public_actions: list[str] = []
        self.public_numbers: list[int] = []
        self.private_notes: list[list[Note]] = [[] for _ in setup.stacks]
        self._dealt_by_chance: list[int] = []  # not yet given to the hand
        self._action: Action | None = None  # a draw that waits for its cards
        self._number = 0  # the number of that action
        self._may: Sequence[int] | None = None  # what the player may take, once it has been asked for
        seats, size = len(setup.stacks), setup.game.hand_size
        self._wanted = seats * size - sum([len(cards) for cards in setup.dealt])
        self.player = CHANCE
        if not self._wanted:
            self._dealt()

    def copy(self) -> "HandTree":
        """An independent copy."""
        twin = HandTree.__new__(HandTree)
        twin.setup = self.setup
        twin.hand = None if self.hand is None else self.hand.copy()
        twin.undealt = self.undealt.copy()
        twin.left = self.left
        twin.public_actions = self.public_actions.copy()
        twin.public_numbers = self.public_numbers.copy()
        twin.private_notes = [notes.copy() for notes in self.private_notes]
        twin._dealt_by_chance = self._dealt_by_chance.copy()
        twin._action = self._action
        twin._number = self._number
        twin._may = self._may
        twin._wanted = self._wanted
        twin.player = self.player
        return twin

    def __deepcopy__(self, memo: object) -> "HandTree":
        return self.copy()

    def numbers(self) -> list[int]:
        """What may be taken now, ascending: numbers of the menu, or the cards that chance may deal."""
        return [*compress(DECK, self.undealt)] if self.player == CHANCE else [*self._choices()]

    def take(self, number: int) -> None:
        """Do what the player, or chance, chooses.

        Args:
            number: One of `numbers()`.

        Raises:
            ValueError: The number may not be taken.
        """
        if self.player == CHANCE:
            if not 0 <= number < len(self.undealt) or not self.undealt[number]:
                raise self._refusal(number)
            self.undealt[number] = 0
            self.left -= 1
            self._dealt_by_chance.append(number)
            self._wanted -= 1
            if self._wanted == 0:
                self._dealt()
            return
        if number not in self._choices():
            raise self._refusal(number)
        action = self.action(number)
        self._action, self._number, self._may = action, number, None
        if type(action) is Discard:
            self._wanted = self._served_by(len(action.cards))
        if self._wanted:
            self.player = CHANCE
        else:
            self._do()

    def _refusal(self, number: int) -> ValueError:
        return ValueError(f"{number} may not be taken: expected one of {self.numbers()}")

    def _choices(self) -> Sequence[int]:
        """The numbers of the menu that the player may take."""
        if self._may is None:
            if self.hand is None or self.player == OVER:
                return ()
            legal = self.hand.legal
            if legal.draw is not None:
                self._may = self.setup.throws
            else:
                wagers = self._wagers()
                self._may = (0, 1, *wagers) if legal.fold else (1, *wagers)
        return self._may

    def action(self, number: int) -> Action:
        """The player's action that a number of the menu stands for."""
        assert self.hand is not None
        legal = self.hand.legal
        if legal.draw is not None:
            thrown = number - self.setup.draw_at
            return Discard(tuple([card for k, card in enumerate(self.cards(self.player)) if thrown >> k & 1]))
        if number == 0:
            return FOLD
        if number == 1:
            return CHECK if legal.check else CALL
        to = self._wagers()[number]
        return Bet(to) if legal.bet else Raise(to)

    def cards(self, place: int) -> list[int]:
        """The cards of a place, sorted; empty before the deal is complete and after a fold."""
        return [] if self.hand is None else sorted(self.hand.cards(place))

    def nets(self) -> list[float]:
        """What each place won, in big blinds; zeros before the end."""
        nets = None if self.hand is None else self.hand.nets
        return [chips / self.setup.stakes.big_blind for chips in nets or [0] * len(self.setup.stacks)]

    def information(self, place: int) -> str:
        """The information set of a place as text: what only it knows, then the public actions."""
        return f"{place}:{self.private_text(place)}|{' '.join(self.public_actions)}"

    def private_text(self, place: int) -> str:
        """What only a place knows, as text."""
        return " ".join([sign + text(cards) for sign, cards in self.private_notes[place]])

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
        wagers = {2: least}
        if least < half < most:
            wagers[3] = half
        if least < whole < most and whole != half:
            wagers[4] = whole
        wagers[5] = most
        return wagers

    def _served_by(self, thrown: int) -> int:
        """How many cards are dealt after the player to act discards `thrown` cards."""
        hand = self.hand
        assert hand is not None
        if hand.game.house.draws == "immediate":
            return thrown
        others = [draws for place, draws in enumerate(hand.draws) if hand.live[place] and place != self.player]
        if any(len(draws) < hand.street for draws in others):
            return 0
        return thrown + sum([draws[-1] for draws in others])

    def _dealt(self) -> None:
        """Continue after chance has dealt all cards that were needed."""
        if self.hand is not None:
            self._do()
            return
        dealer, setup = _DealtStub(), self.setup
        coming = iter(self._dealt_by_chance)
        for place, cards in enumerate(setup.dealt):
            hand = [*cards, *[next(coming) for _ in range(setup.game.hand_size - len(cards))]]
            dealer.cards += hand
            self.private_notes[place].append(("", tuple(sorted(hand))))
        self._dealt_by_chance = []
        self.hand = Hand(setup.game, setup.stakes, setup.stacks, len(setup.stacks) - 1, dealer)
        self._ask()

    def _do(self) -> None:
        hand, action = self.hand, self._action
        assert hand is not None
        assert action is not None
        place = hand.to_act
        assert place is not None
        hand.dealer.cards += self._dealt_by_chance  # type: ignore[attr-defined]
        self._dealt_by_chance, self._action = [], None
        events = hand.apply(action)
        number = self._number
        if type(action) is Discard:
            thrown = len(action.cards)
            number = self.setup.draw_at + thrown
            said = f"d{thrown}"
            self.private_notes[place].append(("-", tuple(sorted(action.cards))))
            for event in events:
                if type(event) is DrawResult and event.drawn:
                    self.private_notes[event.seat].append(("+", tuple(sorted(event.drawn))))
        elif type(action) is Bet or type(action) is Raise:
            said = f"r{action.to}"
        else:
            said = "f" if action is FOLD else "c"
        self.public_actions.append(said)
        self.public_numbers.append(number)
        self._ask()

    def _ask(self) -> None:
        assert self.hand is not None
        self.player = OVER if self.hand.to_act is None else self.hand.to_act


class _DealtStub:
    """A `standpat.engine.dealer.Stub` of the cards that chance has dealt. A `Setup` makes sure that there are
    enough.
    """

    may_refuse = False

    def __init__(self, cards: Sequence[int] = ()) -> None:
        self.cards = list(cards)

    def new_deck(self) -> None:
        """Nothing to do: the cards are already there."""

    def left(self, barred: int = 0) -> int:
        return len(DECK)

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        dealt, self.cards = tuple(self.cards[:count]), self.cards[count:]
        return dealt

    def burn(self) -> int:
        raise NotImplementedError("the house rules of a Setup have no burns")

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        raise NotImplementedError("the deck of a Setup never runs out")

    def copy(self) -> "_DealtStub":
        return _DealtStub(self.cards)
