"""docs/extending.md: a game, a house rule, a language and a history format, each added to a copy of the package.

Each test lists the files that the addition touches. In a process of its own, the copy is asked for everything that is
derived from the addition.
"""

from pathlib import Path

import pytest

from extension import ROOT, Extension, sections

pytestmark = pytest.mark.extended

SECTIONS = sections((ROOT / "docs" / "extending.md").read_text("utf-8"))

ASK = """
import asyncio, contextlib, io, json
from random import Random
from types import SimpleNamespace

import msgspec

from standpat import Dealer, Hand, Stakes, game
from standpat.bots import player, situation
from standpat.cli import main
from standpat.history.file import convert, read
from standpat.history.recording import record_of
from standpat.history.replay import replay
from standpat.language import language
from standpat.room.server.api import lobby
from standpat.room.store.setting import Settings
from standpat.room.tables.table import NewTable, make
from standpat.table_view.rules_page import rules


def command(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            main(arguments)
        except SystemExit:
            pass
    return out.getvalue()


def options():
    room = SimpleNamespace(programs={}, pool=None, office=SimpleNamespace(settings=Settings()))
    request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(room=room)))
    return json.loads(msgspec.json.encode(asyncio.run(lobby.options(request))))


def table(**wish):
    try:
        return make(msgspec.convert(wish, NewTable), "t1").game()
    except ValueError as error:
        return str(error)


def played(record, seats=3, seed=1):
    hand = Hand(record, Stakes(5, 10), [400] * seats, button=0, dealer=Dealer(seed=seed))
    rule, random = player("rule"), Random(seed)
    while not hand.over:
        hand.apply(rule(situation(hand, random)))
    return hand


def kept(hand, form):
    [back] = read(convert(record_of(hand, ("Ann", "Bo", "Cy")), form))
    return back, len(replay(back).disagreements)
"""


def extension(folder: Path, title: str) -> Extension:
    made = Extension(folder, SECTIONS[title])
    made.run_examples()
    return made


def test_the_page_has_a_section_for_each() -> None:
    assert set(SECTIONS) >= {"Add a game", "Add a house rule", "Add a language", "Add a history format"}


@pytest.mark.slow
def test_a_game_is_one_record(tmp_path: Path) -> None:
    told = extension(tmp_path, "Add a game")
    assert told.touched() == ["engine/games.py"]
    answer = told.ask(
        ASK
        + """
record = game("27qd")
hands = [played(record, seed=seed) for seed in range(30)]
hand = max(hands, key=lambda hand: sum(map(len, hand.draws)))
back = {form: kept(hand, form) for form in ("arena", "phh")}
try:
    convert(record_of(hand), "pokerstars")
except ValueError as error:
    refused = str(error)
form = options()
print(json.dumps({
    "draws": max(map(len, hand.draws)),
    "nets": [sum(hand.nets) for hand in hands],
    "back": {form: [record.game.id, wrong] for form, (record, wrong) in back.items()},
    "refused": refused,
    "rules": [rules(record, Stakes(5, 10), language(code))[1] for code in ("en", "nb")],
    "form": [one for one in form["games"] if one["id"] == "27qd"],
    "table": table(game="27qd").id,
    "help": "27qd" in command("play", "--help"),
    "match": json.loads(command("match", "rule", "caller", "--game", "27qd", "--hands", "40", "--seed", "1", "--json")),
}))
"""
    )
    assert answer["draws"] == 4
    assert answer["nets"] == [0] * 30
    assert answer["back"] == {"arena": ["27qd", 0], "phh": ["27qd", 0]}
    assert "27qd has 4 draws" in answer["refused"]
    assert "then 4 draws" in answer["rules"][0]
    assert "4 bytter" in answer["rules"][1]
    [record] = answer["form"]
    assert (record["name"], record["betting"]) == ("Deuce-to-Seven Quadruple Draw", "fixed-limit")
    assert answer["table"] == "27qd"
    assert answer["help"]
    assert (answer["match"]["game_id"], answer["match"]["hands"]) == ("27qd-fl", 40)


def test_a_house_rule_is_one_declaration_and_its_use(tmp_path: Path) -> None:
    told = extension(tmp_path, "Add a house rule")
    assert told.touched() == ["engine/hand.py", "engine/house.py"]
    answer = told.ask(
        ASK
        + """
from standpat import Check, Call, Discard, IllegalAction

record = game("27td", most_discards=3)
hand = Hand(record, Stakes(5, 10), [400] * 2, button=0, dealer=Dealer(seed=1))
hand.apply(Call())
hand.apply(Check())
most, refused = hand.legal.draw, ""
try:
    hand.apply(Discard(hand.cards(hand.to_act)[:4]))
except IllegalAction as error:
    refused = str(error)
hand = played(record)
form = options()
print(json.dumps({
    "most": most,
    "refused": refused,
    "help": command("play", "--help"),
    "match": json.loads(command("match", "caller", "caller", "--hands", "2", "--most-discards", "2", "--json")),
    "wrong": table(game="27td", options={"most_discards": 6}),
    "right": table(game="27td", options={"most_discards": 2}).house.most_discards,
    "offered": form["options"]["most_discards"],
    "declared": [rule for rule in form["rules"] if rule["name"] == "most_discards"],
    "rules": [rules(record, Stakes(5, 10), language(code))[-1] for code in ("en", "nb")],
    "back": {name: [back.game.house.most_discards, wrong]
             for name in ("arena", "phh", "pokerstars") for back, wrong in [kept(hand, name)]},
    "old": game("27td", house=msgspec.json.decode(b'{"name":"online","cap":3}', type=type(record.house)))
        .house.most_discards,
}))
"""
    )
    assert answer["most"] == 3
    assert answer["refused"] == "at most 3 cards may be discarded, not 4"
    assert "--most-discards MOST_DISCARDS" in answer["help"]
    assert "cards a player may discard at once: 1 to 5" in " ".join(answer["help"].split())
    assert answer["match"]["house"] == {"name": "online", "most_discards": 2}
    assert answer["wrong"] == "most_discards=6: expected 1 to 5"
    assert answer["right"] == 2
    assert answer["offered"] == [1, 2, 3, 4, 5]
    [declared] = answer["declared"]
    assert (declared["default"], declared["allowed"]["kind"]) == (5, "whole-number")
    assert answer["rules"] == ["Most discards: 3.", "Most discards: 3."]
    assert answer["back"] == {"arena": [3, 0], "phh": [3, 0], "pokerstars": [3, 0]}
    assert answer["old"] == 5  # a record from before the rule existed


def test_a_language_is_one_file(tmp_path: Path) -> None:
    told = extension(tmp_path, "Add a language")
    assert told.touched() == ["language/pl.json"]
    answer = told.ask(
        ASK
        + """
from standpat.room.server.assets import Assets

held = Assets()
print(json.dumps({
    "page": "Polski" in held.page("lobby").data.decode(),
    "file": held.at("locale/pl.json") is not None,
    "rules": rules(game("27td"), Stakes(5000, 10000), language("pl"))[4],
    "rank": command("rank", "2c3h4d5s7c", "--language", "pl"),
    "help": command("rank", "--help"),
}))
"""
    )
    assert answer["page"]
    assert answer["file"]
    assert "5 000 and 10 000" in answer["rules"]
    assert "the wheel" in answer["rank"]
    assert "pl" in answer["help"]


DOWNLOAD = """
import sys
sys.path.append(TESTS)

from room_scene import patient, serving
from standpat.room.clients.client import Lobby


async def downloads(url):
    async with Lobby(url) as ann, Lobby(url) as bob:
        id = await ann.create(game="27td", seats=2, bots={"keep": 0})
        async with ann.table(id) as hers, bob.table(id) as his:
            await hers.sit(400)
            await his.sit(400)
            while not (await ann.get(f"/api/tables/{id}/hands"))["hands"]:
                for table in (hers, his):
                    if table.legal is not None:
                        await table.act(patient(table))
                await asyncio.sleep(0.01)
        key = (await ann.get(f"/api/tables/{id}/hands"))["hands"][-1]["id"]
        formats = (await ann.get(f"/api/hands/{key}"))["formats"]
        files = {form["name"]: await ann.get(f"/api/hands/{key}/download?format={form['name']}") for form in formats}
        return formats, files


with serving("sqlite:///room.sqlite") as room:
    formats, files = asyncio.run(downloads(room.url))
"""
"""A hand of two people in a room: the formats that its replay page offers, and the files of one player."""


def test_a_history_format_is_one_file(tmp_path: Path) -> None:
    told = extension(tmp_path, "Add a history format")
    assert told.touched() == ["history/lines.py"]
    answer = told.ask(
        ASK
        + DOWNLOAD.replace("TESTS", repr(str(ROOT / "tests")))
        + """
from pathlib import Path

with contextlib.redirect_stderr(io.StringIO()) as listed:
    command("convert", "none.phh", "--to", "nothing")
[download] = read(files["lines"])
hand = played(game("a5td", house="wsop", cap=None, burn=2))
Path("one.phh").write_text(convert(record_of(hand, ("Ann", "Bo", "Cy")), "phh"), "utf-8")
main(["convert", "one.phh", "--to", "lines", "--out", "one.lines"])
back, wrong = kept(hand, "lines")
print(json.dumps({
    "replayed": command("replay", "one.lines"),
    "damaged": command("replay", "one.lines", "--json").startswith('{"hands": 1'),
    "again": command("convert", "one.lines", "--to", "phh") == Path("one.phh").read_text("utf-8"),
    "same": [event for _, event in back.told] == list(hand.events),
    "house": [back.game.house.name, back.game.house.cap, back.game.house.burn],
    "wrong": wrong,
    "commands": listed.getvalue(),
    "offered": formats,
    "seats_seen": [52 not in event.cards for _, event in download.told if type(event).__name__ == "DealHole"],
    "downloaded": len(replay(download).disagreements),
    "others": sorted(name for name, text in files.items() if text),
}))
"""
    )
    assert answer["replayed"] == "1 hands, 0 disagreements, 0 damaged, 0 skipped\n"
    assert answer["damaged"]
    assert answer["again"]
    assert answer["same"]
    assert answer["house"] == ["wsop", None, 2]
    assert answer["wrong"] == 0
    assert "expected one of arena, lines, ohh, phh, pokerstars" in answer["commands"]
    assert {"name": "lines", "title": "lines of events"} in answer[
        "offered"
    ]  # tests/web/test_pages.py shows the button
    assert sorted(answer["seats_seen"]) == [False, True]  # only the player's own cards
    assert answer["downloaded"] == 0
    assert answer["others"] == ["arena", "lines", "ohh", "phh", "pokerstars", "text"]


def test_a_change_that_fits_nowhere_is_told(tmp_path: Path) -> None:
    page = '## Add\n\n```diff title="src/standpat/engine/games.py"\n-no such line\n+another\n```\n'
    with pytest.raises(AssertionError, match="no such line"):
        Extension(tmp_path, sections(page)["Add"])
