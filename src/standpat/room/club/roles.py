"""Roles in a club, and what each may do. A role may do all that a lower one may.

The owner cannot leave: they hand the club over, or close it. Nobody changes the role of the owner, and nobody removes
the owner. Organisers do not act upon each other.
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Role = Literal["member", "organiser", "owner"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""From the lowest to the highest."""
Act = Literal[
    "read",
    "leave",
    "accept",
    "paid",
    "invite",
    "admit",
    "remove",
    "season",
    "evening",
    "record",
    "settings",
    "role",
    "hand-over",
    "close",
]

LEAST: Final[Mapping[Act, Role]] = {
    "read": "member",
    "leave": "member",
    "accept": "member",
    "paid": "member",
    "invite": "organiser",
    "admit": "organiser",
    "remove": "organiser",
    "season": "organiser",
    "evening": "organiser",
    "record": "organiser",
    "settings": "owner",
    "role": "owner",
    "hand-over": "owner",
    "close": "owner",
}
"""The lowest role that may do each act."""
AFTERWARDS: Final[frozenset[Act]] = frozenset({"read", "leave", "paid"})
"""What may be done in a closed club."""


def may(role: Role, act: Act) -> bool:
    """Whether a role may do an act."""
    return ROLES.index(role) >= ROLES.index(LEAST[act])


def above(role: Role, other: Role) -> bool:
    """Whether a role is higher than another one."""
    return ROLES.index(role) > ROLES.index(other)
