"""The client that an address counts as.

An IPv4 address is a client, also when it is written as IPv6 (``::ffff:192.0.2.1``). Of an IPv6 address the first 64
bits are the client, because one household or server has all addresses in such a network. A text that is not an address
counts as it is.

>>> client("192.0.2.7"), client("::ffff:192.0.2.7"), client("2001:db8:1:2:aaaa::1")
('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

UNKNOWN = "?"
"""Stands for an address that is not known."""


@lru_cache(4096)
def client(host: str) -> str:
    """The client that an address counts as."""
    address = _read(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return host if address is None else str(address)


@lru_cache(4096)
def within(host: str, networks: tuple[str, ...]) -> bool:
    """Whether an address is in one of the networks."""
    address = _read(host)
    return address is not None and any([address in ip_network(network) for network in networks])


def check(networks: Sequence[str]) -> None:
    """Check that all networks can be read.

    Raises:
        ValueError: One is not a network.
    """
    for network in networks:
        ip_network(network)


def _read(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
