"""Floods of connections: what the program of one stranger costs the room and its other visitors.

Each check lets an attack run for some seconds. Meanwhile it measures the memory of the process, the size of its log,
and the answers to an honest visitor. The attacks are in `control`, `half_open` and `slow`.
"""

from typing import Final

from standpat.room.torture import control, half_open, slow
from standpat.room.torture.check import Check, Finding
from standpat.room.torture.site import Site

SECONDS: Final = 5.0
"""How long an attack runs."""
GROWTH_MB: Final = 32
"""How much memory an attack may cost the process, in megabytes."""
EACH_KB: Final = 64
"""How much memory a connection may cost, in kilobytes. Their number is limited (docs/running.md, Limits)."""
LOG_MB: Final = 1.0
"""How much the log may grow, in megabytes."""
ANSWER_S: Final = 2.0
"""How long an answer to an honest visitor may take, in seconds."""


async def control_frames(site: Site) -> Finding:
    """Pings, pongs and endless messages on sockets that never read the answers."""
    before = site.memory()
    counts = {
        "pings": await control.pings(site.port, SECONDS, sockets=4),
        "pongs": await control.pings(site.port, SECONDS, sockets=4, kind=control.PONG),
        "fragments": await control.fragments(site.port, SECONDS, sockets=4),
    }
    grown = (site.memory() - before) / 1e6
    sent = sum([one.sent for one in counts.values()]) / 1e6
    ended = sum([one.ended for one in counts.values()])
    latency = await site.latency()
    return Finding(
        grown < GROWTH_MB and latency < ANSWER_S,
        f"{sent:.0f} MB accepted from 12 sockets, {ended} of them closed; the process grew by {grown:.0f} MB",
        {"sent_mb": sent, "ended": ended, "grown_mb": grown, "answer_s": latency},
    )


async def half_open_connections(site: Site) -> Finding:
    """1,300 connections that never complete a request, of three kinds."""
    before, logged = site.memory(), site.log.stat().st_size
    slowest, asked, answered, left = 0.0, 0, 0, 0
    for said in (half_open.HALF_HEAD, half_open.HALF_BODY, half_open.NOTHING):
        result = await half_open.half_open(site.port, 1300, SECONDS, said=said)
        slowest = max(slowest, result.slowest_s)
        asked, answered, left = asked + result.asked, answered + result.answered, max(left, result.left)
    grown, log = (site.memory() - before) / 1e6, (site.log.stat().st_size - logged) / 1e6
    each = 1000 * grown / max(1, left)
    return Finding(
        answered == asked > 0 and slowest < ANSWER_S and each < EACH_KB and log < LOG_MB,
        f"{answered} of {asked} honest requests answered, the slowest in {slowest * 1000:.0f} ms; "
        f"{left} connections still open, {each:.0f} kB each; {log:.2f} MB of log",
        {"asked": asked, "answered": answered, "slowest_s": slowest, "left": left, "grown_mb": grown, "log_mb": log},
    )


async def slow_readers(site: Site) -> Finding:
    """Clients that request a lot and read one byte a second."""
    before = site.memory()
    result = await slow.slow_readers(site.port, 20, 2 * SECONDS)
    grown, latency = (site.memory() - before) / 1e6, await site.latency()
    return Finding(
        grown < GROWTH_MB and latency < ANSWER_S,
        f"{result.readers} slow readers, {result.ended} closed; the process grew by {grown:.0f} MB",
        {"readers": result.readers, "ended": result.ended, "grown_mb": grown, "answer_s": latency},
    )


CHECKS: Final = (
    Check(
        "control-frames",
        "availability",
        "Control frames and endless messages use no memory on sockets that read nothing",
        control_frames,
    ),
    Check(
        "half-open",
        "availability",
        "Connections without a request keep nobody out and fill no log",
        half_open_connections,
        seconds=90,
    ),
    Check("slow-readers", "availability", "Clients that read a byte a second use no memory", slow_readers),
)
