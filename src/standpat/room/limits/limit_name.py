"""The names of limits, under which refusals are counted (``standpat_refused_total``).

A name is that of the field of `Limits`, with four exceptions: `requests` and `websockets` are the places for
connections (`Share`), `passwords` are the attempts of `standpat.room.limits.password_tries`, and `password_queue` are
the places of passwords that wait to be hashed.
"""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, get_args

LimitName: TypeAlias = Literal[
    "requests",
    "websockets",
    "address_connections",
    "control_frames",
    "fragments",
    "messages",
    "sockets",
    "address_sockets",
    "guests",
    "new_bots",
    "posts",
    "address_posts",
    "reads",
    "chat",
    "guest_chat",
    "reports",
    "summaries",
    "exports",
    "clubs",
    "new_clubs",
    "codes",
    "hints",
    "tables",
    "address_tables",
    "new_tables",
    "people_tables",
    "house_tables",
    "address_tournaments",
    "people_tournaments",
    "address_entrants",
    "entries",
    "address_entries",
    "passwords",
    "password_queue",
]
LIMIT_NAMES: Final[tuple[LimitName, ...]] = get_args(LimitName)
OnRefusal: TypeAlias = Callable[[LimitName], None]
"""Called with the limit that has refused something."""


def not_counted(limit: LimitName) -> None:
    """An `OnRefusal` that does nothing."""
