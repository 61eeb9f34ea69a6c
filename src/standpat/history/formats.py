"""The registry of history formats.

Every module or package directly in `standpat.history` with a `FORMAT` (`standpat.history.format.Format`) is a format.
Another format is one more file or folder; no list has to be changed.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from standpat import history
from standpat.history.format import Format


@cache
def formats() -> Mapping[str, Format]:
    """All formats by name, in the alphabetical order of their modules."""
    modules = [import_module(f"{history.__name__}.{module.name}") for module in iter_modules(history.__path__)]
    named = [form for module in modules if isinstance(form := getattr(module, "FORMAT", None), Format)]
    return {form.name: form for form in named}


def written_names() -> tuple[str, ...]:
    """The names of the formats that can be written."""
    return tuple(name for name, form in formats().items() if form.write)
