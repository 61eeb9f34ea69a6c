"""The page reads plural rules as Python does."""

from collections.abc import Callable
from typing import Any

from standpat.language.plural import Rule, holds

RULES: tuple[Rule, ...] = (
    [0, 1],
    "n = 1",
    "n % 10 = 1 and n % 100 != 11",
    "n % 10 = 2..4 and n % 100 != 12..14",
    "n = 0 or n % 100 = 11..19,42",
    "i != 3..7",
)


def test_the_page_agrees_with_python(script: Callable[[str, Any], Any]) -> None:
    body = 'const { holds } = await load("common/plural");'
    body += "return given.rules.map((rule) => given.numbers.filter((number) => holds(rule, number)));"
    numbers = list(range(250))
    found = script(body, {"rules": RULES, "numbers": numbers})
    assert found == [[n for n in numbers if holds(rule, n)] for rule in RULES]
