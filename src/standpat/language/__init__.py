"""Every text shown to a person comes from a locale file in this folder: `en.json`, `nb.json` (R8.4).

Another language is one more file with the same keys and placeholders (a test compares them). The files are plain nested
JSON, and the page in the browser reads the same files:

- A key is a path: ``draw.confirm`` is ``{"draw": {"confirm": ...}}``.
- A text may have ``{name}`` placeholders. Whole numbers in them are grouped as the file's ``thousands`` says.
- A text that depends on a number is an object of forms, ``{"zero": ..., "one": ..., "other": ...}``. The value
  `count` picks the form: the file's ``plural`` says which numbers are ``zero``, ``one`` and so on, as lists or as
  Unicode plural rules (`standpat.language.plural`). All other numbers, and forms that are missing, are ``other``.
- ``codes`` are the codes of the environment that mean this language (``nb_NO.UTF-8`` is the code ``nb``).

>>> language("en")("draw.confirm", count=2), language("nb")("draw.confirm", count=0)
('Discard 2', 'Stå pat')
"""

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from standpat.language.plural import holds

DEFAULT: Final = "en"
_FOLDER: Final = os.path.dirname(__file__)
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class Language:
    """The texts of one language. Get one with `language`; call it with a key and the values of its placeholders."""

    def __init__(self, code: str, words: Mapping[str, Any]) -> None:
        self.code = code
        self.words = words

    def __repr__(self) -> str:
        return f"<Language {self.code}>"

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key.

        Args:
            key: The key, such as ``draw.confirm``.
            **values: The values of its placeholders.

        Raises:
            KeyError: The key is unknown or a value is missing, which is a mistake in the program.
        """
        entry: Any = self.words
        for part in key.split("."):
            if not isinstance(entry, Mapping) or part not in entry:
                raise KeyError(f"the locale file {self.code}.json has no {key!r}")
            entry = entry[part]
        if isinstance(entry, Mapping):
            entry = entry.get(self._form(values["count"]), entry["other"])
        return _PLACEHOLDER.sub(lambda match: self._value(values[match[1]]), entry)

    def has(self, key: str) -> bool:
        """Whether there is a text for this key."""
        entry: Any = self.words
        for part in key.split("."):
            if not isinstance(entry, Mapping) or part not in entry:
                return False
            entry = entry[part]
        return not isinstance(entry, Mapping) or "other" in entry

    def number(self, value: int) -> str:
        """A whole number, with its digits grouped as in this language."""
        return f"{value:,}".replace(",", self.words["thousands"])

    def signed(self, value: int) -> str:
        """A whole number as in `number`, with a plus or a minus sign unless it is 0."""
        sign = "+" if value > 0 else "−" if value < 0 else ""
        return sign + self.number(abs(value))

    def _form(self, count: object) -> str:
        rules = self.words["plural"].items()
        return next((form for form, rule in rules if isinstance(count, int) and holds(rule, count)), "other")

    def _value(self, value: object) -> str:
        return self.number(value) if isinstance(value, int) else str(value)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that have a locale file."""
    return tuple(sorted([name.removesuffix(".json") for name in os.listdir(_FOLDER) if name.endswith(".json")]))


@cache
def language(code: str = DEFAULT) -> Language:
    """The texts of a language; an unknown code is a `ValueError`."""
    if code not in languages():
        raise ValueError(f"unknown language {code!r}: expected one of {', '.join(languages())}")
    with open(os.path.join(_FOLDER, f"{code}.json"), encoding="utf-8") as file:
        return Language(code, json.load(file))


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The code of the language that the environment names (LC_ALL, LC_MESSAGES, LANG), else English.

    >>> from_environment({"LANG": "nb_NO.UTF-8"}), from_environment({"LANG": "C"})
    ('nb', 'en')
    """
    wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    code = re.split(r"[_.@-]", wanted.lower())[0]
    return next((known for known in languages() if code in language(known).words["codes"]), DEFAULT)
