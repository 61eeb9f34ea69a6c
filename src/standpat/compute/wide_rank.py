"""LLVM code for numba's compiler that ranks sixteen hands at a time, with vectors of 512 bits.

A hand's key is the sum of five weights (`standpat.cards.ranking`). The weights of the thirteen ranks are one vector, in
which one instruction looks up the ranks of sixteen cards. The sixteen keys are looked up in the table one by one, two
keys for each number of 64 bits that leaves the vector: the instruction that looks up all of them takes longer. It does
so for hands of one suit, which are rare. It reads the entry of each key and the one after it, of which nothing is used.

Numba must compile for a processor with the features ``avx512f``, ``avx512bw`` and ``avx512vl``; with ``avx512vbmi``
rows are faster. This module imports numba, so only the compiler imports it (`standpat.compute.compiled.Intrinsic`).
"""

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from standpat.cards.ranking import WEIGHT

HANDS: Final = 16
"""Hands at a time."""

code: Any = cgutils
_BYTE, _SHORT, _INT, _LONG = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_BYTES, _SHORTS, _INTS = (ir.VectorType(one, HANDS) for one in (_BYTE, _SHORT, _INT))
_LINE: Final = ir.VectorType(_BYTE, 64)
_AHEAD: Final = 5 * 1024
"""How many bytes ahead cards are fetched from memory."""


@intrinsic
def rank_columns(_: Any, a: Any, b: Any, c: Any, d: Any, e: Any, table: Any, out: Any) -> Any:
    """Rank the hands of five arrays of cards, 16 or more.

    Args:
        a, b, c, d, e: The cards, contiguous uint8 of shape (n,).
        table: The values of hands of several suits and of one suit, by key: contiguous uint16 of shape (2, keys).
        out: Is set to the values, uint16 of shape (n,).

    Returns:
        The largest number in the arrays. If it is above 51, the values have no meaning.
    """

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        arrays = _arrays(context, builder, signature, given)

        def cards(at: Any) -> list[Any]:
            return [_load(builder, builder.gep(array.data, [at]), _BYTES) for array in arrays[:5]]

        return _rank(builder, cards, builder.extract_value(arrays[6].shape, 0), *arrays[5:])

    return types.int64(a, b, c, d, e, table, out), generate


@intrinsic
def rank_rows(_: Any, hands: Any, table: Any, out: Any) -> Any:
    """Rank the hands of an array of shape (n, 5), contiguous uint8; otherwise as `rank_columns`."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        arrays = _arrays(context, builder, signature, given)

        def cards(at: Any) -> list[Any]:
            place = builder.gep(arrays[0].data, [builder.mul(at, _LONG(5))])
            for ahead in (_AHEAD, _AHEAD + 5 * HANDS // 2):  # sixteen hands are more than a line of 64 bytes
                _fetch(builder, builder.gep(place, [_LONG(ahead)]))
            first = _load(builder, place, _LINE)
            last = _load(builder, builder.gep(place, [_LONG(64)]), _BYTES)
            last = builder.shuffle_vector(last, last, _constants(range(64), modulo=HANDS))
            return [builder.shuffle_vector(first, last, _constants(range(k, 80, 5))) for k in range(5)]

        return _rank(builder, cards, builder.extract_value(arrays[2].shape, 0), *arrays[1:])

    return types.int64(hands, table, out), generate


def _arrays(context: Any, builder: Any, signature: Any, given: Any) -> list[Any]:
    return [context.make_array(kind)(context, builder, one) for kind, one in zip(signature.args, given, strict=True)]


def _rank(builder: Any, cards: Any, count: Any, table: Any, out: Any) -> Any:
    """The loop. The last sixteen hands are ranked as such, some of them for the second time."""
    # Whatever the bytes are, no key is above that of five aces, and the tables go further.
    weights = ir.Constant(_INTS, [_INT(weight) for weight in (*WEIGHT, 0, 0, 0)])
    largest = code.alloca_once_value(builder, ir.Constant(_BYTES, None))
    suited = builder.gep(table.data, [builder.extract_value(table.shape, 1)])
    last = builder.sub(count, _LONG(HANDS))
    with code.for_range_slice(builder, _LONG(0), count, _LONG(HANDS)) as (index, _):
        at = builder.select(builder.icmp_signed("<", index, last), index, last)
        hand = cards(at)
        key = ir.Constant(_INTS, None)
        most = builder.load(largest)
        suits = ir.Constant(_BYTES, None)
        for card in hand:
            # Of a card's rank, its upper bits, the instruction reads the four that it needs.
            shifted = builder.lshr(builder.bitcast(card, ir.VectorType(_SHORT, 8)), _each(_SHORT, 8, 2))
            rank = builder.zext(builder.bitcast(shifted, _BYTES), _INTS)
            key = builder.add(key, _call(builder, "permvar.si.512", _INTS, weights, rank))
            most = builder.select(builder.icmp_unsigned(">", card, most), card, most)
            suits = builder.or_(suits, builder.xor(card, hand[0]))
        builder.store(most, largest)
        value = _look_up(builder, table.data, key)
        _store(builder, value, builder.gep(out.data, [at]))
        alike = builder.icmp_unsigned("==", builder.and_(suits, _each(_BYTE, HANDS, 3)), ir.Constant(_BYTES, None))
        some = builder.icmp_unsigned("!=", builder.bitcast(alike, _SHORT), _SHORT(0))
        with builder.if_then(some, likely=False):
            place = builder.bitcast(suited, _BYTE.as_pointer())
            wide = builder.zext(value, _INTS)
            value = _call(builder, "mask.gather.dpi.512", _INTS, wide, place, key, alike, _INT(2))
            _store(builder, builder.trunc(value, _SHORTS), builder.gep(out.data, [at]))
    found = builder.load(largest)
    most = _BYTE(0)
    for k in range(HANDS):
        one = builder.extract_element(found, _INT(k))
        most = builder.select(builder.icmp_unsigned(">", one, most), one, most)
    return builder.zext(most, _LONG)


def _look_up(builder: Any, table: Any, key: Any) -> Any:
    """The entries of the table for the keys."""
    pairs = builder.bitcast(key, ir.VectorType(_LONG, HANDS // 2))
    values = ir.Constant(_SHORTS, ir.Undefined)
    for hand in range(HANDS):
        pair = builder.extract_element(pairs, _INT(hand // 2))
        place = builder.lshr(pair, _LONG(32)) if hand % 2 else builder.and_(pair, _LONG((1 << 32) - 1))
        values = builder.insert_element(values, builder.load(builder.gep(table, [place])), _INT(hand))
    return values


def _call(builder: Any, name: str, result: Any, *given: Any) -> Any:
    """Call an intrinsic function of LLVM for AVX-512."""
    kind = ir.FunctionType(result, [one.type for one in given])
    return builder.call(code.get_or_insert_function(builder.module, kind, f"llvm.x86.avx512.{name}"), given)


def _fetch(builder: Any, place: Any) -> None:
    """Have the processor read memory ahead, without keeping it in the caches that the tables need."""
    given = [place, _INT(0), _INT(0), _INT(1)]
    kind = ir.FunctionType(ir.VoidType(), [one.type for one in given])
    builder.call(code.get_or_insert_function(builder.module, kind, "llvm.prefetch"), given)


def _load(builder: Any, place: Any, kind: Any) -> Any:
    return builder.load(builder.bitcast(place, kind.as_pointer()), align=1)


def _store(builder: Any, value: Any, place: Any) -> None:
    builder.store(value, builder.bitcast(place, value.type.as_pointer()), align=2)


def _each(kind: Any, count: int, value: int) -> Any:
    return ir.Constant(ir.VectorType(kind, count), [kind(value)] * count)


def _constants(numbers: range, modulo: int = 1 << 31) -> Any:
    return ir.Constant(ir.VectorType(_INT, len(numbers)), [_INT(one % modulo) for one in numbers])
