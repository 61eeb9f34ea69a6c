"""What the compiler makes of the functions and operators of `standpat.compute.vectors`. Importing this starts numba."""

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import templates
from numba.core.typing.templates import AbstractTemplate
from numba.extending import lower_builtin, models, register_model

from standpat.compute.lanes import LANES

Definition = Callable[..., Any]
_infer_global: Any = templates.infer_global
_signature: Any = templates.signature
_make_template: Any = templates.make_intrinsic_template
_lower: Any = lower_builtin
_function_in: Any = cgutils.get_or_insert_function
_STEPS = (1, 2, 4, 8)


class VectorType(types.Type):
    """The type of a vector whose lanes have the type `dtype`."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"vector({dtype})")


@register_model(VectorType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: VectorType) -> None:
        super().__init__(manager, kind, ir.VectorType(_element(kind.dtype), LANES))  # type: ignore[no-untyped-call]


def _element(dtype: Any) -> Any:
    """LLVM's type of a lane."""
    if dtype == types.boolean:
        return ir.IntType(1)
    if isinstance(dtype, types.Float):
        return ir.FloatType() if dtype.bitwidth == 32 else ir.DoubleType()
    return ir.IntType(dtype.bitwidth)


@cache
def function_type(name: str) -> Any:
    """Numba's type of a function of `standpat.compute.vectors`."""
    definition = _DEFINITIONS[name]
    return types.Function(_make_template(definition, definition, name))


_DEFINITIONS: dict[str, Definition] = {}


def _defines(name: str) -> Callable[[Definition], Definition]:
    def keep(definition: Definition) -> Definition:
        _DEFINITIONS[name] = definition
        return definition

    return keep


# Memory ----------------------------------------------------------------------------------------------------------


def _place(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    """The address of `array[at]`, as that of a vector."""
    data = context.make_array(array_type)(context, builder, array).data
    kind = ir.VectorType(_element(array_type.dtype), LANES)
    return builder.bitcast(builder.gep(data, [at]), kind.as_pointer()), kind


def _align(array: Any) -> int:
    return int(array.dtype.bitwidth // 8)


def _first(builder: Any, count: Any) -> Any:
    """The condition that a lane is one of the first `count`."""
    numbers = ir.Constant(ir.VectorType(ir.IntType(64), LANES), list(range(LANES)))
    return builder.icmp_signed("<", numbers, _spread(builder, count))


def _spread(builder: Any, number: Any) -> Any:
    kind = ir.VectorType(number.type, LANES)
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), mask)


def _masked(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(result, [one.type for one in arguments])
    return builder.call(_function_in(builder.module, kind, name), arguments)


def _name(array: Any) -> str:
    return f"v{LANES}{'f' if isinstance(array.dtype, types.Float) else 'i'}{array.dtype.bitwidth}.p0"


@_defines("load")
def _load(typing: Any, array: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place, _ = _place(context, builder, array, *args)
        return builder.load(place, align=_align(array))

    return VectorType(array.dtype)(array, types.intp), code


@_defines("load_one")
def _load_one(typing: Any, array: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        return _spread(builder, builder.load(builder.gep(data, [args[1]])))

    return VectorType(array.dtype)(array, types.intp), code


@_defines("pick")
def _pick(typing: Any, array: Any, places: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        where = context.make_array(places)(context, builder, args[1]).data
        vector = ir.Constant(ir.VectorType(_element(array.dtype), LANES), ir.Undefined)
        for lane in range(LANES):
            number = builder.add(args[2], ir.Constant(args[2].type, lane))
            place = builder.sext(builder.load(builder.gep(where, [number])), ir.IntType(64))
            value = builder.load(builder.gep(data, [place]))
            vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), lane))
        return vector

    return VectorType(array.dtype)(array, places, types.intp), code


@_defines("load_some")
def _load_some(typing: Any, array: Any, at: Any, count: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place, kind = _place(context, builder, array, *args[:2])
        nothing = ir.Constant(kind, None)
        arguments = [place, ir.Constant(ir.IntType(32), _align(array)), _first(builder, args[2]), nothing]
        return _masked(builder, f"llvm.masked.load.{_name(array)}", kind, arguments)

    return VectorType(array.dtype)(array, types.intp, types.intp), code


def _narrow(builder: Any, value: Any, kind: Any) -> Any:
    return value if value.type == kind else builder.trunc(value, kind)


@_defines("store")
def _store(typing: Any, array: Any, at: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place, kind = _place(context, builder, array, *args[:2])
        builder.store(_narrow(builder, args[2], kind), place, align=_align(array))
        return context.get_dummy_value()

    return types.void(array, types.intp, vector), code


@_defines("store_some")
def _store_some(typing: Any, array: Any, at: Any, vector: Any, count: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place, kind = _place(context, builder, array, *args[:2])
        value = _narrow(builder, args[2], kind)
        arguments = [value, place, ir.Constant(ir.IntType(32), _align(array)), _first(builder, args[3])]
        _masked(builder, f"llvm.masked.store.{_name(array)}", ir.VoidType(), arguments)
        return context.get_dummy_value()

    return types.void(array, types.intp, vector, types.intp), code


# Numbers ---------------------------------------------------------------------------------------------------------


@_defines("spread")
def _spread_number(typing: Any, number: Any) -> Any:
    return VectorType(number)(number), lambda context, builder, sig, args: _spread(builder, args[0])


@_defines("lanes")
def _lanes(typing: Any) -> Any:
    kind = ir.VectorType(ir.IntType(32), LANES)
    return VectorType(types.uint32)(), lambda context, builder, sig, args: ir.Constant(kind, list(range(LANES)))


@_defines("like")
def _like(typing: Any, vector: Any, number: Any) -> Any:
    before, after = vector.dtype, number

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.VectorType(_element(after), LANES)
        if before == after:
            return args[0]
        if isinstance(after, types.Float):
            return (builder.fpext if after.bitwidth > before.bitwidth else builder.fptrunc)(args[0], kind)
        return (builder.zext if after.bitwidth > before.bitwidth else builder.trunc)(args[0], kind)

    return VectorType(after)(vector, number), code


@_defines("where")
def _where(typing: Any, condition: Any, a: Any, b: Any) -> Any:
    return a(condition, a, a), lambda context, builder, sig, args: builder.select(*args)


@_defines("multiply_add")
def _multiply_add(typing: Any, a: Any, b: Any, c: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = args[0].type
        function = ir.FunctionType(kind, [kind] * 3)
        name = f"llvm.fmuladd.v{LANES}f{a.dtype.bitwidth}"
        return builder.call(_function_in(builder.module, function, name), args)

    return a(a, a, a), code


def _bits(result: Any) -> Definition:
    def definition(typing: Any, vector: Any) -> Any:
        def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.bitcast(args[0], ir.VectorType(_element(result), LANES))

        return VectorType(result)(vector), code

    return definition


_DEFINITIONS["float_of"], _DEFINITIONS["bits_of"] = _bits(types.float32), _bits(types.uint32)


def _shuffled(builder: Any, vector: Any, other: Any, places: list[int]) -> Any:
    return builder.shuffle_vector(vector, other, ir.Constant(ir.VectorType(ir.IntType(32), LANES), places))


def _lane(builder: Any, vector: Any, number: int) -> Any:
    return builder.extract_element(vector, ir.Constant(ir.IntType(32), number))


@_defines("total")
def _total(typing: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = args[0]
        for step in reversed(_STEPS):
            value = builder.fadd(value, _shuffled(builder, value, value, [(i + step) % LANES for i in range(LANES)]))
        return _lane(builder, value, 0)

    return vector.dtype(vector), code


@_defines("running")
def _running(typing: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value, nothing = args[0], ir.Constant(args[0].type, None)
        for step in _STEPS:
            places = [LANES + i if i < step else i - step for i in range(LANES)]
            value = builder.fadd(value, _shuffled(builder, value, nothing, places))
        return value

    return vector(vector), code


@_defines("last")
def _last(typing: Any, vector: Any) -> Any:
    return vector.dtype(vector), lambda context, builder, sig, args: _lane(builder, args[0], LANES - 1)


# Operators -------------------------------------------------------------------------------------------------------


def _operator(symbol: Callable[..., Any], floats: str, integers: str, compares: str = "") -> None:
    """Define an operator between vectors of one type."""

    @_infer_global(symbol)
    class _Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and isinstance(args[0], VectorType) and args[0] == args[1]:
                return _signature(VectorType(types.boolean) if compares else args[0], *args)
            return None

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        make = getattr(builder, floats if isinstance(sig.args[0].dtype, types.Float) else integers)
        return make(compares, *args) if compares else make(*args)

    _lower(symbol, VectorType, VectorType)(code)


_operator(operator.add, "fadd", "add")
_operator(operator.sub, "fsub", "sub")
_operator(operator.mul, "fmul", "mul")
_operator(operator.truediv, "fdiv", "udiv")
_operator(operator.and_, "and_", "and_")
_operator(operator.lshift, "shl", "shl")
_operator(operator.rshift, "lshr", "lshr")
for _symbol, _sign in ((operator.lt, "<"), (operator.gt, ">"), (operator.ge, ">=")):
    _operator(_symbol, "fcmp_ordered", "icmp_unsigned", _sign)
