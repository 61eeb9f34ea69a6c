"""Deletion of data that nobody needs any more."""

import logging
from collections.abc import Set
from typing import Final

from standpat.room.store import Store, StoreError, departure, given, request_book
from standpat.room.store.unused import forget, unused
from standpat.room.tables.allowance import Allowance

log = logging.getLogger("standpat.room")

DAY_S: Final = 86_400.0
FORGOTTEN_AT_ONCE: Final = 200
"""The largest number of guests deleted at once."""


async def forget_guests(store: Store, now: float, guest_s: float, present: Set[str]) -> None:
    """Delete some of the guests who came more than `guest_s` seconds ago and never played, except those `present`."""
    try:
        users = await store.read(unused, now - guest_s, FORGOTTEN_AT_ONCE, present)
        if users:
            (count,) = await store.commit(forget(users, now))
            log.info("%d guests who never played are forgotten", count)
    except StoreError:
        log.exception("guests are not forgotten")


async def forget_days(store: Store, now: float, allowance: Allowance) -> None:
    """Delete the bank's counts of days before yesterday, old requests, and old departures."""
    before = given.day_of(now - 2 * DAY_S)
    old = (request_book.forget(now - request_book.KEPT_S), departure.forget(now - departure.BACK_S))
    try:
        await store.commit(given.forget(before), *old)
        allowance.forget(before)
    except StoreError:
        log.exception("old days are not forgotten")
