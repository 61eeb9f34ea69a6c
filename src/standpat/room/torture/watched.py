"""A room full of tables with spectators, and one person who wants to play at the same time."""

import asyncio
import contextlib
from statistics import median
from urllib.request import urlopen

import msgspec
from msgspec import Struct, structs

from standpat.engine.action import Action, Call, Check, Discard, Fold
from standpat.room.clients.client import Lobby, Table
from standpat.room.store import Store, journal
from standpat.room.store.account import Accounts
from standpat.room.tables.resume import TableState
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import BotRules, NewTable, make
from standpat.room.torture.taker import pages
from standpat.room.torture.wire import HOST

_AT_ONCE = 200
"""Tables that are stored in one batch."""
_TABLES_OF_ONE = 10
"""Tables of one owner."""


class Answers(Struct):
    """The result of the attack.

    Attributes:
        watched: Tables with a spectator.
        answers: Decisions of the honest player.
        median_s: The median time from an action to its answer, in seconds.
        slowest_s: The longest such time.
        hands_a_second: Hands played in the whole room, per second.
    """

    watched: int
    answers: int
    median_s: float
    slowest_s: float
    hands_a_second: float


async def build(database: str, tables: int) -> list[str]:
    """Make a database with tables for five of the house's players each, which people own, ten tables each.

    Returns:
        The ids of the tables.
    """
    store = Store.open(database)
    try:
        accounts = Accounts(store)
        owners = [(await accounts.guest()).user.id for _ in range(-(-tables // _TABLES_OF_ONE))]
        wish = NewTable("27td", "watched", bots=BotRules(("rule",), keep=5))
        ops = []
        for number in range(tables):
            rules = structs.replace(make(wish, f"watched{number}"), owner=owners[number // _TABLES_OF_ONE])
            seating = Seating(rules.stakes, [None] * rules.seats, *rules.buy_in)
            state = msgspec.json.encode(TableState(seating, {}, {})).decode()
            ops.append(journal.open_table(rules.id, msgspec.json.encode(rules).decode(), state, 0.0))
        for start in range(0, tables, _AT_ONCE):
            await store.commit(*ops[start : start + _AT_ONCE])
        return [f"watched{number}" for number in range(tables)]
    finally:
        await store.close()


async def play(port: int, tables: list[str], decisions: int, *, patience: float = 120.0) -> Answers:
    """Open a page of each table and one of the lobby, while another person presses "Play now" and makes decisions.

    Args:
        port: The room's port.
        tables: The tables that are watched.
        decisions: Decisions of the person.
        patience: The time limit, in seconds.
    """
    url = f"http://{HOST}:{port}"
    watching = asyncio.create_task(pages(port, ["/lobby/socket", *[f"/tables/{id}/socket" for id in tables]], 600))
    times: list[float] = []
    try:
        async with asyncio.timeout(patience):
            while await _figure(url, "viewers") < len(tables):
                await asyncio.sleep(0.2)
            hands, began = await _figure(url, "hands_total"), asyncio.get_running_loop().time()
            async with Lobby(url) as lobby:
                place = await lobby.play_now()
                async with lobby.table(place.table) as table:
                    while len(times) < decisions:
                        await table.my_turn(60.0)
                        at = asyncio.get_running_loop().time()
                        await table.act(_calls(table))
                        times.append(asyncio.get_running_loop().time() - at)
                        if table.seats[place.seat].stack < 100:
                            await table.top_up(200)
            seconds = asyncio.get_running_loop().time() - began
            played = await _figure(url, "hands_total") - hands
        return Answers(len(tables), len(times), median(times), max(times), played / seconds)
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching


async def _figure(url: str, name: str) -> float:
    def read() -> float:
        with urlopen(f"{url}/metrics", timeout=60) as response:
            lines = response.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"standpat_{name} "))

    return await asyncio.to_thread(read)


def _calls(table: Table) -> Action:
    legal = table.legal
    assert legal is not None
    if legal.draw is not None:
        return Discard(table.cards[:2])
    return Check() if legal.check else Call() if legal.call is not None else Fold()
