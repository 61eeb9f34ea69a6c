"""Attempts to take the whole room: unlimited guests, bot tokens and tables, by one person and from fifty addresses.

The addresses are in ranges for documentation. They are sent as a proxy on this machine would report them
(`X-Forwarded-For`).
"""

import time
from typing import Final

from standpat.room.clients.client import RoomError
from standpat.room.torture.browser import Browser
from standpat.room.torture.check import Check, Finding
from standpat.room.torture.site import Site

ADDRESSES: Final = 50
TOKENS: Final = 30
TABLES: Final = 60
ANSWER_S: Final = 2.0
"""How long an honest player may wait for a seat, in seconds."""


async def tokens_and_tables(site: Site) -> Finding:
    """One guest makes bot tokens and opens tables with each of them. Then another person wants to play."""
    guest, programs = Browser(site.url), []
    await guest.get("/api/me")
    for number in range(TOKENS):
        status, body = await guest.post("/api/token", {"name": f"Torture bot {number}"})
        if status == 200:
            programs.append(body["token"])
    made = 0
    for headers in ({}, *[{"Authorization": f"Bearer {token}"} for token in programs]):
        for number in range(TABLES // 4):
            status, _ = await guest.post("/api/tables", {"name": f"T {number}", "game": "27td"}, **headers)
            made += status == 200
    trouble, took = await _play_now(site)
    return Finding(
        len(programs) < TOKENS and made <= 20 and not trouble and took < ANSWER_S,
        f"{len(programs)} bot tokens and {made} tables for one person; "
        f"another person sat down in {took * 1000:.0f} ms {trouble}".rstrip(),
        {"tokens": len(programs), "tables": made, "trouble": trouble, "play_now_s": took},
    )


async def many_addresses(site: Site) -> Finding:
    """Guests of fifty addresses open as many tables as they can. Then another person wants to play."""
    guests = made = 0
    for address in range(ADDRESSES):
        headers = {"X-Forwarded-For": f"198.51.100.{address + 1}"}
        for _ in range(3):
            guest = Browser(site.url)
            status, _body = await guest.get("/api/me", **headers)
            guests += status == 200
            for number in range(12):
                status, _body = await guest.post("/api/tables", {"name": f"T {number}", "game": "27td"}, **headers)
                made += status == 200
                if status == 429:
                    break
    trouble, took = await _play_now(site)
    latency = await site.latency()
    return Finding(
        not trouble and took < ANSWER_S and latency < 0.2,
        f"{made} tables of {guests} guests; another person sat down after {took * 1000:.0f} ms, "
        f"and got answers in {latency * 1000:.0f} ms",
        {"guests": guests, "tables": made, "trouble": trouble, "play_now_s": took, "answer_s": latency},
    )


async def _play_now(site: Site) -> tuple[str, float]:
    """Why a new guest cannot play ("" if they can), and how many seconds they needed to sit down."""
    async with site.guest() as somebody:
        began = time.monotonic()
        try:
            place = await somebody.play_now()
        except RoomError as error:
            return f"could not: {error}", time.monotonic() - began
        took = time.monotonic() - began
        async with somebody.table(place.table) as table:
            await table.my_turn(20)
    return "", took


CHECKS: Final = (
    Check(
        "one-crowd",
        "availability",
        "One person has a limited number of bots and tables, and others can play",
        tokens_and_tables,
        seconds=120,
    ),
    Check(
        "fifty-addresses",
        "availability",
        "Guests of fifty addresses cannot fill the room or make it slow",
        many_addresses,
        seconds=240,
    ),
)
