"""The functions of `standpat.bots.nolimit_hand` and of the spots of `nolimit`, compiled for rows of arrays.

The functions call each other. Each is compiled from its own code, with the compiled ones in the place of those that it
calls, so there is one text of the rules and of the spots.
"""

from types import FunctionType, ModuleType
from typing import Any

from standpat.bots import nolimit_draws_spot, nolimit_hand, nolimit_price, nolimit_spot
from standpat.compute.compiled import fast_kernel


def _compiled(*modules: ModuleType) -> dict[str, Any]:
    """The functions of some modules, compiled, by name. Each sees the names of its own module.

    Raises:
        ValueError: Two modules have a function of the same name.
    """
    kernels: dict[str, Any] = {}
    scopes: list[dict[str, Any]] = []
    for module in modules:
        scope = dict(vars(module))
        scopes.append(scope)
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                if name in kernels:
                    raise ValueError(f"{module.__name__} has another function {name}: give it a name of its own")
                twin = FunctionType(function.__code__, scope, name, function.__defaults__)
                twin.__module__, twin.__annotations__ = module.__name__, function.__annotations__
                kernels[name] = fast_kernel(twin)
    for scope in scopes:
        scope.update({name: kernel for name, kernel in kernels.items() if name in scope})
    return kernels


_KERNELS = _compiled(nolimit_hand, nolimit_price, nolimit_draws_spot, nolimit_spot)

begin = _KERNELS["begin"]
post = _KERNELS["post"]
open_betting = _KERNELS["open_betting"]
two_drew = _KERNELS["two_drew"]
obliged = _KERNELS["obliged"]
choices = _KERNELS["choices"]
may_raise = _KERNELS["may_raise"]
playable = _KERNELS["playable"]
known_size = _KERNELS["known_size"]
size_to = _KERNELS["size_to"]
jam_to = _KERNELS["jam_to"]
raise_to = _KERNELS["raise_to"]
reach = _KERNELS["reach"]
act = _KERNELS["act"]
draw = _KERNELS["draw"]
earned = _KERNELS["earned"]
pot_of = _KERNELS["pot_of"]
spot_key = _KERNELS["spot_key"]
kind_of_key = _KERNELS["kind_of_key"]
of_several_draws = _KERNELS["of_several_draws"]
