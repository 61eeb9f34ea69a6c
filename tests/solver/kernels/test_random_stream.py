"""The kinds of rows that a stream is part of."""

from importlib import import_module
from itertools import permutations
from pkgutil import walk_packages

import numpy as np

from standpat import solver
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway.cfr_kernel import THREAD


def kinds() -> dict[str, np.dtype[np.void]]:
    """The records of all kernels, by name."""
    modules = [import_module(module.name) for module in walk_packages(solver.__path__, "standpat.solver.")]
    named = {f"{module.__name__}.{name}": value for module in modules for name, value in vars(module).items()}
    return {name: kind for name, kind in named.items() if isinstance(kind, np.dtype) and kind.names}


def begins_with(longer: np.dtype[np.void], shorter: np.dtype[np.void]) -> bool:
    fields = [*(longer.fields or {}).items()], [*(shorter.fields or {}).items()]
    return fields[0][: len(fields[1])] == fields[1]


def test_no_kind_begins_with_another() -> None:
    """Numba would take one for the other, which it calls an experiment, and warn."""
    all = kinds()
    assert {id(CHANCE), id(THREAD)} <= {id(kind) for kind in all.values()}
    pairs = permutations({id(kind): (name, kind) for name, kind in all.items()}.values(), 2)
    assert [(a, b) for (a, kind), (b, other) in pairs if begins_with(kind, other)] == []
