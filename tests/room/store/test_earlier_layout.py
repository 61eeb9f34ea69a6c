"""A room that was played before the package's modules moved goes on with the code of today.

`old/r0007.jsonl` holds all rows of such a room, written by the code of then: a registered person with a bot's token,
two guests, a note, chat, and two tables. The club has a password, a big-blind ante and house rules of its own (wsop
with two burned cards, additive raises, a cap of three and an optional showdown). The other is single draw of the
cardroom with another reshuffle, where the owner stakes a bot. Hands are finished at both; the club's last one stops
in the middle of its second draw. `old/r0007.json` says who is who, and how the code of then dealt that hand to its
end where all check, call, and throw their first two cards.
"""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from room.store.scene import bodies, run
from room_scene import patient, serving
from standpat.engine.event import DiscardAnnounced
from standpat.room.admin import table as tables
from standpat.room.admin.replay import replay
from standpat.room.clients.client import Lobby
from standpat.room.server.downloads import FORMATS
from standpat.room.store import Store, journal, ledger
from standpat.room.store.backup import restore
from standpat.room.tables.watch import Watch

OLD = Path(__file__).with_name("old")
ROWS = OLD / "r0007.jsonl"
TOLD: dict[str, Any] = json.loads((OLD / "r0007.json").read_text("utf-8"))
RULES = {
    "draws": "announced",
    "reshuffle": "wsop",
    "cap": 3,
    "limit_raise": "additive",
    "showdown": "optional",
    "burn": 2,
}


def watch() -> Watch:
    """A minute after the room stopped: its sessions are still good, whenever the test runs."""
    begun = time.monotonic()
    return Watch(lambda: TOLD["stopped"] + 60 + time.monotonic() - begun)


async def sound(store: Store) -> None:
    """Chips are where the ledger says, and every hand comes out of its seed and decisions again."""
    assert await store.read(tables.audit) == []
    report = await store.read(replay)
    assert report.wrong == []
    assert report.hands >= 10
    assert sum((await store.read(ledger.balances)).values()) == 0


def test_it_is_the_same_room(empty_url: str) -> None:
    """Finished hands, chips and rules are there as they were, and hands can be downloaded in every format."""
    restore(empty_url, ROWS)

    async def before(store: Store) -> None:
        await sound(store)
        assert await store.read(ledger.balances) == TOLD["balances"]

    run(empty_url, before)

    async def look(url: str) -> None:
        async with Lobby(url, cookie=TOLD["cookies"]["kari"]) as kari:
            assert kari.user == TOLD["users"]["kari"]
            club = await kari.get(f"/api/tables/{TOLD['club']}")
            assert {name: club["game"]["house"][name] for name in RULES} == RULES
            assert (club["stakes"]["ante"], club["stakes"]["ante_by"]) == (30, "big-blind")
            draw = await kari.get(f"/api/tables/{TOLD['draw']}")
            assert (draw["game"]["id"], draw["game"]["house"]["reshuffle"]) == ("27sd", "full_tilt")
            assert draw["bots"]["players"] == ["folder"]
            for table, hands in TOLD["hands"].items():
                assert (await kari.get(f"/api/tables/{table}/hands"))["hands"] == hands
            key = TOLD["hands"][TOLD["club"]][0]["id"]
            for form in FORMATS:
                text = await kari.get(f"/api/hands/{key}/download?format={form}")
                assert "Kari Nordmann" in (text if isinstance(text, str) else json.dumps(text)), form

    with serving(empty_url, watch=watch()) as served:
        asyncio.run(look(served.url))


def test_its_unfinished_hand_ends_with_the_same_cards(empty_url: str) -> None:
    restore(empty_url, ROWS)

    async def before(store: Store) -> None:
        (story,) = await store.read(journal.unfinished)
        assert story.hand.id == TOLD["hand"]
        announced = [event for event in story.events if isinstance(event, DiscardAnnounced)]
        assert len(announced) == 5  # three, and two of three

    run(empty_url, before)

    async def play(url: str) -> None:
        kari, bob, cid = [Lobby(url, cookie=TOLD["cookies"][name]) for name in ("kari", "bob", "cid")]
        club = TOLD["club"]
        async with kari, bob, cid, kari.table(club) as hers, bob.table(club) as his, cid.table(club) as theirs:
            assert [line.text for line in hers.chat if line.user] == ["God kveld", "hei på deg 🂡 <b>"]
            players, number = (hers, his, theirs), hers.hand_no
            for _ in range(40):
                await hers.until(lambda: any([player.legal for player in players]) or hers.hand_no > number)
                if hers.hand_no > number:
                    break
                acting = next((player for player in players if player.legal), None)
                if acting is not None:
                    await acting.act(patient(acting))
            assert hers.hand_no > number

    with serving(empty_url, watch=watch()) as served:
        asyncio.run(play(served.url))

    async def after(store: Store) -> None:
        assert await store.read(bodies, TOLD["hand"]) == TOLD["events"]
        await sound(store)

    run(empty_url, after)
