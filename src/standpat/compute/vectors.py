"""Vectors of 16 numbers for compiled functions, where the compiler does not find the vectors of a loop itself.

A kernel (`standpat.compute.compiled`) computes with them as with numbers: ``+``, ``-``, ``*``, ``/``, ``<``, ``>``,
``>=``, ``&`` and shifts work lane by lane between vectors of the same type. The compiler translates a vector to the
registers that the processor has: one with AVX-512, two with AVX2, four with SSE. Indexes are not checked, and arrays
must be contiguous along their last axis.

    for i in range(0, size, LANES):
        store(out, i, multiply_add(load(a, i), spread(x), load(b, i)))

Nothing here can be called by the Python interpreter. Importing this module does not start numba.
"""

from typing import Any, Final

from standpat.compute import lanes as size

LANES: Final = size.LANES
"""Numbers of a vector."""


class VectorFunction:
    """A function on vectors for compiled functions.

    Args:
        name: The name of its code in `standpat.compute.vector_code`.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *args: Any) -> Any:
        """Refuse: only compiled functions can call it."""
        raise TypeError(f"{self.name} works on vectors: only compiled functions can call it")

    @property
    def _numba_type_(self) -> Any:
        """Numba's type of the function: numba asks for it when it compiles a kernel that calls the function."""
        from standpat.compute import vector_code

        return vector_code.function_type(self.name)

    def __reduce__(self) -> str:
        return self.name


load = VectorFunction("load")
"""`load(array, at)`: the 16 numbers from `array[at]` on."""
load_some = VectorFunction("load_some")
"""`load_some(array, at, count)`: the first `count` of them, and 0 in the other lanes, whose memory is not read."""
load_one = VectorFunction("load_one")
"""`load_one(array, at)`: the number `array[at]` in each lane."""
pick = VectorFunction("pick")
"""`pick(array, places, at)`: the numbers `array[places[at]]`, `array[places[at + 1]]`, …; no place may be negative."""
store = VectorFunction("store")
"""`store(array, at, vector)`: write 16 numbers. Integers lose the bits that the array has no room for."""
store_some = VectorFunction("store_some")
"""`store_some(array, at, vector, count)`: write the first `count` numbers and no others."""
spread = VectorFunction("spread")
"""`spread(number)`: the number in each lane."""
like = VectorFunction("like")
"""`like(vector, number)`: the vector's numbers in the type of `number`."""
lanes = VectorFunction("lanes")
"""`lanes()`: 0 to 15, unsigned 32-bit integers."""
where = VectorFunction("where")
"""`where(condition, a, b)`: in each lane `a` if the condition is true there, else `b`."""
multiply_add = VectorFunction("multiply_add")
"""`multiply_add(a, b, c)`: a * b + c, rounded once if the processor can."""
float_of = VectorFunction("float_of")
"""`float_of(bits)`: the single-precision numbers with these bits (unsigned 32-bit integers)."""
bits_of = VectorFunction("bits_of")
"""`bits_of(numbers)`: the bits of single-precision numbers."""
total = VectorFunction("total")
"""`total(vector)`: the sum of the lanes, a number."""
running = VectorFunction("running")
"""`running(vector)`: in each lane the sum of the lanes up to it."""
last = VectorFunction("last")
"""`last(vector)`: the number in the last lane."""
