"""An extension of Griffe, for the API reference: examples in docstrings become blocks of code.

Markdown takes lines that begin with ``>>>`` for quotations. Each example, from its first such line to the next empty
line, is put between fences here.
"""

import re
from typing import Any, Final

import griffe

EXAMPLE: Final = re.compile(r"(?:^|(?<=\n))(?P<indent> *)>>> .*(?:\n(?! *$).+)*", re.MULTILINE)


class Examples(griffe.Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called with each object that was loaded."""
        if obj.docstring and ">>> " in obj.docstring.value and "```" not in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with each of its examples between fences."""
    return EXAMPLE.sub(lambda match: f"{match['indent']}```pycon\n{match[0]}\n{match['indent']}```", text)
