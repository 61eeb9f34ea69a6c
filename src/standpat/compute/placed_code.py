"""Where numba keeps the code of a function: the same files for every copy of the package.

Numba names a folder by the path of the source file, so that a second clone, or a second environment, compiles
everything again. The directory of a kernel's code is named by its sources already
(`standpat.compute.code_directory`). In it, the path does not matter: copies with the same sources that share a
`NUMBA_CACHE_DIR` share what was compiled.
"""

from pathlib import Path
from typing import Any, Final

from numba.core import caching

_BASE: Final[Any] = getattr(
    caching,
    "UserProvidedCacheLocator",
    getattr(caching, "_UserProvidedCacheLocator", None),  # its name before 0.62
)
_FILE: Final[Any] = caching.CompileResultCacheImpl
_FILES: Final[Any] = caching.FunctionCache

FITS: Final = (
    hasattr(_BASE, "get_suitable_cache_subpath")
    and hasattr(_FILE, "_locator_classes")
    and hasattr(_FILES, "_impl_class")
)
"""Whether numba has what this module changes. If not, numba keeps the code by path."""


class Placed(_BASE if FITS else object):  # type: ignore[misc]
    """A place in numba's `CACHE_DIR` that depends on the name of the source's folder alone, and not on its age."""

    @classmethod
    def get_suitable_cache_subpath(cls, source: str) -> str:
        """The folder for the code from a source file."""
        return Path(source).absolute().parent.name

    def get_source_stamp(self) -> str:
        """The same for all sources: others are in another directory."""
        return ""


LOCATORS: Final[list[Any]] = ([Placed] if FITS else []) + list(getattr(_FILE, "_locator_classes", []))
"""Numba tries them in turn."""


class PlacedCache(_FILES):  # type: ignore[misc]
    """The files of a function's machine code, where numba's `CACHE_DIR` is when this is made."""

    class _impl_class(_FILE):  # type: ignore[misc]
        _locator_classes = LOCATORS
