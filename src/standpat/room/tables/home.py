"""Where somebody comes from, as far as chips and seats are concerned.

`of(client)` names the household of a client's address (`standpat.room.limits.address`: an IPv4 address, or the first 64
bits of an IPv6 address). It is a digest, so that addresses are in no table and no backup in plain. Who comes from an
address that is trusted has no household, "": nothing that is counted by household concerns them.
"""

import hashlib


def of(client: str | None) -> str:
    """The household of a client, None being a trusted one."""
    return "" if client is None else hashlib.blake2b(client.encode(), digest_size=8).hexdigest()
