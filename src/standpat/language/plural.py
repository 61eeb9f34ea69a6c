"""Plural rules: which form of a text a number takes.

A locale file's ``plural`` has a rule for each form except ``other``: a list of numbers, or text in the syntax of the
Unicode plural rules (LDML, part 3, "Language Plural Rules") with the operands ``n`` and ``i``, which are the same for
whole numbers, and the relations ``=`` and ``!=``. The page reads the same rules (`web/js/common/plural.js`).
"""

import re
from typing import Final

Rule = list[int] | str

_RELATION: Final = re.compile(r"[ni](?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


def holds(rule: Rule, number: int) -> bool:
    """Whether a number takes the form of this rule. A malformed rule is a `ValueError`.

    >>> [n for n in range(30) if holds("n % 10 = 2..4 and n % 100 != 12..14", n)]
    [2, 3, 4, 22, 23, 24]
    """
    if not isinstance(rule, str):
        return number in rule
    return any([all([_related(relation, number) for relation in part.split(" and ")]) for part in rule.split(" or ")])


def _related(relation: str, number: int) -> bool:
    parts = _RELATION.fullmatch(relation)
    if parts is None:
        raise ValueError(f"{relation!r} is not a relation of a plural rule: expected one such as 'n % 10 = 2..4,6'")
    modulus, sign, ranges = parts.groups()
    value = abs(number) % int(modulus) if modulus else abs(number)
    bounds = [[int(bound) for bound in one.split("..")] for one in ranges.split(",")]
    return any(pair[0] <= value <= pair[-1] for pair in bounds) == (sign == "=")
