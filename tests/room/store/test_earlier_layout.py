"""A room that was played with an earlier layout of the package's modules continues with the current code.

`old/r0007.jsonl` has all rows of such a room, written by the earlier code: a registered person with a bot token, two
guests, a note, chat, and two tables. The club has a password, a big-blind ante and custom house rules (wsop with two
burned cards, additive raises, a cap of three and an optional showdown). The other table plays single draw by the
cardroom's rules with another reshuffle, and its owner stakes a bot. Both have finished hands; the club's last hand
stops in the middle of its second draw. `old/r0007.json` lists the people, and says how the earlier code dealt that hand
to its end when everybody checks, calls, and discards their first two cards.
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
    """The time is a minute after the room stopped, so that its sessions are valid whenever the test runs."""
    begun = time.monotonic()
    return Watch(lambda: TOLD["stopped"] + 60 + time.monotonic() - begun)


async def sound(store: Store) -> None:
    """The chips are where the ledger says, and every hand follows from its seed and decisions."""
    assert await store.read(tables.audit) == []
    report = await store.read(replay)
    assert report.wrong == []
    assert report.hands >= 10
    assert sum((await store.read(ledger.balances)).values()) == 0


def test_it_is_the_same_room(empty_url: str) -> None:
    """Finished hands, chips and rules are unchanged, and hands can be downloaded in every format."""
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
