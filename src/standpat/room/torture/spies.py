"""Attacks by visitors who want to see what they may not see, or to act as somebody else."""

import asyncio
from typing import Final

from standpat.engine.event import Event
from standpat.engine.seen import seen
from standpat.room.clients.client import RoomError, Table
from standpat.room.torture.browser import Browser
from standpat.room.torture.check import Check, Finding
from standpat.room.torture.kills import Caller
from standpat.room.torture.site import Site
from standpat.room.torture.wire import dial

PATIENCE: Final = 20.0
PASSWORD: Final = "seven five four three two"


async def hands_counted(site: Site) -> Finding:
    """A stranger tries consecutive numbers, and requests hands of tables that are unlisted or have a password."""
    opened, asked = 0, 0
    async with site.guest() as ann, site.guest() as bob, site.guest() as stranger:
        for wish in ({"public": False}, {"password": "wheel"}):
            id = await ann.create(game="27td", seats=2, **wish)
            if "password" in wish:
                await bob.post(f"/api/tables/{id}/enter", password="wheel")
            async with ann.table(id) as ann_table, bob.table(id) as bob_table:
                await ann_table.sit(800)
                await bob_table.sit(800)
                tasks = [asyncio.create_task(Caller(table).play()) for table in (ann_table, bob_table)]
                await _third_hand(ann_table)
                for task in tasks:
                    task.cancel()
            keys = [hand["id"] for hand in (await ann.get(f"/api/tables/{id}/hands"))["hands"]]
            assert (await bob.get(f"/api/hands/{keys[0]}"))["hand_no"]  # a player of the hand may see it
            guesses = [*range(1, 200), *(keys if "password" in wish else ())]
            asked += len(guesses)
            for guess in guesses:
                try:
                    await stranger.get(f"/api/hands/{guess}")
                except RoomError:
                    continue
                opened += 1
    return Finding(
        not opened, f"{opened} of {asked} hands shown to a stranger who counted", {"asked": asked, "opened": opened}
    )


async def _third_hand(table: Table) -> None:
    await table.until(lambda: table.hand_no > 2, PATIENCE)


async def sessions(site: Site) -> Finding:
    """Tokens from before a registration, a sign-in and a change of password, and a token after signing out."""
    page, other = Browser(site.url), Browser(site.url)
    await page.get("/api/me")
    alive = []

    async def dead(cookie: str, what: str) -> None:
        status, body = await Browser(site.url).post("/api/daily", Cookie=f"standpat={cookie}")
        if status != 401:
            alive.append(f"{what}: {status} {body}")

    guest = page.cookies["standpat"]
    names = {"name": "Torture One", "password": PASSWORD}
    assert (await page.post("/api/register", names)).status == 200
    await dead(guest, "the guest's after the registration")
    planted = Browser(site.url)
    await planted.get("/api/me")
    before = planted.cookies["standpat"]
    assert (await planted.post("/api/login", names)).status == 200
    await dead(before, "a planted one after signing in")
    assert (await other.post("/api/login", names)).status == 200
    elsewhere = other.cookies["standpat"]
    assert (await page.post("/api/password", {"old": PASSWORD, "new": PASSWORD + "!"})).status == 200
    await dead(elsewhere, "another session after the password was changed")
    mine = page.cookies["standpat"]
    assert (await page.post("/api/logout")).status == 200
    await dead(mine, "one's own after signing out")
    return Finding(
        not alive, "; ".join(alive) or "4 old session tokens, all refused", {"tokens": 4, "alive": len(alive)}
    )


async def locked_out(site: Site) -> Finding:
    """Wrong passwords for a name until the room refuses; then its owner signs in from a device that is known."""
    page = Browser(site.url)
    await page.get("/api/me")
    names = {"name": "Torture Two", "password": PASSWORD}
    assert (await page.post("/api/register", names)).status == 200
    assert (await page.post("/api/logout")).status == 200
    wrong = [{**names, "password": f"wrong {number}"} for number in range(40)]
    statuses = [(await Browser(site.url).post("/api/login", body)).status for body in wrong]
    tried = sum([status == 400 for status in statuses])
    status, _ = await page.post("/api/login", names)
    return Finding(
        tried <= 20 and status == 200,
        f"{tried} of 40 wrong passwords were checked; the person then signs in: {status}",
        {"tries": 40, "looked_at": tried, "own_status": status},
    )


async def other_hosts(site: Site) -> Finding:
    """Requests and sockets for host names that are not the room's, as after DNS rebinding."""
    answered = []
    for path, more in (
        ("/", ""),
        ("/api/me", ""),
        ("/api/tables", ""),
        (
            "/lobby/socket",
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: c3RhbmRwYXQgdG9ydHVyZQ==\r\n",
        ),
    ):
        for host in (f"evil.example:{site.port}", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example"):
            reader, writer = await dial(site.port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{more}\r\n".encode())
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
            if not line.startswith(b"HTTP/1.1 4"):
                answered.append(f"{path} for {host}: {line.decode().strip()}")
            writer.close()
    return Finding(
        not answered, "; ".join(answered)[:200] or "16 requests for other names, all refused", {"answered": answered}
    )


async def chat_flood(site: Site) -> Finding:
    """A person sends chat messages on five sockets at once."""
    said = refused = 0
    async with site.guest() as ann:
        place = await ann.play_now()
        tables = [ann.table(place.table) for _ in range(5)]
        for table in tables:
            await table.__aenter__()
        for number in range(20):
            for table in tables:
                try:
                    await table.talk(f"line {number}")
                    said += 1
                except RoomError:
                    refused += 1
        for table in tables:
            await table.__aexit__()
    return Finding(
        0 < said <= 20 and refused >= 80,
        f"{said} of 100 lines on five sockets were accepted",
        {"said": said, "refused": refused},
    )


async def undeclared_event(_site: Site) -> Finding:
    """An event of a type that does not declare its private fields."""
    import typing

    import msgspec

    class Leak(msgspec.Struct, frozen=True, tag_field="event", tag="leak"):
        seat: int
        cards: tuple[int, ...]

    try:
        leaked = seen(typing.cast(Event, Leak(0, (1, 2))), None)
    except Exception as error:
        return Finding(True, f"refused: {type(error).__name__}", {})
    return Finding(False, f"it was sent as {type(leaked).__name__}", {})


CHECKS: Final = (
    Check(
        "hands-counted",
        "privacy",
        "Nobody finds a hand by counting or sees a hand of a table that they may not enter",
        hands_counted,
    ),
    Check("sessions", "privacy", "A session token is useless after its session has ended", sessions),
    Check(
        "locked-out", "privacy", "A flood of passwords neither finds the right one nor locks the person out", locked_out
    ),
    Check("other-hosts", "privacy", "Requests for host names that are not the room's are refused", other_hosts),
    Check("chat-flood", "privacy", "The limit of chat holds for a person, on any number of sockets", chat_flood),
    Check("undeclared-event", "privacy", "An event with undeclared private fields is not sent", undeclared_event),
)
