"""Plural rules: lists of numbers, and Unicode's syntax."""

import pytest

from standpat.language import Language
from standpat.language.plural import Rule, holds


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ([1, 3], [1, 3]),
        ([], []),
        ("n = 1", [1]),
        ("n != 1", [n for n in range(25) if n != 1]),
        ("n % 10 = 1 and n % 100 != 11", [1, 21]),  # Icelandic, Russian
        ("n % 10 = 2..4 and n % 100 != 12..14", [2, 3, 4, 22, 23, 24]),  # Polish
        ("n = 0 or n % 100 = 11..19", [0, *range(11, 20)]),
        ("i = 0,1,8..9", [0, 1, 8, 9]),
    ],
)
def test_rules(rule: Rule, numbers: list[int]) -> None:
    assert [n for n in range(25) if holds(rule, n)] == numbers


def test_hundreds() -> None:
    rule = "n % 10 = 1 and n % 100 != 11"
    assert [n for n in range(100, 125) if holds(rule, n)] == [101, 121]


@pytest.mark.parametrize("rule", ["", "n is 1", "v = 0", "n = 1 and", "n % = 2", "n = 1..", "1"])
def test_what_is_no_rule(rule: str) -> None:
    with pytest.raises(ValueError, match="is not a relation of a plural rule"):
        holds(rule, 1)


def test_a_language_with_three_forms() -> None:
    few = "n % 10 = 2..4 and n % 100 != 12..14"
    forms = {"one": "{count} raz", "few": "{count} razy", "other": "{count} razów"}
    say = Language("xx", {"thousands": " ", "plural": {"one": [1], "few": few}, "times": forms, "two": {"other": "a"}})
    assert [say("times", count=n) for n in (1, 2, 5, 12, 23)] == ["1 raz", "2 razy", "5 razów", "12 razów", "23 razy"]
    assert say("two", count=1) == "a"
