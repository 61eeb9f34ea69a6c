"""`in_step_kernel` and `response_in_step_kernel` on a graphics card. Importing this module needs the extra `gpu`.

`deal_all` deals a hand for each of a number of deals. `learn_all` learns from them, and so does a responder with
`respond_all`. Every thread has a row of `cfr_kernel.THREAD`. Many threads add to the same sums at once, in whatever
order they come, so that the last bits of what is learned differ from run to run.
"""

from importlib import import_module
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.np.numpy_support import from_dtype

from standpat.bots.check_down_values import SPANS
from standpat.bots.multiway_spot import CHOICES
from standpat.compute.gpu import Functions
from standpat.solver.multiway.cfr_kernel import DEPTH, THREAD, deal, grow
from standpat.solver.multiway.hand_kernel import HAND
from standpat.solver.multiway.in_step_kernel import LANE, Dealt, Space, Table, ahead, learn_deals, put, take
from standpat.solver.multiway.learned_rows import Learned
from standpat.solver.multiway.response_in_step_kernel import respond_deals

cuda: Any = import_module("numba.cuda")
"""Numba's module, whose types are known on a card only."""
intrinsic: Any = import_module("numba.cuda.extending").intrinsic

WORD: Final = 8
ROOM: Final = (3, DEPTH, CHOICES)
STACK: Final = (DEPTH, 3)
_type_of: Any = from_dtype
_HAND, _LANE, _THREAD = _type_of(HAND), _type_of(LANE), _type_of(THREAD)


def _grow(sums: Any, at: Any, more: Any) -> None:
    cuda.atomic.add(sums, at, more)


def _take(pile: Any) -> Any:
    return cuda.atomic.add(pile, 0, 1)


def _ahead(rows: Any, row: Any) -> None:
    """Ask for nothing: while a thread of a card waits, others go on."""


def _words(typing: Any, into: Any, i: Any, of: Any, j: Any) -> Any:
    words = into.dtype.size // WORD

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(8 * WORD)
        rows = []
        for array, index in ((0, 1), (2, 3)):
            data = context.make_array(signature.args[array])(context, builder, args[array]).data
            row = context.cast(builder, args[index], signature.args[index], types.int64)
            first = builder.mul(row, ir.Constant(word, words))
            rows.append(builder.gep(builder.bitcast(data, word.as_pointer()), [first]))
        for at in range(words):
            offset = [ir.Constant(word, at)]
            value = builder.load(builder.gep(rows[1], offset), align=WORD)
            builder.store(value, builder.gep(rows[0], offset), align=WORD)
        return context.get_dummy_value()

    return types.void(into, i, of, j), code


_copy = intrinsic(_words)


def _put(into: Any, i: Any, of: Any, j: Any) -> None:
    """Copy a row in words; numba would copy it byte by byte."""
    _copy(into, i, of, j)


def _deal_all(hands: Any, decks: Any, roles: Any, threads: Any, cards: Any, plans: Any) -> None:
    thread = cuda.grid(1)
    if thread < len(threads):
        for at in range(thread, plans[0].deals, len(threads)):
            deal(hands[at], decks[at], roles[at], cards[0], plans[0], threads[thread])


def _learn_all(
    pile: Any,
    hands: Any,
    decks: Any,
    roles: Any,
    plans: Any,
    response: Any,
    known: Any,
    rule: Any,
    regret: Any,
    average: Any,
    threads: Any,
    cards: Any,
) -> None:
    thread = cuda.grid(1)
    lane = cuda.local.array(1, _LANE)
    now = cuda.local.array(1, _HAND)
    kept = cuda.local.array(DEPTH, _HAND)
    room = cuda.local.array(ROOM, types.float64)
    stack = cuda.local.array(STACK, types.int32)
    worth = cuda.local.array(SPANS, types.float32)
    state = cuda.local.array(1, _THREAD)
    if thread < len(threads):
        state[0] = threads[thread]
        learn_deals(
            pile,
            plans[0].deals,
            Dealt(hands, decks, roles),
            plans[0].epoch,
            Table(regret, average, response, known, rule),
            state[0],
            cards[0],
            lane[0],
            Space(now, kept, room, stack, worth),
        )
        threads[thread] = state[0]


def _respond_all(
    pile: Any,
    hands: Any,
    decks: Any,
    roles: Any,
    plans: Any,
    weight_of_epoch: Any,
    sums: Any,
    places: Any,
    given: Any,
    policy: Any,
    codes: Any,
    least: Any,
    threads: Any,
    cards: Any,
    won: Any,
) -> None:
    thread = cuda.grid(1)
    lane = cuda.local.array(1, _LANE)
    now = cuda.local.array(1, _HAND)
    kept = cuda.local.array(DEPTH, _HAND)
    room = cuda.local.array(ROOM, types.float64)
    stack = cuda.local.array(STACK, types.int32)
    worth = cuda.local.array(SPANS, types.float32)
    state = cuda.local.array(1, _THREAD)
    if thread < len(threads):
        state[0] = threads[thread]
        won[thread] = respond_deals(
            pile,
            plans[0].deals,
            Dealt(hands, decks, roles),
            weight_of_epoch,
            Learned(sums, places, given),
            policy[0],
            codes[0],
            least,
            state[0],
            cards[0],
            lane[0],
            Space(now, kept, room, stack, worth),
        )
        threads[thread] = state[0]


_device = cuda.jit(device=True)
_functions = Functions({grow: _device(_grow), take: _device(_take), ahead: _device(_ahead), put: _device(_put)})
deal_all = _functions.entry(_deal_all)
learn_all = _functions.entry(_learn_all)
respond_all = _functions.entry(_respond_all)
