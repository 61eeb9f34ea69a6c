"""The arrays of the kernel: `HAND`, one row a hand, and `RULES`, one row a game at its stakes.

Amounts are whole chips, int64; counts and sets are as narrow as they can be, because a hand that lies in few lines of
the cache is played faster. Sets of places are bit masks (bit p for place p), and so are sets of cards (bit c for
card c). If a field is an array its first axis is the place. Fields of places beyond the seats in play have no meaning.

An action is one int64, the compiled form of `standpat.engine.action`. In a betting round it is `FOLD`, `PASS` (check,
or call if there is something to call), or the total to bet or raise to. In a draw it is the bit mask, 0..31, of the
positions in `cards[place]` that are discarded. Replacements come after the kept cards, which keep their order, as in
`Hand`.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.compute.rank_table import ORDERS
from standpat.engine.games import Game, Stakes, game
from standpat.engine.house import Pile

Row: TypeAlias = Any
"""One row of an array of `HAND` or `RULES`, as compiled code sees it."""

MOST_SEATS: Final = 6
"""The most players of a hand in the arrays, also of games that seat more (R3.1). `Hand` plays those hands."""
MOST_STREETS: Final = 8
FOLD: Final = -1
PASS: Final = 0
NOBODY: Final = -1

FIXED_LIMIT, POT_LIMIT, NO_LIMIT = range(3)
MUCK_LOSERS, SHOW_ALL, OPTIONAL = range(3)
DEALT, LAST_CARD_IN, SHUFFLED_IN = range(3)
FOLDED, BURNED, EARLIER, SERVED, UNSERVED, OWN = (1 << k for k in range(6))
UNCAPPED: Final = 1 << 40
WHOLE: Final[Any] = np.int64
"""Makes an int64. Numba compiles a function once for each type of its arguments, and once more for a literal 0."""
NONE: Final[Any] = WHOLE(0)

HAND: Final = np.dtype(
    [
        # The decision. `to_act` is NOBODY once the hand is over.
        ("to_act", np.int8),
        ("drawing", np.int8),  # 1 if it is a draw
        ("street", np.int8),  # 0 before the draw; street k begins with draw k
        ("seats", np.int8),
        # Places: those that have not folded, those of them with chips left, those that acted since the last full wager,
        # those that have not acted since the last wager of any size, those not yet asked in this draw, those served in
        # it, and those that turned their hand up.
        ("live", np.int8),
        ("able", np.int8),
        ("acted", np.int8),
        ("waiting", np.int8),
        ("to_draw", np.int8),
        ("served", np.int8),
        ("shown", np.int8),
        ("aggressor", np.int8),
        ("left", np.int8),  # cards of the stub
        ("unmixed", np.int8),  # the bottom cards of the stub whose order is not decided yet
        ("wagers", np.int32),
        ("reshuffles", np.int32),
        ("pots", np.int32),
        ("call", np.int64),  # chips to call; 0: check instead
        ("min_to", np.int64),  # bounds of a bet (price 0) or raise; max_to 0: none is allowed
        ("max_to", np.int64),
        # The betting round, as in `standpat.engine.betting`.
        ("price", np.int64),
        ("full", np.int64),
        ("next_full", np.int64),
        ("cap", np.int64),
        ("random", np.uint64),  # state of the hand's generator of shuffles
        # Chips.
        ("stack", np.int64, MOST_SEATS),  # now; once the hand is over, stack - start is the net
        ("commit", np.int64, MOST_SEATS),  # chips put in on this round
        ("acted_at", np.int64, MOST_SEATS),  # the price when the place last acted, where `acted` has its bit
        ("start", np.int64, MOST_SEATS),  # stacks before the hand
        (
            "dead",
            np.int64,
            MOST_SEATS,
        ),  # ante posted for the table: part of the main pot, not a bet of the place (R3.5)
        # Cards, ints 0..51.
        ("cards", np.int8, (MOST_SEATS, 5)),
        ("stub", np.int8, 52),  # the top is at left - 1
        ("picks", np.int8, 32),  # for `muck.deal_all`: by card of the deal, where it lay in the stub
        ("drawn", np.int8, (MOST_SEATS, MOST_STREETS)),  # cards drawn by each place in draw k, at k - 1
        ("announced", np.int8, MOST_SEATS),  # discard masks of an announced draw
        # The muck, sets of cards; the piles of `standpat.engine.games.Pile`.
        ("folded", np.int64),
        ("burned", np.int64),
        ("earlier", np.int64),
        ("thrown", np.int64, MOST_SEATS),  # this round's discards that are in the muck
        ("thrown_now", np.int64, MOST_SEATS),  # this round's discards, reshuffled or not
        ("thrown_before", np.int64, MOST_SEATS),  # discards of earlier rounds
        # The settlement.
        ("paid", np.int64, MOST_SEATS),
        ("value", np.int32, MOST_SEATS),
    ],
    align=True,
)

RULES: Final = np.dtype(
    [
        ("order", np.int64),  # 0 deuce-to-seven, 1 ace-to-five
        ("betting", np.int64),
        ("draws", np.int64),  # draw rounds
        ("max_discards", np.int64),
        ("min_seats", np.int64),
        ("max_seats", np.int64),
        ("small_blind", np.int64),
        ("big_blind", np.int64),
        ("ante", np.int64),
        ("ante_by_big", np.int64),  # 1 if the big blind posts it for the table
        ("bet", np.int64, MOST_STREETS),  # the street's bet; the big blind if bets are not fixed
        ("cap", np.int64),
        ("cap_heads_up", np.int64),
        ("additive", np.int64),
        ("announced", np.int64),
        ("showdown", np.int64),
        ("all_ins_shown", np.int64),
        ("full_blinds", np.int64),
        ("burn", np.int64),
        ("groups", np.int64),
        ("group", np.int64, 6),  # piles opened together, masks of FOLDED … OWN
        ("stub", np.int64),
        ("never_back", np.int64),
    ],
    align=True,
)

_BETTING: Final = {"fixed-limit": FIXED_LIMIT, "pot-limit": POT_LIMIT, "no-limit": NO_LIMIT}
_SHOWDOWN: Final = {"muck_losers": MUCK_LOSERS, "show_all": SHOW_ALL, "optional": OPTIONAL}
_STUB: Final = {"dealt": DEALT, "last_card_in": LAST_CARD_IN, "shuffled_in": SHUFFLED_IN}
_PILE: Final[dict[Pile, int]] = {
    "folded": FOLDED,
    "burned": BURNED,
    "earlier": EARLIER,
    "served": SERVED,
    "unserved": UNSERVED,
    "own": OWN,
}


def rules(played: Sequence[tuple[Game | str, Stakes]]) -> NDArray[np.void]:
    """An array of `RULES` with a row for each game and its stakes.

    Args:
        played: Games (ids or records) and their stakes.

    Returns:
        The array.

    Raises:
        ValueError: The kernel does not play the game.

    >>> rules([("27td", Stakes.limit(20))])["bet"][0, :4].tolist()
    [20, 20, 40, 40]
    """
    table = np.zeros(len(played), RULES)
    for row, (record, stakes) in zip(table, played, strict=True):
        _fill(row, game(record) if isinstance(record, str) else record, stakes)
    return table


def _fill(row: Row, record: Game, stakes: Stakes) -> None:
    house, reshuffle = record.house, record.reshuffle
    if record.hand_size != 5 or record.min_seats > MOST_SEATS or len(record.bets) > MOST_STREETS:
        raise ValueError(
            f"{record.id}: the kernel plays hands of 5 cards, up to {MOST_SEATS} seats and {MOST_STREETS} streets"
        )
    row["order"] = [ranking.id for ranking in ORDERS].index(record.ranking)
    row["betting"] = _BETTING[record.betting]
    row["draws"] = record.draw_rounds
    row["max_discards"] = record.max_discards
    row["min_seats"], row["max_seats"] = record.min_seats, min(record.max_seats, MOST_SEATS)
    row["small_blind"], row["big_blind"], row["ante"] = stakes.small_blind, stakes.big_blind, stakes.ante
    row["ante_by_big"] = stakes.ante_by == "big-blind"
    fixed = record.betting == "fixed-limit"
    row["bet"][: len(record.bets)] = [stakes.big_blind * (bets if fixed else 1) for bets in record.bets]
    row["cap"] = UNCAPPED if house.cap is None else house.cap
    row["cap_heads_up"] = house.cap_heads_up
    row["additive"] = house.limit_raise == "additive"
    row["announced"] = house.draws == "announced"
    row["showdown"] = _SHOWDOWN[house.showdown]
    row["all_ins_shown"], row["full_blinds"] = house.all_ins_shown, house.full_blinds
    row["burn"] = house.burn
    row["groups"] = len(reshuffle.piles)
    row["group"][: len(reshuffle.piles)] = [sum(_PILE[pile] for pile in group) for group in reshuffle.piles]
    row["stub"] = _STUB[reshuffle.stub]
    row["never_back"] = reshuffle.never_back


ALL: Final = 63
"""All places. A mask that is cut to it is an index that compiled code need not test for being below 0."""

PLACE, CARD = 7, 63
"""The bits of a place or street, and of a card. A number that is cut to them need not be tested either."""

COUNT: Final = np.array([mask.bit_count() for mask in range(64)])
"""The number of places in a mask."""

FIRST: Final = np.array([NOBODY, *((mask & -mask).bit_length() - 1 for mask in range(1, 64))])
"""The first place in a mask, or NOBODY."""
