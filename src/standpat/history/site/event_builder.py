"""Turn the items of a hand into events.

An `EventBuilder` takes the items of a complete hand. It keeps the stacks, what each player has put in on the round, and
the known cards. It raises a `BadLine` for what is impossible: more chips than the player has, a card that they do not
hold, a draw at the wrong time. `standpat.history.replay` checks the rules.
"""

from collections.abc import Sequence
from typing import Final

from standpat.cards.card import UNKNOWN, parse, text
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.event import (
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    Mucked,
    Post,
    PostKind,
    PotAwarded,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
)
from standpat.engine.games import Game
from standpat.history.record import Told
from standpat.history.site.amount import chips
from standpat.history.site.item import BadLine, Item

POSTS: Final = frozenset({"ante", "small-blind", "big-blind", "extra-blind", "dead-blind", "both-blinds", "straddle"})
BETS: Final = frozenset({"fold", "check", "call", "bet", "raise"})


class EventBuilder:
    """Turns items into events.

    Args:
        game: The game.
        big_blind: The big blind, in chips.
        scale: The number of chips in a unit of money.
        seats: The file's numbers of the seats in the hand, in order. Events have engine seats, from 0.
        stacks: By engine seat, the chips before the forced bets.
        button: The engine seat with the button.
        unreliable: Engine seats whose printed cards are not reliable before the showdown.
        burned: The cards burned before each draw, where they are known.
    """

    def __init__(
        self,
        game: Game,
        big_blind: int,
        scale: int,
        *,
        seats: Sequence[int],
        stacks: Sequence[int],
        button: int,
        unreliable: set[int],
        burned: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.told: list[Told] = []
        self.dealt: set[int] = set()
        """Seats whose dealt cards the file shows."""
        self.reshuffled: list[tuple[int, int]] = []
        """Street of each reshuffle, and the seat served next."""
        self._game = game
        self._big_blind = big_blind
        self._scale = scale
        self._seats = {number: seat for seat, number in enumerate(seats)}
        self._stacks = list(stacks)
        self._commits = [0] * len(seats)
        self._order = [(button + k) % len(seats) for k in range(1, len(seats) + 1)]
        self._live = set(self._order)
        self._unreliable = unreliable
        self._burned = burned
        self._hole: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._cards: dict[int, tuple[int, ...]] = {}
        self._deal: tuple[int, int] | None = None  # its place in what is told, and its line
        self._street = 0
        self._drawn: set[int] = set()  # who has drawn on this street
        self._waiting: dict[int, tuple[int, tuple[int, ...]]] = {}  # discards named, cards to come: line, discards
        self._replaced: dict[int, tuple[int, ...]] = {}  # with announced draws: cards that came
        self._reshuffles = 0
        self._showdown = False
        self._pots: dict[int, tuple[int, dict[int, int]]] = {}

    def take(self, item: Item) -> None:
        """Take the next item of the hand."""
        try:
            self._take(item)
        except BadLine:
            raise
        except ValueError as error:
            raise BadLine(item.line, str(error)) from None

    def finish(self) -> None:
        """End the hand."""
        self._end_draw()
        if self._deal is None:
            raise ValueError("there is no deal: expected a line *** DEALING HANDS ***")
        place, line = self._deal
        deals = []
        for seat in self._order:
            at, cards = self._hole.get(seat, (line, (UNKNOWN,) * self._game.hand_size))
            deals.append(Told(at, DealHole(seat, cards, len(cards))))
        self.told[place:place] = deals
        for pot, (at, paid) in sorted(self._pots.items()):
            winners = tuple((seat, paid[seat]) for seat in self._order if seat in paid)
            self._tell(at, PotAwarded(pot, "whole", winners))

    def _tell(self, line: int, event: Event) -> None:
        self.told.append(Told(line, event))

    def _take(self, item: Item) -> None:
        line, number, word, args = item
        seat = -1 if number is None else self._seats[number]
        if word in POSTS:
            self._post(line, seat, word, self._amount(args[0]))
        elif word in BETS:
            self._act(line, seat, word, args)
        else:
            match word:
                case "deal":
                    self._deal = (len(self.told) + 1, line)
                    self._tell(line, StreetStart(0, self._game.label(0)))
                case "dealt":
                    self._dealt(line, seat, args)
                case "street":
                    self._next_street(int(args[0]))
                    self._tell(line, StreetStart(self._street, self._game.label(self._street)))
                    self._burn(line)
                case "discard" | "pat":
                    self._draw(line, seat, args)
                case "served":
                    self._served(seat, int(args[0]))
                case "reshuffled":
                    self._reshuffles += 1
                case "uncalled":
                    amount = self._amount(args[0])
                    self._stacks[seat] += amount
                    self._tell(line, UncalledReturned(seat, amount))
                case "showdown":
                    self._end_draw()
                    self._showdown = True
                case "show" if not self._showdown and len(parse(args[0])) < self._game.hand_size:
                    pass  # a winner who lets a card or two be seen
                case "show":
                    cards = self._hand(args[0])
                    self._tell(line, ShowdownShow(seat, cards, RANKINGS[self._game.ranking](cards)))
                case "muck":
                    if self._showdown:
                        self._tell(line, Mucked(seat))
                case "collect":
                    _, paid = self._pots.setdefault(int(args[1]), (line, {}))
                    paid[seat] = paid.get(seat, 0) + self._amount(args[0])

    # Betting -----------------------------------------------------------------------------------------------------

    def _amount(self, figure: str) -> int:
        return chips(figure, self._scale)

    def _pay(self, seat: int, amount: int) -> bool:
        """Take chips from a stack. Returns whether the player is all-in now."""
        if amount > self._stacks[seat]:
            raise ValueError(f"{amount} chips, but the player has only {self._stacks[seat]} left")
        self._stacks[seat] -= amount
        return not self._stacks[seat]

    def _post(self, line: int, seat: int, kind: str, amount: int) -> None:
        if kind == "both-blinds":  # the big one is live, the small one dead
            live = min(amount, self._big_blind)
            self._post(line, seat, "extra-blind", live)
            if amount > live:
                self._post(line, seat, "dead-blind", amount - live)
            return
        all_in = self._pay(seat, amount)
        if kind not in ("ante", "dead-blind"):
            self._commits[seat] += amount
        self._tell(line, Post(seat, _post_kind(kind), amount, all_in))

    def _act(self, line: int, seat: int, word: str, args: tuple[str, ...]) -> None:
        self._end_draw()
        if seat not in self._live:
            raise ValueError(f"{word}, but the player has folded")
        paid = self._commits[seat]
        all_in = False
        action: Action
        match word:
            case "fold":
                self._live.discard(seat)
                action = Fold()
            case "check":
                action = Check()
            case "call":
                all_in = self._pay(seat, self._amount(args[0]))
                self._commits[seat] += self._amount(args[0])
                action = Call()
            case _:
                to = paid + self._amount(args[0]) if word == "bet" else self._amount(args[1])
                if to <= paid:
                    raise ValueError(f"a {word} to {to}, but the player has {paid} in")
                all_in = self._pay(seat, to - paid)
                self._commits[seat] = to
                action = Bet(to) if word == "bet" else Raise(to)
        self._tell(line, Acted(seat, action, self._commits[seat], all_in))

    # Cards -------------------------------------------------------------------------------------------------------

    def _hand(self, cards: str) -> tuple[int, ...]:
        named = parse(cards)
        if len(set(named)) != self._game.hand_size or len(named) != self._game.hand_size or UNKNOWN in named:
            raise ValueError(f"[{cards}] is not a hand of {self._game.hand_size} cards")
        return named

    def _dealt(self, line: int, seat: int, args: tuple[str, ...]) -> None:
        self.dealt.add(seat)
        if seat in self._unreliable:
            return
        if not self._street:
            hand = self._hand(args[0])
            self._hole[seat] = (line, hand)
            self._cards[seat] = hand
            return
        if seat not in self._waiting or seat not in self._cards:
            raise ValueError("replacements, but the player has discarded nothing before them")
        at, discarded = self._waiting[seat]
        before, kept, new = self._cards[seat], parse("".join(args[:-1])), parse(args[-1])
        if sorted(kept) != sorted(set(before) - set(discarded)):
            raise ValueError(
                f"{text(kept) or 'nothing'} is not what is left of {text(before)} without {text(discarded)}"
            )
        if len(new) != len(discarded):
            raise ValueError(f"{len(new)} cards drawn for {len(discarded)}")
        self._cards[seat] = self._hand("".join(args))
        if self._announced:
            self._replaced[seat] = new
        else:
            del self._waiting[seat]
            self._result(at, seat, discarded, new)

    @property
    def _announced(self) -> bool:
        return self._game.house.draws == "announced"

    def _served(self, seat: int, count: int) -> None:
        """Check the number of replacements that the file has for another player."""
        _, discarded = self._waiting.get(seat, (0, ()))
        if len(discarded) != count:
            raise ValueError(f"{count} cards are dealt for {len(discarded)}")

    def _next_street(self, street: int) -> None:
        self._end_draw()
        if street != self._street + 1 or street > self._game.draw_rounds:
            raise ValueError(f"draw {street} of {self._game.draw_rounds}, after draw {self._street}")
        self._street = street
        self._drawn = set()
        self._reshuffles = 0
        self._commits = [0] * len(self._commits)

    def _burn(self, line: int) -> None:
        """The cards burned before this draw, if they are known."""
        if self._street <= len(self._burned):
            for card in self._burned[self._street - 1]:
                self._tell(line, Burned((card,), 1))

    def _draw(self, line: int, seat: int, args: tuple[str, ...]) -> None:
        if self._game.draw_rounds == 1 and not self._street:
            self._next_street(1)  # no line announces an only draw
            self._burn(line)
        if not self._street or seat in self._drawn:
            raise ValueError("a draw, but no draw round has begun")
        if seat not in self._live:
            raise ValueError("a draw, but the player has folded")
        self._drawn.add(seat)
        if not self._announced:
            self._end_draw()
        count = int(args[0]) if len(args) == 2 else 0
        if count > self._game.max_discards:
            raise ValueError(f"{count} cards discarded, the most is {self._game.max_discards}")
        discarded = self._discarded(seat, count, args[-1].strip("[]"))
        if self._announced:
            self._tell(line, DiscardAnnounced(seat, discarded, count))
            self._waiting[seat] = (line, discarded)
        elif count and seat in self._cards:
            self._waiting[seat] = (line, discarded)
        else:
            self._result(line, seat, discarded, (UNKNOWN,) * count)

    def _discarded(self, seat: int, count: int, cards: str) -> tuple[int, ...]:
        """The cards that a seat discards, or stands pat on, by name if they are known."""
        if seat in self._unreliable or seat not in self._cards:
            return (UNKNOWN,) * count
        named, hand = parse(cards), self._cards[seat]
        if count == 0:
            if cards and set(named) != set(hand):
                raise ValueError(f"pat on [{cards}], but the player holds {text(hand)}")
            return ()
        if len(named) != count or len(set(named)) != count or not set(named) <= set(hand):
            raise ValueError(f"{count} discards [{cards}] of {text(hand)}")
        return named

    def _result(self, line: int, seat: int, discarded: tuple[int, ...], drawn: tuple[int, ...]) -> None:
        if drawn and not self._announced:
            self.reshuffled += [(self._street, seat)] * self._reshuffles
            self._reshuffles = 0
        self._tell(line, DrawResult(seat, discarded, drawn, len(drawn)))

    def _end_draw(self) -> None:
        """End the draw. With announced draws the replacements come now, unknown unless the file shows them."""
        for seat, (line, discarded) in self._waiting.items():
            drawn = self._replaced.get(seat, (UNKNOWN,) * len(discarded))
            if UNKNOWN in drawn and seat in self._cards:
                raise BadLine(line, "the player's new cards are missing")
            self._result(line, seat, discarded, drawn)
        self._waiting, self._replaced = {}, {}


def _post_kind(kind: str) -> PostKind:
    match kind:
        case "ante" | "small-blind" | "big-blind" | "dead-blind" | "extra-blind" | "straddle":
            return kind
    raise ValueError(f"{kind!r} is not a forced bet")
