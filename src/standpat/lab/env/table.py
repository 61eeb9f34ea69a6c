"""n tables at which the hands of one game are dealt one after the other, with the numbers of `menu` for actions.

No library of environments is needed here; `vector` and `aec` dress it in their conventions.
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
    """`count` tables of `seats` players. Every hand begins with the same `stacks`: chips for all, or for each place.

    `stakes` are blinds 1/2 unless given, and `stacks` 100 big blinds. Deal k of table t comes from the splitmix64
    number k of `streams[t]`, so a stream makes the same cards for ever.
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
            field.name: self._cut(field, self.logs if field.name in LOG_FIELDS else self.views) for field in FIELDS
        }

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which hands are over, shape (n,)."""
        ended: NDArray[np.bool_] = self.hands.state["to_act"] < 0
        return ended

    @property
    def nets(self) -> NDArray[np.float64]:
        """What each place won in big blinds, shape (n, seats); of use for hands that are over."""
        return self.hands.nets[:, : self.seats] / self.stakes.big_blind

    def deal(self, rows: NDArray[np.int64]) -> None:
        """A new hand at these tables."""
        _deal(self.hands.state, self.hands.rules, TABLES, self.logs, self.views, rows, self.streams, self.dealt)

    def step(self, actions: ArrayLike) -> None:
        """Take these numbers (n,) at the tables where the hand is not over; the others are not read.

        The views are those of the places to act, or of those who acted last. If one may not be taken, an
        `IllegalAction` names the first and nothing has changed."""
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
        """What a place at one table has seen: the observation, copied."""
        view = np.zeros(1, VIEW)
        _look(self.hands.state, self.hands.rules, self.logs, row, place, view)
        row_log = self.logs[row : row + 1]
        return {
            field.name: np.array(self._cut(field, row_log if field.name in LOG_FIELDS else view)[0]) for field in FIELDS
        }

    def observation(self) -> dict[str, NDArray[Any]]:
        """All fields of `observation.FIELDS`, each of shape (n, …): views of memory that the next step overwrites."""
        return self._fields.copy()

    def shape(self, field: Field) -> tuple[int, ...]:
        """The shape of a field at one table."""
        return tuple([self.size(axis) for axis in field.shape])

    def size(self, measure: int | str) -> int:
        """What a word in `Field` means here."""
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

    def _cut(self, field: Field, rows: NDArray[np.void]) -> NDArray[Any]:
        values: NDArray[Any] = rows[field.name]
        return values[(slice(None), *[slice(length) for length in self.shape(field)])]


LOG_FIELDS = frozenset({"drawn", "history"})
"""Public, and so kept once for all viewers."""


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
