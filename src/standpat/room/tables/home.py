"""The household of a visitor, by which chips and seats are limited.

`of(client)` names the household of a client's address (`standpat.room.limits.address`: an IPv4 address, or the first 64
bits of an IPv6 address). The name is a digest, so no table and no backup has addresses in plain text. A trusted address
has no household, "", and limits of households do not apply to it.
"""

import hashlib


def of(client: str | None) -> str:
    """The household of a client's address; "" for None, a trusted address."""
    return "" if client is None else hashlib.blake2b(client.encode(), digest_size=8).hexdigest()
