"""The server is killed at random moments: nothing acknowledged is lost, and hands continue with the same cards.

The loop is that of the torture command (`standpat.room.torture.kills`). Here its log is checked too.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from room_scene import Process, patient
from standpat.protocol.room import read_server
from standpat.room.clients.client import Lobby
from standpat.room.server_process import STOPPED
from standpat.room.torture.kills import kill_loop
from standpat.room.torture.site import Site


def killed(folder: Path, database: str, kills: int) -> dict[str, Any]:
    """The figures of a kill loop that lost nothing and left no error in the log."""
    site = Site(database, folder, ("--pace", "0", "--limit", "1000000"))
    site.start()
    try:
        finding = asyncio.run(kill_loop(site, kills, seed=kills))
    finally:
        site.kill()
    assert finding.held, finding.said
    for line in site.log.read_text("utf-8").splitlines():
        if line.startswith("{"):
            assert "Error" not in json.loads(line).get("error", ""), line
    return dict(finding.figures)


@pytest.mark.sqlite_first
def test_nothing_is_lost_in_a_few_kills(tmp_path: Path, database_url: str) -> None:
    totals = killed(tmp_path, database_url, 4)
    assert totals["kills"] == 4
    assert totals["acknowledged"] > 20


@pytest.mark.slow
def test_nothing_is_lost_in_two_hundred_kills(tmp_path: Path, database_url: str) -> None:
    totals = killed(tmp_path, database_url, 200)
    print(database_url.partition(":")[0], totals)
    assert totals["kills"] == 200
    assert totals["in mid-hand"] > 100


def test_a_polite_stop_goes_on_in_mid_hand(tmp_path: Path) -> None:
    """A restart during a hand: the same hand, a later deadline, and no snapshot for a client that missed nothing."""

    async def run() -> None:
        process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", "0")
        process.start()
        try:
            async with Lobby(process.url) as ann, Lobby(process.url) as bob:
                id = await ann.create(game="27td", seats=2)
                async with ann.table(id) as hers, bob.table(id) as his:
                    await hers.sit(400)
                    await his.sit(400)
                    await hers.until(lambda: hers.turn is not None)
                    events, turn, cards = list(hers.events), hers.turn, hers.cards
                    assert turn
                    assert process.stop() in STOPPED
                    await asyncio.sleep(1.2)  # for as long as the deadline must move
                    await asyncio.to_thread(process.start)
                    told: list[object] = []
                    hers.on_frame = lambda frame: told.append(read_server(frame))
                    await hers.until(lambda: hers.turn is not None and hers.turn.deadline > turn.deadline, 20)
                    assert hers.events == events
                    assert hers.cards == cards
                    assert hers.turn
                    assert hers.turn.seq == turn.seq
                    assert 1.0 < hers.turn.deadline - turn.deadline < 10
                    await his.until(lambda: his.turn is not None and his.turn.deadline > turn.deadline, 20)
                    actor = hers if hers.legal else his
                    await actor.act(patient(actor))
        finally:
            process.stop()

    asyncio.run(run())
