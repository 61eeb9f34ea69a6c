"""A page's modules joined into one script, so that a slow connection waits once instead of once for each of forty
files.

`joined(entry, sources)` takes the name of the module that starts the page and the text of each module by name. It
returns the text of one module that does the same. A name is a path without ``.js``: ``table/table_page``. Each module
becomes a function that is called once, after the modules that it imports, and returns its exports. Our modules use only
two forms. Anything else is a `BundleError` with the line:

- ``import { a, b as c } from "./name.js";`` on one line, or the same from ``"../folder/name.js"``,
- ``export`` before a ``const``, ``class``, ``function`` or ``async function`` at the start of a line.

Circular imports are an error too. Comments of the form ``/** … */`` are left out.
"""

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath
from typing import Final

_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+?),? \} from "(\.\.?/[\w/]+)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n|/\*\*.*?\*/", re.MULTILINE | re.DOTALL)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*|^.*\bimport\(.*", re.MULTILINE)


class BundleError(Exception):
    """A module has a form that cannot be joined."""


def joined(entry: str, sources: Mapping[str, str]) -> str:
    """Join the modules that a page needs.

    Args:
        entry: The name of the module that starts the page.
        sources: The text of each module by name.

    Raises:
        BundleError: A module is missing or has an unknown form, or imports are circular.
    """
    return "".join([_wrapped(name, sources[name]) for name in order(entry, sources)])


def order(entry: str, sources: Mapping[str, str]) -> list[str]:
    """The modules that `entry` needs, each after those that it imports, `entry` last.

    Raises:
        BundleError: A module is missing, or imports are circular.
    """
    order: list[str] = []
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in order:
            return
        if name in open_:
            raise BundleError(f"modules import each other in a circle: {' > '.join([*open_, name])}")
        if name not in sources:
            raise BundleError(f"{open_[-1] if open_ else 'the page'} wants {name}.js, which is not there")
        open_.append(name)
        for _, path in _IMPORT.findall(sources[name]):
            visit(_resolved(path, name))
        open_.pop()
        order.append(name)

    visit(entry)
    return order


def _wrapped(name: str, source: str) -> str:
    text = _COMMENT.sub("", source)
    text = _IMPORT.sub(
        lambda match: f"const {{ {match[1].replace(' as ', ': ')} }} = {_variable(_resolved(match[2], name))};", text
    )
    exports = _EXPORT.findall(text)
    text = _EXPORT.sub("", text)
    if strange := _OTHER.search(text):
        raise BundleError(f"{name}.js: {strange[0].strip()!r} is not a form that can be joined")
    return f"const {_variable(name)} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();\n"


def _resolved(path: str, importer: str) -> str:
    """The name of the module that `importer` imports as `path`."""
    return normpath(join(dirname(importer), path))


def _variable(name: str) -> str:
    return f"${name.replace('/', '$')}"
