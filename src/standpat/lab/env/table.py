"""n tables at which the hands of one game are dealt one after the other, with the numbers of `menu` as actions.

It needs no library for environments; `vector` and `aec` put it into their conventions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standpat.compute.compiled import kernel
from standpat.compute.rank_table import TABLES
from standpat.engine.action import IllegalAction
from standpat.engine.games import Game, Stakes, game
from standpat.lab.env import menu, observation
from standpat.lab.env.observation import FIELDS, LOG, VIEW, Field
from standpat.lab.kernel import muck, step
from standpat.lab.kernel.hands import Hands
from standpat.lab.kernel.state import Row


class Tables:
    """Tables of one game, whose hands all begin with the same stacks.

    Deal k of table t comes from the splitmix64 number k of `streams[t]`, so a stream deals the same cards in every
    version.

    Args:
        played: The game, its id or record.
        stakes: The stakes; None for blinds 1 and 2.
        seats: The number of players.
        stacks: Chips of all players, or of each place; None for 100 big blinds.
        count: The number of tables, n.

    Attributes:
        hands: The hands of the kernel.
        logs, views: Rows of `observation.LOG` and `observation.VIEW`, one for each table.
        streams: By table, the stream of the cards.
        dealt: By table, the hands dealt so far.
        chips: All chips at a table.
        actions: The number of actions of the menu.

    Raises:
        ValueError: A number is out of its range.
    """

    def __init__(
        self,
        played: Game | str,
        stakes: Stakes | None = None,
        *,
        seats: int = 2,
        stacks: int | Sequence[int] | None = None,
        count: int = 1,
    ) -> None:
        self.game = game(played) if isinstance(played, str) else played
        self.stakes = Stakes.limit(2) if stakes is None else stakes
        if count < 1:
            raise ValueError(f"{count} tables: expected 1 or more")
        self.seats = seats
        chips = np.asarray(100 * self.stakes.big_blind if stacks is None else stacks)
        if chips.shape not in ((), (seats,)) or not np.issubdtype(chips.dtype, np.integer) or (chips < 1).any():
            raise ValueError(f"stacks are {stacks!r}: expected whole chips from 1, one number or {seats}")
        start = np.broadcast_to(chips, (count, seats))
        self.hands = Hands((self.game, self.stakes), start, np.zeros(count, np.int64))
        self.logs: NDArray[np.void] = np.zeros(count, LOG)
        self.views: NDArray[np.void] = np.zeros(count, VIEW)
        self.streams = np.zeros(count, np.uint64)
        self.dealt = np.zeros(count, np.int64)
        self.chips = int(start[0].sum())
        self.actions = int(menu.discards(self.hands.rules[0])) + 32
        self._fields = {
            field.name: self._limited(field, self.logs if field.name in LOG_FIELDS else self.views) for field in FIELDS
        }

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether the hand of each table is over, shape (n,)."""
        ended: NDArray[np.bool_] = self.hands.state["to_act"] < 0
        return ended

    @property
    def nets(self) -> NDArray[np.float64]:
        """What each place won in big blinds, shape (n, seats). It is meaningful for hands that are over."""
        return self.hands.nets[:, : self.seats] / self.stakes.big_blind

    def deal(self, rows: NDArray[np.int64]) -> None:
        """Deal a new hand at these tables."""
        _deal(self.hands.state, self.hands.rules, TABLES, self.logs, self.views, rows, self.streams, self.dealt)

    def step(self, actions: ArrayLike) -> None:
        """Do an action at every table whose hand is not over. The views become those of the places to act, or of those
        who acted last.

        Args:
            actions: Shape (n,), numbers of `menu`. Those of tables whose hand is over are not read.

        Raises:
            IllegalAction: A number may not be taken. The message names the first one, and nothing has changed.
            ValueError: The array has another shape or type.
        """
        numbers = np.asarray(actions)
        if numbers.shape != (len(self),) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(
                f"actions are {numbers.dtype} of shape {numbers.shape}: expected integers of shape {(len(self),)}"
            )
        numbers = numbers.astype(np.int64)
        row = int(_first_wrong(self.hands.state, self.hands.rules, numbers))
        if row >= 0:
            allowed = np.flatnonzero(self.views["action_mask"][row]).tolist()
            raise IllegalAction(f"table {row}: action {numbers[row]} may not be taken: expected one of {allowed}")
        _step(self.hands.state, self.hands.rules, TABLES, self.logs, self.views, numbers)

    def look(self, row: int, place: int) -> Mapping[str, NDArray[Any]]:
        """What a place at one table has seen: a copy of the observation."""
        view = np.zeros(1, VIEW)
        _look(self.hands.state, self.hands.rules, self.logs, row, place, view)
        row_log = self.logs[row : row + 1]
        return {
            field.name: np.array(self._limited(field, row_log if field.name in LOG_FIELDS else view)[0])
            for field in FIELDS
        }

    def observation(self) -> dict[str, NDArray[Any]]:
        """All fields of `observation.FIELDS`, each of shape (n, …). They are views of memory that the next step
        overwrites.
        """
        return self._fields.copy()

    def shape(self, field: Field) -> tuple[int, ...]:
        """The shape of a field at one table."""
        return tuple([self.size(axis) for axis in field.shape])

    def size(self, measure: int | str) -> int:
        """The number that an axis or a bound of `Field` stands for in this game."""
        if isinstance(measure, int):
            return measure
        sizes = {
            "seats": self.seats,
            "places": self.seats - 1,
            "draws": self.game.draw_rounds,
            "actions": self.actions,
            "chips": self.chips,
        }
        return sizes[measure]

    def _limited(self, field: Field, rows: NDArray[np.void]) -> NDArray[Any]:
        values: NDArray[Any] = rows[field.name]
        return values[(slice(None), *[slice(length) for length in self.shape(field)])]


LOG_FIELDS = frozenset({"drawn", "history"})
"""Public fields, which are stored once for all viewers."""


@kernel
def _deal(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    tables: Row,
    logs: NDArray[np.void],
    views: NDArray[np.void],
    rows: NDArray[np.int64],
    streams: NDArray[np.uint64],
    dealt: NDArray[np.int64],
) -> None:
    for row in rows:
        hand = hands[row]
        dealt[row] += 1
        hand.random = muck.number(streams[row], dealt[row])
        muck.new_deck(hand)
        step.start(hand, rules[0], tables)
        observation.clear(logs[row])
        observation.look(hand, rules[0], logs[row], hand.to_act, views[row])


@kernel
def _first_wrong(hands: NDArray[np.void], rules: NDArray[np.void], numbers: NDArray[np.int64]) -> int:
    for row in range(len(hands)):
        if hands[row].to_act >= 0 and not menu.offered(hands[row], rules[0], numbers[row]):
            return row
    return -1


@kernel
def _step(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    tables: Row,
    logs: NDArray[np.void],
    views: NDArray[np.void],
    numbers: NDArray[np.int64],
) -> None:
    rule = rules[0]
    for row in range(len(hands)):
        hand = hands[row]
        place = hand.to_act
        if place < 0:
            continue
        action = menu.chosen(hand, rule, numbers[row])
        observation.note(hand, logs[row], action)
        step.act(hand, rule, tables, action)
        observation.look(hand, rule, logs[row], hand.to_act if hand.to_act >= 0 else place, views[row])


@kernel
def _look(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    logs: NDArray[np.void],
    row: int,
    place: int,
    view: NDArray[np.void],
) -> None:
    observation.look(hands[row], rules[0], logs[row], place, view[0])
