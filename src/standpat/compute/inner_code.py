"""The code of a function where other compiled functions call it.

Numba compiles every function that a kernel calls as if Python called it too: with a wrapper that takes Python's
objects, and to machine code, which nobody runs, because the kernel contains the function. That took a third of the
time. So a kernel is two functions of numba's: one that Python calls, and one that compiled functions call. Only *inner
code* is made of the second: LLVM's code, optimised as ever, which becomes part of the functions that call it. It is
kept in files beside the machine code, so that other kernels find it.

A function that both Python and other kernels call is compiled twice. A kernel's code therefore never depends on what
was compiled before it.
"""

from typing import Any, Final

import llvmlite.binding as llvm
from numba.core import caching, codegen, compiler

from standpat.compute.placed_code import LOCATORS

_FILES: Final[Any] = caching.FunctionCache
_FILE: Final[Any] = caching.CompileResultCacheImpl
_LIBRARY: Final[Any] = codegen.JITCodeLibrary
_COMPILER: Final[Any] = compiler.Compiler
_RESULT: Final[Any] = compiler.CompileResult

FITS: Final = all(
    [
        hasattr(owner, name)
        for owner, names in (
            (_LIBRARY, "_finalize_final_module _finalize_dynamic_globals _verify_declare_only_symbols"),
            (_LIBRARY, "_get_module_for_linking serialize_using_object_code get_pointer_to_function codegen"),
            (_FILES, "_impl_class"),
            (_FILE, "rebuild"),
            (_COMPILER, "compile_extra"),
            (_RESULT, "_reduce _find_referenced_environments"),
        )
        for name in names.split()
    ]
)
"""Whether numba has what this module changes. If not, compiled functions call what Python calls."""


class InnerCache(_FILES):  # type: ignore[misc]
    """The files of a function's inner code, where numba's `CACHE_DIR` is when this is made."""

    class _impl_class(_FILE):  # type: ignore[misc]
        _locator_classes = LOCATORS

        def rebuild(self, context: Any, payload: tuple[Any, ...]) -> Any:
            return _result(context, *payload)


class InnerCompiler(_COMPILER):  # type: ignore[misc]
    """Numba's compiler for inner code."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function."""
        self.state.library = _Library(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


def connect(function: Any) -> None:
    """Tell a function's machine code where its inner functions have their environments: objects that errors refer to.

    Numba does it where it compiles a function to machine code or loads it, for those that are compiled like that.
    """
    compile = function.compile

    def compile_and_connect(signature: Any) -> Any:
        entry = compile(signature)
        for result in function.overloads.values():
            if result.entry_point is entry:
                for environment in result._find_referenced_environments():
                    result.library.codegen.set_env(environment.env_name, environment)
        return entry

    function.compile = compile_and_connect


class _Library(_LIBRARY):  # type: ignore[misc]
    """Inner code. It is not run by itself, so it has neither an address nor a place for an environment."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        pass

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        return self.name, self._get_module_for_linking().as_bitcode()


def _result(
    context: Any,
    code: tuple[str, bytes],
    description: Any,
    environment: Any,
    signature: Any,
    in_object_mode: bool,
    lifted: Any,
    annotation: str,
    reload: Any,
    referenced: Any,
) -> Any:
    """What numba's compiler returned when the function was compiled, from what `CompileResult._reduce` made of it."""
    for load in reload:
        load()
    library = _Library(context.codegen(), code[0])
    library._final_module = llvm.parse_bitcode(code[1])
    library._finalize_final_module()
    return _RESULT(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=context.get_executable(library, description, environment),
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=in_object_mode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload,
        referenced_envs=referenced,
    )
