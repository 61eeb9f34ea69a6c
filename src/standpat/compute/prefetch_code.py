"""What the compiler makes of `standpat.compute.prefetch`. Importing this starts numba."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_INT = ir.IntType(32)
_READ, _KEEP, _DATA = _INT(0), _INT(3), _INT(1)
_function_in: Any = cgutils.get_or_insert_function


@intrinsic
def prefetch(typing: Any, array: Any, row: Any) -> Any:
    """Code that asks for the memory where a row of an array begins."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        held = context.make_array(array)(context, builder, args[0])
        step = builder.extract_value(held.strides, 0)
        place = context.cast(builder, args[1], row, types.intp)
        begin = builder.bitcast(held.data, ir.IntType(8).as_pointer())
        given = [builder.gep(begin, [builder.mul(step, place)]), _READ, _KEEP, _DATA]
        kind = ir.FunctionType(ir.VoidType(), [one.type for one in given])
        builder.call(_function_in(builder.module, kind, "llvm.prefetch"), given)
        return context.get_dummy_value()

    return types.void(array, row), code
