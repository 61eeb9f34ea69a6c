"""A hint: only at one's own decision, against bots alone, and from what one sees."""

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from room.tables.test_actor import Table as Host
from room.tables.test_actor import two_sit_down, until, with_table
from room_scene import OPEN, serving
from standpat.language import language
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.limits.limit import Rate
from standpat.room.server.api.hints import told
from standpat.room.tables.hints import asked, think
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import BotRules, NewTable


def refused(table: Host, user: str, hand_no: int, seq: int) -> str:
    with pytest.raises(Refused) as refusal:
        asked(table.host.live, user, hand_no, seq)
    return refusal.value.code


def test_against_bots_at_ones_own_decision(tmp_path: Path) -> None:
    async def run(table: Host) -> None:
        table.open_page("ann")
        assert asked_nothing(table)
        await table.say("ann", wire.Sit, buy_in=400)
        await until(lambda: table.host.live is not None and table.host.live.user_to_act == "ann")
        live = table.host.live
        assert live
        now = asked(live, "ann", live.record.hand_no, live.seq)
        assert now.cards == live.hand.cards(now.seat)
        assert now.seen == live.hand.seen_by(now.seat)
        assert refused(table, "ann", live.record.hand_no, live.seq + 1) == "late"
        assert refused(table, "ann", live.record.hand_no + 1, live.seq) == "late"
        assert refused(table, "bob", live.record.hand_no, live.seq) == "not-your-turn"
        hint = think(now).result()
        live.hand.copy().apply(hint.action)
        for code in ("en", "nb"):
            answer = told(hint, now, language(code))
            assert answer["text"]
            assert answer["why"][0].isupper()

    with_table(tmp_path, run, bots=BotRules(("caller",), keep=1))


def asked_nothing(table: Host) -> bool:
    return refused(table, "ann", 1, 0) == "late"


def test_never_against_people(tmp_path: Path) -> None:
    async def run(table: Host) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        assert live.user_to_act
        assert refused(table, live.user_to_act, live.record.hand_no, live.seq) == "not-possible"

    with_table(tmp_path, run)


def test_a_hint_comes_by_the_api_so_often(tmp_path: Path) -> None:
    limits = structs.replace(OPEN, hints=Rate(2, 1e6))
    first = (NewTable("27td", seats=2, bots=BotRules(("caller",), keep=1)),)
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=limits, first=first) as served:

        async def act() -> None:
            async with Lobby(served.url) as ann, Lobby(served.url) as bob:
                id = (await ann.post("/api/play-now"))["table"]
                path = f"/api/tables/{id}/hint"
                async with Table(ann, id) as table:
                    turn = await table.my_turn()
                    asks = {"hand_no": table.hand_no, "seq": turn.seq}
                    for lobby, code in ((bob, "not-your-turn"), (ann, ""), (ann, ""), (ann, "too-fast")):
                        if code:
                            with pytest.raises(RoomError, match=code):
                                await lobby.post(path, **asks)
                        else:
                            assert (await lobby.post(path, **asks))["text"].endswith(".")
                    with pytest.raises(RoomError, match="bad-frame"):
                        await ann.post(path)

        asyncio.run(act())
