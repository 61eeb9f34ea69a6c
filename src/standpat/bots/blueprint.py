"""The player from a table: a strategy for two, made by training, over real cards.

`Blueprint(table)` is a player (`blueprint(situation)`) and has its policy (`blueprint.policy(situation)`). It reads
the hand's betting and draws as a place in the table's tree, its own cards as a class of hands, and takes each action as
often as the table says, by the situation's own chance. Of the cards of one rank it keeps the suit that is rarest among
those kept, so that a redraw seldom makes a flush.

`place(situation)` says where in the tree it is, and `Place.beside` what it had to read differently, because the
table has no such thing: a draw of more cards than it knows is read as the nearest, raises beyond its cap two by two as
none, a street without betting (all-in, or a short hand) as checked through. It plays on then, but nobody measured how
well. With more than two dealt in it leaves the hand to `standpat.bots.multiway`, with a player all-in or in another
game to `rule`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from standpat.bots.bot import Bot
from standpat.bots.directories import files_in, folders, no_file
from standpat.bots.multiway import multiway, multiway_policy
from standpat.bots.player import Player, Policy, Situation, state_of
from standpat.bots.rule import rule, rule_policy
from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import HandStart
from standpat.engine.games import game as catalogue

_LETTERS: Final[Mapping[type[Action], str]] = {Fold: "f", Check: "x", Call: "c", Bet: "b", Raise: "r"}


class Place(NamedTuple):
    """A decision in the tree: its street, context and round. `node` for a bet; else `exit_` and `turn`, which is
    0 for the first to draw and 1 + the place of the first's count for the second. `beside`: what was read differently.
    """

    street: int
    context: int
    round_: int
    node: int
    exit_: int
    turn: int
    beside: tuple[str, ...]


class TreeHistory(NamedTuple):
    """A hand as the tree tells it: letters and draws by street; `simple` if two were dealt in and nobody is all-in.

    `seats` are the tree's (0 the button), `forced` says whether there is more than blinds.
    """

    simple: bool
    forced: bool
    seats: dict[int, int]
    letters: list[str]
    draws: list[list[tuple[int, int]]]


class Blueprint:
    """The player of one strategy file."""

    def __init__(self, table: StrategyFile) -> None:
        self.table = table
        self._ranking = RANKINGS[catalogue(table.game).ranking]

    def __call__(self, situation: Situation) -> Action:
        place = self.place(situation)
        if place is None:
            return _other(situation)[0](situation)
        roll = situation.random.random()
        for action, chance in self._chances(situation, place).items():
            roll -= chance
            if roll < 0:
                return action
        return action

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """How likely it does what."""
        place = self.place(situation)
        if place is None:
            return _other(situation)[1](situation)
        return {action: chance for action, chance in self._chances(situation, place).items() if chance > 0}

    def place(self, situation: Situation) -> Place | None:
        """Where in the tree the decision is; None where the hand is left to `rule`."""
        if situation.game.id != self.table.game or _several(situation):
            return None
        story = story_of(situation)
        return self._place(situation, story) if story.simple else None

    def _chances(self, situation: Situation, place: Place) -> dict[Action, float]:
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
        """The draws after a street, by the chances of the table's counts."""
        keeps, many = self.table.keeps[street], len(chances)
        index = self._ranking(situation.cards) - 1
        found: dict[Action, float] = {}
        for count, chance in enumerate(chances):
            action = Discard(thrown(situation.cards, keeps[index * many + count]))
            found[action] = found.get(action, 0.0) + chance
        return found

    def _place(self, situation: Situation, story: TreeHistory) -> Place:
        beside: list[str] = []
        context = 0
        paid = 0
        drawing = situation.legal.draw is not None
        last = len(story.letters) - 1 - drawing  # a street begins with its draw, in the tree it ends with the next
        if story.forced:
            beside.append("antes or dead blinds")
        for number, street in enumerate(self.table.streets):
            here = number == last
            node = 0
            for letter in story.letters[number]:
                node = self._next(number, node, letter, beside)
            round_ = self._round(number, paid, beside)
            if here and not drawing:
                return Place(number, context, round_, node, 0, 0, tuple(beside))
            while street.nodes[node].letters:  # the betting did not take place, or not all of it
                beside.append(f"street {number}: as checked or called to its end")
                node = street.nodes[node].children["xc".find(street.nodes[node].letters[0]) < 0]
            exit_ = street.nodes[node].exit
            paid = street.nodes[node].paid + paid
            counts = [-1, -1]
            for seat, count in story.draws[number]:
                counts[story.seats[seat]] = self._count(number, story.seats[seat], count, beside)
            first, second = street.first, 1 - street.first
            if here:
                turn = 0 if story.seats[situation.seat] == first else 1 + max(0, counts[first])
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
        """The place of the nearest count there is."""
        counts = self.table.streets[number].counts[seat]
        if count not in counts:
            beside.append(f"draw {number + 1}: {count} cards")
        return min(range(len(counts)), key=lambda place: abs(counts[place] - count))


def thrown(cards: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """The cards to throw where `mask` says which places, by rank, are kept; suits spread as far as they can be."""
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
    """The table's actions as the rules have them now: who cannot raise calls, who can check does not fold."""
    legal = situation.legal
    passive: Action = Check() if legal.check else Call()
    found: dict[Action, float] = {}
    for letter, chance in zip(letters, chances, strict=True):
        action = passive
        if letter == "f" and legal.fold and not legal.check:
            action = Fold()
        elif letter in "br" and (bounds := legal.bet or legal.raise_):
            action = Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)
        found[action] = found.get(action, 0.0) + chance
    return found


def story_of(situation: Situation) -> TreeHistory:
    """The hand so far as the tree tells it."""
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
    """The player of the tables on this machine. With more than two dealt in it is `multiway`; in games that there is no
    table of, `rule`."""
    held = _blueprint(situation.game.id, folders())
    return _other(situation)[0](situation) if held is None else held(situation)


def blueprint_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `blueprint`."""
    held = _blueprint(situation.game.id, folders())
    return _other(situation)[1](situation) if held is None else held.policy(situation)


def _other(situation: Situation) -> tuple[Player, Policy]:
    """Who plays what the table is not for."""
    return (multiway, multiway_policy) if _several(situation) else (rule, rule_policy)


def _several(situation: Situation) -> bool:
    """Were more than two dealt in?"""
    start = situation.seen[0]
    return isinstance(start, HandStart) and sum([stack > 0 for stack in start.stacks]) > 2


def strategy_files() -> dict[str, Path]:
    """The tables there are, by game."""
    return files_in(folders(), several=False)


def strategy_file_of(game: str) -> StrategyFile | None:
    """The table of a game, if there is one, read once for all who play from it."""
    held = _blueprint(game, folders())
    return None if held is None else held.table


@cache
def _blueprint(game: str, where: tuple[Path, ...]) -> Blueprint | None:
    path = files_in(where, several=False).get(game)
    return None if path is None else Blueprint(StrategyFile.load(path))


BOT: Final = Bot(
    "blueprint",
    "plays a trained strategy for two; with more at the table it is multiway",
    blueprint,
    blueprint_policy,
    missing=lambda: "" if strategy_files() else no_file("train"),
    quick="blueprint",
)
