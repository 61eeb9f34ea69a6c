"""A served room with the logger at its lowest level: no log record has a card or a seed, not even after errors.

No stored hand gives a viewer a card that they may not see.
"""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from room.tables.test_leak import cards_in, visible
from room_scene import Served, patient, serving
from standpat.engine.action import IllegalAction
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.server.app import JsonLines
from standpat.room.server.downloads import FORMATS
from standpat.room.store import StoreError, journal
from standpat.room.tables import house_player

SEED = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def served(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Served]:
    caplog.set_level(logging.DEBUG)
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as room:
        yield room


async def play(table: Table, hands: int) -> None:
    while table.hand_no < hands:
        await table.until(lambda: table.legal is not None or table.hand_no >= hands, 30)
        if table.legal is not None and table.hand_no < hands:
            await table.act(patient(table))


def go_wrong(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails now and then, bots fail with all their cards in the message, and so does the table."""
    store, choose = served.room.store, house_player.choose
    commit, count = store.commit, iter(range(10**9))

    async def sometimes(*ops: Any) -> Any:
        if next(count) % 40 == 39:
            raise StoreError("the disk is full")
        return await commit(*ops)

    def failing(hand: Any, user: str) -> Any:
        number = next(count)
        if number % 10 == 3:
            raise IllegalAction(f"seat holds {hand.cards(hand.to_act)} {hand.events}")
        return choose(hand, user)

    monkeypatch.setattr(store, "commit", sometimes)
    monkeypatch.setattr(house_player, "choose", failing)


def test_no_log_and_no_stored_hand_leaks(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> dict[str, Lobby]:
        ann, bob, eve = Lobby(served.url), Lobby(served.url), Lobby(served.url)
        for lobby in (ann, bob, eve):
            await lobby.__aenter__()
        id = await ann.create(game="27td", bots={"players": ["caller", "random"], "keep": 3})
        other = await eve.create(game="27sd", bots={"players": ["caller"], "keep": 2})
        async with ann.table(id) as hers, bob.table(id) as his, eve.table(id), eve.table(other) as elsewhere:
            await hers.sit(400)
            await his.sit(400)
            await elsewhere.sit(2000)
            go_wrong(served, monkeypatch)
            for bad in (
                "nonsense",
                '{"t":"act","id":1,"hand_no":1,"seq":0,"action":{"kind":"discard","cards":["7c"]}}',
            ):
                await elsewhere.send(bad)

            async def persist(table: Table, hands: int) -> None:
                while table.hand_no < hands:
                    try:
                        await play(table, hands)
                    except (RoomError, ConnectionError):
                        await asyncio.sleep(0.01)

            await asyncio.wait_for(asyncio.gather(*[persist(table, 9) for table in (hers, his, elsewhere)]), 60)
        monkeypatch.undo()
        return {"ann": ann, "bob": bob, "eve": eve}

    lobbies = asyncio.run(run())
    stories, seeds = served.call(lambda: asyncio.wait_for(stored(served), 10))
    assert len(stories) >= 16
    records = caplog.records
    assert len([record for record in records if record.exc_info]) >= 3  # there were errors
    form = JsonLines()
    for record in records:
        for text in (form.format(record), record.getMessage(), str(record.args)):
            assert not cards_in(text), text
            assert not SEED.search(text), text
            assert not [seed for seed in seeds if seed in text]

    async def look() -> int:
        looked = 0
        for story in stories:
            for lobby in (*lobbies.values(), None):
                seat = story.hand.users.index(lobby.user) if lobby and lobby.user in story.hand.users else None
                may = visible((*story.events, *story.shown), seat)
                paths = [f"/api/hands/{story.hand.key}/download?format={form}&lang=nb" for form in FORMATS]
                for path in (*paths, f"/api/hands/{story.hand.key}"):
                    text = await lobby.get(path) if lobby else await asyncio.to_thread(anonymous, served.url + path)
                    text = text if isinstance(text, str) else json.dumps(text)
                    assert not cards_in(text) - may, (path, seat)
                    assert not SEED.search(text)
                    looked += 1
        return looked

    assert asyncio.run(look()) == len(stories) * 4 * (len(FORMATS) + 1)


async def stored(served: Served) -> tuple[list[journal.StoredHand], list[str]]:
    """The finished hands of all tables, and their seeds."""
    stories, seeds = [], []
    for table in list(served.room.tables):
        for hand in await served.room.store.read(journal.hands_of_table, table):
            story = await served.room.store.read(journal.hand, hand.id)
            assert story
            stories.append(story)
            seeds.append(await served.room.store.read(journal.seed, hand.id))
    return stories, seeds


def anonymous(url: str) -> str:
    with urlopen(url, timeout=60) as answer:
        return str(answer.read().decode())
