"""Machine code of kernels as files, and its use without numba.

Numba takes half a second to start, even if all that it does is load functions which it compiled before. So what it made
is kept a second time, with all that a call needs: the object file, the name of the function in it that takes Python's
objects, and the objects that this function refers to. LLVM alone loads it (`llvmlite`), with the C functions of numba
that compiled code calls.

    store(directory, name, types, function, signature)     # after numba has compiled
    load(directory, name).get(types)                       # the function, or None

Machine code is taken up only where everything is as it was when it was made: the processor, the versions of Python,
numba and LLVM, and numba's settings in the environment (`machine`). Where this machine has made none, that of the
installed wheel is taken (`standpat.compute.shipped`). If anything is missing, nothing is loaded, and the caller uses
numba.
"""

import builtins
import ctypes
import hashlib
import os
import pickle
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm

from standpat.compute import shipped

Entry = Callable[..., Any]

_EXTENSIONS: Final = {
    "numba._helperlib": "numba_",
    "numba._dynfunc": "numba_",
    "numba.core.runtime._nrt_python": "NRT_",
}
"""Numba's C extensions, and what the names of their functions begin with in compiled code."""
_NEUTRAL: Final = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
"""Settings that do not change what is compiled."""

_LOADING: Final = threading.Lock()
_LOADED: Final[dict[tuple[Path, str], "Functions"]] = {}
"""By kernel, what this process has found of it."""


class Code(NamedTuple):
    """A compiled function.

    Attributes:
        object: The object file.
        wrapper: The symbol that takes Python's objects.
        module: The module of the function.
        name: Its name.
        environments: The symbols of the environments that the code refers to, with their constants; the function's own
            comes first.
        needs: The symbols that the object file expects from elsewhere.
    """

    object: bytes
    wrapper: str
    module: str
    name: str
    environments: tuple[tuple[str, list[Any]], ...]
    needs: tuple[str, ...]


def store(directory: Path, name: str, types: tuple[Any, ...], function: Any, signature: tuple[Any, ...]) -> None:
    """Keep a function that numba has compiled, or loaded from its own files.

    Args:
        directory: Where the code of the kernel's file is kept.
        name: The kernel's full name. What is kept of it for other types stays.
        types: The types of the arguments.
        function: Numba's function.
        signature: Numba's types of the arguments. If numba has no file for them, nothing is kept.
    """
    cache, codegen = function._cache, function.targetctx.codegen()
    reduced = cache._cache_file.load(cache._index_key(signature, codegen))
    if reduced is None:
        return
    (_, kind, (object_file, bitcode)), description, own, *_, referenced = reduced
    if kind != "object":
        return
    code = Code(
        object_file,
        description.llvm_cpython_wrapper_name,
        description.modname,
        description.qualname,
        tuple([(one.env_name, list(one.consts)) for one in (own, *[one for one in referenced if one is not own])]),
        _needs(llvm.parse_bitcode(bitcode)),
    )
    path = _path(directory, name)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(pickle.dumps(_read(path) | {types: code}))
    os.replace(draft, path)  # so that no other process reads half a file


class Functions:
    """The functions that are kept of a kernel, by the types of their arguments. They take what Python functions take.

    Args:
        own: Code that this machine has made.
        from_wheel: Code for other machines of its kind. It is used for types of which there is no other.

    Attributes:
        own: Whether this machine has made code of the kernel.
    """

    def __init__(self, own: dict[tuple[Any, ...], Code], from_wheel: dict[tuple[Any, ...], Code]) -> None:
        self.own = bool(own)
        self._codes = from_wheel | own
        self._entries: dict[tuple[Any, ...], Entry | None] = {}

    def get(self, types: tuple[Any, ...]) -> Entry | None:
        """The function for these types, which is linked when it is first asked for. Any thread may ask."""
        try:
            return self._entries[types]
        except KeyError:
            pass
        with _LOADING:
            if types not in self._entries:
                self._entries[types] = _linked(self._codes[types]) if types in self._codes else None
            return self._entries[types]


def load(directory: Path, name: str) -> Functions:
    """What is kept of a kernel and can be used.

    Args:
        directory: Where the code of the kernel's file is kept.
        name: The kernel's full name.
    """
    with _LOADING:
        if (directory, name) not in _LOADED:
            _LOADED[directory, name] = Functions(_read(_path(directory, name)), _read(shipped.path(directory, name)))
        return _LOADED[directory, name]


def _path(directory: Path, name: str) -> Path:
    return directory / f"{name}-{machine()}.code"


@cache
def machine() -> str:
    """A digest of everything that machine code depends on besides its source."""
    versions = [shipped.version(package) for package in ("numba", "llvmlite")]
    settings = sorted([(k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in _NEUTRAL])
    features = llvm.get_host_cpu_features().flatten()
    parts = (
        sys.version,
        sys.platform,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        features,
        versions,
        settings,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _needs(module: Any) -> tuple[str, ...]:
    functions = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    variables = [one.name for one in module.global_variables if one.is_declaration]
    return tuple(sorted({*functions, *variables}))


def _read(path: Path | None) -> dict[tuple[Any, ...], Code]:
    if path is None:
        return {}
    try:
        return dict(pickle.loads(path.read_bytes()))
    except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError):
        return {}  # there is none, or it is damaged, or names a class that is gone


# Loading ---------------------------------------------------------------------------------------------------------


def _linked(code: Code) -> Entry | None:
    """The function; None if it does not fit to this version of numba or LLVM, which keeps these things elsewhere."""
    try:
        return _load(code) if _has_symbols(code.needs) else None
    except Exception:
        return None


def _has_symbols(names: tuple[str, ...]) -> bool:
    _engine()
    return all([llvm.address_of_symbol(name) for name in names])


def _load(code: Code) -> Entry:
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.object))
    engine.finalize_object()
    dynamic = _extension("numba._dynfunc")
    environments = []
    for symbol, constants in code.environments:
        environment = dynamic.Environment({})
        environment.consts[:] = constants
        ctypes.c_void_p.from_address(engine.get_global_value_address(symbol)).value = id(environment)
        environments.append(environment)
    function: Entry = dynamic.make_function(
        import_module(code.module),
        code.name.rpartition(".")[2],
        f"machine code of {code.module}.{code.name}",
        engine.get_function_address(code.wrapper),
        environments[0],
        (environments,),
    )
    return function


@cache
def _engine() -> Any:
    """LLVM's engine for this process, which knows the C functions that compiled code calls."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.add_symbol("_Py_NoneStruct", id(None))
    for extension, prefix in _EXTENSIONS.items():
        for name, address in _extension(extension).c_helpers.items():
            llvm.add_symbol(name if name.startswith("_") and prefix == "NRT_" else prefix + name, address)
    for value in vars(builtins).values():
        if isinstance(value, type) and issubclass(value, BaseException):
            llvm.add_symbol(f"PyExc_{value.__name__}", id(value))
    llvm.add_symbol("numba_unpickle", ctypes.cast(_UNPICKLE, ctypes.c_void_p).value)
    module = llvm.parse_assembly(f'target triple = "{llvm.get_process_triple()}"')
    target = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(opt=3, jit=True)
    return llvm.create_mcjit_compiler(module, target)


def _unpickle(address: int, size: int, _: int) -> Any:
    """An object that numba has put into the code (a class, an error), without numba."""
    value = _unpickled.get(address)
    if value is None:
        value = _unpickled[address] = pickle.loads(ctypes.string_at(address, size))
    return value


_UNPICKLE: Final = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(_unpickle)
_unpickled: Final[dict[int, Any]] = {}


@cache
def _extension(name: str) -> ModuleType:
    """One of numba's C extensions, without numba."""
    if name in sys.modules:
        return sys.modules[name]
    package = find_spec("numba")
    if package is None or package.origin is None:
        raise ImportError("numba is not installed")
    folder = Path(package.origin).parent.joinpath(*name.split(".")[1:-1])
    base = name.rpartition(".")[2]
    file = next(one for one in map(folder.joinpath, [base + end for end in EXTENSION_SUFFIXES]) if one.exists())
    spec = ModuleSpec(name, ExtensionFileLoader(name, str(file)), origin=str(file))
    module = module_from_spec(spec)
    sys.modules[name] = module
    assert spec.loader is not None
    spec.loader.exec_module(module)
    return module
