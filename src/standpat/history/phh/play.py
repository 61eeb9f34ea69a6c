"""The actions of a PHH hand as events.

PHH does not distinguish "check" from "call" or "bet" from "raise", and has no amount for a call. So this module counts
the chips along, as far as it is needed to name an action. `standpat.history.replay` checks whether it is legal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from standpat.cards.card import parse
from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.event import Acted, DealHole, DiscardAnnounced, DrawResult, Event, Mucked, Post, ShowdownShow
from standpat.engine.games import Game
from standpat.history.phh.field import Fields, Wrong
from standpat.history.record import Told


@dataclass
class _Cards:
    """Cards dealt to a seat, in one deal or card by card; with `discarded`, for its draw."""

    line: int
    seat: int
    dealt: tuple[int, ...] = ()
    discarded: tuple[int, ...] | None = None

    def told(self) -> Told:
        if self.discarded is None:
            return Told(self.line, DealHole(self.seat, self.dealt, len(self.dealt)))
        count = len(self.dealt) or len(self.discarded)
        return Told(self.line, DrawResult(self.seat, self.discarded, self.dealt, count))


class ActionReader:
    """Reads actions. `between` has the events that PHH has no actions for, by the number of actions before them."""

    def __init__(
        self,
        fields: Fields,
        game: Game,
        stacks: Sequence[int],
        button: int,
        big_blind: int,
        between: Mapping[int, Sequence[Event]],
    ) -> None:
        self._fields = fields
        self._announced = game.house.draws == "announced"
        self._stacks = list(stacks)
        self._button = button
        self._price = big_blind
        self._commits = [0] * len(stacks)
        self._between = between
        self._out: list[Told | _Cards] = []
        self._draw: list[_Cards] = []  # this round's draws

    def events(self, posts: Iterable[Post]) -> list[Told]:
        """The events of all actions. `posts` are the blinds and antes."""
        for post in posts:
            self._stacks[post.seat] -= post.amount
            if post.kind not in ("ante", "dead-blind"):
                self._commits[post.seat] += post.amount
                self._price = max(self._price, self._commits[post.seat])
        actions = self._fields.actions()
        for count, (line, action) in enumerate(actions, start=1):
            words = action.split()
            if words:
                try:
                    self._take(line, words)
                except Wrong:
                    raise
                except ValueError as error:
                    raise Wrong(line, f"{action!r}: {error}") from None
            if count in self._between:
                if not self._goes_on(actions[count][1].split() if count < len(actions) else []):
                    self._end_draw()
                self._out += [Told(line, event) for event in self._between[count]]
        self._end_draw()
        return [entry.told() if isinstance(entry, _Cards) else entry for entry in self._out]

    def _take(self, line: int, words: list[str]) -> None:
        match words:
            case ["d", "dh", player, cards]:
                self._deal(line, self._seat(player), parse(cards))
            case [player, "sd"]:
                self._discard(line, self._seat(player), ())
            case [player, "sd", cards]:
                self._discard(line, self._seat(player), parse(cards))
            case [player, "f"]:
                self._act(line, self._seat(player), Fold())
            case [player, "cc"]:
                seat = self._seat(player)
                self._act(line, seat, Check() if self._commits[seat] == self._price else Call())
            case [player, "cbr", amount]:
                to = self._fields.whole(line, amount)
                self._act(line, self._seat(player), Raise(to) if self._price else Bet(to))
            case [player, "sm"]:
                self._out.append(Told(line, Mucked(self._seat(player))))
            case [player, "sm", cards]:
                shown = () if cards == "-" else parse(cards)
                self._out.append(Told(line, ShowdownShow(self._seat(player), shown)))
            case _:
                raise ValueError("no action of a draw game: expected 'd dh', or a player's sd, f, cc, cbr, sm")

    def _seat(self, player: str) -> int:
        number = int(player[1:]) if player[:1] == "p" and player[1:].isdecimal() else 0
        if not 1 <= number <= len(self._stacks):
            raise ValueError(f"{player!r} is not a player: expected p1 to p{len(self._stacks)}")
        return (self._button + number) % len(self._stacks)

    def _deal(self, line: int, seat: int, cards: tuple[int, ...]) -> None:
        open_deals = [entry for entry in self._draw or self._out if isinstance(entry, _Cards) and entry.seat == seat]
        if open_deals:
            open_deals[0].dealt += cards
            if self._announced:
                open_deals[0].line = line
        elif self._draw or any(isinstance(entry, Told) for entry in self._out):
            raise ValueError("cards for a player who has discarded nothing")
        else:
            self._out.append(_Cards(line, seat, cards))

    def _discard(self, line: int, seat: int, cards: tuple[int, ...]) -> None:
        if any(draw.seat == seat for draw in self._draw):
            self._end_draw()  # nobody could bet after the last draw
        if not self._draw:
            self._end_betting()
        draw = _Cards(line, seat, discarded=cards)
        self._draw.append(draw)
        if self._announced:
            self._out.append(Told(line, DiscardAnnounced(seat, cards, len(cards))))
        else:
            self._out.append(draw)

    def _goes_on(self, words: list[str]) -> bool:
        """Whether an action belongs to the current draw."""
        match words:
            case ["d", "dh", *_]:
                return True
            case [player, "sd", *_]:
                seats = len(self._stacks)
                return player not in [f"p{(draw.seat - self._button - 1) % seats + 1}" for draw in self._draw]
        return False

    def _end_draw(self) -> None:
        if self._announced:
            self._out += self._draw
        self._draw = []

    def _end_betting(self) -> None:
        top = max(self._commits)
        if self._commits.count(top) == 1:
            matched = max(chips for chips in self._commits if chips != top)
            self._stacks[self._commits.index(top)] += top - matched
        self._commits = [0] * len(self._commits)
        self._price = 0

    def _act(self, line: int, seat: int, action: Action) -> None:
        self._end_draw()
        before = self._commits[seat]
        if isinstance(action, Bet | Raise):
            self._commits[seat] = self._price = action.to
        elif isinstance(action, Call):
            self._commits[seat] = min(self._price, before + self._stacks[seat])
        self._stacks[seat] -= self._commits[seat] - before
        self._out.append(Told(line, Acted(seat, action, self._commits[seat], self._stacks[seat] == 0)))
