"""n tables at which the hands of one game are dealt one after the other, with the numbers of `menu` as actions.

It needs no library for environments; `vector` and `aec` put it into their conventions.

A step is one call of compiled code: it checks all numbers, then does them table by table, pays, and writes what the
place to act has seen to `buffer`. Its arrays belong to `Tables`, so their types need not be looked at again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standpat.compute.compiled import lean_kernel
from standpat.compute.rank_table import TABLES
from standpat.engine.action import IllegalAction
from standpat.engine.games import Game, Stakes, game
from standpat.lab.env import menu, observation
from standpat.lab.env.buffer import Buffer, Layout
from standpat.lab.env.observation import LOG
from standpat.lab.kernel import muck, step
from standpat.lab.kernel.hands import Hands
from standpat.lab.kernel.state import Row

OVER: Final = -1
"""What stands for the numbers that may be taken where the hand is over."""

_TABLES: Final = np.array([TABLES])


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
        streams: By table, the stream of the cards.
        dealt: By table, the hands dealt so far.
        layout: Where the observations of all tables are in a buffer.
        buffer: Where the next observations go. It may be replaced between two steps by another one of `layout`.
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
        self.streams = np.zeros(count, np.uint64)
        self.dealt = np.zeros(count, np.int64)
        self.actions = int(menu.discards(self.hands.rules[0])) + 32
        self._sizes = {
            "seats": seats,
            "places": seats - 1,
            "draws": self.game.draw_rounds,
            "actions": self.actions,
            "chips": int(start[0].sum()),
        }
        self._throws = sum([1 << mask for mask in range(32) if mask.bit_count() <= self.game.max_discards])
        self.layout = self.laid_out(count)
        self.buffer = Buffer(self.layout)
        self._numbers = np.zeros(count, np.int64)
        self._allowed = np.full(count, OVER)  # the numbers that may be taken, a bit for each, or OVER
        self._logs: NDArray[np.void] = np.zeros(count, LOG)
        self._told = np.full(count * 4 * observation.HISTORY, -1, self.layout.amount)
        self._state = (self.hands.state, self.hands.rules, _TABLES, self._logs, self._told, self._allowed)
        self._given = (
            *self._state,
            self.layout.plans,
            self.streams,
            self.dealt,
            self._numbers,
        )
        self._codes: dict[Any, Callable[..., Any]] = {}

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether the hand of each table is over, shape (n,)."""
        ended: NDArray[np.bool_] = self._allowed == OVER
        return ended

    @property
    def nets(self) -> NDArray[np.float64]:
        """What each place won in big blinds, shape (n, seats). It is meaningful for hands that are over."""
        return self.hands.nets[:, : self.seats] / self.stakes.big_blind

    def laid_out(self, count: int | None) -> Layout:
        """The layout of observations of this game at so many tables, or of one table without an axis for it."""
        return Layout(self._sizes, self._throws, count)

    def deal(self, rows: NDArray[np.int64]) -> None:
        """Deal a new hand at these tables, and write what is seen there to the buffer."""
        self._call(_deal, (*self._given, rows, *self.buffer.observed))

    def step(self, actions: ArrayLike, *, deal_next: bool = False, last: Buffer | None = None) -> int:
        """Do an action at every table whose hand is not over. What is seen at all tables goes to the buffer: by the
        place to act, or after the hand by the place that acted last. So does what was paid.

        Args:
            actions: Shape (n,), numbers of `menu`. Those of tables whose hand is over are not read.
            deal_next: Whether a new hand is dealt at the tables whose hand was over before the step.
            last: If given, a new hand is dealt at once where one has ended, and what was seen at its end goes to this
                buffer, whose memory is table after table, and its other tables become 0. Only this function may have
                written to it.

        Returns:
            The number of hands that the step ended.

        Raises:
            IllegalAction: A number may not be taken. The message names the first one, and nothing has changed.
            ValueError: The array has another shape or type.
        """
        numbers = np.asarray(actions)
        if numbers.shape != self._numbers.shape or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {numbers.dtype} of shape {numbers.shape}: expected integers of shape {(len(self),)}"
            )
        self._numbers[...] = numbers
        now, then = self.buffer, self.buffer if last is None else last
        written = (*now.parts, then.layout.plans, *then.observed, then.ended)
        ended = self._call(_step, (*self._given, deal_next, last is not None, *written))
        if ended >= 0:
            return int(ended)
        row = int(~ended)
        may = [number for number in range(self.actions) if self._allowed[row] >> number & 1]
        raise IllegalAction(f"table {row}: action {self._numbers[row]} may not be taken: expected one of {may}")

    def observation(self) -> dict[str, NDArray[Any]]:
        """All fields of `observation.FIELDS`, each of shape (n, …), in the memory of the buffer."""
        return self.buffer.fields.copy()

    def show(self) -> None:
        """Write what is seen at all tables to the buffer, for a buffer that was taken since the last step."""
        self._call(_show, (*self._given, *self.buffer.observed))

    def look(self, row: int, place: int, buffer: Buffer | None = None) -> dict[str, NDArray[Any]]:
        """What a place at one table has seen.

        Args:
            row: The table.
            place: The place.
            buffer: Where to write it, a buffer of the layout of one table; None for a new one.
        """
        if buffer is None:
            buffer = Buffer(self.laid_out(None))
        self._call(_look, (*self._state, row, place, buffer.layout.plans, *buffer.observed))
        return buffer.fields.copy()

    def _call(self, kernel: Any, arguments: tuple[Any, ...]) -> Any:
        """Call a kernel with arguments that always have the same types."""
        code = self._codes.get(kernel)
        if code is None:
            code = self._codes[kernel] = kernel.entry(*arguments)
        return code(*arguments)


@lean_kernel
def _deal(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    tables: NDArray[np.void],
    logs: NDArray[np.void],
    told: NDArray[np.integer],
    allowed: NDArray[np.int64],
    plans: NDArray[np.void],
    streams: NDArray[np.uint64],
    dealt: NDArray[np.int64],
    _: NDArray[np.int64],
    rows: NDArray[np.int64],
    small: NDArray[np.int8],
    chips: NDArray[np.int64],
    history: NDArray[np.integer],
) -> None:
    rule, plan = rules[0], plans[0]
    for row in rows:
        hand, log = hands[row], logs[row]
        _begin(hand, rule, tables[0], log, plan, told, row, streams, dealt)
        allowed[row] = _numbers(hand, rule, plan)
        observation.look(hand, log, told, row, log.viewer, allowed[row], plan, small, chips, history, row)


@lean_kernel
def _begin(
    hand: Row,
    rule: Row,
    tables: Row,
    log: Row,
    plan: Row,
    told: NDArray[np.integer],
    row: int,
    streams: NDArray[np.uint64],
    dealt: NDArray[np.int64],
) -> None:
    dealt[row] += 1
    hand.random = muck.number(streams[row], dealt[row])
    muck.new_deck(hand)
    step.start(hand, rule, tables)
    observation.clear(log, plan, told, row)
    log.viewer = hand.to_act


@lean_kernel
def _numbers(hand: Row, rule: Row, plan: Row) -> int:
    """The numbers that may be taken, or OVER."""
    return menu.offered(hand, rule, plan.throws) if hand.to_act >= 0 else OVER


@lean_kernel
def _step(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    tables: NDArray[np.void],
    logs: NDArray[np.void],
    told: NDArray[np.integer],
    allowed: NDArray[np.int64],
    plans: NDArray[np.void],
    streams: NDArray[np.uint64],
    dealt: NDArray[np.int64],
    numbers: NDArray[np.int64],
    deal_next: bool,
    deal_now: bool,
    small: NDArray[np.int8],
    chips: NDArray[np.int64],
    history: NDArray[np.integer],
    ended: NDArray[np.bool_],
    rewards: NDArray[np.float64],
    nets: NDArray[np.float64],
    last_plans: NDArray[np.void],
    last_small: NDArray[np.int8],
    last_chips: NDArray[np.int64],
    last_history: NDArray[np.integer],
    last_ended: NDArray[np.bool_],
) -> int:
    """The number of hands that ended, or -1 - row of the first number that may not be taken. `last_ended` says which
    rows of the last observations are in use.
    """
    rule, plan, last_plan = rules[0], plans[0], last_plans[0]
    size = last_plan.bytes
    for row in range(len(hands)):
        number = numbers[row]
        if allowed[row] != OVER and (number < 0 or number >= plan.actions or allowed[row] >> number & 1 == 0):
            return ~row
    ends = 0
    for row in range(len(hands)):
        hand, log = hands[row], logs[row]
        was_over = hand.to_act < 0
        if not was_over:
            action = menu.chosen(hand, rule, numbers[row])
            observation.note(hand, log, told, row, action)
            step.act(hand, rule, tables[0], action)
            if hand.to_act >= 0:
                log.viewer = hand.to_act
        over = hand.to_act < 0
        ended[row] = over and not was_over
        ends += ended[row]
        for place in range(plan.seats):
            won = (hand.stack[place] - hand.start[place]) / rule.big_blind if ended[row] else 0.0
            nets[plan.seats * row + place] = won
        rewards[row] = nets[plan.seats * row + log.viewer]
        if deal_now:
            if ended[row]:
                its_small, its_chips = last_small[size * row :], last_chips[size // 8 * row :]
                its_history = last_history[size // last_history.itemsize * row :]
                observation.look(hand, log, told, row, log.viewer, 0, last_plan, its_small, its_chips, its_history, 0)
            elif last_ended[row]:
                last_small[size * row : size * (row + 1)] = 0
            last_ended[row] = ended[row]
        if ended[row] if deal_now else was_over and deal_next:
            _begin(hand, rule, tables[0], log, plan, told, row, streams, dealt)
        allowed[row] = _numbers(hand, rule, plan)
        observation.look(hand, log, told, row, log.viewer, allowed[row], plan, small, chips, history, row)
    return ends


@lean_kernel
def _show(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    tables: NDArray[np.void],
    logs: NDArray[np.void],
    told: NDArray[np.integer],
    allowed: NDArray[np.int64],
    plans: NDArray[np.void],
    streams: NDArray[np.uint64],
    dealt: NDArray[np.int64],
    _: NDArray[np.int64],
    small: NDArray[np.int8],
    chips: NDArray[np.int64],
    history: NDArray[np.integer],
) -> None:
    for row in range(len(hands)):
        log = logs[row]
        observation.look(hands[row], log, told, row, log.viewer, allowed[row], plans[0], small, chips, history, row)


@lean_kernel
def _look(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    tables: NDArray[np.void],
    logs: NDArray[np.void],
    told: NDArray[np.integer],
    allowed: NDArray[np.int64],
    row: int,
    place: int,
    plans: NDArray[np.void],
    small: NDArray[np.int8],
    chips: NDArray[np.int64],
    history: NDArray[np.integer],
) -> None:
    observation.look(hands[row], logs[row], told, row, place, allowed[row], plans[0], small, chips, history, 0)
