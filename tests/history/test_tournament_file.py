"""A whole tournament as one file: it reads back, replays to the same result, and damage is found."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from standpat.engine.action import Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.engine.seen import view
from standpat.history.command import replay_files
from standpat.history.file import convert, detect, read
from standpat.history.record import Damaged, Record, Skipped
from standpat.history.replay import replay
from standpat.history.tournament_file import (
    Head,
    PlayedHand,
    event_line,
    hand_line,
    head_line,
    read_tournament,
    roman,
)
from standpat.tournament.dealing import dealt, posts
from standpat.tournament.events import Dealt, Played, Voided, encode
from standpat.tournament.next_hand import next_hand
from tournament_field import SEED, Field

HUGE = 60_000


def played(field: Field, begun: Dealt, random: Random) -> Hand:
    """A hand of a table, by random players who like to raise."""
    announced = field.t.announced
    entry = next_hand(announced.structure, begun.level, begun.game, field.t.left, len(begun.seats), announced.options)
    button, forced = posts(begun, entry.stakes, announced.options)
    seed = f"{begun.table} {begun.hand}"
    hand = Hand(entry.game(), entry.stakes, begun.stacks, button, Dealer(seed), hand_no=begun.hand, posts=forced)
    while hand.to_act is not None:
        legal, cards = hand.legal, hand.cards(hand.to_act)
        if legal.draw is not None:
            hand.apply(Discard(cards[: random.randrange(3)]))
        elif legal.raise_ and random.random() < 0.7:
            hand.apply(Raise(to=legal.raise_[1]))
        elif legal.check:
            hand.apply(Check())
        else:
            hand.apply(Call() if legal.call is not None and random.random() < 0.8 else Fold())
    return hand


def line_of(field: Field, begun: Dealt, hand: Hand, viewer: str | None) -> bytes:
    """The line of a hand."""
    names = tuple([field.t.players[id].name for id in begun.players])
    seat = begun.players.index(viewer) if viewer in begun.players else None
    events = hand.events if viewer is None else view(hand.events, seat)
    return hand_line(
        PlayedHand(
            begun.table, begun.hand, str(begun.table * 1000 + begun.hand), 1.5, hand.game, hand.stakes, hand.button,
            begun.stacks, hand.posts, begun.seats, begun.players, names, tuple(events),
        )
    )  # fmt: skip


@cache
def file(viewer: str | None = None, void: int = 0) -> str:
    """A tournament of seven at two tables and its final table, as a file."""
    field, random = Field(7, "27td", "27sd", seats=4, starting_stack=1000, registration_closes=0), Random(5)
    field.now = 2000
    field.add()
    hands: dict[tuple[int, int], bytes] = {}
    while field.t.status == "running":
        table = random.choice(field.t.open_tables())
        begun = dealt(field.t, table.number, SEED, field.now)
        assert begun or len(field.t.open_tables()) > 1
        if begun is None:
            continue
        field.add(begun)
        hand = played(field, begun, random)
        field.now += HUGE
        hands[begun.table, begun.hand] = line_of(field, begun, hand, viewer)
        if len(hands) == void:
            field.add(Voided(at=field.now, table=begun.table, hand=begun.hand, why="a fault"))
        else:
            field.add(Played(at=field.now, table=begun.table, hand=begun.hand, stacks=tuple(hand.stacks)))
    lines = [head_line(Head(2, "t", "Test", "all" if viewer is None else "seen", viewer, len(field.events)))]
    for event in field.events:
        lines.append(event_line(encode(event)))
        if isinstance(event, Played | Voided):
            lines.append(hands[event.table, event.hand])
    return b"".join(lines).decode()


def stacks_by_replay(text: str) -> dict[str, int]:
    """The chips of all players at the end, from the engine's hands alone."""
    told = read_tournament(text)
    start = told.state.announced.structure.starting_stack
    chips = dict.fromkeys(told.state.players, start)
    for hand, record in zip(told.hands, told.records, strict=True):
        again = replay(record)
        assert again.disagreements == []
        assert again.hand
        assert tuple([chips[id] for id in hand.players]) == record.stacks
        chips |= dict(zip(hand.players, again.hand.stacks, strict=True))
    return chips


@pytest.mark.parametrize("viewer", [None, "p0", "nobody"])
def test_the_engine_comes_to_the_same_stacks_places_and_prizes(viewer: str | None) -> None:
    told = read_tournament(file(viewer))
    state = told.state
    assert state.status == "finished"
    assert len(state.tables) > 2
    assert stacks_by_replay(file(viewer)) == {id: player.stack for id, player in state.players.items()}
    (winner,) = [id for id, player in state.players.items() if player.stack]
    assert winner not in state.places()
    assert sum(state.won.values()) == 700
    assert {record.game.id for record in told.records} <= {"27td", "27sd"}
    assert [type(event).__name__ for event in told.events[-2:]] == ["Out", "Finished"]


def test_a_viewer_s_file_has_their_cards_and_those_that_were_shown() -> None:
    deals = 0
    for line in file("p0").splitlines():
        hand = json.loads(line).get("hand")
        if not isinstance(hand, dict):
            continue
        mine = hand["players"].index("p0") if "p0" in hand["players"] else None
        for event in hand["events"]:
            if event["event"] == "deal-hole":
                assert bool(event["cards"]) == (event["seat"] == mine)
                deals += 1
            assert event["event"] != "burned" or not event["cards"]
    assert deals > 20
    told = read_tournament(file("p0"))
    assert {record.hero is not None for record in told.records} == {True, False}
    mine = [record for record in told.records if record.hero is not None]
    assert all([record.players[record.hero or 0] == "P0" for record in mine])


def test_commands_read_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text(file())
    assert detect(file()).name == "tournament"
    assert replay_files([path]) == 0
    assert capsys.readouterr().out.endswith(" hands, 0 disagreements, 0 damaged, 0 skipped\n")
    hands = list(read(file()))
    text = convert(next(one for one in hands if isinstance(one, Record)), "pokerstars")
    assert "Tournament #" in text.splitlines()[0]
    assert ", 100+10 " in text.splitlines()[0]
    assert " - Level I (" in text.splitlines()[0]
    (again,) = read(text)
    assert isinstance(again, Record)
    assert replay(again).disagreements == []


def test_the_example_of_the_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")
    (example,) = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if ">>>" not in block]
    (tmp_path / "friday.jsonl").write_text(file(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "docs/tournaments.md", "exec"), {})
    prizes, places, disagreements = capsys.readouterr().out.splitlines()
    assert sum(ast.literal_eval(prizes).values()) == 700
    assert len(ast.literal_eval(places)) == 6
    assert set(map(str, ast.literal_eval(disagreements))) == {"[]"}


def test_a_hand_that_does_not_count_is_skipped() -> None:
    hands = list(read(file(None, 3)))
    assert [type(one) for one in hands[:4]] == [Record, Record, Skipped, Record]
    told = read_tournament(file(None, 3))
    assert len(told.hands) == len(told.records) + 1


def lines() -> list[str]:
    return file().splitlines(keepends=True)


def without(place: int) -> str:
    return "".join([*lines()[:place], *lines()[place + 1 :]])


def where(start: str) -> int:
    return next(place for place, line in enumerate(lines()) if line.startswith(start))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no first line"),
        ("{}", "line 1"),
        (file().replace('"version":2', '"version":3', 1), "version 3"),
        (without(where('{"hand":')), "hand 1 of table . is missing before this line"),
        (without(where('{"event":"played"')), "does not end here"),
        (without(where('{"event":"registered"')), "line"),
        ("".join(lines()[:-1]), r"the file has \d+ events of \d+"),
        ("".join(lines()[:-3]), r"hand \d+ of table \d+ is missing|events of"),
        (file()[:-20], "line"),
        (file().replace('"nets":[', '"nets":[9', 1), "ended with other stacks"),
        (file().replace('"stacks":[1000', '"stacks":[1001', 1), "line"),
        (file().replace('"game":{"id":"27td"', '"game":{"id":"a5td"', 1), "another game than 27td"),
        ("".join([*lines(), lines()[-1]]), "line"),
    ],
)
def test_what_is_wrong_is_found(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_tournament(text)


def test_another_card_is_a_disagreement_or_damage() -> None:
    text = file()
    spot = text.index('"cards":[') + len('"cards":[')
    other = text[:spot] + str((int(text[spot : text.index(",", spot)]) + 4) % 52) + text[text.index(",", spot) :]
    entries = list(read(other))
    assert [one for one in entries if not isinstance(one, Record) or replay(one).disagreements]


def test_after_a_damaged_line_hands_are_left_out() -> None:
    entries = list(read(without(where('{"event":"registered"'))))
    assert isinstance(entries[0], Damaged)
    assert not [one for one in entries if isinstance(one, Record)]


def test_levels_are_written_as_sites_do() -> None:
    assert [roman(level) for level in (1, 3, 4, 9, 14, 40, 99)] == ["I", "III", "IV", "IX", "XIV", "XL", "XCIX"]
