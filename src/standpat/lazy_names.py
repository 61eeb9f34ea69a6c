"""Names of a package that are imported when they are first asked for (PEP 562).

A package that offers names of many modules at its root says where each is defined, and importing the package then costs
nothing but itself. The same names stand in an ``if TYPE_CHECKING`` block, for type checkers and editors.

    if TYPE_CHECKING:
        from package.module import Thing

    if not TYPE_CHECKING:
        __getattr__, __dir__ = lazy_names(__name__, {"package.module": ("Thing",)})
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package.

    Args:
        package: Its full name.
        homes: By module, the names that it defines for the package; by package, modules in it.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(__import__(home[name], fromlist=[name]), name)  # imports `name` if it is a module
        setattr(sys.modules[package], name, value)
        return value

    def known() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return find, known
