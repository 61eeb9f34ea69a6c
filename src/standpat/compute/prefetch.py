"""Ask the processor for memory before it is needed.

A number that is in no cache takes as long as some hundred steps of arithmetic. Who knows early where it is asks for it,
does something else, and finds it in the cache. `prefetch(array, row)` asks for the memory where a row of an array
begins, and changes nothing. Only compiled functions can call it.
"""

from typing import Any, Final

from standpat.compute.compiled import Intrinsic


def _prefetch() -> Any:
    from standpat.compute import prefetch_code

    return prefetch_code.prefetch


prefetch: Final = Intrinsic(_prefetch)
