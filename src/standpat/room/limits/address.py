"""Whom limits count: an address as one client.

An IPv4 address counts for itself, also where it comes as IPv6 (``::ffff:192.0.2.1``); of an IPv6 address the first 64
bits, as a household or a server has all the rest. What is no address counts as it is written.

>>> client("192.0.2.7"), client("::ffff:192.0.2.7"), client("2001:db8:1:2:aaaa::1")
('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

UNKNOWN = "?"


@lru_cache(4096)
def client(host: str) -> str:
    """The client that an address belongs to."""
    address = _read(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return host if address is None else str(address)


@lru_cache(4096)
def within(host: str, networks: tuple[str, ...]) -> bool:
    """Is it in one of these networks?"""
    address = _read(host)
    return address is not None and any([address in ip_network(network) for network in networks])


def check(networks: Sequence[str]) -> None:
    """A `ValueError` where one is no network."""
    for network in networks:
        ip_network(network)


def _read(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
