"""The bot `blueprint`: a trained strategy for two players, played from a strategy file.

`Blueprint(table)` is a player (`blueprint(situation)`) with its policy (`blueprint.policy(situation)`). It maps the
hand's betting and draws to a place in the file's betting tree, and its cards to a class of hands. It takes each action
with the probability in the file, by `situation.random`. Of the cards of one rank it keeps the suit that is rarest among
the kept cards, so that a redraw seldom makes a flush.

`place(situation)` is the place in the tree. `Place.beside` says what had to be approximated because the tree does not
have it: a draw of more cards becomes the nearest draw, raises beyond the cap are left out in pairs, and a street
without betting (all-in, or a short hand) becomes one that is checked through. How well the bot plays there has not been
measured. In games without a fixed limit it leaves the hand to `standpat.bots.nolimit`; with more than two players dealt
in to `standpat.bots.multiway`; with a player all-in or in another game, to `rule`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from standpat.bots.bot import Bot
from standpat.bots.directories import find, installed, no_file
from standpat.bots.multiway import SEVERAL, multiway, multiway_by_cards, multiway_policy, multiway_seats
from standpat.bots.nolimit import nolimit, nolimit_policy, nolimit_seats
from standpat.bots.player import Player, Policy, Situation, dealt, likely, sampled, state_of
from standpat.bots.rule import rule, rule_policy
from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.games import game as catalogue

_LETTERS: Final[Mapping[type[Action], str]] = {Fold: "f", Check: "x", Call: "c", Bet: "b", Raise: "r"}


class Place(NamedTuple):
    """A decision in the tree.

    Attributes:
        street: The street.
        context: The number of the betting and the draws of the streets before.
        round_: The number of the chips paid before the street.
        node: The node of a betting decision.
        exit_: For a draw, the number of the way in which the betting ended.
        turn: For a draw, 0 for the first to draw, else 1 + the index of the first player's count.
        beside: What had to be approximated, in words.
    """

    street: int
    context: int
    round_: int
    node: int
    exit_: int
    turn: int
    beside: tuple[str, ...]


class TreeHistory(NamedTuple):
    """A hand in the terms of the betting tree.

    Attributes:
        simple: Whether two players were dealt in and nobody is all-in.
        forced: Whether there are forced bets other than blinds.
        seats: The tree's seat (0 is the button) of each seat.
        letters: By street, the betting actions as letters (f, x, c, b, r).
        draws: By street, the draws that follow it: (seat, number of cards).
    """

    simple: bool
    forced: bool
    seats: dict[int, int]
    letters: list[str]
    draws: list[list[tuple[int, int]]]


class Blueprint:
    """The player of a strategy file."""

    def __init__(self, table: StrategyFile) -> None:
        self.table = table
        self._ranking = RANKINGS[catalogue(table.game).ranking]

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation: the strategy file's, sampled; where it has none, the other player's."""
        place = self.place(situation)
        if place is None:
            return _other(situation)[0](situation)
        return sampled(self.chances(situation, place), situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The probabilities of the player's actions in a situation."""
        place = self.place(situation)
        if place is None:
            return _other(situation)[1](situation)
        return likely(self.chances(situation, place))

    def place(self, situation: Situation) -> Place | None:
        """The place of the decision in the tree; None where the hand is left to another bot."""
        if situation.game.id != self.table.game or dealt(situation) > 2:
            return None
        history = tree_history(situation)
        return self._place(situation, history) if history.simple else None

    def chances(self, situation: Situation, place: Place) -> dict[Action, float]:
        """The probabilities of the player's actions, some of them 0.

        Args:
            situation: The decision.
            place: Its place in the tree.
        """
        street = self.table.streets[place.street]
        index = self._ranking(situation.cards) - 1
        state = self.table.states[place.street][index]
        if situation.legal.draw is None:
            node = street.nodes[place.node]
            chances = self.table.bet(place.street, place.context, place.round_, node, state).chances
            return bets_of(situation, node.letters, chances)
        chances = self.table.draw(place.street, place.context, place.round_, place.exit_, place.turn, state).chances
        return self.discards(situation, place.street, chances)

    def discards(self, situation: Situation, street: int, chances: Sequence[float]) -> dict[Action, float]:
        """The probabilities of the discards after a street, of those that have any.

        Args:
            situation: The decision.
            street: The street.
            chances: The probability of each number of cards, as the file lists them.
        """
        keeps, many = self.table.keeps[street], len(chances)
        index = self._ranking(situation.cards) - 1
        discards: dict[Action, float] = {}
        for count, chance in enumerate(chances):
            if chance > 0:
                action = Discard(thrown(situation.cards, keeps[index * many + count]))
                discards[action] = discards.get(action, 0.0) + chance
        return discards

    def by_cards(self, situation: Situation, place: Place) -> Callable[[tuple[int, ...]], Mapping[Action, float]]:
        """The policy at a decision, by its cards. Betting is looked up once for each state of a hand.

        Args:
            situation: The decision.
            place: Its place in the tree.
        """
        known: dict[int, Mapping[Action, float]] = {}
        states, drawing = self.table.states[place.street], situation.legal.draw is not None

        def chances(cards: tuple[int, ...]) -> Mapping[Action, float]:
            state = states[self._ranking(cards) - 1]
            if drawing or state not in known:
                known[state] = likely(self.chances(situation._replace(cards=cards), place))
            return known[state]

        return chances

    def _place(self, situation: Situation, history: TreeHistory) -> Place:
        beside: list[str] = []
        context = 0
        paid = 0
        drawing = situation.legal.draw is not None
        last = len(history.letters) - 1 - drawing  # in the tree a street ends with the draw that begins the next
        if history.forced:
            beside.append("antes or dead blinds")
        for number, street in enumerate(self.table.streets):
            node = 0
            for letter in history.letters[number]:
                node = self._next(number, node, letter, beside)
            round_ = self._round(number, paid, beside)
            if number == last and not drawing:
                return Place(number, context, round_, node, 0, 0, tuple(beside))
            while street.nodes[node].letters:  # the betting did not take place, or not all of it
                beside.append(f"street {number}: as checked or called to its end")
                node = street.nodes[node].children["xc".find(street.nodes[node].letters[0]) < 0]
            exit_ = street.nodes[node].exit
            paid = street.nodes[node].paid + paid
            counts = [-1, -1]
            for seat, count in history.draws[number]:
                counts[history.seats[seat]] = self._count(number, history.seats[seat], count, beside)
            first, second = street.first, 1 - street.first
            if number == last:
                turn = 0 if history.seats[situation.seat] == first else 1 + max(0, counts[first])
                return Place(number, context, round_, node, exit_, turn, tuple(beside))
            outcome = max(0, counts[first]) * len(street.counts[second]) + max(0, counts[second])
            context = (context * street.exits + exit_) * street.outcomes + outcome
        raise ValueError(f"the hand goes on after street {len(self.table.streets) - 1}, the table does not")

    def _next(self, number: int, node: int, letter: str, beside: list[str]) -> int:
        nodes = self.table.streets[number].nodes
        letters = nodes[node].letters
        if letter in letters:
            return nodes[node].children[letters.index(letter)]
        if letter == "r" and letters:  # beyond the cap: as if neither of the last two had raised
            beside.append(f"street {number}: a raise beyond the table's cap")
            return next(i for i, before in enumerate(nodes) if node in before.children)
        beside.append(f"street {number}: {letter!r} is not in the table")
        return node

    def _round(self, number: int, paid: int, beside: list[str]) -> int:
        known = self.table.streets[number].paid
        if not number or paid in known:
            return 0 if not number else known.index(paid)
        beside.append(f"street {number}: a pot that the table does not have")
        return min(range(len(known)), key=lambda i: abs(known[i] - paid))

    def _count(self, number: int, seat: int, count: int, beside: list[str]) -> int:
        """The index of the nearest count in the tree."""
        counts = self.table.streets[number].counts[seat]
        if count not in counts:
            beside.append(f"draw {number + 1}: {count} cards")
        return min(range(len(counts)), key=lambda place: abs(counts[place] - count))


def thrown(cards: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """The cards to discard. The kept cards have as many different suits as possible.

    Args:
        cards: The hand.
        mask: Which cards are kept, a bit for each in ascending order of rank.
    """
    ordered = sorted(cards)
    wanted: dict[int, int] = {}
    for place, card in enumerate(ordered):
        if mask >> place & 1:
            wanted[card >> 2] = wanted.get(card >> 2, 0) + 1
    choices = {rank: [card for card in ordered if card >> 2 == rank] for rank in wanted}
    suits = [0] * 4
    kept: list[int] = []
    for rank in sorted(wanted, key=lambda r: len(choices[r]) - wanted[r]):
        for _ in range(wanted[rank]):
            card = min(choices[rank], key=lambda c: suits[c & 3])
            choices[rank].remove(card)
            suits[card & 3] += 1
            kept.append(card)
    return tuple([card for card in cards if card not in kept])


def bets_of(situation: Situation, letters: str, chances: list[float]) -> dict[Action, float]:
    """The probabilities of legal actions, from those of the tree's actions.

    A raise that is not allowed becomes a call, a fold where checking is free becomes a check.

    Args:
        situation: The decision.
        letters: The tree's actions (f, x, c, b, r).
        chances: Their probabilities.
    """
    legal = situation.legal
    passive: Action = Check() if legal.check else Call()
    bets: dict[Action, float] = {}
    for letter, chance in zip(letters, chances, strict=True):
        action = passive
        if letter == "f" and legal.fold and not legal.check:
            action = Fold()
        elif letter in "br" and (bounds := legal.bet or legal.raise_):
            action = Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)
        bets[action] = bets.get(action, 0.0) + chance
    return bets


def tree_history(situation: Situation) -> TreeHistory:
    """The hand so far in the terms of the betting tree."""
    state = state_of(situation)
    dealt = [seat for seat, stack in enumerate(state.start.stacks) if stack > 0]
    return TreeHistory(
        simple=len(dealt) == 2 and not any([seat.all_in for seat in state.seats]),
        forced=any(["ante" in post.kind or "dead" in post.kind for post in state.posts]),
        seats={seat: int(seat != state.button) for seat in dealt},
        letters=["".join([_LETTERS[type(acted.action)] for acted in actions]) for actions in state.actions],
        draws=[*[list(counts.items()) for counts in state.drawn], []],
    )


# By name -------------------------------------------------------------------------------------------------------


def blueprint(situation: Situation) -> Action:
    """The player of the strategy files on this machine. `multiway` plays where more than two are dealt in, `rule` in
    games without a file."""
    bot = _bot(situation)
    return _other(situation)[0](situation) if bot is None else bot(situation)


def blueprint_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `blueprint`."""
    bot = _bot(situation)
    return _other(situation)[1](situation) if bot is None else bot.policy(situation)


def blueprint_by_cards(situation: Situation) -> Callable[[tuple[int, ...]], Mapping[Action, float]] | None:
    """The policy of `blueprint` at one decision, by its cards; None where it is that of `rule`."""
    bot = _bot(situation)
    place = None if bot is None else bot.place(situation)
    if bot is None or place is None:
        several = dealt(situation) > 2 and situation.game.betting != "no-limit"
        return multiway_by_cards(situation) if several else None

    return bot.by_cards(situation, place)


def _bot(situation: Situation) -> Blueprint | None:
    """The player of the game's strategy file; None if there is no file, or if more than two were dealt in."""
    return None if dealt(situation) > 2 else _blueprint(situation.game.id)


def _other(situation: Situation) -> tuple[Player, Policy]:
    """The player and the policy for hands that the strategy file is not made for."""
    if situation.game.betting != "fixed-limit":
        return nolimit, nolimit_policy
    return (multiway, multiway_policy) if dealt(situation) > 2 else (rule, rule_policy)


def strategy_files() -> dict[str, Path]:
    """The strategy files on this machine, by game."""
    return installed(several=False)


def strategy_file_of(game: str) -> StrategyFile | None:
    """The strategy file of a game; None if there is none. It is read once for all players."""
    bot = _blueprint(game)
    return None if bot is None else bot.table


def _seats() -> dict[str, tuple[int, int]]:
    """By game, the fewest and the most players with a strategy file, of its own, of `multiway` or of `nolimit`."""
    several = multiway_seats()
    limit = {
        game: (2 if game in strategy_files() else SEVERAL[0], several[game][1] if game in several else 2)
        for game in {**strategy_files(), **several}
    }
    return {**limit, **nolimit_seats()}


def _blueprint(game: str) -> Blueprint | None:
    path = find(game, several=False)
    return None if path is None else _read(path)


@cache
def _read(path: Path) -> Blueprint:
    return Blueprint(StrategyFile.load(path))


BOT: Final = Bot(
    "blueprint",
    "plays a trained strategy for two; with more at the table it is multiway",
    blueprint,
    blueprint_policy,
    missing=lambda: "" if strategy_files() else no_file("train"),
    quick="blueprint",
    seats=_seats,
    deep="resolve",
    by_cards=blueprint_by_cards,
)
