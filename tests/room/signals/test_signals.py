"""Signals of collusion, from hands that are written as the room writes them, and by the command."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from room.store.scene import run
from standpat import cli
from standpat.room.signals import signals
from standpat.room.signals.chance import tail
from standpat.room.store import Store, ledger, schema, sighting
from standpat.room.store.account import Accounts
from standpat.room.store.batch import Work

HANDS = 60


async def people(store: Store, *names: str) -> list[str]:
    accounts = Accounts(store, newcomers=100)
    return [(await accounts.guest()).user.id for _ in names]


def played(who: list[str], seed: int) -> Work:
    """Hands of four: the first loses ten chips to the second in each, and folds to nobody but them."""
    chance = random.Random(seed)

    def write(connection: Connection) -> None:
        row = {"id": "t", "record": "{}", "state": json.dumps({"seating": {"seats": [{"user": one} for one in who]}})}
        connection.execute(schema.card_table.insert(), {**row, "opened": 0.0})
        for one in who:
            ledger.move(ledger.wallet(one), ledger.seat("t", one), 3000, "buy-in", at=0.0).run(connection)
        for number in range(1, HANDS + 1):
            rest = chance.choice((-20, 20))
            nets = [-10, 10 + rest, -rest, 0]
            hand = {"id": number, "table_id": "t", "hand_no": number, "began": 0.0, "setup": "{}", "key": str(number)}
            connection.execute(schema.hand.insert(), {**hand, "ended": 1.0, "nets": json.dumps(nets)})
            rows = [{"hand_id": number, "seat": seat, "person": one} for seat, one in enumerate(who)]
            connection.execute(schema.player.insert(), rows)
            amounts = {ledger.seat("t", one): net for one, net in zip(who, nets, strict=True) if net}
            ledger.transfer(amounts, "hand", at=1.0, once=f"hand:{number}").run(connection)
            acts = [(1, "raise"), (2, chance.choice(("call", "fold"))), (3, "fold"), (0, "fold")]
            acts += [(-1, ""), (2, "bet"), (0, "call"), (1, chance.choice(("call", "fold")))]
            for no, (seat, kind) in enumerate(acts):
                acted = {"event": "acted", "seat": seat, "action": {"kind": kind}}
                told = json.dumps(acted if kind else {"event": "street-start", "street": 1, "label": "x"})
                connection.execute(schema.event.insert(), {"hand_id": number, "no": no, "body": told})

    return Work(write)


def test_what_stands_out_and_how_often_it_would_by_chance(sqlite_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def scene(store: Store) -> tuple[list[str], signals.Signals]:
        who = await people(store, *"abcd")
        await store.commit(played(who, 1))
        for one in who[:2]:
            await store.commit(sighting.seen(one, {"device": "d" * 64, "address": "192.0.2.1"}, at=1.0))
        for one in who:
            await store.commit(sighting.seen(one, {"address": "192.0.2.7"}, at=1.0))
        source, target = ledger.wallet(who[1]), ledger.seat("t", who[0])
        await store.commit(ledger.move(source, target, 40, ledger.ADJUST, at=2.0, reference=f"{who[1]}:for Friday"))
        return who, await store.read(signals.signals)

    who, found = run(sqlite_url, scene)
    assert found.hands == HANDS
    assert {*found.names} == {*who}
    first = found.shared[0]
    assert (first.kind, {first.one, first.other}, first.hands, first.tables) == ("device", {*who[:2]}, HANDS, ["t"])
    assert [one.people for one in found.shared[1:]] == [2] + [4] * 6
    flow = found.flows[0]
    assert (flow.loser, flow.hands, found.flow_pairs) == (who[0], HANDS, 6)
    assert flow.winner in who[1:3]
    between = next(one for one in found.flows if {one.winner, one.loser} == {*who[:2]})
    assert (between.winner, between.given) == (who[1], -40)  # the host gave to the loser
    assert flow.expected == pytest.approx(6 * flow.chance)
    low, high = between.per_hand
    assert low < between.chips / HANDS < high
    line = found.folds[0]
    assert (line.who, line.against, line.to_one, line.to_others) == (who[0], who[1], (HANDS, HANDS), (0, HANDS))
    assert line.gap[0] > 0.9
    assert line.expected < 1e-9
    assert all([line.expected >= line.chance for line in found.folds])
    assert cli.main(["admin", "signals", "--database", sqlite_url]) == 0
    said = capsys.readouterr().out
    assert "prove nothing" in said
    assert f"{HANDS} of {HANDS}, to others 0 of {HANDS}" in said


def test_luck_alone_stands_out_as_often_as_it_says() -> None:
    """Of sums of random results, as many are below each probability as it says."""
    chance = random.Random(7)
    below = 0
    for _ in range(400):
        results = [chance.choice((-30, -10, 10, 30)) for _ in range(60)]
        below += tail(sum(results) / sum([one * one for one in results]) ** 0.5) < 0.1
    assert 20 < below < 62  # 40 of 400


@pytest.mark.slow
def test_commands_of_the_operator(sqlite_url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def answer(*arguments: str, status: int = 0) -> Any:
        capsys.readouterr()
        assert cli.main(["admin", *arguments, "--database", sqlite_url, "--json"]) == status
        return json.loads(capsys.readouterr().out) if status == 0 else capsys.readouterr().err

    (who,) = run(sqlite_url, lambda store: people(store, "a"))
    (made,) = answer("restrict", "--user", who, "--mute", "--days", "7", "--reason", "Insults")
    assert (made["kind"], made["target"], made["value"], made["made_by"]) == ("mute", "account", who, "operator")
    (other,) = answer("restrict", "--address", "192.0.2.77/28", "--reason", "A farm of accounts")
    assert (other["value"], other["ends"]) == ("192.0.2.64/28", None)
    assert [one["id"] for one in answer("restrict")] == [other["id"], made["id"]]
    assert answer("lift", str(made["id"]), "--reason", "apologised") == {"lifted": made["id"]}
    assert [one["id"] for one in answer("restrict")] == [other["id"]]
    assert len(answer("restrict", "--all")) == 2
    assert "reason" in answer("restrict", "--user", who, status=2)
    assert "such a device" in answer("restrict", "--device", "f" * 64, "--reason", "x", status=2)
    assert answer("settings", "guest_chat", "off")["guest_chat"] is False
    assert "on or off" in answer("settings", "guest_chat", "maybe", status=2)
    assert answer("reports") == answer("places", who) == []
    assert "open report" in answer("reports", "--close", "1", "--outcome", "x", status=2)
    acts = [line["act"] for line in answer("log")]
    assert acts == ["look", "setting", "restrict-lift", "restrict-bar", "restrict-mute"]
    for words in (["restrict"], ["settings"], ["reports"], ["lift", str(other["id"])]):
        assert cli.main(["admin", *words, "--database", sqlite_url]) == 0
